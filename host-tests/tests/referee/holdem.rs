//! The four hold'em games.

use super::{JACKPOT, awards, net, run, wager};
use serde_json::{Value, json};

#[test]
fn thb6_straight_beats_the_dealer() {
    let settled = run(&format!(
        r#"{{"game":"thb6",{JACKPOT},"dealer":"2c3d","community":"Ts9h8s4d2h","seats":[
        {{"seat":3,"ante":1000,"bonus":500,"flop":2000,"turn":1000,"progressive":1,"cards":"JcQd"}}]}}"#
    ));
    let expected = json!({
        "seats": [{"seat": 3, "hand": "straight", "wagers": {
            "ante": {"stake": 1000, "outcome": "win", "pays": 1000, "rule": "THB6 3.10.2"},
            "bonus": {"stake": 500, "outcome": "lose", "pays": 0, "rule": "THB6 4.1.1"},
            "flop": {"stake": 2000, "outcome": "win", "pays": 2000, "rule": "THB6 3.10.2"},
            "turn": {"stake": 1000, "outcome": "win", "pays": 1000, "rule": "THB6 3.10.2"},
            "progressive": {"stake": 500, "outcome": "lose", "pays": 0, "rule": "THB6 4.2"},
        }, "envy": 0, "net": 3000}],
        "awards": [],
        "jackpot": {"before": 1000000, "contributed": 100, "reserved": 50, "paid": 0, "after": 1000100},
    });
    assert_eq!(settled, expected);
}

#[test]
fn thb6_fold_and_unexposed_with_a_community_quad() {
    let line = format!(
        r#"{{"game":"thb6","readings":{{}},{JACKPOT},"dealer":"2c3d","community":"7c7d7h7sKd","seats":[
        {{"seat":3,"ante":1000,"flop":2000,"progressive":1,"exposed":false}},
        {{"seat":2,"ante":1000,"bonus":100,"flop":2000,"progressive":1,"cards":"AcAd"}},
        {{"seat":1,"ante":1000,"bonus":100,"progressive":1,"cards":"4c4d","decision":"fold"}}]}}"#
    );
    let settled = run(&line);
    assert_eq!(
        awards(&settled),
        [
            "1 community_four_of_a_kind 30000 house",
            "2 community_four_of_a_kind 30000 house"
        ]
    );
    assert_eq!(settled["seats"][0]["hand"], Value::Null);
    assert_eq!(net(&settled, 0), -3500);
    // The ace kicker beats the dealer's king: ante 1000, flop 2000, bonus 30 x 100, award 30000, less the unit of 500.
    assert_eq!(net(&settled, 1), 35500);
    assert_eq!(net(&settled, 2), -1000 - 100 - 500 + 30000);
    let paid = run(&line.replace(
        r#""readings":{}"#,
        r#""readings":{"unexposed_community":"paid","fixed_awards":"meter"}"#,
    ));
    assert_eq!(awards(&paid)[2], "3 community_four_of_a_kind 30000 meter");
    assert_eq!(
        paid["jackpot"],
        json!({"before": 1000000, "contributed": 300, "reserved": 150, "paid": 90000, "after": 910300})
    );
}

/// THB6 3.9.1, RWS6 3.11.2a: a folded hand declines no comparison (THB6 3.10.1), shown or not.
#[test]
fn folded_and_unexposed_keeps_the_community_award() {
    let line = |game: &str| {
        format!(
            r#"{{"game":"{game}",{JACKPOT},"dealer":"2c3d","community":"7c7d7h7sKd","seats":[
            {{"seat":1,"ante":1000,"bonus":100,"progressive":1,"decision":"fold","exposed":false}},
            {{"seat":2,"ante":1000,"flop":2000,"progressive":1,"exposed":false}}]}}"#
        )
    };
    let name = "community_four_of_a_kind 30000 house";
    let thb = run(&line("thb6"));
    assert_eq!(awards(&thb), [format!("1 {name}")]);
    assert_eq!(net(&thb, 0), 30000 - 1000 - 100 - 500);
    assert_eq!(net(&thb, 1), -3500);
    assert_eq!(thb["seats"][0]["hand"], Value::Null);
    // RWS6 is silent about a hand that is not shown: ours keeps the community award.
    let rws = run(&line("rws6"));
    assert_eq!(awards(&rws), [format!("1 {name}"), format!("2 {name}")]);
    // ML6 and ML9 count the hole cards with the flop (4.2), and nobody has seen these (3.10.1).
    for game in ["ml6", "ml9"] {
        let megalink = run(&line(game).replace("7c7d7h7sKd", "7c7d7hKsKd"));
        assert_eq!(awards(&megalink), [""; 0], "{game}");
        assert_eq!(net(&megalink, 0), -1600, "{game}");
    }
}

