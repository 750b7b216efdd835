//! A linked table's awards: its pool prices them, so that they wait without an amount before they wait for the
//! supervisor.

use heapless::Vec;
use serde::{Deserialize, Serialize};

use super::table::{Settled, Table, WAITING_MAX, Waiting};
use super::{
    CheckpointTooLong, Contradiction, Input, LedgerRefusal, LinkEntry, Output, read, write,
};
use crate::games::{Award, AwardPays};
use crate::jackpot::Jackpot;
use crate::money::{Cents, MicroCents};
use crate::pool::{Hands, PricedAward, Rows, TableEntry};
use crate::round::{LockedBets, Phase, Transition};
use crate::seats::{Seat, SeatMap};
use crate::settle::Pricing;

/// An award of the shared jackpot whose amount the pool has not said.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
#[allow(missing_docs, reason = "named as in a payment")]
pub struct Unpriced {
    pub round: u32,
    pub seat: Seat,
    pub award: Award,
}

/// A round that claims a share of the shared jackpot, until the pool has been told that it is confirmed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
struct LinkClaim {
    round: u32,
    /// The pool's price is final. An amount that was registered is known before that.
    is_final: bool,
    is_confirmed: bool,
}

/// The state of a linked table beyond that of one with its own jackpot.
#[derive(Clone, Debug, Default, Hash)]
pub(super) struct TableLink {
    /// The amount at which the round in play is paid, because the pool could not be reached.
    registered: Option<Cents>,
    /// The meter that was shown when the bets of the last linked round were locked.
    pub seen: Option<Cents>,
    /// The price of the round in play.
    price: Option<Vec<PricedAward, 7>>,
    claims: Vec<LinkClaim, WAITING_MAX>,
    pub unpriced: Vec<Unpriced, WAITING_MAX>,
}

impl TableLink {
    /// Writes the state into a checkpoint, part by part like that of the table.
    #[inline]
    pub fn write(&self, output: &mut Output) -> Result<(), CheckpointTooLong> {
        write(&(self.registered, self.seen, &self.price), output)?;
        write(&(&self.claims, &self.unpriced), output)
    }

    /// Restores a new state; rarely, as few tables are linked.
    #[cold]
    #[inline]
    pub fn read(&mut self, input: &mut Input) -> Result<(), Contradiction> {
        (self.registered, self.seen, self.price) = read(input)?;
        (self.claims, self.unpriced) = read(input)?;
        Ok(())
    }

    /// The round claims nothing any more, or anew.
    pub fn forget(&mut self, round: u32) {
        self.price = None;
        self.claims.retain(|claim| claim.round != round);
        self.unpriced.retain(|award| award.round != round);
    }

    /// Another round begins. The meter that was seen stays: it is part of the message about the lock, which the pool may
    /// not have if the new round does without it.
    pub fn begin(&mut self) {
        self.registered = None;
        self.price = None;
    }

    fn claim_mut(&mut self, round: u32) -> Option<&mut LinkClaim> {
        self.claims.iter_mut().find(|claim| claim.round == round)
    }

    /// Notes that the supervisor has confirmed an award of this round.
    pub fn confirm(&mut self, round: u32) {
        if let Some(claim) = self.claim_mut(round) {
            claim.is_confirmed = true;
        }
    }
}

impl Table {
    /// The awards whose amount the pool has not said.
    pub fn unpriced(&self) -> &[Unpriced] {
        self.link.as_ref().map_or(&[], |link| &link.unpriced)
    }

    /// The shared meter that was shown when the bets of the last linked round were locked.
    pub fn seen(&self) -> Option<Cents> {
        self.link.as_ref()?.seen
    }

    /// Locks the bets of a linked round.
    pub(super) fn lock_linked(
        &mut self,
        bets: &LockedBets,
        seen: Option<Cents>,
    ) -> Result<Transition, LedgerRefusal> {
        let transition = self.lock(bets)?;
        if let Some(link) = &mut self.link {
            link.seen = seen;
        }
        Ok(transition)
    }

