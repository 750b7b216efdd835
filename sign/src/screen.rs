//! The matrix in memory: 128 x 32 dots, each of a red and a green LED.
//!
//! Both LEDs together are amber, so a dot has four colours and needs two bits, one for each LED. A row of one kind of
//! LED is 128 bits: one word, as it is shifted out to the row's drivers.

use core::convert::Infallible;
use core::fmt::{self, Write};

use embedded_graphics::Pixel;
use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::geometry::{OriginDimensions, Point, Size};
use embedded_graphics::pixelcolor::PixelColor;
use embedded_graphics::pixelcolor::raw::RawU2;

/// The colours of a dot; bit 0 is its red LED, bit 1 its green one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[repr(u8)]
pub enum Colour {
    /// Neither LED.
    Off = 0b00,
    /// The red LED.
    Red = 0b01,
    /// The green LED.
    Green = 0b10,
    /// Both.
    Amber = 0b11,
}

impl PixelColor for Colour {
    type Raw = RawU2;
}

impl Colour {
    /// The colour of a dot with these LEDs on.
    #[must_use]
    pub const fn of(red: bool, green: bool) -> Colour {
        match (red, green) {
            (false, false) => Colour::Off,
            (true, false) => Colour::Red,
            (false, true) => Colour::Green,
            (true, true) => Colour::Amber,
        }
    }

    /// True if the red LED is on.
    #[must_use]
    pub const fn has_red(self) -> bool {
        matches!(self, Colour::Red | Colour::Amber)
    }

    /// True if the green LED is on.
    #[must_use]
    pub const fn has_green(self) -> bool {
        matches!(self, Colour::Green | Colour::Amber)
    }
}

/// All dots. Drawing outside of them has no effect.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Screen {
    rows: [Row; Screen::HEIGHT as usize],
}

/// A row of dots; bit x is the LED of column x.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Row {
    red: u128,
    green: u128,
}

impl Row {
    const fn filled(colour: Colour) -> Row {
        Row {
            red: all(colour.has_red()),
            green: all(colour.has_green()),
        }
    }

    const fn get(self, column: u128) -> Colour {
        Colour::of(self.red & column != 0, self.green & column != 0)
    }

    fn set(&mut self, column: u128, colour: Colour) {
        self.red = (self.red & !column) | (all(colour.has_red()) & column);
        self.green = (self.green & !column) | (all(colour.has_green()) & column);
    }
}

const fn all(on: bool) -> u128 {
    if on { u128::MAX } else { 0 }
}

/// The bit of column `x`, if there is one.
fn column(x: i32) -> Option<u128> {
    1_u128.checked_shl(u32::try_from(x).ok()?)
}

impl Screen {
    /// Dots in a row: the bits of a [`u128`].
    pub const WIDTH: u32 = u128::BITS;
    /// Rows.
    pub const HEIGHT: u32 = 32;

    /// A dark screen.
    #[must_use]
    pub const fn new() -> Screen {
        Screen {
            rows: [Row::filled(Colour::Off); Screen::HEIGHT as usize],
        }
    }

    /// The colour of a dot, counted from the upper left corner; none outside.
    #[must_use]
    pub fn dot(&self, at: Point) -> Option<Colour> {
        let row = self.rows.get(usize::try_from(at.y).ok()?)?;
        Some(row.get(column(at.x)?))
    }

    /// The red and the green LEDs of a row, bit x for column x; none are lit outside.
    #[must_use]
    pub fn leds(&self, y: usize) -> [u128; 2] {
        self.rows.get(y).map_or([0; 2], |row| [row.red, row.green])
    }

    fn set(&mut self, at: Point, colour: Colour) -> Option<()> {
        let row = self.rows.get_mut(usize::try_from(at.y).ok()?)?;
        row.set(column(at.x)?, colour);
        Some(())
    }
}

impl Default for Screen {
    fn default() -> Screen {
        Screen::new()
    }
}

impl OriginDimensions for Screen {
    fn size(&self) -> Size {
        Size::new(Screen::WIDTH, Screen::HEIGHT)
    }
}

impl DrawTarget for Screen {
    type Color = Colour;
    type Error = Infallible;

    fn draw_iter<I: IntoIterator<Item = Pixel<Colour>>>(
        &mut self,
        dots: I,
    ) -> Result<(), Infallible> {
        for Pixel(at, colour) in dots {
            // A draw target leaves out dots outside of its area.
            self.set(at, colour);
        }
        Ok(())
    }

    fn clear(&mut self, colour: Colour) -> Result<(), Infallible> {
        self.rows.fill(Row::filled(colour));
        Ok(())
    }
}

/// A letter for each dot and a line for each row: `.` off, `r` red, `g` green, `#` amber.
impl fmt::Display for Screen {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for row in &self.rows {
            for x in 0..Screen::WIDTH {
                f.write_char(match row.get(1_u128.wrapping_shl(x)) {
                    Colour::Off => '.',
                    Colour::Red => 'r',
                    Colour::Green => 'g',
                    Colour::Amber => '#',
                })?;
            }
            f.write_char('\n')?;
        }
        Ok(())
    }
}
