//! The players of a showdown: what each has placed, and what becomes of the hand.

use super::{cards, dollars};
use shared_rules::cards::Card;
use shared_rules::closed::{Decision, Player, SeatRecord};
use shared_rules::wagers::Wager;

/// What one player has on the table.
#[derive(Clone, Debug)]
pub struct Seated {
    pub(super) cards: Vec<Card>,
    pub(super) record: SeatRecord,
    pub(super) player: Option<u8>,
}

/// A hand that plays to the end: Ante, Flop, Turn and River with two cards, Ante and Play with three.
pub fn plays(hand: &str) -> Seated {
    let seated = sits(hand).stake(Wager::Ante, 10);
    if seated.cards.len() == 3 {
        return seated.stake(Wager::Play, 10);
    }
    seated
        .stake(Wager::Flop, 20)
        .stake(Wager::Turn, 10)
        .stake(Wager::River, 10)
}

/// A hand that folds after the Ante.
pub fn folds(hand: &str) -> Seated {
    sits(hand).stake(Wager::Ante, 10).decides(Decision::Fold)
}

/// A hand whose player has placed an Ante and is not there for the first decision.
pub fn leaves(hand: &str) -> Seated {
    sits(hand).stake(Wager::Ante, 10).decides(Decision::Absent)
}

/// A hand with no wager yet.
pub fn sits(hand: &str) -> Seated {
    Seated {
        cards: cards(hand),
        record: SeatRecord::new(Player(0)),
        player: None,
    }
}

impl Seated {
    /// Places so many dollars on an area, in place of what is there.
    pub fn stake(mut self, wager: Wager, stake: u32) -> Seated {
        let area = self.record.stakes.get_mut(wager).expect("an area");
        *area = dollars(stake);
        self
    }

    /// Takes an area's wager away: a check, for Turn and River.
    pub fn without(self, wager: Wager) -> Seated {
        self.stake(wager, 0)
    }

    /// A progressive wager of one unit.
    pub fn progressive(self) -> Seated {
        self.units(1)
    }

    /// A progressive wager of so many units.
    pub fn units(mut self, units: u8) -> Seated {
        self.record.units = units;
        self
    }

    /// What the player decides.
    pub fn decides(mut self, decision: Decision) -> Seated {
        self.record.decision = decision;
        self
    }

    /// The hand is not exposed.
    pub fn unexposed(mut self) -> Seated {
        self.record.exposed = false;
        self
    }

    /// The player who holds the seat, where it is not the seat's own.
    pub fn of_player(mut self, player: u8) -> Seated {
        self.player = Some(player);
        self
    }

    /// The player had a wager under the minimum in an earlier round.
    pub fn under_minimum_before(mut self) -> Seated {
        self.record.under_minimum_before = true;
        self
    }
}
