//! The menu of irregularities: it offers what the controller accepts, with the paragraph, and says why not.

use coinspot::table::parts::Parts;
use coinspot::table::play::TablePlay;
use serde_json::{Value, json};
use shared_rules::games::Game;
use shared_rules::round::Phase;

use crate::felt::{
    all, ante, chips, click, deal, does, lamps, last, lock, open, picks, play_to_the_end, table,
    turn, view,
};

/// The rows for the round (0) or for a seat.
fn rows(play: &TablePlay, subject: u8) -> Vec<Value> {
    let mut parts = Parts::default();
    parts.write(play);
    let menu: Value = serde_json::from_str(&parts.irregular).expect("JSON");
    let subjects = menu["irregular"].as_array().expect("subjects").iter();
    let mut chosen = subjects.filter(|entry| entry["seat"] == subject);
    let groups = chosen.next().expect("a subject")["groups"].clone();
    let groups = groups.as_array().expect("groups").iter();
    groups
        .flat_map(|group| group["steps"].as_array().expect("rows").clone())
        .collect()
}

#[track_caller]
fn row(play: &TablePlay, subject: u8, label: &str) -> Value {
    let rows = rows(play, subject);
    let row = rows.iter().find(|row| row["label"] == label);
    row.unwrap_or_else(|| panic!("{label:?} is not in {rows:#?}"))
        .clone()
}

/// Enters a row that is offered under this paragraph; an empty one stands for none.
#[track_caller]
fn enter(play: &mut TablePlay, subject: u8, label: &str, rule: &str) {
    let row = row(play, subject, label);
    assert_eq!(row["refused"], Value::Null, "{label}");
    assert_eq!(row["rule"].as_str().unwrap_or_default(), rule, "{label}");
    all(play, &[row["ask"].clone()]);
}

#[track_caller]
fn is_refused(play: &TablePlay, subject: u8, label: &str, why: &str) {
    assert_eq!(row(play, subject, label)["refused"], why, "{label}");
}

/// Two seats with bets and cards.
fn dealt(game: Game) -> TablePlay {
    let mut play = table(game);
    let bets = [ante(2), chips(2, 1), ante(4), chips(4, 1)];
    all(&mut play, &[open()]);
    all(&mut play, &bets);
    all(&mut play, &[lock(), deal()]);
    play
}

fn paid(game: Game) -> TablePlay {
    let mut play = dealt(game);
    let steps = [
        "All raise: Flop $20",
        "All raise: Play $10",
        "Show the flop",
        "Show the turn",
        "Show the river",
        "Settle",
        "Pay and clear",
    ];
    for label in steps {
        if view(&play)["steps"].to_string().contains(label) {
            click(&mut play, "steps", label);
        }
    }
    play
}

/// The page and the controller agree on every row, whatever the state. A refused row changes nothing, so one table is
/// enough for all of them.
#[test]
fn the_menu_is_what_the_controller_accepts() {
    let states: [fn(Game) -> TablePlay; 3] = [table, dealt, paid];
    for game in [Game::Ml9, Game::Rws6, Game::Tcp5] {
        for state in states {
            let mut play = state(game);
            let rows = [0, 1, 2].map(|subject| rows(&play, subject)).concat();
            let (refused, offered): (Vec<Value>, Vec<Value>) =
                rows.into_iter().partition(|row| row["refused"].is_string());
            for row in refused {
                assert!(!accepts(&mut play, &row), "{game:?}: {row:#}");
            }
            for row in offered.iter().filter(|row| !is_one_of_many(row)) {
                assert!(accepts(&mut state(game), row), "{game:?}: {row:#}");
            }
        }
    }
}

/// One player is like another.
fn is_one_of_many(row: &Value) -> bool {
    let label = row["label"].as_str().expect("a label");
    label.starts_with("Player ") && label != "Player 3" && label != "Player absent"
}

fn accepts(play: &mut TablePlay, row: &Value) -> bool {
    let mut ask = row["ask"].clone();
    if ask["do"] == "reconstruct" {
        ask["cards"] = cards_of(play);
    }
    let before = refusals(play);
    does(play, &ask).expect("it can be tried");
    refusals(play) == before
}

/// The cards of seat 2, or any where it has none.
fn cards_of(play: &TablePlay) -> Value {
    let cards = view(play)["seats"][1]["cards"].clone();
    let cards = cards.as_array().expect("places").iter();
    let any = ["As", "Kd", "7c"].into_iter();
    cards
        .zip(any)
        .map(|(place, any)| place["card"].as_str().unwrap_or(any).to_owned())
        .collect()
}

