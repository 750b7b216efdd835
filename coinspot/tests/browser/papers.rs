//! Files that a page takes away: a round as JSON and as an address, the journal as a file, the steps of a session.

use std::io::Write;
use std::process::{Command, Stdio};

use fantoccini::Locator;
use serde_json::{Value, json};

use crate::chromium::{Browser, target};

/// A text of the table's server, as the page gets it.
async fn fetched(browser: &Browser, path: &str) -> String {
    let script =
        "const [path, done] = arguments; fetch(path).then(answer => answer.text()).then(done)";
    let text = browser.page.execute_async(script, vec![json!(path)]).await;
    text.expect("an answer").as_str().expect("text").to_owned()
}

/// The output of `coinspot` for this input.
fn coinspot(arguments: &[&str], input: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_coinspot"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program");
    let mut stdin = child.stdin.take().expect("its input");
    stdin.write_all(input.as_bytes()).expect("input");
    drop(stdin);
    let output = child.wait_with_output().expect("its end");
    assert!(output.status.success(), "{arguments:?}");
    String::from_utf8(output.stdout).expect("text")
}

/// A royal and a straight flush, settled.
async fn settled() -> Browser {
    let browser = Browser::open("papers", &[]).await;
    browser.bets_on_two_awards().await;
    browser.locks().await;
    browser.press("Deal the hands").await;
    browser.plays_to_the_river().await;
    browser.settles().await;
    browser
}

#[tokio::test]
async fn a_round_is_a_link() {
    let browser = settled().await;
    let shown = "!document.getElementById('round-tools').hidden";
    browser.until("the round can be taken away", shown).await;
    browser.picture("round-tools").await;
    let address = browser
        .script("return document.getElementById('round-open').href")
        .await;
    let address = address.as_str().expect("an address").to_owned();
    assert!(address.contains("/round.html#"), "{address}");
    browser.page.goto(&address).await.expect("the round's page");
    browser.reads("shown", "royal flush").await;
    browser.reads("shown", "$9,003.60").await;
    browser.reads("shown", "$1,000.40").await;
    browser.picture("round-page").await;
    let round = browser
        .script("return document.getElementById('round').textContent")
        .await;
    let round = round.as_str().expect("a round").to_owned();
    let shown = browser
        .script("return document.getElementById('shown').textContent")
        .await;
    let settled = browser
        .script("return document.getElementById('settled').textContent")
        .await;
    let shown = shown.as_str().expect("text");
    assert_eq!(coinspot(&["show", "-"], &round).trim(), shown.trim());
    assert_eq!(
        coinspot(&["settle"], &round).trim(),
        settled.as_str().expect("text")
    );
    browser.close().await;
}

#[tokio::test]
async fn a_bad_round_in_the_address_has_words() {
    let browser = Browser::open("bad-round", &[]).await;
    let here = browser.page.current_url().await.expect("an address");
    for (fragment, words) in [
        ("", "There is no round in this address"),
        ("#nonsense", "not JSON"),
        ("#%7B%22game%22%3A%22poker%22%7D", "unknown game"),
        ("#%E0%A4%A", "The round cannot be settled"),
    ] {
        let address = format!("{here}round.html{fragment}");
        browser
            .page
            .goto("about:blank")
            .await
            .expect("another page");
        browser.page.goto(&address).await.expect("the round's page");
        browser.reads("why", words).await;
    }
    browser.close().await;
}

#[tokio::test]
async fn the_journal_is_filtered_and_saved() {
    let browser = settled().await;
    browser.press("Journal").await;
    browser.reads("log", "Settled; the jackpot stands at").await;
    browser.click("#log-kind option[value=money]").await;
    browser.reads("log-count", " of the last ").await;
    let kinds =
        "return [...new Set([...document.querySelectorAll('#log li')].map(li => li.className))]";
    assert_eq!(browser.script(kinds).await, json!(["money"]));
    browser.click("#log-kind option[value='']").await;
    browser
        .find("#log-words")
        .await
        .send_keys("seat 3")
        .await
        .expect("words");
    browser.reads("log-count", " of the last ").await;
    let all = "return [...document.querySelectorAll('#log li')].every(li => /seat 3/i.test(li.textContent))";
    assert_eq!(browser.script(all).await, json!(true));
    browser.picture("journal-filter").await;
    let csv = fetched(&browser, "papers/journal.csv").await;
    let head =
        "number,kind,event,time,boot,seconds_since_start,person,round,amount,wins,unreasonable\n";
    assert!(csv.starts_with(head), "{csv}");
    assert!(csv.contains("1:royal_flush:900360"), "{csv}");
    let journal = fetched(&browser, "papers/journal.json").await;
    let journal: Value = serde_json::from_str(&journal).expect("JSON");
    assert_eq!(
        journal["entries"].as_array().expect("entries").len() + 1,
        csv.lines().count()
    );
    browser.close().await;
}

/// A session of one table, saved and played again at another: the same cards, the same payments.
#[tokio::test]
async fn steps_are_saved_and_played_again() {
    let browser = Browser::open("steps", &["--game", "thb6"]).await;
    browser.picks_hand(2, &["As", "Ks"]).await;
    browser.opens().await;
    browser.bets(2, 1).await;
    browser.bets(5, 1).await;
    browser.lamps(5, 1).await;
    browser.locks().await;
    browser.press("Deal the hands").await;
    browser.plays_to_the_river().await;
    browser.settles().await;
    let seen = "return ['seats', 'dealer', 'board', 'payments', 'meters'].map(id => document.getElementById(id).innerText)";
    let first = browser.script(seen).await;
    let steps = fetched(&browser, "papers/steps.json").await;
    assert!(steps.contains("\"coinspot_steps\":1"), "{steps}");
    browser.close().await;
    let file = target().join("browser/steps.json");
    std::fs::write(&file, &steps).expect("a file");
    // Another game, and a shoe that has dealt before: the file says the game and holds the cards.
    let again = Browser::open("steps-again", &[]).await;
    again.opens().await;
    again.click(&Browser::at(1, ".ante")).await;
    again.locks().await;
    again.press("Deal the hands").await;
    again.promises(&Browser::at(1, ".cards .dealt"), "").await;
    again.turns_the_key().await;
    again.press("Void").await;
    again.phase("void").await;
    again.click("#supervisor").await;
    again.press("Journal").await;
    let input = again
        .page
        .find(Locator::Css("#steps-file"))
        .await
        .expect("the field");
    again
        .script("document.getElementById('steps-file').hidden = false")
        .await;
    input
        .send_keys(&file.display().to_string())
        .await
        .expect("a file");
    again.reads("steps-say", "Step ").await;
    again.reads("steps-say", "All steps are played").await;
    again.phase("settled").await;
    again.press("Payments").await;
    assert_eq!(again.script(seen).await, first);
    again.picture("steps-again").await;
    again.close().await;
}