/// THB6 5.11: a check at the Turn or the River does not fold, so that 3.10.1 holds for the hand.
#[test]
fn absent_after_the_flop_and_unexposed_loses_the_community_award() {
    let settled = run(&format!(
        r#"{{"game":"thb6",{JACKPOT},"dealer":"2c3d","community":"7c7d7h7sKd","seats":[
        {{"seat":1,"ante":1000,"flop":2000,"progressive":1,"decision":"absent","exposed":false}}]}}"#
    ));
    assert_eq!(awards(&settled), [""; 0]);
    assert_eq!(net(&settled, 0), -3500);
}

#[test]
fn thb6_royals_on_turn_and_river_against_the_community() {
    // The board is a straight flush to the king; the ace makes a royal on the river: 5 % of $10,000 is less than $1,500.
    let line = r#"{"game":"thb6","unit":500,"jackpot":{"meter":1000000},"dealer":"2c3d","community":"9hKhQhJhTh","seats":[
        {"seat":1,"ante":1000,"flop":2000,"progressive":1,"cards":"Ah2s"}]}"#;
    assert_eq!(
        awards(&run(line)),
        ["1 community_straight_flush 150000 house"]
    );
    let tie = line.replace("1000000", "3000000");
    assert_eq!(
        awards(&run(&tie)),
        ["1 community_straight_flush 150000 house"]
    );
    let more = line.replace("1000000", "3000039");
    assert_eq!(awards(&run(&more)), ["1 royal_flush_on_river 150001 meter"]);
    let turn = line.replace("9hKhQhJhTh", "KhQhJhTh9h");
    assert_eq!(awards(&run(&turn)), ["1 royal_flush_on_turn 250000 meter"]);
}

#[test]
fn fixed_awards_off_a_short_meter_are_topped_up_by_the_house() {
    let settled = run(
        r#"{"game":"thb6","readings":{"fixed_awards":"meter"},"unit":500,"jackpot":{"meter":40000},"dealer":"2c3d","community":"7c7d7h7sKd","seats":[
        {"seat":1,"ante":1000,"progressive":1,"cards":"4c4d","decision":"fold"},
        {"seat":2,"ante":1000,"progressive":1,"cards":"5c5d","decision":"fold"}]}"#,
    );
    let name = "community_four_of_a_kind";
    assert_eq!(
        awards(&settled),
        [
            format!("1 {name} 30000 meter"),
            format!("2 {name} 10000 meter"),
            format!("2 {name} 20000 house")
        ]
    );
    assert_eq!(wager(&settled, 1, "progressive"), "win 30000");
    assert_eq!(settled["jackpot"]["after"], 0);
}

#[test]
fn rws6_excess_is_handed_back_and_bonus_survives_a_loss() {
    let settled = run(
        r#"{"game":"rws6","limits":{"min":1000,"max":5000},"dealer":"QcQd","community":"Qh7s5d9c2s","seats":[
        {"seat":1,"ante":6000,"bonus":6000,"flop":13000,"turn":3000,"river":7000,"cards":"AhKh"}]}"#,
    );
    let wagers = &settled["seats"][0]["wagers"];
    assert_eq!(
        wagers["ante"],
        json!({"stake": 5000, "outcome": "lose", "pays": 0, "excess": 1000, "rule": "RWS6 3.14"})
    );
    assert_eq!(
        wagers["flop"],
        json!({"stake": 10000, "outcome": "lose", "pays": 0, "excess": 3000, "rule": "RWS6 3.14"})
    );
    assert_eq!(
        wagers["turn"],
        json!({"stake": 3000, "outcome": "lose", "pays": 0, "rule": "RWS6 3.14"})
    );
    assert_eq!(
        wagers["river"],
        json!({"stake": 5000, "outcome": "lose", "pays": 0, "excess": 2000, "rule": "RWS6 3.14"})
    );
    assert_eq!(
        wagers["bonus"],
        json!({"stake": 5000, "outcome": "win", "pays": 125000, "excess": 1000, "rule": "RWS6 4.1"})
    );
    assert_eq!(net(&settled, 0), 125000 - 23000);
}

