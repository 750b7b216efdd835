//! The pit at its page: two royals, every trouble and its recovery, and rounds that are played by hand in a frame.

use fantoccini::Locator;
use serde_json::json;

use crate::chromium::Browser;

/// Four tables, each of which has brought its own $10,000.00 onto a meter of $10,000.00.
async fn open(name: &str, arguments: &[&str]) -> Browser {
    let browser = Browser::open_command(name, "pit", arguments).await;
    for table in 1..=4 {
        link(&browser, table, "linked").await;
        sign(&browser, table, "JACKPOT, $50,000.00").await;
    }
    browser
}

/// Waits until a table's sign, in its frame, shows these words.
async fn sign(browser: &Browser, table: u8, words: &str) {
    let frame = format!("document.querySelector('#table-{table} iframe').contentDocument");
    let label = format!("{frame}.getElementById('sign').getAttribute('aria-label')");
    let script = format!("{label}.includes({})", json!(words));
    let what = format!("table {table}: the sign shows {words:?}");
    browser.until(&what, &script).await;
}

async fn link(browser: &Browser, table: u8, state: &str) {
    let script = format!("document.querySelector('#table-{table}[data-link={state}]')");
    browser
        .until(&format!("table {table}: {state}"), &script)
        .await;
}

/// Clicks the button that cuts a table's link or mends it.
async fn cut_or_mend(browser: &Browser, table: u8) {
    browser.click(&format!("#table-{table} h2 button")).await;
}

/// The supervisor confirms as soon as nothing else is played.
async fn confirms(browser: &Browser, table: u8) {
    let label = format!("Supervisor of table {table}: confirm");
    browser.press(&label).await;
}

#[tokio::test]
async fn two_royals_are_paid_as_entered() {
    let browser = open("pit-royals", &[]).await;
    browser.picture("pit-1-before").await;
    browser.press("Two royals at once").await;
    browser
        .reads("queue", "seat 1, royal flush: $50,001.00")
        .await;
    browser
        .reads("queue", "seat 1, royal flush: $10,000.00")
        .await;
    browser.reads("queue", "after table 2").await;
    let words = "Table 2 is paid first: its hand was entered first (ML9 3.14)";
    browser.reads("waits", words).await;
    let words = "table 1 was dealt first, table 2 enters its hand first";
    browser.reads("last", words).await;
    sign(&browser, 2, "PENDING: SEAT 1").await;
    let frame = "document.querySelector('#table-1 iframe').contentDocument";
    let words = "The pool has not said yet what the royal flush of seat 1 wins";
    let alerts = format!("{frame}.getElementById('alerts').innerText.includes('{words}')");
    browser.until(words, &alerts).await;
    browser.picture("pit-2-royals").await;
    browser.whole_picture("pit-3-royals-whole").await;
    confirms(&browser, 2).await;
    browser.reads("log", "Round 1 of table 2 is paid").await;
    sign(&browser, 3, "WIN: TABLE 2").await;
    confirms(&browser, 1).await;
    browser.reads("log", "Round 1 of table 1 is paid").await;
    browser.reads("waits", "No claim waits").await;
    browser.reads("meter", "$10,000.00").await;
    // A second click pays the last rounds, and plays the next ones.
    browser.press("Two royals at once").await;
    browser
        .reads("queue", "seat 1, royal flush: $10,001.00")
        .await;
    browser.reads("log", "Table 1 opens round 2").await;
    browser.close().await;
}

/// The picture of the documentation: two tables with the log beneath them.
#[tokio::test]
async fn two_tables_and_their_log() {
    let arguments = ["--tables", "2"];
    let browser = Browser::open_command("pit-picture", "pit", &arguments).await;
    link(&browser, 2, "linked").await;
    browser.press("Two royals at once").await;
    browser.reads("queue", "after table 2").await;
    sign(&browser, 2, "$30,001.00").await;
    browser.reads("log", "Table 1 enters round 1").await;
    browser.whole_picture("pit").await;
    browser.close().await;
}

#[tokio::test]
async fn two_royals_of_rws6_wait_for_the_hand_dealt_first() {
    let browser = open("pit-dealt", &["--game", "rws6"]).await;
    browser.press("Two royals at once").await;
    // The queue shows it for a moment, the log for good.
    browser
        .reads("log", "$50,001.00, waiting for table 1")
        .await;
    browser.picture("pit-4-waiting").await;
    let words = "Table 1 is paid first: its hand was dealt first (RWS6 4.5)";
    browser.reads("waits", words).await;
    browser.reads("queue", "after table 1").await;
    browser.close().await;
}

