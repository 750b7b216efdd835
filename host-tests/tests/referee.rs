//! The referee refuses what is no round, and says why. `coinspot/tests/settle_format.rs` holds it against rounds that
//! were settled by hand, and `hands.rs` its evaluator against every hand.

use oracle::referee::settle;

/// The seats of a round of THB6, and words of the error.
const SEATS: &str = r#"{"seat":1,"cards":"AcKc","raise":0} => unknown field
{"seat":1,"cards":"AcKc","play":1} => unknown field: play
{"seat":1,"ante":10,"flop":20} => wrong number of cards
{"seat":1,"cards":"AcKx"} => unknown card
{"seat":1,"cards":"AcKd"} => card Kd is there twice
{"seat":1,"cards":"AcKcQc"} => wrong number of cards
{"seat":1,"cards":"AcKc","ante":10,"flop":20,"decision":"fold"} => fold with flop
{"seat":1,"cards":"AcKc","ante":10} => without its flop
{"seat":1,"cards":"AcKc","ante":10,"flop":21} => it must be 20
{"seat":8,"cards":"AcKc"} => beyond
{"seat":1,"cards":"AcKc"},{"seat":1,"cards":"QcJc"} => seat 1 is there twice
{"seat":1,"cards":"AcKc","ante":-1} => negative
{"seat":1,"cards":"AcKc","ante":99999999999999999999} => overflows"#;

/// Whole rounds, and words of the error.
const ROUNDS: &str = r#"{"game":"ml7"} => unknown game
{"game":"thb6","jackpot":{"contribution_bp":5001,"reserve_bp":5000}} => shares of 10001 basis points
{"game":"tcp5","readings":{"envy_for":"hand"}} => envy_for cannot be
{"game":"thb6","limits":{"ante":{"max":1},"max":5}} => unknown field "max""#;

fn is_refused(round: &str, words: &str) {
    let error = settle(round).expect_err(round);
    assert!(error.contains(words), "{error:?} should say {words:?}");
}

#[test]
fn each_error_says_which() {
    let rows = |table: &'static str| {
        table
            .lines()
            .map(|row| row.split_once(" => ").expect("a row"))
    };
    let table = r#""game":"thb6","dealer":"2c3d","community":"7c7d7h7sKd""#;
    for (seats, words) in rows(SEATS) {
        is_refused(&format!(r#"{{{table},"seats":[{seats}]}}"#), words);
    }
    rows(ROUNDS).for_each(|(round, words)| is_refused(round, words));
}
