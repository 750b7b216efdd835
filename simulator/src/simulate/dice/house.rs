//! The house's configurations.

use oracle::table::{Fault, Reference, document};
use rand::RngExt;
use shared_rules::games::{
    BonusOnLoss, DealerQualifies, EnvyFor, EnvyPairPlus, FixedAwards, Game, RuleReadings,
    UnexposedCommunity, UnexposedUnqualified,
};
use shared_rules::jackpot::JackpotTerms;
use shared_rules::ledger::{Configuration, TakesEffect};
use shared_rules::money::{BasisPoints, Cents};
use shared_rules::wagers::{Limit, Limits};
use shared_rules::wire::message::Command;

use super::{Dice, seat};
use crate::simulate::history::HistoryStep;
use crate::simulate::translate::Word;

impl Dice {
    /// The supervisor's key is turned for it.
    pub(super) fn plan_configuration(&mut self, reference: &Reference) {
        let house = self.house(reference);
        self.planned = vec![
            HistoryStep::Supervisor(false),
            HistoryStep::Say(Command::Configure(house)),
            HistoryStep::Supervisor(true),
        ];
    }

    pub(super) fn house(&mut self, reference: &Reference) -> Configuration {
        let game = self.game.unwrap_or_else(|| self.one_of(&Game::ALL));
        Configuration {
            game,
            readings: self.readings(),
            unit: Cents::new(self.one_of(&[100, 500, 333, 1_000])),
            limits: Limits {
                ante: self.limit(),
                bonus: self.limit(),
                pair_plus: self.limit(),
            },
            seats: self.seats_in_use(game, reference),
            jackpot: self.jackpot(),
            contribution_max: self.one_of(&[None, Some(Cents::new(60)), Some(Cents::new(1_000))]),
            takes_effect: match self.one_in(3) {
                true => TakesEffect::AfterWin,
                false => TakesEffect::NextRound,
            },
        }
    }

    fn readings(&mut self) -> RuleReadings {
        if !self.one_in(3) {
            return RuleReadings::default();
        }
        RuleReadings {
            bonus_on_loss: self.one_of(&[BonusOnLoss::Letter, BonusOnLoss::HoleCards]),
            dealer_qualifies: self
                .one_of(&[DealerQualifies::Letter, DealerQualifies::QueenHighOrBetter]),
            unexposed_community: self
                .one_of(&[UnexposedCommunity::Letter, UnexposedCommunity::Paid]),
            fixed_awards: self.one_of(&[FixedAwards::House, FixedAwards::Meter]),
            envy_for: self.one_of(&[EnvyFor::Seat, EnvyFor::Player]),
            envy_pair_plus: self.one_of(&[EnvyPairPlus::ThatHand, EnvyPairPlus::All]),
            unexposed_unqualified: self
                .one_of(&[UnexposedUnqualified::Loses, UnexposedUnqualified::Paid]),
        }
    }

    fn limit(&mut self) -> Limit {
        let min = self.one_of(&[0, 500, 1_000, 1_000]);
        let max = self.one_of(&[None, None, Some(1_500), Some(10_000)]);
        Limit {
            min: Cents::new(min),
            max: max.map(Cents::new),
        }
    }

    /// Mostly all seats of the layout; always where the table is full. A seat whose sensors are broken stays in use until they are mended.
    fn seats_in_use(&mut self, game: Game, reference: &Reference) -> shared_rules::seats::SeatSet {
        let positions = document(game.to_oracle()).positions;
        let broken = |place: &usize| reference.faults().any(|fault| fault == Fault::Seat(*place));
        let few = !self.luck.full && self.one_in(4);
        let kept: Vec<usize> = (0..positions)
            .filter(|place| !few || broken(place) || *place == 0 || self.one_in(2))
            .collect();
        kept.into_iter().map(seat).collect()
    }

    fn jackpot(&mut self) -> JackpotTerms {
        let reset = match self.luck.absurd {
            0 => self.one_of(&[1_000_000, 5_000_000, 123_457]),
            _ => self.one_of(&[0, 1, 1_000_000, 123_457]),
        };
        let limit = self.one_of(&[None, None, Some(0), Some(500), Some(20_000)]);
        let points = |points| BasisPoints::new(points).expect("at most the whole");
        JackpotTerms {
            reset: Cents::new(reset),
            contribution: points(self.random.random_range(0..=5_000)),
            reserve: points(self.random.random_range(0..=5_000)),
            limit: limit.map(|above| Cents::new(reset + above)),
        }
    }
}