    /// Refuses an entry about the link that does not fit the table; nothing changes.
    pub(super) fn accepts_link(&self, entry: &LinkEntry) -> Result<(), LedgerRefusal> {
        // A registered award may be confirmed before its price is final: its claim still has to be.
        let claims = self
            .link
            .as_ref()
            .is_some_and(|link| !link.claims.is_empty());
        let nothing_waits = self.waiting().is_empty() && self.unpriced().is_empty() && !claims;
        match entry {
            LinkEntry::Joined(_) | LinkEntry::Left => {
                if !self.is_between_rounds() || !nothing_waits || self.postponed().is_some() {
                    return Err(LedgerRefusal::Linked);
                }
            }
            LinkEntry::Asked(_) if !self.is_between_rounds() => {
                return Err(LedgerRefusal::NotAnEntry);
            }
            LinkEntry::Registered(_) => self.can_be_registered()?,
            LinkEntry::Priced(round, awards) => self.can_be_priced(*round, awards)?,
            LinkEntry::Asked(_) | LinkEntry::Locked { .. } => {}
        }
        Ok(())
    }

    fn can_be_registered(&self) -> Result<(), LedgerRefusal> {
        let link = self.link.as_ref().ok_or(LedgerRefusal::NotLinked)?;
        match (self.round().phase(), link.registered) {
            (Phase::Playing, None) => Ok(()),
            _ => Err(LedgerRefusal::NotAnEntry),
        }
    }

    fn can_be_priced(&self, round: u32, awards: &[PricedAward]) -> Result<(), LedgerRefusal> {
        let link = self.link.as_ref().ok_or(LedgerRefusal::NotLinked)?;
        let mut claims = link.claims.iter();
        // The house may strike a claim as long as it is not paid.
        let is_due =
            claims.any(|claim| claim.round == round && (awards.is_empty() || !claim.is_final));
        let shares = awards.iter().filter(|award| self.is_share(award.award));
        let room = WAITING_MAX.saturating_sub(self.waiting().len());
        match is_due && (!self.is_unpriced(round) || shares.count() <= room) {
            true => Ok(()),
            false => Err(LedgerRefusal::NotAnEntry),
        }
    }

    /// True if awards of this round wait for their price. They do not if the amount was registered.
    fn is_unpriced(&self, round: u32) -> bool {
        self.unpriced().iter().any(|award| award.round == round)
    }

    fn is_share(&self, award: Award) -> bool {
        let pays = self.row(award).map(|row| row.pays);
        matches!(pays, Some(AwardPays::Jackpot(_)))
    }

    /// The table's own meter, with the overflow, and its reserve go to the pool, and its own books begin anew. The
    /// round before stands.
    pub(super) fn move_out(&mut self) -> Result<(MicroCents, MicroCents), LedgerRefusal> {
        let jackpot = self.jackpot();
        let meter = jackpot.meter().plus(jackpot.overflow())?;
        let reserve = jackpot.reserve();
        self.begin_books(Cents::ZERO)?;
        self.link = Some(TableLink::default());
        Ok((meter, reserve))
    }

    /// The table has its own jackpot again, which starts at its reset value.
    pub(super) fn leave(&mut self) -> Result<Transition, LedgerRefusal> {
        self.begin_books(self.configuration().jackpot.reset)?;
        self.link = None;
        Ok(Transition::Noted)
    }

    pub(super) fn register_shared(&mut self, amount: Cents) -> Result<Transition, LedgerRefusal> {
        self.can_be_registered()?;
        if let Some(link) = &mut self.link {
            link.registered = Some(amount);
        }
        Ok(Transition::Noted)
    }

    /// The pool's final price: the shares wait for the supervisor at their value. A claim without a share left needs no
    /// confirmation, and the pool is told so at once.
    pub(super) fn price(
        &mut self,
        round: u32,
        awards: &Vec<PricedAward, 7>,
    ) -> Result<Transition, LedgerRefusal> {
        self.can_be_priced(round, awards)?;
        if self.is_unpriced(round) {
            self.wait_at(round, awards)?;
        }
        let waits = self.waiting().iter().any(|award| award.round == round);
        if awards.is_empty() {
            // The house has struck the claim: nothing is paid for it.
            self.waiting.retain(|award| award.round != round);
        }
        if let Some(link) = &mut self.link {
            if awards.is_empty() {
                link.claims.retain(|claim| claim.round != round);
            } else if let Some(claim) = link.claim_mut(round) {
                claim.is_final = true;
                claim.is_confirmed |= !waits;
            }
        }
        Ok(Transition::Noted)
    }

    /// The awards of a round have these amounts.
    fn wait_at(&mut self, round: u32, awards: &Vec<PricedAward, 7>) -> Result<(), LedgerRefusal> {
        for priced in awards {
            if !self.is_share(priced.award) {
                continue;
            }
            let waiting = Waiting {
                round,
                seat: priced.seat,
                award: priced.award,
                amount: priced.amount,
            };
            self.waiting
                .push(waiting)
                .map_err(|_| LedgerRefusal::Full)?;
        }
        let is_this_round = self.round().number() == round;
        if let Some(link) = &mut self.link {
            link.unpriced.retain(|award| award.round != round);
            if is_this_round {
                link.price = Some(awards.clone());
            }
        }
        Ok(())
    }

