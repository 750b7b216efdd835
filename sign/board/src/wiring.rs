//! The wiring between the sign's board and its panels, as data: which way each signal takes, the nets that follow from
//! it, the parts, and a drawing.
//!
//! The chip's pins come from [`pins`](crate::pins); the rest of a way is here once.

use core::fmt;

use crate::pins::{CONNECTIONS, SignConnection};

/// The way of a signal from the board to the panels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// The signal, as in the pin table.
    pub signal: &'static str,
    /// The board's connector and its pin.
    pub connector: &'static str,
    /// The level shifter, 1 or 2, and its channel, 1 to 8.
    pub shifter: (u8, u8),
    /// The pin of the first panel's connector.
    pub hub_pin: u8,
}

const fn way(signal: &'static str, connector: &'static str, shifter: (u8, u8), hub_pin: u8) -> Way {
    Way {
        signal,
        connector,
        shifter,
        hub_pin,
    }
}

/// Every signal of the panels.
pub const WAYS: [Way; 11] = [
    way("R1", "CN7-38", (1, 1), 1),
    way("G1", "CN7-36", (1, 2), 2),
    way("R2", "CN7-35", (1, 3), 5),
    way("G2", "CN7-37", (1, 4), 6),
    way("CLK", "CN10-34", (1, 5), 13),
    way("LAT", "CN10-6", (1, 6), 14),
    way("/OE", "CN10-4", (1, 7), 15),
    way("A", "CN10-2", (2, 1), 9),
    way("B", "CN10-1", (2, 2), 10),
    way("C", "CN7-1", (2, 3), 11),
    way("D", "CN7-2", (2, 4), 12),
];

/// Pins of the panel's connector that go to ground: blue, and ground itself.
pub const HUB_GROUND: [u8; 5] = [3, 4, 7, 8, 16];

/// The parts, with their quantities.
pub const PARTS: [(u8, &str, &str); 8] = [
    (1, "NUCLEO-L476RG", "the sign's board"),
    (
        2,
        "LED panel HUB75, 64 x 32, 1/16 scan",
        "P1 right, P2 left, seen from the front",
    ),
    (2, "74HCT245", "U1, U2"),
    (1, "resistor 10 kilo-ohms", "RP, pull-up of /OE"),
    (2, "capacitor 100 nF", "C1, C2, at U1 and U2"),
    (
        1,
        "power supply 5 V, 10 A",
        "panels, level shifters and board",
    ),
    (2, "fuse 5 A", "F1, F2, one for each panel"),
    (2, "ribbon cable, 16 ways", "U1 and U2 to P1, P1 to P2"),
];

impl Way {
    /// The connection of the pin table that starts this way.
    #[must_use]
    pub fn connection(&self) -> Option<&'static SignConnection> {
        let mut panels = CONNECTIONS.iter().filter(|wire| wire.purpose == "panels");
        panels.find(|wire| wire.signal == self.signal)
    }

    /// The pins of the 74HCT245 on the board's side and on the panel's. (Data sheet: A1-A8 are 2-9, B1-B8 are 18-11)
    #[must_use]
    pub const fn shifter_pins(&self) -> (u8, u8) {
        let (_, channel) = self.shifter;
        (channel.saturating_add(1), 19_u8.saturating_sub(channel))
    }
}

/// The nets, a line each: its name, and the pins that it connects.
#[derive(Clone, Copy, Debug)]
pub struct Netlist;

impl fmt::Display for Netlist {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for way in &WAYS {
            let Way {
                signal,
                connector,
                shifter: (chip, _),
                hub_pin,
            } = way;
            let (near, far) = way.shifter_pins();
            let pin = way.connection().map_or("?", |wire| wire.pin);
            let pull_up = if *signal == "/OE" { " RP-1" } else { "" };
            writeln!(
                f,
                "{signal}_3V3: NUCLEO-{pin}({connector}) U{chip}-{near}{pull_up}"
            )?;
            writeln!(f, "{signal}_5V: U{chip}-{far} P1-{hub_pin}")?;
        }
        f.write_str("5V: SUPPLY-5V NUCLEO-E5V U1-20 U2-20 U1-1 U2-1 RP-2 C1-1 C2-1 F1-1 F2-1\n")?;
        f.write_str("5V_P1: F1-2 P1-VCC\n5V_P2: F2-2 P2-VCC\n")?;
        f.write_str("GND: SUPPLY-GND NUCLEO-GND U1-10 U2-10 U1-19 U2-19 C1-2 C2-2 P1-GND P2-GND")?;
        for pin in HUB_GROUND {
            write!(f, " P1-{pin}")?;
        }
        // Inputs of a 74HCT245 must not float.
        let is_used = |chip: u8, channel: u8| WAYS.iter().any(|way| way.shifter == (chip, channel));
        for (chip, channel) in [1, 2]
            .into_iter()
            .flat_map(|chip| (1..=8).map(move |c| (chip, c)))
        {
            if !is_used(chip, channel) {
                write!(f, " U{chip}-{}", channel + 1)?;
            }
        }
        f.write_str("\n")
    }
}

