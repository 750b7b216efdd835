//! The controller's eyes wired to a simulated chain: scans every millisecond, and shows what it reads
//! as the lamps of open betting.

use embedded_hal::digital::OutputPin;
use firmware::chips::SeatReading;
use firmware::config::FAULT_CLEAR_SAMPLES;
use firmware::lamps::{Lamps, SeatLamps};
use firmware::scan::{Scanner, ShiftChain};
use firmware::sensors::{SensorReadings, Sensors};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use shared_rules::seats::{Seat, SeatMap};

use parts::chain::{ChainSpi, Change, Delay, Latch, SharedChain, Trouble};

/// Nanoseconds in a millisecond.
pub const MS: u64 = 1_000_000;

/// The most by which the board starts a scan late on purpose.
const DITHER_NS_MAX: u64 = 60_000;

/// Of a trouble that does not end by itself.
pub const FOREVER: u64 = u64::MAX;

/// A table whose chain is scanned.
#[derive(Debug)]
pub struct Rig {
    /// The table and its chain.
    pub chain: SharedChain,
    /// What the last scan led to.
    pub readings: SensorReadings,
    /// The state behind the readings.
    pub sensors: Sensors,
    scanner: Scanner<ChainSpi, Latch, Delay>,
    next_scan_ns: u64,
    /// Scans start late on purpose, by these dice.
    dither: Option<ChaCha8Rng>,
}

impl Rig {
    /// Power comes up, and the first sample is taken.
    pub fn power_up(seed: u64) -> Self {
        let chain = SharedChain::new(seed);
        let wires = ShiftChain::new(chain.spi(), chain.latch(), chain.delay());
        let mut scanner = Scanner::start(wires).expect("simulated wires do not refuse");
        let Ok(()) = chain.output_enable().set_low();
        let mut sensors = Sensors::new();
        let first = scanner.scan(Lamps::default().outputs(0));
        sensors.accept(first.expect("simulated wires do not refuse"));
        let readings = sensors.readings();
        Self {
            chain,
            readings,
            sensors,
            scanner,
            next_scan_ns: MS,
            dither: None,
        }
    }

    /// From now on each scan starts late by a random time, as on the board.
    pub fn dither(&mut self, seed: u64) {
        self.dither = Some(ChaCha8Rng::seed_from_u64(seed));
    }

    /// A table that has been up long enough for its chain to be believed.
    pub fn proven(seed: u64) -> Self {
        let mut rig = Self::power_up(seed);
        rig.run_ms(FAULT_CLEAR_SAMPLES.into());
        assert_eq!(rig.readings.chain, None);
        rig
    }

    /// One scan, at the next full millisecond or a little later.
    pub fn step(&mut self) {
        let late_ns = self
            .dither
            .as_mut()
            .map_or(0, |dice| dice.random_range(0..=DITHER_NS_MAX));
        let start_ns = self.next_scan_ns + late_ns;
        self.chain.with(|chain| chain.advance_to(start_ns));
        let lamps = open_betting_lamps(&self.readings).outputs(self.next_scan_ns / MS);
        let sample = self.scanner.scan(lamps);
        let sample = sample.expect("simulated wires do not refuse");
        self.sensors.accept(sample);
        self.readings = self.sensors.readings();
        self.next_scan_ns += MS;
    }

    /// So many scans.
    pub fn run_ms(&mut self, count: u64) {
        (0..count).for_each(|_| self.step());
    }

    /// Changes the table now.
    pub fn apply(&mut self, change: Change) {
        self.chain.with(|chain| chain.apply(change));
    }

    /// Puts chips on a seat's coin spot, or takes them away.
    pub fn put(&mut self, seat: Seat, chips: u8) {
        self.apply(Change::Chips(seat.index().into(), chips));
    }

    /// Something is wrong with a line until it is mended.
    pub fn trouble(&mut self, line: usize, trouble: Trouble) {
        self.apply(Change::Trouble(line, trouble, FOREVER));
    }

    /// What a seat's sensors say.
    pub fn seat(&self, seat: Seat) -> SeatReading {
        *self.readings.seats.get(seat)
    }

    /// When the next scan starts, in nanoseconds.
    pub fn next_scan_ns(&self) -> u64 {
        self.next_scan_ns
    }
}

/// Betting is open, and every count is acceptable.
fn open_betting_lamps(readings: &SensorReadings) -> Lamps {
    let lamps_of = |seat| match readings.seats.get(seat) {
        SeatReading { fault: Some(_), .. } => SeatLamps::Faulted,
        SeatReading { chips: 0, .. } => SeatLamps::OpenEmpty,
        SeatReading { chips, .. } => SeatLamps::Seen(*chips),
    };
    Lamps {
        seats: SeatMap::from_fn(lamps_of),
        bets_open: true,
        ..Lamps::default()
    }
}
