//! Antes that are taken away or put down after "No more bets": as long as an Ante wins or loses, nobody moves it (THB6
//! 5.5, 5.6, RWS6 5.11; US 7,559,839). An Ante that is lost by a fold (THB6 3.9.1) or goes back may be taken at any
//! time, and after the settlement every one.

use super::after_lock::alarm_sounds;
use super::prelude::*;
use parts::chain::{Trouble, gate};

/// Long enough for a fault to be told and for its end to be believed.
const FAULT_MS: u64 = 2_000;

const NEVER_NS: u64 = u64::MAX;

/// Moves of one Ante that are written down in a round.
const WRITTEN: usize = 4;

/// Seat 3 has two units, seat 5 an Ante alone.
fn locked<E: FreshEngine>() -> TableDriver<E> {
    let mut evening = TableDriver::<E>::opened(Game::Ml9);
    evening.bets(3, 2);
    evening.ante(5, true);
    evening.says([Event::NoMoreBets]);
    evening.read_all();
    assert!(!evening.is_lit(Lamp::Alarm));
    evening
}

/// An Ante is taken away or put down: ring, alarm and entry say so.
#[track_caller]
fn moved<E: FreshEngine>(
    evening: &mut TableDriver<E>,
    number: u8,
    covered: bool,
    looks: [(u8, Look); 2],
) {
    evening.ante(number, covered);
    alarm_sounds(evening);
    evening.lamps(Look::Dark, &looks);
    evening.wrote(&[Entry::AnteMoved(seat(number), covered)]);
}

/// An Ante is taken away, or lies there again, and nobody is warned.
#[track_caller]
fn may<E: FreshEngine>(evening: &mut TableDriver<E>, number: u8, covered: bool) {
    evening.read_all();
    evening.ante(number, covered);
    assert!(!evening.is_lit(Lamp::Alarm), "seat {number}");
    evening.wrote(&[]);
}

pub fn an_ante_is_taken_away_and_put_back<E: FreshEngine>() {
    let mut evening = locked::<E>();
    let changed = [(3, Look::Changed(2)), (5, Look::Dark)];
    moved(&mut evening, 3, false, changed);
    evening.ante(3, true);
    assert!(!evening.is_lit(Lamp::Alarm));
    evening.lamps(Look::Dark, &[(3, Look::Steady(2))]);
    evening.wrote(&[Entry::AnteMoved(seat(3), true)]);
}

/// An Ante on an empty spot is as late as a chip.
pub fn an_ante_is_put_down<E: FreshEngine>() {
    let mut evening = locked::<E>();
    let looks = [(1, Look::Changed(0)), (3, Look::Steady(2))];
    moved(&mut evening, 1, true, looks);
    evening.ante(1, false);
    evening.lamps(Look::Dark, &[(3, Look::Steady(2))]);
    evening.wrote(&[Entry::AnteMoved(seat(1), false)]);
}

pub fn an_ante_without_a_progressive_wager_is_watched<E: FreshEngine>() {
    let looks = [(5, Look::Changed(0)), (3, Look::Steady(2))];
    moved(&mut locked::<E>(), 5, false, looks);
}

/// THB6 3.9.1: a fold loses the Ante, and the dealer takes it at once. The progressive wager stays.
pub fn a_folded_ante_may_be_taken<E: FreshEngine>() {
    let mut evening = locked::<E>();
    let hands = [hand(3, "8h8d"), hand(5, "KsQc"), dealer_hand("9c9d")];
    evening.says(hands);
    evening.says([fold(3)]);
    may(&mut evening, 3, false);
    evening.chips(3, 1);
    alarm_sounds(&mut evening);
    evening.wrote(&[Entry::Moved(seat(3), 1)]);
    let looks = [(5, Look::Changed(0)), (3, Look::Changed(2))];
    moved(&mut evening, 5, false, looks);
}

