//! The pit behind its page: who is paid first, and every trouble with its recovery.

use std::time::Duration;

use serde_json::{Value, json};
use shared_rules::games::Game;
use tokio::time::sleep;

use crate::pit_watch::{Pit, Watcher};
use crate::server::{UPGRADE, ask};

/// Two tables bring their own $10,000.00 onto a meter of $10,000.00, and each plays one unit, of which $0.50 goes onto
/// the meter.
const TWO_TABLES: &str = "$30,001.00";
const RESET: &str = "$10,000.00";

fn is_balanced(value: &Value) -> bool {
    value["pit"]["balanced"] == true
}

/// Table 2 enters its hand first and takes the meter, though table 1 was dealt first; table 1 takes the reset value.
async fn entered_first(game: Game, rule: &str) {
    let pit = Pit::open(game, 2);
    let mut page = pit.page().await;
    page.send(&json!({"do": "two_royals"})).await;
    page.claims(&[(2, TWO_TABLES, "final")]).await;
    let both = [(2, TWO_TABLES, "final"), (1, RESET, "after table 2")];
    let view = page.claims(&both).await;
    let waits = view["pit"]["status"]["waits"].to_string();
    let words = format!("Table 2 is paid first: its hand was entered first ({rule})");
    assert!(waits.contains(&words), "{waits}");
    paid_in_order(&mut page, [2, 1]).await;
}

/// Both claims are confirmed; nothing is left, and the meter is the reset value.
async fn paid_in_order(page: &mut Watcher, [first, second]: [u32; 2]) {
    page.confirms(first).await;
    page.claims(&[(second.into(), RESET, "final")]).await;
    page.confirms(second).await;
    let view = page.claims(&[]).await;
    assert_eq!(view["pit"]["meter"], RESET);
    assert!(is_balanced(&view));
}

#[tokio::test]
async fn two_royals_of_thb6_are_paid_as_entered() {
    entered_first(Game::Thb6, "THB6 3.14").await;
}

#[tokio::test]
async fn two_royals_of_ml6_are_paid_as_entered() {
    entered_first(Game::Ml6, "ML6 3.14").await;
}

#[tokio::test]
async fn two_royals_of_ml9_are_paid_as_entered() {
    entered_first(Game::Ml9, "ML9 3.14").await;
}

#[tokio::test]
async fn two_royals_of_tcp5_are_paid_as_entered() {
    entered_first(Game::Tcp5, "TCP5 3.19").await;
}

/// RWS6 4.5: the hand of table 2 waits for table 1, which was dealt first and is paid first.
#[tokio::test]
async fn two_royals_of_rws6_are_paid_as_dealt() {
    let pit = Pit::open(Game::Rws6, 2);
    let mut page = pit.page().await;
    page.send(&json!({"do": "two_royals"})).await;
    let view = page.claims(&[(2, TWO_TABLES, "waiting for table 1")]).await;
    let waits = view["pit"]["status"]["waits"].to_string();
    assert!(waits.contains("(RWS6 4.5)"), "{waits}");
    let both = [(1, TWO_TABLES, "final"), (2, RESET, "after table 1")];
    let view = page.claims(&both).await;
    let waits = view["pit"]["status"]["waits"].to_string();
    let words = "Table 1 is paid first: its hand was dealt first (RWS6 4.5)";
    assert!(waits.contains(words), "{waits}");
    paid_in_order(&mut page, [1, 2]).await;
}

/// The winner's price stands with the other table's $0.50 in it, and the house refunds that.
#[tokio::test]
async fn a_void_after_a_win_is_refunded_by_the_house() {
    for game in [Game::Ml9, Game::Rws6] {
        let pit = Pit::open(game, 2);
        let mut page = pit.page().await;
        page.send(&json!({"do": "void_after_win"})).await;
        page.claims(&[(1, TWO_TABLES, "final")]).await;
        page.log_says("Round 1 of table 2 is void. The house refunds $0.50")
            .await;
        let view = page.claims(&[(1, TWO_TABLES, "final")]).await;
        assert!(is_balanced(&view), "{game:?}");
        page.confirms(1).await;
        let view = page.claims(&[]).await;
        assert_eq!(view["pit"]["meter"], RESET, "{game:?}");
        assert!(is_balanced(&view), "{game:?}");
    }
}

/// STANDARDS 28: the table without a link takes no bets, the other one plays, and both are well when it is mended.
#[tokio::test]
async fn a_cut_link_stops_one_table_until_it_is_mended() {
    let pit = Pit::open(Game::Ml9, 2);
    let (mut page, mut one, mut two) = (pit.page().await, pit.table(1).await, pit.table(2).await);
    page.send(&json!({"do": "cut", "table": 1, "on": true}))
        .await;
    page.link(1, "cut").await;
    one.sign("LINK LOST").await;
    // The page gives a reason once the console has heard of it.
    one.log_says("Fault: the link to the pool").await;
    let words = "The link to the pool is down: no round opens";
    let waits = |value: &Value| value["view"]["status"]["waits"].to_string();
    one.until(words, |value| waits(value).contains(words)).await;
    one.send(&json!({"do": "press", "key": "place_your_bets"}))
        .await;
    one.log_says("The link to the pool is down: no round opens")
        .await;
    page.send(&json!({"do": "two_royals"})).await;
    page.error("Two tables between rounds are needed").await;
    two.plays().await;
    page.send(&json!({"do": "cut", "table": 1, "on": false}))
        .await;
    page.link(1, "linked").await;
    one.plays().await;
}

