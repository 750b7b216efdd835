//! One step of the scan, over wires without delays.

use core::convert::Infallible;

use embedded_hal::delay::DelayNs;
use embedded_hal::digital::{self, OutputPin};
use embedded_hal::spi::{self, SpiBus};
use firmware::felt::FeltEnd;
use firmware::lamps::Lamps;
use firmware::scan::{Scanner, ShiftChain};

use super::kept::Kept;

/// A sound chain under an empty felt.
struct Wires {
    /// The gates' light is on, and the loop-back bit is set.
    is_lit: bool,
    loops: bool,
}

/// As they are on the bus, the first bit of the chain highest: the seats' 35 gates; the light in the last byte that is
/// sent, the loop in the first byte that is sent and in the last that comes back.
const GATES: [u8; 6] = [0xFF, 0xFF, 0xFF, 0xFF, 0xE0, 0];
const LIGHT: u8 = 0x18;
const LOOP_OUT: u8 = 0x80;
const LOOP_BACK: u8 = 0x01;

struct Latch;
struct Delay;

impl spi::ErrorType for Wires {
    type Error = Infallible;
}

impl SpiBus for Wires {
    fn read(&mut self, _: &mut [u8]) -> Result<(), Infallible> {
        Ok(())
    }

    fn write(&mut self, _: &[u8]) -> Result<(), Infallible> {
        Ok(())
    }

    fn transfer(&mut self, _: &mut [u8], _: &[u8]) -> Result<(), Infallible> {
        Ok(())
    }

    fn transfer_in_place(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        let [first, .., last] = bytes else {
            return Ok(());
        };
        let shown = core::mem::replace(
            self,
            Self {
                is_lit: *last & LIGHT != 0,
                loops: *first & LOOP_OUT != 0,
            },
        );
        let mut seen = if shown.is_lit { GATES } else { [0; 6] };
        seen[5] |= if shown.loops { LOOP_BACK } else { 0 };
        bytes
            .iter_mut()
            .zip(seen)
            .for_each(|(byte, seen)| *byte = seen);
        Ok(())
    }

    fn flush(&mut self) -> Result<(), Infallible> {
        Ok(())
    }
}

impl digital::ErrorType for Latch {
    type Error = Infallible;
}

impl OutputPin for Latch {
    fn set_low(&mut self) -> Result<(), Infallible> {
        Ok(())
    }

    fn set_high(&mut self) -> Result<(), Infallible> {
        Ok(())
    }
}

impl DelayNs for Delay {
    fn delay_ns(&mut self, _: u32) {}
}

struct Felt {
    scanner: Scanner<Wires, Latch, Delay>,
    end: FeltEnd,
}

static FELT: Kept<Option<Felt>> = Kept::new(None);

/// Starts a scan with every lamp lit.
#[unsafe(no_mangle)]
pub(super) extern "C" fn start_scan(_: u32, _: u32) -> u32 {
    let chain = ShiftChain::new(
        Wires {
            is_lit: false,
            loops: false,
        },
        Latch,
        Delay,
    );
    let Ok(scanner) = Scanner::start(chain) else {
        return 0;
    };
    let felt = Felt {
        scanner,
        end: FeltEnd::new(Lamps::test()),
    };
    FELT.with(|kept| *kept = Some(felt));
    1
}

/// One step of the board's scan task, which runs every millisecond, without the locks and the waits.
#[unsafe(no_mangle)]
pub(super) extern "C" fn scan_step(now_ms: u32, _: u32) -> u32 {
    FELT.with(|kept| {
        let Some(felt) = kept else { return 0 };
        let lamps = felt.end.outputs(now_ms.into(), false);
        let sample = felt.scanner.scan(lamps);
        felt.end.accept(sample.ok());
        1
    })
}
