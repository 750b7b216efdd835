//! The table behind the page, in virtual time: asks in, lamps, sign, log and view out.

use coinspot::table::play::TablePlay;
use console::Replica;
use serde_json::{Value, json};
use shared_rules::games::Game;
use shared_rules::ledger::Entry;
use shared_rules::round::Phase;
use shared_rules::seats::Seat;

use crate::felt::{
    all, ante, chips, click, deal, does, lamps, last, lock, open, picks, sign, table, trouble,
    turn, view,
};

/// A field of everything in a list.
fn texts(list: &Value, field: &str) -> Vec<String> {
    let entries = list.as_array().expect("a list").iter();
    let texts = entries.filter_map(|entry| entry[field].as_str());
    texts.map(str::to_owned).collect()
}

#[test]
fn lamps_are_the_bits_of_the_chain() {
    let mut play = table(Game::Ml9);
    all(
        &mut play,
        &[open(), ante(2), chips(2, 3), ante(7), chips(7, 5)],
    );
    assert_eq!((lamps(&play, 2), lamps(&play, 7)), (0b111, 0b1_1111));
    all(&mut play, &[lock(), chips(2, 0)]);
    assert_eq!(lamps(&play, 2), 0b111, "the lock stands");
    let said = last(&play);
    assert!(said.contains("chips moved after the close"), "{said}");
}

/// The page knows only the entries that the console is sent, the sign what the controller has in its own memory.
#[test]
fn the_page_says_what_the_sign_says() {
    let mut play = table(Game::Ml9);
    let bets = [open(), ante(1), chips(1, 4), ante(5), chips(5, 1), lock()];
    all(&mut play, &bets);
    let now = view(&play);
    assert_eq!(now["round"], 1);
    assert_eq!(now["phase_key"], "playing");
    assert_eq!(now["meters"][0], json!(["Jackpot", "$10,002.50"]));
    assert_eq!(now["balanced"], true);
    play.run_ms(1_000);
    assert_eq!(sign(&play), "NO MORE BETS\n$10,002.50");
}

/// The steps that are offered are those that the ledger accepts, with its paragraph where it does not.
#[test]
fn steps_are_offered_with_their_paragraph() {
    let mut play = table(Game::Ml9);
    all(&mut play, &[open(), ante(1), chips(1, 1), lock(), deal()]);
    let steps = view(&play)["steps"].clone();
    let labels = texts(&steps, "label");
    assert_eq!(labels, ["All raise: Flop $20", "Show the flop", "Settle"]);
    let why = "Seat 1: the seat has not decided (ML9 3.9)";
    assert_eq!(steps[1]["refused"], why);
    does(&mut play, &json!({"do": "settle"})).expect("it can be tried");
    // The controller refuses.
    assert!(last(&play).contains("ML9"), "{}", last(&play));
    assert_eq!(play.replica.phase(), Phase::Playing);
}

/// Pair Plus by itself carries a progressive wager in Three Card Poker, and the console says that it is no Ante.
#[test]
fn pair_plus_by_itself() {
    let mut play = table(Game::Tcp5);
    let side = json!({"do": "side", "seat": 4, "on": true});
    assert!(does(&mut play, &side).is_err(), "bets are not open");
    all(&mut play, &[open(), side, chips(4, 1)]);
    assert_eq!(lamps(&play, 4), 1);
    assert_eq!(view(&play)["seats"][3]["note"], "");
    all(&mut play, &[lock(), deal(), json!({"do": "settle"})]);
    let wagers = texts(&view(&play)["settled"][0]["wagers"], "wager");
    assert_eq!(wagers, ["pair plus", "progressive"]);
}

#[test]
fn the_supervisors_flow_switches_the_game() {
    let mut play = table(Game::Ml9);
    let configure = json!({"do": "configure", "game": "tcp5"});
    all(&mut play, std::slice::from_ref(&configure));
    assert_eq!(last(&play), "The supervisor's key is not turned");
    assert_eq!(view(&play)["game"]["key"], "ml9");
    all(&mut play, &[turn("supervisor", true), configure]);
    assert_eq!(view(&play)["game"]["key"], "tcp5");
    assert_eq!(view(&play)["side"], "Pair plus");
    assert_eq!(view(&play)["board"], json!([]));
}

