//! What chips may still do after "No more bets": nothing. An increase is refused, and what is taken away
//! is settled as it stood at the close.

use crate::prelude::*;

/// A round with an Ante of $10, the game's second wager of $10 and one unit, after the close.
fn closed(game: Game) -> RoundDriver {
    let second = second(game, 10);
    RoundDriver::closed(game, [ante(1, 10), second, chips(1, 1)])
}

/// Bonus, or Pair Plus where the game has no Bonus.
fn second(game: Game, dollars: u32) -> Event {
    match game {
        Game::Tcp5 => pair_plus(1, dollars),
        _ => bonus(1, dollars),
    }
}

/// THB6 ML6 TCP5 5.5, ML9 5.5: no wager is placed or increased, in the play and at its settlement.
#[test]
fn late_or_raised_wager_is_refused() {
    for game in MBS {
        let mut dealer = closed(game);
        refuses_late_wagers(&mut dealer, "5.5");
        dealer.deal();
        dealer.settle();
        refuses_late_wagers(&mut dealer, "5.5");
        dealer.settles(1, Wager::Ante, 10, Outcome::Lose, dealer.lost_rule());
        dealer.settles(1, Wager::Progressive, UNIT, Outcome::Lose, awards(game));
    }
}

fn refuses_late_wagers(dealer: &mut RoundDriver, rule: &'static str) {
    let game = dealer.game;
    for late in [
        ante(1, 10),
        ante(1, 11),
        second(game, 11),
        chips(1, 2),
        ante(2, 10),
        chips(2, 1),
    ] {
        dealer.refused(late, Reason::BetAfterClose, rule);
    }
}

fn awards(game: Game) -> &'static str {
    if game == Game::Tcp5 { "4.4" } else { "4.2" }
}

/// THB6 ML6 ML9 TCP5 5.6: no wager is withdrawn, and one that is taken away is won or lost all the same.
#[test]
fn removed_wager_still_wins_or_loses() {
    for game in MBS {
        let mut dealer = closed(game);
        for removed in [ante(1, 0), ante(1, 9), second(game, 9), chips(1, 0)] {
            dealer.refused(removed, Reason::WithdrawalAfterClose, "5.6");
        }
        assert_eq!(dealer.round.bet(Seat::One), Bet::Locked(1));
        dealer.deal();
        dealer.settle();
        dealer.settles(1, Wager::Ante, 10, Outcome::Lose, dealer.lost_rule());
        dealer.settles(1, Wager::Progressive, UNIT, Outcome::Lose, awards(game));
    }
}

/// TCP5 5.6: a progressive wager that was taken away still wins.
#[test]
fn removed_progressive_still_wins() {
    let mut dealer = closed(Game::Tcp5);
    dealer.refused(chips(1, 0), Reason::WithdrawalAfterClose, "5.6");
    dealer.deal();
    dealer.does([hand(1, "AsKsQs")]);
    dealer.settle();
    let line = dealer.line(1, Wager::Progressive);
    assert_eq!(
        (line.outcome, line.pays),
        (Outcome::Win, Cents::dollars(100_000))
    );
}

/// RWS6 5.11: no bet is placed, increased or withdrawn, and all such bets are refused.
#[test]
fn nothing_is_placed_raised_or_withdrawn_after_the_close() {
    let mut dealer = closed(Game::Rws6);
    refuses_late_wagers(&mut dealer, "5.11");
    for removed in [ante(1, 0), ante(1, 9), bonus(1, 0), chips(1, 0)] {
        dealer.refused(removed, Reason::WithdrawalAfterClose, "5.11");
    }
}

/// RWS6 5.20: settled as the chips lay at the close, whatever lies there later.
#[test]
fn bets_settle_as_the_chips_stood_at_the_close() {
    let mut dealer = RoundDriver::open(Game::Rws6);
    dealer.does([
        ante(1, 30),
        ante(1, 10),
        bonus(1, 5),
        chips(1, 0),
        chips(1, 1),
    ]);
    dealer.does([Event::NoMoreBets]);
    for later in [ante(1, 30), bonus(1, 6), chips(1, 5), chips(2, 1)] {
        dealer.refused(later, Reason::BetAfterClose, "5.11");
    }
    for later in [ante(1, 0), bonus(1, 0), chips(1, 0)] {
        let reason = dealer.round.step(&later).map_err(|refusal| refusal.reason);
        assert_eq!(reason, Err(Reason::WithdrawalAfterClose), "{later:?}");
    }
    dealer.deal();
    dealer.settle();
    dealer.settles(1, Wager::Ante, 10, Outcome::Lose, "3.14");
    dealer.settles(1, Wager::Bonus, 5, Outcome::Lose, "4.1");
    dealer.settles(1, Wager::Progressive, UNIT, Outcome::Lose, "4.2");
}

/// THB6 5.5, RWS6 5.11: chips that lie as they lay at the close are no new wager.
#[test]
fn unchanged_chips_are_noted() {
    for game in Game::ALL {
        closed(game).does([chips(1, 1), chips(2, 0)]);
    }
}
