//! The progressive wager while bets are open: chips on the coin spot, in whole units, on a hand with its
//! base wager.

use crate::prelude::*;

fn too_many(units: u8, most: u8) -> Reason {
    Reason::TooManyUnits { units, most }
}

/// THB6 ML6 ML9 TCP5 3.5.1: the player of every position of the layout can take part.
#[test]
fn open_betting_lets_every_seat_bet_the_progressive() {
    for game in MBS {
        let mut dealer = RoundDriver::open(game);
        let last = if game == Game::Ml6 { 6 } else { 7 };
        for number in 1..=last {
            dealer.does([ante(number, 10), chips(number, 1)]);
            assert_eq!(dealer.round.bet(seat(number)), Bet::Acceptable(1));
        }
        dealer.does([Event::NoMoreBets]);
        for number in 1..=last {
            assert_eq!(dealer.round.bet(seat(number)), Bet::Locked(1));
        }
    }
}

/// RWS6 2.1.1b, 3.8, THB6 ML6 TCP5 3.5.3: the chips that the coin spot sees are the wager, for the hand of
/// that box only.
#[test]
fn chips_on_the_coin_spot_are_the_progressive_wager() {
    for game in [Game::Rws6, Game::Thb6, Game::Ml6, Game::Tcp5] {
        let mut dealer = RoundDriver::open(game);
        dealer.does([ante(1, 10), ante(2, 10)]);
        assert_eq!(dealer.round.bet(Seat::One), Bet::None);
        dealer.does([chips(1, 1)]);
        assert_eq!(dealer.round.bet(Seat::One), Bet::Acceptable(1));
        dealer.does([chips(1, 0)]);
        assert_eq!(dealer.round.bet(Seat::One), Bet::None);
        dealer.does([chips(1, 1), Event::NoMoreBets]);
        dealer.finish();
        let stake = dealer.line(1, Wager::Progressive).stake;
        assert_eq!(stake, Cents::dollars(UNIT));
        let settlement = dealer.settlement();
        let other = settlement.seats.get(Seat::Two).as_ref();
        let lines = &other.expect("seat 2 is settled").wagers;
        assert!(lines.iter().all(|line| line.wager != Wager::Progressive));
    }
}

/// THB6 ML6 ML9 TCP5 5.12.2, RWS6 5.4: what goes on the meter comes from units beside their base wager; others go
/// back to their players.
#[test]
fn only_units_on_a_hand_contribute() {
    for game in Game::ALL {
        let mut dealer = RoundDriver::open(game);
        dealer.does([ante(1, 10), chips(1, 1), ante(2, 10)]);
        let rule = dealer.mbs_or_rws("5.12.1", "3.8");
        dealer.warned(chips(3, 1), Reason::BaseMissing, rule);
        dealer.does([Event::NoMoreBets]);
        let units: Vec<(Seat, u8)> = dealer.round.contributing_units().collect();
        assert_eq!(units, [(Seat::One, 1)]);
    }
}

/// ML9 3.5.3, 5.14: 1, 2, 3, 4 or 5 times the minimum, and of more chips five count.
#[test]
fn progressive_takes_one_to_five_units() {
    for units in 1..=5 {
        let mut dealer = RoundDriver::closed(Game::Ml9, [ante(1, 10), chips(1, units)]);
        assert_eq!(dealer.round.bet(Seat::One), Bet::Locked(units));
        dealer.finish();
        let stake = dealer.line(1, Wager::Progressive).stake;
        assert_eq!(stake, Cents::dollars(UNIT * u32::from(units)));
    }
    let mut dealer = RoundDriver::open(Game::Ml9);
    dealer.does([ante(1, 10)]);
    dealer.warned(chips(1, 6), too_many(6, 5), "3.5.3");
    dealer.does([Event::NoMoreBets]);
    assert_eq!(dealer.round.bet(Seat::One), Bet::Locked(5));
}

/// RWS6 3.4, 5.1.1: the prescribed amount; two chips are not the wager, and of those that lie there at the close one
/// counts.
#[test]
fn progressive_takes_the_prescribed_amount_only() {
    let mut dealer = RoundDriver::open(Game::Rws6);
    dealer.does([ante(1, 10), ante(2, 10)]);
    dealer.warned(chips(1, 2), too_many(2, 1), "3.4");
    dealer.warned(chips(2, 2), too_many(2, 1), "3.4");
    dealer.does([chips(2, 1), Event::NoMoreBets]);
    assert_eq!(dealer.round.bet(Seat::One), Bet::Locked(1));
    assert_eq!(dealer.round.bet(Seat::Two), Bet::Locked(1));
    assert_eq!(dealer.round.seats().get(Seat::One).unwrap().units, 2);
}

