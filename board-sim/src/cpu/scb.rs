//! The system control block: its state, and its fault registers. (ARMv7-M ARM, B3.2)

/// The reason for which the core cannot go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CpuFault {
    /// A load from an address where nothing is.
    BusRead {
        /// Where.
        address: u32,
    },
    /// A store to an address where nothing is. The store is buffered, so the core learns of it late.
    BusWrite,
    /// An instruction fetch from an address without code.
    BusFetch,
    /// There is no memory for the frame of an exception.
    BusStacking,
    /// The frame of an exception cannot be read back.
    BusUnstacking,
    /// An instruction that does not exist.
    Undefined,
    /// A branch to an address without the Thumb bit.
    State,
    /// A return with an invalid EXC_RETURN value, or from an exception that is not active.
    Return,
    /// A breakpoint without a debugger.
    Breakpoint,
}

/// Bits of CFSR. (B3.2.15)
mod cfsr {
    pub(super) const IBUSERR: u32 = 1 << 8;
    pub(super) const PRECISERR: u32 = 1 << 9;
    pub(super) const IMPRECISERR: u32 = 1 << 10;
    pub(super) const UNSTKERR: u32 = 1 << 11;
    pub(super) const STKERR: u32 = 1 << 12;
    pub(super) const BFARVALID: u32 = 1 << 15;
    pub(super) const UNDEFINSTR: u32 = 1 << 16;
    pub(super) const INVSTATE: u32 = 1 << 17;
    pub(super) const INVPC: u32 = 1 << 18;
}

/// Bits of HFSR. (B3.2.16)
pub(crate) const HFSR_FORCED: u32 = 1 << 30;
pub(crate) const HFSR_DEBUGEVT: u32 = 1 << 31;

/// SCR. (B3.2.7)
pub(crate) const SLEEPONEXIT: u32 = 1 << 1;
pub(crate) const SLEEPDEEP: u32 = 1 << 2;
pub(crate) const SEVONPEND: u32 = 1 << 4;

/// CCR: frames are aligned to 8 bytes. (B3.2.8)
const STKALIGN: u32 = 1 << 9;
/// FPCCR: floating-point registers are saved, and only when needed. (B3.2.21)
const FPCCR_RESET: u32 = 0b11 << 30;

/// The state of the block.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Scb {
    pub(crate) vtor: u32,
    pub(crate) scr: u32,
    pub(crate) ccr: u32,
    pub(crate) cfsr: u32,
    pub(crate) hfsr: u32,
    pub(crate) dfsr: u32,
    pub(crate) mmfar: u32,
    pub(crate) bfar: u32,
    pub(crate) cpacr: u32,
    pub(crate) actlr: u32,
    pub(crate) fpccr: u32,
    pub(crate) fpcar: u32,
    pub(crate) fpdscr: u32,
    pub(crate) reset_requested: bool,
}

impl Default for Scb {
    fn default() -> Self {
        Self {
            vtor: 0,
            scr: 0,
            ccr: STKALIGN,
            cfsr: 0,
            hfsr: 0,
            dfsr: 0,
            mmfar: 0,
            bfar: 0,
            cpacr: 0,
            actlr: 0,
            fpccr: FPCCR_RESET,
            fpcar: 0,
            fpdscr: 0,
            reset_requested: false,
        }
    }
}

impl Scb {
    /// Records a fault in the fault registers.
    pub(crate) fn note(&mut self, fault: CpuFault) {
        match fault {
            CpuFault::BusRead { address } => {
                self.cfsr |= cfsr::PRECISERR | cfsr::BFARVALID;
                self.bfar = address;
            }
            CpuFault::BusWrite => self.cfsr |= cfsr::IMPRECISERR,
            CpuFault::BusFetch => self.cfsr |= cfsr::IBUSERR,
            CpuFault::BusStacking => self.cfsr |= cfsr::STKERR,
            CpuFault::BusUnstacking => self.cfsr |= cfsr::UNSTKERR,
            CpuFault::Undefined => self.cfsr |= cfsr::UNDEFINSTR,
            CpuFault::State => self.cfsr |= cfsr::INVSTATE,
            CpuFault::Return => self.cfsr |= cfsr::INVPC,
            CpuFault::Breakpoint => {
                self.hfsr |= HFSR_DEBUGEVT;
                self.dfsr |= 1 << 1;
            }
        }
    }
}

impl CpuFault {
    /// The exception of this fault, before any escalation.
    pub(crate) const fn exception(self) -> u32 {
        match self {
            Self::Undefined | Self::State | Self::Return => super::nvic::USAGE_FAULT,
            Self::Breakpoint => super::nvic::HARD_FAULT,
            _ => super::nvic::BUS_FAULT,
        }
    }
}