#[test]
fn rws6_bonus_pays_at_most_100_000_dollars_a_box() {
    let settled = run(
        r#"{"game":"rws6","dealer":"AcAd","community":"2c7d9hJsQc","seats":[{"seat":1,"ante":1000,"bonus":20000,"flop":2000,"cards":"AhAs"}]}"#,
    );
    assert_eq!(wager(&settled, 0, "bonus"), "win 10000000");
    assert_eq!(wager(&settled, 0, "flop"), "push 0");
}

#[test]
fn ml6_flush_pays_100_dollars_and_bonus_dies_with_the_hand_by_the_letter() {
    let line = format!(
        r#"{{"game":"ml6","readings":{{"bonus_on_loss":"letter"}},{JACKPOT},"dealer":"9c9d","community":"2h5h9hTd9s","seats":[
        {{"seat":6,"ante":1000,"bonus":100,"flop":2000,"progressive":1,"cards":"AhKh"}}]}}"#
    );
    let settled = run(&line);
    assert_eq!(awards(&settled), ["6 flush 10000 house"]);
    assert_eq!(wager(&settled, 0, "bonus"), "lose 0");
    assert_eq!(net(&settled, 0), 10000 - 500 - 1000 - 2000 - 100);
    let hole_cards = run(&line.replace("letter", "hole_cards"));
    assert_eq!(wager(&hole_cards, 0, "bonus"), "win 2500");
}

#[test]
fn ml9_two_straight_flushes_share_odd_cents_in_dealing_order() {
    let settled = run(
        r#"{"game":"ml9","unit":500,"jackpot":{"meter":1000003,"contribution_bp":1500},"dealer":"2c3d","community":"9s8s7s2h3h","seats":[
        {"seat":5,"ante":1000,"progressive":1,"cards":"JsTs","decision":"fold"},
        {"seat":2,"ante":1000,"progressive":3,"cards":"6s5s","decision":"fold"},
        {"seat":7,"ante":1000,"progressive":2,"cards":"Tc6c","decision":"fold"}]}"#,
    );
    // Contributions: 3000 x 15 % = 450. Pool: 100045 of 1000453, then 90040 of 900408: 190085.
    assert_eq!(
        awards(&settled),
        [
            "7 straight 20000 house",
            "2 straight_flush 95043 meter",
            "5 straight_flush 95042 meter"
        ]
    );
    assert_eq!(
        settled["jackpot"],
        json!({"before": 1000003, "contributed": 450, "reserved": 0, "paid": 190085, "after": 810368})
    );
    assert_eq!(net(&settled, 1), 95043 - 1500 - 1000);
}

#[test]
fn ml9_royal_is_paid_after_a_straight_flush() {
    // Two straight flushes and a royal cannot be dealt on one flop, so that one of each is the worst case.
    let settled = run(
        r#"{"game":"ml9","unit":500,"jackpot":{"meter":1000003,"reset":250000},"dealer":"2c3d","community":"QsJsTs2h3h","seats":[
        {"seat":1,"ante":1000,"progressive":5,"cards":"AsKs","flop":2000},
        {"seat":4,"ante":1000,"progressive":5,"cards":"9s8s","flop":2000}]}"#,
    );
    assert_eq!(
        awards(&settled),
        [
            "4 straight_flush 100000 meter",
            "1 royal_flush 900003 meter"
        ]
    );
    assert_eq!(
        settled["jackpot"],
        json!({"before": 1000003, "contributed": 0, "reserved": 0, "paid": 1000003, "after": 250000})
    );
}
