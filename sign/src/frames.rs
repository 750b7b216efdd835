//! The two frames between the renderer and the row scan: one is shown while the other is drawn, and they are exchanged
//! at row 0, so that no refresh shows half of each.
//!
//! A frame holds the bits in the order in which they go out: for each of the 16 scanned rows, a byte for each column,
//! column 0 first. The panels' upper and lower halves are scanned together.
//!
//! ```text
//! bit 0  red of row y           bit 2  red of row y + 16
//! bit 1  green of row y         bit 3  green of row y + 16
//! ```

use core::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use crate::screen::Screen;

/// Rows that are scanned one after the other: each lights one row of the upper and one of the lower half.
pub const SCANNED_ROWS: usize = 16;

/// Words of a row: four columns each, the first in the lowest byte.
const ROW_WORDS: usize = Screen::WIDTH as usize / 4;

/// The bits of a scanned row. Atomic, because the scan interrupts the renderer; a load or a store is one instruction.
pub type ScanRow = [AtomicU32; ROW_WORDS];

type ScanFrame = [ScanRow; SCANNED_ROWS];

/// Both frames.
#[derive(Debug)]
pub struct ScanFrames {
    frames: [ScanFrame; 2],
    /// The frame that is shown, and the one that is to be shown from the next row 0 on.
    shown: AtomicBool,
    wanted: AtomicBool,
}

impl ScanFrames {
    /// Two dark frames.
    #[must_use]
    pub const fn new() -> ScanFrames {
        ScanFrames {
            frames: [const { dark() }; 2],
            shown: AtomicBool::new(false),
            wanted: AtomicBool::new(false),
        }
    }

    /// True once the frame that was drawn last is shown: only then may the next one be drawn.
    #[must_use]
    pub fn is_free(&self) -> bool {
        self.shown.load(Ordering::Acquire) == self.wanted.load(Ordering::Relaxed)
    }

    /// Draws a screen, to be shown from the next row 0 on; false if the frame before is not yet shown.
    pub fn draw(&self, screen: &Screen) -> bool {
        if !self.is_free() {
            return false;
        }
        let next = !self.wanted.load(Ordering::Relaxed);
        for (y, row) in self.frame(next).iter().enumerate() {
            fill(row, screen, y);
        }
        self.wanted.store(next, Ordering::Release);
        true
    }

    /// Begins a refresh at row 0; true if it shows another frame than the one before.
    pub fn begin_refresh(&self) -> bool {
        let wanted = self.wanted.load(Ordering::Acquire);
        self.shown.swap(wanted, Ordering::AcqRel) != wanted
    }

    /// A row of the frame that is shown; none behind the last.
    #[must_use]
    pub fn row(&self, row: usize) -> Option<&ScanRow> {
        self.frame(self.shown.load(Ordering::Relaxed)).get(row)
    }

    const fn frame(&self, second: bool) -> &ScanFrame {
        let [a, b] = &self.frames;
        if second { b } else { a }
    }
}

impl Default for ScanFrames {
    fn default() -> ScanFrames {
        ScanFrames::new()
    }
}

const fn dark() -> ScanFrame {
    [const { [const { AtomicU32::new(0) }; ROW_WORDS] }; SCANNED_ROWS]
}

/// Puts rows `y` and `y + 16` of a screen into a scanned row.
fn fill(row: &ScanRow, screen: &Screen, y: usize) {
    let [upper, lower] = [y, y.saturating_add(SCANNED_ROWS)].map(|y| screen.leds(y));
    for (x, word) in (0..Screen::WIDTH).step_by(4).zip(row) {
        let columns = [0, 1, 2, 3].map(|column: u32| {
            let x = x.saturating_add(column);
            let bits = |[red, green]: [u128; 2]| bit(red, x) | bit(green, x) << 1;
            bits(upper) | bits(lower) << 2
        });
        word.store(u32::from_le_bytes(columns), Ordering::Relaxed);
    }
}

fn bit(leds: u128, x: u32) -> u8 {
    u8::from(leds.wrapping_shr(x) & 1 == 1)
}

/// The two registers that drivers of the kind FM6126A need before they light anything, as bits of a column: the same for
/// every kind of LED. LAT is high over the last 11 clocks of the first and over the last 12 of the second. Other drivers
/// take them for data, which the first scanned row replaces before the output is switched on.
pub const DRIVER_REGISTERS: [DriverRegister; 2] = [
    // The highest brightness.
    DriverRegister {
        bits: 0b0111_1111_1111_1111,
        latched_clocks: 11,
    },
    // The output is on.
    DriverRegister {
        bits: 0b0000_0000_0100_0000,
        latched_clocks: 12,
    },
];

/// A register of such a driver: it repeats every 16 columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DriverRegister {
    bits: u16,
    latched_clocks: u32,
}

impl DriverRegister {
    /// The data lines and LAT at each column, in the order in which they go out.
    pub fn columns(self) -> impl Iterator<Item = (bool, bool)> {
        let first_latched = Screen::WIDTH.saturating_sub(self.latched_clocks);
        (0..Screen::WIDTH).map(move |x| {
            // The highest bit goes first.
            let data = self.bits.rotate_left(x) & 0x8000 != 0;
            (data, x >= first_latched)
        })
    }
}
