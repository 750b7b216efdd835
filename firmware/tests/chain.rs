//! The chain's table against the board's description, written out here a second time: a lamp
//! or a sensor on the wrong bit would show another player's bet.

use firmware::chain::{
    BITS, Bit, EmitterBank, Input, Inputs, LEVELS, Level, Output, Outputs, SEATS, Wire,
};
use shared_rules::seats::Seat;
use std::collections::HashSet;

/// Wires count the seats from 0, people from 1.
fn seat(index: u8) -> Seat {
    Seat::new(index + 1).expect("a seat")
}

fn level(index: u8) -> Level {
    Level::new(index).expect("a level")
}

fn outputs() -> Vec<Output> {
    let bet_lamps = Seat::ALL
        .into_iter()
        .flat_map(|s| Level::ALL.map(move |k| Output::BetLamp(s, k)));
    let rings = Seat::ALL.map(Output::SpotRing);
    let table = [
        Output::GateEmitters(EmitterBank::A),
        Output::GateEmitters(EmitterBank::B),
        Output::BetsOpenLamp,
        Output::FaultLamp,
        Output::AlarmSounder,
        Output::LoopBack,
    ];
    bet_lamps.chain(rings).chain(table).collect()
}

fn inputs() -> Vec<Input> {
    let gates = Seat::ALL
        .into_iter()
        .flat_map(|s| Level::ALL.map(move |k| Input::BeamSeen(s, k)));
    let antes = Seat::ALL.map(Input::AnteCovered);
    let table = [
        Input::PlaceYourBetsKey,
        Input::NoMoreBetsKey,
        Input::VoidKey,
        Input::SupervisorKey,
        Input::ServiceDoorOpen,
        Input::LoopBack,
    ];
    gates.chain(antes).chain(table).collect()
}

#[test]
fn every_bit_is_used_exactly_once_in_each_direction() {
    let all: HashSet<u8> = (0..48).collect();
    let out: Vec<u8> = outputs()
        .iter()
        .map(|output| output.bit().index())
        .collect();
    let back: Vec<u8> = inputs().iter().map(|input| input.bit().index()).collect();
    assert_eq!((out.len(), back.len()), (48, 48));
    assert_eq!(out.into_iter().collect::<HashSet<_>>(), all);
    assert_eq!(back.into_iter().collect::<HashSet<_>>(), all);
}

#[test]
fn seats_sit_where_the_board_has_them() {
    for s in 0..7 {
        for k in 0..5 {
            assert_eq!(
                Output::BetLamp(seat(s), level(k)).bit().index(),
                1 + 5 * s + k
            );
            assert_eq!(Input::BeamSeen(seat(s), level(k)).bit().index(), 5 * s + k);
        }
        assert_eq!(Output::SpotRing(seat(s)).bit().index(), 36 + s);
        assert_eq!(Input::AnteCovered(seat(s)).bit().index(), 35 + s);
    }
}

#[test]
fn the_table_s_own_signals_sit_where_the_board_has_them() {
    let outputs = [
        (0, Output::LoopBack),
        (43, Output::GateEmitters(EmitterBank::A)),
        (44, Output::GateEmitters(EmitterBank::B)),
        (45, Output::BetsOpenLamp),
        (46, Output::FaultLamp),
        (47, Output::AlarmSounder),
    ];
    let inputs = [
        (42, Input::PlaceYourBetsKey),
        (43, Input::NoMoreBetsKey),
        (44, Input::VoidKey),
        (45, Input::SupervisorKey),
        (46, Input::ServiceDoorOpen),
        (47, Input::LoopBack),
    ];
    assert!(
        outputs
            .iter()
            .all(|(index, output)| output.bit().index() == *index)
    );
    assert!(
        inputs
            .iter()
            .all(|(index, input)| input.bit().index() == *index)
    );
}

#[test]
fn reading_the_table_either_way_agrees() {
    for bit in Bit::all() {
        assert_eq!(Wire::at(bit).output.bit(), bit);
        assert_eq!(Wire::at(bit).input.bit(), bit);
    }
    for output in outputs() {
        assert_eq!(Wire::at(output.bit()).output, output);
    }
    for input in inputs() {
        assert_eq!(Wire::at(input.bit()).input, input);
    }
}

#[test]
fn places_off_the_table_do_not_construct() {
    assert_eq!((SEATS, LEVELS, BITS), (7, 5, 48));
    assert!((0..=u8::MAX).all(|index| Seat::new(index).is_some() == (1..=7).contains(&index)));
    assert!((0..=u8::MAX).all(|index| Level::new(index).is_some() == (index < 5)));
    assert!((0..=u8::MAX).all(|index| Bit::new(index).is_some() == (index < 48)));
    assert_eq!(Seat::ALL.map(Seat::number), [1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(Seat::ALL.map(Seat::index), [0, 1, 2, 3, 4, 5, 6]);
}

#[test]
fn one_output_switches_one_bit_and_back() {
    for output in outputs() {
        let on = Outputs::OFF.with(output, true);
        let lit: Vec<Output> = outputs()
            .into_iter()
            .filter(|&other| on.is_on(other))
            .collect();
        assert_eq!(lit, [output]);
        assert_eq!(on.with(output, false), Outputs::OFF);
    }
}

#[test]
fn one_input_is_read_alone() {
    for input in inputs() {
        let read = Inputs::default().with(input, true);
        let set: Vec<Input> = inputs()
            .into_iter()
            .filter(|&other| read.is_set(other))
            .collect();
        assert_eq!(set, [input]);
    }
}

#[test]
fn beams_of_a_seat_are_its_own_gates_from_the_bottom() {
    for s in Seat::ALL {
        for k in Level::ALL {
            let read = Inputs::default().with(Input::BeamSeen(s, k), true);
            for other in Seat::ALL {
                let expected = [0, 1, 2, 3, 4].map(|index| other == s && index == k.index());
                assert_eq!(read.beams(other), expected);
            }
        }
    }
}

#[test]
fn bytes_carry_bit_0_first() {
    let first = Outputs::OFF.with(Output::LoopBack, true);
    assert_eq!(first.to_bytes(), [1, 0, 0, 0, 0, 0]);
    let last = Outputs::OFF.with(Output::AlarmSounder, true);
    assert_eq!(last.to_bytes(), [0, 0, 0, 0, 0, 0x80]);
    let bit_8 = Inputs::from_bytes([0, 1, 0, 0, 0, 0]);
    assert!(bit_8.is_set(Input::BeamSeen(seat(1), level(3))));
}

#[test]
fn bytes_round_trip() {
    for bytes in [
        [0; 6],
        [0xff; 6],
        [1, 2, 4, 8, 16, 32],
        [0x80, 0x40, 0x20, 0x10, 0x08, 0x04],
    ] {
        assert_eq!(Outputs::from_bytes(bytes).to_bytes(), bytes);
        assert_eq!(Inputs::from_bytes(bytes).to_bytes(), bytes);
    }
}
