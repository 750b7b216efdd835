//! Rounds that are undone after they were settled or paid, which is possible until the next one commences
//! (THB6 5.3, 5.7, RWS6 5.15, 5.19): contributions and awards go back exactly, and none twice.

use simulator::round_driver::{MBS_HOLDEM, play_on};

use crate::prelude::*;

/// Seat 1 has a royal flush on the flop, seat 2 a straight flush, seat 3 nothing.
const ROYAL: [(u8, &str); 3] = [(1, "AhKh"), (2, "9h8h"), (3, "5s6c")];
const ROYAL_FLOP: &str = "QhJhTh";

/// Seats 1 and 2 have straight flushes on the flop, seat 3 nothing.
const STRAIGHT_FLUSHES: [(u8, &str); 3] = [(1, "JhTh"), (2, "6h5h"), (3, "KsQc")];
const STRAIGHT_FLUSH_FLOP: &str = "9h8h7h";

/// The share of one unit of $5 that is kept: 10 % for the meter and 2 % for the reserve, in micro-cents.
const UNIT_SHARE: u128 = 60_000_000;

const VOID: VoidCause = VoidCause::DealerCount;

fn invalidate(round: u32, seat: Seat) -> Event {
    Event::Invalidate(round, seat, HandFault::WrongCount)
}

fn permit(numbers: &[u8]) -> Event {
    Event::PermitWithdrawal(seats(numbers))
}

/// RWS6 5.21, THB6 5.1.1: everything is as before the round, seeds and hits too.
#[test]
fn a_void_round_leaves_the_meter_as_it_was() {
    for game in HOLDEM {
        for is_paid in [false, true] {
            let mut keeper = LedgerDriver::at(game);
            let (jackpot, totals) = (*keeper.table().jackpot(), *keeper.table().totals());
            keeper.settles(&ROYAL, ROYAL_FLOP);
            assert_eq!(keeper.sums().hits, 1);
            if is_paid {
                keeper.does([Event::Paid]);
            }
            keeper.does([Event::Void(1, VOID)]);
            let after = (*keeper.table().jackpot(), *keeper.table().totals());
            assert_eq!(after, (jackpot, totals), "{game:?}");
            assert_eq!(keeper.waiting(), []);
            assert_same(&keeper.replayed(), &keeper.ledger);
        }
    }
}

/// THB6 5.7: the others are settled again, at the meter without the contribution that went back.
#[test]
fn an_invalid_hand_after_the_settlement_settles_the_others_again() {
    for is_paid in [false, true] {
        let mut keeper = LedgerDriver::at(Game::Ml6);
        keeper.settles(&ROYAL, ROYAL_FLOP);
        let amounts = |keeper: &LedgerDriver| -> Vec<(Seat, u64)> {
            let waiting = keeper.waiting().iter();
            waiting.map(|w| (w.seat, w.amount.get())).collect()
        };
        // Three units put $1.50 on $10,000: 10 %, then the rest (ML6 3.15, 4.2).
        let both = [(Seat::Two, 100_015), (Seat::One, 900_135)];
        assert_eq!(amounts(&keeper), both);
        if is_paid {
            keeper.does([Event::Paid]);
        }
        keeper.does([invalidate(1, Seat::One)]);
        assert_eq!(amounts(&keeper), [(Seat::Two, 100_010)]);
        assert_eq!(keeper.shown(), Cents::new(900_090));
        assert_eq!(keeper.sums().hits, 0);
        assert_same(&keeper.replayed(), &keeper.ledger);
    }
}

/// Hands that are invalidated one after the other end where a void round does.
#[test]
fn invalidating_every_hand_gives_everything_back() {
    for game in MBS_HOLDEM {
        let mut keeper = LedgerDriver::at(game);
        let jackpot = *keeper.table().jackpot();
        keeper.settles(&STRAIGHT_FLUSHES, STRAIGHT_FLUSH_FLOP);
        for seat in [Seat::One, Seat::Two, Seat::Three] {
            keeper.does([invalidate(1, seat)]);
        }
        assert_eq!(*keeper.table().jackpot(), jackpot, "{game:?}");
        assert_eq!(keeper.waiting(), []);
    }
}

