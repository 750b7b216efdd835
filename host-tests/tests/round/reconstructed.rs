//! Cards that were dealt to the wrong place and put right: complete hands are moved, a hand is reconstructed (THB6 5.2,
//! 5.7, RWS6 1.21, 5.8.6, 5.10).

use shared_rules::closed::SeatCards;
use shared_rules::games::DealingError;
use shared_rules::refusal::Place;
use simulator::round_driver::cards;

use crate::prelude::*;

const fn moved(from: Seat, to: Seat) -> Event {
    Event::MoveHand(from, to)
}

fn reconstructed(number: u8, text: &str) -> Event {
    Event::Reconstruct(seat(number), cards(text))
}

/// THB6 ML6 ML9 TCP5 5.2, RWS6 5.8.6: the hands go where they belong, and the round is played with them.
#[test]
fn complete_hands_are_moved_while_nobody_has_seen_cards() {
    for game in Game::ALL {
        let mut dealer = RoundDriver::dealt(game, [ante(1, 10), ante(2, 10), ante(3, 10)]);
        let rule = dealer.mbs_or_rws("5.2", "5.8.6");
        let before = [1, 2, 3].map(|number| dealer.record(number).cards);
        // The deal began one seat too far: three hands go on by one.
        dealer.continues(moved(Seat::One, Seat::Two), rule);
        dealer.continues(moved(Seat::One, Seat::Three), rule);
        let after = [1, 2, 3].map(|number| dealer.record(number).cards);
        assert_eq!(after, [before[2], before[0], before[1]], "{game:?}");
        dealer.settle();
    }
}

/// THB6 5.2: the hand of one seat is another's Bonus of 30 to 1: the wagers stay where they are, only the cards move.
#[test]
fn a_moved_hand_wins_for_the_seat_that_it_belongs_to() {
    for game in HOLDEM {
        let mut dealer = RoundDriver::open(game);
        dealer.does([ante(1, 10), bonus(1, 5), ante(2, 10), bonus(2, 5)]);
        dealer.does([Event::NoMoreBets, hand(1, "3h8s"), hand(2, "KcKs")]);
        dealer.does([moved(Seat::Two, Seat::One), dealer_hand("2d4d")]);
        dealer.settle();
        let line = dealer.line(1, Wager::Bonus);
        assert_eq!((line.outcome, line.pays.get()), (Outcome::Win, 5_000));
        assert_eq!(dealer.line(2, Wager::Bonus).outcome, Outcome::Lose);
    }
}

/// THB6 ML6 ML9 TCP5 5.2, RWS6 5.8.6: not once a player has seen cards, not from an empty place, and not outside the
/// play.
#[test]
fn hands_are_not_moved_once_cards_have_been_seen() {
    for game in Game::ALL {
        let mut dealer = RoundDriver::closed(game, [ante(1, 10), ante(2, 10)]);
        let rule = dealer.mbs_or_rws("5.2", "5.8.6");
        let missing = Reason::CardsMissing(Place::Player);
        dealer.refused(moved(Seat::One, Seat::Two), missing, rule);
        dealer.deal();
        dealer.refused(moved(Seat::One, Seat::One), Reason::NotProvided, rule);
        let needed = dealer.mbs_or_rws("3.4", "3.6");
        dealer.refused(moved(Seat::One, Seat::Four), Reason::NotInRound, needed);
        dealer.does([viewed(1)]);
        let seen = dealer.mbs_or_rws("6.1", "5.10");
        dealer.refused(moved(Seat::One, Seat::Two), Reason::CardsSeen, seen);
        dealer.settle();
        let over = dealer.round_rule();
        dealer.refused(moved(Seat::One, Seat::Two), Reason::AlreadySettled, over);
    }
}

/// A hand that was dealt to one of two seats only can be moved to the other.
#[test]
fn a_hand_moves_to_a_seat_without_cards() {
    let mut dealer = RoundDriver::closed(Game::Thb6, [ante(1, 10), ante(2, 10)]);
    dealer.does([hand(1, "3h8s")]);
    dealer.continues(moved(Seat::One, Seat::Two), "5.2");
    assert_eq!(dealer.record(1).cards, SeatCards::Unknown);
    dealer.does([hand(1, "4h8c"), dealer_hand("AcAd")]);
    dealer.settle();
}

