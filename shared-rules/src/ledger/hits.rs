//! The last hits: shares of the jackpot that were won, whole or in part (9 NYCRR 5320.8).
//!
//! A hit is counted when its amount is known: at the settlement, or with the pool's price. A settlement that is undone
//! takes its hits back.

use heapless::Vec;
use serde::{Deserialize, Serialize};

use super::{JournalTime, WAITING_MAX, Waiting};
use crate::games::Award;
use crate::money::Cents;
use crate::seats::Seat;

/// The hits that are kept.
pub const HITS_KEPT: usize = 25;

/// The most hits of one round: as many older ones are kept on top, because an undone settlement takes its own back.
const A_ROUND: usize = 3;

/// A share of the jackpot that was won.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
#[allow(missing_docs, reason = "named as in a payment")]
pub struct JackpotHit {
    pub round: u32,
    pub seat: Seat,
    pub award: Award,
    pub amount: Cents,
    /// The time of the settlement.
    pub at: JournalTime,
}

impl JackpotHit {
    fn is(&self, award: &Waiting) -> bool {
        (self.round, self.seat, self.award, self.amount)
            == (award.round, award.seat, award.award, award.amount)
    }
}

/// The hits of a table.
#[derive(Clone, Default, Debug, Hash, Serialize, Deserialize)]
pub struct Hits {
    count: u32,
    last: Vec<JackpotHit, { HITS_KEPT + A_ROUND }>,
}

impl Hits {
    /// The number of hits since the table began.
    pub const fn count(&self) -> u32 {
        self.count
    }

    /// The last hits with their numbers, counted from 1, the oldest first.
    pub fn last(&self) -> impl Iterator<Item = (u32, &JackpotHit)> {
        let kept = u32::try_from(self.last.len()).unwrap_or(u32::MAX);
        let first = self.count.saturating_sub(kept).saturating_add(1);
        let spare = self.last.len().saturating_sub(HITS_KEPT);
        (first..).zip(&self.last).skip(spare)
    }

    /// The hits of this round that are kept.
    pub(super) fn of_round(&self, round: u32) -> impl Iterator<Item = &JackpotHit> {
        self.last.iter().filter(move |hit| hit.round == round)
    }

    /// True if a hit of this round is kept.
    pub(super) fn has(&self, round: u32) -> bool {
        self.of_round(round).next().is_some()
    }

    /// The hits of a round are exactly these awards.
    pub(super) fn set(&mut self, round: u32, awards: &[Waiting], at: JournalTime) {
        let of_round = self.of_round(round).take(WAITING_MAX);
        let before: Vec<JackpotHit, WAITING_MAX> = of_round.copied().collect();
        self.last.retain(|hit| hit.round != round);
        let gone = u32::try_from(before.len()).unwrap_or(u32::MAX);
        self.count = self.count.saturating_sub(gone);
        for award in awards.iter().filter(|award| award.round == round) {
            let again = before.iter().find(|hit| hit.is(award));
            self.push(award, again.map_or(at, |hit| hit.at));
        }
    }

    fn push(&mut self, award: &Waiting, at: JournalTime) {
        if self.last.is_full() {
            self.last.remove(0);
        }
        let hit = JackpotHit {
            round: award.round,
            seat: award.seat,
            award: award.award,
            amount: award.amount,
            at,
        };
        // There is room now.
        let _ = self.last.push(hit);
        self.count = self.count.saturating_add(1);
    }
}
