//! The best play in words: when to bet before the turn and the river is told by what the hand holds, with
//! how often it is right.

use std::collections::BTreeMap;

use shared_rules::cards::Rank;
use shared_rules::evaluate::{Category, Hand};

use super::plan::{Beside, HoldemPlan, has_pair};
use super::rare;
use crate::pairs::{CARDS_OF, KIND_OF};
use crate::parallel::Workers;
use crate::suits::{Classes, Suits, hand};

/// The hand that a player sees before a bet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Situation {
    /// No hole card is in a pair, a straight or a flush; the higher hole card.
    Nothing(Rank),
    /// One is; the best hand.
    Holds(Category),
}

/// In how many situations the best play bets, of how many.
pub type Advice = BTreeMap<Situation, (u64, u64)>;

/// The same by number: ranks first, then categories.
type Counts = [(u64, u64); 13 + 10];

impl Situation {
    fn all() -> impl Iterator<Item = Situation> {
        let nothing = Rank::ALL.into_iter().map(Situation::Nothing);
        nothing.chain(Category::ALL.into_iter().map(Situation::Holds))
    }

    const fn number(self) -> usize {
        match self {
            Situation::Nothing(high) => high as usize,
            Situation::Holds(category) => 13 + category as usize,
        }
    }
}

/// When the best play bets beside every class of so many community cards.
pub(super) fn advise<'a>(
    classes: &Classes,
    workers: &Workers,
    bets: impl Fn(Suits) -> Beside<'a> + Sync,
) -> Advice {
    let nothing = || -> Counts { [(0, 0); 23] };
    let parts = workers.each(classes.all(), nothing, |counts, _, class| {
        add(counts, *class, bets(*class));
    });
    let sum = |situation: Situation| {
        let counts = parts.iter().map(|part| part[situation.number()]);
        let sum = counts.fold((0, 0), |sum, part| (sum.0 + part.0, sum.1 + part.1));
        (situation, sum)
    };
    let advice = Situation::all().map(sum);
    advice.filter(|(_, (_, of))| *of > 0).collect()
}

fn add(counts: &mut Counts, class: Suits, beside: Beside) {
    let multiplicity = class.multiplicity();
    let made = made(class);
    for (pair, hole) in CARDS_OF.iter().enumerate() {
        if hole.iter().any(|card| class.contains(*card)) {
            continue;
        }
        let situation = match has_pair(*hole, class) {
            true => Situation::Holds(made(pair)),
            false => Situation::Nothing(KIND_OF[pair].ranks().0),
        };
        let (bets, of) = &mut counts[situation.number()];
        *bets += multiplicity * u64::from(beside.bets(HoldemPlan::Optimal, pair));
        *of += multiplicity;
    }
}

/// The category that a pair makes with the three or four community cards.
fn made(community: Suits) -> Box<dyn Fn(usize) -> Category> {
    if community.len() == 3 {
        let flop: Hand<3> = hand(community.cards());
        return Box::new(move |pair| rare::beside::<3, 5>(flop, pair).rank().category());
    }
    let turn: Hand<4> = hand(community.cards());
    Box::new(move |pair| rare::beside::<4, 6>(turn, pair).rank().category())
}