/// TCP5 1.1.8, THB6 ML6 ML9 1.1.10: optional, and placed before the cards are dealt.
#[test]
fn progressive_is_optional_and_closes_with_the_bets() {
    for game in MBS {
        let mut dealer = RoundDriver::closed(game, [ante(1, 10), ante(2, 10), chips(2, 1)]);
        dealer.refused(chips(1, 1), Reason::BetAfterClose, "5.5");
        dealer.finish();
        let settlement = dealer.settlement();
        let has_progressive = |seat| {
            let result = settlement.seats.get(seat).as_ref();
            let lines = result.map(|seat| &seat.wagers);
            lines.is_some_and(|lines| lines.iter().any(|line| line.wager == Wager::Progressive))
        };
        assert!(!has_progressive(Seat::One), "{game:?}");
        assert!(has_progressive(Seat::Two), "{game:?}");
    }
}

/// THB6 ML6 ML9 TCP5 3.5.2: on the hand that the player views and on one that is played blind.
#[test]
fn progressive_is_taken_on_a_blind_hand() {
    for game in MBS {
        let mut dealer = RoundDriver::open(game);
        dealer.does([player(2, 1), ante(1, 10), ante(2, 10)]);
        dealer.does([chips(1, 1), chips(2, 1), Event::NoMoreBets, viewed(1)]);
        dealer.deal();
        let royal = if game == Game::Tcp5 { "AsKsQs" } else { "AsKs" };
        dealer.does([hand(2, royal), dealer.first_raise(1), dealer.first_raise(2)]);
        if game != Game::Tcp5 {
            dealer.does([community("QsJsTs"), community("2d"), community("4c")]);
        }
        dealer.does([Event::Settle]);
        let blind = dealer.line(2, Wager::Progressive);
        assert_eq!(
            (blind.outcome, blind.pays),
            (Outcome::Win, Cents::dollars(JACKPOT))
        );
    }
}

/// THB6 ML6 ML9 TCP5 5.12.1: before the close the player places the base wager or cancels; whoever does
/// neither has no hand.
#[test]
fn lone_progressive_is_completed_or_cancelled_before_the_close() {
    for game in MBS {
        let mut dealer = RoundDriver::open(game);
        for number in [1, 2, 3] {
            dealer.warned(chips(number, 1), Reason::BaseMissing, "5.12.1");
        }
        dealer.does([ante(1, 10), chips(2, 0)]);
        assert_eq!(dealer.round.bet(Seat::One), Bet::Acceptable(1));
        assert_eq!(dealer.round.bet(Seat::Two), Bet::None);
        let lone = dealer.round.bet(Seat::Three);
        assert!(
            matches!(lone, Bet::NotAcceptable(1, refusal) if refusal.reason == Reason::BaseMissing)
        );
        dealer.does([Event::NoMoreBets]);
        dealer.refused(viewed(3), Reason::NotInRound, "3.4");
        dealer.finish();
        dealer.returns(3, UNIT, "5.12.2");
    }
    let mut dealer = RoundDriver::open(Game::Tcp5);
    dealer.warned(chips(1, 1), Reason::BaseMissing, "5.12.1");
    dealer.does([pair_plus(1, 10)]);
    assert_eq!(dealer.round.bet(Seat::One), Bet::Acceptable(1));
}

/// ML6 2.2: six positions; RWS6 2.1.1a, THB6 ML9 TCP5 2.2: seven. A seat beyond takes no wager.
#[test]
fn a_seat_beyond_the_layout_takes_no_wager() {
    let mut dealer = RoundDriver::open(Game::Ml6);
    dealer.refused(ante(7, 10), Reason::NoSuchPosition, "2.2");
    dealer.refused(chips(7, 1), Reason::NoSuchPosition, "2.2");
    for game in HOLDEM.into_iter().filter(|game| *game != Game::Ml6) {
        RoundDriver::open(game).does([ante(7, 10), chips(7, 1)]);
    }
}