/// The drawing, as SVG.
#[derive(Clone, Copy, Debug)]
pub struct Drawing;

/// Between two signals, in the drawing's units.
const STEP: usize = 28;
/// The first signal, and the left edges of the board, the level shifters and the panel.
const TOP: usize = 70;
const BOARD: usize = 20;
const SHIFTER: usize = 330;
const PANEL: usize = 600;
/// The width of a box.
const WIDTH: usize = 150;

impl fmt::Display for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let height = TOP + STEP * (WAYS.len() + 6);
        let right = PANEL + WIDTH + 20;
        writeln!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {right} {height}\" font-family=\"sans-serif\" \
             font-size=\"13\">\n<rect width=\"{right}\" height=\"{height}\" fill=\"white\"/>"
        )?;
        let first = WAYS.iter().filter(|way| way.shifter.0 == 1).count();
        part(f, BOARD, 0, WAYS.len() + 1, "NUCLEO-L476RG")?;
        part(f, SHIFTER, 0, first, "U1 74HCT245")?;
        part(f, SHIFTER, first + 1, WAYS.len() - first, "U2 74HCT245")?;
        part(f, PANEL, 0, WAYS.len() + 1, "P1, right-hand panel")?;
        for (index, way) in WAYS.iter().enumerate() {
            signal(f, way, if way.shifter.0 == 1 { index } else { index + 1 })?;
        }
        let notes = [
            "RP: 10 kilo-ohms from /OE at U1 to 5 V. It keeps the panels dark in reset.",
            "U1, U2: 20 and 1 (DIR) to 5 V, 10, 19 and unused inputs to ground, 100 nF at each.",
            "P1: 3, 4, 7, 8 and 16 to ground. The output of P1 goes to P2, the left-hand panel.",
            "5 V, 10 A: through F1 to P1, through F2 to P2, and to U1, U2 and E5V of the board.",
        ];
        for (index, note) in notes.into_iter().enumerate() {
            let y = TOP + STEP * (WAYS.len() + 2 + index);
            writeln!(f, "<text x=\"{BOARD}\" y=\"{y}\">{note}</text>")?;
        }
        f.write_str("</svg>\n")
    }
}

/// A box that is so many signals high, from a line on.
fn part(
    f: &mut fmt::Formatter<'_>,
    x: usize,
    line: usize,
    lines: usize,
    name: &str,
) -> fmt::Result {
    let y = TOP + STEP * line - 20;
    let (height, middle, above) = (STEP * lines + 4, x + WIDTH / 2, y - 6);
    writeln!(
        f,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{WIDTH}\" height=\"{height}\" fill=\"#f4f4f4\" stroke=\"black\"/>\n\
         <text x=\"{middle}\" y=\"{above}\" text-anchor=\"middle\" font-weight=\"bold\">{name}</text>"
    )
}

/// A signal's two wires, with the pins at their ends.
fn signal(f: &mut fmt::Formatter<'_>, way: &Way, line: usize) -> fmt::Result {
    let y = TOP + STEP * line;
    let (near, far) = way.shifter_pins();
    let pin = way.connection().map_or("?", |wire| wire.pin);
    for (from, to) in [(BOARD + WIDTH, SHIFTER), (SHIFTER + WIDTH, PANEL)] {
        writeln!(
            f,
            "<line x1=\"{from}\" y1=\"{y}\" x2=\"{to}\" y2=\"{y}\" stroke=\"black\"/>"
        )?;
    }
    let text = |f: &mut fmt::Formatter<'_>, x: usize, anchor: &str, words: fmt::Arguments<'_>| {
        let y = y + 4;
        writeln!(
            f,
            "<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\">{words}</text>"
        )
    };
    let Way {
        signal,
        connector,
        hub_pin,
        ..
    } = way;
    text(
        f,
        BOARD + WIDTH - 6,
        "end",
        format_args!("{pin} ({connector})"),
    )?;
    text(f, SHIFTER + 6, "start", format_args!("{near}"))?;
    text(f, SHIFTER + WIDTH - 6, "end", format_args!("{far}"))?;
    text(f, PANEL + 6, "start", format_args!("{hub_pin}  {signal}"))
}
