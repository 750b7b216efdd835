//! The cables to the sign and to the console are pulled, or full of noise: no bets are opened, both sides say so
//! within a second, and it heals (9 NYCRR 5321.18(c), NZ 2004 1.28.5).

use super::prelude::*;
use crate::engine::key_of;
use parts::wire::Faults;
use shared_rules::wire::message::Request;
use shared_rules::wire::role::Role;
use shared_rules::wire::sign::SignVersion;

/// A link that is silent for this long is down.
const SILENCE_MS: u64 = 1_000;

/// What a frame and its answer take, and a heartbeat that was just missed.
const SLACK_MS: u64 = 250;

/// About every fifth frame is damaged, lost, repeated or late.
const NOISE: Faults = Faults {
    lost: 30,
    repeated: 50,
    late: 50,
    noisy: 50,
    cut_off: 20,
    flipped: 10,
    missing: 10,
    inserted: 10,
};

pub fn without_its_sign_no_bets_are_opened<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::of(Game::Ml9);
    evening.table.sign_cable.cut(true);
    evening.wait_ms(SILENCE_MS - SLACK_MS);
    assert_eq!(evening.sign_now(), "JACKPOT\n$10,000.00");
    evening.wait_ms(2 * SLACK_MS);
    assert_eq!(evening.sign_now(), "NO LINK: LAST KNOWN\n$10,000.00");
    assert!(evening.is_lit(Lamp::Fault));
    evening.wrote(&[Entry::Fault(Fault::Sign)]);

    evening.refuses_event(Event::PlaceYourBets, "", BROKEN);
    evening.presses(FeltKey::PlaceYourBets);
    evening.lamps(Look::Dark, &[]);
    evening.wrote(&[Entry::Refused(RefusedKind::AgainstTheRules, 1)]);

    evening.table.sign_cable.cut(false);
    evening.wait_ms(3_000);
    evening.sign(&["JACKPOT\n$10,000.00"]);
    evening.says([Event::PlaceYourBets]);
    evening.wrote(&[
        Entry::Healed(Fault::Sign),
        Entry::Round(Event::PlaceYourBets),
    ]);
    assert!(!evening.is_lit(Lamp::Fault));
}

/// A sign that was away when the amount changed has it as soon as it is back.
pub fn the_sign_catches_up<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::opened(Game::Ml9);
    evening.bets(2, 5);
    evening.table.sign_cable.cut(true);
    evening.says([Event::NoMoreBets]);
    evening.wait_ms(3_000);
    assert_eq!(evening.sign_now(), "NO LINK: LAST KNOWN\n$10,000.00");
    evening.table.sign_cable.cut(false);
    evening.wait_ms(1_000);
    evening.sign(&["NO MORE BETS\n$10,002.50"]);
}

/// A sign that loses its power in any phase of a round is a new one to the table, and is told the picture at once.
pub fn a_sign_that_restarts_shows_the_amount_within_a_second<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::of(Game::Ml9);
    restarts_and_shows(&mut evening, "JACKPOT\n$10,000.00");
    evening.says([Event::PlaceYourBets]);
    restarts_and_shows(&mut evening, "BETS OPEN\n$10,000.00");
    evening.bets(2, 5);
    evening.says([Event::NoMoreBets]);
    restarts_and_shows(&mut evening, "NO MORE BETS\n$10,002.50");
    evening.says(dealt(&[(2, "AsKs")], "2h7d9c"));
    evening.says([Event::Settle]);
    restarts_and_shows(&mut evening, "NO MORE BETS\n$10,002.50");
    evening.says([Event::Paid]);
    restarts_and_shows(&mut evening, "JACKPOT\n$10,002.50");
    assert!(!evening.is_lit(Lamp::Fault));
}

#[track_caller]
fn restarts_and_shows<E: FreshEngine>(evening: &mut TableDriver<E>, page: &str) {
    evening.table.restart_sign();
    assert_ne!(evening.sign_now(), page, "it has forgotten");
    evening.wait_ms(SILENCE_MS);
    assert_eq!(evening.sign_now(), page);
}

