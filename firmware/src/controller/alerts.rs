//! Limits the rate of entries about events that would otherwise wear the flash out: chips pushed to and fro after the
//! close, refused commands, faults that come and go, clock settings. The first of a kind is an entry at once, further
//! ones are counted.

use shared_rules::ledger::{Fault, RefusedKind};
use shared_rules::round::LockedBets;
use shared_rules::seats::{Seat, SeatMap, SeatSet};

/// An alarm sounds at least 1.5 s (NZ 2004); ours is a little longer, so that a slow relay keeps the rule.
pub(super) const ALARM_MS: u64 = 2_000;

/// Refusals are written down at most this often for each kind.
const REFUSED_INTERVAL_MS: u64 = 60_000;

/// A fault must have been gone for this long before its end is an entry.
const HEALED_AFTER_MS: u64 = 1_000;

/// The same once faults have come and gone [`FREQUENT`] times within [`FREQUENT_WITHIN_MS`]: a loose contact then makes
/// one pair of entries a minute, not hundreds.
const HEALED_AFTER_MANY_MS: u64 = 60_000;
const FREQUENT: u8 = 20;
const FREQUENT_WITHIN_MS: u64 = 600_000;

/// The service door is written down at most this often: first when it opens.
const DOOR_INTERVAL_MS: u64 = 10_000;

/// The supervisor's key is written down by itself at most this often. An entry that needs the key is never without it.
const KEY_INTERVAL_MS: u64 = 10_000;

/// The clock is set at most this often, so that a console that sets it again and again does not wear out the flash.
const CLOCK_INTERVAL_MS: u64 = 10_000;

/// Moves of a seat's chips, and as many of its Ante, that are written down in a round; further moves only change the
/// lamps and sound the alarm.
const MOVES_WRITTEN_MAX: u8 = 4;

/// The observations of a seat after the close.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Moves {
    chips: Move<u8>,
    ante: Move<bool>,
}

/// The observations of one spot after the close.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Move<T> {
    /// What lies there now, if it should not.
    now: Option<T>,
    /// What lay there at the close, if known: power may have failed since.
    at_close: Option<T>,
    written: u8,
}

/// A change of what lies on a spot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Change {
    /// It is one that must not be.
    is_move: bool,
    /// There were few enough of them to write this one down.
    is_written: bool,
}

impl Moves {
    /// True if something lies on a spot of the seat that should not, or is gone.
    pub const fn is_moved(&self) -> bool {
        self.chips.now.is_some() || self.ante.now.is_some()
    }
}

impl<T: Copy + PartialEq> Move<T> {
    /// Notes what lies there and should not; returns the change, if it is one.
    fn note(&mut self, now: Option<T>) -> Option<Change> {
        if self.now == now {
            return None;
        }
        self.now = now;
        let is_written = self.written < MOVES_WRITTEN_MAX;
        self.written = self.written.saturating_add(1);
        Some(Change {
            is_move: now.is_some(),
            is_written,
        })
    }
}

/// The chips of a seat after the close, as the round has them.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChipLock {
    /// The chips of its wager.
    pub locked: u8,
    /// Those of them that win or lose.
    pub at_stake: u8,
}

/// Refusals of one kind.
#[derive(Clone, Copy, Debug, Default)]
struct Counter {
    count: u16,
    written_ms: Option<u64>,
}

/// The state behind the alerts.
#[derive(Clone, Debug, Default)]
pub(super) struct Alerts {
    pub moves: SeatMap<Moves>,
    unauthentic: Counter,
    against_the_rules: Counter,
    /// Faults of the ledger that are not there at present, and the time since when.
    gone: heapless::Vec<(Fault, u64), 16>,
    /// Faults that have healed lately, counted since `healed_since_ms`.
    healed: u8,
    healed_since_ms: u64,
    alarm_until_ms: u64,
    /// The state of the service door that was written down last, and the time.
    door_is_open: bool,
    door_ms: Option<u64>,
    key_ms: Option<u64>,
    clock_ms: Option<u64>,
}

impl Alerts {
    /// True if the clock was set long enough ago to be set again.
    pub fn clock_may_be_set(&self, now_ms: u64) -> bool {
        let waited = |set_ms| now_ms.saturating_sub(set_ms) >= CLOCK_INTERVAL_MS;
        self.clock_ms.is_none_or(waited)
    }

    pub fn clock_was_set(&mut self, now_ms: u64) {
        self.clock_ms = Some(now_ms);
    }

    /// Notes the state of the service door; true if it is to be written down.
    pub fn note_door(&mut self, is_open: bool, now_ms: u64) -> bool {
        let waited = |written_ms| now_ms.saturating_sub(written_ms) >= DOOR_INTERVAL_MS;
        if is_open == self.door_is_open || !self.door_ms.is_none_or(waited) {
            return false;
        }
        self.door_is_open = is_open;
        self.door_ms = Some(now_ms);
        true
    }

    /// True if the supervisor's key may be written down, which is then noted.
    pub fn may_note_key(&mut self, now_ms: u64) -> bool {
        let waited = |written_ms| now_ms.saturating_sub(written_ms) >= KEY_INTERVAL_MS;
        let may = self.key_ms.is_none_or(waited);
        if may {
            self.key_ms = Some(now_ms);
        }
        may
    }

