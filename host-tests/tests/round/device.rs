//! A fault of the betting device or the progressive system, and the rounds after it.

use shared_rules::games::NextRounds;
use shared_rules::round::Ruling;
use simulator::round_driver::jackpot;

use crate::prelude::*;

fn next_rounds(choice: NextRounds, boxes: &[u8]) -> Event {
    Event::NextRounds(choice, seats(boxes))
}

/// A table of RWS6 whose first round was void for a fault.
fn after_a_fault() -> RoundDriver {
    let mut dealer = RoundDriver::closed(Game::Rws6, [ante(1, 10), chips(1, 1)]);
    dealer.voids(Event::DeviceFault, "5.16");
    dealer
}

/// THB6 ML6 ML9 TCP5 6.1: a fault is not covered, so that nothing is settled or opened before the shift manager
/// has decided.
#[test]
fn device_fault_waits_for_the_shift_manager() {
    for game in MBS {
        let round = || {
            let mut dealer = RoundDriver::dealt(game, [ante(1, 10), chips(1, 1)]);
            dealer.refused(
                Event::ShiftManager(Ruling::PlayOn),
                Reason::NothingToRule,
                "6.1",
            );
            dealer.refers(Event::DeviceFault, "6.1");
            if game != Game::Tcp5 {
                dealer.refused(community("9h8h7d"), Reason::ShiftManagerDecides, "6.1");
            }
            dealer.refused(Event::Settle, Reason::ShiftManagerDecides, "6.1");
            dealer
        };
        let mut on = round();
        on.continues(Event::ShiftManager(Ruling::PlayOn), "6.1");
        on.play_out();
        on.does([Event::Settle, Event::Paid]);
        on.refers(Event::DeviceFault, "6.1");
        on.refused(Event::PlaceYourBets, Reason::ShiftManagerDecides, "6.1");
        let mut void = round();
        void.voids(Event::ShiftManager(Ruling::Void), "6.1");
        void.returns(1, 10 + UNIT, "6.1");
    }
}

/// THB6 ML6 ML9 TCP5 6.1: a paid round is not voided by a decision about a fault after it, which is not taken for one to
/// play on either.
#[test]
fn ruling_to_void_a_paid_round_is_refused() {
    for game in MBS {
        let mut dealer = RoundDriver::closed(game, [ante(1, 10)]);
        dealer.finish();
        dealer.refers(Event::DeviceFault, "6.1");
        let void = Event::ShiftManager(Ruling::Void);
        dealer.refused(void, Reason::RoundConcluded, "6.1");
        dealer.continues(Event::ShiftManager(Ruling::PlayOn), "6.1");
    }
}

/// RWS6 5.16: before any player has seen cards, with bets open or closed.
#[test]
fn fault_before_cards_are_seen_voids_the_round() {
    let mut open = RoundDriver::open(Game::Rws6);
    open.does([ante(1, 10), chips(1, 1)]);
    let dealt = RoundDriver::dealt(Game::Rws6, [ante(1, 10), chips(1, 1)]);
    for mut dealer in [open, dealt] {
        dealer.voids(Event::DeviceFault, "5.16");
        dealer.returns(1, 10 + UNIT, "5.16");
    }
}

/// RWS6 5.17, 5.17.1: after that the round goes on and is paid at the amount before the fault.
#[test]
fn fault_after_cards_are_seen_pays_at_the_amount_before_it() {
    let mut dealer = RoundDriver::closed(Game::Rws6, [ante(1, 10), chips(1, 1)]);
    dealer.does([hand(1, "AsKs"), viewed(1), flop(1, 20)]);
    let registered = jackpot(JACKPOT);
    dealer.continues(Event::DeviceFault, "5.17.1");
    dealer.does([community("QsJsTs"), community("2d"), community("4c")]);
    dealer.does([dealer_hand("AcAd"), Event::Settle]);
    let settlement = dealer.round.settlement(&registered).expect("settled");
    let [payment] = settlement.payments.as_slice() else {
        panic!("one payment: {:?}", settlement.payments);
    };
    assert_eq!(payment.amount, Cents::dollars(JACKPOT));
    dealer.settles(1, Wager::Progressive, UNIT, Outcome::Win, "4.2");
    for (wager, dollars) in [(Wager::Ante, 10), (Wager::Flop, 20)] {
        dealer.settles(1, wager, dollars, Outcome::Win, "3.13");
    }
    dealer.does([Event::Paid]);
    let undecided = Reason::ShiftManagerDecides;
    dealer.refused(Event::PlaceYourBets, undecided, "5.17.2");
}

/// RWS6 5.17.1: the same while the round is being paid.
#[test]
fn fault_during_settlement_lets_the_round_continue() {
    let mut dealer = RoundDriver::dealt(Game::Rws6, [ante(1, 10), chips(1, 1)]);
    dealer.does([viewed(1)]);
    dealer.settle();
    dealer.continues(Event::DeviceFault, "5.17.1");
}

