//! The drawing of the chain, as SVG.
#![expect(
    clippy::arithmetic_side_effects,
    reason = "a drawing of a constant size, made on the host"
)]

use core::fmt;

use super::{CHIPS, ChipPlace, OutputLoad, header, input_place, load, output_place, source};
use crate::chain::{Bit, Wire};

/// The drawing.
#[derive(Clone, Copy, Debug)]
pub struct ChainDrawing;

/// The left edge of the board and of the first chip, and the distance between two chips.
const BOARD: usize = 20;
const FIRST: usize = 230;
const PITCH: usize = 200;

/// The width of a chip, the height of a line in it, and its lines: a name, eight stages.
const WIDTH: usize = 150;
const LINE: usize = 20;
const HEIGHT: usize = 200;

/// The tops of both rows of chips, and of the notes.
const OUT_TOP: usize = 130;
const IN_TOP: usize = 470;
const NOTES: usize = 720;

/// The size of the drawing.
const RIGHT: usize = 1_430;
const BOTTOM: usize = 860;

/// A kind of chip: its row and what its pins are called.
struct Row {
    top: usize,
    first: u8,
    kind: &'static str,
    /// The lines that run to each chip of the row, with the pin there.
    rails: &'static [(&'static str, u8)],
    /// The pin at the left of each chip and the one at its right.
    ends: (&'static str, &'static str),
    stage: &'static str,
}

const ROWS: [Row; 2] = [
    Row {
        top: OUT_TOP,
        first: 1,
        kind: "74HC595",
        rails: &[("SCK", 11), ("LATCH", 12), ("/OE", 13)],
        ends: ("14", "9"),
        stage: "Q",
    },
    Row {
        top: IN_TOP,
        first: 11,
        kind: "74HC165",
        rails: &[("SCK", 2), ("LATCH", 1)],
        ends: ("9", "10"),
        stage: "",
    },
];

impl fmt::Display for ChainDrawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {RIGHT} {BOTTOM}\" font-family=\"sans-serif\" \
             font-size=\"13\">\n<rect width=\"{RIGHT}\" height=\"{BOTTOM}\" fill=\"white\"/>"
        )?;
        board(f)?;
        ROWS.iter().try_for_each(|row| self::row(f, row))?;
        let notes = [
            "In each chip: the stage and its pin, the bit of the chain, where it leads.",
            "R1, R2, R3: 33 ohms at the board. RP: 10 kilo-ohms from /OE to 3.3 V; it keeps every lamp dark in reset.",
            "U1 to U6: 16 and 10 to 3.3 V, 8 to ground. U11 to U16: 16 to 3.3 V, 8 and 15 to ground; U16: 10 to ground. \
             100 nF at each chip.",
            "Inputs: 10 kilo-ohms to 3.3 V (up) or to ground (down). Loop-back: U6 QH to U16 A, 10 kilo-ohms to ground.",
            "Q1, Q2, Q3: source to ground, 100 kilo-ohms from gate to ground. Q1: emitters of bank A (J1-3 to J7-3), Q2: of \
             bank B (J1-4 to J7-4), Q3: sounder (J8-10).",
            "Plugs: 1 is 3.3 V, 2 is ground.",
        ];
        notes
            .into_iter()
            .enumerate()
            .try_for_each(|(index, note)| text(f, (BOARD, NOTES + 24 * index), "start", note))?;
        f.write_str("</svg>\n")
    }
}

fn text(
    f: &mut fmt::Formatter<'_>,
    (x, y): (usize, usize),
    anchor: &str,
    words: impl fmt::Display,
) -> fmt::Result {
    writeln!(
        f,
        "<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\">{words}</text>"
    )
}

fn line(
    f: &mut fmt::Formatter<'_>,
    (x1, y1): (usize, usize),
    (x2, y2): (usize, usize),
) -> fmt::Result {
    writeln!(
        f,
        "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"black\"/>"
    )
}

fn outline(
    f: &mut fmt::Formatter<'_>,
    (x, y): (usize, usize),
    height: usize,
    name: impl fmt::Display,
) -> fmt::Result {
    let middle = x + WIDTH / 2;
    writeln!(
        f,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{WIDTH}\" height=\"{height}\" fill=\"#f4f4f4\" stroke=\"black\"/>\n\
         <text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\" font-weight=\"bold\">{name}</text>",
        y + 16
    )
}

