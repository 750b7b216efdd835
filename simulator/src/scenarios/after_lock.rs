//! Chips that are added, removed or swapped after "No more bets": the lock stands, the ring says so, an alarm
//! sounds and an entry is written (THB6 5.5, 5.6, RWS6 5.11, 5.20; US 7,559,839). The Antes are in
//! [`antes_after_lock`](super::antes_after_lock).

use super::prelude::*;

/// The least that an alarm lasts (NZ 2004).
const ALARM_MS_MIN: u64 = 1_500;

const SIGN: &str = "NO MORE BETS\n$10,001.00";

fn locked<E: FreshEngine>() -> TableDriver<E> {
    let evening = TableDriver::<E>::locked(Game::Ml9, &[(3, 2)]);
    assert!(!evening.is_lit(Lamp::Alarm));
    evening
}

/// The alarm sounds now, and for long enough.
#[track_caller]
pub(super) fn alarm_sounds<E: FreshEngine>(evening: &mut TableDriver<E>) {
    for _ in 0..ALARM_MS_MIN {
        assert!(evening.is_lit(Lamp::Alarm), "the alarm ended early");
        evening.wait_ms(1);
    }
    evening.wait_ms(ALARM_MS_MIN);
    assert!(!evening.is_lit(Lamp::Alarm), "the alarm goes on");
}

#[track_caller]
fn moved<E: FreshEngine>(evening: &mut TableDriver<E>, number: u8, count: u8, look: Look) {
    evening.chips(number, count);
    alarm_sounds(evening);
    evening.lamps(Look::Dark, &[(number, look), (3, Look::Steady(2))]);
    evening.sign(&[SIGN]);
    evening.wrote(&[Entry::Moved(seat(number), count)]);
}

pub fn a_chip_is_added<E: FreshEngine>() {
    moved::<E>(&mut locked::<E>(), 3, 3, Look::Changed(2));
}

pub fn chips_are_removed_and_put_back<E: FreshEngine>() {
    let mut evening = locked::<E>();
    moved::<E>(&mut evening, 3, 0, Look::Changed(2));
    evening.chips(3, 2);
    assert!(!evening.is_lit(Lamp::Alarm));
    evening.lamps(Look::Dark, &[(3, Look::Steady(2))]);
    evening.wrote(&[Entry::Moved(seat(3), 2)]);
}

/// A swap takes the upper chip away and puts another one in its place.
pub fn a_chip_is_swapped<E: FreshEngine>() {
    let mut evening = locked::<E>();
    evening.chips(3, 1);
    evening.chips(3, 2);
    alarm_sounds(&mut evening);
    evening.lamps(Look::Dark, &[(3, Look::Steady(2))]);
    evening.wrote(&[Entry::Moved(seat(3), 1), Entry::Moved(seat(3), 2)]);
}

/// A chip on a spot that has no bet is as late as one on top of a bet.
pub fn a_chip_is_put_on_an_empty_spot<E: FreshEngine>() {
    moved::<E>(&mut locked::<E>(), 5, 1, Look::Changed(0));
}

/// A hand that only passes over the spot is no alarm.
pub fn a_beam_that_is_broken_for_a_moment<E: FreshEngine>() {
    let mut evening = locked::<E>();
    for _ in 0..20 {
        evening.table.change(Change::Chips(2, 3));
        evening.table.run_ms(7);
        evening.table.change(Change::Chips(2, 2));
        evening.table.run_ms(SETTLE_MS);
    }
    assert!(!evening.is_lit(Lamp::Alarm));
    evening.wrote(&[]);
}

