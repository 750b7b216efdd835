//! A seat's account: wagers are entered one by one, and summed on the way.

use heapless::Vec;

use super::{Outcome, SeatResult, WagerResult};
use crate::money::{Cents, MoneyError};
use crate::wagers::Wager;

/// The money that a seat receives, and the stakes that it does not get back.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Sums {
    received: Cents,
    kept: Cents,
}

impl Sums {
    /// Adds a payment to the seat.
    fn receive(&mut self, amount: Cents) -> Result<(), MoneyError> {
        self.received = self.received.plus(amount)?;
        Ok(())
    }

    /// Adds a stake that stays with the house.
    fn keep(&mut self, stake: Cents) -> Result<(), MoneyError> {
        self.kept = self.kept.plus(stake)?;
        Ok(())
    }

    /// All receipts less all stakes: a stake that goes back cancels out.
    fn net(&self) -> Result<i64, MoneyError> {
        let net = self.received.signed()?.checked_sub(self.kept.signed()?);
        net.ok_or(MoneyError::Overflow)
    }
}

impl SeatResult {
    /// A seat without settled wagers.
    pub(super) const fn new() -> SeatResult {
        SeatResult {
            hand: None,
            wagers: Vec::new(),
            envy: Cents::ZERO,
            net: 0,
            sums: Sums {
                received: Cents::ZERO,
                kept: Cents::ZERO,
            },
        }
    }

    /// Enters a wager. An award is received when it is paid, and the stake of its wager stays with the house.
    pub(super) fn enter(&mut self, line: WagerResult) -> Result<(), MoneyError> {
        match (line.outcome, line.wager) {
            (Outcome::Lose, _) | (Outcome::Win, Wager::Progressive) => {
                self.sums.keep(line.stake)?;
            }
            (Outcome::Win, _) => self.sums.receive(line.pays)?,
            (Outcome::Push | Outcome::Returned, _) => {}
        }
        // The list has room for every wager of every game.
        self.wagers.push(line).map_err(|_| MoneyError::Overflow)
    }

    /// The net result of the wagers that were entered.
    pub(super) fn sum_up(&mut self) -> Result<(), MoneyError> {
        self.net = self.sums.net()?;
        Ok(())
    }

    /// Adds a payment that comes after the wagers.
    pub(super) fn receive(&mut self, amount: Cents) -> Result<(), MoneyError> {
        self.sums.receive(amount)?;
        self.sum_up()
    }
}
