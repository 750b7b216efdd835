//! The house's configuration of a table: the game, its readings, the unit, the limits, the seats in use, and the
//! jackpot's parameters.

use serde::{Deserialize, Serialize};

use crate::games::{Game, RuleReadings};
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
