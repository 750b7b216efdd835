//! Three Card Poker, whole: every hand of the player against every hand of the dealer.

use std::cmp::{Ordering, Reverse};
use std::collections::BTreeMap;

use shared_rules::cards::{Card, CardSet, Rank, Suit};
use shared_rules::evaluate::{Category, Hand, HandRank};
use shared_rules::games::{
    DealerQualifies, RuleReadings, ThreeCard as Rules, UnexposedUnqualified, to_one,
};

use crate::fraction::Fraction;
use crate::parallel::Workers;
use crate::suits::{CARDS, CardIndex, Classes, Suits, hand};
use crate::wager::{OddsLine, WagerKind, WagerOdds};

/// A hand of Three Card Poker.
pub type Hand3 = Hand<3>;

/// Hands of three cards.
pub const HANDS: u64 = 22_100;
/// Hands that the dealer can hold beside the player's.
pub const DEALERS: u64 = 18_424;

/// Every hand.
pub fn hands() -> impl Iterator<Item = Hand3> {
    (2..CARDS).flat_map(|a| (1..a).flat_map(move |b| (0..b).map(move |c| hand::<3>([a, b, c]))))
}

/// The hands of a class against the dealer's, in deals.
#[derive(Clone, Copy, Default, Debug)]
struct Meetings {
    /// The dealer does not qualify (TCP5 3.11).
    unqualified: u64,
    wins: u64,
    stand_offs: u64,
    losses: u64,
}

/// A class of hands of the player.
#[derive(Clone, Copy, Debug)]
struct Player {
    hand: Hand3,
    rank: HandRank,
    /// The payout of Ante Bonus to 1, win or lose (TCP5 4.2).
    ante_bonus: u32,
    meetings: Meetings,
}

impl Player {
    /// The net win of the hand in all its deals if it plays, in Antes.
    fn net(&self) -> i64 {
        let results = results(self).into_iter();
        results.map(|(_, net, ways)| net * ways.cast_signed()).sum()
    }

    fn deals(&self) -> u64 {
        let Meetings {
            unqualified,
            wins,
            stand_offs,
            losses,
        } = self.meetings;
        unqualified + wins + stand_offs + losses
    }
}

/// The results of a hand that plays: name, net win in Antes, and number of deals (TCP5 3.11, 3.12).
fn results(player: &Player) -> [(&'static str, i64, u64); 4] {
    let bonus = i64::from(player.ante_bonus);
    let meetings = &player.meetings;
    [
        ("dealer_not_qualified", 1 + bonus, meetings.unqualified),
        ("win", 2 + bonus, meetings.wins),
        ("stand_off", bonus, meetings.stand_offs),
        ("lose", -2 + bonus, meetings.losses),
    ]
}

/// A way to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ThreeCardPlan {
    /// Every decision is the one with the higher expectation.
    Optimal,
    /// Plays queen-six-four or better.
    QueenSixFour,
    /// Plays as the dealer does by custom: queen high or better.
    QueenHigh,
    /// Plays everything.
    Blind,
    /// Plays everything, and never exposes the hand (TCP5 3.10.1).
    NeverExposed,
}

impl ThreeCardPlan {
    /// Every plan.
    pub const ALL: [ThreeCardPlan; 5] = [
        ThreeCardPlan::Optimal,
        ThreeCardPlan::QueenSixFour,
        ThreeCardPlan::QueenHigh,
        ThreeCardPlan::Blind,
        ThreeCardPlan::NeverExposed,
    ];

    /// The name used wherever plans are written out.
    pub const fn name(self) -> &'static str {
        match self {
            ThreeCardPlan::Optimal => "optimal",
            ThreeCardPlan::QueenSixFour => "queen_six_four",
            ThreeCardPlan::QueenHigh => "queen_high",
            ThreeCardPlan::Blind => "blind",
            ThreeCardPlan::NeverExposed => "never_exposed",
        }
    }

    /// The plan in words that a player can remember.
    pub const fn describe(self) -> &'static str {
        match self {
            ThreeCardPlan::Optimal => "every decision the best one",
            ThreeCardPlan::QueenSixFour => "play Q-6-4 or better",
            ThreeCardPlan::QueenHigh => "play queen high or better",
            ThreeCardPlan::Blind => "play everything",
            ThreeCardPlan::NeverExposed => "play everything, and never expose the hand",
        }
    }
}

