//! Counting: every count at every seat, and nothing shorter than 8 ms.

use crate::faults::SETTLED_MS;
use firmware::chips::stack_height;
use firmware::faults::SeatFault;
use parts::chain::{Change, Trouble, ante, bet_lamp, gate};
use shared_rules::seats::Seat;
use simulator::rig::{FOREVER, MS, Rig};

fn bet_lamps(rig: &Rig, seat: Seat) -> [bool; 5] {
    let outputs = rig.chain.with(|chain| chain.outputs());
    std::array::from_fn(|level| outputs[bet_lamp(seat.index().into(), level)])
}

fn expect_only(rig: &Rig, seat: Seat, chips: u8) {
    for other in Seat::ALL {
        let expected = if other == seat { chips } else { 0 };
        let reading = rig.seat(other);
        assert_eq!((reading.chips, reading.fault), (expected, None));
        let lamps = [0, 1, 2, 3, 4].map(|level| level < expected);
        assert_eq!(bet_lamps(rig, other), lamps);
    }
}

#[test]
fn every_count_at_every_seat() {
    let mut rig = Rig::proven(1);
    for seat in Seat::ALL {
        for chips in [1, 2, 3, 4, 5, 0, 5, 4, 3, 2, 1, 3, 0] {
            rig.put(seat, chips);
            rig.run_ms(SETTLED_MS);
            expect_only(&rig, seat, chips);
        }
    }
}

#[test]
fn all_seats_are_counted_at_once() {
    let mut rig = Rig::proven(2);
    for shift in 0..6 {
        let chips = |seat: Seat| (seat.index() + shift) % 6;
        for seat in Seat::ALL {
            rig.put(seat, chips(seat));
        }
        rig.run_ms(SETTLED_MS);
        for seat in Seat::ALL {
            assert_eq!(rig.seat(seat).chips, chips(seat));
        }
    }
}

#[test]
fn of_all_ways_to_block_five_gates_only_stacks_have_a_height() {
    let heights: Vec<u8> = (0..32).filter_map(stack_height).collect();
    assert_eq!(heights, [5, 4, 3, 2, 1, 0]);
}

/// What the seat reads in each of the next 30 scans, if `trouble` holds `line` for `duration_ns`.
fn readings_around(
    rig: &mut Rig,
    (line, trouble): (usize, Trouble),
    phase_ns: u64,
    duration_ns: u64,
) -> Vec<(u8, bool, Option<SeatFault>)> {
    let from_ns = rig.next_scan_ns() + phase_ns;
    let change = Change::Trouble(line, trouble, from_ns + duration_ns);
    rig.chain.with(|chain| chain.schedule(from_ns, change));
    let scans = (0..30).map(|_| {
        rig.step();
        let reading = rig.seat(Seat::Three);
        (reading.chips, reading.ante, reading.fault)
    });
    scans.collect()
}

/// Every 50 microseconds of the two milliseconds in which the scan repeats itself.
fn phases() -> impl Iterator<Item = u64> {
    (0..2 * MS).step_by(50_000)
}

#[test]
fn nothing_shorter_than_8_ms_counts() {
    let mut rig = Rig::proven(3);
    for chips in [0, 3] {
        rig.put(Seat::Three, chips);
        rig.run_ms(SETTLED_MS);
        let next = (gate(2, chips.into()), Trouble::Blocked);
        let lowest = (gate(2, 0), Trouble::Leaking);
        for phase_ns in phases() {
            for duration_ns in [1, MS / 2, 3 * MS, 5 * MS, 7 * MS, 8 * MS - 1] {
                for disturbance in [next, lowest] {
                    let readings = readings_around(&mut rig, disturbance, phase_ns, duration_ns);
                    assert_eq!(readings, [(chips, false, None); 30]);
                }
            }
        }
    }
}

#[test]
fn what_lasts_10_ms_counts() {
    let mut rig = Rig::proven(4);
    for phase_ns in phases() {
        let dust = (gate(2, 0), Trouble::Blocked);
        let readings = readings_around(&mut rig, dust, phase_ns, 10 * MS);
        assert!(readings.contains(&(1, false, None)));
        assert_eq!(readings.last(), Some(&(0, false, None)));
    }
}

#[test]
fn an_ante_counts_after_8_ms_and_not_before() {
    let mut rig = Rig::proven(5);
    for phase_ns in phases() {
        for (duration_ns, counts) in [(MS, false), (8 * MS - 1, false), (9 * MS, true)] {
            let from_ns = rig.next_scan_ns() + phase_ns;
            rig.chain.with(|chain| {
                chain.schedule(from_ns, Change::Ante(2, true));
                chain.schedule(from_ns + duration_ns, Change::Ante(2, false));
            });
            let scan = |_| {
                rig.step();
                rig.seat(Seat::Three).ante
            };
            let seen: Vec<bool> = (0..30).map(scan).collect();
            assert_eq!(seen.contains(&true), counts);
            assert_eq!(seen.last(), Some(&false));
        }
    }
}

#[test]
fn an_ante_that_bounces_is_counted_once_it_rests() {
    let mut rig = Rig::proven(6);
    rig.apply(Change::Ante(2, true));
    let until_ns = rig.next_scan_ns() + 30 * MS;
    rig.apply(Change::Trouble(ante(2), Trouble::Bouncing, until_ns));
    rig.run_ms(30 + 10);
    assert!(rig.seat(Seat::Three).ante);
    assert!(!rig.seat(Seat::Two).ante);
}

#[test]
fn the_same_seed_gives_the_same_run() {
    let run = |seed| {
        let mut rig = Rig::proven(seed);
        let change = Change::Trouble(gate(0, 0), Trouble::Bouncing, FOREVER);
        rig.apply(change);
        let chips = (0..2_000).map(|_| {
            rig.step();
            rig.seat(Seat::One).chips
        });
        chips.collect::<Vec<u8>>()
    };
    assert_eq!(run(7), run(7));
    assert_ne!(run(7), run(8));
}
