//! The ledger with its entries as the journal's bytes, but without journal and flash.

use oracle::table::{Account, Award, Fault, Money, Reference, Verdict};
use shared_rules::ledger::{Entry, HITS_KEPT, Ledger};
use shared_rules::round::Event;
use shared_rules::wire::message::{Command, Meters};

use super::{EventStage, digest, round_agrees};
use crate::ledger_driver::LedgerDriver;
use crate::simulate::check::{Difference, agree, meters_agree, worths_agree};
use crate::simulate::translate::{self, Word};

/// A ledger, once it has been configured.
#[derive(Debug, Default)]
pub struct LedgerStage {
    /// The ledger and its entries.
    pub keeper: Option<LedgerDriver>,
}

impl EventStage for LedgerStage {
    const HAS_MEMORY: bool = true;

    fn event(&mut self, event: &Event, _verdict: Verdict) -> Result<bool, Difference> {
        let Some(keeper) = &mut self.keeper else {
            return Ok(false);
        };
        let before = digest(&keeper.ledger);
        let got = keeper.take(event);
        if got.is_err() {
            let what = format!("the ledger after {event:?} was refused");
            agree(&what, &before, &digest(&keeper.ledger))?;
        }
        Ok(got.is_ok())
    }

    fn house(&mut self, command: &Command, _is_taken: bool) -> bool {
        let entry = match (command, &self.keeper) {
            (Command::Configure(house), None) => {
                let mut keeper = LedgerDriver::new(house);
                keeper.is_watched = false;
                self.keeper = Some(keeper);
                return true;
            }
            (Command::Configure(house), _) => Entry::Configured(*house),
            (Command::Confirm, _) => Entry::Confirmed,
            (Command::Overrule(round), _) => Entry::Overruled(*round),
            (Command::Clock(seconds), Some(_)) => Entry::Clock(*seconds),
            (Command::Round(_) | Command::Clock(_) | Command::Link(_), _) => return true,
        };
        let keeper = self.keeper.as_mut();
        keeper.is_some_and(|keeper| keeper.write(&entry).is_ok())
    }

    fn power_cut(&mut self) {
        if let Some(keeper) = &mut self.keeper {
            keeper.power_cut();
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
            keeper.write(&entry).expect("faults are never refused");
        }
    }

    fn agrees_with(&self, reference: &Reference) -> Result<(), Difference> {
        let Some(keeper) = &self.keeper else {
            return Ok(());
        };
        ledger_agrees(&keeper.ledger, &reference.account)
    }
}

/// Holds the last hits against those of the oracle, which keeps all.
fn hits_agree(money: &Money, ledger: &Ledger) -> Result<(), Difference> {
    let first = money.won.len().saturating_sub(HITS_KEPT);
    let numbered = (1..).zip(&money.won).skip(first);
    let expected: Vec<_> = numbered
        .map(|(number, award)| (number, award.clone()))
        .collect();
    let got = ledger.hits().last().map(|(number, hit)| {
        let award = Award {
            round: hit.round,
            seat: hit.seat.to_oracle(),
            award: hit.award.name().into(),
            amount: hit.amount.get(),
        };
        (number, award)
    });
    agree("the last hits", &expected, &got.collect())
}

/// Holds everything that a ledger keeps against the oracle's account, and the ledger against its own identity.
///
/// # Errors
/// The first difference.
pub fn ledger_agrees(ledger: &Ledger, account: &Account) -> Result<(), Difference> {
    let (Some(table), Some(money)) = (ledger.table(), &account.money) else {
        let (expected, got) = (account.money.is_some(), ledger.table().is_some());
        return agree("the table is configured", &expected, &got);
    };
    round_agrees(table.round(), account)?;
    meters_agree(money, &Meters::of(table, ledger.hits()))?;
    hits_agree(money, ledger)?;
    let house = translate::house(table.configuration());
    agree("the configuration", &account.house, &Some(house))?;
    let terms = translate::jackpot(table.jackpot().terms());
    agree("the jackpot's parameters", money.terms(), &terms)?;
    let waiting = table.waiting().iter().map(|waiting| Award {
        round: waiting.round,
        seat: waiting.seat.to_oracle(),
        award: waiting.award.name().into(),
        amount: waiting.amount.get(),
    });
    agree("the awards that wait", &money.waiting, &waiting.collect())?;
    let settlement = table.settlement();
    let worth = settlement.as_ref().map(translate::worth);
    worths_agree(money.worth.as_ref(), worth.as_ref())?;
    let sums = money.sums();
    let came_in = sums.seeds + sums.contributions;
    let held = sums.meter + sums.reserve + sums.overflow + sums.awards;
    agree("everything that came in is held or paid", &came_in, &held)?;
    agree("the ledger is balanced", &true, &table.is_balanced())
}
