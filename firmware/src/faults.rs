//! The faults under the felt, and the rule by which a fault is over.
//!
//! A fault stands from the first sample that shows evidence of it until [`FAULT_CLEAR_SAMPLES`] samples in a row have
//! shown none: pulling a plug takes a moment, and a loose contact comes back. One defect may look like several faults,
//! for example light in a well like a hole in the stack: a fault that stands has the name of the worst evidence seen
//! since it began.

use core::fmt;

use crate::config::FAULT_CLEAR_SAMPLES;

/// The reason for not counting a seat's chips, worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SeatFault {
    /// The chain is not sound: nothing that came through it counts.
    Chain,
    /// Every line of the seat is at its pull-up, even in the dark: the cable is pulled. Light on
    /// all five gates looks the same as long as an Ante is there.
    Unplugged,
    /// A gate sees a beam though the emitters are off: stray light, or a short.
    StrayLight,
    /// Gates of one emitter bank are dark at several seats: its driver is dead.
    Emitters,
    /// A gate is blocked above one that is clear. Chips do not float: a gate is dirty or dead.
    Hole,
    /// The gates do not come to rest.
    Unsteady,
    /// The spot was not seen empty when betting opened, and has not been seen empty since.
    NotEmptyAtOpening,
}

/// The reason for not believing anything that comes through the chain, worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ChainFault {
    /// The loop-back did not come back as sent: the chain is broken.
    LoopBack,
    /// The processor's side could not make the exchange.
    NoExchange,
    /// Just started: too few samples to believe it.
    Unproven,
}

/// A fault as a number that is not zero, or zero for none.
pub(crate) trait FaultCode: Copy + Sized + 'static {
    /// Every fault, in the order of the numbers, which begin with one.
    const ALL: &'static [Self];

    /// Its number.
    fn code(self) -> u8;

    /// The fault with this number.
    fn of_code(code: u8) -> Option<Self> {
        let index = usize::from(code).checked_sub(1)?;
        Self::ALL.get(index).copied()
    }
}

impl FaultCode for SeatFault {
    const ALL: &'static [Self] = &[
        Self::Chain,
        Self::Unplugged,
        Self::StrayLight,
        Self::Emitters,
        Self::Hole,
        Self::Unsteady,
        Self::NotEmptyAtOpening,
    ];

    fn code(self) -> u8 {
        (self as u8).saturating_add(1)
    }
}

impl FaultCode for ChainFault {
    const ALL: &'static [Self] = &[Self::LoopBack, Self::NoExchange, Self::Unproven];

    fn code(self) -> u8 {
        (self as u8).saturating_add(1)
    }
}

impl SeatFault {
    /// True if something is broken, and not only chips in the wrong place or on the move.
    #[must_use]
    pub const fn is_malfunction(self) -> bool {
        matches!(
            self,
            Self::Unplugged | Self::StrayLight | Self::Emitters | Self::Hole
        )
    }
}

impl fmt::Display for SeatFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Chain => "shift chain not sound",
            Self::Unplugged => "seat unplugged",
            Self::StrayLight => "stray light or a short",
            Self::Emitters => "emitter bank dead",
            Self::Hole => "hole in the stack",
            Self::Unsteady => "gates do not come to rest",
            Self::NotEmptyAtOpening => "not empty when betting opened",
        })
    }
}

impl fmt::Display for ChainFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::LoopBack => "shift chain broken",
            Self::NoExchange => "shift chain not exchanged",
            Self::Unproven => "shift chain not proven yet",
        })
    }
}

/// A fault that stands until its evidence has been missing for long enough.
#[derive(Clone, Copy, Debug)]
pub struct Standing<Fault> {
    fault: Option<Fault>,
    good_samples: u16,
}

impl<Fault: Copy + Ord> Standing<Fault> {
    /// Starts with this fault, or without one.
    #[must_use]
    pub const fn new(fault: Option<Fault>) -> Self {
        Self {
            fault,
            good_samples: 0,
        }
    }

    /// Starts with this fault, which is gone after fewer samples than others.
    #[must_use]
    pub const fn for_samples(fault: Fault, samples: u16) -> Self {
        Self {
            fault: Some(fault),
            good_samples: FAULT_CLEAR_SAMPLES.saturating_sub(samples),
        }
    }

    /// Accepts the evidence of the next sample.
    pub fn accept(&mut self, evidence: Option<Fault>) {
        if evidence.is_some() {
            *self = Self::new(self.fault.into_iter().chain(evidence).min());
        } else {
            self.good_samples = self.good_samples.saturating_add(1);
            self.fault = self.fault.filter(|_| !self.is_over());
        }
    }

    /// The fault that stands.
    #[must_use]
    pub const fn fault(&self) -> Option<Fault> {
        self.fault
    }

    const fn is_over(&self) -> bool {
        self.good_samples >= FAULT_CLEAR_SAMPLES
    }
}
