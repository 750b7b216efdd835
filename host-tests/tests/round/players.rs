//! Players: the house bars one or holds one to a single position, the seats of one player are told to the table, and a
//! player who controls several hands by mistake.

use shared_rules::round::PlayerHold;

use crate::prelude::*;

fn hold(number: u8, hold: PlayerHold) -> Event {
    Event::HoldPlayer(Player(number), hold)
}

/// The paragraphs about a barred player and about one who is held to one position; RWS6 leaves both to its shift
/// manager (5.23).
fn rules(dealer: &RoundDriver) -> (&'static str, &'static str) {
    (
        dealer.mbs_or_rws("5.9", "5.23"),
        dealer.mbs_or_rws("3.4.3", "5.23"),
    )
}

/// THB6 ML6 ML9 TCP5 5.9: prohibited from further play, from the next bet on and at every seat, until it is lifted;
/// the hand in play goes back only by a decision of its own.
#[test]
fn a_barred_player_places_no_bet_until_it_is_lifted() {
    for game in Game::ALL {
        let mut dealer = RoundDriver::open(game);
        let (barred, _) = rules(&dealer);
        dealer.does([player(3, 2), ante(1, 10), ante(2, 10), Event::NoMoreBets]);
        dealer.does([hold(2, PlayerHold::Barred)]);
        dealer.finish();
        assert_eq!(dealer.line(2, Wager::Ante).outcome, Outcome::Lose);
        dealer.does([Event::PlaceYourBets, ante(1, 10)]);
        for number in [2, 3] {
            dealer.refused(ante(number, 10), Reason::PlayerBarred, barred);
            dealer.refused(chips(number, 1), Reason::PlayerBarred, barred);
            assert_eq!(dealer.round.bet(seat(number)), Bet::None);
        }
        dealer.does([hold(2, PlayerHold::Lifted), ante(2, 10), ante(3, 10)]);
    }
}

/// THB6 ML6 ML9 TCP5 5.9: the wagers of every hand go back, and the player places no more.
#[test]
fn a_player_who_shows_the_hand_is_barred_and_paid_back() {
    for game in MBS {
        let mut dealer = RoundDriver::open(game);
        dealer.does([player(3, 2), ante(1, 10), ante(2, 10), chips(2, 1)]);
        dealer.does([ante(3, 10), Event::NoMoreBets]);
        let shown = Event::Invalidate(1, seat(2), HandFault::NotConfidential);
        dealer.invalidates(shown, &[2, 3], "5.9");
        dealer.does([hold(2, PlayerHold::Barred)]);
        dealer.finish();
        dealer.returns(2, 10 + UNIT, "5.9");
        dealer.returns(3, 10, "5.9");
        dealer.does([Event::PlaceYourBets, ante(1, 10)]);
        dealer.refused(ante(2, 10), Reason::PlayerBarred, "5.9");
        dealer.refused(chips(3, 1), Reason::PlayerBarred, "5.9");
    }
}

/// THB6 ML6 ML9 TCP5 5.10.3: a player who attempts to control several hands is stopped: held to one position, or barred.
#[test]
fn a_player_who_controls_several_hands_is_stopped() {
    for game in MBS {
        for (stop, seats, reason, rule) in [
            (PlayerHold::OneSeat, 2..=2, Reason::HeldToOneSeat, "3.4.3"),
            (PlayerHold::Barred, 1..=2, Reason::PlayerBarred, "5.9"),
        ] {
            let mut dealer = RoundDriver::open(game);
            dealer.does([player(1, 9), player(2, 9), ante(1, 10), ante(2, 10)]);
            dealer.does([Event::NoMoreBets]);
            dealer.invalidates(Event::SeveralHands(Player(9)), &[2], "5.10.2");
            dealer.does([hold(9, stop)]);
            dealer.finish();
            dealer.does([Event::PlaceYourBets, ante(3, 10)]);
            if stop == PlayerHold::OneSeat {
                dealer.does([ante(1, 10)]);
            }
            for number in seats {
                dealer.refused(ante(number, 10), reason, rule);
            }
        }
    }
}