/// RWS6 5.17.2: between rounds there is none to void, only the next ones to decide about.
#[test]
fn fault_between_rounds_is_about_the_next_ones() {
    let mut dealer = RoundDriver::new(Game::Rws6);
    dealer.refers(Event::DeviceFault, "5.17.2");
    dealer.refused(Event::PlaceYourBets, Reason::ShiftManagerDecides, "5.17.2");

    let mut dealer = RoundDriver::dealt(Game::Rws6, [ante(1, 10), chips(1, 1)]);
    dealer.finish();
    dealer.refers(Event::DeviceFault, "5.17.2");
    dealer.refused(Event::PlaceYourBets, Reason::ShiftManagerDecides, "5.17.2");
}

/// RWS6 5.17.2, 5.17.2a, 5.17.2b: nothing is opened before the house has chosen; it closes the table, or takes
/// no bets on the box.
#[test]
fn after_a_fault_the_house_chooses_how_to_go_on() {
    let mut dealer = after_a_fault();
    let undecided = Reason::ShiftManagerDecides;
    dealer.refused(Event::PlaceYourBets, undecided, "5.17.2");
    dealer.restricts(next_rounds(NextRounds::CloseTable, &[]), "5.17.2a");
    dealer.refused(Event::PlaceYourBets, Reason::TableClosed, "5.17.2a");
    dealer.does([Event::DeviceRepaired, Event::PlaceYourBets]);

    let mut dealer = after_a_fault();
    dealer.restricts(next_rounds(NextRounds::BlockBox, &[1]), "5.17.2b");
    let blocked =
        |dealer: &RoundDriver| [Seat::One, Seat::Two].map(|seat| dealer.round.is_blocked(seat));
    assert_eq!(blocked(&dealer), [false, false], "from the next round on");
    for _ in 0..2 {
        dealer.does([Event::PlaceYourBets]);
        assert_eq!(blocked(&dealer), [true, false]);
        assert!(dealer.round.is_restricted());
        for wager in [ante(1, 10), chips(1, 1)] {
            dealer.refused(wager, Reason::BoxBlocked, "5.17.2b");
        }
        dealer.does([ante(2, 10), chips(2, 1), Event::NoMoreBets]);
        dealer.finish();
    }
    dealer.does([Event::DeviceRepaired, Event::PlaceYourBets, ante(1, 10)]);
    assert_eq!(blocked(&dealer), [false, false]);
    assert!(!dealer.round.is_restricted());
}

/// RWS6 5.17.2c: the game goes on, and no progressive bet is accepted or paid until the device is repaired.
#[test]
fn without_the_progressive_its_bets_are_refused_under_a_notice() {
    let mut dealer = after_a_fault();
    let without = next_rounds(NextRounds::WithoutProgressive, &[]);
    let takes = |dealer: &RoundDriver| {
        let round = &dealer.round;
        [round.takes_progressive(), round.next_takes_progressive()]
    };
    assert_eq!(takes(&dealer), [true, true]);
    dealer.restricts(without, "5.17.2c");
    assert_eq!(takes(&dealer), [true, false]);
    dealer.does([Event::PlaceYourBets, ante(1, 10)]);
    assert_eq!(takes(&dealer), [false, false]);
    dealer.warned(chips(1, 1), Reason::ProgressiveSuspended, "5.17.2c");
    let bet = dealer.round.bet(Seat::One);
    assert!(matches!(bet, Bet::NotAcceptable(1, _)), "{bet:?}");
    dealer.does([Event::NoMoreBets]);
    assert_eq!(dealer.round.bet(Seat::One), Bet::None);
    dealer.does([hand(1, "AsKs"), dealer_hand("AcAd"), flop(1, 20)]);
    dealer.does([community("QsJsTs"), community("2d"), community("4c")]);
    dealer.does([Event::Settle, Event::Paid]);
    assert!(dealer.settlement().payments.is_empty());
    dealer.does([
        Event::DeviceRepaired,
        Event::PlaceYourBets,
        ante(1, 10),
        chips(1, 1),
    ]);
}

/// RWS6 5.17.2: "for subsequent Round(s) of play": what the house chooses while bets are open does not undo a
/// wager that was acceptable when it was placed.
#[test]
fn choice_for_the_next_rounds_leaves_the_open_round_alone() {
    for game in HOLDEM {
        let mut dealer = RoundDriver::open(game);
        dealer.does([ante(1, 10), chips(1, 1)]);
        // Refused or not, it is about the next rounds.
        let _ = dealer
            .round
            .step(&next_rounds(NextRounds::WithoutProgressive, &[]));
        dealer.does([Event::NoMoreBets]);
        assert_eq!(dealer.round.bet(Seat::One), Bet::Locked(1), "{game:?}");
    }
}

/// THB6 ML6 ML9 TCP5 6.1: before the first round there is none that the shift manager could void.
#[test]
fn without_a_round_the_shift_manager_voids_none() {
    for game in MBS {
        let mut dealer = RoundDriver::new(game);
        dealer.refers(Event::DeviceFault, "6.1");
        dealer.continues(Event::ShiftManager(Ruling::Void), "6.1");
    }
}
