//! Every trouble at the page, and its recovery: with the host's controller and with the board's image.

use crate::chromium::Browser;

/// Clicks a trouble's button: begins it, or ends it.
async fn trouble(browser: &Browser, name: &str) {
    browser.click(&format!("[data-trouble=\"{name}\"]")).await;
}

async fn locked(engine: &str) -> Browser {
    let browser = Browser::open("troubles", &["--engine", engine]).await;
    browser.opens().await;
    browser.bets(2, 2).await;
    browser.bets(4, 3).await;
    browser.lamps(4, 3).await;
    browser.locks().await;
    browser.press("Journal").await;
    browser
}

/// A lamp of the table itself.
async fn is_lit(browser: &Browser, bit: u8, lit: bool) {
    let class = format!("document.querySelector('.led[data-bit=\"{bit}\"]').classList");
    let script = format!("{class}.contains('lit') === {lit}");
    browser.until(&format!("bit {bit} {lit}"), &script).await;
}

with_both_engines!(
    a_power_cut_in_the_middle_of_a_round,
    the_signs_cable_is_pulled,
    noise_on_the_consoles_wire_delays_and_changes_nothing,
    stray_light_and_a_stuck_gate,
    a_chip_is_moved_after_the_lock,
    forged_commands_are_refused_and_keep_nobody_out,
);

const FAULT: u8 = 46;
const ALARM: u8 = 47;

async fn a_power_cut_in_the_middle_of_a_round(engine: &str) {
    let browser = locked(engine).await;
    browser.press("Deal the hands").await;
    browser.reads("log", "Seat 4 is dealt").await;
    trouble(&browser, "power_cut").await;
    browser.lamps(4, 0).await;
    browser.sign_shows("NO LINK: LAST KNOWN, $10,002.50").await;
    browser.press("All raise: Flop $20").await;
    browser.reads("toasts", "The table has no power").await;
    browser.picture(&format!("6-power-cut-{engine}")).await;
    trouble(&browser, "power_cut").await;
    let words = "The controller started for the 2nd time";
    browser.reads("log", words).await;
    browser.lamps(4, 3).await;
    browser.sign_shows("NO MORE BETS, $10,002.50").await;
    // Each player may withdraw (ML9 5.16.1), and the contribution goes back with the wager.
    browser.reads("seats", "Play on or withdraw?").await;
    browser.picture(&format!("7-asked-{engine}")).await;
    browser
        .click(&Browser::at(2, ".steps button:first-child"))
        .await;
    browser
        .click(&Browser::at(4, ".steps button:nth-child(2)"))
        .await;
    browser.reads("log", "Seat 4 withdraws").await;
    browser.plays_to_the_river().await;
    browser.settles().await;
    let words = "the jackpot stands at $10,001.00";
    browser.reads("log", words).await;
    browser.close().await;
}

async fn the_signs_cable_is_pulled(engine: &str) {
    let browser = locked(engine).await;
    trouble(&browser, "sign_cable").await;
    browser.sign_shows("NO LINK: LAST KNOWN").await;
    browser.reads("log", "Fault: the link to the sign").await;
    is_lit(&browser, FAULT, true).await;
    browser.picture(&format!("8-sign-cable-{engine}")).await;
    trouble(&browser, "sign_cable").await;
    browser.sign_shows("NO MORE BETS, $10,002.50").await;
    browser.reads("log", "Mended: the link to the sign").await;
    is_lit(&browser, FAULT, false).await;
    browser.close().await;
}

async fn noise_on_the_consoles_wire_delays_and_changes_nothing(engine: &str) {
    let browser = locked(engine).await;
    trouble(&browser, "console_noise").await;
    browser.press("Deal the hands").await;
    browser.reads("log", "Seat 2 is dealt").await;
    browser.reads("log", "Seat 4 is dealt").await;
    trouble(&browser, "console_noise").await;
    browser.press("All raise: Flop $20").await;
    browser.reads("log", "Flop: seats 2 and 4").await;
    browser.close().await;
}

/// While bets are open: the seat that was touched last is faulted, the others play on.
async fn stray_light_and_a_stuck_gate(engine: &str) {
    for (name, text) in [
        ("stray_light", "Shade the light"),
        ("stuck_gate", "Free the gate"),
    ] {
        let browser = Browser::open(name, &["--engine", engine]).await;
        browser.opens().await;
        browser.bets(3, 1).await;
        browser.bets(5, 1).await;
        browser.lamps(5, 1).await;
        trouble(&browser, name).await;
        browser.lamps(5, 0).await;
        browser.lamps(3, 1).await;
        browser.reads("troubles", &format!("{text} (seat 5)")).await;
        browser.press("Journal").await;
        browser.reads("log", "Fault: the sensors of seat 5").await;
        browser.sign_shows("FAULT, SEAT 5 SENSORS").await;
        browser.picture(&format!("9-{name}-{engine}")).await;
        trouble(&browser, name).await;
        browser.reads("log", "Mended: the sensors of seat 5").await;
        browser.lamps(5, 1).await;
        browser.close().await;
    }
}

async fn a_chip_is_moved_after_the_lock(engine: &str) {
    let browser = locked(engine).await;
    trouble(&browser, "chip_moved").await;
    is_lit(&browser, ALARM, true).await;
    browser.lamps(2, 2).await;
    let words = "Seat 2: chips moved after the close, 1 lie there now";
    browser.reads("log", words).await;
    browser.picture(&format!("10-chip-moved-{engine}")).await;
    trouble(&browser, "chip_moved").await;
    let words = "Seat 2: chips moved after the close, 2 lie there now";
    browser.reads("log", words).await;
    is_lit(&browser, ALARM, false).await;
    browser.close().await;
}

async fn forged_commands_are_refused_and_keep_nobody_out(engine: &str) {
    let browser = locked(engine).await;
    for _ in 0..5 {
        trouble(&browser, "forged_command").await;
    }
    browser.reads("toasts", "The signature is wrong").await;
    let words = "1 refused: not signed by who holds the key";
    browser.reads("log", words).await;
    browser.press("Deal the hands").await;
    browser.reads("log", "Seat 4 is dealt").await;
    browser.picture(&format!("11-forged-{engine}")).await;
    browser.turns_the_key().await;
    browser.press("Void").await;
    browser.phase("void").await;
    browser.close().await;
}
