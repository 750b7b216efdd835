//! Who may move money, over the wire: forged, replayed and damaged commands do nothing and are counted.

use super::prelude::*;
use crate::engine::key_of;
use shared_rules::wire::message::Request;
use shared_rules::wire::role::Role;

/// Refusals after the first are written down together, once a minute.
const COUNTED_TOGETHER_MS: u64 = 61_000;

/// The clock can be set again after this time.
const CLOCK_INTERVAL_MS: u64 = 10_000;

/// The door's place among the keys of the chain.
const SERVICE_DOOR: usize = 4;

/// Commands of a stranger in a row.
const FLOOD: usize = 20;

const OUT_OF_TURN: &str = "the counter is not the next one";

const NOT_ALLOWED: &str = "the role does not allow it";

const OPEN: Command = Command::Round(Event::PlaceYourBets);

/// Waits until the console knows where the counter stands.
fn signed<E: FreshEngine>(evening: &mut TableDriver<E>, command: &Command) -> Vec<u8> {
    for _ in 0..100 {
        if !evening.table.console.has_signer() {
            evening.wait_ms(10);
        }
    }
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
    let used = refusal("", OUT_OF_TURN);
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

/// A stranger's commands are refused, and keep nobody else out.
pub fn a_flood_of_wrong_commands_keeps_nobody_out<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::of(Game::Ml9);
    for _ in 0..FLOOD {
        let forged = forged(&mut evening);
        let wrong = refusal("", "the signature is wrong");
        assert_eq!(answer_to(&mut evening, &forged), wrong);
    }
    evening.commands(OPEN);
    assert_eq!(evening.phase(), Phase::BetsOpen);
}

/// Each person does what the role is for, and nothing else; the console's wire may be opened by another one.
pub fn a_person_does_what_the_role_allows<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::of(Game::Ml9);
    let clock = Command::Clock(1_700_000_000);
    is_served_by(&mut evening, Role::Dealer, &[Role::Dealer]);
    evening.holds(FeltKey::Supervisor, true);
    evening.refuses(Command::Confirm, "", NOT_ALLOWED);
    evening.refuses(Command::Configure(house(Game::Ml6)), "", NOT_ALLOWED);
    evening.refuses(clock.clone(), "", NOT_ALLOWED);
    evening.commands(OPEN);
    evening.bets(2, 1);
    is_served_by(&mut evening, Role::Reader, &[Role::Technician]);
    evening.commands(clock);
    evening.refuses_event(Event::NoMoreBets, "", NOT_ALLOWED);
    is_served_by(&mut evening, Role::Gateway, &[Role::Supervisor]);
    evening.says([Event::NoMoreBets]);
    evening.refuses_event(Event::ShiftManager(Ruling::Void), "", NOT_ALLOWED);
}

/// Another console takes the place of the one before.
fn is_served_by<E: FreshEngine>(evening: &mut TableDriver<E>, opening: Role, persons: &[Role]) {
    let persons = persons.iter().map(|role| key_of(*role)).collect();
    evening.changes_console(key_of(opening), persons);
}

/// Who may only read reads, and neither commands nor carries letters.
pub fn a_reader_reads_and_nothing_else<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::of(Game::Ml9);
    is_served_by(&mut evening, Role::Reader, &[]);
    evening.table.console.ask(Request::Meters);
    assert!(matches!(evening.next_answer(), Answer::Meters(_)));
    evening.refuses(OPEN, "", NOT_ALLOWED);
    evening.table.console.ask(Request::Letter(&[1, 2, 3]));
    assert_eq!(evening.next_answer(), refusal("", NOT_ALLOWED));
}

/// A command that somebody keeps back is good in no later session.
pub fn a_command_that_is_held_back_dies_with_its_session<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::of(Game::Ml9);
    let held_back = signed(&mut evening, &OPEN);
    is_served_by(&mut evening, Role::ShiftManager, &[Role::Dealer]);
    let wrong = refusal("", "the signature is wrong");
    assert_eq!(answer_to(&mut evening, &held_back), wrong);
    assert_eq!(evening.phase(), Phase::Idle);
    evening.commands(OPEN);
}

/// Whoever has none of the table's keys has no session with it: it is as if there were no console.
pub fn a_console_without_a_key_is_none<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::of(Game::Ml9);
    let mut stranger = key_of(Role::ShiftManager);
    stranger.key = key_of(Role::Dealer).key;
    evening.changes_console(stranger, Vec::new());
    evening.wait_ms(3_000);
    assert!(!evening.table.console.is_up(evening.table.now_ms()));
    assert!(evening.is_lit(Lamp::Fault));
    evening.presses(FeltKey::PlaceYourBets);
    assert_eq!(evening.phase(), Phase::Idle);
    is_served_by(&mut evening, Role::Dealer, &[Role::Dealer]);
    evening.wait_ms(1_500);
    evening.commands(OPEN);
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
    let used = refusal("", OUT_OF_TURN);
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
