//! The core's own registers at 0xE000_0000: NVIC, SCB, SysTick and the debug blocks. (ARMv7-M ARM, B3.2 and C1)

use super::nvic::{self, FIRST_INTERRUPT, Nvic};
use super::scb::{SEVONPEND, SLEEPDEEP, SLEEPONEXIT, Scb};
use super::systick::{self, SysTick};
use crate::time::{Span, Time};

/// The private peripheral bus.
pub(crate) const START: u32 = 0xE000_0000;
/// Up to here; above are the chip's own debug registers.
pub(crate) const END: u32 = 0xE003_FFFF;

const DWT_CTRL: u32 = 0xE000_1000;
const DWT_CYCCNT: u32 = 0xE000_1004;
const ICTR: u32 = 0xE000_E004;
const ACTLR: u32 = 0xE000_E008;
const SYSTICK: u32 = 0xE000_E010;
const SYSTICK_END: u32 = SYSTICK + systick::CALIB;
const ISER: u32 = 0xE000_E100;
const ICER: u32 = 0xE000_E180;
const ISPR: u32 = 0xE000_E200;
const ICPR: u32 = 0xE000_E280;
const IABR: u32 = 0xE000_E300;
const IPR: u32 = 0xE000_E400;
/// Words of 32 interrupts that are built.
const BANKS: u32 = nvic::INTERRUPTS.div_ceil(32);
const CPUID: u32 = 0xE000_ED00;
const ICSR: u32 = 0xE000_ED04;
const VTOR: u32 = 0xE000_ED08;
const AIRCR: u32 = 0xE000_ED0C;
const SCR: u32 = 0xE000_ED10;
const CCR: u32 = 0xE000_ED14;
const SHPR: u32 = 0xE000_ED18;
const SHCSR: u32 = 0xE000_ED24;
const CFSR: u32 = 0xE000_ED28;
const HFSR: u32 = 0xE000_ED2C;
const DFSR: u32 = 0xE000_ED30;
const MMFAR: u32 = 0xE000_ED34;
const BFAR: u32 = 0xE000_ED38;
const CPACR: u32 = 0xE000_ED88;
const MPU_TYPE: u32 = 0xE000_ED90;
const DHCSR: u32 = 0xE000_EDF0;
const DEMCR: u32 = 0xE000_EDFC;
const STIR: u32 = 0xE000_EF00;
const FPCCR: u32 = 0xE000_EF34;
const FPCAR: u32 = 0xE000_EF38;
const FPDSCR: u32 = 0xE000_EF3C;

/// A Cortex-M4, r0p1.
const CPUID_VALUE: u32 = 0x410F_C241;
/// The key of a write to AIRCR, and the value that reads back in its place.
const AIRCR_KEY: u32 = 0x05FA;
const AIRCR_READ: u32 = 0xFA05;
const SYSRESETREQ: u32 = 1 << 2;
/// ICSR. (B3.2.4)
const PENDSTCLR: u32 = 1 << 25;
const PENDSTSET: u32 = 1 << 26;
const PENDSVCLR: u32 = 1 << 27;
const PENDSVSET: u32 = 1 << 28;
const NMIPENDSET: u32 = 1 << 31;
const CYCCNTENA: u32 = 1;
/// DWT_CTRL: four comparators.
const DWT_CTRL_RESET: u32 = 0x4000_0000;

/// The core's registers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct System {
    pub(crate) nvic: Nvic,
    pub(crate) scb: Scb,
    pub(crate) systick: SysTick,
    demcr: u32,
    dwt_control: u32,
    /// The cycle counter's value less the cycles that have passed.
    dwt_offset: u32,
}

/// The moment of an access.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment {
    pub(crate) now: Time,
    /// Cycles of the core so far.
    pub(crate) cycles: u64,
    /// The length of one.
    pub(crate) cycle: Span,
    /// The exception that runs.
    pub(crate) running: u32,
}

