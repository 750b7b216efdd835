//! The self-test: pictures that show every LED, each for a moment, and the program's version. A button starts it.

use core::convert::Infallible;

use embedded_graphics::Pixel;
use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::geometry::Point;

use crate::page::Page;
use crate::render;
use crate::screen::{Colour, Screen};
use crate::timing::TEST_PICTURE_MS;

/// A picture of the self-test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TestPicture {
    /// Every dot in one colour.
    Filled(Colour),
    /// Amber and dark dots in turn.
    Checkerboard,
    /// The version of the program.
    Version,
}

impl TestPicture {
    /// All of them, in their order.
    pub const ALL: [TestPicture; 5] = [
        TestPicture::Filled(Colour::Red),
        TestPicture::Filled(Colour::Green),
        TestPicture::Filled(Colour::Amber),
        TestPicture::Checkerboard,
        TestPicture::Version,
    ];

    /// Draws the picture over the previous content.
    pub fn draw(self, version: &str, screen: &mut Screen) {
        let Ok(()) = match self {
            TestPicture::Filled(colour) => screen.clear(colour),
            TestPicture::Checkerboard => checkerboard(screen),
            TestPicture::Version => render::draw(&Page::version(version), screen),
        };
    }
}

fn checkerboard(screen: &mut Screen) -> Result<(), Infallible> {
    screen.clear(Colour::Off)?;
    let [width, height] = [Screen::WIDTH, Screen::HEIGHT].map(u32::cast_signed);
    let dots = (0..height).flat_map(|y| (0..width).map(move |x| Point::new(x, y)));
    let lit = dots.filter(|at| (at.x ^ at.y) & 1 == 0);
    screen.draw_iter(lit.map(|at| Pixel(at, Colour::Amber)))
}

/// A self-test under way, or none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SelfTest {
    started_ms: Option<u64>,
}

impl SelfTest {
    /// No self-test.
    #[must_use]
    pub const fn new() -> SelfTest {
        SelfTest { started_ms: None }
    }

    /// Starts with the first picture.
    pub const fn start(&mut self, now_ms: u64) {
        self.started_ms = Some(now_ms);
    }

    /// The picture at a time; none if no self-test is under way.
    #[must_use]
    pub fn picture(self, now_ms: u64) -> Option<TestPicture> {
        let turn = now_ms.checked_sub(self.started_ms?)? / TEST_PICTURE_MS;
        TestPicture::ALL.get(usize::try_from(turn).ok()?).copied()
    }

    /// The time at which the picture changes; none if no self-test is under way.
    #[must_use]
    pub fn poll_at(self, now_ms: u64) -> Option<u64> {
        self.picture(now_ms)?;
        let started_ms = self.started_ms?;
        let turns = now_ms.saturating_sub(started_ms) / TEST_PICTURE_MS;
        let shown_ms = turns.saturating_add(1).saturating_mul(TEST_PICTURE_MS);
        Some(started_ms.saturating_add(shown_ms))
    }
}
