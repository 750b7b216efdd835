//! Turns readings of the felt into events: chips, Antes and keys. It also does the work that is due by time alone.

use core::borrow::BorrowMut;

use embedded_storage::nor_flash::NorFlash;
use shared_rules::closed::SeatRecord;
use shared_rules::games::VoidCause;
use shared_rules::ledger::{Entry, Fault, RefusedKind, Table};
use shared_rules::money::Cents;
use shared_rules::round::{Event, Phase};
use shared_rules::seats::Seat;
use shared_rules::wagers::Wager;
use shared_rules::wire::auth::Authenticator;
use shared_rules::wire::sign::SignVersion;
use shared_rules::wire::why::Why;

use super::Controller;
use super::alerts::ChipLock;
use crate::chips::SeatReading;
use crate::faults::{ChainFault, SeatFault};
use crate::keys::TableKey;
use crate::noise::NoiseCounts;
use crate::sensors::SensorReadings;

/// After a start the chain needs some milliseconds before it is believed, and the links before they are answered. A
/// part that needs longer than this is broken.
const START_MS: u64 = 1_000;

impl<F: NorFlash, A: BorrowMut<Authenticator>> Controller<F, A> {
    /// Accepts the present readings of the felt. Most of the time nothing has changed, and nothing is done.
    pub fn sense(&mut self, readings: &SensorReadings, now_ms: u64) {
        self.clock.passes(now_ms);
        let unproven = readings.chain == Some(ChainFault::Unproven);
        if self.is_starting(now_ms) && unproven || self.supply_is_low() {
            return;
        }
        let before = self.readings.replace(*readings);
        let look_again = core::mem::take(&mut self.look_again);
        let is_new = before.as_ref() != Some(readings);
        // A press is in one reading, and counts once: the same readings may be looked at again.
        if is_new {
            self.accept_keys(readings, now_ms);
        }
        if look_again || is_new {
            self.sensed = self.sensed.wrapping_add(1);
            self.accept_seats(readings, now_ms);
        }
        self.accept_faults(readings, now_ms);
    }

    /// Notes the version that the sign has reported.
    pub(crate) const fn note_sign(&mut self, version: Option<SignVersion>) {
        self.sign_version = version;
    }

    /// Notes the disturbed samples of the felt.
    pub(crate) const fn note_noise(&mut self, noise: NoiseCounts) {
        self.noise = noise;
    }

    /// Does the work that is due by time alone: supervises the links, writes counted refusals down, links
    /// a settlement, scrubs the journal.
    pub fn keep_watch(&mut self, sign_up: bool, console_up: bool, now_ms: u64) {
        self.clock.passes(now_ms);
        self.supervise_links(sign_up, console_up, now_ms);
        self.write_due_refusals(now_ms);
        self.link_settlement();
        self.scrub_journal(now_ms);
    }

    /// Notes which links are up. No round is opened while one is down; it is a fault once the other end has had time to
    /// answer, so that a start makes no entries about links that come up normally.
    fn supervise_links(&mut self, sign_up: bool, console_up: bool, now_ms: u64) {
        let is_starting = self.is_starting(now_ms);
        // Chips that were put down while a link was down are looked at again once it is up.
        self.look_again |= self.silent.take().is_some();
        for (link, is_up) in [(Fault::Sign, sign_up), (Fault::Console, console_up)] {
            if !is_up {
                self.silent = Some(link);
            }
            if is_up || !is_starting {
                self.note_fault(link, !is_up, now_ms);
            }
        }
        self.supervise_pool(is_starting, now_ms);
    }

    /// Writes down refusals that have been counted for long enough.
    fn write_due_refusals(&mut self, now_ms: u64) {
        if let Some((kind, count)) = self.alerts.due_refusals(now_ms) {
            // A failed write halts the table, which then says so.
            let _ = self.commit(&Entry::Refused(kind, count));
        }
    }

    fn is_starting(&mut self, now_ms: u64) -> bool {
        let started_ms = *self.started_ms.get_or_insert(now_ms);
        now_ms.saturating_sub(started_ms) < START_MS
    }

    /// Notes whether the program matches its checksum. While it does not, no round is opened.
    pub fn image_is_sound(&mut self, is_sound: bool) {
        let stands = self.ledger.faults().contains(&Fault::Image);
        let entry = match (is_sound, stands) {
            (false, false) => Entry::Fault(Fault::Image),
            (true, true) => Entry::Healed(Fault::Image),
            _ => return,
        };
        let _ = self.commit(&entry);
    }

    /// True while the supervisor's key is turned. Through a broken chain no key is read.
    pub(super) fn is_supervised(&self) -> bool {
        self.readings
            .is_some_and(|readings| readings.keys.held.contains(TableKey::Supervisor))
    }

    /// The state of the supervisor's key, if it is not the one that was written down last.
    pub(super) fn key_news(&self) -> Option<bool> {
        let readings = self.readings.filter(|readings| readings.chain.is_none())?;
        let is_turned = readings.keys.held.contains(TableKey::Supervisor);
        (is_turned != self.ledger.is_supervised()).then_some(is_turned)
    }

