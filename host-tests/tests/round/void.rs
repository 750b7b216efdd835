//! Void rounds: the causes of each document, until when they count, and what goes back.

use simulator::round_driver::jackpot;

use crate::prelude::*;

/// The first round is void for this.
fn void(cause: VoidCause) -> Event {
    Event::Void(1, cause)
}

/// Rounds with an Ante of $10 each at two seats: dealt, settled, and paid.
fn dealt_settled_and_paid(game: Game) -> [RoundDriver; 3] {
    let round = || RoundDriver::dealt(game, [ante(1, 10), ante(2, 10)]);
    let (mut settled, mut paid) = (round(), round());
    settled.settle();
    paid.settle();
    paid.does([Event::Paid]);
    [round(), settled, paid]
}

/// The cause voids the round at any time until the next one commences, whatever has been seen.
fn voids_until_the_next_round(game: Game, cause: VoidCause, paragraph: &'static str) {
    let [dealt, settled, paid] = dealt_settled_and_paid(game);
    for dealer in [dealt, settled, paid] {
        voids_and_returns(dealer, cause, paragraph);
    }
}

/// The cause voids the round in its course, whatever has been seen, and no longer once it is paid.
fn voids_until_paid(game: Game, cause: VoidCause, paragraph: &'static str) {
    let [dealt, settled, mut paid] = dealt_settled_and_paid(game);
    for dealer in [dealt, settled] {
        voids_and_returns(dealer, cause, paragraph);
    }
    paid.refused(void(cause), Reason::RoundConcluded, paragraph);
}

fn voids_and_returns(mut dealer: RoundDriver, cause: VoidCause, paragraph: &'static str) {
    if dealer.round.phase() == Phase::Playing {
        dealer.does([viewed(1)]);
    }
    dealer.voids(void(cause), paragraph);
    dealer.returns(2, returned_dollars(&dealer), paragraph);
}

/// The Ante of $10, and the raise if there was one.
fn returned_dollars(dealer: &RoundDriver) -> u32 {
    let stakes = dealer.record(2).stakes;
    let cents = stakes.ante.get() + stakes.flop.get() + stakes.play.get();
    u32::try_from(cents / 100).expect("a small amount")
}

/// The wagers of a seat that are settled, and no others.
fn wagers(dealer: &RoundDriver, seat: Seat) -> Vec<Wager> {
    let settlement = dealer.settlement();
    let result = settlement.seats.get(seat).as_ref().expect("wagers");
    result.wagers.iter().map(|line| line.wager).collect()
}

/// RWS6 1.30, 5.21: a void round has no result, and every bet of it is returned.
#[test]
fn void_round_returns_every_wager() {
    let mut dealer = RoundDriver::open(Game::Rws6);
    dealer.does([ante(1, 10), bonus(1, 5), chips(1, 1), ante(2, 30)]);
    dealer.warned(chips(3, 1), Reason::BaseMissing, "3.8");
    dealer.does([Event::NoMoreBets]);
    dealer.deal();
    dealer.does([flop(1, 20), flop(2, 60)]);
    dealer.show_next();
    dealer.does([turn(1, 10)]);
    dealer.voids(void(VoidCause::ForeignCard), "5.8.1");
    dealer.returns(1, 10 + 5 + UNIT + 20 + 10, "5.8.1");
    dealer.returns(2, 30 + 60, "5.8.1");
    dealer.returns(3, UNIT, "5.8.1");
    assert_eq!(wagers(&dealer, Seat::Two), [Wager::Ante, Wager::Flop]);
    assert!(dealer.settlement().payments.is_empty());
    dealer.refused(Event::Settle, Reason::Voided, "5.21");
    dealer.refused(void(VoidCause::ForeignCard), Reason::Voided, "5.21");
}

/// RWS6 5.21, THB6 5.1.1: the same while bets are still open.
#[test]
fn void_round_returns_open_wagers() {
    for game in Game::ALL {
        let mut dealer = RoundDriver::open(game);
        let second = match game {
            Game::Tcp5 => pair_plus(1, 5),
            _ => bonus(1, 5),
        };
        dealer.does([ante(1, 10), second, chips(1, 1)]);
        let rule = dealer.mbs_or_rws("5.1", "5.8.3");
        dealer.voids(void(VoidCause::CardsMissingOrExtra), rule);
        dealer.returns(1, 15 + UNIT, rule);
    }
}

