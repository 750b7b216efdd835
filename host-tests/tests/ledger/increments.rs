//! No play puts more on the meter than its spots can hold, whatever the felt, the console or an entry says: there is
//! no excessive increment to look for afterwards (NZ 2003).

use shared_rules::round::{LockedBets, SeatBets};

use crate::prelude::*;

/// Of each dollar 10 cents go on the meter and 2 into the reserve, in micro-cents.
const SHARES_OF_A_DOLLAR: u64 = 12_000_000;

/// What has gone on all meters so far.
fn contributions(keeper: &LedgerDriver) -> u64 {
    keeper.table().totals().contributions.get()
}

/// The most that a round can put there: every position of the layout with the most units that the game takes.
fn most(game: Game) -> u64 {
    let configuration = house(game);
    let units = configuration.seats.iter().count() as u64 * u64::from(game.rules().units_max);
    units * configuration.unit.get() / 100 * SHARES_OF_A_DOLLAR
}

#[test]
fn the_fullest_table_puts_on_what_its_spots_hold() {
    for game in Game::ALL {
        let mut keeper = LedgerDriver::at(game);
        keeper.does([Event::PlaceYourBets]);
        for seat in house(game).seats.iter() {
            let number = seat.number();
            keeper.does([ante(number, 10), chips(number, game.rules().units_max)]);
        }
        keeper.does([Event::NoMoreBets]);
        assert_eq!(contributions(&keeper), most(game), "{game:?}");
    }
}

/// One unit over the game's most, and every larger number: the most counts, as a bet and as an entry (THB6 5.14, RWS6
/// 5.1.1).
#[test]
fn units_over_the_most_put_the_most_on_the_meter() {
    for game in Game::ALL {
        for units in game.rules().units_max + 1..=u8::MAX {
            let mut open = LedgerDriver::at(game);
            open.does([Event::PlaceYourBets, ante(1, 10)]);
            let mut bet = open.clone();
            bet.does([chips(1, units), Event::NoMoreBets]);
            let one_seat = most(game) / house(game).seats.iter().count() as u64;
            assert_eq!(contributions(&bet), one_seat, "{game:?}, {units} units");

            let locked = house(game).seats.iter().map(|seat| SeatBets {
                seat,
                ante: Cents::dollars(10),
                bonus: Cents::ZERO,
                pair_plus: Cents::ZERO,
                units,
            });
            let locked: LockedBets = locked.collect();
            open.ledger
                .apply(&Entry::Locked(locked))
                .expect("an entry that a round takes");
            assert_eq!(contributions(&open), most(game), "{game:?}, {units} units");
        }
    }
}
