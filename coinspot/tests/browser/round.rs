//! Rounds of Megalink 9 at the page: bets of one to five units, a royal, and two straight flushes.

use crate::chromium::Browser;

#[tokio::test]
async fn one_to_five_chips_light_their_lamps() {
    let browser = Browser::open("chips", &[]).await;
    browser.sign_shows("JACKPOT, $10,000.00").await;
    browser.picture("1-before").await;
    browser.opens().await;
    for seat in 1..=5 {
        browser.bets(seat, seat).await;
        browser.lamps(seat, seat.into()).await;
    }
    // A chip without its Ante blinks, and the page says under which paragraph.
    browser.click(&Browser::at(6, ".coin")).await;
    let note = "1 chip, a progressive wager without its base wager: no bet (ML9 5.12.1)";
    browser.reads("seats", note).await;
    browser.picture("2-bets").await;
    browser.click(&Browser::at(6, ".less")).await;
    browser.locks().await;
    browser.sign_shows("NO MORE BETS, $10,007.50").await;
    for seat in 1..=5 {
        browser.lamps(seat, seat.into()).await;
    }
    browser.close().await;
}

/// The straight flush is paid first, the royal from what is left (ML9 3.15.2).
#[tokio::test]
async fn a_royal_after_a_straight_flush() {
    let browser = Browser::open("royal", &[]).await;
    browser.bets_on_two_awards().await;
    browser.locks().await;
    browser.sign_shows("NO MORE BETS, $10,004.00").await;
    browser.press("Deal the hands").await;
    browser.press("All raise: Flop $20").await;
    browser.press("Show the flop").await;
    browser.press("Turn $10").await;
    browser.press("Show the turn").await;
    browser.press("Show the river").await;
    browser.settles().await;
    let words = "$1,000.40 to seat 3, straight flush, from the jackpot";
    browser.reads("payments", words).await;
    let words = "$9,003.60 to seat 1, royal flush, from the jackpot";
    browser.reads("payments", words).await;
    browser.reads("payments", "ML9 4.2").await;
    let words = "Seat 3: straight flush, $1,000.40";
    browser.reads("waiting", words).await;
    browser.sign_shows("PENDING: SEAT 3").await;
    browser.reads("meters", "$10,004.00").await;
    browser.picture("3-royal").await;
    confirm_all(&browser).await;
    browser.picture("4-winner").await;
    browser.pays().await;
    browser.sign_shows("JACKPOT, $10,000.00").await;
    browser.close().await;
}

/// 10 % of the jackpot and 10 % of the rest are pooled and split; the odd cent goes to the first (ML9 3.15.1).
#[tokio::test]
async fn a_pair_of_straight_flushes() {
    let browser = Browser::open("pair", &[]).await;
    browser.picks_hand(2, &["Qs", "Ks"]).await;
    browser.picks_hand(6, &["7s", "8s"]).await;
    for (index, card) in ["9s", "Ts", "Js"].into_iter().enumerate() {
        browser.picks("#board", index, card).await;
    }
    browser.opens().await;
    browser.bets(2, 1).await;
    browser.bets(6, 1).await;
    browser.press("No more bets").await;
    browser.press("Deal the hands").await;
    browser.plays_to_the_river().await;
    browser.settles().await;
    let words = "$950.10 to seat 2, straight flush, from the jackpot";
    browser.reads("payments", words).await;
    let words = "$950.09 to seat 6, straight flush, from the jackpot";
    browser.reads("payments", words).await;
    browser.reads("meters", "$8,100.81").await;
    browser.sign_shows("PENDING: SEAT 2").await;
    browser.press("Journal").await;
    let words = "Settled; the jackpot stands at $8,100.81";
    browser.reads("log", words).await;
    browser.picture("5-pair").await;
    browser.close().await;
}

/// Without the key turned the supervisor's command is refused in words; with it the awards go out one by one.
async fn confirm_all(browser: &Browser) {
    browser.click("#confirm").await;
    let words = "The supervisor's key is not turned";
    browser.reads("toasts", words).await;
    browser.turns_the_key().await;
    browser.click("#confirm").await;
    browser.sign_shows("PENDING: SEAT 1").await;
    browser.click("#confirm").await;
    browser.sign_shows("WIN: SEAT 1").await;
    browser.reads("waiting", "No award waits").await;
    browser.click("#supervisor").await;
}