    pub fn forget_moves(&mut self) {
        self.moves = SeatMap::default();
    }

    /// Notes what lies on the spots as bets are closed: the bets, chips that were refused, and the Antes.
    pub fn close(&mut self, bets: &LockedBets, refused: SeatMap<u8>, antes: SeatSet) {
        for (seat, chips) in refused.iter() {
            let seen = self.moves.get_mut(seat);
            seen.chips.at_close = Some(*chips);
            seen.ante.at_close = Some(antes.contains(seat));
        }
        for bet in bets.iter().filter(|bet| bet.units > 0) {
            self.moves.get_mut(bet.seat).chips.at_close = Some(bet.units);
        }
    }

    pub fn sound(&mut self, now_ms: u64) {
        self.alarm_until_ms = now_ms.saturating_add(ALARM_MS);
    }

    /// The end of the alarm, while it sounds.
    pub fn sounds_until(&self, now_ms: u64) -> Option<u64> {
        (now_ms < self.alarm_until_ms).then_some(self.alarm_until_ms)
    }

    /// Notes the chips at a locked seat; true if the change is to be written down.
    pub fn note_chips(&mut self, seat: Seat, chips: u8, lock: ChipLock, now_ms: u64) -> bool {
        let seen = &mut self.moves.get_mut(seat).chips;
        // After a power cut, chips without a lock are assumed to have lain there before.
        let unknown = if lock.locked > 0 { lock.locked } else { chips };
        let at_close = *seen.at_close.get_or_insert(unknown);
        let is_move = chips < lock.at_stake || chips > at_close;
        let change = seen.note(is_move.then_some(chips));
        self.alert(change, now_ms)
    }

    /// Notes whether something lies on the Ante spot of a seat; true if the change is to be written down.
    pub fn note_ante(
        &mut self,
        seat: Seat,
        is_there: bool,
        is_at_stake: bool,
        now_ms: u64,
    ) -> bool {
        let seen = &mut self.moves.get_mut(seat).ante;
        // After a power cut, what is not at stake is assumed to have lain there before.
        let at_close = *seen.at_close.get_or_insert(is_at_stake || is_there);
        let is_taken = at_close && !is_there && is_at_stake;
        let is_late = !at_close && is_there;
        let change = seen.note((is_taken || is_late).then_some(is_there));
        self.alert(change, now_ms)
    }

    /// Sounds the alarm if a change must not be; true if it is to be written down.
    fn alert(&mut self, change: Option<Change>, now_ms: u64) -> bool {
        if change.is_some_and(|change| change.is_move) {
            self.sound(now_ms);
        }
        change.is_some_and(|change| change.is_written)
    }

    /// Counts a refusal, and returns the number of refusals to be written down now.
    pub fn count_refusal(&mut self, kind: RefusedKind, now_ms: u64) -> Option<u16> {
        let counter = self.counter(kind);
        counter.count = counter.count.saturating_add(1);
        counter.due(now_ms)
    }

    /// Refusals that have waited long enough to be written down.
    pub fn due_refusals(&mut self, now_ms: u64) -> Option<(RefusedKind, u16)> {
        let kinds = [RefusedKind::Unauthentic, RefusedKind::AgainstTheRules];
        kinds
            .into_iter()
            .find_map(|kind| Some((kind, self.counter(kind).due(now_ms)?)))
    }

    fn counter(&mut self, kind: RefusedKind) -> &mut Counter {
        match kind {
            RefusedKind::Unauthentic => &mut self.unauthentic,
            RefusedKind::AgainstTheRules => &mut self.against_the_rules,
        }
    }

    /// A standing fault is there.
    pub fn fault_is_there(&mut self, fault: Fault) {
        if let Some(at) = self.gone.iter().position(|(gone, _)| *gone == fault) {
            self.gone.swap_remove(at);
        }
    }

    /// A standing fault is not there; true if it has been gone for long enough.
    pub fn fault_is_gone(&mut self, fault: Fault, now_ms: u64) -> bool {
        let since = self.gone.iter().find(|(gone, _)| *gone == fault);
        let Some((_, since_ms)) = since else {
            // `gone` holds as many faults as the ledger keeps, so there is room.
            let _ = self.gone.push((fault, now_ms));
            return false;
        };
        let gone_for_ms = now_ms.saturating_sub(*since_ms);
        let healed = gone_for_ms >= self.healed_after_ms(now_ms);
        if healed {
            self.fault_is_there(fault);
            self.healed = self.healed.saturating_add(1);
        }
        healed
    }

    fn healed_after_ms(&mut self, now_ms: u64) -> u64 {
        if now_ms.saturating_sub(self.healed_since_ms) > FREQUENT_WITHIN_MS {
            self.healed = 0;
            self.healed_since_ms = now_ms;
        }
        match self.healed {
            FREQUENT.. => HEALED_AFTER_MANY_MS,
            _ => HEALED_AFTER_MS,
        }
    }
}

impl Counter {
    fn due(&mut self, now_ms: u64) -> Option<u16> {
        let waited = |written_ms: u64| now_ms.saturating_sub(written_ms) >= REFUSED_INTERVAL_MS;
        if self.count == 0 || !self.written_ms.is_none_or(waited) {
            return None;
        }
        self.written_ms = Some(now_ms);
        Some(core::mem::take(&mut self.count))
    }
}
