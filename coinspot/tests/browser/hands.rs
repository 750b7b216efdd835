//! The actions of a person at the page, and their eyes, as short calls.

use std::time::{Duration, Instant};

use fantoccini::Locator;
use fantoccini::elements::Element;
use serde_json::{Value, json};

use crate::chromium::Browser;

/// Everything has to be seen within this time.
const PATIENCE: Duration = Duration::from_secs(20);

/// Longer than a key bounces and is debounced.
const KEY_SETTLES: Duration = Duration::from_millis(60);

impl Browser {
    /// The one element that a selector finds.
    pub async fn find(&self, css: &str) -> Element {
        let found = self.page.find(Locator::Css(css)).await;
        found.unwrap_or_else(|error| panic!("{css}: {error}"))
    }

    /// Clicks on it.
    pub async fn click(&self, css: &str) {
        let clicked = self.find(css).await.click().await;
        clicked.unwrap_or_else(|error| panic!("{css}: {error}"));
    }

    /// The result of a script.
    pub async fn script(&self, script: &str) -> Value {
        let said = self.page.execute(script, vec![]).await;
        said.unwrap_or_else(|error| panic!("{script}: {error}"))
    }

    /// Waits until a script says yes.
    pub async fn until(&self, what: &str, script: &str) {
        let started = Instant::now();
        while self.script(&format!("return Boolean({script})")).await != json!(true) {
            if started.elapsed() > PATIENCE {
                self.picture("gave-up").await;
                panic!("never: {what}");
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Waits until an element's text has these words in it.
    pub async fn reads(&self, id: &str, words: &str) {
        let script = format!(
            "document.getElementById('{id}').innerText.includes({})",
            json!(words)
        );
        self.until(&format!("{id} reads {words:?}"), &script).await;
    }

    /// Waits until the sign shows these words.
    pub async fn sign_shows(&self, words: &str) {
        let label = "document.getElementById('sign').getAttribute('aria-label')";
        let script = format!("{label}.includes({})", json!(words));
        self.until(&format!("the sign shows {words:?}"), &script)
            .await;
    }

    /// Waits until so many bet lamps of a seat are lit, and its ring too.
    pub async fn lamps(&self, seat: u8, count: usize) {
        let lit = format!(".seat[data-seat=\"{seat}\"] .bet.lit");
        let script = format!("document.querySelectorAll('{lit}').length === {count}");
        self.until(&format!("seat {seat}: {count} lamps"), &script)
            .await;
    }

    /// A seat's part of the page.
    pub fn at(seat: u8, css: &str) -> String {
        format!(".seat[data-seat=\"{seat}\"] {css}")
    }

    /// Opens a round in which seat 1 will hold a royal flush, seat 3 a straight flush, and seat 5 nothing.
    pub async fn bets_on_two_awards(&self) {
        self.picks_hand(1, &["Ks", "As"]).await;
        self.picks_hand(3, &["8s", "9s"]).await;
        for (index, card) in ["Ts", "Js", "Qs", "2d", "3c"].into_iter().enumerate() {
            self.picks("#board", index, card).await;
        }
        self.opens().await;
        self.bets(1, 2).await;
        self.bets(3, 5).await;
        self.bets(5, 1).await;
    }

    /// Puts an Ante and so many chips before a seat.
    pub async fn bets(&self, seat: u8, chips: u8) {
        self.click(&Browser::at(seat, ".ante")).await;
        for _ in 0..chips {
            self.click(&Browser::at(seat, ".coin")).await;
        }
    }

    /// Presses a button that has this text.
    pub async fn press(&self, label: &str) {
        self.until(
            &format!("a button {label:?}"),
            &format!(
                "[...document.querySelectorAll('button')].some(b => b.innerText.trim() === {} && \
                 b.getAttribute('aria-disabled') !== 'true')",
                json!(label)
            ),
        )
        .await;
        let path = format!("//button[normalize-space(.)={}]", json!(label));
        let button = self.page.find(Locator::XPath(&path)).await;
        let button = button.unwrap_or_else(|error| panic!("{label}: {error}"));
        button
            .click()
            .await
            .unwrap_or_else(|error| panic!("{label}: {error}"));
    }

    /// Presses a key of the round, and waits for the phase that follows.
    async fn goes_on(&self, label: &str, phase: &str) {
        self.press(label).await;
        self.phase(phase).await;
    }

    /// Opens a round.
    pub async fn opens(&self) {
        self.goes_on("Place your bets", "open").await;
    }

    /// Locks the bets.
    pub async fn locks(&self) {
        self.goes_on("No more bets", "playing").await;
    }

    /// All seats raise, until all cards of the board are shown.
    pub async fn plays_to_the_river(&self) {
        self.press("All raise: Flop $20").await;
        for step in ["Show the flop", "Show the turn", "Show the river"] {
            self.press(step).await;
        }
    }

    /// Settles the round.
    pub async fn settles(&self) {
        self.goes_on("Settle", "settled").await;
    }

    /// Pays the round, and clears the table.
    pub async fn pays(&self) {
        self.goes_on("Pay and clear", "paid").await;
    }

    /// Picks a card for a place: the how-many-th of those that a selector finds.
    pub async fn picks(&self, cards: &str, index: usize, card: &str) {
        let place = format!("{cards} .card:nth-child({})", index + 1);
        self.click(&place).await;
        self.click(&format!("#deck [data-card=\"{card}\"]")).await;
        let script = format!("document.querySelector('{place}').classList.contains('picked')");
        self.until(&format!("{card} is picked"), &script).await;
    }

    /// Picks the cards of a seat.
    pub async fn picks_hand(&self, seat: u8, cards: &[&str]) {
        for (index, card) in cards.iter().enumerate() {
            self.picks(&Browser::at(seat, ".cards"), index, card).await;
        }
    }

    /// Waits until a seat's note has these words in it.
    pub async fn note(&self, seat: u8, words: &str) {
        let css = json!(Browser::at(seat, ".note"));
        let script = format!(
            "document.querySelector({css}).innerText.includes({})",
            json!(words)
        );
        self.until(&format!("seat {seat} notes {words:?}"), &script)
            .await;
    }

    /// Waits until a seat has nothing to say.
    pub async fn has_no_note(&self, seat: u8) {
        let css = json!(Browser::at(seat, ".note"));
        let script = format!("document.querySelector({css}).innerText === ''");
        self.until(&format!("seat {seat} notes nothing"), &script)
            .await;
    }

    /// Takes the messages away, so that the next one is new.
    pub async fn forget_toasts(&self) {
        self.script("document.getElementById('toasts').replaceChildren()")
            .await;
    }

    /// Turns the supervisor's key, and waits until the controller has seen it.
    pub async fn turns_the_key(&self) {
        self.click("#supervisor").await;
        let turned = "document.querySelector('#supervisor[aria-checked=true]')";
        self.until("the key", turned).await;
        tokio::time::sleep(KEY_SETTLES).await;
    }

    /// Waits for the phase of the round.
    pub async fn phase(&self, key: &str) {
        let script = format!("document.getElementById('phase').dataset.phase === '{key}'");
        self.until(&format!("the phase {key}"), &script).await;
    }
}