/// THB6 ML6 ML9 TCP5 5.9: a bet that lies there while bets are open leaves the round.
#[test]
fn barring_a_player_while_bets_are_open_takes_the_bets_out() {
    for game in MBS {
        let mut dealer = RoundDriver::open(game);
        dealer.does([ante(1, 10), ante(2, 10), chips(2, 1)]);
        dealer.does([hold(2, PlayerHold::Barred), Event::NoMoreBets]);
        dealer.refused(viewed(2), Reason::NotInRound, "3.4");
        dealer.finish();
    }
}

/// THB6 ML6 ML9 TCP5 3.4.3, 5.10.3: one position at a time, whichever comes first; another player may bet beside.
#[test]
fn a_player_held_to_one_position_bets_at_no_second_one() {
    for game in Game::ALL {
        let mut dealer = RoundDriver::new(game);
        let (_, one_seat) = rules(&dealer);
        dealer.does([player(1, 9), player(2, 9), hold(9, PlayerHold::OneSeat)]);
        dealer.does([Event::PlaceYourBets, ante(2, 10), chips(2, 1), ante(3, 10)]);
        dealer.refused(ante(1, 10), Reason::HeldToOneSeat, one_seat);
        dealer.refused(chips(1, 1), Reason::HeldToOneSeat, one_seat);
        dealer.refused(player(3, 9), Reason::HeldToOneSeat, one_seat);
        // The position is free to change before the close.
        dealer.does([ante(2, 0), chips(2, 0), ante(1, 10), Event::NoMoreBets]);
        dealer.refused(
            viewed(2),
            Reason::NotInRound,
            dealer.mbs_or_rws("3.4", "3.6"),
        );
    }
}

/// THB6 ML6 ML9 TCP5 3.4.3: of the positions that are bet on when the decision is made, the first stays.
#[test]
fn holding_a_player_to_one_position_keeps_the_first() {
    for game in Game::ALL {
        let mut dealer = RoundDriver::open(game);
        dealer.does([
            player(1, 9),
            player(3, 9),
            ante(1, 10),
            ante(2, 10),
            ante(3, 10),
        ]);
        dealer.does([hold(9, PlayerHold::OneSeat), Event::NoMoreBets]);
        dealer.does([viewed(1), viewed(2)]);
        dealer.refused(
            viewed(3),
            Reason::NotInRound,
            dealer.mbs_or_rws("3.4", "3.6"),
        );
    }
}

/// THB6 5.9, 3.4.3: one decision replaces the other, nobody is lifted twice, and there is an end to the list.
#[test]
fn the_list_of_players_who_are_held_has_an_end() {
    let mut dealer = RoundDriver::new(Game::Thb6);
    dealer.refused(hold(1, PlayerHold::Lifted), Reason::NothingToRule, "5.9");
    for number in 1..=14 {
        dealer.does([hold(number, PlayerHold::OneSeat)]);
    }
    dealer.refused(hold(15, PlayerHold::Barred), Reason::TooManyHeld, "6.1");
    dealer.does([hold(14, PlayerHold::Barred), hold(13, PlayerHold::Lifted)]);
    dealer.refused(hold(13, PlayerHold::Lifted), Reason::NothingToRule, "5.9");
    assert_eq!(dealer.round.hold_of(Player(14)), Some(PlayerHold::Barred));
    assert_eq!(dealer.round.hold_of(Player(13)), None);
    dealer.does([hold(15, PlayerHold::Barred)]);
}

