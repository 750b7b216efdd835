//! Three Card Poker.

use super::{JACKPOT, awards, net, run, wager};
use serde_json::json;

#[test]
fn tcp5_dealer_does_not_qualify() {
    let line = r#"{"game":"tcp5","readings":{"dealer_qualifies":"letter"},"dealer":"5c5h2d","seats":[
        {"seat":1,"ante":1000,"play":1000,"pair_plus":500,"cards":"4c3d2h"},
        {"seat":2,"ante":1000,"play":1000,"cards":"AcKd2s"}]}"#;
    let settled = run(line);
    assert_eq!(wager(&settled, 0, "ante"), "win 1000");
    assert_eq!(wager(&settled, 0, "play"), "push 0");
    assert_eq!(wager(&settled, 0, "ante_bonus"), "win 1000");
    assert_eq!(wager(&settled, 0, "pair_plus"), "win 2500");
    assert_eq!(net(&settled, 0), 4500);
    assert_eq!(net(&settled, 1), 1000);
    assert_eq!(wager(&settled, 1, "ante_bonus"), "-");
    let other = run(&line.replace("letter", "queen_high_or_better"));
    assert_eq!(wager(&other, 0, "play"), "win 1000");
    assert_eq!(net(&other, 1), -2000);
}

/// TCP5 3.11: a dealer without a queen compares no hand. By the letter of 3.10.1 a hand that is not exposed loses all
/// the same; the other reading pays the Ante (3.11.2) and leaves Play alone (3.11.1). Its cards are not known: no Pair
/// Plus, no Ante Bonus, no award.
#[test]
fn tcp5_unexposed_against_a_dealer_who_does_not_qualify() {
    let line = |reading: &str, dealer: &str| {
        format!(
            r#"{{"game":"tcp5","readings":{{"unexposed_unqualified":"{reading}"}},{JACKPOT},"dealer":"{dealer}","seats":[
            {{"seat":1,"ante":1000,"play":1000,"pair_plus":500,"progressive":1,"cards":"4c3d2h","exposed":false}},
            {{"seat":2,"ante":1000,"cards":"7c8h9d","decision":"fold","exposed":false}}]}}"#
        )
    };
    let nets = |line: String| {
        let settled = run(&line);
        assert_eq!(wager(&settled, 0, "ante_bonus"), "-");
        assert_eq!(wager(&settled, 0, "pair_plus"), "lose 0");
        assert_eq!(awards(&settled), [""; 0]);
        (net(&settled, 0), net(&settled, 1))
    };
    assert_eq!(nets(line("loses", "5c5h2d")), (-3000, -1000));
    assert_eq!(nets(line("paid", "5c5h2d")), (1000 - 500 - 500, -1000));
    assert_eq!(nets(line("paid", "5c5hQd")), (-3000, -1000));
    let low_pair = line("paid", "5c5h2d").replace(
        r#""readings":{"#,
        r#""readings":{"dealer_qualifies":"queen_high_or_better","#,
    );
    assert_eq!(nets(low_pair), (-3000, -1000));
}

/// TCP5 3.10.1 after a fold: Pair Plus, the award and the others' envy need cards that are shown.
#[test]
fn tcp5_folded_and_unexposed_has_no_award() {
    let settled = run(&format!(
        r#"{{"game":"tcp5",{JACKPOT},"dealer":"2c3dQh","seats":[
        {{"seat":1,"ante":1000,"pair_plus":500,"progressive":1,"cards":"AsKsQs","decision":"fold","exposed":false}},
        {{"seat":2,"ante":1000,"progressive":1,"cards":"4c5d9h","decision":"fold"}}]}}"#
    ));
    assert_eq!(awards(&settled), [""; 0]);
    assert_eq!((net(&settled, 0), net(&settled, 1)), (-2000, -1500));
}

/// TCP5 3.14 gives "all Players" an Envy Bonus: by wager, or once for each player and hand.
#[test]
fn tcp5_envy_for_seats_or_for_players() {
    let line = |reading: &str| {
        format!(
            r#"{{"game":"tcp5","readings":{{"envy_for":"{reading}"}},"unit":500,"dealer":"2c3d5h","seats":[
            {{"seat":6,"player":"ann","ante":1000,"progressive":1,"cards":"7c8d2h","decision":"fold"}},
            {{"seat":1,"player":"ann","progressive":1}},
            {{"seat":2,"player":"ann","ante":1000,"progressive":1,"decision":"absent","cards":"4c9d2s"}},
            {{"seat":4,"player":"ann","ante":1000,"progressive":1,"cards":"9c8s3h","decision":"fold"}},
            {{"seat":3,"player":"bob","ante":1000,"cards":"AhKhQh","decision":"fold"}},
            {{"seat":5,"ante":1000,"progressive":1,"cards":"AsKsQs","decision":"fold"}},
            {{"seat":7,"ante":1000,"progressive":1,"cards":"JcTd2d","decision":"fold"}}]}}"#
        )
    };
    let envy = |reading: &str| {
        let mut paid = awards(&run(&line(reading)));
        paid.retain(|line| line.contains("envy"));
        paid
    };
    // Seats 1 and 2 have no wager that counts: no base (5.12.2), and an invalid hand (5.11).
    assert_eq!(
        envy("seat"),
        [
            "4 envy 30000 house",
            "5 envy 5000 house",
            "6 envy 30000 house",
            "7 envy 30000 house"
        ]
    );
    assert_eq!(
        envy("player"),
        [
            "4 envy 30000 house",
            "5 envy 5000 house",
            "7 envy 30000 house"
        ]
    );
}

