//! The table's minimum and maximum: what is put right before the close, what is settled once, and what
//! earlier rounds leave behind.

use shared_rules::wagers::{Limit, Limits};

use crate::prelude::*;

/// A table for $10 to $100 with the first round open.
fn table(game: Game) -> RoundDriver {
    let mut dealer = RoundDriver::with_limits(game, 10, 100);
    dealer.does([Event::PlaceYourBets]);
    dealer
}

/// Another round in which seat 1 has an Ante of $5, up to its payment.
fn round_under_the_minimum(dealer: &mut RoundDriver) {
    dealer.does([Event::PlaceYourBets]);
    dealer.warned(ante(1, 5), Reason::UnderMinimum(Wager::Ante), "3.4");
    dealer.does([Event::NoMoreBets]);
    dealer.finish();
}

/// A table at which seat 1 had an Ante under the minimum in the first round.
fn after_one_under_the_minimum(game: Game) -> RoundDriver {
    let mut dealer = RoundDriver::with_limits(game, 10, 100);
    round_under_the_minimum(&mut dealer);
    dealer
}

/// RWS6 5.1: an excess that is noticed before the close is rejected.
#[test]
fn excess_over_the_maximum_is_rejected_before_the_close() {
    let mut dealer = table(Game::Rws6);
    dealer.warned(ante(1, 101), Reason::OverMaximum(Wager::Ante), "5.1");
    dealer.does([ante(1, 100)]);
    dealer.warned(bonus(1, 150), Reason::OverMaximum(Wager::Bonus), "5.1");
    dealer.does([bonus(1, 100), Event::NoMoreBets]);
    dealer.finish();
    for wager in [Wager::Ante, Wager::Bonus] {
        let line = dealer.line(1, wager);
        assert_eq!(
            (line.stake, line.excess),
            (Cents::dollars(100), Cents::ZERO)
        );
    }
}

/// RWS6 5.2: whoever is under the minimum may increase or withdraw before the close.
#[test]
fn under_minimum_is_raised_or_withdrawn_before_the_close() {
    let mut dealer = table(Game::Rws6);
    for number in [1, 2] {
        dealer.warned(ante(number, 5), Reason::UnderMinimum(Wager::Ante), "5.2");
    }
    dealer.does([ante(1, 10), ante(2, 0), Event::NoMoreBets]);
    dealer.refused(viewed(2), Reason::NotInRound, "3.6");
    dealer.finish();
    dealer.settles(1, Wager::Ante, 10, Outcome::Lose, "3.14");
}

/// THB6 ML6 ML9 TCP5 5.13: the first wager under the minimum is settled, all later ones are returned, and
/// one within the limits is settled as ever.
#[test]
fn under_minimum_is_settled_once_then_returned() {
    for game in MBS {
        let mut dealer = after_one_under_the_minimum(game);
        dealer.settles(1, Wager::Ante, 5, Outcome::Lose, dealer.lost_rule());
        for _ in 0..2 {
            round_under_the_minimum(&mut dealer);
            dealer.settles(1, Wager::Ante, 5, Outcome::Returned, "5.13");
        }
        dealer.does([Event::PlaceYourBets, ante(1, 10), Event::NoMoreBets]);
        dealer.finish();
        dealer.settles(1, Wager::Ante, 10, Outcome::Lose, dealer.lost_rule());
    }
    bonus_under_the_minimum_is_settled_once();
    pair_plus_under_the_minimum_is_settled_once();
}

