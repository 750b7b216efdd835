//! PRIMASK, FAULTMASK and BASEPRI, as set by the instructions that change them. (ARMv7-M ARM, B1.4.3)
//!
//! The engine does not report their changes, so they are tracked here. The tracking also measures the time for which
//! interrupts were masked.

use crate::time::{Span, Time};

/// The exceptions that are masked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Masks {
    /// Masks all but faults and NMI.
    pub primask: bool,
    /// Masks all but NMI.
    pub faultmask: bool,
    /// Masks this priority and less urgent ones; 0 masks nothing.
    pub basepri: u8,
}

/// Numbers of special registers, as MSR names them. (B5.1.1)
const PRIMASK: u8 = 16;
const BASEPRI: u8 = 17;
const BASEPRI_MAX: u8 = 18;
const FAULTMASK: u8 = 19;

impl Masks {
    /// MSR of this value.
    pub fn move_to(&mut self, special: u8, value: u32) {
        let level = value.to_le_bytes()[0] & 0xF0;
        match special {
            PRIMASK => self.primask = value & 1 != 0,
            FAULTMASK => self.faultmask = value & 1 != 0,
            BASEPRI => self.basepri = level,
            BASEPRI_MAX if level != 0 && (self.basepri == 0 || level < self.basepri) => {
                self.basepri = level;
            }
            _ => {}
        }
    }

    const fn shuts_all_out(self) -> bool {
        self.primask || self.faultmask
    }
}

/// The longest time for which interrupts were masked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stretch {
    /// Its length.
    pub span: Span,
    /// Instructions issued during it.
    pub instructions: u64,
    /// Address of the instruction that masked them.
    pub from: u32,
    /// Address of the instruction that unmasked them.
    pub to: u32,
}

/// Measures the stretches.
#[derive(Clone, Debug, Default)]
pub struct Meter {
    since: Option<(Time, u64, u32)>,
    longest: Stretch,
}

impl Meter {
    /// The masks have changed, by the instruction at `address`.
    pub fn changed(&mut self, masks: Masks, now: Time, issued: u64, address: u32) {
        match (self.since, masks.shuts_all_out()) {
            (None, true) => self.since = Some((now, issued, address)),
            (Some((since, at, from)), false) => {
                self.since = None;
                let span = now.since(since);
                if span > self.longest.span {
                    self.longest = Stretch {
                        span,
                        instructions: issued - at,
                        from,
                        to: address,
                    };
                }
            }
            _ => {}
        }
    }

    /// The longest since the last reset of the meter.
    pub fn longest(&self) -> Stretch {
        self.longest
    }

    /// Restarts the measurement.
    pub fn reset(&mut self) {
        *self = Self {
            since: self.since,
            longest: Stretch::default(),
        };
    }
}
