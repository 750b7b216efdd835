//! The queue of unpaid claims: its order, the contributions that stand before each claim, and its prices.
//!
//! Claims are kept in the order of the log. The order of payment and the standing of contributions follow from it and
//! are worked out anew, as a whole, whenever a claim comes or leaves. Across tables the hand that was entered first is
//! paid first (MBS 3.14, TCP5 3.19); major awards of RWS6 in the order of dealing (RWS6 4.5).
//!
//! The first claim is *final* once nothing can come before it. Its price and the contributions before it are then
//! fixed.

use heapless::Vec;
use serde::{Deserialize, Serialize};

use super::claim::{Before, Claim, Lot};
use super::entry::{PoolTerms, RoundNumber, TableNumber};
use super::price::{Price, price};
use super::refusal::PoolRefusal;
use super::round::{Place, Standing};
use crate::games::RuleSet;
use crate::jackpot::Jackpot;
use crate::money::{Cents, MicroCents, MoneyError};

/// The unpaid claims, and the jackpot on both sides of them.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Queue<const CLAIMS: usize> {
    /// In the order of the log.
    claims: Vec<Claim, CLAIMS>,
    /// Their indexes in the order of payment.
    order: Vec<usize, CLAIMS>,
    /// True if the price of the first claim is final.
    is_final: bool,
    /// The contributions behind the last claim of the log.
    tail: Lot,
    /// Those that stand behind the last claim of the queue.
    tail_gains: MicroCents,
    /// The jackpot behind the last claim that was paid.
    paid: Jackpot,
    /// The jackpot behind the first claim, and behind the last.
    behind_first: Jackpot,
    behind_last: Jackpot,
    /// The sums over all claims.
    promised: Cents,
    resets: u32,
}

impl<const CLAIMS: usize> Queue<CLAIMS> {
    pub fn new(jackpot: Jackpot) -> Queue<CLAIMS> {
        Queue {
            claims: Vec::new(),
            order: Vec::new(),
            is_final: false,
            tail: Lot::default(),
            tail_gains: MicroCents::ZERO,
            paid: jackpot,
            behind_first: jackpot,
            behind_last: jackpot,
            promised: Cents::ZERO,
            resets: 0,
        }
    }

    pub fn len(&self) -> usize {
        self.claims.len()
    }

    /// The claims in the order of payment. The first is final if [`Queue::is_final`] says so.
    pub fn in_order(&self) -> impl Iterator<Item = &Claim> {
        self.order
            .iter()
            .filter_map(|index| self.claims.get(*index))
    }

    pub const fn is_final(&self) -> bool {
        self.is_final
    }

    pub fn first(&self) -> Option<&Claim> {
        self.claims.get(*self.order.first()?)
    }

    pub const fn promised(&self) -> Cents {
        self.promised
    }

    /// Whole jackpots that are won in the queue.
    pub const fn resets(&self) -> u32 {
        self.resets
    }

    /// The jackpot with every contribution, as the signs show it.
    pub fn jackpot(&self) -> Result<Jackpot, MoneyError> {
        let mut jackpot = self.behind_last;
        jackpot.grow(self.tail_gains)?;
        Ok(jackpot)
    }

    pub fn find(&self, table: TableNumber, round: RoundNumber) -> Option<usize> {
        let mut claims = self.claims.iter();
        claims.position(|claim| claim.table == table && claim.round == round)
    }

    pub fn claim_mut(&mut self, index: usize) -> Option<&mut Claim> {
        self.claims.get_mut(index)
    }

    /// Adds contributions at the end of the log.
    pub fn contribute(&mut self, amount: MicroCents) -> Result<(), MoneyError> {
        self.tail.free = self.tail.free.plus(amount)?;
        self.tail_gains = self.tail_gains.plus(amount)?;
        Ok(())
    }

    /// The contributions beside those that were locked at this place.
    pub fn lot_mut(&mut self, locked: Place) -> &mut Lot {
        let mut claims = self.claims.iter_mut();
        match claims.find(|claim| claim.settled > locked) {
            Some(claim) => &mut claim.lot,
            None => &mut self.tail,
        }
    }