/// Contributions that went over the limit come back from there.
#[test]
fn a_void_round_gives_the_overflow_back() {
    let mut configuration = house(Game::Ml6);
    let reset = configuration.jackpot.reset;
    configuration.jackpot.limit = Some(Cents::new(reset.get() + 75));
    let mut keeper = LedgerDriver::new(&configuration);
    let jackpot = *keeper.table().jackpot();
    keeper.settles(&ROYAL, ROYAL_FLOP);
    keeper.does([Event::Void(1, VOID)]);
    assert_eq!(*keeper.table().jackpot(), jackpot);
}

/// A round with a straight flush that waits, and another one with two that is settled.
fn second_round_with_awards() -> LedgerDriver {
    let mut keeper = LedgerDriver::at(Game::Ml6);
    keeper.plays(&[(1, "9h8h")], "7h6h5h");
    keeper.settles(&STRAIGHT_FLUSHES, STRAIGHT_FLUSH_FLOP);
    assert_eq!(keeper.waiting().len(), 3);
    keeper
}

/// The supervisor confirms an award of the round before: this round can still be undone.
#[test]
fn confirming_an_earlier_award_does_not_keep_a_void_rounds() {
    let mut keeper = second_round_with_awards();
    let first = u128::from(keeper.waiting()[0].amount.get()) * 1_000_000;
    keeper.confirm();
    keeper.does([Event::Void(2, VOID)]);
    assert_eq!(keeper.waiting(), []);
    assert_eq!(keeper.sums().awards, first);
}

/// The same with a hand that is invalid: no award is paid twice.
#[test]
fn confirming_an_earlier_award_does_not_pay_this_rounds_twice() {
    let mut keeper = second_round_with_awards();
    keeper.confirm();
    keeper.does([invalidate(2, Seat::Three)]);
    assert_eq!(keeper.waiting().len(), 2);
}

/// The same with a wager that had been returned before: its contribution is taken back once.
#[test]
fn confirming_an_earlier_award_takes_no_contribution_back_twice() {
    let mut keeper = LedgerDriver::at(Game::Ml6);
    keeper.plays(&[(1, "9h8h")], "7h6h5h");
    keeper.bets(&[1, 2]);
    keeper.does([hand(1, "KsQc"), dealer_hand("2d7c"), absent(2)]);
    keeper.does([Event::Raise(Wager::Flop, [Seat::One].into_iter().collect())]);
    keeper.does(["9h8h6s", "3s", "4c"].map(community));
    keeper.does([Event::Settle]);
    keeper.confirm();
    keeper.does([Event::Void(2, VOID)]);
    assert_eq!(keeper.sums().contributions, UNIT_SHARE);
}

/// An award that was confirmed is paid: its round is neither void nor settled again, and the next one is played.
#[test]
fn a_round_with_a_confirmed_award_stands() {
    for is_paid in [false, true] {
        let mut keeper = LedgerDriver::at(Game::Ml6);
        keeper.settles(&STRAIGHT_FLUSHES, STRAIGHT_FLUSH_FLOP);
        keeper.confirm();
        if is_paid {
            keeper.does([Event::Paid]);
        }
        let before = keeper.clone();
        for event in [Event::Void(1, VOID), invalidate(1, Seat::Three)] {
            let refused = keeper.take(&event);
            assert_eq!(
                refused,
                Err(Contradiction::Refused(LedgerRefusal::AlreadyConfirmed)),
                "{event:?}"
            );
            assert_same(&keeper.ledger, &before.ledger);
        }
        if !is_paid {
            keeper.does([Event::Paid]);
        }
        keeper.bets(&[1]);
        assert_same(&keeper.replayed(), &keeper.ledger);
    }
}

/// THB6 6.1, RWS6 5.23: only the shift manager undoes a round with a confirmed award: everything is as before the round,
/// also where one of two awards still waits, and after a restart. Once the next round has commenced it stands.
#[test]
fn the_shift_manager_undoes_a_round_with_a_confirmed_award() {
    for game in HOLDEM {
        for (confirmed, is_paid) in [(0, false), (1, false), (1, true), (2, true)] {
            let mut keeper = LedgerDriver::at(game);
            let (jackpot, totals) = (*keeper.table().jackpot(), *keeper.table().totals());
            keeper.bets(&[1]);
            assert!(keeper.write(&Entry::Overruled(1)).is_err(), "not settled");
            keeper.does([Event::Void(1, VOID)]);
            keeper.settles(&ROYAL, ROYAL_FLOP);
            for _ in 0..confirmed.min(keeper.waiting().len()) {
                keeper.confirm();
            }
            if is_paid {
                keeper.does([Event::Paid]);
            }
            assert!(
                keeper.write(&Entry::Overruled(1)).is_err(),
                "an earlier round"
            );
            assert!(keeper.write(&Entry::Overruled(2)).is_ok(), "{game:?}");
            let after = (*keeper.table().jackpot(), *keeper.table().totals());
            assert_eq!(after, (jackpot, totals), "{game:?}");
            assert_eq!(keeper.waiting(), []);
            assert_same(&keeper.replayed(), &keeper.ledger);
            assert!(keeper.write(&Entry::Overruled(2)).is_err(), "twice");
            keeper.settles(&ROYAL, ROYAL_FLOP);
            keeper.does([Event::Paid, Event::PlaceYourBets]);
            assert!(keeper.write(&Entry::Overruled(3)).is_err(), "too late");
        }
    }
}

