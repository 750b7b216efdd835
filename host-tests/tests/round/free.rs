//! Free seats: their player may put chips down while bets are open, or take all chips away after the close.

use shared_rules::round::PlayerHold;

use crate::prelude::*;

#[test]
fn a_seat_is_free_while_its_player_may_bet() {
    let mut dealer = RoundDriver::open(Game::Thb6);
    assert_eq!(dealer.round.free_seats(), SeatSet::ALL);
    let hold = |hold| Event::HoldPlayer(Player(3), hold);
    dealer.does([hold(PlayerHold::Barred)]);
    assert_eq!(dealer.round.free_seats(), SeatSet::ALL.without(seats(&[3])));
    dealer.does([hold(PlayerHold::Lifted)]);
    assert_eq!(dealer.round.free_seats(), SeatSet::ALL);
}

/// Chips over the game's most, without an Ante or with a hand that went back are not at stake (ML6 5.14, 5.12.2, 5.3).
#[test]
fn chips_that_are_not_at_stake_are_free_after_the_close() {
    let mut dealer = RoundDriver::open(Game::Ml6);
    let bets = [ante(1, 10), chips(1, 3), chips(2, 1), ante(3, 10)];
    for event in bets.into_iter().chain([Event::NoMoreBets]) {
        let taken = dealer.round.step(&event);
        assert!(taken.is_ok(), "{event:?}: {taken:?}");
    }
    let at_stake = |dealer: &RoundDriver| Seat::ALL.map(|seat| dealer.round.units_at_stake(seat));
    assert_eq!(at_stake(&dealer), [1, 0, 0, 0, 0, 0, 0]);
    assert_eq!(dealer.round.free_seats(), SeatSet::ALL.without(seats(&[1])));
    dealer.does([Event::Invalidate(1, Seat::One, HandFault::WrongCount)]);
    assert_eq!(at_stake(&dealer), [0; 7]);
    assert_eq!(dealer.round.free_seats(), SeatSet::ALL);
    let five = RoundDriver::closed(Game::Ml9, [ante(2, 10), chips(2, 5)]);
    assert_eq!(at_stake(&five), [0, 5, 0, 0, 0, 0, 0]);
}

#[test]
fn nothing_is_free_between_rounds() {
    let dealer = RoundDriver::new(Game::Thb6);
    assert_eq!(dealer.round.free_seats(), SeatSet::EMPTY);
}

#[test]
fn viewed_hands_are_known() {
    let bets = [ante(1, 10), ante(4, 10)];
    let mut dealer = RoundDriver::closed(Game::Thb6, bets);
    dealer.does([viewed(4)]);
    assert_eq!(dealer.round.viewed_seats(), seats(&[4]));
}
