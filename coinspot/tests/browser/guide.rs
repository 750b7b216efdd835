//! A first visit: somebody does only what the page suggests, and ends with a paid royal flush, in each of the five games.

use serde_json::json;

use crate::chromium::Browser;

/// Longer than any round.
const STEPS_MAX: usize = 24;

/// Everything that a step promises, once it is done: the step's title, the place on the page, its words.
const HOLDEM: &[(&str, &[(&str, &str)])] = &[
    ("Pick a royal flush for seat 4", &[(PICKED, "A♠K♠")]),
    (
        "Press Place your bets",
        &[("#phase", "Bets are open"), ("#log", "Place your bets")],
    ),
    (
        "Place the Ante of seat 4",
        &[(".seat[data-seat='4'] .ante", "$10")],
    ),
    (
        "Put a chip on the coin spot of seat 4",
        &[(COIN, "1 chip, 1 lamp is lit")],
    ),
    (
        "Press No more bets",
        &[
            ("#log", "No more bets; locked: seat 4 x1"),
            (SIGN, "NO MORE BETS"),
        ],
    ),
    (
        "Press Deal the hands",
        &[(CARDS, "K♠A♠"), (HAND, "Progressive: ace high so far")],
    ),
    (
        "Press All raise: Flop $20",
        &[(".seat[data-seat='4'] .stakes", "Flop $20")],
    ),
    (
        "Press Show the flop",
        &[
            ("#board", "Q♠J♠10♠"),
            (HAND, "Progressive: royal flush so far"),
        ],
    ),
    ("Press Show the turn", &[("#phase", "River")]),
    (
        "Press Show the river",
        &[(HAND, "Progressive: royal flush")],
    ),
    ("Press Settle", SETTLED),
    ("Turn the key switch", &[(SWITCH, "true")]),
    (
        "Press Confirm",
        &[("#waiting", "No award waits"), (SIGN, "WIN: SEAT 4")],
    ),
    ("Turn the key back", &[(SWITCH, "false")]),
    ("Press Pay and clear", PAID),
];

/// The same in Three Card Poker, which has no community cards: their steps are left out.
const THREE_CARDS: [(&str, &str); 5] = [
    ("A♠K♠", "A♠K♠Q♠"),
    ("K♠A♠", "Q♠K♠A♠"),
    ("Progressive: ace high so far", "Progressive: royal flush"),
    ("Press All raise: Flop $20", "Press All raise: Play $10"),
    ("Flop $20", "Play $10"),
];