/// THB6 6.1: an award of an earlier round that was confirmed meanwhile stays confirmed.
#[test]
fn an_overruled_round_leaves_earlier_awards_alone() {
    let mut keeper = second_round_with_awards();
    let first = u128::from(keeper.waiting()[0].amount.get()) * 1_000_000;
    keeper.confirm();
    keeper.confirm();
    assert!(keeper.write(&Entry::Overruled(2)).is_ok());
    assert_eq!(keeper.sums().awards, first);
    assert_eq!(keeper.waiting(), []);
    assert_same(&keeper.replayed(), &keeper.ledger);
}

/// A player who may withdraw (THB6 5.7.1) still may when the supervisor has been quick.
#[test]
fn a_confirmation_does_not_end_a_players_choice() {
    let mut keeper = LedgerDriver::at(Game::Ml6);
    keeper.settles(&STRAIGHT_FLUSHES, STRAIGHT_FLUSH_FLOP);
    keeper.does([invalidate(1, Seat::Three), permit(&[1, 2])]);
    // Either the confirmation waits for the players, or they can still choose.
    if keeper.write(&Entry::Confirmed).is_ok() {
        let chosen = keeper.take(&withdraw(2));
        assert!(chosen.is_ok(), "{chosen:?}");
    }
}

/// THB6 5.7.1: once an award of the round is confirmed nobody can withdraw any more, so nobody is asked.
#[test]
fn nobody_is_permitted_to_withdraw_after_a_confirmation() {
    for is_paid in [false, true] {
        let mut keeper = LedgerDriver::at(Game::Ml6);
        keeper.settles(&STRAIGHT_FLUSHES, STRAIGHT_FLUSH_FLOP);
        keeper.does([invalidate(1, Seat::Three)]);
        keeper.confirm();
        if is_paid {
            keeper.does([Event::Paid]);
        }
        let before = keeper.clone();
        let refused = keeper.take(&permit(&[1, 2]));
        let confirmed = LedgerRefusal::AlreadyConfirmed;
        assert_eq!(refused, Err(Contradiction::Refused(confirmed)));
        assert_same(&keeper.ledger, &before.ledger);
        keeper.confirm();
    }
}

/// Players who are asked after an invalid hand (THB6 5.7.1) play on, and the round is paid.
#[test]
fn a_round_goes_on_after_an_invalid_hand() {
    let mut keeper = LedgerDriver::at(Game::Ml6);
    keeper.settles(&ROYAL, ROYAL_FLOP);
    keeper.does([
        invalidate(1, Seat::Three),
        permit(&[1, 2]),
        play_on(1),
        play_on(2),
        Event::Paid,
    ]);
    assert_eq!(keeper.sums().contributions, 2 * UNIT_SHARE);
    keeper.does([
        Event::PlaceYourBets,
        ante(1, 10),
        chips(1, 1),
        Event::NoMoreBets,
    ]);
    assert_eq!(keeper.sums().contributions, 3 * UNIT_SHARE);
}

/// RWS6 5.8, THB6 5.1.2: a void round leaves the settlement of the round before alone: its awards wait, the meter stands.
#[test]
fn a_void_round_leaves_the_awards_of_the_one_before() {
    for game in HOLDEM {
        let mut keeper = LedgerDriver::at(game);
        keeper.plays(&ROYAL, ROYAL_FLOP);
        let (waiting, shown) = (keeper.waiting().to_vec(), keeper.shown());
        keeper.bets(&[1]);
        keeper.does([Event::Void(2, VoidCause::ForeignCard)]);
        assert_eq!(keeper.waiting(), waiting, "{game:?}");
        assert_eq!(keeper.shown(), shown, "{game:?}");
    }
}
