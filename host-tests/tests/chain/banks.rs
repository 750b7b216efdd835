//! A dead driver of the gates' emitters: it darkens every other height at every seat. No count rises, and every seat is
//! faulted, unless the stacks hide it.

use firmware::faults::SeatFault;
use parts::chain::Change;
use shared_rules::seats::Seat;
use simulator::rig::Rig;

/// Long enough for anything at rest to be read.
const SETTLED_MS: u64 = 14;

/// A dead bank is told within this time.
const TOLD_MS: u64 = 500;

/// Chips at every seat: seat 4 has `chips`, two others have `others`, and the rest five, whose stacks hide the bank.
fn table(chips: u8, others: [u8; 2]) -> Rig {
    let mut rig = Rig::proven(1);
    for seat in Seat::ALL {
        rig.put(seat, 5);
    }
    rig.put(Seat::Four, chips);
    rig.put(Seat::Two, others[0]);
    rig.put(Seat::Seven, others[1]);
    rig.run_ms(SETTLED_MS);
    rig
}

/// Every bank, at every count of a seat, with two other seats at 0 to 2 chips.
#[test]
fn a_dead_bank_raises_no_count_and_faults_every_seat() {
    let counts = |of: std::ops::RangeInclusive<u8>| of.collect::<Vec<u8>>();
    for bank in 0..2 {
        for chips in counts(0..=5) {
            for others in counts(0..=2)
                .into_iter()
                .flat_map(|a| [[a, 0], [a, 1], [a, 2]])
            {
                let mut rig = table(chips, others);
                let before = Seat::ALL.map(|seat| rig.seat(seat).chips);
                rig.apply(Change::Emitters(bank, false));
                for _ in 0..TOLD_MS {
                    rig.step();
                    for (seat, before) in Seat::ALL.into_iter().zip(before) {
                        assert!(rig.seat(seat).chips <= before, "bank {bank}, {seat:?}");
                    }
                }
                let faults = Seat::ALL.map(|seat| rig.seat(seat).fault);
                assert_eq!(faults, [Some(SeatFault::Emitters); 7], "bank {bank}");
                rig.apply(Change::Mended);
                rig.run_ms(600);
                assert_eq!(Seat::ALL.map(|seat| rig.seat(seat).chips), before);
            }
        }
    }
}

/// The combinations that no sensor can tell: stacks that hide the bank everywhere. One chip more is read where the gate
/// right above a stack is dark.
#[test]
fn stacks_that_hide_a_bank_hide_it() {
    for (bank, hidden) in [(0, [4, 5]), (1, [3, 4])] {
        for chips in 0..=5_u8 {
            let mut rig = table(chips, [5, 5]);
            rig.apply(Change::Emitters(bank, false));
            rig.run_ms(TOLD_MS + SETTLED_MS);
            let reading = rig.seat(Seat::Four);
            let is_hidden = chips == 5 || hidden.contains(&chips);
            let expected = match (bank, chips) {
                (0, 4) => 5,
                (1, 3) => 4,
                _ => chips,
            };
            match is_hidden {
                true => assert_eq!((reading.chips, reading.fault), (expected, None)),
                false => assert_eq!(reading.fault, Some(SeatFault::Hole), "one seat: a hole"),
            }
        }
    }
}

/// Two hands that place chips at once may look like it: counts wait, and no fault stays.
#[test]
fn holes_at_two_seats_for_a_moment_are_no_fault() {
    let mut rig = table(1, [0, 0]);
    rig.apply(Change::Emitters(0, false));
    rig.run_ms(300);
    rig.apply(Change::Mended);
    for _ in 0..600 {
        rig.step();
        let reading = rig.seat(Seat::Four);
        assert_eq!((reading.chips, reading.fault), (1, None));
    }
}