    fn accept_keys(&mut self, readings: &SensorReadings, now_ms: u64) {
        let keys = readings.keys;
        let supervisor = self.is_supervised();
        let number = self
            .ledger
            .table()
            .map_or(0, |table| table.round().number());
        let events = [
            (TableKey::PlaceYourBets, Event::PlaceYourBets, true),
            (TableKey::NoMoreBets, Event::NoMoreBets, true),
            // A key cannot give a cause: it is the decision of the holder of the supervisor's key.
            (
                TableKey::Void,
                Event::Void(number, VoidCause::ShiftManager),
                supervisor,
            ),
        ];
        for (key, event, allowed) in events {
            if !keys.pressed.contains(key) {
                continue;
            }
            let taken = match allowed {
                true => self.accept(&event, now_ms),
                false => Err(Why::KeyNotTurned),
            };
            if taken.is_err() {
                self.count_refusal(RefusedKind::AgainstTheRules, now_ms);
            }
        }
    }

    /// Until the sensors know that betting has opened, their readings do not flag the chips from before.
    fn accept_seats(&mut self, readings: &SensorReadings, now_ms: u64) {
        if self.opened {
            return;
        }
        for seat in self.seats_in_use().iter() {
            self.accept_seat(seat, *readings.seats.get(seat), now_ms);
        }
    }

    fn accept_seat(&mut self, seat: Seat, reading: SeatReading, now_ms: u64) {
        match self.ledger.phase() {
            Phase::BetsOpen => self.accept_bets(seat, reading, now_ms),
            Phase::Playing => {
                self.watch_chips(seat, reading, now_ms);
                self.watch_ante(seat, reading, now_ms);
            }
            _ => {}
        }
    }

    /// While bets are open the round follows the felt.
    fn accept_bets(&mut self, seat: Seat, reading: SeatReading, now_ms: u64) {
        let Some(table) = self.ledger.table() else {
            return;
        };
        let record = table.round().seats().get(seat).as_ref();
        let units = record.map_or(0, |record| record.units);
        let has_ante = record.is_some_and(|record| !record.stakes.ante.is_zero());
        let has_base = record.is_some_and(SeatRecord::has_hand);
        // The felt sees that an Ante is there, but neither its amount nor whether it is Pair Plus: until the console
        // reports, it counts as the smallest Ante.
        let smallest = table.configuration().limits.ante.min.max(Cents::new(1));
        let ante = match reading.ante {
            _ if ante_is_in_doubt(reading) => None,
            true => (!has_base).then_some(smallest),
            false => has_ante.then_some(Cents::ZERO),
        };
        if let Some(amount) = ante {
            // A refusal shows in the lamps: a bet that is not in the round is not lit.
            let _ = self.accept(&Event::Stake(seat, Wager::Ante, amount), now_ms);
        }
        // Without its links the table accepts no bets (9 NYCRR 5321.18(c)): a bet that lay there stays, and a change
        // does not count before the links are up again.
        let counted = match self.silent {
            Some(_) if units != reading.chips => 0,
            _ => reading.chips,
        };
        if units != counted {
            let _ = self.accept(&Event::Chips(seat, counted), now_ms);
        }
    }

    /// After the close no chip is added, and none is taken that is at stake (THB6 5.5, 5.6, RWS6 5.11): such a change is
    /// an alert, and the lock stands. Chips that never counted or that go back are their player's, at any time.
    ///
    /// A seat whose sensors are faulted is not watched. Once they are sound again, what lies there is compared with what
    /// was locked.
    fn watch_chips(&mut self, seat: Seat, reading: SeatReading, now_ms: u64) {
        let Some(round) = self.ledger.table().map(Table::round) else {
            return;
        };
        if reading.fault.is_some() {
            return;
        }
        let record = round.seats().get(seat).as_ref();
        let lock = ChipLock {
            locked: record.map_or(0, |record| record.units),
            at_stake: round.units_at_stake(seat),
        };
        if self.alerts.note_chips(seat, reading.chips, lock, now_ms) {
            let _ = self.commit(&Entry::Moved(seat, reading.chips));
        }
    }

    /// The same for the Ante, of every seat with a hand: it needs no progressive wager. It is watched as long as its line
    /// can be read, also beside a coin spot that is faulted.
    fn watch_ante(&mut self, seat: Seat, reading: SeatReading, now_ms: u64) {
        if ante_is_in_doubt(reading) {
            return;
        }
        let is_there = reading.ante;
        let is_at_stake = self.antes_at_stake().contains(seat);
        if self.alerts.note_ante(seat, is_there, is_at_stake, now_ms) {
            let _ = self.commit(&Entry::AnteMoved(seat, is_there));
        }
    }

    pub(super) fn count_refusal(&mut self, kind: RefusedKind, now_ms: u64) {
        if let Some(count) = self.alerts.count_refusal(kind, now_ms) {
            let _ = self.commit(&Entry::Refused(kind, count));
        }
    }
}

/// True if the line of a seat's Ante cannot be read: the Ante known before then stands.
pub(super) const fn ante_is_in_doubt(reading: SeatReading) -> bool {
    matches!(reading.fault, Some(SeatFault::Unplugged | SeatFault::Chain))
}