/// Collecting the losing wagers after the settlement is no alarm; nor is the next round.
pub fn chips_are_collected_after_settlement<E: FreshEngine>() {
    let mut evening = locked::<E>();
    evening.says([
        hand(3, "8h8d"),
        dealer_hand("9c9d"),
        fold(3),
        community("2d5sJc"),
        community("3c"),
        community("Qh"),
        Event::Settle,
    ]);
    evening.read_all();
    evening.clears(3);
    evening.says([Event::Paid, Event::PlaceYourBets]);
    assert!(!evening.is_lit(Lamp::Alarm));
    evening.lamps(Look::Open, &[]);
    evening.wrote(&[
        Entry::Round(Event::Paid),
        Entry::Round(Event::PlaceYourBets),
    ]);
}

fn goes_back(number: u8) -> Event {
    Event::Invalidate(1, seat(number), HandFault::WrongCount)
}

/// These counts of a seat's chips, one after the other, are no alarm and no entry.
#[track_caller]
fn may_leave<E: FreshEngine>(evening: &mut TableDriver<E>, number: u8, counts: &[u8]) {
    for count in counts {
        evening.chips(number, *count);
        assert!(!evening.is_lit(Lamp::Alarm), "{count} left");
    }
    evening.wrote(&[]);
}

/// THB6 5.7: the wager of an invalid hand is its player's again, also after a power cut. More chips than lay there are
/// late, and the other bets stay locked.
pub fn chips_of_a_hand_that_went_back_may_leave<E: FreshEngine>() {
    for is_cut in [false, true] {
        let mut evening = TableDriver::<E>::locked(Game::Ml9, &[(3, 2), (5, 1)]);
        if is_cut {
            evening.loses_power();
            let asked = [3, 5].map(|number| Event::Choose(seat(number), Choice::PlayOn));
            evening.says(asked);
        }
        evening.says([goes_back(3)]);
        evening.read_all();
        may_leave(&mut evening, 3, &[1, 0]);
        evening.lamps(Look::Dark, &[(3, Look::Steady(2)), (5, Look::Steady(1))]);
        evening.chips(3, 3);
        alarm_sounds(&mut evening);
        evening.chips(5, 0);
        alarm_sounds(&mut evening);
        evening.lamps(Look::Dark, &[(3, Look::Changed(2)), (5, Look::Changed(1))]);
        evening.wrote(&[Entry::Moved(seat(3), 3), Entry::Moved(seat(5), 0)]);
    }
}

/// The same in the other order: the alarm was right, and the ring is steady as soon as the hand is invalid.
pub fn a_hand_goes_back_whose_chips_have_left<E: FreshEngine>() {
    let mut evening = locked::<E>();
    moved::<E>(&mut evening, 3, 0, Look::Changed(2));
    evening.says([goes_back(3)]);
    evening.wait_ms(SETTLE_MS);
    evening.lamps(Look::Dark, &[(3, Look::Steady(2))]);
    assert!(!evening.is_lit(Lamp::Alarm));
}

/// THB6 5.9, 5.12.2, 5.14: the chips of a barred player, a chip without an Ante, and chips over the game's most never
/// counted, and leave in any number of steps. More than lay there are late.
pub fn refused_chips_leave_one_by_one<E: FreshEngine>() {
    let mut evening = TableDriver::<E>::of(Game::Thb6);
    evening.says([Event::HoldPlayer(Player(3), PlayerHold::Barred)]);
    evening.says([Event::PlaceYourBets]);
    evening.bets(3, 3);
    evening.bets(5, 4);
    evening.chips(6, 1);
    evening.says([Event::NoMoreBets]);
    evening.read_all();
    may_leave(&mut evening, 3, &[2, 1, 2, 0]);
    may_leave(&mut evening, 5, &[3, 2, 1]);
    may_leave(&mut evening, 6, &[0]);
    let steady = [(5, Look::Steady(1)), (6, Look::Steady(1))];
    evening.lamps(Look::Dark, &steady);
    evening.chips(3, 4);
    alarm_sounds(&mut evening);
    evening.chips(5, 0);
    alarm_sounds(&mut evening);
    evening.wrote(&[Entry::Moved(seat(3), 4), Entry::Moved(seat(5), 0)]);
}
