//! A random round with the amounts of an ordinary evening, to look at. The rounds for tests have amounts
//! that nobody would place.

use simulator::rounds::{JackpotFields, RoundFields, Rounds, SeatFields};

const ANTE: u64 = 2_500;
const SIDE_BET: u64 = 500;
const UNIT: u64 = 500;

/// The round of this game and seed.
pub fn ordinary_round(game: &str, seed: u64) -> RoundFields {
    let mut round = Rounds::new(seed).next(game);
    round.readings = None;
    round.limits = None;
    round.unit = Some(UNIT);
    round.jackpot = Some(JackpotFields {
        meter: Some(12_345_678),
        reset: Some(5_000_000),
        contribution_bp: Some(2_000),
        reserve_bp: Some(300),
    });
    round.seats.iter_mut().for_each(ordinary_stakes);
    round
}

/// The same wagers, each with its usual amount.
fn ordinary_stakes(seat: &mut SeatFields) {
    let usual = [
        (&mut seat.ante, ANTE),
        (&mut seat.bonus, SIDE_BET),
        (&mut seat.flop, 2 * ANTE),
        (&mut seat.turn, ANTE),
        (&mut seat.river, ANTE),
        (&mut seat.play, ANTE),
        (&mut seat.pair_plus, SIDE_BET),
    ];
    for (stake, amount) in usual {
        *stake = stake.filter(|stake| *stake > 0).map(|_| amount);
    }
}
