//! The renderer: draws a [`Page`], the heading in the upper ten rows, the body in the lower twenty. It decides nothing
//! about the content.
//!
//! All text is centred, in the largest letters in which it fits.

use embedded_graphics::Drawable;
use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::geometry::Point;
use embedded_graphics::mono_font::ascii::{
    FONT_4X6, FONT_6X13, FONT_7X13_BOLD, FONT_8X13_BOLD, FONT_9X18_BOLD,
};
use embedded_graphics::mono_font::{MonoFont, MonoTextStyle};
use embedded_graphics::text::Text;

use super::amount::Amount;
use super::odometer::Reading;
use super::page::{Page, PageBody};
use super::screen::{Colour, Screen};
use super::wheels;
use super::words::{SignLine, line};

/// The letters of the heading.
const HEADING_LETTERS: &[&MonoFont] = &[&FONT_8X13_BOLD, &FONT_7X13_BOLD, &FONT_6X13];
/// The letters of words that take two lines, nine rows high.
const LETTERS: &[&MonoFont] = &[&FONT_7X13_BOLD, &FONT_6X13, &FONT_4X6];
/// The letters of words that have the body to themselves.
const LARGE_LETTERS: &[&MonoFont] = &[&FONT_9X18_BOLD, &FONT_8X13_BOLD, &FONT_6X13, &FONT_4X6];
/// The letters of amounts for which the wheels are too wide, up to the largest there is.
const AMOUNT_LETTERS: &[&MonoFont] = &[&FONT_8X13_BOLD, &FONT_6X13, &FONT_4X6];

/// The rows on which lines of letters stand.
mod baseline {
    pub const HEADING: i32 = 9;
    pub const FIRST_OF_TWO: i32 = 19;
    pub const SECOND_OF_TWO: i32 = 30;
    pub const ONLY: i32 = 26;
}

/// Draws a page over the previous content.
pub fn draw<D>(page: &Page, target: &mut D) -> Result<(), D::Error>
where
    D: DrawTarget<Color = Colour>,
{
    target.clear(Colour::Off)?;
    let heading = Writing::new(HEADING_LETTERS, page.heading_colour);
    heading.draw(&page.heading, baseline::HEADING, target)?;
    match &page.body {
        PageBody::Amount(reading) => draw_amount(*reading, page.body_colour, target),
        PageBody::Words(words) => draw_words(words, page.body_colour, target),
    }
}

fn draw_amount<D>(reading: Reading, colour: Colour, target: &mut D) -> Result<(), D::Error>
where
    D: DrawTarget<Color = Colour>,
{
    let amount = line(Amount(reading.cents));
    match wheels::gap(&amount) {
        Some(gap) => wheels::draw(&amount, reading.part, gap, colour, target),
        None => Writing::new(AMOUNT_LETTERS, colour).draw(&amount, baseline::ONLY, target),
    }
}

fn draw_words<D>(words: &[SignLine; 2], colour: Colour, target: &mut D) -> Result<(), D::Error>
where
    D: DrawTarget<Color = Colour>,
{
    let [first, second] = words;
    if second.is_empty() {
        return Writing::new(LARGE_LETTERS, colour).draw(first, baseline::ONLY, target);
    }
    let letters = Writing::new(LETTERS, colour);
    letters.draw(first, baseline::FIRST_OF_TWO, target)?;
    letters.draw(second, baseline::SECOND_OF_TWO, target)
}

/// The style of a line: the first of these fonts in which it fits, or else the last one.
struct Writing {
    fonts: &'static [&'static MonoFont<'static>],
    colour: Colour,
}

impl Writing {
    const fn new(fonts: &'static [&'static MonoFont<'static>], colour: Colour) -> Writing {
        Writing { fonts, colour }
    }

    fn draw<D>(&self, text: &str, baseline: i32, target: &mut D) -> Result<(), D::Error>
    where
        D: DrawTarget<Color = Colour>,
    {
        let fits = |font: &&&MonoFont| width(text, font) <= Screen::WIDTH;
        let Some(font) = self.fonts.iter().find(fits).or(self.fonts.last()) else {
            return Ok(());
        };
        let at = Point::new(centred(width(text, font)), baseline);
        let style = MonoTextStyle::new(font, self.colour);
        Text::new(text, at, style).draw(target).map(|_end| ())
    }
}

/// The width of a text in a font.
fn width(text: &str, font: &MonoFont) -> u32 {
    let letters = u32::try_from(text.len()).unwrap_or(u32::MAX);
    letters.saturating_mul(font.character_size.width)
}

/// The column at which something of this width begins.
pub(super) fn centred(width: u32) -> i32 {
    i32::try_from(Screen::WIDTH.saturating_sub(width) / 2).unwrap_or(0)
}
