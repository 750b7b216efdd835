//! Hands that drop out of a round: a wrong number of cards, a player who is barred, several hands of one
//! player, and a player who is not there.

use crate::prelude::*;

/// The hand of a seat of the first round is at fault.
fn fault(number: u8, fault: HandFault) -> Event {
    Event::Invalidate(1, seat(number), fault)
}

/// Seats 1, 2 and 3, each with an Ante of $10 and one unit, seats 2 and 3 of one player.
fn one_player_at_two_and_three(game: Game) -> RoundDriver {
    let mut dealer = RoundDriver::open(game);
    dealer.does([player(2, 2), player(3, 2)]);
    for number in [1, 2, 3] {
        dealer.does([ante(number, 10), chips(number, 1)]);
    }
    dealer.does([Event::NoMoreBets]);
    dealer
}

/// THB6 ML6 ML9 TCP5 5.7, RWS6 5.15: removed from play and returned, until the next round commences.
#[test]
fn wrong_number_of_cards_invalidates_the_hand() {
    for game in Game::ALL {
        let wagers = [ante(1, 10), chips(1, 1), ante(2, 10)];
        let mut dealer = RoundDriver::open(game);
        let close = dealer.mbs_or_rws("3.2", "3.10");
        let wrong = fault(1, HandFault::WrongCount);
        dealer.refused(wrong.clone(), Reason::CardsBeforeClose, close);
        let mut playing = RoundDriver::closed(game, wagers.clone());
        let mut paid = RoundDriver::closed(game, wagers);
        paid.finish();
        let raised = if game == Game::Tcp5 { 10 } else { 20 };
        let rule = dealer.mbs_or_rws("5.7", "5.15");
        for (dealer, dollars) in [(&mut playing, 10 + UNIT), (&mut paid, 10 + UNIT + raised)] {
            dealer.invalidates(wrong.clone(), &[1], rule);
            let needed = dealer.mbs_or_rws("3.4", "3.6");
            dealer.refused(wrong.clone(), Reason::NotInRound, needed);
            assert_eq!(dealer.round.asked(), SeatSet::EMPTY);
            if dealer.record(2).stakes.flop.is_zero() && dealer.record(2).stakes.play.is_zero() {
                dealer.finish();
            }
            dealer.returns(1, dollars, rule);
            assert_eq!(dealer.line(2, Wager::Ante).outcome, Outcome::Lose);
        }
    }
}

/// THB6 ML6 ML9 TCP5 5.7, RWS6 5.15: not once the next round has commenced.
#[test]
fn wrong_number_of_cards_is_no_matter_in_the_next_round() {
    for game in Game::ALL {
        let mut next = RoundDriver::closed(game, [ante(1, 10)]);
        next.finish();
        next.does([Event::PlaceYourBets]);
        let stands = next.mbs_or_rws("5.1.2", "5.19");
        let wrong = fault(1, HandFault::WrongCount);
        next.refused(wrong, Reason::EarlierRound, stands);
    }
}

/// THB6 ML6 ML9 TCP5 5.7.1: those with the right number of cards may withdraw, each for themselves.
#[test]
fn others_may_withdraw_after_a_wrong_hand() {
    for game in MBS {
        let wagers = [ante(1, 10), ante(2, 10), chips(2, 1), ante(3, 10)];
        let mut dealer = RoundDriver::closed(game, wagers);
        dealer.refused(withdraw(2), Reason::NoOption, "5.7.1");
        dealer.invalidates(fault(1, HandFault::WrongCount), &[1], "5.7");
        assert_eq!(dealer.round.asked(), SeatSet::EMPTY);
        dealer.asks(Event::PermitWithdrawal(seats(&[2, 3])), &[2, 3], "5.7.1");
        dealer.refused(Event::Settle, Reason::OptionOpen, "5.7.1");
        dealer.refused(withdraw(1), Reason::NoOption, "5.7.1");
        dealer.invalidates(withdraw(2), &[2], "5.7.1");
        dealer.does([play_on(3)]);
        dealer.refused(withdraw(3), Reason::NoOption, "5.7.1");
        dealer.finish();
        dealer.returns(1, 10, "5.7");
        dealer.returns(2, 10 + UNIT, "5.7.1");
        assert_eq!(dealer.line(3, Wager::Ante).outcome, Outcome::Lose);
    }
}