/// The same in the other order: the alarm was right, and the ring is steady as soon as the hand has folded.
pub fn an_ante_is_taken_before_its_hand_folds<E: FreshEngine>() {
    let mut evening = locked::<E>();
    evening.says([hand(3, "8h8d"), hand(5, "KsQc"), dealer_hand("9c9d")]);
    evening.read_all();
    let changed = [(3, Look::Changed(2)), (5, Look::Dark)];
    moved(&mut evening, 3, false, changed);
    evening.says([fold(3)]);
    evening.wait_ms(SETTLE_MS);
    evening.lamps(Look::Dark, &[(3, Look::Steady(2))]);
    assert!(!evening.is_lit(Lamp::Alarm));
}

/// THB6 5.7: the Ante of an invalid hand is its player's again, also after a power cut; the others stay watched.
pub fn an_ante_that_goes_back_may_leave<E: FreshEngine>() {
    for is_cut in [false, true] {
        let mut evening = locked::<E>();
        if is_cut {
            evening.loses_power();
            evening.says([3, 5].map(|number| Event::Choose(seat(number), Choice::PlayOn)));
        }
        evening.says([Event::Invalidate(1, seat(5), HandFault::WrongCount)]);
        may(&mut evening, 5, false);
        let changed = [(3, Look::Changed(2)), (5, Look::Dark)];
        moved(&mut evening, 3, false, changed);
    }
}

pub fn the_dealer_takes_antes_after_the_settlement<E: FreshEngine>() {
    let mut evening = locked::<E>();
    evening.says(dealt(&[(3, "8h8d"), (5, "QsQc")], "2dJs5c"));
    evening.says([Event::Settle]);
    may(&mut evening, 3, false);
    evening.says([Event::Paid]);
    may(&mut evening, 5, false);
}

/// An Ante that is pushed to and fro does not wear the flash out; the alarm goes on.
pub fn an_ante_that_moves_too_often_is_not_written_down<E: FreshEngine>() {
    let mut evening = locked::<E>();
    for _ in 0..WRITTEN {
        evening.ante(3, false);
        evening.ante(3, true);
    }
    assert_eq!(evening.new_entries().len(), WRITTEN);
    evening.wait_ms(FAULT_MS);
    evening.ante(3, false);
    assert!(evening.is_lit(Lamp::Alarm));
    evening.lamps(Look::Dark, &[(3, Look::Changed(2))]);
    evening.wrote(&[]);
}

/// While the cable of a seat is out nobody sees what happens there. As soon as it is in again, what lies there is
/// compared with what was locked.
pub fn sensors_that_return_are_compared_with_the_lock<E: FreshEngine>() {
    let mut evening = locked::<E>();
    evening.happens(Change::Plugged(index(3), false));
    evening.wait_ms(FAULT_MS);
    evening.clears(3);
    evening.lamps(Look::Dark, &[(3, Look::Steady(2))]);
    assert!(!evening.is_lit(Lamp::Alarm));
    evening.wrote(&[Entry::Fault(Fault::Seat(seat(3)))]);

    evening.happens(Change::Plugged(index(3), true));
    let sounds = (0..FAULT_MS).any(|_| {
        evening.wait_ms(1);
        evening.is_lit(Lamp::Alarm)
    });
    assert!(sounds, "no alarm");
    evening.wait_ms(FAULT_MS);
    evening.lamps(Look::Dark, &[(3, Look::Changed(2))]);
    let written = evening.new_entries();
    let (chips, ante) = (Entry::Moved(seat(3), 0), Entry::AnteMoved(seat(3), false));
    assert!(
        written.contains(&chips) && written.contains(&ante),
        "{written:?}"
    );
}

/// A gate that is broken faults the coin spot; the Ante beside it has a line of its own.
pub fn an_ante_is_watched_beside_a_faulted_coin_spot<E: FreshEngine>() {
    let mut evening = locked::<E>();
    let broken = Change::Trouble(gate(index(5), 4), Trouble::Blocked, NEVER_NS);
    evening.happens(broken);
    evening.wait_ms(FAULT_MS);
    evening.wrote(&[Entry::Fault(Fault::Seat(seat(5)))]);
    let looks = [(5, Look::Faulted), (3, Look::Steady(2))];
    moved(&mut evening, 5, false, looks);
}
