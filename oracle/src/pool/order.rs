//! The order of the queue, worked out from the places in the log, and the contributions that stand before each claim.

use super::ledger::{Fate, FinalClaim, PoolLedger, RoundId, RoundRecord};
use super::price::price;

/// A claim of the queue, and the contributions between it and the claim before it, by their index.
#[derive(Clone, PartialEq, Debug)]
pub struct Turn {
    pub id: RoundId,
    pub before: Vec<usize>,
}

/// The queue behind the last final or paid claim, and the contributions behind its last claim.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Order {
    pub turns: Vec<Turn>,
    pub behind: Vec<usize>,
}

impl PoolLedger {
    /// Goes through the places of the log: a lock puts its contributions behind all claims, a settlement puts its claim
    /// in. Contributions that have gone back, or stand before a final or paid claim, are left out, and so is every
    /// round that is no unpaid claim any more.
    pub fn order(&self) -> Order {
        let mut order = Order::default();
        for place in 0..self.log.len() {
            for (index, contribution) in self.contributions.iter().enumerate() {
                if contribution.place == place && self.is_in_play(index) {
                    order.behind.push(index);
                }
            }
            let settled_here = |round: &&RoundRecord| round.settled == Some(place);
            let claim = self.rounds.iter().find(settled_here);
            let waits = |round: &&RoundRecord| round.is_claim() && !self.is_final(round.id);
            if let Some(claim) = claim.filter(waits) {
                self.put_in(&mut order, claim);
            }
        }
        order
    }

    fn is_in_play(&self, index: usize) -> bool {
        let final_claim = self.final_claim.as_ref();
        let is_promised = final_claim.is_some_and(|claim| claim.before.contains(&index));
        let is_gone = self.contributions[index].fate == Fate::WentBack;
        !is_gone && !is_promised && !self.won.contains(&index)
    }

    /// The claim goes to the end, or before the first claim that it precedes. It then takes the contributions that stood
    /// before that one, and its own that stand behind that place.
    fn put_in(&self, order: &mut Order, claim: &RoundRecord) {
        let mut turns = order.turns.iter();
        let Some(at) = turns.position(|turn| self.precedes(claim, turn.id)) else {
            let before = std::mem::take(&mut order.behind);
            order.turns.push(Turn {
                id: claim.id,
                before,
            });
            return;
        };
        let mut before = std::mem::take(&mut order.turns[at].before);
        let later = order.turns[at..].iter_mut().map(|turn| &mut turn.before);
        for standing in later.chain([&mut order.behind]) {
            before.extend(standing.extract_if(.., |index| self.is_of(*index, claim.id)));
        }
        let turn = Turn {
            id: claim.id,
            before,
        };
        order.turns.insert(at, turn);
    }

    fn is_of(&self, index: usize, id: RoundId) -> bool {
        let stake = self.contributions[index].stake;
        stake.is_some_and(|(round, _)| round == id)
    }

    /// RWS6 4.5: both have a major row, the claim's own open is in the log before the other's settlement, and the other
    /// was dealt later. A round for which the house does not wait precedes none.
    pub fn precedes(&self, claim: &RoundRecord, other: RoundId) -> bool {
        let other = self.round(other).expect("a round of the queue");
        let overlaps = other.settled.is_some_and(|settled| claim.open < settled);
        let both_major = self.has_major(claim) && self.has_major(other);
        let is_later = (other.dealt, other.id.0) > (claim.dealt, claim.id.0);
        !claim.is_ruled && both_major && overlaps && is_later
    }

    fn has_major(&self, round: &RoundRecord) -> bool {
        round.rows().any(|row| self.rules.is_major(row))
    }

    /// Makes the first claim of the queue final, unless it must wait for another round.
    pub fn decide_finality(&mut self) {
        if self.final_claim.is_some() {
            return;
        }
        let order = self.order();
        let Some(turn) = order.turns.first() else {
            return;
        };
        let claim = self.round(turn.id).expect("a round of the queue");
        if self.rounds.iter().any(|round| self.must_wait(claim, round)) {
            return;
        }
        let meters = self.behind_paid.plus(self.sum(&turn.before), &self.rules);
        self.final_claim = Some(FinalClaim {
            id: turn.id,
            before: turn.before.clone(),
            price: price(claim, meters, &self.rules),
        });
    }

    /// A claim with a major row waits for a round that was opened before its settlement and was dealt earlier, or may
    /// have been.
    fn must_wait(&self, claim: &RoundRecord, other: &RoundRecord) -> bool {
        let has_unit_left = other.is_locked() && !other.units.is_empty();
        let goes_on = other.is_open() || has_unit_left;
        let overlaps = claim.settled.is_some_and(|settled| other.open < settled);
        let may_be_earlier = match other.dealt {
            None => true,
            Some(_) => (other.dealt, other.id.0) < (claim.dealt, claim.id.0),
        };
        self.has_major(claim) && goes_on && !other.is_ruled && overlaps && may_be_earlier
    }

    /// The meter's shares of these contributions.
    pub fn sum(&self, indices: &[usize]) -> u128 {
        let amounts = indices.iter().map(|index| self.contributions[*index].meter);
        amounts.sum()
    }
}
