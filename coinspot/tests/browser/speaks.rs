//! The page speaks: the status line, a press without effect, chips that do not count, power that is off.

use crate::chromium::Browser;

with_both_engines!(chips_before_the_opening_are_said_and_mended);

/// The controller only counts these presses: the page says why.
#[tokio::test]
async fn five_silent_presses_have_words() {
    let browser = Browser::open("presses", &[]).await;
    let words = "Waits for the dealer: Place your bets";
    browser.reads("waits", words).await;
    browser.press("No more bets").await;
    browser.reads("toasts", "Bets are not open (ML9 3.2)").await;
    browser.picture("15-press-no-round").await;
    browser.opens().await;
    browser.press("No more bets").await;
    let words = "No hand takes part (ML9 3.4)";
    browser.reads("toasts", words).await;
    let words = "No hand takes part (ML9 3.4)";
    browser.reads("alerts", words).await;
    browser.press("Place your bets").await;
    let words = "The round is not over (ML9 1.1.13)";
    browser.reads("toasts", words).await;
    browser.picture("16-press-while-open").await;
    browser.click(&Browser::at(2, ".ante")).await;
    browser.locks().await;
    browser.click("[data-trouble=\"broken_chain\"]").await;
    let words = "The chain under the felt is broken";
    browser.reads("alerts", words).await;
    browser.click("[data-trouble=\"broken_chain\"]").await;
    let words = "Waits for the shift manager: play on or void (ML9 6.1)";
    browser.reads("waits", words).await;
    let script = "!document.getElementById('alerts').innerText.includes('chain')";
    browser.until("the chain is mended", script).await;
    for key in ["Place your bets", "No more bets", "Void"] {
        browser.forget_toasts().await;
        browser.press(key).await;
        let words = "he shift manager has to decide first (ML9 6.1)";
        browser.reads("toasts", words).await;
    }
    browser.picture("17-press-ruling").await;
    browser.close().await;
}

#[tokio::test]
async fn a_press_with_the_sign_out_has_words() {
    let browser = Browser::open("sign-out", &[]).await;
    browser.click("[data-trouble=\"sign_cable\"]").await;
    let words =
        "The link to the sign is down: no round opens, no further chip counts (9 NYCRR 5321.18(c))";
    browser.reads("alerts", words).await;
    browser.press("Place your bets").await;
    let words = "The link to the sign is down: no round opens";
    browser.reads("toasts", words).await;
    browser.picture("18-press-sign-out").await;
    browser.click("#alerts button").await;
    let script = "document.getElementById('alerts').children.length === 0";
    browser.until("no alert", script).await;
    browser.opens().await;
    browser.close().await;
}

/// The trap for newcomers: chips before the opening are no bet. One click mends it.
async fn chips_before_the_opening_are_said_and_mended(engine: &str) {
    let browser = Browser::open("early", &["--engine", engine]).await;
    browser.bets(2, 1).await;
    browser.bets(4, 3).await;
    let words = "3 chips, bets are not open: no bet (ML9 3.1)";
    browser.note(4, words).await;
    browser
        .picture(&format!("19-before-the-opening-{engine}"))
        .await;
    browser.opens().await;
    let early = "1 chip, there before the opening: no bet (ML9 3.1)";
    browser.note(2, early).await;
    let words = "Seats 2 and 4: chips there before the opening are no bet (ML9 3.1)";
    browser.reads("alerts", words).await;
    browser.lamps(2, 0).await;
    browser.picture(&format!("20-early-chips-{engine}")).await;
    browser.click("#alerts button").await;
    browser.lamps(2, 1).await;
    browser.lamps(4, 3).await;
    browser.has_no_note(2).await;
    browser
        .picture(&format!("21-early-chips-mended-{engine}"))
        .await;
    browser.close().await;
}

/// Chips that nobody mends go back, and the settlement says so.
#[tokio::test]
async fn chips_that_do_not_count_are_settled_in_words() {
    let browser = Browser::open("no-bet", &["--game", "ml6"]).await;
    browser.bets(2, 1).await;
    browser.opens().await;
    browser.bets(3, 2).await;
    let words = "2 progressive units, where at most 1 may be wagered";
    browser.note(3, words).await;
    browser.click(&Browser::at(5, ".coin")).await;
    let words = "a progressive wager without its base wager";
    browser.note(5, words).await;
    browser.picture("22-chips-that-do-not-count").await;
    browser
        .click(&Browser::at(5, ".steps button:first-child"))
        .await;
    browser.lamps(5, 1).await;
    browser.locks().await;
    let line = "1 chip, there before the opening: no bet, goes back (ML6 3.1)";
    browser.note(2, line).await;
    for step in [
        "Deal the hands",
        "All raise: Flop $20",
        "Show the flop",
        "Show the turn",
        "Show the river",
        "Settle",
    ] {
        browser.press(step).await;
    }
    browser.phase("settled").await;
    browser.reads("payments", line).await;
    let words = "over the maximum goes back (ML6 5.14)";
    browser.reads("payments", words).await;
    browser.picture("23-no-bet-settled").await;
    browser.close().await;
}

/// Power that is off looks off, and the door is said in words.
#[tokio::test]
async fn power_and_door_are_said() {
    let browser = Browser::open("off", &[]).await;
    browser.click("#door").await;
    browser.reads("alerts", "The service door is open").await;
    browser.click("[data-trouble=\"power_cut\"]").await;
    browser.reads("waits", "The power is off").await;
    let off = "document.body.classList.contains('off')";
    browser.until("the page looks off", off).await;
    browser.press("Place your bets").await;
    browser.reads("toasts", "The table has no power").await;
    browser.picture("24-power-off").await;
    browser.close().await;
}

/// Nothing hangs over the edge of a phone, and no text covers another.
#[tokio::test]
async fn the_page_fits_a_phone() {
    let browser = Browser::open("phone", &[]).await;
    browser.bets(2, 1).await;
    browser.opens().await;
    browser.bets(3, 2).await;
    browser.resize(390, 844).await;
    let fits = "document.documentElement.scrollWidth <= innerWidth";
    browser.until("nothing hangs over the edge", fits).await;
    browser.whole_picture("25-phone").await;
    browser.click("#tab-irregular").await;
    browser.click("[data-subject=\"3\"]").await;
    browser.until("nothing hangs over the edge", fits).await;
    browser.whole_picture("26-phone-irregular").await;
    browser.close().await;
}