/// The felt sees an Ante and not how much it is: the console tells, also where it was placed before the bets opened.
#[test]
fn antes_of_any_amount_are_told_and_locked() {
    let mut play = table(Game::Ml9);
    let more =
        |seat: u8, amount: u64| json!({"do": "ante", "seat": seat, "on": true, "amount": amount});
    let little = does(&mut play, &more(1, 999));
    assert!(little.is_err_and(|why| why.starts_with("Ante: $10.00 to ")));
    all(
        &mut play,
        &[open(), more(1, 2_500), ante(2), more(3, 12_345), lock()],
    );
    let staked = |play: &TablePlay, seat: usize| view(play)["seats"][seat - 1]["ante"].clone();
    assert_eq!(staked(&play, 3), "$123.45");
    all(&mut play, &[deal()]);
    let locked = |seat: Seat| {
        let table = play.replica.table().expect("a table");
        let record = table.round().seats().get(seat).as_ref();
        record.map(|record| record.stakes.ante.get())
    };
    let antes = [Seat::One, Seat::Two, Seat::Three].map(locked);
    assert_eq!(antes, [Some(2_500), Some(1_000), Some(12_345)]);
}

/// RWS6 5.17.2: the house chooses how to go on while the betting device is faulty.
#[test]
fn after_a_device_fault_the_house_chooses() {
    let mut play = table(Game::Rws6);
    let broken = |on| trouble("broken_chain", on);
    let labels = |play: &TablePlay| view(play)["steps"].to_string();
    assert!(!labels(&play).contains("Next rounds"));
    all(&mut play, &[broken(true)]);
    play.run_ms(1_000);
    let said = labels(&play);
    assert!(
        said.contains("Next rounds: without progressive bets"),
        "{said}"
    );
    assert!(!said.contains("no bets at"), "no seat is to blame");
    all(&mut play, &[open()]);
    assert_eq!(play.replica.phase(), Phase::Idle);
    click(&mut play, "steps", "Next rounds: without progressive bets");
    all(&mut play, &[open()]);
    play.run_ms(1_000);
    let notice = "NO PROGRESSIVE BETS\nACCEPTED\nOR PAID";
    assert_eq!(sign(&play), notice, "{}", last(&play));
    all(&mut play, &[broken(false)]);
    play.run_ms(3_000);
    assert!(!labels(&play).contains("Next rounds"));
}

/// A journal is a ring: whoever comes late is told that the beginning is missing.
#[test]
fn a_journal_without_its_beginning_is_said_to_be_one() {
    let mut play = table(Game::Ml9);
    assert_eq!(view(&play)["notices"], json!([]));
    play.replica = Replica::default();
    play.replica.apply(1, &Entry::Boot(1));
    assert!(!play.replica.is_partial());
    play.replica = Replica::default();
    play.replica.apply(812, &Entry::Boot(3));
    let said = view(&play)["notices"].to_string();
    assert!(said.contains("no longer holds its beginning"), "{said}");
}

/// Power goes in the middle of a round and comes back: the journal has it all.
#[test]
fn a_power_cut_loses_nothing() {
    let mut play = table(Game::Ml9);
    all(&mut play, &[open(), ante(3), chips(3, 2), lock(), deal()]);
    let before = view(&play);
    all(&mut play, &[trouble("power_cut", true)]);
    assert_eq!(play.engine().lit(), Some(0));
    let refused = does(&mut play, &json!({"do": "settle"}));
    assert_eq!(refused, Err("the table has no power".into()));
    all(&mut play, &[trouble("power_cut", false)]);
    play.run_ms(3_000);
    let after = view(&play);
    assert_eq!(after["seats"][2]["cards"], before["seats"][2]["cards"]);
    assert_eq!(after["meters"], before["meters"]);
    assert_eq!(after["seats"][2]["note"], "Play on or withdraw?");
    assert_eq!(lamps(&play, 3), 0b11);
}

/// Picked cards come up where they were picked for, and no card is dealt twice.
#[test]
fn cards_are_picked_or_left_to_chance() {
    let mut play = table(Game::Ml9);
    all(&mut play, &picks(&json!({"seat": 2}), &["As", "Ks"]));
    let twice = &picks(&json!("board"), &["As"])[0];
    assert!(does(&mut play, twice).is_err());
    all(&mut play, &[open(), ante(2), ante(6), lock(), deal()]);
    let hand = play.replica.hand(Seat::Two);
    let hand: Vec<String> = hand.iter().map(ToString::to_string).collect();
    assert_eq!(hand, ["Ks", "As"]);
    assert_eq!(play.replica.cards_out().len(), 4);
}
