//! Chips and Antes on the felt and the positions of the switches, as hands at the table have left them. The controller
//! knows only as much of them as its sensors and its console tell.

use parts::chain::Change;
use shared_rules::games::{Base, RuleSet};
use shared_rules::ledger::Configuration;
use shared_rules::money::Cents;
use shared_rules::round::{Event, STAKE_MAX};
use shared_rules::seats::{Seat, SeatMap};
use shared_rules::wagers::{Wager, areas};

use super::words;
use crate::money::{money, words as spaced};

/// Chips that fit into the well of a coin spot.
pub const CHIPS_MAX: u8 = 5;

/// The chips and stakes before one seat.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Spot {
    /// Chips on the coin spot.
    pub chips: u8,
    /// The Ante.
    pub ante: Cents,
    /// Bonus or Pair Plus.
    pub side: Cents,
}

/// The felt.
#[derive(Clone, Debug)]
pub struct Spots {
    /// The seats.
    pub seats: SeatMap<Spot>,
    /// The supervisor's key is turned.
    pub supervisor: bool,
    /// The service door is open.
    pub door: bool,
    /// Where a hand was last.
    pub touched: Seat,
}

impl Default for Spots {
    fn default() -> Spots {
        Spots {
            seats: SeatMap::default(),
            supervisor: false,
            door: false,
            touched: Seat::Four,
        }
    }
}

/// The wager beside the Ante: Bonus, or Pair Plus.
pub fn side_wager(rules: &RuleSet) -> Option<Wager> {
    let mut areas = areas(&rules.main).iter().copied();
    areas.find(|wager| wager.is_placed_first() && *wager != Wager::Ante)
}

/// In some games the wager beside the Ante carries a progressive wager by itself.
fn side_is_base(rules: &RuleSet) -> bool {
    rules.base == Base::AnteOrPairPlus
}

/// The amount of an Ante or a side wager that nobody has named: the felt takes it for the smallest one.
pub fn smallest(terms: &Configuration) -> Cents {
    terms.limits.ante.min.max(Cents::new(1))
}

/// The amount of a wager, if the table takes so much.
///
/// # Errors
/// Says what it takes.
pub fn stake(terms: &Configuration, wager: Wager, amount: Option<Cents>) -> Result<Cents, String> {
    let amount = amount.unwrap_or(smallest(terms));
    let limit = match wager {
        Wager::Bonus => terms.limits.bonus,
        Wager::PairPlus => terms.limits.pair_plus,
        _ => terms.limits.ante,
    };
    let (least, most) = (limit.min.max(Cents::new(1)), limit.max.unwrap_or(STAKE_MAX));
    if (least..=most).contains(&amount) {
        return Ok(amount);
    }
    let name = words::capital(&spaced(wager.name()));
    Err(format!(
        "{name}: {} to {} at this table",
        money(least),
        money(most)
    ))
}

impl Spots {
    /// Returns true if nothing lies on the felt.
    pub fn is_empty(&self) -> bool {
        self.seats.iter().all(|(_, spot)| *spot == Spot::default())
    }

    /// The felt's side of a seat: chips, and the one contact for Ante and Pair Plus.
    pub fn changes(&self, seat: Seat, rules: &RuleSet) -> [Change; 2] {
        let spot = self.seats.get(seat);
        let place = usize::from(seat.index());
        let covered = !spot.ante.is_zero() || (!spot.side.is_zero() && side_is_base(rules));
        [
            Change::Chips(place, spot.chips),
            Change::Ante(place, covered),
        ]
    }

    /// The stakes of a seat that the console has to tell, because the felt sees only that something is there.
    pub fn told(&self, seat: Seat, side_changed: bool, terms: &Configuration) -> Vec<Event> {
        let spot = self.seats.get(seat);
        let rules = terms.game.rules();
        let Some(side) = side_wager(rules) else {
            return Vec::new();
        };
        let side_stake = Event::Stake(seat, side, spot.side);
        let ante_stake = Event::Stake(seat, Wager::Ante, spot.ante);
        match (side_changed, side_is_base(rules)) {
            (true, true) => vec![side_stake, ante_stake],
            (true, false) => vec![side_stake],
            // The contact is down for Pair Plus already: it cannot tell an Ante.
            (false, true) if !spot.side.is_zero() => vec![ante_stake],
            (false, _) => Vec::new(),
        }
    }

    /// The Antes and side wagers on the felt.
    pub fn stakes(&self, terms: &Configuration) -> Vec<Event> {
        let side = side_wager(terms.game.rules());
        let mut stakes = Vec::new();
        for (seat, spot) in self.seats.iter() {
            if !spot.ante.is_zero() {
                stakes.push(Event::Stake(seat, Wager::Ante, spot.ante));
            }
            if let Some(side) = side.filter(|_| !spot.side.is_zero()) {
                stakes.push(Event::Stake(seat, side, spot.side));
            }
        }
        stakes
    }
}