/// THB6 ML6 ML9 TCP5 5.13: a winning wager under the minimum is paid once, and returned from then on.
#[test]
fn winning_wager_under_the_minimum_is_paid_once() {
    for game in MBS {
        let mut dealer = RoundDriver::with_limits(game, 10, 100);
        let won = if game == Game::Tcp5 {
            "3.12.1"
        } else {
            "3.10.2"
        };
        for (outcome, rule) in [(Outcome::Win, won), (Outcome::Returned, "5.13")] {
            dealer.does([Event::PlaceYourBets]);
            dealer.warned(ante(1, 5), Reason::UnderMinimum(Wager::Ante), "3.4");
            dealer.does([Event::NoMoreBets]);
            match game {
                Game::Tcp5 => dealer.does([hand(1, "AcAdKd"), dealer_hand("Qh5s9c")]),
                // A straight, with which the Ante wins too.
                _ => dealer.does([hand(1, "8cTs"), dealer_hand("3h4s")]),
            }
            dealer.settle();
            dealer.does([Event::Paid]);
            dealer.settles(1, Wager::Ante, 5, outcome, rule);
        }
    }
}

/// THB6 ML6 ML9 TCP5 5.13 "paid ... collected one time only": a stand-off is neither, so the next wager under the
/// minimum is still the first that is settled.
#[test]
fn stand_off_under_the_minimum_does_not_use_up_the_one_time() {
    for game in MBS {
        let mut dealer = RoundDriver::with_limits(game, 10, 100);
        dealer.does([Event::PlaceYourBets]);
        dealer.warned(ante(1, 5), Reason::UnderMinimum(Wager::Ante), "3.4");
        dealer.does([Event::NoMoreBets]);
        match game {
            Game::Tcp5 => dealer.does([hand(1, "AcKd9h"), dealer_hand("AdKh9c")]),
            _ => dealer.does([hand(1, "AcQd"), dealer_hand("AdQh")]),
        }
        dealer.settle();
        dealer.does([Event::Paid]);
        assert_eq!(dealer.line(1, Wager::Ante).outcome, Outcome::Push);
        for outcome in [Outcome::Lose, Outcome::Returned] {
            round_under_the_minimum(&mut dealer);
            assert_eq!(dealer.line(1, Wager::Ante).outcome, outcome, "{game:?}");
        }
    }
}

/// THB6 ML6 ML9 3.10.2, 5.13: a winning hand below a straight leaves its Ante standing off: not paid, not used up.
#[test]
fn ante_that_stands_off_with_a_winning_hand_is_not_used_up() {
    for game in MBS_HOLDEM {
        let mut dealer = RoundDriver::with_limits(game, 10, 100);
        dealer.does([Event::PlaceYourBets]);
        dealer.warned(ante(1, 5), Reason::UnderMinimum(Wager::Ante), "3.4");
        dealer.does([Event::NoMoreBets, hand(1, "AcAd"), dealer_hand("3h8s")]);
        dealer.settle();
        dealer.does([Event::Paid]);
        dealer.settles(1, Wager::Ante, 5, Outcome::Push, "3.10.2");
        dealer.settles(1, Wager::Flop, 10, Outcome::Win, "3.10.2");
        round_under_the_minimum(&mut dealer);
        dealer.settles(1, Wager::Ante, 5, Outcome::Lose, "3.10.3");
    }
}

/// THB6 ML6 TCP5 5.14, RWS6 5.1.1, ML9 5.14: more chips than the game takes: the maximum counts, the excess goes back
/// and is in the settlement; before the close the seat is warned.
#[test]
fn chips_over_the_most_that_the_game_takes_go_back() {
    for game in Game::ALL {
        let most = game.rules().units_max;
        let mut dealer = RoundDriver::open(game);
        dealer.does([ante(1, 10), ante(2, 10), chips(2, most)]);
        let too_many = Reason::TooManyUnits {
            units: most + 2,
            most,
        };
        let units = dealer.mbs_or_rws("3.4.2", "3.4");
        let units = if game == Game::Ml9 { "3.5.3" } else { units };
        dealer.warned(chips(1, most + 2), too_many, units);
        dealer.does([Event::NoMoreBets]);
        assert_eq!(dealer.round.bet(Seat::One), Bet::Locked(most));
        let counted: Vec<_> = dealer.round.contributing_units().collect();
        assert_eq!(counted, [(Seat::One, most), (Seat::Two, most)]);
        dealer.finish();
        let line = dealer.line(1, Wager::Progressive);
        let dollars = |units: u8| Cents::dollars(UNIT * u32::from(units));
        assert_eq!((line.stake, line.excess), (dollars(most), dollars(2)));
        assert_eq!(line.outcome, Outcome::Lose);
        assert_eq!(line.rule, dealer.line(2, Wager::Progressive).rule);
    }
}

