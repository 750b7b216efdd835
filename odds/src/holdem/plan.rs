//! Plans: when to fold, and when to bet before the turn and the river. The best plan comes out of the
//! streets; the others are rules of thumb, to see what they cost.

use shared_rules::cards::Rank;

use super::streets::{Streets, turn_margins};
use crate::evaluate::straight_top;
use crate::pairs::{CARDS_OF, Hole, PAIRS, PairIndex, renamed};
use crate::parallel::Workers;
use crate::rows::{Rows, row};
use crate::suits::{CardIndex, Classes, RANKS, Suits};

/// A way to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HoldemPlan {
    /// Every decision is the one with the higher expectation.
    Optimal,
    /// Never folds; bets on the turn and the river where that is right.
    NeverFold,
    /// Folds a deuce with an unsuited card up to a seven; bets with a pair or better that is not all on the board.
    Pair,
    /// Never folds and makes every bet: blind betting (THB6 1.1.2).
    Blind,
    /// Never folds and makes no bet but the Flop.
    Check,
}

impl HoldemPlan {
    /// Every plan.
    pub const ALL: [HoldemPlan; 5] = [
        HoldemPlan::Optimal,
        HoldemPlan::NeverFold,
        HoldemPlan::Pair,
        HoldemPlan::Blind,
        HoldemPlan::Check,
    ];

    /// The name used wherever plans are written out.
    pub const fn name(self) -> &'static str {
        match self {
            HoldemPlan::Optimal => "optimal",
            HoldemPlan::NeverFold => "never_fold",
            HoldemPlan::Pair => "pair_or_better",
            HoldemPlan::Blind => "blind",
            HoldemPlan::Check => "flop_and_check",
        }
    }

    /// The plan in words that a player can remember.
    pub const fn describe(self) -> &'static str {
        match self {
            HoldemPlan::Optimal => "every decision the best one",
            HoldemPlan::NeverFold => "never fold, Turn and River as in the best play",
            HoldemPlan::Pair => {
                "fold 2-3 to 2-7 unsuited; bet with a pair or better that the board alone does not make"
            }
            HoldemPlan::Blind => "every bet, whatever the cards",
            HoldemPlan::Check => "never fold, bet the Flop alone",
        }
    }

    /// The fold of a rule of thumb; the best plan has none, since it leaves the fold to the expectation.
    pub(super) fn folds_by_rule(self, hole: Hole) -> Option<bool> {
        match self {
            HoldemPlan::Optimal => None,
            HoldemPlan::Pair => Some(is_low_deuce(hole)),
            HoldemPlan::NeverFold | HoldemPlan::Blind | HoldemPlan::Check => Some(false),
        }
    }

    /// The bets of the plan before the turn and the river.
    pub(super) const fn style(self) -> Style {
        match self {
            HoldemPlan::Optimal | HoldemPlan::NeverFold => Style::Best,
            HoldemPlan::Pair => Style::Pair,
            HoldemPlan::Blind => Style::Always,
            HoldemPlan::Check => Style::Never,
        }
    }
}

/// When to bet before the turn and the river.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Style {
    /// Where it is worth its stake.
    Best,
    /// With a pair or better.
    Pair,
    Always,
    Never,
}

impl Style {
    pub(super) const ALL: [Style; 4] = [Style::Best, Style::Pair, Style::Always, Style::Never];

    fn bets(self, margin: i64, has_pair: bool) -> bool {
        match self {
            Style::Best => margin > 0,
            Style::Pair => has_pair,
            Style::Always => true,
            Style::Never => false,
        }
    }
}

fn is_low_deuce(hole: Hole) -> bool {
    let (high, low, suited) = hole.ranks();
    low == Rank::Two && !suited && (Rank::Three..=Rank::Seven).contains(&high)
}

/// The bets of every style before the turn and the river: for every class of community cards and every pair
/// a byte, with a bit for each style.
#[derive(Debug)]
pub struct Bets {
    pub(super) flops: Classes,
    pub(super) turns: Classes,
    turn: Vec<u8>,
    river: Vec<u8>,
}

impl Bets {
    pub(super) fn new(streets: &Streets, workers: &Workers) -> Bets {
        let (flops, turns) = (Classes::of(3), Classes::of(4));
        let margins = turn_margins(&flops, streets, workers);
        let turn = bytes(&flops, workers, |flop| row(&margins, flop).to_vec());
        let river = bytes(&turns, workers, |turn| streets.river_margins(turn));
        Bets {
            flops,
            turns,
            turn,
            river,
        }
    }

    /// The bets before the turn beside these three cards.
    pub fn on_flop(&self, flop: Suits) -> Beside<'_> {
        let (class, renaming) = self.flops.find(flop);
        Beside {
            bytes: row(&self.turn, class),
            renamed: renamed(renaming),
        }
    }

    /// The bets before the river beside these four cards.
    pub fn on_turn(&self, turn: Suits) -> Beside<'_> {
        let (class, renaming) = self.turns.find(turn);
        Beside {
            bytes: row(&self.river, class),
            renamed: renamed(renaming),
        }
    }
}

/// The bets beside certain community cards.
#[derive(Clone, Copy, Debug)]
pub struct Beside<'a> {
    bytes: &'a [u8],
    renamed: &'a [PairIndex],
}

impl Beside<'_> {
    /// True if `plan` bets with a pair of hole cards.
    pub fn bets(&self, plan: HoldemPlan, pair: usize) -> bool {
        self.styles(pair) >> plan.style() as u8 & 1 == 1
    }

    /// The styles that bet with a pair of hole cards: a bit each.
    pub(super) fn styles(&self, pair: usize) -> u8 {
        self.bytes[usize::from(self.renamed[pair])]
    }
}

/// The styles' bets beside every class, from what a bet is worth there.
fn bytes(
    classes: &Classes,
    workers: &Workers,
    margins: impl Fn(usize) -> Vec<i64> + Sync,
) -> Vec<u8> {
    let mut bytes = vec![0; classes.len() * PAIRS];
    let rows = Rows::of(&mut bytes);
    workers.each(
        classes.all(),
        || (),
        |(), number, class| {
            rows.change(number, |row| {
                for ((byte, margin), hole) in
                    row.iter_mut().zip(margins(number)).zip(CARDS_OF.iter())
                {
                    *byte = bits(margin, has_pair(*hole, *class));
                }
            });
        },
    );
    bytes
}

fn bits(margin: i64, has_pair: bool) -> u8 {
    let bits = (0..).zip(Style::ALL);
    bits.fold(0, |byte, (bit, style)| {
        byte | u8::from(style.bets(margin, has_pair)) << bit
    })
}

/// True if a hole card is one of a pair, or all cards together make a straight or a flush.
pub(super) fn has_pair(hole: [CardIndex; 2], community: Suits) -> bool {
    let Suits([a, b, c, d]) = community;
    let on_board = a | b | c | d;
    let [one, other] = hole.map(|card| 1_u16 << (card % RANKS));
    let all = community.with(&hole);
    one == other
        || on_board & (one | other) != 0
        || all.0.iter().any(|ranks| ranks.count_ones() >= 5)
        || straight_top(on_board | one | other) != 0
}