/// The number of the newest refusal.
fn refusals(play: &TablePlay) -> Option<u64> {
    let mut lines = play.log.lines();
    let newest = lines.rfind(|line| line.kind == "refused" && line.entry.is_none());
    newest.map(|line| line.id)
}

/// The console tells what people decide, never what the table senses.
#[test]
fn the_tables_own_events_are_not_for_the_console() {
    let mut play = dealt(Game::Ml9);
    for event in [
        json!("DeviceFault"),
        json!("DeviceRepaired"),
        json!("PowerFailure"),
        json!({"Chips": [2, 5]}),
    ] {
        let told = does(&mut play, &json!({"do": "tell", "event": event}));
        assert_eq!(told, Err("only the table itself says this".into()));
    }
}

fn note(play: &TablePlay, seat: usize) -> Value {
    view(play)["seats"][seat - 1]["note"].clone()
}

#[test]
fn absent_unexposed_and_viewed_are_noted_at_the_seat() {
    let mut play = dealt(Game::Ml9);
    enter(&mut play, 2, "Cards seen or handled", "");
    assert_eq!(note(&play, 2), "Viewed");
    let undecided = "Seat 2: the seat has not decided (ML9 3.9)";
    is_refused(&play, 2, "Hand not exposed", undecided);
    enter(&mut play, 4, "Player absent", "ML9 5.11");
    assert_eq!(note(&play, 4), "Absent");
    click(&mut play, "steps", "All raise: Flop $20");
    enter(&mut play, 2, "Hand not exposed", "ML9 3.10.1");
    assert_eq!(note(&play, 2), "Viewed, Not exposed (ML9 3.10.1)");
    assert_eq!(last(&play), "Seat 2 does not expose the hand");
}

/// Seats of one player are told before the cards; by mistake several hands are controlled (ML9 5.10.2).
#[test]
fn a_player_of_several_seats() {
    let mut play = table(Game::Ml9);
    all(&mut play, &[open(), ante(2), ante(4)]);
    enter(&mut play, 4, "Player 2", "");
    assert_eq!(view(&play)["seats"][3]["player"], "player 2");
    all(&mut play, &[lock(), deal()]);
    let not_over = "Seat 4: the round is not over (ML9 1.1.13)";
    is_refused(&play, 4, "Player 3", not_over);
    enter(&mut play, 2, "Several hands by mistake", "ML9 5.10.2");
    assert_eq!(note(&play, 4), "Goes back (ML9 5.10.2)");
}

/// A barred player's chips are said to be no bet, with the paragraph; so are those at a second seat.
#[test]
fn barred_and_held_to_one_seat() {
    let mut play = table(Game::Ml9);
    let nothing = "Nothing waits for the shift manager (ML9 5.9)";
    is_refused(&play, 3, "Free again", nothing);
    enter(&mut play, 3, "Barred", "ML9 5.9");
    assert_eq!(view(&play)["seats"][2]["player"], "player 3, barred");
    all(&mut play, &[open(), chips(3, 2)]);
    let barred = "2 chips, the player is barred: no bet (ML9 5.9)";
    assert_eq!(note(&play, 3), barred);
    click(&mut play, "seats/2/steps", "Take back");
    enter(&mut play, 3, "Free again", "ML9 5.9");
    all(&mut play, &[ante(3), chips(3, 2)]);
    assert_eq!((note(&play, 3), lamps(&play, 3)), (json!(""), 0b11));
    enter(&mut play, 5, "Player 3", "");
    enter(&mut play, 3, "Held to one seat", "ML9 3.4.3");
    all(&mut play, &[ante(5), chips(5, 1)]);
    let words = "1 chip, the player is held to one position: no bet (ML9 3.4.3)";
    assert_eq!(note(&play, 5), words);
}

/// The house permits a withdrawal to a seat that it names, after a hand with a wrong number of cards (ML9 5.7.1).
#[test]
fn an_invalid_hand_and_a_permission() {
    let mut play = dealt(Game::Ml9);
    let no_option = "The player has no such option (ML9 5.7.1)";
    is_refused(&play, 4, "Permit to withdraw", no_option);
    enter(&mut play, 2, "Wrong number of cards", "ML9 5.7");
    assert_eq!(note(&play, 2), "Goes back (ML9 5.7)");
    enter(&mut play, 4, "Permit to withdraw", "ML9 5.7.1");
    let waits = view(&play)["status"]["waits"].clone();
    assert_eq!(waits, "Waits for seat 4: play on or withdraw (ML9 5.7.1)");
    click(&mut play, "seats/3/steps", "Withdraw");
    assert_eq!(note(&play, 4), "Goes back (ML9 5.7.1)");
}

