//! What goes wrong at one seat: told as the right fault, never a bet, never the neighbour's trouble, and
//! over only when it is really gone.

use firmware::config::FAULT_CLEAR_SAMPLES;
use firmware::faults::SeatFault;
use parts::chain::{Change, Trouble, gate};
use shared_rules::seats::Seat;
use simulator::rig::{MS, Rig};

/// Long enough for anything at rest to be read and shown.
pub const SETTLED_MS: u64 = 14;
/// Five dark samples show a beam, and one more that the chain is sound.
const TOLD_MS: u64 = 12;
/// Long enough for a spot without a clean stack to be called faulted.
const UNREADABLE_MS: u64 = 500 + SETTLED_MS;
pub const CLEAR_MS: u64 = FAULT_CLEAR_SAMPLES as u64;

fn index(seat: Seat) -> usize {
    seat.index().into()
}

/// Runs until the seat is faulted; it then has no bet, and until then no other than before. Returns the milliseconds.
fn ms_until(rig: &mut Rig, seat: Seat, fault: SeatFault) -> u64 {
    let before = rig.seat(seat);
    for ms in 1..=UNREADABLE_MS {
        rig.step();
        let reading = rig.seat(seat);
        assert!([0, before.chips].contains(&reading.chips));
        if reading.fault.is_some() {
            assert_eq!((reading.fault, reading.chips), (Some(fault), 0));
            return ms;
        }
    }
    panic!("{seat:?} is not faulted");
}

/// The fault stands for this long, and the seat has no bet.
pub fn stands(rig: &mut Rig, seat: Seat, fault: SeatFault, ms: u64) {
    for _ in 0..ms {
        rig.step();
        let reading = rig.seat(seat);
        assert_eq!((reading.fault, reading.chips), (Some(fault), 0));
    }
}

/// The trouble is over, but the fault stands until enough good samples have come. The last that showed it
/// may be two samples old, and chips need a moment to be read.
fn heals(rig: &mut Rig, seat: Seat, fault: SeatFault, chips: u8) {
    stands(rig, seat, fault, CLEAR_MS - 2);
    rig.run_ms(SETTLED_MS);
    let reading = rig.seat(seat);
    assert_eq!((reading.fault, reading.chips), (None, chips));
}

pub fn others_are_well(rig: &Rig, seat: Seat) {
    for other in Seat::ALL.into_iter().filter(|&other| other != seat) {
        assert_eq!(rig.seat(other).fault, None);
    }
    assert_eq!(rig.readings.chain, None);
}

/// Every way to block the gates that is not a stack.
fn holes() -> impl Iterator<Item = Vec<usize>> {
    let ways = (0_u8..32).map(|bits| (0..5).filter(|level| bits >> level & 1 == 1).collect());
    ways.filter(|blocked: &Vec<usize>| !blocked.iter().copied().eq(0..blocked.len()))
}

#[test]
fn every_hole_at_every_seat_is_a_fault_and_never_a_bet() {
    assert_eq!(holes().count(), 32 - 6);
    let mut rig = Rig::proven(1);
    for seat in Seat::ALL {
        for blocked in holes() {
            for &level in &blocked {
                rig.trouble(gate(index(seat), level), Trouble::Blocked);
            }
            ms_until(&mut rig, seat, SeatFault::Hole);
            others_are_well(&rig, seat);
            rig.apply(Change::Mended);
            heals(&mut rig, seat, SeatFault::Hole, 0);
        }
    }
}

#[test]
fn a_hand_that_passes_the_upper_gates_is_neither_a_bet_nor_a_fault() {
    let mut rig = Rig::proven(2);
    rig.trouble(gate(0, 4), Trouble::Blocked);
    for _ in 0..300 {
        rig.step();
        let reading = rig.seat(Seat::One);
        assert_eq!((reading.chips, reading.fault), (0, None));
    }
    rig.apply(Change::Mended);
    rig.put(Seat::One, 1);
    rig.run_ms(SETTLED_MS);
    assert_eq!(rig.seat(Seat::One).chips, 1);
}

#[test]
fn stray_light_on_any_gate_is_told_at_once() {
    let mut rig = Rig::proven(3);
    for seat in Seat::ALL {
        rig.put(seat, 3);
        rig.run_ms(SETTLED_MS);
        for level in 0..5 {
            rig.trouble(gate(index(seat), level), Trouble::Light);
            assert!(ms_until(&mut rig, seat, SeatFault::StrayLight) <= TOLD_MS);
            others_are_well(&rig, seat);
            stands(&mut rig, seat, SeatFault::StrayLight, 2 * CLEAR_MS);
            rig.apply(Change::Mended);
            heals(&mut rig, seat, SeatFault::StrayLight, 3);
        }
    }
}

