//! Irregularities entered at the page, with the host's controller and with the board's image.

use fantoccini::Locator;
use serde_json::json;

use crate::chromium::Browser;

with_both_engines!(
    a_player_of_two_seats_has_several_hands,
    a_player_is_absent_at_the_flop,
    a_hand_is_not_exposed,
    a_hand_with_a_wrong_number_of_cards_and_a_permission,
    a_player_is_barred_and_free_again,
    a_player_is_held_to_one_seat,
    a_dealing_error_waits_for_the_shift_manager,
    a_dealing_error_gives_the_players_a_choice,
    a_card_of_another_deck_voids_the_round,
    hands_change_places_until_cards_are_seen,
    a_hand_is_reconstructed,
    a_confirmed_award_is_overruled,
);

/// The subject of the menu that is about the round.
const ROUND: u8 = 0;

impl Browser {
    /// Opens the menu of the round or of a seat.
    async fn menu(&self, subject: u8) {
        self.click("#tab-irregular").await;
        self.click(&format!("[data-subject=\"{subject}\"]")).await;
    }

    /// Enters a row of the menu that is offered under this paragraph.
    async fn enters(&self, subject: u8, label: &str, rule: &str) {
        self.menu(subject).await;
        let row = json!(label);
        let offered = format!(
            "[...document.querySelectorAll('#groups button')].some(b => b.innerText === {row} && \
             b.getAttribute('aria-disabled') === 'false' && b.dataset.rule === {})",
            json!(rule)
        );
        self.until(&format!("{label} is offered under {rule:?}"), &offered)
            .await;
        let path = format!("//*[@id='groups']//button[.={row}]");
        let button = self.page.find(Locator::XPath(&path)).await;
        let clicked = button.expect("a row").click().await;
        clicked.unwrap_or_else(|error| panic!("{label}: {error}"));
    }

    /// Waits until a row is grey, and its tooltip says why.
    async fn is_grey(&self, subject: u8, label: &str, why: &str) {
        self.menu(subject).await;
        let script = format!(
            "[...document.querySelectorAll('#groups button')].some(b => b.innerText === {} && \
             b.getAttribute('aria-disabled') === 'true' && b.title.includes({}))",
            json!(label),
            json!(why)
        );
        self.until(&format!("{label} is grey: {why}"), &script)
            .await;
    }

    /// Keeps a picture of an irregularity, one for each engine.
    async fn keeps(&self, name: &str, engine: &str) {
        self.picture(&format!("irregular-{name}-{engine}")).await;
    }
}

/// Seats 2 and 4 have bets; the cards are dealt.
async fn dealt(engine: &str, game: &str) -> Browser {
    let browser = bets(engine, game).await;
    browser.locks().await;
    browser.press("Deal the hands").await;
    let dealt = "document.querySelectorAll('.seat .card.dealt').length === 4";
    browser.until("two hands", dealt).await;
    browser
}

async fn bets(engine: &str, game: &str) -> Browser {
    let browser = Browser::open("irregular", &["--engine", engine, "--game", game]).await;
    browser.opens().await;
    browser.bets(2, 1).await;
    browser.bets(4, 1).await;
    browser.lamps(4, 1).await;
    browser
}

async fn shows_all_cards(browser: &Browser) {
    for step in ["Show the flop", "Show the turn", "Show the river", "Settle"] {
        browser.press(step).await;
    }
    browser.phase("settled").await;
}

async fn a_player_of_two_seats_has_several_hands(engine: &str) {
    let browser = bets(engine, "ml9").await;
    browser.enters(4, "Player 2", "").await;
    browser.reads("seats", "player 2").await;
    browser.locks().await;
    browser.press("Deal the hands").await;
    browser
        .enters(2, "Several hands by mistake", "ML9 5.10.2")
        .await;
    browser.note(4, "Goes back (ML9 5.10.2)").await;
    browser.keeps("several-hands", engine).await;
    browser.close().await;
}