/// THB6 ML6 ML9 5.13: the Ante beside it is not under the minimum, and is settled both times.
fn bonus_under_the_minimum_is_settled_once() {
    for game in MBS_HOLDEM {
        let mut dealer = RoundDriver::with_limits(game, 10, 100);
        for (outcome, rule) in [(Outcome::Lose, "3.10.3"), (Outcome::Returned, "5.13")] {
            dealer.does([Event::PlaceYourBets, ante(1, 10)]);
            dealer.warned(bonus(1, 5), Reason::UnderMinimum(Wager::Bonus), "3.4");
            dealer.does([Event::NoMoreBets]);
            dealer.finish();
            dealer.settles(1, Wager::Bonus, 5, outcome, rule);
            dealer.settles(1, Wager::Ante, 10, Outcome::Lose, "3.10.3");
        }
    }
}

/// THB6 ML6 ML9 TCP5 5.13: a wager of the minimum is not under it, and the next one is the first.
#[test]
fn a_wager_of_the_minimum_is_not_under_it() {
    for game in MBS {
        let mut dealer = table(game);
        dealer.does([ante(1, 10), Event::NoMoreBets]);
        dealer.finish();
        round_under_the_minimum(&mut dealer);
        dealer.settles(1, Wager::Ante, 5, Outcome::Lose, dealer.lost_rule());
    }
}

/// THB6 3.4, TCP5 3.4: Bonus and Pair Plus have minimums of their own, here above the Ante's.
#[test]
fn each_wager_has_limits_of_its_own() {
    let from = |dollars| Limit {
        min: Cents::dollars(dollars),
        max: None,
    };
    let limits = Limits {
        ante: from(10),
        bonus: from(20),
        pair_plus: from(20),
    };
    for (game, stake, wager) in [
        (Game::Thb6, bonus(1, 15), Wager::Bonus),
        (Game::Tcp5, pair_plus(1, 15), Wager::PairPlus),
    ] {
        let mut dealer = RoundDriver::within(game, limits);
        dealer.does([Event::PlaceYourBets, ante(1, 15)]);
        dealer.warned(stake, Reason::UnderMinimum(wager), "3.4");
    }
}

/// TCP5 5.13.
fn pair_plus_under_the_minimum_is_settled_once() {
    let mut dealer = RoundDriver::with_limits(Game::Tcp5, 10, 100);
    for (outcome, rule) in [(Outcome::Lose, "4.3"), (Outcome::Returned, "5.13")] {
        dealer.does([Event::PlaceYourBets]);
        dealer.warned(
            pair_plus(1, 5),
            Reason::UnderMinimum(Wager::PairPlus),
            "3.4",
        );
        dealer.does([Event::NoMoreBets]);
        dealer.finish();
        dealer.settles(1, Wager::PairPlus, 5, outcome, rule);
    }
}

/// THB6 ML6 ML9 TCP5 5.13: with an Ante that is returned goes the raise on it.
#[test]
fn raise_on_a_returned_ante_is_returned() {
    for game in MBS {
        let mut dealer = after_one_under_the_minimum(game);
        round_under_the_minimum(&mut dealer);
        let (raise, dollars) = match game {
            Game::Tcp5 => (Wager::Play, 5),
            _ => (Wager::Flop, 10),
        };
        dealer.settles(1, raise, dollars, Outcome::Returned, "5.13");
    }
}