/// A sign with another key than the table's is told nothing, and no round opens without one.
pub fn a_sign_that_is_not_paired_is_none<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::of(Game::Ml9);
    let mut key = key_of(Role::Sign);
    key.key = key_of(Role::Reader).key;
    evening.table.replace_sign(key);
    evening.wait_ms(SILENCE_MS + SLACK_MS);
    assert_eq!(evening.table.sign.picture(), None);
    assert!(evening.is_lit(Lamp::Fault));
    evening.refuses_event(Event::PlaceYourBets, "", BROKEN);
    evening.table.restart_sign();
    evening.wait_ms(3_000);
    evening.says([Event::PlaceYourBets]);
}

/// A sign whose messages have another version could read another amount: it is sent none, and the console is told.
pub fn a_sign_of_another_version_is_named_and_shows_no_amount<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::of(Game::Ml9);
    assert_eq!(sign_version(&mut evening), Some(SignVersion::OURS));
    evening.table.restart_sign();
    let other = SignVersion {
        messages: SignVersion::OURS.messages + 1,
        program: [9, 8, 7],
    };
    evening.table.sign.version = other;
    evening.wait_ms(2 * SILENCE_MS);
    assert_eq!(evening.table.sign.picture(), None);
    assert_eq!(sign_version(&mut evening), Some(other));
    evening.wrote(&[Entry::Fault(Fault::Sign)]);
    evening.refuses_event(Event::PlaceYourBets, "", BROKEN);

    evening.table.restart_sign();
    evening.wait_ms(2 * SILENCE_MS);
    evening.sign(&["JACKPOT\n$10,000.00"]);
    assert_eq!(sign_version(&mut evening), Some(SignVersion::OURS));
    evening.says([Event::PlaceYourBets]);
}

/// The version of the sign, as the table tells its console.
fn sign_version<E: FreshEngine>(evening: &mut TableDriver<E>) -> Option<SignVersion> {
    evening.table.console.ask(Request::Sign);
    match evening.next_answer() {
        Answer::Sign(version) => version,
        other => panic!("{other:?}"),
    }
}

pub fn without_its_console_no_bets_are_opened<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::of(Game::Ml9);
    evening.table.console_cable.cut(true);
    evening.wait_ms(SILENCE_MS + SLACK_MS);
    assert!(evening.is_lit(Lamp::Fault));
    evening.sign(&["FAULT\nDEALER CONSOLE", "JACKPOT\n$10,000.00"]);
    evening.presses(FeltKey::PlaceYourBets);
    assert_eq!(evening.phase(), Phase::Idle);

    evening.table.console_cable.cut(false);
    evening.wait_ms(3_000);
    evening.sign(&["JACKPOT\n$10,000.00"]);
    evening.presses(FeltKey::PlaceYourBets);
    evening.lamps(Look::Open, &[]);
    evening.wrote(&[
        Entry::Fault(Fault::Console),
        Entry::Refused(RefusedKind::AgainstTheRules, 1),
        Entry::Healed(Fault::Console),
        Entry::Round(Event::PlaceYourBets),
    ]);
}

/// A link that has not come up yet is no fault, but no round is opened without it; later it is one.
pub fn after_a_start_no_bets_are_opened_before_the_links_are_up<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::of(Game::Ml9);
    evening.table.sign_cable.cut(true);
    evening.table.power_off();
    evening.table.power_on();
    evening.wait_ms(500);
    evening.presses(FeltKey::PlaceYourBets);
    assert_eq!(evening.phase(), Phase::Idle);
    evening.wait_ms(SILENCE_MS);
    evening.wrote(&[
        Entry::Boot(2),
        Entry::Refused(RefusedKind::AgainstTheRules, 1),
        Entry::Fault(Fault::Sign),
    ]);
}