async fn a_player_is_absent_at_the_flop(engine: &str) {
    let browser = dealt(engine, "ml9").await;
    browser.enters(4, "Player absent", "ML9 5.11").await;
    browser.note(4, "Absent").await;
    browser.press("All raise: Flop $20").await;
    shows_all_cards(&browser).await;
    browser.press("Payments").await;
    browser.reads("payments", "ML9 5.11").await;
    browser.keeps("absent", engine).await;
    browser.close().await;
}

async fn a_hand_is_not_exposed(engine: &str) {
    let browser = dealt(engine, "ml9").await;
    let why = "Seat 2: the seat has not decided (ML9 3.9)";
    browser.is_grey(2, "Hand not exposed", why).await;
    browser.press("All raise: Flop $20").await;
    browser.enters(2, "Hand not exposed", "ML9 3.10.1").await;
    browser.note(2, "Not exposed (ML9 3.10.1)").await;
    shows_all_cards(&browser).await;
    browser.keeps("not-exposed", engine).await;
    browser.close().await;
}

async fn a_hand_with_a_wrong_number_of_cards_and_a_permission(engine: &str) {
    let browser = dealt(engine, "ml9").await;
    browser.enters(2, "Wrong number of cards", "ML9 5.7").await;
    browser.note(2, "Goes back (ML9 5.7)").await;
    browser.enters(4, "Permit to withdraw", "ML9 5.7.1").await;
    let words = "Waits for seat 4: play on or withdraw (ML9 5.7.1)";
    browser.reads("waits", words).await;
    browser.keeps("permission", engine).await;
    browser.press("Withdraw").await;
    browser.note(4, "Goes back (ML9 5.7.1)").await;
    browser.close().await;
}

async fn a_player_is_barred_and_free_again(engine: &str) {
    let browser = dealt(engine, "ml9").await;
    browser
        .enters(2, "Hand shown, or another looked at", "ML9 5.9")
        .await;
    browser.note(2, "Goes back (ML9 5.9)").await;
    browser.enters(2, "Barred", "ML9 5.9").await;
    browser.reads("seats", "player 2, barred").await;
    browser.press("All raise: Flop $20").await;
    shows_all_cards(&browser).await;
    browser.pays().await;
    browser.opens().await;
    browser.click(&Browser::at(2, ".coin")).await;
    let words = "1 chip, the player is barred: no bet (ML9 5.9)";
    browser.note(2, words).await;
    browser.keeps("barred", engine).await;
    browser.enters(2, "Free again", "ML9 5.9").await;
    browser.note(2, "without its base wager").await;
    browser.press("Place the Ante").await;
    browser.lamps(2, 1).await;
    browser.close().await;
}

async fn a_player_is_held_to_one_seat(engine: &str) {
    let browser = bets(engine, "ml9").await;
    browser.enters(5, "Player 2", "").await;
    browser.enters(2, "Held to one seat", "ML9 3.4.3").await;
    browser.reads("seats", "player 2, held to one seat").await;
    browser.bets(5, 1).await;
    let words = "1 chip, the player is held to one position: no bet (ML9 3.4.3)";
    browser.note(5, words).await;
    browser.lamps(2, 1).await;
    browser.keeps("one-seat", engine).await;
    browser.close().await;
}

async fn a_dealing_error_waits_for_the_shift_manager(engine: &str) {
    let browser = dealt(engine, "ml9").await;
    let why = "Nothing waits for the shift manager (ML9 6.1)";
    browser.is_grey(ROUND, "Ruling: play on", why).await;
    browser.enters(ROUND, "Another error", "ML9 6.1").await;
    let words = "Waits for the shift manager: play on or void";
    browser.reads("waits", words).await;
    browser.keeps("shift-manager", engine).await;
    browser.turns_the_key().await;
    browser.enters(ROUND, "Ruling: play on", "ML9 6.1").await;
    browser.reads("waits", "Waits for seats 2 and 4").await;
    browser
        .enters(4, "The shift manager's ruling", "ML9 6.1")
        .await;
    browser.note(4, "Goes back (ML9 6.1)").await;
    browser.close().await;
}