/// Everything there is to know about Three Card Poker against the dealer.
#[derive(Debug)]
pub struct ThreeCardOdds {
    classes: Classes,
    /// By class.
    players: Vec<Player>,
    unexposed_unqualified: UnexposedUnqualified,
}

impl ThreeCardOdds {
    /// Enumerates the game.
    pub fn enumerate(rules: &Rules, readings: RuleReadings, workers: &Workers) -> ThreeCardOdds {
        let dealers: Vec<Dealer> = hands()
            .map(|hand| Dealer::new(rules, readings, hand))
            .collect();
        let classes = Classes::of(3);
        let met = workers.each(classes.all(), Vec::new, |met, number, class| {
            let hand = hand::<3>(class.cards());
            met.push((number, meet(rules, hand, class.multiplicity(), &dealers)));
        });
        let mut met = met.concat();
        met.sort_by_key(|(number, _)| *number);
        let players = met.into_iter().map(|(_, player)| player).collect();
        ThreeCardOdds {
            classes,
            players,
            unexposed_unqualified: readings.unexposed_unqualified,
        }
    }

    /// True if `plan` plays the hands of a class.
    fn plays(plan: ThreeCardPlan, player: &Player) -> bool {
        match plan {
            ThreeCardPlan::Optimal => player.net() > -player.deals().cast_signed(),
            ThreeCardPlan::QueenSixFour => {
                player.rank >= high_card([Rank::Queen, Rank::Six, Rank::Four])
            }
            ThreeCardPlan::QueenHigh => {
                player.rank >= high_card([Rank::Queen, Rank::Three, Rank::Two])
            }
            ThreeCardPlan::Blind | ThreeCardPlan::NeverExposed => true,
        }
    }

    /// The lowest hand that `plan` plays, its ranks descending.
    pub fn lowest_played(&self, plan: ThreeCardPlan) -> Vec<Rank> {
        let played = self
            .players
            .iter()
            .filter(|player| ThreeCardOdds::plays(plan, player));
        let lowest = played.min_by_key(|player| player.rank);
        let cards = lowest.map_or(CardSet::EMPTY, |player| player.hand.set());
        let mut ranks: Vec<Rank> = cards.into_iter().map(Card::rank).collect();
        ranks.sort_by_key(|rank| Reverse(*rank));
        ranks
    }

