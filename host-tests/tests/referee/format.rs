//! What the file format says about every game: what may be left out, and what is an error.

use super::{JACKPOT, net, run, wager};
use oracle::referee::settle;
use serde_json::Value;

#[test]
fn absent_in_each_game() {
    for game in ["thb6", "ml6", "ml9"] {
        let settled = run(&format!(
            r#"{{"game":"{game}",{JACKPOT},"dealer":"QcQd","community":"Qh7s5d9c2s","seats":[
            {{"seat":1,"ante":1000,"bonus":100,"progressive":1,"cards":"AhKh","decision":"absent"}},
            {{"seat":2,"ante":1000,"flop":2000,"progressive":1,"cards":"AcKc","decision":"absent"}}]}}"#
        ));
        for name in ["ante", "bonus", "progressive"] {
            assert_eq!(wager(&settled, 0, name), "returned 0", "{game} {name}");
        }
        assert_eq!((net(&settled, 0), net(&settled, 1)), (0, -3500), "{game}");
        assert_eq!(settled["jackpot"]["contributed"], 100, "{game}");
    }
    let rws = run(
        r#"{"game":"rws6","unit":500,"dealer":"2c3d","community":"Ah7s5d9c2s","seats":[
        {"seat":1,"ante":1000,"bonus":100,"flop":2000,"progressive":1,"cards":"AcKc","decision":"absent"}]}"#,
    );
    assert_eq!(net(&rws, 0), -3600);
    let tcp = run(r#"{"game":"tcp5","unit":500,"dealer":"2c3d5h","seats":[
        {"seat":1,"ante":1000,"pair_plus":500,"progressive":1,"cards":"AsKsQs","decision":"absent"},
        {"seat":2,"pair_plus":500,"progressive":1,"cards":"4c4d4h","decision":"absent"},
        {"seat":3,"ante":500,"play":500,"cards":"6c7d9h","decision":"absent"}]}"#);
    assert_eq!(net(&tcp, 0), 0);
    assert_eq!(tcp["seats"][1]["envy"], 0);
    assert_eq!(net(&tcp, 1), 15000 + 15000 - 500);
    assert_eq!(net(&tcp, 2), 500);
}

#[test]
fn progressive_without_its_base_is_returned() {
    let settled = run(&format!(
        r#"{{"game":"rws6",{JACKPOT},"dealer":"2c3d","community":"7c7d7h7sKd","seats":[{{"seat":1,"progressive":1,"cards":"AcKc"}}]}}"#
    ));
    assert_eq!(
        settled["seats"][0]["wagers"]["progressive"]["rule"],
        "RWS6 5.4"
    );
    assert_eq!(settled["jackpot"]["contributed"], 0);
}

#[test]
fn each_error_says_which() {
    let round = |seat: &str| {
        format!(r#"{{"game":"thb6","dealer":"2c3d","community":"7c7d7h7sKd","seats":[{seat}]}}"#)
    };
    let cases = [
        (r#"{"game":"ml7"}"#.to_string(), "unknown game"),
        (
            r#"{"game":"thb6","jackpot":{"contribution_bp":5001,"reserve_bp":5000}}"#.to_string(),
            "shares of 10001 basis points",
        ),
        (
            round(r#"{"seat":1,"cards":"AcKc","raise":0}"#),
            "unknown field",
        ),
        (
            round(r#"{"seat":1,"cards":"AcKc","play":1}"#),
            "unknown field: play",
        ),
        (
            round(r#"{"seat":1,"ante":10,"flop":20}"#),
            "wrong number of cards",
        ),
        (round(r#"{"seat":1,"cards":"AcKx"}"#), "unknown card"),
        (
            round(r#"{"seat":1,"cards":"AcKd"}"#),
            "card Kd is there twice",
        ),
        (
            round(r#"{"seat":1,"cards":"AcKcQc"}"#),
            "wrong number of cards",
        ),
        (
            round(r#"{"seat":1,"cards":"AcKc","ante":10,"flop":20,"decision":"fold"}"#),
            "fold with flop",
        ),
        (
            round(r#"{"seat":1,"cards":"AcKc","ante":10}"#),
            "without its flop",
        ),
        (
            round(r#"{"seat":1,"cards":"AcKc","ante":10,"flop":21}"#),
            "it must be 20",
        ),
        (
            round(r#"{"seat":1,"cards":"AcKc","ante":10,"flop":20,"progressive":2}"#),
            "2 units",
        ),
        (round(r#"{"seat":8,"cards":"AcKc"}"#), "beyond"),
        (
            round(r#"{"seat":1,"cards":"AcKc"},{"seat":1,"cards":"QcJc"}"#),
            "seat 1 is there twice",
        ),
        (round(r#"{"seat":1,"cards":"AcKc","ante":-1}"#), "negative"),
        (
            round(r#"{"seat":1,"cards":"AcKc","ante":99999999999999999999}"#),
            "overflows",
        ),
    ];
    for (line, expected) in cases {
        let error = settle(&line).expect_err(&line);
        assert!(
            error.contains(expected),
            "{error:?} should say {expected:?}"
        );
    }
}

#[test]
fn a_seat_without_a_hand_needs_no_cards_and_foreign_wagers_may_be_0() {
    let settled = run(
        r#"{"game":"tcp5","unit":500,"dealer":"2c3d5h","seats":[{"seat":1,"bonus":0,"flop":0,"progressive":1}]}"#,
    );
    assert_eq!(settled["seats"][0]["hand"], Value::Null);
    assert_eq!(wager(&settled, 0, "progressive"), "returned 0");
    let settled = run(
        r#"{"game":"ml9","unit":500,"dealer":"2c3d","community":"7c7d7h7sKd","seats":[{"seat":1,"play":0,"pair_plus":0,"progressive":5}]}"#,
    );
    assert_eq!(wager(&settled, 0, "progressive"), "returned 0");
}

#[test]
fn limits_are_given_once_for_all_wagers_or_by_wager() {
    let stakes = |limits: &str| {
        let settled = run(&format!(
            r#"{{"game":"thb6","limits":{limits},"dealer":"2c3d","community":"7c8dTh4sKd","seats":[
            {{"seat":1,"ante":1000,"bonus":900,"flop":2000,"turn":1000,"cards":"AcAd"}}]}}"#
        ));
        ["ante", "bonus", "flop", "turn"].map(|name| {
            settled["seats"][0]["wagers"][name]["stake"]
                .as_i64()
                .expect("a stake")
        })
    };
    assert_eq!(stakes(r#"{"min":10,"max":700}"#), [700, 700, 1400, 700]);
    assert_eq!(
        stakes(r#"{"ante":{"min":10,"max":700},"bonus":{"max":20}}"#),
        [700, 20, 1400, 700]
    );
    assert_eq!(
        stakes(r#"{"pair_plus":{"max":1},"bonus":{"max":20}}"#),
        [1000, 20, 2000, 1000]
    );
    let mixed = r#"{"game":"thb6","limits":{"ante":{"max":1},"max":5}}"#;
    assert!(
        settle(mixed)
            .expect_err("two forms at once")
            .contains("unknown field \"max\"")
    );
}