#[tokio::test]
async fn a_void_after_a_win() {
    let browser = open("pit-void", &[]).await;
    browser.press("Void after another table has won").await;
    browser.reads("queue", "$50,001.00").await;
    let words = "Round 1 of table 2 is void. The house refunds $0.50";
    browser.reads("log", words).await;
    browser.reads("queue", "$50,001.00").await;
    browser.reads("sums", "$0.50").await;
    browser.picture("pit-5-void").await;
    browser.close().await;
}

#[tokio::test]
async fn a_cut_link_and_its_recovery() {
    let browser = open("pit-cut", &[]).await;
    cut_or_mend(&browser, 3).await;
    sign(&browser, 3, "LINK LOST").await;
    link(&browser, 3, "cut").await;
    browser.reads("alerts", "No pool is heard at table 3").await;
    link(&browser, 4, "linked").await;
    browser.picture("pit-6-cut").await;
    browser.whole_picture("pit-7-cut-whole").await;
    cut_or_mend(&browser, 3).await;
    link(&browser, 3, "linked").await;
    sign(&browser, 3, "JACKPOT, $50,000.00").await;
    browser.close().await;
}

#[tokio::test]
async fn a_killed_pool_and_its_start() {
    let browser = open("pit-kill", &[]).await;
    browser.press("Kill the pool").await;
    browser.reads("waits", "The pool is dead").await;
    for table in 1..=4 {
        link(&browser, table, "lost").await;
    }
    sign(&browser, 1, "LINK LOST").await;
    // The buttons that need a pool say why they do nothing.
    let royals = "#troubles button[aria-disabled=true]";
    browser.click(royals).await;
    browser
        .reads("toasts", "The pool is dead: start it first")
        .await;
    browser.picture("pit-8-killed").await;
    browser.press("Start the pool").await;
    for table in 1..=4 {
        link(&browser, table, "linked").await;
    }
    browser.reads("waits", "No claim waits").await;
    browser.close().await;
}

/// Every table of the pit is a table: a hand plays it in its frame, and the log hears it.
#[tokio::test]
async fn a_round_by_hand_in_a_frame() {
    let browser = open("pit-hand", &[]).await;
    let frame = browser.page.find(Locator::Css("#table-2 iframe")).await;
    let frame = frame.expect("a frame").enter_frame().await;
    frame.expect("its page");
    browser.opens().await;
    browser.bets(1, 2).await;
    browser.bets(4, 1).await;
    browser.lamps(1, 2).await;
    browser.locks().await;
    browser.press("Deal the hands").await;
    browser.plays_to_the_river().await;
    browser.page.enter_parent_frame().await.expect("the pit");
    browser
        .reads("log", "Table 2 locks round 1: seat 1 x2, seat 4 x1")
        .await;
    browser.reads("meter", "$50,001.50").await;
    browser.picture("pit-9-by-hand").await;
    browser.close().await;
}

/// The whole page of a linked table has its own button for the link.
#[tokio::test]
async fn a_table_of_the_pit_has_a_page_of_its_own() {
    let browser = open("pit-table", &[]).await;
    let url = browser.page.current_url().await.expect("an address");
    let table = url.join("table/2/").expect("an address");
    browser.page.goto(table.as_str()).await.expect("the page");
    browser.sign_shows("JACKPOT, $50,000.00").await;
    browser.reads("meters", "kept by the pool").await;
    browser.press("Cut the link to the pool").await;
    browser.sign_shows("LINK LOST").await;
    browser
        .reads("alerts", "The link to the pool is down")
        .await;
    browser.picture("pit-10-table").await;
    browser.press("Mend the link to the pool").await;
    browser.sign_shows("JACKPOT, $50,000.00").await;
    browser.close().await;
}

/// Nothing is wider than the page, on a desk and on a telephone.
#[tokio::test]
async fn the_page_fits_every_width() {
    let browser = open("pit-widths", &[]).await;
    browser.press("Two royals at once").await;
    browser.reads("queue", "after table 2").await;
    for (width, height) in [(1280, 800), (1920, 1080), (390, 844)] {
        browser.resize(width, height).await;
        let inner = browser.script("return innerWidth").await;
        assert_eq!(inner, width, "a window of this width");
        let pages =
            "[document, ...[...document.querySelectorAll('iframe')].map(f => f.contentDocument)]";
        let fits = format!(
            "{pages}.every(d => d.documentElement.scrollWidth <= d.defaultView.innerWidth)"
        );
        browser.until(&format!("{width} px fit"), &fits).await;
        let grown = format!(
            "{pages}.slice(1).every(d => d.documentElement.scrollHeight <= d.defaultView.innerHeight)"
        );
        browser.until("frames as high as their pages", &grown).await;
        browser.whole_picture(&format!("pit-width-{width}")).await;
    }
    browser.resize(390, 844).await;
    browser
        .script("document.getElementById('table-2').scrollIntoView()")
        .await;
    browser.picture("pit-width-390-table").await;
    browser.close().await;
}
