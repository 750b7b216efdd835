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
    // RWS6 5.6: with the River placed nothing is left to decide, and the pair of aces beats the dealer's deuces:
    // Flop and River are paid, the Ante stands off, A-K suited pays 25 to 1, the progressive of 500 is lost.
    let rws = run(
        r#"{"game":"rws6","unit":500,"dealer":"2c3d","community":"Ah7s5d9c2s","seats":[
        {"seat":1,"ante":1000,"bonus":100,"flop":2000,"river":1000,"progressive":1,"cards":"AcKc","decision":"absent"},
        {"seat":2,"ante":1000,"flop":2000,"turn":1000,"cards":"AdKd","decision":"absent"}]}"#,
    );
    assert_eq!(net(&rws, 0), 2000 + 1000 + 2500 - 500);
    assert_eq!(net(&rws, 1), -4000);
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

/// MBS 3.5, RWS6 3.9: a Bonus is placed after an Ante.
#[test]
fn bonus_without_an_ante_is_returned() {
    for (game, rule) in [
        ("thb6", "THB6 3.5"),
        ("rws6", "RWS6 3.9"),
        ("ml6", "ML6 3.5"),
        ("ml9", "ML9 3.5"),
    ] {
        let settled = run(&format!(
            r#"{{"game":"{game}",{JACKPOT},"limits":{{"max":800}},"dealer":"2c3d","community":"7c8dTh4sKd","seats":[
            {{"seat":1,"bonus":1000,"cards":"AcAd"}},
            {{"seat":2,"bonus":500,"progressive":1,"decision":"fold"}}]}}"#
        ));
        let bonus = &settled["seats"][0]["wagers"]["bonus"];
        let expected = r#"{"stake":800,"outcome":"returned","pays":0,"excess":200,"rule":""#;
        assert_eq!(bonus.to_string(), format!("{expected}{rule}\"}}"));
        assert_eq!(wager(&settled, 1, "bonus"), "returned 0");
        assert_eq!(wager(&settled, 1, "progressive"), "returned 0");
        assert_eq!((net(&settled, 0), net(&settled, 1)), (0, 0), "{game}");
    }
}

/// MBS 5.14, RWS6 5.1.1: what is over the maximum does not count, and goes back.
#[test]
fn more_units_than_the_game_takes_are_excess() {
    for (game, counted) in [("thb6", 1), ("rws6", 1), ("ml6", 1), ("ml9", 5)] {
        let settled = run(&format!(
            r#"{{"game":"{game}",{JACKPOT},"dealer":"2c3d","community":"2h5h9hTd8s","seats":[
            {{"seat":1,"ante":1000,"flop":2000,"progressive":7,"cards":"AhKh"}},
            {{"seat":2,"progressive":7}}]}}"#
        ));
        let stakes = [0, 1].map(|seat| {
            let progressive = &settled["seats"][seat]["wagers"]["progressive"];
            let amount = |name: &str| progressive[name].as_i64().expect("an amount");
            (amount("stake"), amount("excess"))
        });
        assert_eq!(stakes, [(500 * counted, 3500 - 500 * counted); 2], "{game}");
        // 20 % of the stake that counts; nothing of the one that is returned.
        assert_eq!(settled["jackpot"]["contributed"], 100 * counted, "{game}");
        // The flush beats the dealer and pays Ante and Flop; on the flop it is $100 in ML6 and 40 for 1 in ML9.
        let award = match game {
            "ml6" => 10_000,
            "ml9" => 40 * 2_500,
            _ => 0,
        };
        assert_eq!(net(&settled, 0), 3000 - 500 * counted + award, "{game}");
        assert_eq!(net(&settled, 1), 0, "{game}");
    }
    let tcp = run(&format!(
        r#"{{"game":"tcp5",{JACKPOT},"dealer":"2c3dQh","seats":[
        {{"seat":1,"pair_plus":1000,"progressive":2,"cards":"4h5h6h"}}]}}"#
    ));
    assert_eq!(tcp["seats"][0]["wagers"]["progressive"]["excess"], 500);
    assert_eq!(net(&tcp, 0), 40_000 + 17_500 - 500);
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
            r#"{"game":"tcp5","readings":{"envy_for":"hand"}}"#.to_string(),
            "envy_for cannot be",
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