/// TCP5 3.15: a royal with Pair Plus and without an Ante gives no envy; by the other reading nobody but its player
/// has any in that round.
#[test]
fn tcp5_envy_beside_a_royal_with_pair_plus_alone() {
    let line = |reading: &str, exposed: bool| {
        format!(
            r#"{{"game":"tcp5","readings":{{"envy_pair_plus":"{reading}"}},"unit":500,"dealer":"2c3d5h","seats":[
            {{"seat":1,"player":7,"pair_plus":1000,"progressive":1,"cards":"AcKcQc","exposed":{exposed}}},
            {{"seat":2,"player":7,"ante":1000,"progressive":1,"cards":"7c8d2h","decision":"fold"}},
            {{"seat":3,"ante":1000,"progressive":1,"cards":"AhKhQh","decision":"fold"}},
            {{"seat":4,"ante":1000,"progressive":1,"cards":"JcTd2d","decision":"fold"}}]}}"#
        )
    };
    let envy = |reading: &str, exposed: bool| {
        let settled = run(&line(reading, exposed));
        [0, 1, 2, 3].map(|seat| settled["seats"][seat]["envy"].as_i64().expect("envy"))
    };
    assert_eq!(envy("that_hand", true), [5000, 5000, 0, 5000]);
    assert_eq!(envy("all", true), [5000, 5000, 0, 0]);
    // 3.10.1: a hand that is not shown has not achieved anything.
    assert_eq!(envy("all", false), [5000, 5000, 0, 5000]);
}

#[test]
fn tcp5_envy_between_players_not_seats() {
    let line = r#"{"game":"tcp5","readings":{"fixed_awards":"house"},"unit":500,"jackpot":{"meter":1000000},"dealer":"2c3d5h","seats":[
        {"seat":1,"player":"ann","ante":1000,"play":1000,"cards":"AsKsQs"},
        {"seat":2,"player":"ann","ante":1000,"progressive":1,"cards":"7c8d2h","decision":"fold"},
        {"seat":3,"player":"bob","ante":1000,"progressive":1,"cards":"AhKhQh","decision":"fold"},
        {"seat":4,"pair_plus":1000,"progressive":1,"cards":"AcKcQc"},
        {"seat":5,"ante":1000,"play":1000,"progressive":1,"exposed":false}]}"#;
    let settled = run(line);
    let envy: Vec<i64> = (0..5)
        .map(|seat| settled["seats"][seat]["envy"].as_i64().expect("envy"))
        .collect();
    assert_eq!(envy, [0, 5000, 25000, 30000, 30000]);
    let expected = [
        "3 royal_flush 125000 house",
        "4 royal_flush 125000 house",
        "2 envy 5000 house",
        "3 envy 25000 house",
        "4 envy 30000 house",
        "5 envy 30000 house",
    ];
    assert_eq!(awards(&settled), expected);
    assert_eq!(net(&settled, 3), 40000 + 125000 - 500 + 30000);
    assert_eq!(net(&settled, 4), -2500 + 30000);
    assert_eq!(settled["jackpot"]["after"], 1000000);
}

#[test]
fn tcp5_royal_of_spades_takes_the_meter_last() {
    let settled = run(&format!(
        r#"{{"game":"tcp5",{JACKPOT},"dealer":"2c3d5h","seats":[
        {{"seat":1,"ante":1000,"progressive":1,"cards":"AsKsQs","decision":"fold"}},
        {{"seat":2,"ante":1000,"progressive":1,"cards":"4c4d4h","decision":"fold"}}]}}"#
    ));
    assert_eq!(
        awards(&settled),
        [
            "2 three_of_a_kind 15000 house",
            "1 royal_flush_spades 1000200 meter",
            "2 envy 25000 house"
        ]
    );
    assert_eq!(
        settled["jackpot"],
        json!({"before": 1000000, "contributed": 200, "reserved": 100, "paid": 1000200, "after": 250000})
    );
}