#[test]
fn light_that_keeps_coming_back_stays_a_fault() {
    let mut rig = Rig::proven(4);
    rig.put(Seat::Four, 2);
    rig.run_ms(SETTLED_MS);
    for _ in 0..5 {
        let until_ns = rig.next_scan_ns() + 20 * MS;
        rig.apply(Change::Trouble(gate(3, 1), Trouble::Light, until_ns));
        ms_until(&mut rig, Seat::Four, SeatFault::StrayLight);
        stands(&mut rig, Seat::Four, SeatFault::StrayLight, CLEAR_MS - 10);
    }
    rig.run_ms(20 + SETTLED_MS);
    let reading = rig.seat(Seat::Four);
    assert_eq!((reading.chips, reading.fault), (2, None));
}

/// Nothing of the seat is believed meanwhile, and nothing of it changes.
#[test]
fn light_that_comes_now_and_then_is_noise() {
    let mut rig = Rig::proven(12);
    rig.put(Seat::Four, 2);
    rig.apply(Change::Ante(3, true));
    rig.run_ms(SETTLED_MS);
    let before = rig.seat(Seat::Four);
    for flash in 0..100 {
        let until_ns = rig.next_scan_ns() + 4 * MS;
        for level in 0..5 {
            rig.apply(Change::Trouble(gate(3, level), Trouble::Light, until_ns));
        }
        for _ in 0..32 {
            rig.step();
            assert_eq!(rig.seat(Seat::Four), before, "flash {flash}");
        }
    }
    assert!(rig.sensors.noise().in_the_dark >= 200, "they are counted");
}

#[test]
fn a_pulled_cable_is_told_at_once_and_leaves_neither_chips_nor_ante() {
    let mut rig = Rig::proven(5);
    for seat in Seat::ALL {
        for (chips, ante) in [(0, false), (0, true), (4, true)] {
            rig.put(seat, chips);
            rig.apply(Change::Ante(index(seat), ante));
            rig.run_ms(SETTLED_MS);
            rig.apply(Change::Plugged(index(seat), false));
            assert!(ms_until(&mut rig, seat, SeatFault::Unplugged) <= TOLD_MS);
            others_are_well(&rig, seat);
            stands(&mut rig, seat, SeatFault::Unplugged, 2 * CLEAR_MS);
            assert!(!rig.seat(seat).ante);
            rig.apply(Change::Plugged(index(seat), true));
            heals(&mut rig, seat, SeatFault::Unplugged, chips);
            assert_eq!(rig.seat(seat).ante, ante);
        }
    }
}

#[test]
fn gates_that_never_rest_are_a_fault() {
    let mut rig = Rig::proven(6);
    rig.put(Seat::Two, 5);
    rig.run_ms(SETTLED_MS);
    (0..5).for_each(|level| rig.trouble(gate(1, level), Trouble::Bouncing));
    rig.run_ms(UNREADABLE_MS);
    stands(&mut rig, Seat::Two, SeatFault::Unsteady, CLEAR_MS);
    rig.apply(Change::Mended);
    heals(&mut rig, Seat::Two, SeatFault::Unsteady, 5);
}

/// A row of the table of stuck gates: chips, the stuck gate, and what is then read.
fn stuck(chips: u8, level: usize, trouble: Trouble) -> (u8, Option<SeatFault>) {
    let mut rig = Rig::proven(7);
    rig.put(Seat::Five, chips);
    rig.trouble(gate(4, level), trouble);
    rig.run_ms(UNREADABLE_MS);
    let reading = rig.seat(Seat::Five);
    (reading.chips, reading.fault)
}

#[test]
fn of_a_stuck_gate_is_told_what_can_be_told() {
    let hole = (0, Some(SeatFault::Hole));
    for chips in 0..=5_u8 {
        let height = usize::from(chips);
        for level in 0..5 {
            let (above, next) = (level > height, level == height);
            let blocked = stuck(chips, level, Trouble::Blocked);
            let too_many = (chips + u8::from(next), None);
            assert_eq!(blocked, if above { hole } else { too_many });
            let (inside, uppermost) = (level + 1 < height, level + 1 == height);
            let leaking = stuck(chips, level, Trouble::Leaking);
            let too_few = (chips - u8::from(uppermost), None);
            assert_eq!(leaking, if inside { hole } else { too_few });
        }
    }
}

#[test]
fn light_on_every_gate_is_not_taken_for_a_pulled_cable_while_the_ante_is_clear() {
    let mut rig = Rig::proven(11);
    (0..5).for_each(|level| rig.trouble(gate(6, level), Trouble::Light));
    ms_until(&mut rig, Seat::Seven, SeatFault::StrayLight);
    rig.apply(Change::Ante(6, true));
    rig.run_ms(2);
    assert_eq!(rig.seat(Seat::Seven).fault, Some(SeatFault::Unplugged));
}
