//! A row of two HUB75 panels of 64 x 32 dots, red and green, simulated at the edges of their input.
//!
//! Each panel scans 16 rows: four address lines choose row *a* of the upper half, fed by R1 and G1, and row *a* of the
//! lower half, fed by R2 and G2. The data of a row are shifted from panel to panel. LAT takes them over, and /OE lets
//! the chosen rows light. Seen from the front the cable goes to the right-hand panel, so a bit that has been shifted
//! through both stands at the left edge.
//!
//! [`Panel`] measures the light of each LED over time. It does not know what a picture is. Times are picoseconds.

mod light;

use serde::{Deserialize, Serialize};

pub use light::Light;

/// Dots in a row, over both panels.
pub const COLUMNS: usize = 128;

/// Rows of dots.
pub const ROWS: usize = 32;

/// Rows that light together: one of the upper and one of the lower half.
const SCANNED: usize = 16;

/// Stages of the drivers of one kind of LED, at one half.
type Stages = u128;

/// A wire of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HubLine {
    /// Red of the upper half.
    R1,
    /// Green of the upper half.
    G1,
    /// Red of the lower half.
    R2,
    /// Green of the lower half.
    G2,
    /// Shifts when it rises.
    Clk,
    /// The drivers follow the shifted bits while it is high.
    Lat,
    /// Lights while it is low.
    OutputEnable,
    /// A bit of the row's address: 0 for A to 3 for D.
    Address(u8),
}

/// The kind of driver behind the columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Driver {
    /// A shift register with a latch.
    Plain,
    /// An FM6126A: dark until both of its registers are written.
    Fm6126a,
}

/// Events that no driver may cause: each is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ghosts {
    /// LAT was high while the panel was lit.
    pub latched: u32,
    /// The address changed while the panel was lit.
    pub addressed: u32,
    /// Data changed at the time at which CLK rose.
    pub hurried: u32,
}

/// The shortest times seen on the input, in picoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shortest {
    /// CLK high.
    pub clock_high: u64,
    /// CLK low.
    pub clock_low: u64,
    /// Data unchanged before CLK rises.
    pub setup: u64,
    /// LAT high.
    pub latch: u64,
    /// From the end of one light to the beginning of the next.
    pub dark: u64,
}

impl Shortest {
    const NONE: Self = Self {
        clock_high: u64::MAX,
        clock_low: u64::MAX,
        setup: u64::MAX,
        latch: u64::MAX,
        dark: u64::MAX,
    };
}

/// Times of the last edges.
#[derive(Clone, Copy, Debug, Default)]
struct Since {
    data: u64,
    clock: u64,
    latch: u64,
    output: u64,
    light: u64,
}

/// Both panels.
#[derive(Clone, Debug)]
pub struct Panel {
    /// R1, G1, R2, G2.
    data: [bool; 4],
    shifted: [Stages; 4],
    latched: [Stages; 4],
    clock: bool,
    latch: bool,
    /// Clocks since LAT rose.
    latch_clocks: u32,
    /// The registers that the drivers need have been written.
    registers: [bool; 2],
    is_off: bool,
    address: usize,
    since: Since,
    light: Light,
    lit_ps: u64,
    /// Times that the output was switched on since the measurement began, per address.
    shown: [u32; SCANNED],
    /// Counted events.
    pub ghosts: Ghosts,
    /// Measured times.
    pub shortest: Shortest,
}

impl Panel {
    /// As power comes up: drivers hold noise, and the pull-up keeps the output off.
    #[must_use]
    pub fn new(driver: Driver) -> Self {
        let noise = 0x6AB5_0C3F_91D2_E748_55AA_1337_C0FF_EE11;
        Self {
            data: [false; 4],
            shifted: [noise; 4],
            latched: [noise.rotate_left(7); 4],
            clock: false,
            latch: false,
            latch_clocks: 0,
            registers: [driver == Driver::Plain; 2],
            is_off: true,
            address: 0,
            since: Since::default(),
            light: Light::none(),
            lit_ps: 0,
            shown: [0; SCANNED],
            ghosts: Ghosts::default(),
            shortest: Shortest::NONE,
        }
    }

