//! The sign in a terminal: two rows of dots a line, as half blocks.

use std::fmt::Write;

use embedded_graphics::geometry::Point;
use sign::{Colour, Screen};

use crate::terminal::Colours;

/// The sign as 16 lines of 128 half blocks, with a frame of spaces.
pub fn half_blocks(screen: &Screen, colours: Colours) -> String {
    let mut text = String::new();
    for y in (0..Screen::HEIGHT).step_by(2) {
        text.push_str("  ");
        let mut row = Row::new(colours);
        for x in 0..Screen::WIDTH {
            row.put(dot(screen, x, y), dot(screen, x, y + 1), &mut text);
        }
        row.end(&mut text);
    }
    text
}

fn dot(screen: &Screen, x: u32, y: u32) -> Colour {
    let at = Point::new(x.cast_signed(), y.cast_signed());
    screen.dot(at).unwrap_or(Colour::Off)
}

/// A line that changes its colours only where it must.
struct Row {
    colours: Colours,
    now: Option<(Colour, Colour)>,
}

impl Row {
    const fn new(colours: Colours) -> Row {
        Row { colours, now: None }
    }

    fn put(&mut self, upper: Colour, lower: Colour, text: &mut String) {
        if self.colours == Colours::None {
            text.push(plain(upper, lower));
            return;
        }
        if self.now != Some((upper, lower)) {
            self.now = Some((upper, lower));
            // A string takes everything.
            let _ = write!(text, "\x1b[38;5;{};48;5;{}m", ansi(upper), ansi(lower));
        }
        text.push('▀');
    }

    fn end(&self, text: &mut String) {
        if self.colours == Colours::Terminal {
            text.push_str("\x1b[0m");
        } else {
            let end = text.trim_end_matches(' ').len();
            text.truncate(end);
        }
        text.push('\n');
    }
}

const fn plain(upper: Colour, lower: Colour) -> char {
    match (upper, lower) {
        (Colour::Off, Colour::Off) => ' ',
        (_, Colour::Off) => '▀',
        (Colour::Off, _) => '▄',
        _ => '█',
    }
}

/// A colour of the 256 that terminals have.
const fn ansi(colour: Colour) -> u8 {
    match colour {
        Colour::Off => 233,
        Colour::Red => 196,
        Colour::Green => 47,
        Colour::Amber => 214,
    }
}
