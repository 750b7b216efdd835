//! The chip's pins and serial lines, wired to the table as the board's description says.

use parts::chain::SharedChain;

use super::line_end::LineEnd;
use crate::chip::pins::{ChipPin, Drive};
use crate::chip::usart::Departure;
use crate::chip::wires::{BoardInput, Serial, Wires};
use crate::time::Time;

const SCK: ChipPin = ChipPin::a(5);
const MISO: ChipPin = ChipPin::a(6);
const MOSI: ChipPin = ChipPin::a(7);
const LATCH: ChipPin = ChipPin::a(2);
/// With a pull-up: while the chip does not drive it, every lamp is dark.
const OUTPUT_ENABLE: ChipPin = ChipPin::a(4);

/// The table's wires, as the chip sees them.
#[derive(Clone, Debug)]
pub struct TableWires {
    chain: Option<SharedChain>,
    /// The chain's time at which the chip's clock stood at zero, in nanoseconds.
    chain_ahead_ns: u64,
    mosi: bool,
    sck: bool,
    /// Bytes sent on each line since the last look.
    to_sign: Vec<u8>,
    to_console: Vec<u8>,
    /// The wire to the sign, where that is a board as well.
    pub(super) sign: LineEnd,
}

impl TableWires {
    /// Wires that lead nowhere yet.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            chain: None,
            chain_ahead_ns: 0,
            mosi: false,
            sck: false,
            to_sign: Vec::new(),
            to_console: Vec::new(),
            sign: LineEnd::new(),
        }
    }

    /// Connects the chain. From now on the chain's time is the chip's plus `ahead_ns`.
    pub fn connect(&mut self, chain: SharedChain, ahead_ns: u64) {
        self.chain = Some(chain);
        self.chain_ahead_ns = ahead_ns;
    }

    /// The bytes sent since the last look, which go on waiting for it.
    #[must_use]
    pub fn waiting(&self, serial: Serial) -> &[u8] {
        match serial {
            Serial::Uart4 => &self.to_sign,
            Serial::Usart1 => &self.to_console,
        }
    }

    /// The bytes sent since the last look.
    pub fn take(&mut self, serial: Serial) -> Vec<u8> {
        std::mem::take(self.left(serial))
    }

    fn left(&mut self, serial: Serial) -> &mut Vec<u8> {
        match serial {
            Serial::Uart4 => &mut self.to_sign,
            Serial::Usart1 => &mut self.to_console,
        }
    }

    fn at_chain(&self, at: Time, act: impl FnOnce(&mut parts::chain::Chain)) {
        let now_ns = at.as_ps() / 1_000 + self.chain_ahead_ns;
        if let Some(chain) = &self.chain {
            chain.with(|chain| {
                chain.advance_to(now_ns);
                act(chain);
            });
        }
    }
}

impl Default for TableWires {
    fn default() -> Self {
        Self::new()
    }
}

impl Wires for TableWires {
    fn drive(&mut self, pin: ChipPin, drive: Drive, at: Time) {
        let is_high = drive == Drive::High;
        match pin {
            MOSI => self.mosi = is_high,
            SCK => {
                let rises = is_high && !self.sck;
                self.sck = is_high;
                if rises {
                    let mosi = self.mosi;
                    self.at_chain(at, |chain| chain.sck_rises(mosi));
                }
            }
            LATCH => self.at_chain(at, |chain| chain.set_latch(drive != Drive::Low)),
            OUTPUT_ENABLE => {
                self.at_chain(at, |chain| chain.set_output_enable(drive != Drive::Low));
            }
            _ => {}
        }
    }

    fn sense(&mut self, pin: ChipPin, at: Time) -> bool {
        let mut level = true;
        if pin == MISO {
            self.at_chain(at, |chain| level = chain.miso());
        }
        level
    }

    fn begins(&mut self, serial: Serial, departure: Departure) {
        if serial == Serial::Uart4 {
            self.sign.begins(departure);
        }
    }

    fn next_event(&self) -> Time {
        self.sign.next_event()
    }

    fn act(&mut self, now: Time, inputs: &mut Vec<BoardInput>) {
        self.sign.act(Serial::Uart4, now, inputs);
    }

    fn sent(&mut self, serial: Serial, departure: Departure) {
        self.left(serial).push(departure.byte);
    }
}