async fn a_dealing_error_gives_the_players_a_choice(engine: &str) {
    let browser = dealt(engine, "rws6").await;
    browser
        .enters(ROUND, "Cards drawn together", "RWS6 5.14.1")
        .await;
    browser.reads("waits", "play on or withdraw").await;
    browser.keeps("players-choose", engine).await;
    browser
        .click(&Browser::at(2, ".steps button:first-child"))
        .await;
    browser
        .click(&Browser::at(4, ".steps button:nth-child(2)"))
        .await;
    browser.note(4, "Goes back (RWS6 5").await;
    browser.close().await;
}

async fn a_card_of_another_deck_voids_the_round(engine: &str) {
    let browser = dealt(engine, "ml9").await;
    browser
        .enters(ROUND, "A card of another deck", "ML9 5.1")
        .await;
    browser.phase("void").await;
    browser.reads("phase", "Void (ML9 5.1)").await;
    browser
        .is_grey(ROUND, "Cards not shuffled", "The round is void")
        .await;
    browser.keeps("foreign-card", engine).await;
    browser.close().await;
}

async fn hands_change_places_until_cards_are_seen(engine: &str) {
    let browser = dealt(engine, "ml9").await;
    let hand = |seat: u8| {
        let css = json!(Browser::at(seat, ".cards"));
        format!("document.querySelector({css}).innerText")
    };
    let first = browser.script(&format!("return {}", hand(2))).await;
    browser.enters(2, "Seat 4", "ML9 5.2").await;
    browser
        .until("the hand is at seat 4", &format!("{} === {first}", hand(4)))
        .await;
    browser.enters(4, "Cards seen or handled", "").await;
    browser.note(4, "Viewed").await;
    browser
        .is_grey(2, "Seat 4", "A player has seen cards")
        .await;
    browser.keeps("moved", engine).await;
    browser.close().await;
}

async fn a_hand_is_reconstructed(engine: &str) {
    let browser = dealt(engine, "rws6").await;
    browser
        .enters(2, "Hand reconstructed: enter its cards", "RWS6 5.10.2")
        .await;
    let lying = "return [...document.querySelectorAll('.seat .card.dealt')].map(c => c.innerText)";
    let lying = browser.script(lying).await.to_string();
    let free = ["Ah", "Kd", "Qc", "Js", "Th", "9d"].into_iter();
    let free = free.filter(|card| !lying.contains(&card[..1].replace('T', "10")));
    let cards: Vec<&str> = free.take(2).collect();
    for card in &cards {
        browser
            .click(&format!("#deck [data-card=\"{card}\"]"))
            .await;
    }
    browser.press("Journal").await;
    browser.reads("log", "Seat 2 is reconstructed").await;
    browser.keeps("reconstructed", engine).await;
    browser.close().await;
}

async fn a_confirmed_award_is_overruled(engine: &str) {
    let browser = Browser::open("overruled", &["--engine", engine]).await;
    browser.bets_on_two_awards().await;
    browser.locks().await;
    browser.press("Deal the hands").await;
    browser.press("All raise: Flop $20").await;
    shows_all_cards(&browser).await;
    browser.reads("alerts", "2 awards are not confirmed").await;
    let overrule = "Overrule the settled round: awards go back";
    browser
        .is_grey(ROUND, overrule, "The supervisor's key is not turned")
        .await;
    browser.turns_the_key().await;
    browser.click("#confirm").await;
    browser.reads("alerts", "1 award is not confirmed").await;
    let confirmed = "An award of the round has been confirmed";
    browser
        .is_grey(ROUND, "A card of another deck", confirmed)
        .await;
    browser.keeps("confirmed", engine).await;
    browser.enters(ROUND, overrule, "ML9 6.1").await;
    browser.phase("void").await;
    browser.sign_shows("JACKPOT, $10,000.00").await;
    browser.reads("meters", "$10,000.00").await;
    browser.keeps("overruled", engine).await;
    browser.close().await;
}
