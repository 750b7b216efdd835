//! The lamps: maps the state of each seat to the lamps that are lit at a given time. It computes outputs and drives no
//! hardware.
//!
//! Terms: a seat has a *ring* around its coin spot and five *bet lamps*; a *pattern* is the behaviour of a lamp over
//! time. All seats blink together, since all follow the same clock.

use shared_rules::seats::{Seat, SeatMap};

use crate::chain::{LEVELS, Level, Output, Outputs};
use crate::config::{CHASE_STEP_MS, FAST_BLINK_MS, FLASH_PAIR_MS, SHORT_FLASH_MS, SLOW_BLINK_MS};

/// The state of a seat that its lamps show. The number is the count of bet lamps that take part: the multiple, or the
/// chips counted. At most five are lit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SeatLamps {
    /// Betting closed, no bet.
    #[default]
    Dark,
    /// Betting open, spot empty.
    OpenEmpty,
    /// Bet seen and acceptable.
    Seen(u8),
    /// Bet seen, not acceptable: no Ante, or too many chips.
    NotAcceptable(u8),
    /// Locked by "No more bets": the locked multiple, whatever happens to the chips.
    Locked(u8),
    /// Chips changed after the lock: still the locked multiple.
    ChangedAfterLock(u8),
    /// Seat faulted or blocked.
    Faulted,
    /// Winner, until paid.
    Winner(u8),
}

/// The behaviour of a lamp over time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Pattern {
    Off,
    Steady,
    SlowBlink,
    FastBlink,
    TwoShortBlinks,
    /// One lamp at a time: the ring, then the bet lamps from the bottom.
    Chase,
}

impl SeatLamps {
    /// The table: ring, bet lamps, and the number of bet lamps.
    const fn look(self) -> (Pattern, Pattern, u8) {
        match self {
            Self::Dark => (Pattern::Off, Pattern::Off, 0),
            Self::OpenEmpty => (Pattern::SlowBlink, Pattern::Off, 0),
            Self::Seen(count) => (Pattern::Steady, Pattern::Steady, count),
            Self::NotAcceptable(count) => (Pattern::FastBlink, Pattern::FastBlink, count),
            Self::Locked(count) => (Pattern::Steady, Pattern::Steady, count),
            Self::ChangedAfterLock(count) => (Pattern::FastBlink, Pattern::Steady, count),
            Self::Faulted => (Pattern::TwoShortBlinks, Pattern::Off, 0),
            Self::Winner(count) => (Pattern::Chase, Pattern::Chase, count),
        }
    }

    /// `lit` with this seat's lamps as they are now.
    fn light(self, seat: Seat, now_ms: u64, lit: Outputs) -> Outputs {
        let (ring, bets, count) = self.look();
        let turns = u64::from(count.min(LEVELS)).saturating_add(1);
        let is_on = |pattern: Pattern, turn| pattern.is_on(now_ms, turn, turns);
        let taking_part = Level::ALL.into_iter().filter(|level| level.index() < count);
        let lit = lit.with(Output::SpotRing(seat), is_on(ring, 0));
        taking_part.zip(1..).fold(lit, |lit, (level, turn)| {
            lit.with(Output::BetLamp(seat, level), is_on(bets, turn))
        })
    }
}

impl Pattern {
    /// True if a lamp is lit now. In a chase, `turn` is the lamp's place among `turns`.
    const fn is_on(self, now_ms: u64, turn: u64, turns: u64) -> bool {
        match self {
            Self::Off => false,
            Self::Steady => true,
            Self::SlowBlink => now_ms % SLOW_BLINK_MS < SLOW_BLINK_MS / 2,
            Self::FastBlink => now_ms % FAST_BLINK_MS < FAST_BLINK_MS / 2,
            Self::TwoShortBlinks => matches!(now_ms % FLASH_PAIR_MS / SHORT_FLASH_MS, 0 | 2),
            Self::Chase => {
                matches!((now_ms / CHASE_STEP_MS).checked_rem(turns), Some(now) if now == turn)
            }
        }
    }
}

/// The state of all lamps and of the alarm.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lamps {
    /// The state that each seat shows.
    pub seats: SeatMap<SeatLamps>,
    /// The table's "bets open" lamp.
    pub bets_open: bool,
    /// The fault lamp.
    pub fault: bool,
    /// The end of the alarm, while the sounder is on.
    pub alarm_until_ms: Option<u64>,
}

impl Lamps {
    /// Every lamp on, for a person who looks for dead ones.
    #[must_use]
    pub fn test() -> Self {
        Self {
            seats: SeatMap::from_fn(|_| SeatLamps::Locked(5)),
            bets_open: true,
            fault: true,
            alarm_until_ms: None,
        }
    }

    /// True if no lamp shows anything about a bet: only then may the lamps be tested.
    #[must_use]
    pub fn are_at_rest(&self) -> bool {
        let at_rest = |lamps| matches!(lamps, SeatLamps::Dark | SeatLamps::Faulted);
        !self.bets_open && self.seats.iter().all(|(_, lamps)| at_rest(*lamps))
    }

    /// The outputs that are on now. The scan loop adds the outputs that test the chain.
    #[must_use]
    pub fn outputs(&self, now_ms: u64) -> Outputs {
        let sounds = self
            .alarm_until_ms
            .is_some_and(|until_ms| now_ms < until_ms);
        let table = Outputs::OFF
            .with(Output::BetsOpenLamp, self.bets_open)
            .with(Output::FaultLamp, self.fault)
            .with(Output::AlarmSounder, sounds);
        self.seats
            .iter()
            .fold(table, |lit, (seat, lamps)| lamps.light(seat, now_ms, lit))
    }
}