#[test]
fn hands_are_moved_and_reconstructed() {
    let mut play = dealt(Game::Rws6);
    let cards = |play: &TablePlay, seat: usize| view(play)["seats"][seat - 1]["cards"].clone();
    let before = (cards(&play, 2), cards(&play, 4));
    enter(&mut play, 2, "Seat 4", "RWS6 5.8.6");
    assert_eq!((cards(&play, 4), cards(&play, 2)), before);
    enter(&mut play, 2, "Cards seen or handled", "");
    let seen = row(&play, 2, "Seat 4")["refused"].clone();
    let seen = seen.as_str().expect("a reason");
    assert!(seen.starts_with("A player has seen cards"), "{seen}");
    let reconstruct = row(&play, 2, "Hand reconstructed: enter its cards");
    assert_eq!(reconstruct["rule"], "RWS6 5.10.2");
    let mut ask = reconstruct["ask"].clone();
    ask["cards"] = json!(["Ah", "Xx"]);
    assert_eq!(does(&mut play, &ask), Err("\"Xx\" is not a card".into()));
    ask["cards"] = json!(["Ah", "Kh"]);
    all(&mut play, &[ask]);
    assert_eq!(last(&play), "Seat 2 is reconstructed: A♥ K♥");
}

/// A dealing error that the documents of MBS do not cover goes to the shift manager, who rules about the round.
#[test]
fn a_dealing_error_waits_for_the_shift_manager() {
    let mut play = dealt(Game::Ml9);
    let nothing = "Nothing waits for the shift manager (ML9 6.1)";
    is_refused(&play, 0, "Ruling: play on", nothing);
    enter(&mut play, 0, "Another error", "ML9 6.1");
    let key = "The supervisor's key is not turned";
    is_refused(&play, 0, "Ruling: play on", key);
    all(&mut play, &[turn("supervisor", true)]);
    enter(&mut play, 0, "Ruling: play on", "ML9 6.1");
    assert_eq!(last(&play), "The shift manager: play on");
    enter(&mut play, 2, "The shift manager's ruling", "ML9 6.1");
    assert_eq!(note(&play, 2), "Goes back (ML9 6.1)");
    enter(&mut play, 0, "A card of another deck", "ML9 5.1");
    assert_eq!(view(&play)["phase"], "Void (ML9 5.1)");
}

/// After a confirmation only the shift manager voids the round, with the key turned; the meter has everything back.
#[test]
fn a_confirmed_award_is_overruled() {
    let mut play = table(Game::Ml9);
    all(&mut play, &picks(&json!("board"), &["9s", "Ts", "Js"]));
    all(&mut play, &picks(&json!({"seat": 6}), &["7s", "8s"]));
    all(&mut play, &[open(), ante(6), chips(6, 1), lock()]);
    play_to_the_end(&mut play);
    let label = "Overrule the settled round: awards go back";
    is_refused(&play, 0, label, "The supervisor's key is not turned");
    let confirm = json!({"do": "confirm"});
    all(&mut play, &[turn("supervisor", true), confirm]);
    let confirmed = "An award of the round has been confirmed";
    is_refused(&play, 0, "A card of another deck", confirmed);
    enter(&mut play, 0, label, "ML9 6.1");
    assert!(matches!(play.replica.phase(), Phase::Void(_)));
    assert_eq!(view(&play)["meters"][0], json!(["Jackpot", "$10,000.00"]));
    let said = last(&play);
    assert!(said.contains("its awards go back"), "{said}");
}

/// ML9 5.7: the chips of an invalid hand are their player's, and leave without an alert; chips at stake do not.
#[test]
fn chips_of_an_invalid_hand_leave_without_an_alert() {
    let mut play = dealt(Game::Ml9);
    enter(&mut play, 2, "Wrong number of cards", "ML9 5.7");
    all(&mut play, &[chips(2, 0)]);
    assert_eq!(view(&play)["status"]["alerts"], json!([]));
    all(&mut play, &[chips(4, 0)]);
    let alerts = view(&play)["status"]["alerts"].clone();
    let text = alerts[0]["text"].as_str().unwrap_or_default();
    assert!(text.contains("Seat 4: 1 chip locked, 0 there"), "{alerts}");
}
