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