    /// A wire changes its level. Times must not go back.
    pub fn set(&mut self, line: HubLine, level: bool, now: u64) {
        match line {
            HubLine::R1 => self.set_data(0, level, now),
            HubLine::G1 => self.set_data(1, level, now),
            HubLine::R2 => self.set_data(2, level, now),
            HubLine::G2 => self.set_data(3, level, now),
            HubLine::Clk => self.set_clock(level, now),
            HubLine::Lat => self.set_latch(level, now),
            HubLine::OutputEnable => self.set_off(level, now),
            HubLine::Address(bit) => self.set_address(bit, level, now),
        }
    }

    /// The light since the measurement began.
    pub fn light(&mut self, now: u64) -> &Light {
        self.shine(now);
        &self.light
    }

    /// The time for which the output was on since the measurement began.
    #[must_use]
    pub const fn lit_ps(&self) -> u64 {
        self.lit_ps
    }

    /// Times that each row was lit since the measurement began.
    #[must_use]
    pub const fn shown(&self) -> &[u32; SCANNED] {
        &self.shown
    }

    /// True while dots may be lit.
    #[must_use]
    pub const fn is_lit(&self) -> bool {
        !self.is_off
    }

    /// Begins the measurement of light anew.
    pub fn measure_anew(&mut self, now: u64) {
        self.shine(now);
        (self.light, self.lit_ps, self.shown) = (Light::none(), 0, [0; SCANNED]);
    }

    fn set_data(&mut self, index: usize, level: bool, now: u64) {
        if let Some(data) = self.data.get_mut(index)
            && *data != level
        {
            *data = level;
            self.since.data = now;
        }
    }

    fn set_clock(&mut self, level: bool, now: u64) {
        if self.clock == level {
            return;
        }
        let lasted = now - self.since.clock;
        (self.clock, self.since.clock) = (level, now);
        let Shortest {
            clock_high,
            clock_low,
            setup,
            ..
        } = &mut self.shortest;
        if !level {
            *clock_high = lasted.min(*clock_high);
            return;
        }
        *clock_low = lasted.min(*clock_low);
        *setup = (now - self.since.data).min(*setup);
        self.ghosts.hurried += u32::from(now == self.since.data);
        for (stages, data) in self.shifted.iter_mut().zip(self.data) {
            *stages = *stages << 1 | u128::from(data);
        }
        self.latch_clocks += u32::from(self.latch);
        self.follow(now);
    }

    fn set_latch(&mut self, level: bool, now: u64) {
        if self.latch == level {
            return;
        }
        self.latch = level;
        self.ghosts.latched += u32::from(!self.is_off);
        if level {
            (self.latch_clocks, self.since.latch) = (0, now);
        } else {
            self.shortest.latch = (now - self.since.latch).min(self.shortest.latch);
            self.write_register();
        }
        self.follow(now);
    }

    /// An FM6126A counts the clocks while LAT is high: eleven and twelve write its registers. (Data sheet, commands)
    fn write_register(&mut self) {
        match self.latch_clocks {
            11 => self.registers[0] = true,
            12 => self.registers[1] = true,
            _ => {}
        }
    }

    /// While LAT is high the outputs follow the shifted bits.
    fn follow(&mut self, now: u64) {
        if self.latch {
            self.shine(now);
            self.latched = self.shifted;
        }
    }

    fn set_off(&mut self, is_off: bool, now: u64) {
        if self.is_off == is_off {
            return;
        }
        self.shine(now);
        if !is_off {
            self.shortest.dark = (now - self.since.output).min(self.shortest.dark);
            self.ghosts.latched += u32::from(self.latch);
            if let Some(shown) = self.shown.get_mut(self.address) {
                *shown += 1;
            }
        }
        (self.is_off, self.since.output) = (is_off, now);
    }

    fn set_address(&mut self, bit: u8, level: bool, now: u64) {
        let address = self.address & !(1 << bit) | usize::from(level) << bit;
        if address != self.address {
            self.ghosts.addressed += u32::from(!self.is_off);
            self.shine(now);
            self.address = address;
        }
    }

    /// Adds the light since the last change.
    fn shine(&mut self, now: u64) {
        let span = now - self.since.light;
        self.since.light = now;
        if self.is_off || span == 0 {
            return;
        }
        self.lit_ps += span;
        if self.registers == [true; 2] {
            let [r1, g1, r2, g2] = self.latched;
            self.light.add(self.address, [r1, g1], span);
            self.light.add(self.address + SCANNED, [r2, g2], span);
        }
    }
}