impl System {
    /// A word. `None` if there is no such register.
    pub(crate) fn read(&mut self, address: u32, at: Moment) -> Option<u32> {
        Some(match address {
            DWT_CTRL => self.dwt_control | DWT_CTRL_RESET,
            DWT_CYCCNT => self.cycle_count(at),
            ICTR => BANKS - 1,
            ACTLR => self.scb.actlr,
            SYSTICK..=SYSTICK_END => self.systick.read(address - SYSTICK, at.now),
            _ if let Some(first) = bank(address, ISER).or(bank(address, ICER)) => {
                self.nvic.enabled_bits(first)
            }
            _ if let Some(first) = bank(address, ISPR).or(bank(address, ICPR)) => {
                self.nvic.pending_bits(first)
            }
            _ if let Some(first) = bank(address, IABR) => self.nvic.active_bits(first),
            _ if let Some(first) = priorities(address) => {
                u32::from_le_bytes([0, 1, 2, 3].map(|index| self.nvic.priority(first + index)))
            }
            CPUID => CPUID_VALUE,
            ICSR => self.icsr(at.running),
            VTOR => self.scb.vtor,
            AIRCR => AIRCR_READ << 16 | u32::from(self.nvic.group()) << 8,
            SCR => self.scb.scr,
            CCR => self.scb.ccr,
            SHCSR => self.shcsr(),
            CFSR => self.scb.cfsr,
            HFSR => self.scb.hfsr,
            DFSR => self.scb.dfsr,
            MMFAR => self.scb.mmfar,
            BFAR => self.scb.bfar,
            CPACR => self.scb.cpacr,
            // Eight regions, none in use.
            MPU_TYPE => 8 << 8,
            // No debugger is there.
            DHCSR => 0,
            DEMCR => self.demcr,
            FPCCR => self.scb.fpccr,
            FPCAR => self.scb.fpcar,
            FPDSCR => self.scb.fpdscr,
            _ => return None,
        })
    }

    /// Stores a word. `None` if there is no such register, or it is read-only.
    pub(crate) fn write(&mut self, address: u32, value: u32, at: Moment) -> Option<()> {
        match address {
            DWT_CTRL => self.dwt_control = value & CYCCNTENA,
            DWT_CYCCNT => {
                self.dwt_offset = value
                    .wrapping_sub(self.cycle_count(at))
                    .wrapping_add(self.dwt_offset);
            }
            ACTLR => self.scb.actlr = value,
            SYSTICK..=SYSTICK_END => self
                .systick
                .write(address - SYSTICK, value, at.cycle, at.now),
            _ if let Some(first) = bank(address, ISER) => {
                self.each(first, value, |nvic, n| nvic.set_enabled(n, true));
            }
            _ if let Some(first) = bank(address, ICER) => {
                self.each(first, value, |nvic, n| nvic.set_enabled(n, false));
            }
            _ if let Some(first) = bank(address, ISPR) => self.each(first, value, Nvic::pend),
            _ if let Some(first) = bank(address, ICPR) => self.each(first, value, Nvic::unpend),
            _ if let Some(first) = priorities(address) => self.set_priorities(first, value),
            ICSR => self.set_icsr(value),
            VTOR => self.scb.vtor = value & !0x7F,
            AIRCR if value >> 16 == AIRCR_KEY => {
                self.nvic.set_group(((value >> 8) & 0b111) as u8);
                self.scb.reset_requested |= value & SYSRESETREQ != 0;
            }
            SCR => self.scb.scr = value & (SLEEPONEXIT | SLEEPDEEP | SEVONPEND),
            CCR => self.scb.ccr = value & 0x31B,
            SHCSR => self.set_shcsr(value),
            CFSR => self.scb.cfsr &= !value,
            HFSR => self.scb.hfsr &= !value,
            DFSR => self.scb.dfsr &= !value,
            MMFAR => self.scb.mmfar = value,
            BFAR => self.scb.bfar = value,
            CPACR => self.scb.cpacr = value & 0x00F0_0000,
            DEMCR => self.demcr = value,
            STIR => self.nvic.pend(FIRST_INTERRUPT + (value & 0x7F)),
            FPCCR => self.scb.fpccr = value,
            FPCAR => self.scb.fpcar = value & !0b111,
            FPDSCR => self.scb.fpdscr = value & 0x07C0_0000,
            _ => return None,
        }
        Some(())
    }

