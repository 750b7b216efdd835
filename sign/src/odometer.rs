//! The odometer: the amount that is shown while the sign counts up to the amount received.
//!
//! It only rolls upwards. On the way up the sign shows less than the jackpot, for a moment; rolling down would promise
//! more than there is, so a smaller amount is shown at once.

use super::timing::{FRAME_MS, ROLL_MS};
use shared_rules::money::Cents;

/// The position of the wheels.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Reading {
    /// The amount that has been reached.
    pub cents: Cents,
    /// The turn of the last wheel towards the next cent, in 256ths.
    pub part: u8,
}

impl Reading {
    /// Wheels that stand still at `cents`.
    #[must_use]
    pub const fn exact(cents: Cents) -> Reading {
        Reading { cents, part: 0 }
    }
}

/// The wheels, on their way from one amount to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Odometer {
    from: Cents,
    to: Cents,
    started_ms: u64,
    due_ms: u64,
}

impl Odometer {
    /// Wheels that stand still at `amount`.
    #[must_use]
    pub const fn still(amount: Cents) -> Odometer {
        Odometer {
            from: amount,
            to: amount,
            started_ms: 0,
            due_ms: 0,
        }
    }

    /// Rolls up to `amount`, or shows it at once if it is less than the amount shown.
    pub fn roll_to(&mut self, amount: Cents, now_ms: u64) {
        let shown = self.read(now_ms).cents;
        if amount < shown {
            *self = Odometer::still(amount);
        } else if amount != self.to {
            *self = Odometer {
                from: shown,
                to: amount,
                started_ms: now_ms,
                due_ms: self.due_after(now_ms),
            };
        }
    }

    /// The end of a roll that begins now. A roll that is under way keeps its end, so every amount of a fast sequence is
    /// reached or passed in time.
    fn due_after(&self, now_ms: u64) -> u64 {
        if self.is_rolling(now_ms) {
            self.due_ms
        } else {
            now_ms.saturating_add(ROLL_MS)
        }
    }

    /// The reading at a time. It only changes from frame to frame.
    #[must_use]
    pub fn read(&self, now_ms: u64) -> Reading {
        if !self.is_rolling(now_ms) {
            return Reading::exact(self.to);
        }
        let gone = self.gone(now_ms);
        let [part, ..] = gone.to_le_bytes();
        let cents = u64::try_from(gone >> 8).unwrap_or(u64::MAX);
        match self.from.plus(Cents::new(cents)) {
            Ok(cents) => Reading { cents, part },
            Err(_) => Reading::exact(self.to),
        }
    }

    /// The amount rolled since the roll began, in 256ths of a cent.
    fn gone(&self, now_ms: u64) -> u128 {
        let elapsed_ms = self.frames(now_ms).saturating_mul(FRAME_MS);
        let whole_ms = self.due_ms.saturating_sub(self.started_ms);
        let way = u128::from(self.to.above(self.from).get()) << 8;
        way.saturating_mul(u128::from(elapsed_ms))
            .checked_div(u128::from(whole_ms))
            .unwrap_or(way)
    }

    /// True while the wheels turn.
    #[must_use]
    pub const fn is_rolling(&self, now_ms: u64) -> bool {
        now_ms < self.due_ms
    }

    /// The time at which the wheels move next.
    #[must_use]
    pub fn next_frame_ms(&self, now_ms: u64) -> Option<u64> {
        let next = self
            .frames(now_ms)
            .saturating_add(1)
            .saturating_mul(FRAME_MS);
        self.is_rolling(now_ms)
            .then(|| self.started_ms.saturating_add(next).min(self.due_ms))
    }

    /// Frames since the roll began.
    const fn frames(&self, now_ms: u64) -> u64 {
        now_ms.saturating_sub(self.started_ms) / FRAME_MS
    }
}
