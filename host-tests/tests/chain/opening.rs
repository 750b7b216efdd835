//! A spot that is not empty when betting opens: flagged, never counted, until it has been seen empty.

use firmware::config::FAULT_CLEAR_SAMPLES;
use firmware::faults::SeatFault;
use parts::chain::{Change, Trouble, gate};
use shared_rules::seats::Seat;
use simulator::rig::Rig;

/// Long enough for anything at rest to be read and shown.
const SETTLED_MS: u64 = 14;
const CLEAR_MS: u64 = FAULT_CLEAR_SAMPLES as u64;

/// The fault stands for this long, and the seat has no bet.
fn stands(rig: &mut Rig, seat: Seat, fault: SeatFault, ms: u64) {
    for _ in 0..ms {
        rig.step();
        let reading = rig.seat(seat);
        assert_eq!((reading.fault, reading.chips), (Some(fault), 0));
    }
}

fn others_are_well(rig: &Rig, seat: Seat) {
    for other in Seat::ALL.into_iter().filter(|&other| other != seat) {
        assert_eq!(rig.seat(other).fault, None);
    }
    assert_eq!(rig.readings.chain, None);
}

#[test]
fn a_lowest_gate_that_is_stuck_is_told_at_the_opening() {
    let mut rig = Rig::proven(8);
    rig.trouble(gate(4, 0), Trouble::Blocked);
    rig.run_ms(SETTLED_MS);
    rig.sensors.open_betting();
    stands(&mut rig, Seat::Five, SeatFault::NotEmptyAtOpening, 5_000);
    others_are_well(&rig, Seat::Five);
}

#[test]
fn a_spot_that_is_not_empty_at_the_opening_is_flagged_until_it_has_been() {
    let mut rig = Rig::proven(9);
    for seat in Seat::ALL {
        rig.put(seat, 2);
        rig.run_ms(SETTLED_MS);
        rig.sensors.open_betting();
        stands(&mut rig, seat, SeatFault::NotEmptyAtOpening, 2 * CLEAR_MS);
        rig.put(seat, 4);
        stands(&mut rig, seat, SeatFault::NotEmptyAtOpening, 2 * CLEAR_MS);
        others_are_well(&rig, seat);
        rig.put(seat, 0);
        rig.run_ms(SETTLED_MS);
        assert_eq!(rig.seat(seat).fault, None);
        rig.put(seat, 4);
        rig.run_ms(SETTLED_MS);
        assert_eq!((rig.seat(seat).chips, rig.seat(seat).fault), (4, None));
        rig.put(seat, 0);
        rig.run_ms(SETTLED_MS);
    }
}

#[test]
fn chips_hidden_by_a_fault_at_the_opening_are_no_bet_when_it_is_gone() {
    let mut rig = Rig::proven(10);
    rig.put(Seat::Six, 3);
    rig.apply(Change::Plugged(5, false));
    rig.run_ms(SETTLED_MS);
    rig.sensors.open_betting();
    stands(&mut rig, Seat::Six, SeatFault::Unplugged, SETTLED_MS);
    rig.apply(Change::Plugged(5, true));
    stands(&mut rig, Seat::Six, SeatFault::Unplugged, CLEAR_MS - 2);
    rig.run_ms(SETTLED_MS);
    stands(&mut rig, Seat::Six, SeatFault::NotEmptyAtOpening, CLEAR_MS);
    rig.put(Seat::Six, 0);
    rig.run_ms(SETTLED_MS);
    assert_eq!(rig.seat(Seat::Six).fault, None);
}
