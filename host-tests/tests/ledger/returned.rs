//! A progressive wager that goes back takes its contribution with it, whatever the reason; one that counts
//! leaves it on the meter, whatever becomes of the hand.

use shared_rules::wagers::Limit;
use simulator::ledger_driver::is_holdem;
use simulator::round_driver::{MBS, fold, pair_plus, play_on, unexposed};

use crate::prelude::*;

/// What one unit of $5 leaves: 10 % for the meter and 2 % for the reserve, in micro-cents.
const UNIT_SHARE: u128 = 60_000_000;

/// How many units have left their shares. The meter and the reserve have nothing else.
#[track_caller]
fn units_kept(keeper: &LedgerDriver) -> u128 {
    let sums = keeper.sums();
    let (kept, rest) = (
        sums.contributions / UNIT_SHARE,
        sums.contributions % UNIT_SHARE,
    );
    assert_eq!(rest, 0);
    assert_eq!(sums.meter - sums.seeds, kept * UNIT_SHARE / 12 * 10);
    assert_eq!(sums.reserve, kept * UNIT_SHARE / 12 * 2);
    kept
}

/// Bets at seats 1 and 2, and the cards of seat 1 and the dealer.
fn two_seats(game: Game) -> LedgerDriver {
    let mut keeper = LedgerDriver::at(game);
    keeper.bets(&[1, 2]);
    keeper.does(match is_holdem(game) {
        true => [hand(1, "KsQc"), dealer_hand("2d7c")],
        false => [hand(1, "Ks9c4d"), dealer_hand("Qd7c2s")],
    });
    assert_eq!(units_kept(&keeper), 2);
    keeper
}

/// Seat 1 plays on and the round is settled.
fn settle(keeper: &mut LedgerDriver) {
    let one: SeatSet = [Seat::One].into_iter().collect();
    if is_holdem(keeper.table().configuration().game) {
        keeper.does([Event::Raise(Wager::Flop, one)]);
        keeper.does([community("9h8h6s"), community("3s"), community("4c")]);
    } else {
        keeper.does([Event::Raise(Wager::Play, one)]);
    }
    keeper.does([Event::Settle]);
}

/// THB6 5.12.2, RWS6 5.4, TCP5 5.12.2: without its base it never contributes, and with Pair Plus it does
/// (TCP5 3.5).
#[test]
fn wager_without_its_base_contributes_nothing() {
    for game in Game::ALL {
        let mut keeper = LedgerDriver::at(game);
        keeper.does([
            Event::PlaceYourBets,
            ante(1, 10),
            chips(2, 1),
            Event::NoMoreBets,
        ]);
        assert_eq!(units_kept(&keeper), 0, "{game:?}");
    }
    let mut keeper = LedgerDriver::at(Game::Tcp5);
    keeper.does([
        Event::PlaceYourBets,
        pair_plus(1, 10),
        chips(1, 1),
        Event::NoMoreBets,
    ]);
    assert_eq!(units_kept(&keeper), 1);
}

/// THB6 5.11, TCP5 5.11: absent before the first raise, everything goes back; RWS6 5.5: the hand is folded.
#[test]
fn absent_player_takes_the_contribution_back_where_the_wager_goes_back() {
    for game in Game::ALL {
        let mut keeper = two_seats(game);
        keeper.does([hand(2, if is_holdem(game) { "JsTc" } else { "JsTc5h" })]);
        keeper.does([absent(2)]);
        settle(&mut keeper);
        let kept = if game == Game::Rws6 { 2 } else { 1 };
        assert_eq!(units_kept(&keeper), kept, "{game:?}");
    }
}