/// The words of a game where hold'em has these.
fn in_game(game: &str, words: &'static str) -> &'static str {
    let mut three_cards = THREE_CARDS.iter().filter(|_| game == "tcp5");
    let found = three_cards.find(|(holdem, _)| *holdem == words);
    found.map_or(words, |(_, three)| three)
}

const SETTLED: &[(&str, &str)] = &[
    (HAND, "Progressive wins: royal flush"),
    ("#dealer-hand", "Dealer: "),
    ("#payments", "to seat 4, royal flush"),
    ("#payments", "from the jackpot"),
    ("#waiting", "Seat 4: royal flush"),
    (SIGN, "PENDING: SEAT 4"),
];

const PAID: &[(&str, &str)] = &[
    ("#phase", "Paid"),
    ("#guide-title", "The royal flush"),
    ("#guide-why", "Seat 4 has $10,000"),
    ("#meters", "$10,000.00"),
    (SIGN, "JACKPOT"),
];

const PICKED: &str = ".seat[data-seat='4'] .cards";
const CARDS: &str = PICKED;
const HAND: &str = ".seat[data-seat='4'] .hand";
const COIN: &str = ".seat[data-seat='4'] .coin";
const SWITCH: &str = "#supervisor";
const SIGN: &str = "#sign";

impl Browser {
    /// Waits until a place on the page has these words: its text, its name, or the position of a switch.
    pub async fn promises(&self, css: &str, words: &str) {
        let script = format!(
            "[...document.querySelectorAll({})].some(e => (e.textContent + e.getAttribute('aria-label') + \
             e.getAttribute('aria-checked')).includes({}))",
            json!(css),
            json!(words)
        );
        self.until(&format!("{css} says {words:?}"), &script).await;
    }

    /// The title of the suggested step, once its control is marked.
    async fn suggested(&self) -> String {
        let is_there = "document.getElementById('guide-title').textContent !== ''";
        self.until("a suggestion", is_there).await;
        let title = self.script("return document.getElementById('guide-title').textContent");
        title.await.as_str().expect("a title").to_owned()
    }

    /// Clicks the marked control and waits for another suggestion.
    async fn follows(&self, title: &str) {
        let marked = "document.querySelectorAll('.marked').length === 1";
        self.until(&format!("a control for {title:?}"), marked)
            .await;
        self.click(".marked").await;
        let next = format!(
            "document.getElementById('guide-title').textContent !== {}",
            json!(title)
        );
        self.until(&format!("a step after {title:?}"), &next).await;
    }
}

async fn a_first_visit(game: &str) {
    let browser = Browser::open("first-visit", &["--game", game]).await;
    let is_whole = "document.documentElement.scrollHeight <= innerHeight";
    browser.until("the page needs no scrolling", is_whole).await;
    browser.picture(&format!("guide-{game}-1")).await;
    let has_step = |title: &str| game != "tcp5" || !title.contains("Show");
    let steps = HOLDEM.iter().filter(|(title, _)| has_step(title));
    for (number, (title, promises)) in steps.enumerate() {
        let title = in_game(game, title);
        assert_eq!(browser.suggested().await, title, "{game}");
        browser.follows(title).await;
        for (css, words) in *promises {
            browser.promises(css, in_game(game, words)).await;
        }
        browser
            .picture(&format!("guide-{game}-{}", number + 2))
            .await;
    }
    browser.promises("#guide-title", "is paid").await;
    let unmarked = "document.querySelectorAll('.marked').length === 0";
    browser.until("nothing more is suggested", unmarked).await;
    browser.close().await;
}

#[tokio::test]
async fn a_first_visit_to_thb6() {
    a_first_visit("thb6").await;
}

#[tokio::test]
async fn a_first_visit_to_rws6() {
    a_first_visit("rws6").await;
}

#[tokio::test]
async fn a_first_visit_to_ml6() {
    a_first_visit("ml6").await;
}

#[tokio::test]
async fn a_first_visit_to_ml9() {
    a_first_visit("ml9").await;
}

#[tokio::test]
async fn a_first_visit_to_tcp5() {
    a_first_visit("tcp5").await;
}

/// Left in the middle, with the round played on by hand and a trouble on the way; taken up again after a reload.
#[tokio::test]
async fn the_guide_is_left_and_taken_up_again() {
    let browser = Browser::open("guide-left", &[]).await;
    assert_eq!(browser.suggested().await, "Pick a royal flush for seat 4");
    browser.click("#guide-leave").await;
    let is_gone = "document.getElementById('guide').hidden && !document.querySelector('.marked')";
    browser.until("the guide is gone", is_gone).await;
    browser.page.refresh().await.expect("the page again");
    browser.phase("idle").await;
    browser.until("it stays away", is_gone).await;
    browser.opens().await;
    browser.bets(2, 1).await;
    browser.locks().await;
    browser.click("#guide-on").await;
    // Whoever has bet somewhere else is guided there.
    assert_eq!(browser.suggested().await, "Pick a royal flush for seat 2");
    browser.press("Deal the hands").await;
    browser
        .promises("#guide-title", "Press All raise: Flop $20")
        .await;
    browser.click("[data-trouble=\"sign_cable\"]").await;
    browser.promises("#guide-title", "Sign cable in").await;
    browser.picture("guide-trouble").await;
    browser.click(".marked").await;
    for _ in 0..STEPS_MAX {
        let title = browser.suggested().await;
        if title.ends_with("is paid") {
            browser.close().await;
            return;
        }
        browser.follows(&title).await;
    }
    panic!("never paid");
}

/// Amounts that are none are refused in words; cards that lie somewhere are grey in the deck.
#[tokio::test]
async fn amounts_and_cards_that_cannot_be_are_refused() {
    let browser = Browser::open("refused", &[]).await;
    browser.opens().await;
    for amount in ["abc", "-5", "0", "1e3", "12.345", "", "1,00"] {
        let typed = format!(
            "const field = document.getElementById('stake'); field.value = {}; \
             field.dispatchEvent(new Event('input'))",
            json!(amount)
        );
        browser.script(&typed).await;
        browser.forget_toasts().await;
        browser.click(&Browser::at(3, ".ante")).await;
        let words = format!("\"{amount}\" is no amount: write dollars and cents");
        browser.reads("toasts", &words).await;
        browser.promises("#stake[aria-invalid=true]", "").await;
        browser.promises(&Browser::at(3, ".ante"), "Ante").await;
    }
    browser
        .script("document.getElementById('stake').value = '$1,250.50'")
        .await;
    browser.click(&Browser::at(3, ".ante")).await;
    browser
        .promises(&Browser::at(3, ".ante"), "$1,250.50")
        .await;
    browser.picks(&Browser::at(3, ".cards"), 0, "Ah").await;
    browser
        .click(&format!("{} .card:nth-child(2)", Browser::at(3, ".cards")))
        .await;
    let grey = "#deck [data-card=Ah][aria-disabled=true]";
    browser.promises(grey, "A♥").await;
    browser.picture("picker").await;
    browser.click(grey).await;
    let words = "A♥ lies on the table or is picked already";
    browser.reads("picker-says", words).await;
    browser.click("#deck [data-card=Kh]").await;
    browser.promises(&Browser::at(3, ".cards"), "A♥K♥").await;
    browser.close().await;
}
