//! The wiring of the shift chain under the felt, as data: the place of each bit at the chips, its place at the plug of
//! its seat or of the table, the nets that follow from both, and the parts.
//!
//! The chip's pins come from [`pins`](crate::pins), the bits from [`chain`](crate::chain); the rest is here once.

use core::fmt;

use crate::chain::{Bit, EmitterBank, Input, Output, Wire};
use crate::pins::{CONNECTIONS, Connection};

mod drawing;

pub use drawing::ChainDrawing;

/// Chips in each direction.
pub const CHIPS: u8 = 6;

/// The pins of the stages of a 74HC595, QA to QH, and of the inputs of a 74HC165, A to H. (Data sheets)
const PINS_OF_595: [u8; 8] = [15, 1, 2, 3, 4, 5, 6, 7];
const PINS_OF_165: [u8; 8] = [11, 12, 13, 14, 3, 4, 5, 6];

/// The plug of the table, behind those of the seats.
const TABLE_PLUG: u8 = 8;

/// The signals of the chip, with the pins of the board's headers.
const HEADERS: [(&str, &str); 5] = [
    ("SCK", "CN1-6"),
    ("MISO", "CN1-5"),
    ("MOSI", "CN1-4"),
    ("LATCH", "CN1-3"),
    ("/OE", "CN3-8"),
];

/// The parts of the chain, with their quantities.
pub const PARTS: [(u8, &str, &str); 12] = [
    (1, "B-L475E-IOT01A", "the controller's board"),
    (6, "74HC595", "U1 to U6, U1 next to the board"),
    (6, "74HC165", "U11 to U16, U11 next to the board"),
    (
        12,
        "capacitor 100 nF",
        "C1 to C6, C11 to C16, one at each chip",
    ),
    (
        3,
        "resistor 33 ohms",
        "R1, R2, R3, at the board, in SCK, MOSI and LATCH",
    ),
    (1, "resistor 10 kilo-ohms", "RP, pull-up of /OE"),
    (
        47,
        "resistor 10 kilo-ohms",
        "RN00 to RN46, pull-ups and pull-downs of the inputs",
    ),
    (1, "resistor 10 kilo-ohms", "RL, pull-down of the loop-back"),
    (
        3,
        "N-channel MOSFET, logic level",
        "Q1, Q2: emitters of bank A, B; Q3: alarm sounder",
    ),
    (
        3,
        "resistor 100 kilo-ohms",
        "RQ1 to RQ3, from each gate to ground",
    ),
    (7, "plug, 16 ways", "J1 to J7, one for each seat"),
    (
        1,
        "plug, 12 ways",
        "J8, keys, switches and lamps of the table",
    ),
];

/// A pin of a chip of the chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChipPlace {
    /// The chip's number: 1 to 6 for a 74HC595, 11 to 16 for a 74HC165.
    pub chip: u8,
    /// The letter of its stage, `A` to `H`.
    pub stage: char,
    /// Its pin.
    pub pin: u8,
}

/// The end of an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputLoad {
    /// A lamp at a plug, with its resistor at the lamp: the plug and its pin.
    Plug(u8, u8),
    /// The gate of a transistor, by number.
    Transistor(u8),
    /// The loop-back.
    LoopBack,
}

/// A signal that comes in: the plug and its pin, and its level while nothing is connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InputSource {
    /// The plug and its pin; none for the loop-back.
    pub plug: Option<(u8, u8)>,
    /// True if it is pulled up, false if it is pulled down.
    pub is_pulled_up: bool,
}

const fn place(chip: u8, stage: u8, pins: [u8; 8]) -> ChipPlace {
    let [a, b, c, d, e, f, g, h] = pins;
    let (stage, pin) = match stage {
        0 => ('A', a),
        1 => ('B', b),
        2 => ('C', c),
        3 => ('D', d),
        4 => ('E', e),
        5 => ('F', f),
        6 => ('G', g),
        _ => ('H', h),
    };
    ChipPlace { chip, stage, pin }
}

/// The place of an output. The bit shifted out first ends up farthest from the board.
#[must_use]
pub const fn output_place(bit: Bit) -> ChipPlace {
    let (chip, stage) = (bit.index() / 8, bit.index() % 8);
    place(
        CHIPS.saturating_sub(chip),
        7_u8.saturating_sub(stage),
        PINS_OF_595,
    )
}