    /// The results of a hand that plays and is not exposed: it ranks below the dealer's, who may not compare it at all
    /// (TCP5 3.10.1, 3.11).
    fn unexposed_results(&self, player: &Player) -> [(&'static str, i64, u64); 2] {
        let unqualified = player.meetings.unqualified;
        let net = match self.unexposed_unqualified {
            UnexposedUnqualified::Loses => -2,
            UnexposedUnqualified::Paid => 1,
        };
        [
            ("dealer_not_qualified", net, unqualified),
            ("lose", -2, player.deals() - unqualified),
        ]
    }

    /// The share of all deals in which the dealer does not qualify.
    pub fn unqualified(&self) -> Fraction {
        let players = self.players.iter();
        let ways = players.map(|player| player.meetings.unqualified).sum();
        Fraction::ways(ways, HANDS * DEALERS)
    }

    /// True if `plan` plays a hand.
    pub fn plays_hand(&self, plan: ThreeCardPlan, hand: [CardIndex; 3]) -> bool {
        let (class, _) = self.classes.find(Suits::of(&hand));
        ThreeCardOdds::plays(plan, &self.players[class])
    }

    /// Ante and Play with Ante Bonus, played by `plan`, for each Ante.
    pub fn main(&self, plan: ThreeCardPlan) -> WagerOdds {
        let mut ends: BTreeMap<(i64, String), u64> = BTreeMap::new();
        for player in &self.players {
            let mut add = |name: String, net, ways| *ends.entry((net, name)).or_default() += ways;
            if !ThreeCardOdds::plays(plan, player) {
                add("fold".into(), -1, player.deals());
                continue;
            }
            if plan == ThreeCardPlan::NeverExposed {
                for (name, net, ways) in self.unexposed_results(player) {
                    add(name.into(), net, ways);
                }
                continue;
            }
            for (name, net, ways) in results(player) {
                match player.ante_bonus {
                    0 => add(name.into(), net, ways),
                    bonus => add(format!("{name}_with_ante_bonus_{bonus}"), net, ways),
                }
            }
        }
        let ends = ends.into_iter().filter(|(_, ways)| *ways > 0);
        let lines = ends
            .map(|((net, name), ways)| OddsLine::to_one(name, ways, Fraction::whole(net.into())));
        WagerOdds::new(WagerKind::Main, HANDS * DEALERS, lines.collect()).played(plan.name())
    }
}

/// Ranks as players write them, like `Q-6-4`.
pub fn dashed(ranks: &[Rank]) -> String {
    let letters = ranks.iter().map(|rank| rank.letter().to_string());
    letters.collect::<Vec<_>>().join("-")
}

/// Pair Plus (TCP5 4.3).
pub fn pair_plus(rules: &Rules) -> WagerOdds {
    let lines = rules.pair_plus.iter().map(|row| {
        let ways = hands()
            .filter(|hand| hand.rank().category() == row.category)
            .count();
        OddsLine::to_one(
            row.category.name(),
            ways as u64,
            Fraction::whole(row.to_one.into()),
        )
    });
    WagerOdds::new(WagerKind::PairPlus, HANDS, lines.collect())
}

/// The rank of three odd cards.
fn high_card(ranks: [Rank; 3]) -> HandRank {
    let [a, b, c] = ranks;
    let cards = [
        Card::new(a, Suit::Clubs),
        Card::new(b, Suit::Clubs),
        Card::new(c, Suit::Spades),
    ];
    Hand3::new(cards).expect("three cards").rank()
}

/// A hand of the dealer.
struct Dealer {
    cards: u64,
    rank: HandRank,
    qualifies: bool,
}

impl Dealer {
    fn new(rules: &Rules, readings: RuleReadings, hand: Hand3) -> Dealer {
        let rank = hand.rank();
        let contains = hand.contains_at_least(rules.dealer_needs);
        Dealer {
            cards: bits(hand),
            rank,
            qualifies: match readings.dealer_qualifies {
                DealerQualifies::Letter => contains,
                DealerQualifies::QueenHighOrBetter => {
                    contains || rank.category() != Category::HighCard
                }
            },
        }
    }
}

/// A bit for each card.
fn bits(hand: Hand3) -> u64 {
    let cards = hand.set().into_iter();
    cards.fold(0, |bits, card| bits | 1 << card.index())
}

fn meet(rules: &Rules, hand: Hand3, multiplicity: u64, dealers: &[Dealer]) -> Player {
    let (cards, rank) = (bits(hand), hand.rank());
    let mut meetings = Meetings::default();
    for dealer in dealers.iter().filter(|dealer| dealer.cards & cards == 0) {
        let count = match (dealer.qualifies, rank.cmp(&dealer.rank)) {
            (false, _) => &mut meetings.unqualified,
            (_, Ordering::Greater) => &mut meetings.wins,
            (_, Ordering::Equal) => &mut meetings.stand_offs,
            (_, Ordering::Less) => &mut meetings.losses,
        };
        *count += multiplicity;
    }
    Player {
        hand,
        rank,
        ante_bonus: to_one(rules.ante_bonus, rank.category()).unwrap_or(0),
        meetings,
    }
}