/// A pool that is killed in the middle of two rounds goes on from its log; nothing that was priced changes.
#[tokio::test]
async fn a_killed_pool_goes_on_from_its_log() {
    let pit = Pit::open(Game::Ml9, 2);
    let (mut page, mut one) = (pit.page().await, pit.table(1).await);
    page.send(&json!({"do": "two_royals"})).await;
    page.claims(&[(2, TWO_TABLES, "final")]).await;
    page.send(&json!({"do": "pool", "on": false})).await;
    page.waits("The pool is dead").await;
    page.link(1, "lost").await;
    page.link(2, "lost").await;
    one.sign("LINK LOST").await;
    page.send(&json!({"do": "pool", "on": false})).await;
    page.error("The pool is dead already").await;
    // The round of table 1 has gone on meanwhile, and is entered as soon as the pool is back.
    one.phase("settled").await;
    page.send(&json!({"do": "pool", "on": true})).await;
    page.link(1, "linked").await;
    page.link(2, "linked").await;
    let both = [(2, TWO_TABLES, "final"), (1, RESET, "after table 2")];
    page.claims(&both).await;
    page.send(&json!({"do": "pool", "on": true})).await;
    page.error("The pool runs already").await;
    paid_in_order(&mut page, [2, 1]).await;
}

/// Whenever the pool dies during two rounds, both are priced in the same order after its next start. Two further tables
/// have their links cut meanwhile, and play afterwards.
#[tokio::test]
async fn a_pool_may_die_at_any_moment() {
    let pit = Pit::open(Game::Ml9, 4);
    let mut page = pit.page().await;
    for (round, die_after_ms) in [(1, 100), (2, 900), (3, 1_800), (4, 2_700)] {
        for table in [3, 4] {
            page.send(&json!({"do": "cut", "table": table, "on": true}))
                .await;
            page.link(table, "cut").await;
        }
        page.send(&json!({"do": "two_royals"})).await;
        sleep(Duration::from_millis(die_after_ms)).await;
        page.send(&json!({"do": "pool", "on": false})).await;
        page.link(1, "lost").await;
        page.send(&json!({"do": "pool", "on": true})).await;
        for table in [3, 4] {
            page.send(&json!({"do": "cut", "table": table, "on": false}))
                .await;
            page.link(table, "linked").await;
        }
        page.log_says(&format!(
            "Table 1 enters round {round}: seat 1 has royal flush"
        ))
        .await;
        // Later meters hold the reset value and both bets of the round.
        let meter = if round == 1 {
            "$50,001.00"
        } else {
            "$10,001.00"
        };
        page.claims(&[(2, meter, "final"), (1, RESET, "after table 2")])
            .await;
        paid_in_order(&mut page, [2, 1]).await;
    }
}

/// Pages of other servers reach neither the pit nor a table of it, and cannot frame them.
#[test]
fn foreign_pages_are_refused_by_every_table() {
    let pit = Pit::open(Game::Ml9, 2);
    let (host, foreign) = (format!("Host: {}", pit.at), "Host: evil.example");
    for path in ["/", "/table/1/", "/table/2/wire.js"] {
        let answer = ask(pit.at, path, &[&host]);
        assert!(answer.starts_with("HTTP/1.1 200"), "{path}: {answer}");
        assert!(answer.contains("frame-ancestors 'self'"), "{path}");
        let answer = ask(pit.at, path, &[foreign]);
        assert!(answer.starts_with("HTTP/1.1 403"), "{path}: {answer}");
    }
    for path in ["/socket", "/table/1/socket"] {
        let mut headers = vec![host.as_str(), "Origin: https://evil.example"];
        headers.extend(UPGRADE);
        let answer = ask(pit.at, path, &headers);
        assert!(answer.starts_with("HTTP/1.1 403"), "{path}: {answer}");
    }
}

/// Asks for what there is not.
#[tokio::test]
async fn bad_asks_are_answered() {
    let pit = Pit::open(Game::Ml9, 2);
    let mut page = pit.page().await;
    for (ask, words) in [
        (
            json!({"do": "cut", "table": 3, "on": true}),
            "There is no table 3",
        ),
        (json!({"do": "confirm", "table": 1}), "No claim of table 1"),
        (json!({"do": "rob"}), "not understood"),
    ] {
        page.send(&ask).await;
        page.error(words).await;
    }
    page.send(&json!({"do": "two_royals"})).await;
    page.send(&json!({"do": "void_after_win"})).await;
    page.error("Two royals at once is being played").await;
    // Each table answers under its own path and nowhere else.
    pit.table(2).await;
    let url = format!("ws://{}/table/3/socket", pit.at);
    let refused = tokio_tungstenite::connect_async(url).await;
    assert!(refused.is_err(), "table 3");
}