/// THB6 5.7, RWS6 5.15: an invalid hand, before the settlement and after it.
#[test]
fn invalid_hand_takes_its_contribution_back() {
    let invalid = Event::Invalidate(1, Seat::One, HandFault::WrongCount);
    for game in Game::ALL {
        let mut before = two_seats(game);
        before.does([invalid.clone()]);
        if game != Game::Rws6 {
            let permitted = [Seat::Two].into_iter().collect();
            before.does([Event::PermitWithdrawal(permitted), withdraw(2)]);
        } else {
            before.does([
                fold(2),
                community("9h8h6s"),
                community("3s"),
                community("4c"),
            ]);
        }
        before.does([Event::Settle]);
        let folded = u128::from(game == Game::Rws6);
        assert_eq!(units_kept(&before), folded, "{game:?}");

        let mut after = two_seats(game);
        after.does([
            hand(2, if is_holdem(game) { "JsTc" } else { "JsTc5h" }),
            fold(2),
        ]);
        settle(&mut after);
        assert_eq!(units_kept(&after), 2, "{game:?}");
        after.does([invalid.clone()]);
        assert_eq!(units_kept(&after), 1, "{game:?}");
    }
}

/// THB6 5.16.1: whoever withdraws after a power failure takes it back, whoever plays on does not.
#[test]
fn withdrawal_after_a_power_failure_takes_the_contribution_back() {
    for game in MBS {
        let mut keeper = LedgerDriver::at(game);
        keeper.bets(&[1, 2]);
        keeper.power_cut();
        keeper.does([play_on(1), withdraw(2)]);
        keeper.does(match is_holdem(game) {
            true => [hand(1, "KsQc"), dealer_hand("2d7c")],
            false => [hand(1, "Ks9c4d"), dealer_hand("Qd7c2s")],
        });
        settle(&mut keeper);
        assert_eq!(units_kept(&keeper), 1, "{game:?}");
    }
}

/// THB6 5.1.1, RWS6 5.21: a void round, whatever has happened in it.
#[test]
fn void_round_takes_every_contribution_back() {
    for game in Game::ALL {
        let mut keeper = two_seats(game);
        keeper.does([Event::Void(1, VoidCause::ForeignCard)]);
        assert_eq!(units_kept(&keeper), 0, "{game:?}");
    }
}

/// THB6 5.13: the second wager under the minimum goes back, and its progressive with it (5.12.2).
#[test]
fn second_wager_under_the_minimum_takes_the_contribution_back() {
    for game in HOLDEM {
        let mut configuration = house(game);
        configuration.limits.ante = Limit {
            min: Cents::dollars(25),
            max: None,
        };
        let mut keeper = LedgerDriver::new(&configuration);
        for _ in 0..2 {
            // The dealer has a pair, so that the Ante is lost.
            keeper.plays(&[(1, "KsQc")], "9h7h6s");
        }
        let kept = if game == Game::Rws6 { 2 } else { 1 };
        assert_eq!(units_kept(&keeper), kept, "{game:?}");
    }
}

/// THB6 3.9.1, 3.10.1: a hand that folds, loses or is not exposed leaves its contribution.
#[test]
fn lost_wager_leaves_its_contribution() {
    for game in HOLDEM {
        let mut keeper = two_seats(game);
        let one = [Seat::One].into_iter().collect();
        keeper.does([hand(2, "JsTc"), fold(2), Event::Raise(Wager::Flop, one)]);
        keeper.does([unexposed(1)]);
        keeper.does([community("9h8h6s"), community("3s"), community("4c")]);
        keeper.does([Event::Settle]);
        assert_eq!(units_kept(&keeper), 2, "{game:?}");
    }
}

/// The entry that returns a wager says why: it is the event itself, not a sum.
#[test]
fn entry_that_returns_a_wager_says_why() {
    let keeper = two_seats(Game::Thb6);
    let void = Event::Void(1, VoidCause::ForeignCard);
    let entry = keeper.ledger.propose(&void).expect("a void round");
    let entry = entry.expect("an entry");
    assert_eq!(entry, shared_rules::ledger::Entry::Round(void));
    assert!(bytes(&entry).len() <= 4, "{entry:?}");
}