    /// CYCCNT holds the lower 32 bits of the cycles.
    fn cycle_count(&self, at: Moment) -> u32 {
        let lower = u32::try_from(at.cycles & u64::from(u32::MAX)).unwrap_or(0);
        lower.wrapping_add(self.dwt_offset)
    }

    fn each(&mut self, first: u32, bits: u32, act: impl Fn(&mut Nvic, u32)) {
        let set = (0..32).filter(|index| bits & (1 << index) != 0);
        set.map(|index| first + index)
            .filter(|interrupt| *interrupt < nvic::INTERRUPTS)
            .for_each(|interrupt| act(&mut self.nvic, FIRST_INTERRUPT + interrupt));
    }

    fn set_priorities(&mut self, first: u32, value: u32) {
        for (exception, priority) in (first..).zip(value.to_le_bytes()) {
            self.nvic.set_priority(exception, priority);
        }
    }

    fn icsr(&self, running: u32) -> u32 {
        let next = self.nvic.most_urgent().unwrap_or(0);
        let flag = |exception, bit| {
            if self.nvic.is_pending(exception) {
                bit
            } else {
                0
            }
        };
        running
            | next << 12
            | if next >= FIRST_INTERRUPT { 1 << 22 } else { 0 }
            | flag(nvic::NMI, NMIPENDSET)
            | flag(nvic::PEND_SV, PENDSVSET)
            | flag(nvic::SYS_TICK, PENDSTSET)
    }

    fn set_icsr(&mut self, value: u32) {
        for (bit, exception) in [
            (NMIPENDSET, nvic::NMI),
            (PENDSVSET, nvic::PEND_SV),
            (PENDSTSET, nvic::SYS_TICK),
        ] {
            if value & bit != 0 {
                self.nvic.pend(exception);
            }
        }
        for (bit, exception) in [(PENDSVCLR, nvic::PEND_SV), (PENDSTCLR, nvic::SYS_TICK)] {
            if value & bit != 0 {
                self.nvic.unpend(exception);
            }
        }
    }

    /// Active, pending and enabled bits of the core's handlers. (B3.2.13)
    fn shcsr(&self) -> u32 {
        let active = [(4, 0), (5, 1), (6, 3), (11, 7), (12, 8), (14, 10), (15, 11)];
        let pending = [(6, 12), (4, 13), (5, 14), (11, 15)];
        let enabled = [(4, 16), (5, 17), (6, 18)];
        let sum = |table: &[(u32, u32)], test: &dyn Fn(u32) -> bool| {
            table
                .iter()
                .filter(|(n, _)| test(*n))
                .map(|(_, bit)| 1 << bit)
                .sum::<u32>()
        };
        sum(&active, &|n| self.nvic.is_active(n))
            | sum(&pending, &|n| self.nvic.is_pending(n))
            | sum(&enabled, &|n| self.nvic.is_enabled(n))
    }

    fn set_shcsr(&mut self, value: u32) {
        for (exception, bit) in [
            (nvic::MEM_MANAGE, 16),
            (nvic::BUS_FAULT, 17),
            (nvic::USAGE_FAULT, 18),
        ] {
            self.nvic.set_enabled(exception, value & (1 << bit) != 0);
        }
    }
}

/// The first interrupt of this word, if the address is in the array that starts at `array`.
fn bank(address: u32, array: u32) -> Option<u32> {
    let word = address.checked_sub(array)? / 4;
    (word < BANKS).then_some(word * 32)
}

/// The first exception whose priority is in this word.
fn priorities(address: u32) -> Option<u32> {
    match address {
        IPR.. if address < IPR + BANKS * 32 => Some(FIRST_INTERRUPT + address - IPR),
        SHPR..SHCSR => Some(4 + address - SHPR),
        _ => None,
    }
}
