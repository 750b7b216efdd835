//! Awards that wait for the supervisor: the value is locked, the meter starts again at once, other rounds are
//! played, and awards are confirmed in their order (68 IAC 2-6-38,
//! 9 NYCRR 5321.18(b)).

use shared_rules::games::FixedAwards;
use shared_rules::ledger::{WAITING_MAX, Waiting};
use simulator::round_driver::viewed;

use crate::prelude::*;

/// Seat 1 has a royal flush, seat 2 a straight flush.
const BOTH: [(u8, &str); 2] = [(1, "AhKh"), (2, "9h8h")];
const BOTH_FLOP: &str = "QhJhTh";

const NOBODY: [(u8, &str); 1] = [(1, "KsQc")];
const NOBODYS_FLOP: &str = "9h8h6s";

fn both_wait() -> (LedgerDriver, [Waiting; 2]) {
    let mut keeper = LedgerDriver::at(Game::Ml6);
    keeper.plays(&BOTH, BOTH_FLOP);
    // Two units put $1 on the meter: 10 % of it, then the rest (ML6 3.15, 4.2).
    let waiting = |seat, category, cents| Waiting {
        round: 1,
        seat,
        award: Award::Hand(category),
        amount: Cents::new(cents),
    };
    let expected = [
        waiting(Seat::Two, Category::StraightFlush, 100_010),
        waiting(Seat::One, Category::RoyalFlush, 900_090),
    ];
    (keeper, expected)
}

/// ML6 3.15: the royal flush is paid last, from what is left; the meter starts again before anyone confirms.
#[test]
fn awards_wait_in_the_order_of_payment() {
    let (keeper, expected) = both_wait();
    assert_eq!(keeper.waiting(), expected);
    assert_eq!(keeper.shown(), Cents::dollars(RESET));
}

/// The next round grows the new meter and leaves the locked values alone.
#[test]
fn the_next_round_plays_on_while_awards_wait() {
    let (mut keeper, expected) = both_wait();
    keeper.plays(&NOBODY, NOBODYS_FLOP);
    assert_eq!(keeper.waiting(), expected);
    assert_eq!(keeper.shown(), Cents::new(1_000_050));
}

/// One confirmation, one award, the first one first; no money moves with it.
#[test]
fn awards_are_confirmed_in_their_order() {
    let (mut keeper, [_, royal]) = both_wait();
    keeper.settles(&[(1, "9h8h")], "7h6h5h");
    let before = keeper.sums();
    keeper.confirm();
    assert_eq!(keeper.waiting().first(), Some(&royal));
    keeper.confirm();
    let left: Vec<u32> = keeper
        .waiting()
        .iter()
        .map(|waiting| waiting.round)
        .collect();
    assert_eq!(left, [2]);
    keeper.confirm();
    assert_eq!(keeper.sums(), before);
    keeper.refuses(&Entry::Confirmed, LedgerRefusal::NothingWaits);
}

/// The most shares of the jackpot that one round can win.
const MOST_A_ROUND: usize = 3;

/// With no room for all that a round could win none is opened, until enough have been confirmed; what has been
/// opened can then be settled.
#[test]
fn no_round_is_opened_while_too_many_awards_wait() {
    let mut keeper = LedgerDriver::at(Game::Ml6);
    while WAITING_MAX - keeper.waiting().len() >= MOST_A_ROUND {
        let before = keeper.waiting().len();
        keeper.plays(&BOTH, BOTH_FLOP);
        assert_eq!(keeper.waiting().len(), before + 2);
    }
    let refused = keeper.take(&Event::PlaceYourBets);
    assert_eq!(refused, Err(Contradiction::Refused(LedgerRefusal::Full)));
    assert_eq!(keeper.ledger.phase(), Phase::Paid);
    keeper.confirm();
    keeper.settles(&BOTH, BOTH_FLOP);
    assert!(keeper.waiting().len() > WAITING_MAX - MOST_A_ROUND);
}

/// The round with the most payments from the meter: fixed awards at every seat and envy at all but one
/// (TCP5 3.14). With nothing waiting before, it can be settled.
#[test]
fn every_round_can_be_settled_when_nothing_waits() {
    let mut configuration = house(Game::Tcp5);
    configuration.readings.fixed_awards = FixedAwards::Meter;
    let mut keeper = LedgerDriver::new(&configuration);
    keeper.does([Event::PlaceYourBets]);
    for number in 1..=7 {
        keeper.does([ante(number, 10), chips(number, 1)]);
    }
    let straights = ["2c3d4s", "2d3s4c", "2s3c4d", "5c6d7s", "5d6s7c", "5s6c7d"];
    keeper.does([Event::NoMoreBets, hand(1, "AhKhQh"), dealer_hand("8c9dJs")]);
    for (number, cards) in (2..).zip(straights) {
        keeper.does([hand(number, cards)]);
    }
    keeper.does([Event::Raise(Wager::Play, configuration.seats)]);
    let settled = keeper.take(&Event::Settle);
    assert!(settled.is_ok(), "{settled:?}");
    // $1,250, six times $15, six times $50 (TCP5 3.14, 4.4).
    let paid = u128::from(1_250_u32 + 6 * 15 + 6 * 50) * 100_000_000;
    assert_eq!(keeper.sums().awards, paid);
}