/// THB6 ML6 ML9 TCP5 5.1.2, RWS6 5.8: the round before the void one stands.
#[test]
fn earlier_rounds_stand_after_a_void() {
    for game in Game::ALL {
        let mut dealer = RoundDriver::closed(game, [ante(1, 10)]);
        dealer.finish();
        dealer.does([Event::PlaceYourBets, ante(1, 10), Event::NoMoreBets]);
        let stands = dealer.mbs_or_rws("5.1.2", "5.19");
        let (foreign, rule) = (VoidCause::ForeignCard, dealer.mbs_or_rws("5.1", "5.8.1"));
        dealer.refused(Event::Void(1, foreign), Reason::EarlierRound, stands);
        dealer.voids(Event::Void(2, foreign), rule);
        dealer.refused(Event::Void(1, foreign), Reason::EarlierRound, stands);
        dealer.leads_to(Event::PlaceYourBets, Transition::Opened(3));
        dealer.refused(Event::Void(2, foreign), Reason::EarlierRound, stands);
    }
}

/// RWS6 5.19: an error of an earlier round has no effect on the next one.
#[test]
fn late_found_error_leaves_the_next_round_alone() {
    let mut dealer = RoundDriver::closed(Game::Rws6, [ante(1, 10)]);
    dealer.finish();
    dealer.does([Event::PlaceYourBets, ante(1, 20)]);
    for cause in [VoidCause::CommunityCount, VoidCause::Unshuffled] {
        dealer.refused(void(cause), Reason::EarlierRound, "5.19");
    }
    let fault = Event::Invalidate(1, Seat::One, HandFault::WrongCount);
    dealer.refused(fault, Reason::EarlierRound, "5.19");
    dealer.does([Event::NoMoreBets]);
    dealer.finish();
    assert_eq!(dealer.record(1).returned, None);
}

/// THB6 ML6 ML9 TCP5 5.1, 5.1.1, 5.8, RWS6 5.8.1, 5.8.3, 5.8.4, 5.8.5: cards missing, too many, foreign or
/// not shuffled, and a count after a doubt.
#[test]
fn wrong_deck_voids_the_round() {
    for game in MBS {
        voids_until_paid(game, VoidCause::ForeignCard, "5.1");
        voids_until_paid(game, VoidCause::CardsMissingOrExtra, "5.1");
        voids_until_paid(game, VoidCause::Unshuffled, "5.1");
        voids_until_paid(game, VoidCause::CountInDoubt, "5.8");
    }
    voids_until_paid(Game::Rws6, VoidCause::ForeignCard, "5.8.1");
    voids_until_paid(Game::Rws6, VoidCause::CardsMissingOrExtra, "5.8.3");
    voids_until_paid(Game::Rws6, VoidCause::CountInDoubt, "5.8.3");
    voids_until_paid(Game::Rws6, VoidCause::TooFewCards, "5.8.4");
    voids_until_paid(Game::Rws6, VoidCause::Unshuffled, "5.8.5");
}

/// THB6 ML6 ML9 TCP5 5.2: void while nobody has handled cards; after that it is the shift manager's decision
/// (6.1).
#[test]
fn misdeal_before_cards_are_handled_voids_the_round() {
    for game in MBS {
        let misdeal = void(VoidCause::DealtIncorrectly);
        RoundDriver::dealt(game, [ante(1, 10)]).voids(misdeal.clone(), "5.2");
        let mut dealer = RoundDriver::dealt(game, [ante(1, 10)]);
        dealer.does([viewed(1)]);
        dealer.refused(misdeal, Reason::CardsSeen, "6.1");
        dealer.voids(void(VoidCause::ShiftManager), "6.1");
        voids_until_paid(game, VoidCause::ShiftManager, "6.1");
    }
}

/// RWS6 5.8.6: void while nobody has seen cards; after that it is a dealing error (5.10).
#[test]
fn misdeal_before_cards_are_seen_voids_the_round() {
    let misdeal = void(VoidCause::DealtIncorrectly);
    RoundDriver::dealt(Game::Rws6, [ante(1, 10)]).voids(misdeal.clone(), "5.8.6");
    let mut dealer = RoundDriver::dealt(Game::Rws6, [ante(1, 10)]);
    dealer.does([viewed(1)]);
    dealer.refused(misdeal, Reason::CardsSeen, "5.10");
}

/// THB6 ML6 ML9 TCP5 5.4: whether or not anyone has seen cards.
#[test]
fn two_cards_exposed_in_the_deal_void_the_round() {
    for game in MBS {
        let exposed = void(VoidCause::TwoCardsExposed);
        RoundDriver::dealt(game, [ante(1, 10)]).voids(exposed, "5.4");
        voids_until_paid(game, VoidCause::TwoCardsExposed, "5.4");
    }
}