    /// Claims the shares of the shared jackpot that the round has made.
    #[inline(never)]
    pub(super) fn claim_awards(&mut self) -> Result<(), LedgerRefusal> {
        let number = self.round().number();
        let rules = self.configuration().game.rules();
        let made = self.round().rows_made()?;
        let winners = made.iter().filter(|(_, rows)| !rows.is_empty());
        self.settled = Some(Settled {
            at: *self.jackpot(),
            winners: winners.map(|(seat, _)| seat).collect(),
        });
        let has_share = made.iter().any(|(_, rows)| rows.have_share(rules));
        let Some(link) = self.link.as_mut().filter(|_| has_share) else {
            return Ok(());
        };
        let claim = LinkClaim {
            round: number,
            is_final: false,
            is_confirmed: false,
        };
        link.claims.push(claim).map_err(|_| LedgerRefusal::Full)?;
        match link.registered {
            Some(registered) => {
                let awards = self.awards_at(&made, registered)?;
                self.wait_at(number, &awards)
            }
            None => self.wait_for_price(number, &made),
        }
    }

    fn wait_for_price(&mut self, round: u32, made: &SeatMap<Rows>) -> Result<(), LedgerRefusal> {
        let rules = self.configuration().game.rules();
        let Some(link) = &mut self.link else {
            return Ok(());
        };
        for (seat, rows) in made.iter() {
            let mut shares = rows
                .of(rules)
                .filter(|row| matches!(row.pays, AwardPays::Jackpot(_)));
            // The largest share is the first row of every pay table.
            if let Some(row) = shares.next() {
                let award = row.award;
                link.unpriced
                    .push(Unpriced { round, seat, award })
                    .map_err(|_| LedgerRefusal::Full)?;
            }
        }
        Ok(())
    }

    /// The awards at the amount that was registered (RWS6 5.17.1).
    fn awards_at(
        &self,
        made: &SeatMap<Rows>,
        registered: Cents,
    ) -> Result<Vec<PricedAward, 7>, LedgerRefusal> {
        let configuration = self.configuration();
        let hands = Hands {
            rules: configuration.game.rules(),
            unit: configuration.unit,
            units: &self.units(),
            made,
        };
        Ok(hands.awards_at(configuration.jackpot, registered)?)
    }

    fn units(&self) -> SeatMap<u8> {
        let mut units = SeatMap::default();
        for (seat, counted) in self.round().contributing_units() {
            *units.get_mut(seat) = counted;
        }
        units
    }

    /// The amounts of the round's progressive awards.
    pub(super) fn pricing(&self) -> Pricing {
        let Some(link) = &self.link else {
            return Pricing::Own;
        };
        let number = self.round().number();
        match &link.price {
            Some(awards) => Pricing::Priced(awards.clone()),
            None if self.is_unpriced(number) => Pricing::Unpriced,
            None => Pricing::Own,
        }
    }

    /// The message about a round that is settled.
    pub(super) fn settled_message(&self) -> Result<TableEntry, LedgerRefusal> {
        let contributing = self.units();
        let mut returned = self.round().returned_progressives();
        for (seat, units) in contributing.iter() {
            if *units == 0 {
                returned.remove(seat);
            }
        }
        Ok(TableEntry::Settled {
            round: self.round().number(),
            made: self.round().rows_made()?,
            returned,
            registered: self.link.as_ref().and_then(|link| link.registered),
        })
    }

    /// A claim that is final and confirmed: the pool is to be told, once.
    pub(super) fn pop_confirmed_claim(&mut self) -> Option<u32> {
        let claims = &mut self.link.as_mut()?.claims;
        let at = claims
            .iter()
            .position(|claim| claim.is_final && claim.is_confirmed)?;
        Some(claims.remove(at).round)
    }

    /// New books with this amount on the meter. The round before stands.
    fn begin_books(&mut self, meter: Cents) -> Result<(), LedgerRefusal> {
        let configuration = *self.configuration();
        self.configure(&configuration);
        self.jackpot = Jackpot::new(configuration.jackpot, meter)?;
        self.totals = super::Totals {
            seeds: self.jackpot.meter(),
            hits: self.totals.hits,
            ..super::Totals::default()
        };
        Ok(())
    }
}
