//! Draws an amount in large characters, its digits on wheels.
//!
//! Each wheel carries the digits 0 to 9, one below the other. The last wheel turns steadily; every other wheel turns
//! along with its right neighbour while that goes from 9 to 0.

use embedded_graphics::Pixel;
use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::geometry::Point;

use super::digits::{self, HEIGHT};
use super::render::centred;
use super::screen::{Colour, Screen};

/// The row at which the characters begin, two below the heading.
const TOP: i32 = 12;

/// The gaps between characters to choose from: the wider one is easier to read, the narrower one has room for
/// $99,999,999.99.
const GAPS: [u32; 2] = [2, 1];

/// The widest gap with which an amount fits; none if it fits with neither gap.
pub fn gap(amount: &str) -> Option<u32> {
    let fits = |gap: &u32| width(amount, *gap) <= Screen::WIDTH;
    GAPS.into_iter().find(fits)
}

/// Draws an amount with its last wheel turned by `part` 256ths towards the next digit.
pub fn draw<D>(
    amount: &str,
    part: u8,
    gap: u32,
    colour: Colour,
    target: &mut D,
) -> Result<(), D::Error>
where
    D: DrawTarget<Color = Colour>,
{
    let mut turned = rows(part);
    let mut right = right_edge(amount, gap);
    for character in amount.chars().rev() {
        let left = right.saturating_sub_unsigned(digits::width(character));
        let window = Window { character, turned };
        target.draw_iter(window.dots(left, colour))?;
        right = left.saturating_sub_unsigned(gap);
        if character.is_ascii_digit() && character != '9' {
            turned = 0;
        }
    }
    Ok(())
}

/// The column behind the last character.
fn right_edge(amount: &str, gap: u32) -> i32 {
    let width = width(amount, gap);
    centred(width).saturating_add_unsigned(width)
}

fn width(amount: &str, gap: u32) -> u32 {
    let with_gap = |character| digits::width(character).saturating_add(gap);
    let all = amount.chars().map(with_gap).fold(0, u32::saturating_add);
    all.saturating_sub(gap)
}

/// Rows by which a wheel is turned, of [`HEIGHT`] from one digit to the next.
fn rows(part: u8) -> u32 {
    u32::from(part).saturating_mul(HEIGHT) / 256
}

/// The visible part of one wheel.
#[derive(Clone, Copy)]
struct Window {
    character: char,
    turned: u32,
}

impl Window {
    /// The lit dots of the window whose left column is `left`.
    fn dots(self, left: i32, colour: Colour) -> impl Iterator<Item = Pixel<Colour>> {
        let places =
            (0..HEIGHT).flat_map(move |y| (0..digits::width(self.character)).map(move |x| (x, y)));
        places
            .filter(move |(x, y)| self.has_dot(*x, *y))
            .map(move |(x, y)| {
                let at = Point::new(
                    left.saturating_add_unsigned(x),
                    TOP.saturating_add_unsigned(y),
                );
                Pixel(at, colour)
            })
    }

    /// True if this place of the window has a dot: of the character, or of the one that follows it on the wheel.
    fn has_dot(self, x: u32, y: u32) -> bool {
        let row = match self.character {
            '0'..='9' => y.saturating_add(self.turned),
            _ => y,
        };
        match row.checked_sub(HEIGHT) {
            None => digits::has_dot(self.character, x, row),
            Some(row) => digits::has_dot(next(self.character), x, row),
        }
    }
}

/// The digit that follows on the wheel.
fn next(digit: char) -> char {
    match digit {
        '9' => '0',
        _ => char::from_u32(u32::from(digit).saturating_add(1)).unwrap_or(digit),
    }
}