/// RWS6 5.8.2, 5.12: void while no player has seen cards; otherwise the round continues.
#[test]
fn exposed_cards_void_only_before_anyone_has_seen() {
    let exposed = void(VoidCause::TwoCardsExposed);
    RoundDriver::dealt(Game::Rws6, [ante(1, 10)]).voids(exposed.clone(), "5.8.2");
    let mut dealer = RoundDriver::dealt(Game::Rws6, [ante(1, 10)]);
    dealer.does([viewed(1)]);
    dealer.refused(exposed, Reason::CardsSeen, "5.12");
    dealer.settle();
}

/// THB6 ML6 ML9 5.3, TCP5 5.3, RWS6 5.8.7: until the next round commences.
#[test]
fn wrong_number_of_dealer_or_community_cards_voids_the_round() {
    for game in Game::ALL {
        let rule = RoundDriver::new(game).mbs_or_rws("5.3", "5.8.7");
        voids_until_the_next_round(game, VoidCause::DealerCount, rule);
        let mut next = RoundDriver::closed(game, [ante(1, 10)]);
        next.finish();
        next.does([Event::PlaceYourBets]);
        let stands = next.mbs_or_rws("5.1.2", "5.19");
        next.refused(void(VoidCause::DealerCount), Reason::EarlierRound, stands);
    }
    for game in MBS_HOLDEM {
        voids_until_the_next_round(game, VoidCause::CommunityCount, "5.3");
    }
    voids_until_the_next_round(Game::Rws6, VoidCause::CommunityCount, "5.8.7");
}

/// RWS6 5.8.6, 5.10: whoever folds or raises has seen cards, although nobody said so.
#[test]
fn a_decision_is_made_on_cards_that_were_seen() {
    for decision in [fold(1), flop(1, 20)] {
        let mut dealer = RoundDriver::dealt(Game::Rws6, [ante(1, 10), ante(2, 10)]);
        dealer.does([decision]);
        let misdeal = void(VoidCause::DealtIncorrectly);
        dealer.refused(misdeal, Reason::CardsSeen, "5.10");
    }
}

/// TCP5 2.1, 5.3: the game has no community cards whose number could be wrong.
#[test]
fn three_card_poker_has_no_community_count() {
    let mut dealer = RoundDriver::dealt(Game::Tcp5, [ante(1, 10)]);
    let count = void(VoidCause::CommunityCount);
    dealer.refused(count, Reason::NotProvided, "6.1");
}

/// THB6 ML6 ML9 TCP5 6.1: a cause that the document does not name is not void by itself.
#[test]
fn cause_without_a_paragraph_is_the_shift_managers() {
    for game in MBS {
        for cause in [VoidCause::TooFewCards, VoidCause::BurntCardKept] {
            let mut dealer = RoundDriver::dealt(game, [ante(1, 10)]);
            dealer.refused(void(cause), Reason::NotProvided, "6.1");
            dealer.voids(void(VoidCause::ShiftManager), "6.1");
        }
    }
}

/// THB6 1.1.13, RWS6 1.24: there is nothing to void before the first round and in a round to come.
#[test]
fn only_the_current_round_can_be_void() {
    for game in Game::ALL {
        let mut dealer = RoundDriver::new(game);
        let round = dealer.round_rule();
        for number in [0, 1] {
            let void = Event::Void(number, VoidCause::ForeignCard);
            dealer.refused(void, Reason::NoRound, round);
        }
        dealer.does([Event::PlaceYourBets]);
        let next = Event::Void(2, VoidCause::ForeignCard);
        dealer.refused(next, Reason::NoRound, round);
    }
}

/// RWS6 5.21, THB6 5.1.1: whatever is taken can be given back, an absurd amount too.
#[test]
fn absurd_wager_is_refused_or_returned() {
    for game in Game::ALL {
        let mut dealer = RoundDriver::open(game);
        let absurd = Event::Stake(Seat::One, Wager::Ante, Cents::new(u64::MAX));
        if dealer.round.step(&absurd).is_err() {
            continue;
        }
        let rule = dealer.mbs_or_rws("5.1", "5.8.1");
        dealer.voids(void(VoidCause::ForeignCard), rule);
        let settlement = dealer.round.settlement(&jackpot(JACKPOT));
        assert!(settlement.is_ok(), "{game:?}: {settlement:?}");
    }
}
