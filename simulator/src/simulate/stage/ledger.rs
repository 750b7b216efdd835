//! The ledger with its entries as the journal's bytes, but without journal and flash.

use oracle::table::{Fault, Reference, Verdict};
use shared_rules::ledger::Entry;
use shared_rules::round::Event;
use shared_rules::wire::message::Command;

use super::EventStage;
use crate::bookkeeper::{Bookkeeper, agrees};
use crate::simulate::check::{Difference, agree};
use crate::simulate::translate;

/// A ledger, once it has been configured.
#[derive(Debug, Default)]
pub struct LedgerStage {
    /// The ledger and its entries.
    pub keeper: Option<Bookkeeper>,
}

impl EventStage for LedgerStage {
    const HAS_MEMORY: bool = true;

    fn event(&mut self, event: &Event, _verdict: Verdict) -> Result<bool, Difference> {
        let Some(keeper) = &mut self.keeper else {
            return Ok(false);
        };
        let before = keeper.digest();
        let got = keeper.attempt(event);
        if got.is_err() {
            let what = format!("the ledger after {event:?} was refused");
            agree(&what, &before, &keeper.digest())?;
        }
        Ok(got.is_ok())
    }

    fn house(&mut self, command: &Command, _is_taken: bool) -> bool {
        let entry = match (command, &self.keeper) {
            (Command::Configure(house), None) => {
                self.keeper = Some(Bookkeeper::new(house));
                return true;
            }
            (Command::Configure(house), _) => Entry::Configured(*house),
            (Command::Confirm, _) => Entry::Confirmed,
            (Command::Clock(seconds), Some(_)) => Entry::Clock(*seconds),
            (Command::Round(_) | Command::Clock(_), _) => return true,
        };
        let keeper = self.keeper.as_mut();
        keeper.is_some_and(|keeper| keeper.put(&entry).is_ok())
    }

    fn power_cut(&mut self) {
        if let Some(keeper) = &mut self.keeper {
            keeper.restart();
        }
    }

    fn faults(&mut self, faults: &[Fault]) {
        let Some(keeper) = &mut self.keeper else {
            return;
        };
        let faults: Vec<_> = faults
            .iter()
            .map(|fault| translate::fault(*fault))
            .collect();
        let before = keeper.ledger.faults().to_vec();
        let begun = faults.iter().filter(|fault| !before.contains(fault));
        let healed = before.iter().filter(|fault| !faults.contains(fault));
        let entries = begun
            .map(|fault| Entry::Fault(*fault))
            .chain(healed.map(|fault| Entry::Healed(*fault)));
        for entry in entries.collect::<Vec<_>>() {
            keeper.put(&entry).expect("faults are never refused");
        }
    }

    fn agrees_with(&self, reference: &Reference) -> Result<(), Difference> {
        let Some(keeper) = &self.keeper else {
            return Ok(());
        };
        agrees(&keeper.ledger, &reference.account)
    }
}