/// TCP5 3.4, 5.13: Pair Plus needs no Ante, and is settled beside one that is returned.
#[test]
fn pair_plus_beside_a_returned_ante_is_settled() {
    let mut dealer = after_one_under_the_minimum(Game::Tcp5);
    dealer.does([Event::PlaceYourBets, pair_plus(1, 10)]);
    dealer.warned(ante(1, 5), Reason::UnderMinimum(Wager::Ante), "3.4");
    dealer.does([Event::NoMoreBets]);
    dealer.finish();
    dealer.settles(1, Wager::Ante, 5, Outcome::Returned, "5.13");
    dealer.settles(1, Wager::PairPlus, 10, Outcome::Lose, "4.3");
}

/// THB6 ML6 ML9 TCP5 5.13: "by the same Player": another player's first one is settled.
#[test]
fn under_minimum_of_another_player_is_settled() {
    for game in MBS {
        let mut dealer = after_one_under_the_minimum(game);
        dealer.does([player(1, 9)]);
        round_under_the_minimum(&mut dealer);
        dealer.settles(1, Wager::Ante, 5, Outcome::Lose, dealer.lost_rule());
    }
}

/// THB6 ML6 ML9 TCP5 5.13: "all future wagers by the same Player": at another seat as well.
#[test]
fn under_minimum_follows_the_player_to_another_seat() {
    for game in MBS {
        let mut dealer = after_one_under_the_minimum(game);
        dealer.does([player(2, 1), Event::PlaceYourBets]);
        dealer.warned(ante(2, 5), Reason::UnderMinimum(Wager::Ante), "3.4");
        dealer.does([Event::NoMoreBets]);
        dealer.finish();
        dealer.settles(2, Wager::Ante, 5, Outcome::Returned, "5.13");
    }
}

/// THB6 ML6 ML9 TCP5 5.13: a player who leaves the seat and comes back is the same player.
#[test]
fn under_minimum_is_remembered_of_a_player_who_comes_back() {
    for game in MBS {
        let mut dealer = after_one_under_the_minimum(game);
        dealer.does([player(1, 9), player(1, 1)]);
        round_under_the_minimum(&mut dealer);
        dealer.settles(1, Wager::Ante, 5, Outcome::Returned, "5.13");
    }
}

/// THB6 ML6 ML9 TCP5 5.13: only a wager that was paid or collected was the first; one that was returned
/// with an invalid hand (5.7) or a void round (5.3) was not.
#[test]
fn under_minimum_that_was_returned_does_not_count() {
    for game in MBS {
        for undo in [
            Event::Invalidate(1, Seat::One, HandFault::WrongCount),
            Event::Void(1, VoidCause::DealerCount),
        ] {
            let mut dealer = after_one_under_the_minimum(game);
            dealer
                .round
                .step(&undo)
                .expect("the next round has not commenced");
            round_under_the_minimum(&mut dealer);
            dealer.settles(1, Wager::Ante, 5, Outcome::Lose, dealer.lost_rule());
        }
    }
}

/// THB6 ML6 ML9 TCP5 5.15: what broke the limits in an earlier round is settled for good.
#[test]
fn limits_broken_in_earlier_rounds_stay_settled() {
    for game in MBS {
        let mut dealer = table(game);
        dealer.warned(ante(1, 200), Reason::OverMaximum(Wager::Ante), "3.4");
        dealer.warned(ante(2, 5), Reason::UnderMinimum(Wager::Ante), "3.4");
        dealer.does([Event::NoMoreBets]);
        dealer.finish();
        dealer.settles(1, Wager::Ante, 100, Outcome::Lose, dealer.lost_rule());
        dealer.settles(2, Wager::Ante, 5, Outcome::Lose, dealer.lost_rule());
        dealer.does([Event::PlaceYourBets]);
        let void = Event::Void(1, VoidCause::ForeignCard);
        dealer.refused(void, Reason::EarlierRound, "5.1.2");
        for number in [1, 2] {
            let fault = Event::Invalidate(1, seat(number), HandFault::WrongCount);
            dealer.refused(fault, Reason::EarlierRound, "5.1.2");
        }
    }
}
