//! What lies on the felt and how the switches are turned, as the hands at the table have put it. The controller
//! sees of it only what its sensors and its console tell.

use host_tests::parts::chain::Change;
use shared_rules::games::{Base, RuleSet};
use shared_rules::ledger::Configuration;
use shared_rules::money::Cents;
use shared_rules::round::Event;
use shared_rules::seats::{Seat, SeatMap};
use shared_rules::wagers::{Wager, areas};

/// Chips that fit into the well of a coin spot.
pub const CHIPS_MAX: u8 = 5;

/// What lies before one seat.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Spot {
    /// Chips on the coin spot.
    pub chips: u8,
    /// An Ante.
    pub ante: bool,
    /// Bonus or Pair Plus.
    pub side: bool,
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

/// Whether the wager beside the Ante carries a progressive wager by itself.
fn side_is_base(rules: &RuleSet) -> bool {
    rules.base == Base::AnteOrPairPlus
}

/// What an Ante or a side wager is at this table.
pub fn stake(configuration: &Configuration) -> Cents {
    configuration.limits.ante.min.max(Cents::new(1))
}

impl Spots {
    /// Whether anything lies on the felt.
    pub fn is_empty(&self) -> bool {
        self.seats.iter().all(|(_, spot)| *spot == Spot::default())
    }

    /// The felt's side of a seat: chips, and the one contact for Ante and Pair Plus.
    pub fn changes(&self, seat: Seat, rules: &RuleSet) -> [Change; 2] {
        let spot = self.seats.get(seat);
        let place = usize::from(seat.index());
        let covered = spot.ante || (spot.side && side_is_base(rules));
        [
            Change::Chips(place, spot.chips),
            Change::Ante(place, covered),
        ]
    }

    /// What the console has to say of a seat's stakes, because the felt sees only that something is there.
    pub fn told(&self, seat: Seat, side_changed: bool, terms: &Configuration) -> Vec<Event> {
        let spot = self.seats.get(seat);
        let rules = terms.game.rules();
        let Some(side) = side_wager(rules) else {
            return Vec::new();
        };
        let amount = |there: bool| if there { stake(terms) } else { Cents::ZERO };
        let side_stake = Event::Stake(seat, side, amount(spot.side));
        let ante_stake = Event::Stake(seat, Wager::Ante, amount(spot.ante));
        match (side_changed, side_is_base(rules)) {
            (true, true) => vec![side_stake, ante_stake],
            (true, false) => vec![side_stake],
            // The contact is down for Pair Plus already: it cannot tell an Ante.
            (false, true) if spot.side => vec![ante_stake],
            (false, _) => Vec::new(),
        }
    }

    /// Everything on the felt as bets.
    pub fn bets(&self, terms: &Configuration) -> Vec<Event> {
        let side = side_wager(terms.game.rules());
        let mut bets = Vec::new();
        for (seat, spot) in self.seats.iter() {
            if spot.ante {
                bets.push(Event::Stake(seat, Wager::Ante, stake(terms)));
            }
            if let Some(side) = side.filter(|_| spot.side) {
                bets.push(Event::Stake(seat, side, stake(terms)));
            }
            if spot.chips > 0 {
                bets.push(Event::Chips(seat, spot.chips));
            }
        }
        bets
    }
}
