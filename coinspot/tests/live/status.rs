//! The words of the page: what the round waits for, why a press does nothing, and chips that do not count.

use coinspot::table::log::LogLine;
use coinspot::table::play::TablePlay;
use serde_json::{Value, json};
use shared_rules::games::Game;
use shared_rules::round::Phase;
use shared_rules::wire::message::VERSION;
use shared_rules::wire::sign::SignVersion;

use crate::felt::{
    all, ante, chips, click, deal, lamps, last, lock, open, picks, play_to_the_end, table, trouble,
    turn, view,
};

fn waits(play: &TablePlay) -> String {
    text(&view(play)["status"]["waits"])
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// The texts of the alerts in the status line.
fn alerts(play: &TablePlay) -> Vec<String> {
    let now = view(play);
    let alerts = now["status"]["alerts"].as_array().expect("alerts").iter();
    alerts.map(|alert| text(&alert["text"])).collect()
}

/// Clicks the remedy of the only alert that has one.
#[track_caller]
fn mend(play: &mut TablePlay) {
    let now = view(play);
    let alerts = now["status"]["alerts"].as_array().expect("alerts").iter();
    let remedies = alerts.map(|alert| &alert["remedy"]);
    let remedies: Vec<&Value> = remedies.filter(|remedy| !remedy.is_null()).collect();
    assert_eq!(remedies.len(), 1, "{now:#}");
    all(play, &[remedies[0]["ask"].clone()]);
}

fn note(play: &TablePlay, seat: usize) -> String {
    text(&view(play)["seats"][seat - 1]["note"])
}

/// Clicks the first button of a seat.
#[track_caller]
fn mend_seat(play: &mut TablePlay, seat: usize, label: &str) {
    click(play, &format!("seats/{}/steps", seat - 1), label);
}

#[test]
fn the_sign_has_its_version_and_another_one_is_a_notice() {
    let mut play = table(Game::Ml9);
    // The table is asked, and answers.
    play.run_ms(1_000);
    play.run_ms(1_000);
    let now = view(&play);
    let meters = now["meters"].as_array().expect("meters");
    let version = json!(["Sign", concat!("version ", env!("CARGO_PKG_VERSION"))]);
    assert!(meters.contains(&version), "{meters:?}");
    assert_eq!(now["notices"], json!([]));
    play.sign = Some(Some(SignVersion {
        messages: VERSION + 1,
        program: [9, 8, 7],
    }));
    let said = text(&view(&play)["notices"][0]);
    let words = format!(
        "The sign (version 9.8.7) speaks version {} of its",
        VERSION + 1
    );
    assert!(said.starts_with(&words), "{said}");
}

/// Every stage of a round names the decision and the person who acts next.
#[test]
fn the_line_says_who_acts_next() {
    let mut play = table(Game::Ml9);
    assert_eq!(waits(&play), "Waits for the dealer: Place your bets");
    all(&mut play, &[open()]);
    let said = waits(&play);
    assert!(said.starts_with("Waits for the players"), "{said}");
    let nobody = "\"No more bets\": No hand takes part (ML9 3.4)";
    assert_eq!(alerts(&play), [nobody]);
    all(&mut play, &[ante(2), chips(2, 1), ante(4)]);
    assert_eq!(alerts(&play), [""; 0]);
    all(&mut play, &[lock()]);
    // Phase, decision, button.
    for row in "Deal | the dealer: cards for seats 2 and 4 | Deal the hands
        Flop | seats 2 and 4: Flop or fold (ML9 3.9) | All raise: Flop $20
        Flop | the dealer: show the flop | Show the flop
        Turn | seats 2 and 4: Turn or check; then the dealer: show the turn | Show the turn
        River | seats 2 and 4: River or check; then the dealer: show the river | Show the river
        Showdown | the dealer: Settle | Settle
        Settled | the dealer: Pay and clear | Pay and clear"
        .lines()
    {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        assert_eq!(view(&play)["phase"], cells[0], "{row}");
        assert_eq!(waits(&play), format!("Waits for {}", cells[1]));
        click(&mut play, "steps", cells[2]);
    }
    assert_eq!(waits(&play), "Waits for the dealer: Place your bets");
}

#[test]
fn three_card_poker_waits_for_play() {
    let mut play = table(Game::Tcp5);
    all(&mut play, &[open(), ante(3), lock(), deal()]);
    assert_eq!(view(&play)["phase"], "Play");
    assert_eq!(waits(&play), "Waits for seat 3: Play or fold (TCP5 3.9)");
    click(&mut play, "seats/2/steps", "Fold");
    assert_eq!(view(&play)["phase"], "Showdown");
}

/// The controller only counts a press that it refuses; the page says why.
#[test]
fn presses_without_effect_have_words() {
    let mut play = table(Game::Ml9);
    let void = || json!({"do": "press", "key": "void"});
    all(&mut play, &[lock()]);
    let is_refused = |line: &&LogLine| line.kind == "refused";
    assert_eq!(play.log.lines().filter(is_refused).count(), 2);
    let newest = |play: &TablePlay| {
        let mut refused = play.log.lines().filter(is_refused);
        let newest = refused.rfind(|line| line.entry.is_none());
        newest.map(|line| line.text.clone())
    };
    for (asks, words) in [
        (vec![lock()], "Bets are not open (ML9 3.2)"),
        (vec![open(), lock()], "No hand takes part (ML9 3.4)"),
        (vec![open()], "The round is not over (ML9 1.1.13)"),
        (vec![void()], "The supervisor's key is not turned"),
    ] {
        all(&mut play, &asks);
        assert_eq!(newest(&play).as_deref(), Some(words), "{asks:?}");
    }
}

#[test]
fn a_press_with_the_sign_out_has_words() {
    let mut play = table(Game::Ml9);
    all(&mut play, &[trouble("sign_cable", true)]);
    play.run_ms(3_000);
    let words =
        "The link to the sign is down: no round opens, no further chip counts (9 NYCRR 5321.18(c))";
    assert_eq!(alerts(&play), [words]);
    assert_eq!(waits(&play), words);
    all(&mut play, &[open()]);
    let is_said = |line: &LogLine| line.kind == "refused" && line.text == words;
    assert!(play.log.lines().any(is_said));
    assert_eq!(play.replica.phase(), Phase::Idle);
    mend(&mut play);
    play.run_ms(3_000);
    assert_eq!(alerts(&play), [""; 0]);
    assert_eq!(waits(&play), "Waits for the dealer: Place your bets");
    all(&mut play, &[open()]);
    assert_eq!(play.replica.phase(), Phase::BetsOpen);
}

/// A broken chain is not covered by the documents of MBS: the shift manager rules before anything goes on.
#[test]
fn any_key_waits_for_the_shift_manager() {
    let mut play = table(Game::Ml9);
    all(
        &mut play,
        &[open(), ante(2), lock(), trouble("broken_chain", true)],
    );
    play.run_ms(1_000);
    all(&mut play, &[trouble("broken_chain", false)]);
    play.run_ms(3_000);
    let words = "Waits for the shift manager: play on or void (ML9 6.1)";
    assert_eq!(waits(&play), words);
    for key in ["place_your_bets", "no_more_bets", "void"] {
        let written = play.log.written();
        all(&mut play, &[json!({"do": "press", "key": key})]);
        let spoken = play.log.lines().filter(|line| line.id > written);
        let spoken: Vec<&str> = spoken.map(|line| &*line.text).collect();
        let says = |text: &&str| text.contains("he shift manager has to decide first (ML9 6.1)");
        assert!(spoken.iter().any(says), "{key}: {spoken:?}");
    }
}

/// The trap for newcomers: chips that lie on the spot before the opening are no bet, and lifting them mends it.
#[test]
fn chips_before_the_opening_are_said_and_mended() {
    let mut play = table(Game::Ml9);
    all(&mut play, &[ante(2), chips(2, 1), ante(4), chips(4, 3)]);
    let closed = "1 chip, bets are not open: no bet (ML9 3.1)";
    assert_eq!(note(&play, 2), closed);
    all(&mut play, &[open()]);
    play.run_ms(500);
    assert_eq!(lamps(&play, 2), 0);
    let early = "1 chip, there before the opening: no bet (ML9 3.1)";
    assert_eq!(note(&play, 2), early);
    let both = "Seats 2 and 4: chips there before the opening are no bet (ML9 3.1)";
    assert_eq!(alerts(&play), [both]);
    mend_seat(&mut play, 2, "Lift and put down again");
    assert_eq!((lamps(&play, 2), note(&play, 2)), (0b1, String::new()));
    assert_eq!(lamps(&play, 4), 0);
    mend(&mut play);
    assert_eq!((lamps(&play, 4), alerts(&play)), (0b111, Vec::new()));
}

/// Whoever does not mend it reads it at the seat and in the settlement.
#[test]
fn a_chip_that_does_not_count_has_a_line_in_the_settlement() {
    let mut play = table(Game::Ml9);
    all(
        &mut play,
        &[ante(2), chips(2, 1), chips(5, 2), open(), lock()],
    );
    let line = "1 chip, there before the opening: no bet, goes back (ML9 3.1)";
    assert_eq!(note(&play, 2), line);
    assert_eq!(alerts(&play), [""; 0], "nothing has moved");
    play_to_the_end(&mut play);
    let without_ante = "2 chips, there before the opening: no bet, goes back (ML9 3.1)";
    for (index, (seat, words)) in [(2, line), (5, without_ante)].into_iter().enumerate() {
        let settled = view(&play)["settled"][index].clone();
        assert_eq!(settled["seat"], seat);
        assert_eq!(settled["no_bet"], words);
    }
    assert_eq!(view(&play)["meters"][0], json!(["Jackpot", "$10,000.00"]));
}

#[test]
fn a_chip_without_its_ante_offers_the_ante() {
    let mut play = table(Game::Ml9);
    all(&mut play, &[open(), chips(3, 1)]);
    let words = "1 chip, a progressive wager without its base wager: no bet (ML9 5.12.1)";
    assert_eq!(note(&play, 3), words);
    mend_seat(&mut play, 3, "Place the Ante");
    assert_eq!((lamps(&play, 3), note(&play, 3)), (0b1, String::new()));
}

#[test]
fn chips_moved_while_a_link_is_down_are_said() {
    let mut play = table(Game::Ml9);
    all(
        &mut play,
        &[
            open(),
            ante(3),
            ante(5),
            chips(5, 1),
            trouble("sign_cable", true),
        ],
    );
    play.run_ms(3_000);
    all(&mut play, &[chips(3, 2)]);
    assert_eq!(note(&play, 5), "", "it lay there before");
    let words = "2 chips, moved without the link to the sign: no bet (9 NYCRR 5321.18(c))";
    assert_eq!(note(&play, 3), words);
    mend_seat(&mut play, 3, "Sign cable in");
    play.run_ms(3_000);
    assert_eq!((lamps(&play, 3), note(&play, 3)), (0b11, String::new()));
}

#[test]
fn faulty_sensors_are_said_at_the_seat() {
    let mut play = table(Game::Ml9);
    all(
        &mut play,
        &[open(), ante(3), chips(3, 1), trouble("stray_light", true)],
    );
    play.run_ms(1_000);
    let not_read = "1 chip, not read: the sensors of seat 3: no bet";
    assert_eq!(note(&play, 3), not_read);
    let fail = "The sensors of seat 3 fail: its chips do not count";
    assert_eq!(alerts(&play), [fail]);
    mend_seat(&mut play, 3, "Shade the light");
    play.run_ms(3_000);
    assert_eq!((lamps(&play, 3), note(&play, 3)), (0b1, String::new()));
}

/// Late chips: the alarm, the seat and the paragraph in words.
#[test]
fn late_chips_and_the_alarm_are_said() {
    let mut play = table(Game::Ml9);
    all(&mut play, &[open(), ante(2), chips(2, 2), lock()]);
    play.ask(&serde_json::from_value(chips(2, 1)).expect("an ask"))
        .expect("chips");
    play.run_ms(500);
    let less = "2 chips locked, 1 there: no wager is withdrawn after \"No more bets\" (ML9 5.6)";
    assert_eq!(alerts(&play), [format!("Alarm! Seat 2: {less}")]);
    assert_eq!(view(&play)["status"]["tone"], "stop");
    assert_eq!(note(&play, 2), less);
    play.run_ms(3_000);
    assert_eq!(alerts(&play), [format!("Seat 2: {less}")]);
    all(&mut play, &[chips(2, 3)]);
    let more = "no wager is placed or increased after \"No more bets\" (ML9 5.5)";
    assert!(note(&play, 2).ends_with(more), "{}", note(&play, 2));
    mend_seat(&mut play, 2, "Put back");
    assert_eq!((note(&play, 2), alerts(&play)), (String::new(), Vec::new()));
}

#[test]
fn power_door_and_awards_are_said() {
    let mut play = table(Game::Ml9);
    all(&mut play, &[turn("door", true)]);
    assert_eq!(alerts(&play), ["The service door is open"]);
    all(
        &mut play,
        &[turn("door", false), trouble("power_cut", true)],
    );
    assert_eq!(view(&play)["status"]["tone"], "off");
    assert_eq!(alerts(&play), [""; 0]);
    let said = waits(&play);
    assert!(said.starts_with("The power is off"), "{said}");
    all(&mut play, &[trouble("power_cut", false)]);
    play.run_ms(3_000);
    all(&mut play, &picks(&json!("board"), &["9s", "Ts", "Js"]));
    all(&mut play, &picks(&json!({"seat": 6}), &["7s", "8s"]));
    all(&mut play, &[open(), ante(6), chips(6, 1), lock()]);
    play_to_the_end(&mut play);
    assert_eq!(alerts(&play), ["1 award is not confirmed"]);
    assert_eq!(view(&play)["steps"][0]["badge"], "1 award is not confirmed");
    let confirm = json!({"do": "confirm"});
    all(&mut play, &[turn("supervisor", true), confirm]);
    assert_eq!(view(&play)["steps"][0]["badge"], Value::Null);
    assert_eq!(last(&play), "The supervisor confirmed the award");
}
