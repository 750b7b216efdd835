//! Who may move money, over the wire: forged, replayed and damaged commands do nothing and are counted.

use super::prelude::*;
use shared_rules::wire::auth::{LOCK_OUT_MS, REFUSALS_TO_LOCK};

/// Refusals after the first are written down together, once a minute.
const COUNTED_TOGETHER_MS: u64 = 61_000;

/// The clock can be set again after this time.
const CLOCK_INTERVAL_MS: u64 = 10_000;

/// The door's place among the keys of the chain.
const SERVICE_DOOR: usize = 4;

const OPEN: Command = Command::Round(Event::PlaceYourBets);

fn signed<E: FreshEngine>(evening: &mut TableDriver<E>, command: &Command) -> Vec<u8> {
    evening.table.console.signed(command).to_vec()
}

/// The same with its last byte changed: the signature does not fit any more.
fn forged<E: FreshEngine>(evening: &mut TableDriver<E>) -> Vec<u8> {
    let mut bytes = signed(evening, &OPEN);
    *bytes.last_mut().expect("a command") ^= 1;
    bytes
}

fn answer_to<E: FreshEngine>(evening: &mut TableDriver<E>, bytes: &[u8]) -> Answer {
    evening.table.console.send_raw(bytes);
    evening.next_answer()
}

pub fn forged_replayed_and_truncated_commands_are_refused_and_counted<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::of(Game::Ml9);
    let forged = forged(&mut evening);
    let wrong = refusal("", "the signature is wrong");
    assert_eq!(answer_to(&mut evening, &forged), wrong);

    let clock = signed(&mut evening, &Command::Clock(1_700_000_000));
    assert!(matches!(
        answer_to(&mut evening, &clock),
        Answer::Done(Some(_))
    ));
    let used = refusal("", "the counter has been used");
    assert_eq!(answer_to(&mut evening, &clock), used);

    let whole = signed(&mut evening, &OPEN);
    let none = refusal("", "the bytes are no command");
    assert_eq!(answer_to(&mut evening, &whole[..whole.len() - 1]), none);
    assert_eq!(evening.phase(), Phase::Idle);

    evening.wait_ms(COUNTED_TOGETHER_MS);
    evening.wrote(&[
        Entry::Refused(RefusedKind::Unauthentic, 1),
        Entry::Clock(1_700_000_000),
        Entry::Refused(RefusedKind::Unauthentic, 2),
    ]);
}

pub fn five_refusals_in_a_row_lock_out_for_a_while<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::of(Game::Ml9);
    let forged = forged(&mut evening);
    for _ in 0..REFUSALS_TO_LOCK {
        let wrong = refusal("", "the signature is wrong");
        assert_eq!(answer_to(&mut evening, &forged), wrong);
    }
    let locked_out = "locked out after refused commands";
    evening.refuses(OPEN, "", locked_out);
    evening.wait_ms(LOCK_OUT_MS - 1_000);
    evening.refuses(OPEN, "", locked_out);
    evening.wait_ms(1_000);
    evening.commands(OPEN);
    assert_eq!(evening.phase(), Phase::BetsOpen);
}

/// Whoever floods the console's wire keeps its commands out, not the people at the table: their keys go on working.
pub fn keys_go_on_working_during_a_lock_out<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::of(Game::Ml9);
    let forged = forged(&mut evening);
    for _ in 0..REFUSALS_TO_LOCK {
        answer_to(&mut evening, &forged);
    }
    evening.refuses(OPEN, "", "locked out after refused commands");
    evening.presses(FeltKey::PlaceYourBets);
    evening.bets(2, 1);
    evening.presses(FeltKey::NoMoreBets);
    evening.read_all();
    assert_eq!(evening.phase(), Phase::Playing);
    evening.holds(FeltKey::Supervisor, true);
    evening.presses(FeltKey::Void);
    evening.read_all();
    assert!(matches!(evening.phase(), Phase::Void(_)));
}

/// Fewer than five in a row, with a good one in between, lock nobody out.
pub fn a_good_command_starts_the_count_again<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::of(Game::Ml9);
    let forged = forged(&mut evening);
    for _ in 0..3 {
        for _ in 1..REFUSALS_TO_LOCK {
            answer_to(&mut evening, &forged);
        }
        evening.commands(Command::Clock(1_700_000_000));
        evening.wait_ms(CLOCK_INTERVAL_MS);
    }
}

/// Each setting of the clock is an entry, and the flash wears: at most one in ten seconds.
pub fn the_clock_is_not_set_again_and_again<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::of(Game::Ml9);
    evening.commands(Command::Clock(1_700_000_000));
    let again = Command::Clock(1_700_000_009);
    evening.refuses(again.clone(), "", "too soon after the last time");
    evening.wait_ms(CLOCK_INTERVAL_MS);
    evening.commands(again);
}

pub fn a_command_from_before_a_restart_is_refused_after_it<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::of(Game::Ml9);
    let held_back = signed(&mut evening, &OPEN);
    evening.loses_power();
    let wrong = refusal("", "the signature is wrong");
    assert_eq!(answer_to(&mut evening, &held_back), wrong);
    assert_eq!(evening.phase(), Phase::Idle);
    evening.commands(OPEN);
}

pub fn a_command_that_is_sent_twice_acts_once<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::of(Game::Ml9);
    let open = signed(&mut evening, &OPEN);
    assert!(matches!(
        answer_to(&mut evening, &open),
        Answer::Done(Some(_))
    ));
    evening.bets(2, 1);
    evening.says([Event::NoMoreBets]);
    let used = refusal("", "the counter has been used");
    assert_eq!(answer_to(&mut evening, &open), used);
    assert_eq!(evening.phase(), Phase::Playing);
    let opened = Entry::Round(Event::PlaceYourBets);
    let written = evening.new_entries();
    assert_eq!(written.iter().filter(|entry| **entry == opened).count(), 1);
}

/// Who holds the key may say what an Ante is worth, but not that chips lie where there are none.
pub fn chips_are_the_felts_to_say<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::opened(Game::Ml9);
    evening.says([ante(2, 10)]);
    evening.refuses_event(chips(2, 1), "", "this is not for the console");
    evening.says([Event::NoMoreBets]);
    evening.sign(&["NO MORE BETS\n$10,000.00"]);
}

/// Whoever opens the table is in the journal at once; a door that flaps is in it every ten seconds at most.
pub fn the_service_door_is_an_entry<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::of(Game::Ml9);
    evening.happens(Change::Key(SERVICE_DOOR, true));
    evening.wrote(&[Entry::Door(true)]);
    for open in [false, true].repeat(20) {
        evening.happens(Change::Key(SERVICE_DOOR, open));
    }
    evening.happens(Change::Key(SERVICE_DOOR, false));
    evening.wait_ms(10_000);
    evening.wrote(&[Entry::Door(false)]);
}