    /// The claim before which contributions that were locked at this place stand.
    pub fn before(&self, locked: Place) -> Before {
        let mut claims = self.claims.iter();
        claims.find(|claim| claim.settled > locked)?.lot_before
    }

    /// True if they stand before the first claim of the queue.
    pub fn is_before_first(&self, locked: Place) -> bool {
        let first = self.order.first().copied();
        first.is_some() && self.before(locked) == first
    }

    /// Adds a claim whose entry is the last of the log. Its own contributions leave the others of their place.
    pub fn push(&mut self, mut claim: Claim, own: MicroCents) -> Result<(), PoolRefusal> {
        let standing = claim.own_standing;
        self.lot_mut(claim.locked).remove(own, standing)?;
        if standing != Standing::Won {
            claim.own = own;
        }
        claim.lot = core::mem::take(&mut self.tail);
        self.claims.push(claim).map_err(|_| PoolRefusal::Full)
    }

    /// Removes a claim. Its own contributions stay at their place.
    pub fn remove(&mut self, index: usize) -> Result<Option<Claim>, MoneyError> {
        if index >= self.claims.len() {
            return Ok(None);
        }
        if self.is_final && self.order.first() == Some(&index) {
            self.unfix()?;
        }
        // The order is worked out anew by the caller; until then only the final claim's place is needed.
        if let Some(first) = self.order.first_mut()
            && *first > index
        {
            *first = first.saturating_sub(1);
        }
        let claim = self.claims.remove(index);
        let next = self.claims.get_mut(index).map(|next| &mut next.lot);
        next.unwrap_or(&mut self.tail).absorb(claim.lot)?;
        let own_lot = self.lot_mut(claim.locked);
        own_lot.add(claim.own, claim.own_standing)?;
        Ok(Some(claim))
    }

    /// The price of the first claim is not final any more.
    pub fn unfix(&mut self) -> Result<(), MoneyError> {
        self.is_final = false;
        for claim in &mut self.claims {
            let fixed = core::mem::take(&mut claim.lot.fixed);
            claim.lot.free = claim.lot.free.plus(fixed)?;
            if claim.own_standing == Standing::Fixed {
                claim.own_standing = Standing::Free;
            }
        }
        Ok(())
    }

    /// The price of the first claim is final from now on, and the contributions before it are fixed.
    pub fn fix(&mut self) -> Result<(), MoneyError> {
        let first = self.order.first().copied();
        self.is_final = true;
        for claim in &mut self.claims {
            if claim.lot_before == first {
                let free = core::mem::take(&mut claim.lot.free);
                claim.lot.fixed = claim.lot.fixed.plus(free)?;
            }
            if claim.own_before == first && claim.own_standing == Standing::Free {
                claim.own_standing = Standing::Fixed;
            }
        }
        Ok(())
    }

    /// The first claim is paid and leaves, with the contributions before it.
    pub fn pay_first(&mut self) -> Result<Option<Claim>, MoneyError> {
        let Some(first) = self.order.first().copied() else {
            return Ok(None);
        };
        self.paid = self.behind_first;
        for claim in &mut self.claims {
            claim.lot.fixed = MicroCents::ZERO;
            if claim.own_standing == Standing::Fixed {
                claim.own = MicroCents::ZERO;
                claim.own_standing = Standing::Won;
            }
        }
        self.is_final = false;
        self.remove(first)
    }

    /// Works out order, standing and prices anew.
    pub fn work_out(&mut self, terms: &PoolTerms) -> Result<(), MoneyError> {
        self.put_in_order(terms.game.rules());
        self.sum_up_gains()?;
        self.price(terms)
    }

    /// Puts the claims in one after the other, in the order of the log. The final claim keeps its place.
    fn put_in_order(&mut self, rules: &'static RuleSet) {
        let fixed = self.order.first().copied().filter(|_| self.is_final);
        self.order.clear();
        // As many as there are claims, so there is always room.
        if let Some(first) = fixed {
            let _ = self.order.push(first);
        }
        for index in 0..self.claims.len() {
            self.stand_at_the_end(index);
            if Some(index) == fixed {
                continue;
            }
            match self.place_by_dealing(index, rules) {
                Some(place) => self.insert(index, place),
                None => self.append(index),
            }
        }
    }