/// RWS6 5.17.1: the device fails when cards have been seen. The award is the amount that the meter showed when bets were
/// locked, whatever is repaired or decided about the next rounds before it is paid.
#[test]
fn an_award_after_a_fault_is_the_amount_registered_before_it() {
    let mut keeper = LedgerDriver::at(Game::Rws6);
    keeper.bets(&[1, 2]);
    let registered = keeper.shown();
    assert!(registered > Cents::dollars(RESET));
    keeper.does([hand(1, "AhKh"), hand(2, "KsQc"), viewed(1)]);
    keeper.does([Event::DeviceFault]);
    let (choice, all) = (NextRounds::WithoutProgressive, SeatSet::ALL);
    keeper.does([Event::NextRounds(choice, all), dealer_hand("2d7c")]);
    let both = [Seat::One, Seat::Two].into_iter().collect();
    keeper.does([Event::Raise(Wager::Flop, both)]);
    keeper.does(["QhJhTh", "3s", "4c"].map(community));
    keeper.does([Event::Settle]);
    assert_eq!(keeper.waiting()[0].amount, registered);
    keeper.does([Event::Paid, Event::PlaceYourBets, ante(1, 10)]);
    keeper.does([chips(1, 1), Event::NoMoreBets]);
    assert_eq!(
        keeper.shown(),
        Cents::dollars(RESET),
        "no progressive bets are taken"
    );
}

/// Seat 1 has a royal flush on the flop and has looked at it, seats 2 and 3 have nothing; bets are locked. The amount is
/// what the meter shows.
fn royal_in_play() -> (LedgerDriver, Cents) {
    let mut keeper = LedgerDriver::at(Game::Rws6);
    keeper.bets(&[1, 2, 3]);
    let registered = keeper.shown();
    assert_eq!(registered, Cents::new(1_000_150), "three units");
    keeper.does([hand(1, "AhKh"), hand(2, "KsQc"), hand(3, "5s6c"), viewed(1)]);
    (keeper, registered)
}

/// Up to the settlement, with whoever is still in the round.
fn plays_out(keeper: &mut LedgerDriver, numbers: &[u8]) {
    keeper.does([dealer_hand("2d7c")]);
    keeper.does([Event::Raise(Wager::Flop, seats(numbers))]);
    keeper.does(["QhJhTh", "3s", "4c"].map(community));
    keeper.does([Event::Settle]);
}

fn goes_back(seat: Seat) -> Event {
    Event::Invalidate(1, seat, HandFault::WrongCount)
}

/// RWS6 5.17.1: a hand goes back before the fault, and another one after the settlement. What the meter had registered
/// when the device failed is paid all the same; the house bears the shares of these hands.
#[test]
fn hands_that_go_back_after_a_fault_leave_the_registered_amount() {
    let (mut keeper, registered) = royal_in_play();
    keeper.does([goes_back(Seat::Two), Event::DeviceFault]);
    keeper.does([Event::DeviceRepaired]);
    plays_out(&mut keeper, &[1, 3]);
    assert_eq!(keeper.waiting()[0].amount, registered);
    keeper.does([goes_back(Seat::Three)]);
    assert_eq!(keeper.waiting()[0].amount, registered);
    assert_eq!(keeper.shown(), Cents::dollars(RESET));
    assert_same(&keeper.replayed(), &keeper.ledger);
}

/// RWS6 5.17.1: the same where the hand goes back between the fault and the settlement.
#[test]
fn a_hand_that_goes_back_between_fault_and_settlement_leaves_the_registered_amount() {
    let (mut keeper, registered) = royal_in_play();
    keeper.does([Event::DeviceFault, goes_back(Seat::Two)]);
    plays_out(&mut keeper, &[1, 3]);
    assert_eq!(keeper.waiting()[0].amount, registered);
    assert_eq!(keeper.shown(), Cents::dollars(RESET));
    assert_same(&keeper.replayed(), &keeper.ledger);
}

/// RWS6 5.17.1: the device fails after the settlement. The share of a hand that went back before it is no longer on the
/// meter; that of one that goes back later stays.
#[test]
fn a_fault_after_the_settlement_registers_what_was_settled_at() {
    let (mut keeper, registered) = royal_in_play();
    keeper.does([goes_back(Seat::Two)]);
    plays_out(&mut keeper, &[1, 3]);
    let settled_at = Cents::new(registered.get() - 50);
    assert_eq!(keeper.waiting()[0].amount, settled_at);
    keeper.does([Event::DeviceFault, goes_back(Seat::Three)]);
    assert_eq!(keeper.waiting()[0].amount, settled_at);
    assert_same(&keeper.replayed(), &keeper.ledger);
}

/// RWS6 5.17.1, 5.21: the registered amount stands even if the round is void after all; without a fault the
/// contributions go back.
#[test]
fn a_void_round_after_a_fault_leaves_the_registered_amount() {
    for (fault, shown) in [(false, 1_000_000), (true, 1_000_150)] {
        let (mut keeper, _) = royal_in_play();
        if fault {
            keeper.does([Event::DeviceFault]);
        }
        keeper.does([Event::Void(1, VoidCause::DealerCount)]);
        assert_eq!(keeper.shown(), Cents::new(shown));
        assert_eq!(keeper.waiting(), []);
        assert_same(&keeper.replayed(), &keeper.ledger);
    }
}