/// RWS6 5.15: nobody else is asked.
#[test]
fn others_play_on_after_a_wrong_hand_at_rws() {
    let mut dealer = RoundDriver::closed(Game::Rws6, [ante(1, 10), ante(2, 10)]);
    dealer.invalidates(fault(1, HandFault::WrongCount), &[1], "5.15");
    dealer.refused(withdraw(2), Reason::NoOption, "5.10");
    dealer.finish();
    assert_eq!(dealer.line(2, Wager::Ante).outcome, Outcome::Lose);
}

/// THB6 ML6 ML9 TCP5 5.9: the wagers of a player who is barred go back, and nobody else is asked. RWS6 has no
/// such rule, so that its shift manager decides (5.23).
#[test]
fn barred_players_wagers_are_returned() {
    let not_confidential = fault(1, HandFault::NotConfidential);
    for game in MBS {
        let wagers = [ante(1, 10), chips(1, 1), ante(2, 10)];
        let mut dealer = RoundDriver::dealt(game, wagers);
        dealer.invalidates(not_confidential.clone(), &[1], "5.9");
        assert_eq!(dealer.round.asked(), SeatSet::EMPTY);
        dealer.refused(viewed(1), Reason::NotInRound, "3.4");
        dealer.settle();
        dealer.returns(1, 10 + UNIT, "5.9");
        assert_eq!(dealer.line(2, Wager::Ante).outcome, Outcome::Lose);
    }
    let mut dealer = RoundDriver::dealt(Game::Rws6, [ante(1, 10)]);
    dealer.refused(not_confidential, Reason::NotProvided, "5.23");
}

/// THB6 ML6 ML9 TCP5 5.9: "any existing wager": those on the barred player's other hands too.
#[test]
fn barred_players_other_hands_are_returned_too() {
    for game in MBS {
        let mut dealer = one_player_at_two_and_three(game);
        dealer.invalidates(fault(2, HandFault::NotConfidential), &[2, 3], "5.9");
        dealer.finish();
        dealer.returns(2, 10 + UNIT, "5.9");
        dealer.returns(3, 10 + UNIT, "5.9");
    }
}

/// THB6 ML6 ML9 TCP5 5.10, 5.10.1: the viewed hands play on, those not viewed are invalid, and other players
/// are not touched.
#[test]
fn of_several_hands_only_the_viewed_play_on() {
    for game in MBS {
        let mut dealer = one_player_at_two_and_three(game);
        dealer.does([viewed(3)]);
        dealer.invalidates(Event::SeveralHands(Player(2)), &[2], "5.10.1");
        let again = Event::SeveralHands(Player(2));
        dealer.refused(again, Reason::OnlyOneHand, "5.10.1");
        dealer.finish();
        dealer.returns(2, 10 + UNIT, "5.10.1");
        for number in [1, 3] {
            assert_eq!(dealer.line(number, Wager::Ante).outcome, Outcome::Lose);
        }
    }
}

/// THB6 ML6 ML9 TCP5 5.10.2: the hand first dealt plays on.
#[test]
fn with_none_viewed_the_first_dealt_plays_on() {
    for game in MBS {
        let mut dealer = one_player_at_two_and_three(game);
        dealer.does([viewed(1)]);
        dealer.invalidates(Event::SeveralHands(Player(2)), &[3], "5.10.2");
        let only_one = Event::SeveralHands(Player(1));
        dealer.refused(only_one, Reason::OnlyOneHand, "5.10.1");
        dealer.finish();
        dealer.returns(3, 10 + UNIT, "5.10.2");
        assert_eq!(dealer.line(2, Wager::Ante).outcome, Outcome::Lose);
    }
}

/// RWS6 5.18: the hand viewed first stays valid, a further one is returned, and one not viewed is untouched.
#[test]
fn second_viewed_hand_is_invalidated() {
    let mut dealer = one_player_at_two_and_three(Game::Rws6);
    dealer.does([viewed(3)]);
    let several = Event::SeveralHands(Player(2));
    dealer.refused(several.clone(), Reason::OnlyOneHand, "5.18");
    dealer.does([viewed(2)]);
    dealer.invalidates(several, &[2], "5.18");
    dealer.finish();
    dealer.returns(2, 10 + UNIT, "5.18");
    for number in [1, 3] {
        assert_eq!(dealer.line(number, Wager::Ante).outcome, Outcome::Lose);
    }
}