/// THB6 ML6 ML9 TCP5 5.10, 5.10.1 "one or more hands viewed": every viewed hand plays on, those not viewed are invalid,
/// and the hands of several players are told apart.
#[test]
fn several_viewed_hands_of_one_player_play_on() {
    for game in MBS {
        let mut dealer = RoundDriver::open(game);
        for number in [1, 2, 4] {
            dealer.does([player(number, 9)]);
        }
        for number in 1..=5 {
            dealer.does([ante(number, 10), chips(number, 1)]);
        }
        dealer.does([Event::NoMoreBets, viewed(2), viewed(4), viewed(5)]);
        dealer.invalidates(Event::SeveralHands(Player(9)), &[1], "5.10.1");
        dealer.finish();
        dealer.returns(1, 10 + UNIT, "5.10.1");
        for number in 2..=5 {
            assert_eq!(dealer.line(number, Wager::Ante).outcome, Outcome::Lose);
        }
    }
}

/// THB6 ML6 ML9 TCP5 5.10.2: the hand first dealt is the first in the order of dealing, whatever seat was bet on first.
#[test]
fn the_hand_first_dealt_is_not_the_one_first_bet_on() {
    for game in MBS {
        let mut dealer = RoundDriver::open(game);
        dealer.does([player(5, 9), player(2, 9), player(3, 9)]);
        dealer.does([ante(5, 10), ante(3, 10), ante(2, 10), ante(1, 10)]);
        dealer.does([Event::NoMoreBets, viewed(1)]);
        dealer.invalidates(Event::SeveralHands(Player(9)), &[3, 5], "5.10.2");
    }
}

/// THB6 6.1, RWS6 5.23: the shift manager rules about one hand while the round is played, and not once it is paid.
#[test]
fn the_shift_manager_rules_about_one_hand() {
    for game in Game::ALL {
        let ruled = Event::Invalidate(1, seat(1), HandFault::ShiftManager);
        let mut dealer = RoundDriver::dealt(game, [ante(1, 10), chips(1, 1), ante(2, 10)]);
        let rule = dealer.mbs_or_rws("6.1", "5.23");
        dealer.invalidates(ruled.clone(), &[1], rule);
        dealer.settle();
        dealer.returns(1, 10 + UNIT, rule);
        assert_eq!(dealer.line(2, Wager::Ante).outcome, Outcome::Lose);
        let mut paid = RoundDriver::closed(game, [ante(1, 10)]);
        paid.finish();
        paid.refused(ruled, Reason::RoundConcluded, rule);
    }
}

/// THB6 ML6 ML9 TCP5 5.7.1: the house permits a withdrawal to the seats that it names, and nobody is asked by itself.
#[test]
fn only_the_seats_that_the_house_names_may_withdraw() {
    let wrong = || Event::Invalidate(1, seat(1), HandFault::WrongCount);
    let permit = |numbers: &[u8]| Event::PermitWithdrawal(simulator::round_driver::seats(numbers));
    for game in MBS {
        let wagers = [ante(1, 10), ante(2, 10), ante(3, 10)];
        let mut dealer = RoundDriver::dealt(game, wagers.clone());
        dealer.refused(permit(&[2]), Reason::NoOption, "5.7.1");
        dealer.invalidates(wrong(), &[1], "5.7");
        dealer.asks(permit(&[1, 2, 6]), &[2], "5.7.1");
        dealer.refused(permit(&[1]), Reason::NotInRound, "5.7.1");
        dealer.does([play_on(2)]);
        dealer.settle();
        // Until the next round commences, like the irregularity itself.
        dealer.does([Event::Paid]);
        dealer.asks(permit(&[3]), &[3], "5.7.1");
        let mut unnamed = RoundDriver::dealt(game, wagers);
        unnamed.invalidates(wrong(), &[1], "5.7");
        unnamed.settle();
    }
    let mut dealer = RoundDriver::dealt(Game::Rws6, [ante(1, 10), ante(2, 10)]);
    dealer.invalidates(wrong(), &[1], "5.15");
    dealer.refused(permit(&[2]), Reason::NotProvided, "5.23");
}
