//! A spot that is not empty when betting opens: flagged, never counted, until it has been seen empty.

use crate::faults::{CLEAR_MS, SETTLED_MS, others_are_well, stands};
use firmware::faults::SeatFault;
use parts::chain::{Change, Trouble, gate};
use shared_rules::seats::Seat;
use simulator::rig::Rig;

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
