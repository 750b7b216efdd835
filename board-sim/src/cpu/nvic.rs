//! Exceptions: the enabled, pending and active ones, and the next to be taken. (ARMv7-M ARM, B1.5 and B3.4)
//!
//! Exceptions are bits of one 128-bit word, by their number: 1-15 are the core's, 16 and up the chip's interrupts.

use super::masks::Masks;

/// The chip's interrupts. (RM0351, 13.3)
pub const INTERRUPTS: u32 = 82;
const EXCEPTIONS: usize = 16 + INTERRUPTS as usize;

/// Exception numbers of the core. (B1.5.2)
pub const NMI: u32 = 2;
pub const HARD_FAULT: u32 = 3;
pub const MEM_MANAGE: u32 = 4;
pub const BUS_FAULT: u32 = 5;
pub const USAGE_FAULT: u32 = 6;
pub const SV_CALL: u32 = 11;
pub const PEND_SV: u32 = 14;
pub const SYS_TICK: u32 = 15;
/// The first of the chip's interrupts.
pub const FIRST_INTERRUPT: u32 = 16;

/// Four bits of priority are implemented. (RM0351, 13.1)
const PRIORITY_MASK: u8 = 0xF0;

/// Exceptions that cannot be disabled.
const ALWAYS: u128 =
    (1 << NMI) | (1 << HARD_FAULT) | (1 << SV_CALL) | (1 << PEND_SV) | (1 << SYS_TICK) | (1 << 12);

const fn bit(exception: u32) -> u128 {
    1 << exception
}

/// The state of all exceptions.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Nvic {
    enabled: u128,
    pending: u128,
    active: u128,
    /// The present requests of the chip's peripherals.
    lines: u128,
    priority: [u8; EXCEPTIONS],
    /// Number of bits of the priority that do not preempt: AIRCR.PRIGROUP. (B1.5.4)
    group: u8,
}

impl Default for Nvic {
    fn default() -> Self {
        Self {
            enabled: ALWAYS,
            pending: 0,
            active: 0,
            lines: 0,
            priority: [0; EXCEPTIONS],
            group: 0,
        }
    }
}

impl Nvic {
    pub fn is_enabled(&self, exception: u32) -> bool {
        self.enabled & bit(exception) != 0
    }

    pub fn is_pending(&self, exception: u32) -> bool {
        self.pending & bit(exception) != 0
    }

    pub fn is_active(&self, exception: u32) -> bool {
        self.active & bit(exception) != 0
    }

    pub fn set_enabled(&mut self, exception: u32, to: bool) {
        set(
            &mut self.enabled,
            exception,
            to || ALWAYS & bit(exception) != 0,
        );
    }

    pub fn pend(&mut self, exception: u32) {
        self.pending |= bit(exception);
    }

    /// Clears a pending exception. A level that is still high makes it pending again at once.
    pub fn unpend(&mut self, exception: u32) {
        self.pending &= !bit(exception);
        self.latch();
    }

    /// Sets the present requests of the peripherals. A line is latched when it rises, and while it is high and its
    /// handler is not active. (B3.4.1)
    pub fn set_lines(&mut self, interrupts: u128, nmi: bool) {
        let lines = interrupts << FIRST_INTERRUPT | u128::from(nmi) << NMI;
        self.pending |= lines & !self.lines;
        self.lines = lines;
        self.latch();
    }

    fn latch(&mut self) {
        self.pending |= self.lines & !self.active;
    }

    pub fn activate(&mut self, exception: u32) {
        self.pending &= !bit(exception);
        self.active |= bit(exception);
    }

    pub fn deactivate(&mut self, exception: u32) {
        self.active &= !bit(exception);
        self.latch();
    }

    /// The pending exceptions, enabled or not.
    pub fn pending(&self) -> u128 {
        self.pending
    }

    pub fn pending_bits(&self, interrupt: u32) -> u32 {
        word(self.pending, interrupt)
    }

    pub fn active_bits(&self, interrupt: u32) -> u32 {
        word(self.active, interrupt)
    }

    pub fn enabled_bits(&self, interrupt: u32) -> u32 {
        word(self.enabled, interrupt)
    }

    pub fn priority(&self, exception: u32) -> u8 {
        self.priority.get(exception as usize).copied().unwrap_or(0)
    }

    pub fn set_priority(&mut self, exception: u32, priority: u8) {
        if let Some(slot) = self.priority.get_mut(exception as usize) {
            *slot = priority & PRIORITY_MASK;
        }
    }

    pub fn set_group(&mut self, group: u8) {
        self.group = group & 0b111;
    }

    pub fn group(&self) -> u8 {
        self.group
    }

    /// The priority used to compare exceptions: smaller is more urgent. (B1.5.4)
    fn rank(&self, exception: u32) -> i16 {
        match exception {
            NMI => -2,
            HARD_FAULT => -1,
            _ => i16::from(self.priority(exception)),
        }
    }

    /// Only the upper part of a priority preempts.
    fn preempting(&self, rank: i16) -> i16 {
        if rank < 0 {
            rank
        } else {
            rank & !((2 << self.group) - 1)
        }
    }

    /// The priority of the running code. (B1.5.4, ExecutionPriority)
    pub fn execution_priority(&self, masks: Masks) -> i16 {
        let active = bits(self.active).map(|exception| self.preempting(self.rank(exception)));
        let highest = active.min().unwrap_or(256);
        let base = match masks.basepri {
            0 => 256,
            level => self.preempting(i16::from(level)),
        };
        let mask = match (masks.faultmask, masks.primask) {
            (true, _) => -1,
            (false, true) => 0,
            (false, false) => 256,
        };
        highest.min(base).min(mask)
    }

    /// The most urgent pending and enabled exception: by priority, then by number. (B1.5.4)
    pub fn most_urgent(&self) -> Option<u32> {
        bits(self.pending & self.enabled)
            .min_by_key(|exception| (self.rank(*exception), *exception))
    }

    /// The exception that preempts the running code.
    pub fn deliverable(&self, masks: Masks) -> Option<u32> {
        if self.pending & self.enabled == 0 {
            return None;
        }
        let exception = self.most_urgent()?;
        let rank = self.preempting(self.rank(exception));
        (rank < self.execution_priority(masks)).then_some(exception)
    }

    /// True if a fault of this number is taken as itself, not as a hard fault. (B1.5.8)
    pub fn takes(&self, exception: u32, masks: Masks) -> bool {
        self.is_enabled(exception)
            && self.preempting(self.rank(exception)) < self.execution_priority(masks)
    }
}

fn set(word: &mut u128, exception: u32, to: bool) {
    if to {
        *word |= bit(exception);
    } else {
        *word &= !bit(exception);
    }
}

/// The 32 bits from this interrupt on.
#[expect(
    clippy::cast_possible_truncation,
    reason = "only the lower half is asked for"
)]
fn word(bits: u128, interrupt: u32) -> u32 {
    (bits >> FIRST_INTERRUPT >> interrupt) as u32
}

fn bits(mut word: u128) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let next = (word != 0).then(|| word.trailing_zeros())?;
        word &= word - 1;
        Some(next)
    })
}