/// RWS6 5.6: with no decision left the hand is settled as it stands: after the river, and as soon as River
/// is placed.
#[test]
fn absent_with_nothing_to_decide_is_settled() {
    let mut dealer = RoundDriver::dealt(Game::Rws6, [ante(1, 10)]);
    dealer.does([flop(1, 20)]);
    dealer.play_out();
    dealer.refused(absent(1), Reason::NothingToDecide, "5.6");
    dealer.does([Event::Settle]);
    dealer.settles(1, Wager::Ante, 10, Outcome::Lose, "3.14");
}

/// RWS6 5.6: River is the last decision, so a player who has placed it and walks away has not folded.
#[test]
fn absent_after_the_river_wager_is_settled() {
    let mut dealer = RoundDriver::dealt(Game::Rws6, [ante(1, 10)]);
    dealer.does([flop(1, 20)]);
    dealer.show_next();
    dealer.does([turn(1, 10)]);
    dealer.show_next();
    dealer.does([river(1, 10)]);
    dealer.refused(absent(1), Reason::NothingToDecide, "5.6");
}

/// RWS6 5.6: the same where the player had checked before the turn.
#[test]
fn absent_after_a_check_and_the_river_wager_is_settled() {
    let mut dealer = RoundDriver::dealt(Game::Rws6, [ante(1, 10)]);
    dealer.does([flop(1, 20)]);
    dealer.show_next();
    dealer.show_next();
    dealer.does([river(1, 10)]);
    dealer.refused(absent(1), Reason::NothingToDecide, "5.6");
}

/// RWS6 5.5: with Turn placed, River is still to be decided, before and after the turn.
#[test]
fn absent_after_the_turn_wager_takes_no_river() {
    for shown in [1, 2] {
        let mut dealer = RoundDriver::dealt(Game::Rws6, [ante(1, 10)]);
        dealer.does([flop(1, 20)]);
        dealer.show_next();
        dealer.does([turn(1, 10)]);
        for _ in 1..shown {
            dealer.show_next();
        }
        dealer.does([absent(1)]);
        dealer.refused(river(1, 10), Reason::DecisionMade, "3.11.2");
    }
}

/// THB6 ML6 ML9 TCP5 5.11: an absent player's hand is invalid, so a round in which it was the only one ends
/// without further cards, as it does when the only player withdraws.
#[test]
fn round_of_an_absent_player_ends_without_further_cards() {
    for game in MBS {
        let mut dealer = RoundDriver::closed(game, [ante(1, 10), chips(1, 1)]);
        dealer.does([absent(1), Event::Settle]);
        dealer.returns(1, 10 + UNIT, "5.11");
    }
}

/// THB6 ML6 ML9 5.11 "either or both": absent at the Turn is a check at the Turn; whoever is back may wager the River.
#[test]
fn absent_player_with_a_flop_checks_at_that_decision_only() {
    for game in MBS_HOLDEM {
        let mut dealer = RoundDriver::dealt(game, [ante(1, 10), bonus(1, 5)]);
        dealer.does([flop(1, 20)]);
        dealer.refused(absent(1), Reason::NothingToDecide, "5.11");
        dealer.does([community("2c7d9h"), absent(1)]);
        dealer.refused(turn(1, 10), Reason::DecisionMade, "3.9");
        dealer.refused(absent(1), Reason::NothingToDecide, "5.11");
        dealer.does([community("Js"), river(1, 10), community("Kd")]);
        dealer.does([Event::Settle]);
        dealer.settles(1, Wager::River, 10, Outcome::Lose, "3.10.3");
    }
}

/// THB6 ML6 ML9 5.11: absent at both is a check at both, and present at the Turn is no matter at the River.
#[test]
fn absence_is_told_at_each_decision() {
    for game in MBS_HOLDEM {
        for placed in [false, true] {
            let mut dealer = RoundDriver::dealt(game, [ante(1, 10)]);
            dealer.does([flop(1, 20), community("2c7d9h")]);
            let at_the_turn = if placed { turn(1, 10) } else { absent(1) };
            dealer.does([at_the_turn, community("Js"), absent(1)]);
            dealer.refused(river(1, 10), Reason::DecisionMade, "3.9");
            dealer.does([community("Kd"), Event::Settle]);
            dealer.settles(1, Wager::Flop, 20, Outcome::Lose, "3.10.3");
        }
    }
}
