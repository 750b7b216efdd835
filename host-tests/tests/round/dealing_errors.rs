//! Dealing errors that do not void the round: the players who are affected play on or take their bets back,
//! before any further card is dealt.

use shared_rules::games::DealingError;
use shared_rules::round::Ruling;

use crate::prelude::*;

fn error(error: DealingError, affected: &[u8]) -> Event {
    Event::DealingError(error, seats(affected))
}

/// Three hands of RWS6 with an Ante of $10 and one unit each.
fn three_hands() -> RoundDriver {
    let mut dealer = RoundDriver::open(Game::Rws6);
    for number in [1, 2, 3] {
        dealer.does([ante(number, 10), chips(number, 1)]);
    }
    dealer.does([Event::NoMoreBets]);
    dealer.deal();
    dealer
}

/// RWS6 1.21, 5.10, 5.10.1, 5.10.2, 5.10.3, 5.14.1: those affected choose, with cards drawn together everyone
/// does; whoever plays on must accept what follows.
#[test]
fn dealing_error_offers_the_options() {
    let mut dealer = three_hands();
    dealer.asks(error(DealingError::Other, &[1, 2, 5]), &[1, 2], "5.10");
    dealer.refused(withdraw(3), Reason::NoOption, "5.10");
    dealer.refused(Event::Settle, Reason::OptionOpen, "5.10");
    dealer.invalidates(withdraw(1), &[1], "5.10");
    dealer.does([play_on(2)]);
    dealer.refused(withdraw(2), Reason::NoOption, "5.10");
    dealer.settle();
    dealer.returns(1, 10 + UNIT, "5.10");
    for number in [2, 3] {
        dealer.settles(number, Wager::Ante, 10, Outcome::Lose, "3.14");
    }
    let together = error(DealingError::DrawnTogether, &[1]);
    three_hands().asks(together, &[1, 2, 3], "5.14.1");
}

/// RWS6 5.10: "must then accept any subsequent cards": nothing more is dealt while someone may still withdraw.
#[test]
fn no_community_card_while_an_option_is_open() {
    let mut dealer = three_hands();
    for number in [1, 2, 3] {
        dealer.does([dealer.first_raise(number)]);
    }
    dealer.asks(error(DealingError::Other, &[1]), &[1], "5.10");
    let flop = community("2c7d9h");
    dealer.refused(flop.clone(), Reason::OptionOpen, "5.10");
    dealer.does([play_on(1), flop]);
}

/// RWS6 5.10.3: a second error does not take the choice away that the first one gave.
#[test]
fn second_dealing_error_leaves_the_first_option_open() {
    let mut dealer = three_hands();
    dealer.asks(error(DealingError::Other, &[1]), &[1], "5.10");
    dealer.does([error(DealingError::Other, &[2])]);
    dealer.invalidates(withdraw(1), &[1], "5.10");
    dealer.invalidates(withdraw(2), &[2], "5.10");
}

/// RWS6 5.9: reconstructed, every player has the options; void once a player has seen cards or where they cannot
/// be reconstructed.
#[test]
fn forgotten_burn_is_reconstructed_or_voided() {
    let burn = error(DealingError::BurntCardKept, &[1]);
    let mut dealer = three_hands();
    dealer.asks(burn.clone(), &[1, 2, 3], "5.9");
    dealer.invalidates(withdraw(2), &[2], "5.10");
    dealer.does([play_on(1), play_on(3)]);
    dealer.settle();
    dealer.returns(2, 10 + UNIT, "5.10");

    let mut seen = three_hands();
    seen.does([viewed(3)]);
    seen.voids(burn, "5.9");
    seen.returns(1, 10 + UNIT, "5.9");

    let lost = Event::Void(1, VoidCause::BurntCardKept);
    three_hands().voids(lost, "5.9");
}

/// THB6 ML6 ML9 TCP5 6.1: the MBS documents do not cover dealing errors, so that the shift manager decides.
#[test]
fn dealing_error_waits_for_the_shift_manager() {
    for game in MBS {
        for (ruling, void) in [(Ruling::PlayOn, false), (Ruling::Void, true)] {
            let mut dealer = RoundDriver::dealt(game, [ante(1, 10)]);
            dealer.refers(error(DealingError::Other, &[1]), "6.1");
            dealer.refused(Event::Settle, Reason::ShiftManagerDecides, "6.1");
            match void {
                true => dealer.voids(Event::ShiftManager(ruling), "6.1"),
                false => dealer.continues(Event::ShiftManager(ruling), "6.1"),
            }
        }
    }
}

/// THB6 5.7.1, RWS6 5.10: a player whose hand becomes invalid has nothing to choose any more.
#[test]
fn invalid_hand_has_no_option() {
    let mut dealer = three_hands();
    dealer.asks(error(DealingError::Other, &[1, 2]), &[1, 2], "5.10");
    let fault = Event::Invalidate(1, seat(1), HandFault::WrongCount);
    dealer.invalidates(fault, &[1], "5.15");
    dealer.refused(withdraw(1), Reason::NoOption, "5.10");
    assert_eq!(dealer.round.asked(), seats(&[2]));
}