/// RWS6 1.21, 5.10.1, 5.10.2, 5.10.3: of three players who are affected, one goes on with the hand as it is, one with
/// the reconstructed hand, one takes the bet back.
#[test]
fn players_choose_between_the_hand_its_reconstruction_and_the_bet() {
    let wagers = [
        ante(1, 10),
        chips(1, 1),
        ante(2, 10),
        bonus(2, 5),
        ante(3, 10),
    ];
    let mut dealer = RoundDriver::dealt(Game::Rws6, wagers);
    dealer.does([viewed(1)]);
    let error = Event::DealingError(DealingError::Other, seats(&[1, 2, 3]));
    let as_it_is = dealer.record(3).cards;
    dealer.asks(error, &[1, 2, 3], "5.10");
    // 5.10.2: seat 2 was to have a pair of kings, which pays Bonus 10 to 1.
    dealer.continues(reconstructed(2, "KcKs"), "5.10.2");
    assert_eq!(dealer.round.asked(), seats(&[1, 2, 3]));
    dealer.does([play_on(2), play_on(3)]);
    assert_eq!(dealer.record(3).cards, as_it_is);
    for bound in [2, 3] {
        dealer.refused(withdraw(bound), Reason::NoOption, "5.10");
    }
    dealer.invalidates(withdraw(1), &[1], "5.10");
    dealer.settle();
    dealer.returns(1, 10 + UNIT, "5.10");
    let line = dealer.line(2, Wager::Bonus);
    assert_eq!((line.outcome, line.pays.get()), (Outcome::Win, 5_000));
    assert_eq!(dealer.line(3, Wager::Ante).outcome, Outcome::Lose);
}

/// THB6 ML6 ML9 TCP5 5.7, RWS6 5.15: a hand with a wrong number of cards that can be reconstructed plays on.
#[test]
fn a_hand_that_can_be_reconstructed_is_not_invalid() {
    for game in Game::ALL {
        let mut dealer = RoundDriver::closed(game, [ante(1, 10), ante(2, 10)]);
        let rule = dealer.mbs_or_rws("5.7", "5.10.2");
        let (right, other, dealt) = match game {
            Game::Tcp5 => ("QhJh2c", "3h6s9d", "AcAdKd"),
            _ => ("QhJh", "4h8c", "AcAd"),
        };
        // One card is missing.
        let (count, short) = (right.len() / 2, &right[2..]);
        let wrong = Reason::card_count(Place::Player, count, count - 1);
        let paragraph = dealer.mbs_or_rws("5.7", "5.15");
        dealer.refused(hand(1, short), wrong, paragraph);
        dealer.refused(reconstructed(1, short), wrong, paragraph);
        assert_eq!(dealer.record(1).cards, SeatCards::Unknown);
        dealer.continues(reconstructed(1, right), rule);
        assert_ne!(dealer.record(1).cards, SeatCards::Unknown);
        let elsewhere = Reason::CardTwice(cards(right)[0]);
        let twice = dealer.mbs_or_rws("5.1", "5.8.3");
        dealer.refused(reconstructed(2, right), elsewhere, twice);
        dealer.does([hand(2, other), dealer_hand(dealt)]);
        dealer.settle();
        let line = dealer.line(1, Wager::Ante);
        let got = (line.outcome, dealer.record(1).returned);
        assert_eq!(got, (Outcome::Lose, None));
    }
}

/// RWS6 5.10, 3.11.2a: folding is a decision on seen cards; a folded hand can still be reconstructed for its community
/// award's sake, and stays folded.
#[test]
fn a_reconstructed_hand_keeps_its_decision() {
    let mut dealer = RoundDriver::dealt(Game::Rws6, [ante(1, 10), ante(2, 10)]);
    dealer.does([fold(1), flop(2, 20)]);
    dealer.continues(reconstructed(1, "QhJh"), "5.10.2");
    dealer.settle();
    dealer.settles(1, Wager::Ante, 10, Outcome::Lose, "3.11.2a");
}
