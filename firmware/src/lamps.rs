//! The lamps: maps the state of each seat to the lamps that are lit at a given time. It computes outputs and drives no
//! hardware.
//!
//! Terms: a seat has a *ring* around its coin spot and five *bet lamps*; a *pattern* is the behaviour of a lamp over
//! time. All seats blink together, since all follow the same clock.

use shared_rules::seats::SeatMap;

use crate::chain::{LEVELS, Level, Output, Outputs};
use crate::config::{
    CHASE_STEP_MS, FAST_BLINK_MS, FLASH_PAIR_MS, LAMP_CYCLE_MS, LAMP_STEP_MS, SHORT_FLASH_MS,
    SLOW_BLINK_MS,
};

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
        LampMasks::of(self).outputs(now_ms, phase_ms(now_ms))
    }
}

/// The lamps by their behaviour, so that a moment's outputs are a few words put together.
#[derive(Clone, Copy, Debug, Default)]
struct LampMasks {
    steady: Outputs,
    slow: Outputs,
    fast: Outputs,
    flashing: Outputs,
    /// For each number of turns a chase may have, the lamps of each turn.
    chases: [[Outputs; TURNS_MAX]; TURNS_MAX],
    has_chase: bool,
    alarm_until_ms: Option<u64>,
}

/// The ring and the bet lamps.
const TURNS_MAX: usize = 1 + LEVELS as usize;

impl LampMasks {
    fn of(lamps: &Lamps) -> Self {
        let steady = Outputs::OFF
            .with(Output::BetsOpenLamp, lamps.bets_open)
            .with(Output::FaultLamp, lamps.fault);
        let mut masks = Self {
            steady,
            alarm_until_ms: lamps.alarm_until_ms,
            ..Self::default()
        };
        for (seat, lamps) in lamps.seats.iter() {
            let (ring, bets, count) = lamps.look();
            let count = count.min(LEVELS);
            masks.add(ring, Output::SpotRing(seat), 0, count);
            let taking_part = Level::ALL.into_iter().filter(|level| level.index() < count);
            for (level, turn) in taking_part.zip(1..) {
                masks.add(bets, Output::BetLamp(seat, level), turn, count);
            }
        }
        masks
    }

    /// Adds a lamp. In a chase, `turn` is the lamp's place, and `last` that of the last lamp.
    fn add(&mut self, pattern: Pattern, lamp: Output, turn: u8, last: u8) {
        let mask = match pattern {
            Pattern::Off => return,
            Pattern::Steady => &mut self.steady,
            Pattern::SlowBlink => &mut self.slow,
            Pattern::FastBlink => &mut self.fast,
            Pattern::TwoShortBlinks => &mut self.flashing,
            Pattern::Chase => {
                self.has_chase = true;
                let turns = self.chases.get_mut(usize::from(last));
                let Some(mask) = turns.and_then(|turns| turns.get_mut(usize::from(turn))) else {
                    return;
                };
                mask
            }
        };
        *mask = mask.with(lamp, true);
    }

    fn outputs(&self, now_ms: u64, phase_ms: u32) -> Outputs {
        let sounds = self
            .alarm_until_ms
            .is_some_and(|until_ms| now_ms < until_ms);
        let blinks = [
            (self.slow, phase_ms % SLOW_BLINK_MS < SLOW_BLINK_MS / 2),
            (self.fast, phase_ms % FAST_BLINK_MS < FAST_BLINK_MS / 2),
            (
                self.flashing,
                matches!(phase_ms % FLASH_PAIR_MS / SHORT_FLASH_MS, 0 | 2),
            ),
        ];
        let lit = blinks
            .into_iter()
            .filter(|(_, is_on)| *is_on)
            .fold(self.steady, |lit, (lamps, _)| lit.and(lamps));
        let lit = lit.with(Output::AlarmSounder, sounds);
        if self.has_chase {
            lit.and(self.chase(phase_ms / CHASE_STEP_MS))
        } else {
            lit
        }
    }

    fn chase(&self, step: u32) -> Outputs {
        let chases = self.chases.iter().zip(1_u32..);
        let lit = chases.filter_map(|(turns, count)| {
            let turn = usize::try_from(step.checked_rem(count)?).ok()?;
            turns.get(turn)
        });
        lit.fold(Outputs::OFF, |lit, lamps| lit.and(*lamps))
    }

    /// The next time at which the outputs may differ.
    fn next_change_ms(&self, now_ms: u64, phase_ms: u32) -> u64 {
        let until_ms = LAMP_STEP_MS.saturating_sub(phase_ms % LAMP_STEP_MS);
        let step_ms = now_ms.saturating_add(until_ms.into());
        let alarm_ms = self.alarm_until_ms.filter(|until_ms| now_ms < *until_ms);
        alarm_ms.map_or(step_ms, |until_ms| until_ms.min(step_ms))
    }
}

/// The time within the cycle of all patterns. Short, since the board divides 32 bits in one instruction.
fn phase_ms(now_ms: u64) -> u32 {
    const CYCLE_MS: u64 = LAMP_CYCLE_MS as u64;
    u32::try_from(now_ms % CYCLE_MS).unwrap_or(0)
}

/// The phase at some time. It goes along with the time: a division of 64 bits is as long as all the rest of a scan.
#[derive(Clone, Copy, Debug, Default)]
struct Phase {
    now_ms: u64,
    phase_ms: u32,
}

impl Phase {
    /// The phase at a later time.
    fn at(&mut self, now_ms: u64) -> u32 {
        let passed_ms = u32::try_from(now_ms.wrapping_sub(self.now_ms));
        self.phase_ms = match passed_ms {
            Ok(passed_ms) if passed_ms < LAMP_CYCLE_MS => {
                self.phase_ms.saturating_add(passed_ms) % LAMP_CYCLE_MS
            }
            _ => phase_ms(now_ms),
        };
        self.now_ms = now_ms;
        self.phase_ms
    }
}

/// Lamps with their outputs, which are computed when they are due and not in every scan.
#[derive(Clone, Debug, Default)]
pub(crate) struct LitLamps {
    lamps: Lamps,
    masks: LampMasks,
    lit: Outputs,
    /// The outputs stay as they are until then.
    until_ms: u64,
    phase: Phase,
}

impl LitLamps {
    /// These lamps are lit.
    pub(crate) fn new(lamps: Lamps) -> Self {
        Self {
            masks: LampMasks::of(&lamps),
            lamps,
            ..Self::default()
        }
    }

    /// Lights these lamps instead.
    pub(crate) fn show(&mut self, lamps: Lamps) {
        if lamps != self.lamps {
            *self = Self {
                phase: self.phase,
                ..Self::new(lamps)
            };
        }
    }

    /// True if no lamp shows anything about a bet.
    pub(crate) fn are_at_rest(&self) -> bool {
        self.lamps.are_at_rest()
    }

    /// The outputs that are on now.
    pub(crate) fn outputs(&mut self, now_ms: u64) -> Outputs {
        if now_ms >= self.until_ms {
            let phase_ms = self.phase.at(now_ms);
            self.lit = self.masks.outputs(now_ms, phase_ms);
            self.until_ms = self.masks.next_change_ms(now_ms, phase_ms);
        }
        self.lit
    }
}