/// The place of an input. The bit shifted in first is nearest to the board.
#[must_use]
pub const fn input_place(bit: Bit) -> ChipPlace {
    let (chip, stage) = (bit.index() / 8, bit.index() % 8);
    place(
        chip.saturating_add(11),
        7_u8.saturating_sub(stage),
        PINS_OF_165,
    )
}

/// The end of an output. A seat's plug: 1 is 3.3 V, 2 ground, 3 and 4 the emitters of banks A and B, 5 to 9 the receivers
/// from the bottom, 10 the Ante spot, 11 to 15 the bet lamps from the bottom, 16 the ring.
#[must_use]
pub const fn load(output: Output) -> OutputLoad {
    match output {
        Output::BetLamp(seat, level) => {
            OutputLoad::Plug(seat.number(), level.index().saturating_add(11))
        }
        Output::SpotRing(seat) => OutputLoad::Plug(seat.number(), 16),
        Output::GateEmitters(EmitterBank::A) => OutputLoad::Transistor(1),
        Output::GateEmitters(EmitterBank::B) => OutputLoad::Transistor(2),
        Output::AlarmSounder => OutputLoad::Transistor(3),
        Output::BetsOpenLamp => OutputLoad::Plug(TABLE_PLUG, 8),
        Output::FaultLamp => OutputLoad::Plug(TABLE_PLUG, 9),
        Output::LoopBack => OutputLoad::LoopBack,
    }
}

/// The source of an input. A cut wire reads as a beam, a covered spot and an open door, all of which are noticed; and as a
/// key that nobody presses.
#[must_use]
pub const fn source(input: Input) -> InputSource {
    let (plug, is_pulled_up) = match input {
        Input::BeamSeen(seat, level) => ((seat.number(), level.index().saturating_add(5)), true),
        Input::AnteCovered(seat) => ((seat.number(), 10), true),
        Input::PlaceYourBetsKey => ((TABLE_PLUG, 3), false),
        Input::NoMoreBetsKey => ((TABLE_PLUG, 4), false),
        Input::VoidKey => ((TABLE_PLUG, 5), false),
        Input::SupervisorKey => ((TABLE_PLUG, 6), false),
        Input::ServiceDoorOpen => ((TABLE_PLUG, 7), true),
        Input::LoopBack => {
            return InputSource {
                plug: None,
                is_pulled_up: false,
            };
        }
    };
    InputSource {
        plug: Some(plug),
        is_pulled_up,
    }
}

/// The connection of the pin table for a signal of the chain, and its pin of the header.
#[must_use]
pub fn header(signal: &str) -> Option<(&'static Connection, &'static str)> {
    let mut chain = CONNECTIONS
        .iter()
        .filter(|wire| wire.purpose == "shift chain");
    let connection = chain.find(|wire| wire.signal == signal)?;
    let (_, header) = HEADERS.iter().find(|(name, _)| *name == signal)?;
    Some((connection, header))
}

/// The numbers of the 74HC595 and of the 74HC165, from the board on.
fn chips() -> impl Iterator<Item = (u8, u8)> {
    (1..=CHIPS).map(|chip| (chip, chip.saturating_add(10)))
}

/// The nets, a line each: its name, and the pins that it connects.
#[derive(Clone, Copy, Debug)]
pub struct ChainNetlist;