/// The board, with a line out of it for each signal: its way goes on under the name.
fn board(f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let height = IN_TOP + HEIGHT - OUT_TOP;
    outline(f, (BOARD, OUT_TOP), height, "B-L475E-IOT01A")?;
    let signals = [
        ("SCK", "R1"),
        ("LATCH", "R3"),
        ("/OE", "RP"),
        ("MOSI", "R2"),
        ("MISO", "-"),
    ];
    for (index, (signal, resistor)) in signals.into_iter().enumerate() {
        let (connection, pin) = header(signal).ok_or(fmt::Error)?;
        let y = OUT_TOP + 60 + 40 * index;
        text(
            f,
            (BOARD + 10, y),
            "start",
            format_args!("{signal}: {}, {pin}", connection.pin),
        )?;
        if resistor != "-" {
            text(f, (BOARD + 20, y + 16), "start", format_args!("{resistor}"))?;
        }
    }
    Ok(())
}

fn row(f: &mut fmt::Formatter<'_>, row: &Row) -> fmt::Result {
    let left = |index: u8| FIRST + PITCH * usize::from(index);
    // The rails above the chips, and a tap to each chip.
    for (index, (signal, pin)) in row.rails.iter().enumerate() {
        let y = row.top - 70 + LINE * index;
        line(f, (FIRST, y), (RIGHT - 30, y))?;
        text(f, (FIRST - 8, y + 4), "end", signal)?;
        for chip in 0..CHIPS {
            let x = left(chip) + 40 * index + 30;
            line(f, (x, y), (x, row.top))?;
            writeln!(f, "<circle cx=\"{x}\" cy=\"{y}\" r=\"3\"/>")?;
            text(f, (x + 3, row.top - 4), "start", pin)?;
        }
    }
    let middle = row.top + HEIGHT / 2;
    for chip in 0..CHIPS {
        let (number, x) = (row.first + chip, left(chip));
        outline(
            f,
            (x, row.top),
            HEIGHT,
            format_args!("U{number} {}", row.kind),
        )?;
        let (near, far) = row.ends;
        text(f, (x - 4, middle - 4), "end", near)?;
        if chip + 1 < CHIPS {
            line(f, (x + WIDTH, middle), (x + PITCH, middle))?;
            text(f, (x + WIDTH + 4, middle - 4), "start", far)?;
        }
    }
    line(f, (BOARD + WIDTH, middle), (FIRST, middle))?;
    let signal = if row.first == 1 { "MOSI" } else { "MISO" };
    text(f, (BOARD + WIDTH + 6, middle - 4), "start", signal)?;
    Bit::all().try_for_each(|bit| stage(f, row, bit))
}

/// A stage of a chip, and where it leads.
fn stage(f: &mut fmt::Formatter<'_>, row: &Row, bit: Bit) -> fmt::Result {
    let wire = Wire::at(bit);
    let is_out = row.first == 1;
    let ChipPlace { chip, stage, pin } = match is_out {
        true => output_place(bit),
        false => input_place(bit),
    };
    let x = FIRST + PITCH * usize::from(chip - row.first);
    let number = stage as usize - 'A' as usize;
    let y = row.top + 40 + LINE * number;
    let bit = bit.index();
    let at = (x + 6, y);
    let name = row.stage;
    if is_out {
        return match load(wire.output) {
            OutputLoad::Plug(plug, to) => text(
                f,
                at,
                "start",
                format_args!("{name}{stage} {pin}: {bit}, J{plug}-{to}"),
            ),
            OutputLoad::Transistor(q) => text(
                f,
                at,
                "start",
                format_args!("{name}{stage} {pin}: {bit}, Q{q} gate"),
            ),
            OutputLoad::LoopBack => text(
                f,
                at,
                "start",
                format_args!("{name}{stage} {pin}: {bit}, loop-back"),
            ),
        };
    }
    let source = source(wire.input);
    let pull = if source.is_pulled_up { "up" } else { "down" };
    match source.plug {
        Some((plug, from)) => text(
            f,
            at,
            "start",
            format_args!("{stage} {pin}: {bit}, J{plug}-{from}, {pull}"),
        ),
        None => text(
            f,
            at,
            "start",
            format_args!("{stage} {pin}: {bit}, loop-back"),
        ),
    }
}
