//! The exchange with the shift chain: 48 bits out and 48 bits in, once every millisecond.
//!
//! LATCH is wired to both kinds of chip and idles high. While it is low the 74HC165s load the inputs; as it rises the
//! 74HC595s show the contents of their shift registers. An exchange is
//! 1. a pulse: loads the inputs, and shows the present outputs again;
//! 2. 48 shifts, bit 0 first;
//! 3. a pulse: shows the bits just sent. The inputs that it loads are overwritten by the next exchange.
//!
//! Therefore an exchange reads the inputs under the outputs of the exchange *before*. A [`Sample`] keeps the two
//! together.
//!
//! The bus is in mode 0 at 1 MHz and shifts each byte's highest bit first, the default of every SPI. Bit 0 of the chain
//! goes first, so the bits of each byte are reversed here; on the board that is one instruction a byte, and no setting
//! to forget.

use core::fmt;

use embedded_hal::delay::DelayNs;
use embedded_hal::digital::{self, Error as _, OutputPin};
use embedded_hal::spi::{self, Error as _, SpiBus};

use crate::chain::{EmitterBank, Input, Inputs, Output, Outputs};
use crate::config::LATCH_LOW_NS;

/// The outputs that test the chain and light the gates, and the input that answers.
const LOOP_OUT: Outputs = Outputs::OFF.with(Output::LoopBack, true);
const EMITTERS: Outputs = Outputs::OFF
    .with(Output::GateEmitters(EmitterBank::A), true)
    .with(Output::GateEmitters(EmitterBank::B), true);
const LOOP_BACK: Inputs = Inputs::NONE.with(Input::LoopBack, true);

/// The inputs, with the outputs under which they were read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sample {
    /// The outputs that the chain showed while it was read.
    pub shown: Outputs,
    /// The inputs that were read.
    pub inputs: Inputs,
}

impl Sample {
    /// True if the gates' emitters were on.
    #[must_use]
    pub const fn is_lit(self) -> bool {
        self.shown.has(EMITTERS)
    }

    /// True if the loop-back came back as it was sent. A broken chain fails this at the next sample or the one after.
    #[must_use]
    pub const fn is_looped_back(self) -> bool {
        self.shown.has(LOOP_OUT) == self.inputs.has(LOOP_BACK)
    }
}

/// An exchange did not take place. The chain's outputs are then unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScanError {
    /// The SPI refused.
    Bus(spi::ErrorKind),
    /// The pin of LATCH refused.
    Latch(digital::ErrorKind),
}

impl fmt::Display for ScanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bus(kind) => write!(f, "shift chain, bus: {kind}"),
            Self::Latch(kind) => write!(f, "shift chain, latch: {kind}"),
        }
    }
}

impl core::error::Error for ScanError {}

/// The wires to the chain.
#[derive(Debug)]
pub struct ShiftChain<Spi, Latch, Delay> {
    spi: Spi,
    latch: Latch,
    delay: Delay,
}

impl<Spi: SpiBus<u8>, Latch: OutputPin, Delay: DelayNs> ShiftChain<Spi, Latch, Delay> {
    /// Takes the wires. `latch` must be high already, or its rise shows bits that nobody has sent.
    pub const fn new(spi: Spi, latch: Latch, delay: Delay) -> Self {
        Self { spi, latch, delay }
    }

    /// Sends `outputs`, and reads the inputs under the outputs of the exchange before.
    pub fn exchange(&mut self, outputs: Outputs) -> Result<Inputs, ScanError> {
        let mut bytes = outputs.to_bytes().map(u8::reverse_bits);
        self.pulse_latch()?;
        self.shift(&mut bytes)
            .map_err(|error| ScanError::Bus(error.kind()))?;
        self.pulse_latch()?;
        Ok(Inputs::from_bytes(bytes.map(u8::reverse_bits)))
    }

    /// Returns once the last bit is through: LATCH must not move earlier.
    fn shift(&mut self, bytes: &mut [u8]) -> Result<(), Spi::Error> {
        self.spi.transfer_in_place(bytes)?;
        self.spi.flush()
    }

    fn pulse_latch(&mut self) -> Result<(), ScanError> {
        self.drop_and_raise_latch()
            .map_err(|error| ScanError::Latch(error.kind()))
    }

    fn drop_and_raise_latch(&mut self) -> Result<(), Latch::Error> {
        self.latch.set_low()?;
        self.delay.delay_ns(LATCH_LOW_NS);
        self.latch.set_high()
    }
}

/// The scan loop's memory: the outputs that the chain shows now, to which the next sample belongs.
#[derive(Clone, Copy, Debug)]
pub struct ScanCycle {
    shown: Outputs,
    sent: Outputs,
}

impl ScanCycle {
    /// The first exchange has switched every output off.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            shown: Outputs::OFF,
            sent: Outputs::OFF,
        }
    }

    /// The outputs to send in the next exchange. If the one before was not made, the chain shows what it did.
    pub const fn next(&mut self, lamps: Outputs) -> Outputs {
        self.sent = with_probes(lamps, self.shown);
        self.sent
    }

    /// The sample of the exchange that has been made.
    pub const fn sample(&mut self, inputs: Inputs) -> Sample {
        let shown = self.shown;
        self.shown = self.sent;
        Sample { shown, inputs }
    }
}

impl Default for ScanCycle {
    fn default() -> Self {
        Self::new()
    }
}

/// The scan loop over wires that the program waits for.
#[derive(Debug)]
pub struct Scanner<Spi, Latch, Delay> {
    chain: ShiftChain<Spi, Latch, Delay>,
    cycle: ScanCycle,
}

impl<Spi: SpiBus<u8>, Latch: OutputPin, Delay: DelayNs> Scanner<Spi, Latch, Delay> {
    /// Switches every output off. Only then may the 595s be enabled: before, they hold noise.
    pub fn start(mut chain: ShiftChain<Spi, Latch, Delay>) -> Result<Self, ScanError> {
        chain.exchange(Outputs::OFF)?;
        let cycle = ScanCycle::new();
        Ok(Self { chain, cycle })
    }

    /// One exchange, to be made every millisecond: shows the lamps and returns a sample. After an error the loop-back
    /// decides whether the next sample can be believed.
    pub fn scan(&mut self, lamps: Outputs) -> Result<Sample, ScanError> {
        let sent = self.cycle.next(lamps);
        let inputs = self.chain.exchange(sent)?;
        Ok(self.cycle.sample(inputs))
    }
}

/// The lamps with the two outputs that test the chain itself. Both alternate, and each is the opposite of the other, so
/// that two wires that touch one another do not pass for a sound chain.
#[must_use]
pub const fn with_probes(lamps: Outputs, shown: Outputs) -> Outputs {
    let probe = if shown.has(LOOP_OUT) {
        EMITTERS
    } else {
        LOOP_OUT
    };
    lamps.without(EMITTERS.and(LOOP_OUT)).and(probe)
}