impl fmt::Display for ChainNetlist {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (signal, resistor) in [("SCK", 1), ("MOSI", 2), ("LATCH", 3)] {
            board(f, signal, "_BOARD")?;
            writeln!(f, " R{resistor}-1")?;
            write!(f, "{signal}: R{resistor}-2")?;
            for (out, into) in chips() {
                match signal {
                    "SCK" => write!(f, " U{out}-11 U{into}-2")?,
                    "LATCH" => write!(f, " U{out}-12 U{into}-1")?,
                    _ if out == 1 => f.write_str(" U1-14")?,
                    _ => {}
                }
            }
            f.write_str("\n")?;
        }
        board(f, "/OE", "")?;
        f.write_str(" RP-1")?;
        chips().try_for_each(|(out, _)| write!(f, " U{out}-13"))?;
        f.write_str("\n")?;
        board(f, "MISO", "")?;
        f.write_str(" U11-9\n")?;
        for ((out, into), (next_out, next_in)) in chips().zip(chips().skip(1)) {
            writeln!(f, "OUT_{out}_{next_out}: U{out}-9 U{next_out}-14")?;
            writeln!(f, "IN_{next_in}_{into}: U{next_in}-9 U{into}-10")?;
        }
        Bit::all().try_for_each(|bit| output_net(f, bit))?;
        Bit::all().try_for_each(|bit| input_net(f, bit))?;
        for (bank, transistor, pin) in [('A', 1, 3), ('B', 2, 4)] {
            write!(f, "EMITTERS_{bank}: Q{transistor}-D")?;
            (1..TABLE_PLUG).try_for_each(|plug| write!(f, " J{plug}-{pin}"))?;
            f.write_str("\n")?;
        }
        writeln!(f, "SOUNDER: Q3-D J{TABLE_PLUG}-10")?;
        supply(f)
    }
}

/// The beginning of a net at the board.
fn board(f: &mut fmt::Formatter<'_>, signal: &str, suffix: &str) -> fmt::Result {
    let (connection, header) = header(signal).ok_or(fmt::Error)?;
    write!(f, "{signal}{suffix}: BOARD-{}({header})", connection.pin)
}

fn output_net(f: &mut fmt::Formatter<'_>, bit: Bit) -> fmt::Result {
    let ChipPlace { chip, pin, .. } = output_place(bit);
    let number = bit.index();
    match load(Wire::at(bit).output) {
        OutputLoad::Plug(plug, at) => writeln!(f, "OUT{number:02}: U{chip}-{pin} J{plug}-{at}"),
        OutputLoad::Transistor(transistor) => writeln!(
            f,
            "OUT{number:02}: U{chip}-{pin} Q{transistor}-G RQ{transistor}-1"
        ),
        OutputLoad::LoopBack => {
            let back = input_place(Input::LoopBack.bit());
            writeln!(
                f,
                "LOOP_BACK: U{chip}-{pin} U{}-{} RL-1",
                back.chip, back.pin
            )
        }
    }
}

/// The loop-back is on the net of its output.
fn input_net(f: &mut fmt::Formatter<'_>, bit: Bit) -> fmt::Result {
    let ChipPlace { chip, pin, .. } = input_place(bit);
    let number = bit.index();
    match source(Wire::at(bit).input).plug {
        Some((plug, at)) => {
            writeln!(
                f,
                "IN{number:02}: J{plug}-{at} U{chip}-{pin} RN{number:02}-1"
            )
        }
        None => Ok(()),
    }
}

/// Power, and whatever is always high or always low.
fn supply(f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let pulled = |f: &mut fmt::Formatter<'_>, up: bool| {
        let of_plug = |bit: &Bit| source(Wire::at(*bit).input);
        Bit::all()
            .filter(|bit| of_plug(bit).plug.is_some() && of_plug(bit).is_pulled_up == up)
            .try_for_each(|bit| write!(f, " RN{:02}-2", bit.index()))
    };
    f.write_str("3V3: BOARD-3V3 RP-2")?;
    for (out, into) in chips() {
        // Never cleared: the first exchange writes every stage.
        write!(f, " U{out}-16 U{out}-10 C{out}-1 U{into}-16 C{into}-1")?;
    }
    (1..=TABLE_PLUG).try_for_each(|plug| write!(f, " J{plug}-1"))?;
    pulled(f, true)?;
    f.write_str("\nGND: BOARD-GND")?;
    for (out, into) in chips() {
        // The clock of a 74HC165 is never inhibited.
        write!(f, " U{out}-8 C{out}-2 U{into}-8 U{into}-15 C{into}-2")?;
    }
    (1..=TABLE_PLUG).try_for_each(|plug| write!(f, " J{plug}-2"))?;
    (1..=3).try_for_each(|transistor| write!(f, " Q{transistor}-S RQ{transistor}-2"))?;
    f.write_str(" U16-10 RL-2")?;
    pulled(f, false)?;
    f.write_str("\n")
}
