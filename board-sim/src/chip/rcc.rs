//! Reset and clock control. (RM0351, chapter 6)
//!
//! Oscillators get ready some time after they are switched on. The board has no crystal for HSE; it has one for LSE.

use crate::time::{Span, Time};

/// Offsets of the registers.
pub mod reg {
    #![expect(missing_docs, reason = "named as in the manual")]
    pub const CR: u32 = 0x00;
    pub const ICSCR: u32 = 0x04;
    pub const CFGR: u32 = 0x08;
    pub const PLLCFGR: u32 = 0x0C;
    pub const PLLSAI1CFGR: u32 = 0x10;
    pub const PLLSAI2CFGR: u32 = 0x14;
    pub const CIFR: u32 = 0x1C;
    pub const CICR: u32 = 0x20;
    pub const AHB1RSTR: u32 = 0x28;
    pub const AHB2RSTR: u32 = 0x2C;
    pub const APB1RSTR1: u32 = 0x38;
    pub const APB2RSTR: u32 = 0x40;
    pub const AHB1ENR: u32 = 0x48;
    pub const AHB2ENR: u32 = 0x4C;
    pub const APB1ENR1: u32 = 0x58;
    pub const APB2ENR: u32 = 0x60;
    pub const AHB1SMENR: u32 = 0x68;
    pub const CCIPR: u32 = 0x88;
    pub const BDCR: u32 = 0x90;
    pub const CSR: u32 = 0x94;
}

const WORDS: usize = 0x98 / 4;

/// Registers that do not reset to zero. (6.4)
const RESET_VALUES: [(u32, u32); 12] = [
    (reg::CR, 0x0000_0063),
    (reg::ICSCR, 0x1000_0000),
    (reg::PLLCFGR, 0x0000_1000),
    (reg::PLLSAI1CFGR, 0x0000_1000),
    (reg::PLLSAI2CFGR, 0x0000_1000),
    (reg::AHB1ENR, 0x0000_0100),
    (reg::AHB1SMENR, 0x0001_1303),
    (0x6C, 0x0005_32FF),
    (0x70, 0x0000_0101),
    (0x78, 0xF2FE_CA3F),
    (0x7C, 0x0000_0025),
    (0x80, 0x0167_7C01),
];

/// CSR: the range of MSI after standby.
const CSR_MSISRANGE_4M: u32 = 0b0110 << 8;
const CSR_RMVF: u32 = 1 << 23;
const CSR_FLAGS: u32 = 0xFF00_0000;

/// Flags of the cause of the last reset. (6.4.29)
pub mod cause {
    /// The option bytes were loaded.
    pub const OPTION_BYTES: u32 = 1 << 25;
    /// The pin, which every reset of the chip pulls.
    pub const PIN: u32 = 1 << 26;
    /// Power.
    pub const BROWN_OUT: u32 = 1 << 27;
    /// The program.
    pub const SOFTWARE: u32 = 1 << 28;
    /// The independent watchdog.
    pub const IWDG: u32 = 1 << 29;
}

/// Bits that only the hardware sets.
const CR_READY: u32 = 1 << 1 | 1 << 10 | 1 << 17 | 1 << 25 | 1 << 27 | 1 << 29;
const BDCR_LSERDY: u32 = 1 << 1;
const BDCR_RTCSEL: u32 = 0b11 << 8;
const BDCR_RTCSEL_LSE: u32 = 0b01 << 8;
const BDCR_RTCEN: u32 = 1 << 15;
const BDCR_BDRST: u32 = 1 << 16;
const CSR_LSIRDY: u32 = 1 << 1;

/// An oscillator: where it is switched on, where it says that it is ready, and how long that takes.
struct Source {
    register: u32,
    on: u32,
    ready: u32,
    after: Option<Span>,
}

const fn source(register: u32, on: u32, ready: u32, after: Option<Span>) -> Source {
    Source {
        register,
        on,
        ready,
        after,
    }
}

/// Start-up times after the data sheet, typical. HSE has no crystal here.
const SOURCES: [Source; 8] = [
    source(reg::CR, 0, 1, Some(Span::us(3))),
    source(reg::CR, 8, 10, Some(Span::us(1))),
    source(reg::CR, 16, 17, None),
    source(reg::CR, 24, 25, Some(Span::us(15))),
    source(reg::CR, 26, 27, Some(Span::us(15))),
    source(reg::CR, 28, 29, Some(Span::us(15))),
    source(reg::BDCR, 0, 1, Some(Span::ms(300))),
    source(reg::CSR, 0, 1, Some(Span::us(80))),
];

/// The place of LSE among them.
const LSE: usize = 6;

