//! The house's configuration of a table: the game, its readings, the unit, the limits, the seats in use, and the
//! jackpot's parameters; and those of them that wait until the jackpot has been won.

use serde::{Deserialize, Serialize};

use crate::games::{FixedAwards, Game, RuleReadings};
use crate::jackpot::JackpotTerms;
use crate::money::Cents;
use crate::round::STAKE_MAX;
use crate::seats::SeatSet;
use crate::wagers::{Limits, Terms};

/// The house's configuration of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
pub struct Configuration {
    /// The game that is played.
    pub game: Game,
    /// The house's readings of the points that its document leaves open.
    pub readings: RuleReadings,
    /// One progressive unit.
    pub unit: Cents,
    /// The limits of the wagers.
    pub limits: Limits,
    /// The positions that are in use.
    pub seats: SeatSet,
    /// The jackpot's parameters.
    pub jackpot: JackpotTerms,
    /// A round that contributes more than this is flagged as unreasonable (NJAC 13:69E-1.39A).
    pub contribution_max: Option<Cents>,
    /// The time at which another game, unit or payer of the fixed awards takes effect.
    pub takes_effect: TakesEffect,
}

/// The time at which another game or unit takes effect, or another reading of who pays the fixed awards. They decide how
/// fast the jackpot grows, what wins it and what else its meter pays, so they are parameters of the jackpot that is
/// played for (9 NYCRR 5321.18(b), NZ 2004 1.28.3).
///
/// All other readings, the limits of the wagers and the seats in use are none: neither the increment of a unit nor a
/// payment from the meter depends on them. They hold from the next round.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Hash, Serialize, Deserialize)]
pub enum TakesEffect {
    /// Once the jackpot has been won, or while its meter stands at the reset value.
    #[default]
    AfterWin,
    /// With the next round.
    NextRound,
}

/// Parameters that the house has set, and that wait until the jackpot has been won. Until then the earlier ones hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
pub struct Postponed {
    /// The game to come.
    pub game: Game,
    /// Its progressive unit.
    pub unit: Cents,
    /// Who pays its fixed awards.
    pub fixed_awards: FixedAwards,
    /// Its positions, which the game before may not have.
    pub seats: SeatSet,
    /// From then on.
    pub takes_effect: TakesEffect,
    /// The number of times that the jackpot had been won when they were set.
    pub(super) hits: u32,
}

impl Configuration {
    /// The terms of a round.
    pub fn terms(&self) -> Terms {
        Terms {
            rules: self.game.rules(),
            readings: self.readings,
            unit: self.unit,
            limits: self.limits,
        }
    }

    /// The same with the parameters that waited.
    #[must_use]
    pub(super) const fn with(self, postponed: &Postponed) -> Configuration {
        Configuration {
            game: postponed.game,
            unit: postponed.unit,
            readings: RuleReadings {
                fixed_awards: postponed.fixed_awards,
                ..self.readings
            },
            seats: postponed.seats,
            takes_effect: postponed.takes_effect,
            ..self
        }
    }

    /// The same as long as its parameters of the jackpot wait: those of `before` hold, on the positions that both have.
    #[must_use]
    pub(super) fn without_parameters(self, before: &Configuration) -> Configuration {
        let most = before.game.rules().positions.1;
        Configuration {
            game: before.game,
            unit: before.unit,
            readings: RuleReadings {
                fixed_awards: before.readings.fixed_awards,
                ..self.readings
            },
            seats: self.seats.iter().filter(|seat| *seat <= most).collect(),
            takes_effect: before.takes_effect,
            ..self
        }
    }

    /// The parameters of this configuration that wait where it takes the place of `before` in a table that waits.
    pub(super) fn postponed(&self, before: &Configuration, hits: u32) -> Option<Postponed> {
        let parameters =
            |of: &Configuration| (of.game, of.unit, of.readings.fixed_awards, of.takes_effect);
        (parameters(self) != parameters(before)).then_some(Postponed {
            game: self.game,
            unit: self.unit,
            fixed_awards: self.readings.fixed_awards,
            seats: self.seats,
            takes_effect: self.takes_effect,
            hits,
        })
    }

    /// True if a table can be run with it: there is a unit, the seats in use belong to the layout, shares and limits
    /// make sense, and a table can settle every amount.
    pub fn is_sound(&self) -> bool {
        let jackpot = &self.jackpot;
        let most = self.game.rules().positions.1;
        let seats_exist = !self.seats.is_empty() && self.seats.iter().all(|seat| seat <= most);
        let shares = jackpot
            .contribution
            .get()
            .saturating_add(jackpot.reserve.get());
        let limit_is_above = jackpot.limit.is_none_or(|limit| limit >= jackpot.reset);
        let amounts = [
            self.unit,
            jackpot.reset,
            jackpot.limit.unwrap_or_default(),
            self.contribution_max.unwrap_or_default(),
        ];
        let limits = [
            &self.limits.ante,
            &self.limits.bonus,
            &self.limits.pair_plus,
        ];
        !self.unit.is_zero()
            && seats_exist
            && shares <= 10_000
            && limit_is_above
            && amounts.iter().all(|amount| *amount <= STAKE_MAX)
            && limits.iter().all(|limit| limit.is_sound())
    }
}