    /// The contributions of a claim's place in the log are behind all claims that are in the queue so far.
    fn stand_at_the_end(&mut self, index: usize) {
        let own_locked = self.claims.get(index).map(|claim| claim.locked);
        if let Some(claim) = self.claims.get_mut(index) {
            claim.lot_before = None;
        }
        let own_before = own_locked.and_then(|locked| self.before(locked));
        if let Some(claim) = self.claims.get_mut(index) {
            claim.own_before = own_before;
        }
    }

    /// The place before the first major claim that was dealt later, for a major claim that the house has not put to the
    /// end. No claim goes before the final one.
    fn place_by_dealing(&self, index: usize, rules: &'static RuleSet) -> Option<usize> {
        let claim = self.claims.get(index)?;
        if claim.is_ruled || !claim.is_major(rules) {
            return None;
        }
        let others = self.in_order().enumerate();
        let mut others = others.skip(usize::from(self.is_final));
        let later =
            others.find(|(_, other)| other.is_major(rules) && claim.was_dealt_before(other));
        later.map(|(place, _)| place)
    }

    /// Puts a claim at the end: everything behind the last claim stands before it.
    fn append(&mut self, index: usize) {
        self.take_over(None, index);
        let _ = self.order.push(index);
    }

    /// Puts a claim in before another: it takes over the contributions that stood before that one, and those of its own
    /// round that stand behind that place.
    fn insert(&mut self, index: usize, place: usize) {
        let other = self.order.get(place).copied();
        let own_before = self.claims.get(index).and_then(|claim| claim.own_before);
        let ahead = self.order.get(..place).unwrap_or_default();
        let own_is_behind = own_before.is_none_or(|before| !ahead.contains(&before));
        self.take_over(other, index);
        if own_is_behind && let Some(claim) = self.claims.get_mut(index) {
            claim.own_before = Some(index);
        }
        let _ = self.order.insert(place, index);
    }

    /// Contributions that stood before `other` stand before the claim `index` from now on.
    fn take_over(&mut self, other: Before, index: usize) {
        for claim in self.claims.iter_mut().take(index.saturating_add(1)) {
            if claim.lot_before == other {
                claim.lot_before = Some(index);
            }
            if claim.own_before == other {
                claim.own_before = Some(index);
            }
        }
    }

    /// Sums up the free contributions that stand before each claim and behind the last.
    fn sum_up_gains(&mut self) -> Result<(), MoneyError> {
        for claim in &mut self.claims {
            claim.gains = MicroCents::ZERO;
        }
        self.tail_gains = self.tail.free;
        for index in 0..self.claims.len() {
            let Some(claim) = self.claims.get(index) else {
                continue;
            };
            let own_free = claim.own_standing == Standing::Free;
            let own = if own_free {
                claim.own
            } else {
                MicroCents::ZERO
            };
            let (lot, lot_before, own_before) =
                (claim.lot.free, claim.lot_before, claim.own_before);
            self.gain(lot_before, lot)?;
            self.gain(own_before, own)?;
        }
        Ok(())
    }

    fn gain(&mut self, before: Before, amount: MicroCents) -> Result<(), MoneyError> {
        let claim = before.and_then(|index| self.claims.get_mut(index));
        let gains = claim.map_or(&mut self.tail_gains, |claim| &mut claim.gains);
        *gains = gains.plus(amount)?;
        Ok(())
    }

    /// Prices the queue from the meter behind the last claim that is final or paid.
    fn price(&mut self, terms: &PoolTerms) -> Result<(), MoneyError> {
        let mut jackpot = if self.is_final {
            self.behind_first
        } else {
            self.paid
        };
        (self.promised, self.resets) = (Cents::ZERO, 0);
        for (place, index) in self.order.iter().enumerate() {
            let Some(claim) = self.claims.get_mut(*index) else {
                continue;
            };
            if place > 0 || !self.is_final {
                jackpot.grow(claim.gains)?;
                claim.price = price(terms, claim, &mut jackpot)?;
            }
            if place == 0 {
                self.behind_first = jackpot;
            }
            let Price { gives, resets, .. } = claim.price;
            self.promised = self.promised.plus(gives)?;
            self.resets = self.resets.saturating_add(resets);
        }
        self.behind_last = jackpot;
        Ok(())
    }
}
