//! The players of the random rounds: one for each way to play that has odds, all with the same cards.

use odds::game::{Deals, GameOdds};
use odds::holdem::{self, Band, HoldemOdds};
use odds::pairs::{Hole, pair};
use odds::suits::{CardIndex, Suits};
use odds::three_card::{self, ThreeCardOdds};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use shared_rules::cards::Card;
use shared_rules::closed::{ClosedRound, Decision, Player as Who, SeatCards, SeatRecord};
use shared_rules::games::{MainGame, RuleSet};
use shared_rules::money::Cents;
use shared_rules::seats::{Seat, SeatMap};
use shared_rules::wagers::{Stakes, Terms};

use super::STAKE;

/// A way to play.
pub(super) enum Player<'a> {
    Holdem(&'a HoldemOdds, holdem::HoldemPlan, Band),
    ThreeCard(ThreeCardOdds, three_card::ThreeCardPlan),
}

impl<'a> Player<'a> {
    /// Every way to play of a game.
    pub(super) fn all(odds: &GameOdds, deals: &'a Deals) -> Vec<Player<'a>> {
        match &odds.rules.main {
            MainGame::Holdem(rules) => {
                let (game, ante_from) = (deals.holdem(), Band::from(rules.ante_wins_from));
                let plans = holdem::HoldemPlan::ALL.iter();
                plans
                    .map(|plan| Player::Holdem(game, *plan, ante_from))
                    .collect()
            }
            MainGame::ThreeCard(rules) => {
                let game = || deals.three_card(rules, odds.house.readings);
                let plans = three_card::ThreeCardPlan::ALL.iter();
                plans.map(|plan| Player::ThreeCard(game(), *plan)).collect()
            }
        }
    }

    /// True unless the plan is never to expose the hand.
    fn exposes(&self) -> bool {
        !matches!(
            self,
            Player::ThreeCard(_, three_card::ThreeCardPlan::NeverExposed)
        )
    }

    /// The name of its plan.
    pub(super) const fn strategy(&self) -> &'static str {
        match self {
            Player::Holdem(_, plan, _) => plan.name(),
            Player::ThreeCard(_, plan) => plan.name(),
        }
    }
}

/// The cards of a round, as they come: the player's, the dealer's, the community's; in Three Card Poker
/// three of another player's instead.
pub(super) struct Dealt {
    rules: &'static RuleSet,
    cards: [CardIndex; 9],
}

impl Dealt {
    /// Where the player sits.
    pub(super) const SEAT: Seat = Seat::One;

    /// Nine cards of a well shuffled deck.
    pub(super) fn new(random: &mut ChaCha8Rng, rules: &'static RuleSet) -> Dealt {
        let mut deck: [CardIndex; 52] = std::array::from_fn(|card| card.to_le_bytes()[0]);
        for place in 0..9 {
            deck.swap(place, random.random_range(place..52));
        }
        let mut cards = [0; 9];
        cards.copy_from_slice(&deck[..9]);
        Dealt { rules, cards }
    }

    /// The round as `player` plays it.
    pub(super) fn round(
        &self,
        terms: &Terms,
        units: u8,
        player: &Player,
    ) -> Result<ClosedRound, String> {
        let stakes = match player {
            Player::Holdem(game, plan, ante_from) => self.holdem(game, *plan, *ante_from),
            Player::ThreeCard(game, plan) => self.three_card(game, *plan),
        };
        let (own, rest) = match player {
            Player::Holdem(..) => self.cards.split_at(2),
            Player::ThreeCard(..) => self.cards[..6].split_at(3),
        };
        let (dealer, community) = rest.split_at(own.len());
        let raised = !stakes.flop.is_zero() || !stakes.play.is_zero();
        let own = SeatCards::new(self.rules, Dealt::SEAT, &cards(own));
        let record = SeatRecord {
            stakes,
            units,
            cards: own.map_err(|refusal| refusal.to_string())?,
            decision: match raised {
                true => Decision::Play,
                false => Decision::Fold,
            },
            exposed: player.exposes(),
            ..SeatRecord::new(Who(1))
        };
        let mut seats = SeatMap::default();
        *seats.get_mut(Dealt::SEAT) = Some(record);
        if let Player::ThreeCard(..) = player {
            *seats.get_mut(Seat::Two) = Some(self.other()?);
        }
        let round = ClosedRound::new(terms, &cards(dealer), &cards(community), &seats);
        round.map_err(|refusal| refusal.to_string())
    }

    /// Another player beside the first, for whose hand there may be Envy (TCP5 3.14).
    fn other(&self) -> Result<SeatRecord, String> {
        let cards = SeatCards::new(self.rules, Seat::Two, &cards(&self.cards[6..]));
        Ok(SeatRecord {
            stakes: Stakes {
                ante: Cents::new(STAKE),
                play: Cents::new(STAKE),
                ..Stakes::default()
            },
            cards: cards.map_err(|refusal| refusal.to_string())?,
            ..SeatRecord::new(Who(2))
        })
    }

    fn holdem(&self, game: &HoldemOdds, plan: holdem::HoldemPlan, ante_from: Band) -> Stakes {
        let [one, other, _, _, flop @ .., turn, _] = self.cards;
        let hole = pair(one, other);
        let plays = !game.tally(plan).folds(Hole::of([one, other]), ante_from);
        let flop = Suits::of(&flop);
        let stake = |is_bet: bool, amount: u64| match plays && is_bet {
            true => Cents::new(amount),
            false => Cents::ZERO,
        };
        let four = flop.with(&[turn]);
        Stakes {
            ante: Cents::new(STAKE),
            bonus: Cents::new(STAKE),
            flop: stake(true, 2 * STAKE),
            turn: stake(game.bets.on_flop(flop).bets(plan, hole), STAKE),
            river: stake(game.bets.on_turn(four).bets(plan, hole), STAKE),
            ..Stakes::default()
        }
    }

    fn three_card(&self, game: &ThreeCardOdds, plan: three_card::ThreeCardPlan) -> Stakes {
        let [a, b, c, ..] = self.cards;
        let play = match game.plays_hand(plan, [a, b, c]) {
            true => Cents::new(STAKE),
            false => Cents::ZERO,
        };
        Stakes {
            ante: Cents::new(STAKE),
            pair_plus: Cents::new(STAKE),
            play,
            ..Stakes::default()
        }
    }
}

fn cards(numbers: &[CardIndex]) -> Vec<Card> {
    numbers
        .iter()
        .copied()
        .filter_map(Card::from_index)
        .collect()
}