/// A fault stands from the first moment after a power cut, and goes only when it is really gone (NZ 2004 1.17).
pub fn a_fault_outlives_a_power_cut_until_it_is_gone<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::of(Game::Ml9);
    evening.table.sign_cable.cut(true);
    evening.wait_ms(SILENCE_MS + SLACK_MS);
    evening.wrote(&[Entry::Fault(Fault::Sign)]);
    evening.table.power_off();
    evening.table.run_ms(SILENCE_MS);
    evening.table.power_on();
    evening.wait_ms(SLACK_MS);
    assert!(evening.is_lit(Lamp::Fault), "as soon as it has started");
    evening.wait_ms(10 * SILENCE_MS);
    assert!(evening.is_lit(Lamp::Fault), "as long as it is there");
    evening.refuses_event(Event::PlaceYourBets, "", BROKEN);
    evening.wrote(&[
        Entry::Boot(2),
        Entry::Refused(RefusedKind::AgainstTheRules, 1),
    ]);

    evening.table.sign_cable.cut(false);
    evening.wait_ms(3_000);
    assert!(!evening.is_lit(Lamp::Fault));
    evening.says([Event::PlaceYourBets]);
    evening.wrote(&[
        Entry::Healed(Fault::Sign),
        Entry::Round(Event::PlaceYourBets),
    ]);
}

/// A round under way goes on without the console, by its keys, and its lock is written down when it happens.
pub fn a_round_under_way_is_closed_by_key_without_the_console<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::opened(Game::Ml9);
    evening.bets(2, 5);
    evening.table.console_cable.cut(true);
    evening.wait_ms(2_000);
    evening.presses(FeltKey::NoMoreBets);
    evening.lamps(Look::Dark, &[(2, Look::Steady(5))]);
    evening.sign(&["FAULT\nDEALER CONSOLE", "NO MORE BETS\n$10,002.50"]);
}

/// Betting is open and a link is lost: what lay there stays, what is put down or changed after that is no bet, and
/// lies there without an alarm after the close (9 NYCRR 5321.18(c)).
pub fn chips_without_a_link_are_no_bet<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::opened(Game::Ml9);
    evening.bets(2, 5);
    evening.bets(4, 1);
    evening.table.sign_cable.cut(true);
    evening.wait_ms(SILENCE_MS + SLACK_MS);
    evening.bets(3, 2);
    evening.chips(4, 3);
    let refused = [
        (2, Look::Steady(5)),
        (3, Look::NotAcceptable(2)),
        (4, Look::NotAcceptable(3)),
    ];
    evening.lamps(Look::Open, &refused);
    evening.says([Event::NoMoreBets]);
    evening.lamps(Look::Dark, &[(2, Look::Steady(5))]);
    evening.chips(3, 0);
    assert!(!evening.is_lit(Lamp::Alarm));
}

/// The same, but the link is back before the close: the felt is read again.
pub fn chips_count_when_the_link_is_back<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::opened(Game::Ml9);
    evening.bets(2, 5);
    evening.table.console_cable.cut(true);
    evening.wait_ms(SILENCE_MS + SLACK_MS);
    evening.bets(3, 2);
    evening.chips(2, 0);
    evening.lamps(Look::Open, &[(3, Look::NotAcceptable(2))]);
    evening.table.console_cable.cut(false);
    evening.wait_ms(3_000);
    evening.lamps(Look::Open, &[(3, Look::Steady(2))]);
    evening.says([Event::NoMoreBets]);
    evening.sign(&["NO MORE BETS\n$10,001.00"]);
}

/// Noise on both wires costs time and nothing else: every command acts once, and no entry is missed or repeated.
pub fn noise_on_both_wires_changes_nothing<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::of(Game::Ml9);
    evening.table.sign_cable.set_rates(NOISE);
    evening.table.console_cable.set_rates(NOISE);
    for _ in 0..20 {
        evening.says([Event::PlaceYourBets]);
        evening.bets(4, 2);
        evening.says([Event::NoMoreBets]);
        let number = evening.ledger().round().number();
        evening.says([Event::Void(number, VoidCause::ShiftManager)]);
        evening.clears(4);
    }
    evening.wait_ms(2_000);
    let cables = [&evening.table.sign_cable, &evening.table.console_cable];
    let lanes = cables.map(|cable| cable.out.faults.total() + cable.back.faults.total());
    println!("faults on the wires to sign and console: {lanes:?}");
    assert!(lanes.iter().all(|faults| *faults > 50), "{lanes:?}");

    let written = evening.new_entries();
    let opened = Entry::Round(Event::PlaceYourBets);
    let opened = written.iter().filter(|entry| **entry == opened).count();
    assert_eq!((opened, written.len()), (20, 60), "{written:?}");
    evening.sign(&["JACKPOT\n$10,000.00"]);
}
