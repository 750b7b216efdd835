//! Faults of the table's parts: writes their beginning and end down, and passes device faults on to the game (RWS6
//! 5.16, 5.17, MBS 6.1). Scrubs the journal.

use core::borrow::BorrowMut;

use embedded_storage::nor_flash::NorFlash;
use shared_rules::games::DeviceFault;
use shared_rules::ledger::{Entry, Fault};
use shared_rules::round::Event;

use super::{Controller, Halt};
use crate::faults::SeatFault;
use crate::journal::Repairs;
use crate::keys::TableKey;
use crate::sensors::SensorReadings;
use shared_rules::wire::auth::Authenticator;

/// The interval between two comparisons of a journal entry in both logs.
const SCRUB_MS: u64 = 10;

impl<F: NorFlash, A: BorrowMut<Authenticator>> Controller<F, A> {
    pub(super) fn accept_faults(&mut self, readings: &SensorReadings, now_ms: u64) {
        let chain = readings.chain.is_some();
        self.note_fault(Fault::Chain, chain, now_ms);
        let is_open = readings.keys.held.contains(TableKey::ServiceDoor);
        if !chain && self.alerts.note_door(is_open, now_ms) {
            let _ = self.commit(&Entry::Door(is_open));
        }
        if let Some(is_turned) = self.key_news()
            && self.alerts.may_note_key(now_ms)
        {
            let _ = self.commit(&Entry::Supervisor(is_turned));
        }
        let in_use = self.seats_in_use();
        for (seat, reading) in readings.seats.iter() {
            // Chips in the wrong place or on the move are flagged by the seat's lamps; nothing is broken or has to
            // heal.
            let is_broken = reading.fault.is_some_and(SeatFault::is_malfunction);
            self.note_fault(
                Fault::Seat(seat),
                is_broken && in_use.contains(seat),
                now_ms,
            );
        }
    }

    /// Passes a fault of the betting device on to the game (RWS6 5.16, 5.17, THB6 6.1).
    fn device(&mut self, event: &Event, now_ms: u64) {
        if self.ledger.table().is_some() {
            let _ = self.accept(event, now_ms);
        }
    }

    /// Writes down that a fault began, or that it has been gone for long enough.
    pub(super) fn note_fault(&mut self, fault: Fault, is_there: bool, now_ms: u64) {
        let stands = self.ledger.faults().contains(&fault);
        let entry = match (is_there, stands) {
            (true, false) => Entry::Fault(fault),
            (true, true) => return self.alerts.fault_is_there(fault),
            (false, true) if self.alerts.fault_is_gone(fault, now_ms) => Entry::Healed(fault),
            (false, _) => return,
        };
        // The game's event lies between the two entries: wherever power is cut, no effect is left without a fault that
        // is still to heal.
        if matches!(entry, Entry::Healed(_)) && self.is_last_of_device(fault) {
            self.device(&Event::DeviceRepaired, now_ms);
        }
        if self.commit(&entry).is_err() {
            return;
        }
        if matches!(entry, Entry::Fault(_)) && self.is_device_fault(fault) {
            self.device(&Event::DeviceFault, now_ms);
        }
    }

    /// True if a fault that has begun is one of the betting device or the progressive system. If the house plays
    /// without the progressive, it has decided already (RWS6 5.17.2c).
    fn is_device_fault(&self, fault: Fault) -> bool {
        self.is_of_device(fault) && (fault == Fault::Chain || !self.is_without_progressive())
    }

    /// True if the game's rule for a device fault covers this part: the rule of every game covers the chain, which
    /// reads the whole felt; RWS6 5.16 and 5.17 cover each betting device and the whole system.
    fn is_of_device(&self, fault: Fault) -> bool {
        match fault {
            Fault::Chain => true,
            Fault::Seat(_) | Fault::Sign | Fault::Console | Fault::Pool => {
                self.plays_on_after_fault()
            }
            Fault::Journal | Fault::Image => false,
        }
    }

    /// True if the game plays on after a fault once cards have been seen, at the amount registered before it (RWS6
    /// 5.17.1). In the other games the shift manager decides (THB6 6.1).
    pub(super) fn plays_on_after_fault(&self) -> bool {
        let table = self.ledger.table();
        table.is_some_and(|table| {
            let rules = table.configuration().game.rules();
            matches!(
                rules.irregular.device_fault,
                DeviceFault::VoidUnlessSeen { .. }
            )
        })
    }

    /// True if nothing else of the device is broken, and the rounds to come wait for it.
    fn is_last_of_device(&self, healed: Fault) -> bool {
        let mut others = self
            .ledger
            .faults()
            .iter()
            .filter(|fault| **fault != healed);
        let is_restricted =
            (self.ledger.table()).is_some_and(|table| table.round().is_restricted());
        self.is_of_device(healed)
            && (healed == Fault::Chain || is_restricted)
            && !others.any(|other| self.is_of_device(*other))
    }

    /// Compares the next entry in both logs, if it is due. Memory is compared all the time, not at a start alone (NZ
    /// 2004 1.15): the scrub goes round and round through every entry that a restart would need.
    #[inline(never)]
    pub(super) fn scrub_journal(&mut self, now_ms: u64) {
        if now_ms < self.scrub_ms || self.runs().is_err() {
            return;
        }
        self.scrub_ms = now_ms.saturating_add(SCRUB_MS);
        match self.journal.check_next() {
            Ok(Repairs { a: 0, b: 0 }) => {}
            Ok(_) => self.write_down_repair(),
            Err(error) => self.stop(Halt::Journal(error)),
        }
    }
}
