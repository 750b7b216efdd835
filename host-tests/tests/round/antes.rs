//! The Antes after the close: which of them nobody may move.

use crate::prelude::*;

/// THB6 ML6 ML9 TCP5 5.6, 3.9.1, 5.11, RWS6 5.11, 3.11.2a, 5.5: from the close to the settlement, with or without a
/// progressive wager.
#[test]
fn an_ante_is_at_stake_until_it_is_lost_or_goes_back() {
    for game in Game::ALL {
        let mut dealer = RoundDriver::open(game);
        dealer.does([ante(1, 10), chips(1, 1), ante(2, 10), ante(3, 10)]);
        assert_eq!(dealer.round.antes_at_stake(), SeatSet::EMPTY, "{game:?}");
        dealer.does([Event::NoMoreBets]);
        dealer.deal();
        assert_eq!(dealer.round.antes_at_stake(), seats(&[1, 2, 3]));
        dealer.does([fold(1)]);
        assert_eq!(dealer.round.antes_at_stake(), seats(&[2, 3]), "{game:?}");
        let _ = dealer.round.step(&absent(2));
        assert_eq!(dealer.round.antes_at_stake(), seats(&[3]), "{game:?}");
        dealer.settle();
        assert_eq!(dealer.round.antes_at_stake(), SeatSet::EMPTY, "{game:?}");
    }
}

/// TCP5 3.9.1.1: Pair Plus lies on the same spot. Without an Ante it is watched; beside a folded Ante the dealer takes
/// the one and leaves the other.
#[test]
fn pair_plus_alone_is_watched_like_an_ante() {
    let wagers = [pair_plus(1, 10), ante(2, 10), pair_plus(2, 10)];
    let mut dealer = RoundDriver::dealt(Game::Tcp5, wagers);
    assert_eq!(dealer.round.antes_at_stake(), seats(&[1, 2]));
    dealer.does([fold(2)]);
    assert_eq!(dealer.round.antes_at_stake(), seats(&[1]));
}