/// The registers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rcc {
    words: [u32; WORDS],
    /// When each source was switched on.
    on_since: [Time; SOURCES.len()],
    /// The crystal of LSE swings once it is switched on.
    crystal: bool,
}

impl Default for Rcc {
    fn default() -> Self {
        Self::new(cause::BROWN_OUT | cause::PIN)
    }
}

impl Rcc {
    /// As after a reset for these reasons.
    #[must_use]
    pub fn new(causes: u32) -> Self {
        let mut rcc = Self {
            words: [0; WORDS],
            on_since: [Time::ZERO; SOURCES.len()],
            crystal: true,
        };
        for (register, value) in RESET_VALUES {
            rcc.set(register, value);
        }
        rcc.set(reg::CSR, CSR_MSISRANGE_4M | causes);
        rcc
    }

    /// A reset other than power-on: its flags add to those not yet removed, and the backup domain stays.
    pub fn reset(&mut self, causes: u32) {
        let flags = self.get(reg::CSR) & CSR_FLAGS;
        let (backup, lse_since) = (self.get(reg::BDCR), self.on_since[LSE]);
        *self = Self::new(flags | causes | cause::PIN).with_crystal(self.crystal);
        self.set(reg::BDCR, backup);
        self.on_since[LSE] = lse_since;
    }

    /// The same with this crystal.
    #[must_use]
    pub(super) const fn with_crystal(self, crystal: bool) -> Self {
        Self { crystal, ..self }
    }

    pub(super) const fn has_crystal(&self) -> bool {
        self.crystal
    }

    pub(super) const fn set_crystal(&mut self, is_whole: bool) {
        self.crystal = is_whole;
    }

    /// True while LSE clocks the calendar.
    pub(super) fn clocks_rtc(&self, now: Time) -> bool {
        let bdcr = self.read(reg::BDCR, now).unwrap_or(0);
        let is_chosen = bdcr & BDCR_RTCSEL == BDCR_RTCSEL_LSE && bdcr & BDCR_RTCEN != 0;
        is_chosen && bdcr & BDCR_LSERDY != 0
    }

    /// True while the backup domain is held in reset.
    pub(super) fn is_backup_reset(&self) -> bool {
        self.get(reg::BDCR) & BDCR_BDRST != 0
    }

    pub(super) fn get(&self, register: u32) -> u32 {
        self.words
            .get((register / 4) as usize)
            .copied()
            .unwrap_or(0)
    }

    fn set(&mut self, register: u32, value: u32) {
        if let Some(word) = self.words.get_mut((register / 4) as usize) {
            *word = value;
        }
    }

    /// A register; the ready bits are as of now.
    #[must_use]
    pub fn read(&self, register: u32, now: Time) -> Option<u32> {
        let stored = *self.words.get((register / 4) as usize)?;
        let sources = SOURCES.iter().zip(self.on_since).enumerate();
        let swings = sources.filter(|(place, _)| *place != LSE || self.crystal);
        let sources = swings.map(|(_, source)| source);
        let ready = sources.filter(|(source, since)| {
            let is_on = source.register == register && stored & 1 << source.on != 0;
            is_on && source.after.is_some_and(|after| now >= *since + after)
        });
        let value = ready.fold(stored, |value, (source, _)| value | 1 << source.ready);
        Some(match register {
            // The switch of the system clock is done at once.
            reg::CFGR => value & !0b1100 | (value & 0b11) << 2,
            _ => value,
        })
    }

    /// Stores. `backup_open` is true if PWR permits changes to the backup domain.
    pub fn write(&mut self, register: u32, value: u32, backup_open: bool, now: Time) -> Option<()> {
        self.words.get((register / 4) as usize)?;
        let stored = self.get(register);
        let value = match register {
            reg::CR => value & !CR_READY,
            reg::BDCR if !backup_open => return Some(()),
            reg::BDCR if value & BDCR_BDRST != 0 => BDCR_BDRST,
            reg::BDCR => value & !BDCR_LSERDY,
            reg::CSR => self.csr(value),
            reg::CIFR => return Some(()),
            reg::CICR => 0,
            _ => value,
        };
        for (source, since) in SOURCES.iter().zip(&mut self.on_since) {
            if source.register == register && !stored & value & 1 << source.on != 0 {
                *since = now;
            }
        }
        self.set(register, value);
        Some(())
    }

    fn csr(&self, value: u32) -> u32 {
        let flags = if value & CSR_RMVF != 0 {
            0
        } else {
            self.get(reg::CSR) & CSR_FLAGS
        };
        value & !(CSR_FLAGS | CSR_LSIRDY | CSR_RMVF) | flags
    }

    /// True if a bit of an enable register is set.
    #[must_use]
    pub fn is_enabled(&self, register: u32, bit: u32) -> bool {
        self.get(register) & 1 << bit != 0
    }
}
