//! A power failure before and after an outcome has been established: at least one wager of the round has
//! conclusively won or lost.

use shared_rules::games::UnexposedUnqualified;
use simulator::round_driver::unexposed;

use crate::prelude::*;

/// The power fails and play continues: an outcome has been established.
#[track_caller]
fn plays_on(mut dealer: RoundDriver) {
    let rule = dealer.mbs_or_rws("5.16.2", "5.7.1");
    dealer.continues(Event::PowerFailure, rule);
}

/// The power fails at seat 1's round, and no outcome has been established.
#[track_caller]
fn no_outcome(mut dealer: RoundDriver) {
    match dealer.game {
        Game::Rws6 => dealer.voids(Event::PowerFailure, "5.7.2"),
        _ => dealer.asks(Event::PowerFailure, &[1], "5.16.1"),
    }
}

/// THB6 ML6 ML9 TCP5 5.16, 5.16.1: each player withdraws everything at all seats, or plays on.
#[test]
fn power_failure_without_outcome_lets_players_withdraw_all() {
    for game in MBS {
        let mut dealer = RoundDriver::open(game);
        dealer.does([
            player(3, 1),
            ante(1, 10),
            ante(2, 10),
            ante(3, 20),
            chips(3, 1),
        ]);
        dealer.continues(Event::PowerFailure, "5.16.1");
        dealer.does([Event::NoMoreBets]);
        dealer.asks(Event::PowerFailure, &[1, 2, 3], "5.16.1");
        dealer.invalidates(withdraw(3), &[1, 3], "5.16.1");
        dealer.does([play_on(2)]);
        dealer.finish();
        dealer.returns(1, 10, "5.16.1");
        dealer.returns(3, 20 + UNIT, "5.16.1");
        assert_eq!(dealer.line(2, Wager::Ante).outcome, Outcome::Lose);
    }
}

/// THB6 ML6 ML9 TCP5 5.16.1: "the round of play shall then be concluded", without cards if nobody is left.
#[test]
fn power_failure_concludes_a_round_that_everyone_left() {
    for game in MBS {
        let mut dealer = RoundDriver::closed(game, [ante(1, 10), chips(1, 1)]);
        dealer.asks(Event::PowerFailure, &[1], "5.16.1");
        dealer.invalidates(withdraw(1), &[1], "5.16.1");
        dealer.does([Event::Settle]);
        dealer.returns(1, 10 + UNIT, "5.16.1");
        dealer.does([Event::Paid, Event::PlaceYourBets]);
    }
}

/// THB6 ML6 ML9 TCP5 5.16.1: what waits for the players waits under this paragraph.
#[test]
fn open_option_cites_the_power_failure() {
    for game in MBS {
        let mut dealer = RoundDriver::closed(game, [ante(1, 10)]);
        dealer.asks(Event::PowerFailure, &[1], "5.16.1");
        dealer.does([dealer.first_raise(1)]);
        dealer.refused(Event::Settle, Reason::OptionOpen, "5.16.1");
    }
}

/// THB6 ML6 ML9 5.16.1: no card is shown while a player may still withdraw because of it.
#[test]
fn no_community_card_while_players_may_withdraw() {
    for game in MBS_HOLDEM {
        let mut dealer = RoundDriver::dealt(game, [ante(1, 10)]);
        dealer.does([flop(1, 20)]);
        dealer.asks(Event::PowerFailure, &[1], "5.16.1");
        dealer.refused(community("2c7d9h"), Reason::OptionOpen, "5.16.1");
    }
}

/// RWS6 5.7, 5.7.2: void, whether bets are open or cards are dealt.
#[test]
fn power_failure_without_outcome_voids_the_round() {
    let mut open = RoundDriver::open(Game::Rws6);
    open.does([ante(1, 10), chips(1, 1)]);
    open.voids(Event::PowerFailure, "5.7.2");
    open.returns(1, 10 + UNIT, "5.7.2");
    let mut dealer = RoundDriver::dealt(Game::Rws6, [ante(1, 10), chips(1, 1)]);
    dealer.does([flop(1, 20), community("2c7d9h")]);
    dealer.voids(Event::PowerFailure, "5.7.2");
    dealer.returns(1, 30 + UNIT, "5.7.2");
}

/// THB6 ML6 ML9 TCP5 5.16.2, RWS6 5.7.1: play goes on after a fold, after a settlement, and after each wager
/// that can no longer change.
#[test]
fn power_failure_with_an_outcome_plays_on() {
    for game in Game::ALL {
        no_outcome(RoundDriver::dealt(game, [ante(1, 10)]));
        let mut folded = RoundDriver::dealt(game, [ante(1, 10), ante(2, 10)]);
        folded.does([fold(2)]);
        plays_on(folded);
        let mut settled = RoundDriver::dealt(game, [ante(1, 10)]);
        settled.settle();
        plays_on(settled);
    }
    a_progressive_is_decided_with_its_last_card();
    a_bonus_is_decided_by_hole_cards_out_of_its_table();
    pair_plus_and_progressive_are_decided_by_three_cards();
}

/// ML6 ML9 4.2: the flop decides. THB6 RWS6 4.2: only the river does, or a royal flush on the flop.
fn a_progressive_is_decided_with_its_last_card() {
    for game in HOLDEM {
        let with_unit = || {
            let mut dealer = RoundDriver::dealt(game, [ante(1, 10), chips(1, 1)]);
            dealer.does([flop(1, 20)]);
            dealer
        };
        no_outcome(with_unit());
        let mut flopped = with_unit();
        flopped.show_next();
        match game {
            Game::Ml6 | Game::Ml9 => plays_on(flopped),
            _ => {
                flopped.show_next();
                no_outcome(flopped);
                let mut river = with_unit();
                river.play_out();
                plays_on(river);
            }
        }
        let mut royal = with_unit();
        royal.does([hand(1, "AsKs"), community("QsJsTs")]);
        plays_on(royal);
    }
}

/// THB6 RWS6 4.2: a royal flush on the turn is an award whatever the river is, and with the river all is decided
/// before the dealer's cards are known. ML6 ML9 4.2: a flop decides nothing without a progressive wager.
#[test]
fn a_progressive_is_decided_by_the_cards_that_count() {
    for game in [Game::Thb6, Game::Rws6] {
        let royal = || {
            let mut dealer = RoundDriver::closed(game, [ante(1, 10), chips(1, 1)]);
            dealer.does([hand(1, "AsKs"), flop(1, 20), community("QsJs2c")]);
            dealer
        };
        no_outcome(royal());
        let mut on_the_turn = royal();
        on_the_turn.does([community("Ts")]);
        plays_on(on_the_turn);
        let mut nothing = royal();
        nothing.does([community("3d"), community("4h")]);
        plays_on(nothing);
    }
    for game in [Game::Ml6, Game::Ml9] {
        let mut without = RoundDriver::dealt(game, [ante(1, 10)]);
        without.does([flop(1, 20)]);
        without.show_next();
        no_outcome(without);
    }
}

/// THB6 5.16.2, RWS6 5.7.1: open cards decide also the hands that have not been entered: ML6 ML9 the flop, THB6 RWS6 the
/// river, or four of a kind among the first four (4.2.1), which is an award of the community; and nothing without a
/// progressive wager.
#[test]
fn open_cards_decide_hands_that_have_not_been_entered() {
    for game in HOLDEM {
        let shown = |units, cards: &[&str]| {
            let mut dealer = RoundDriver::closed(game, [ante(1, 10), chips(1, units)]);
            dealer.does([flop(1, 20)]);
            for card in cards {
                dealer.does([community(card)]);
            }
            dealer
        };
        no_outcome(shown(1, &[]));
        no_outcome(shown(0, &["2c7d9h", "Js", "Kd"]));
        match game {
            Game::Ml6 | Game::Ml9 => plays_on(shown(1, &["2c7d9h"])),
            _ => {
                no_outcome(shown(1, &["2c7d9h", "Js"]));
                no_outcome(shown(1, &["2c2d2h", "Js"]));
                plays_on(shown(1, &["2c2d2h", "2s"]));
                plays_on(shown(1, &["2c7d9h", "Js", "Kd"]));
            }
        }
    }
}

/// THB6 ML6 ML9 4.1.1, RWS6 4.1: Bonus is lost with 3-8. With two kings it is not won yet while the hand may
/// fold, nor, where it loses to a better dealer (THB6 3.10.3), after the Flop; in RWS6 (3.14) it then is.
fn a_bonus_is_decided_by_hole_cards_out_of_its_table() {
    for game in HOLDEM {
        plays_on(RoundDriver::dealt(game, [ante(1, 10), bonus(1, 5)]));
        no_outcome(RoundDriver::closed(game, [ante(1, 10), bonus(1, 5)]));
        let kings = || {
            let mut dealer = RoundDriver::dealt(game, [ante(1, 10), bonus(1, 5)]);
            dealer.does([hand(1, "KsKc")]);
            dealer
        };
        no_outcome(kings());
        let mut raised = kings();
        raised.does([flop(1, 20)]);
        match game {
            Game::Rws6 => plays_on(raised),
            _ => no_outcome(raised),
        }
    }
}

/// TCP5 4.3, 4.4: both look at the three cards alone; an Ante with its Play needs the dealer's hand too.
fn pair_plus_and_progressive_are_decided_by_three_cards() {
    let game = Game::Tcp5;
    no_outcome(RoundDriver::closed(game, [pair_plus(1, 10), chips(1, 1)]));
    plays_on(RoundDriver::dealt(game, [pair_plus(1, 10)]));
    plays_on(RoundDriver::dealt(game, [ante(1, 10), chips(1, 1)]));
    let mut played = RoundDriver::closed(game, [ante(1, 10)]);
    played.does([hand(1, "2h5s9c"), play(1, 10)]);
    no_outcome(played);
}

/// THB6 ML6 ML9 TCP5 5.16.2, RWS6 5.7.1: once all hands lie open against the dealer's, Ante and raises have
/// conclusively won or lost, before anyone says so.
#[test]
fn showdown_is_an_outcome() {
    for game in Game::ALL {
        let mut dealer = RoundDriver::dealt(game, [ante(1, 10)]);
        dealer.play_out();
        plays_on(dealer);
    }
}

/// RWS6 5.5, 5.7.1: an absent player has folded, and a fold has lost its Ante.
#[test]
fn absence_is_an_outcome_where_it_folds() {
    let mut dealer = RoundDriver::dealt(Game::Rws6, [ante(1, 10), ante(2, 10)]);
    dealer.does([absent(2)]);
    plays_on(dealer);
}

/// THB6 ML6 ML9 TCP5 5.11, 5.16.1: an absent player's hand is invalid, and wagers that go back have neither won
/// nor lost.
#[test]
fn absence_is_no_outcome_where_the_hand_is_invalid() {
    for game in MBS {
        let second = match game {
            Game::Tcp5 => pair_plus(2, 5),
            _ => bonus(2, 5),
        };
        let mut dealer = RoundDriver::dealt(game, [ante(1, 10), ante(2, 10), second]);
        dealer.does([absent(2)]);
        assert!(!dealer.round.outcome_established(), "{game:?}");
    }
}

/// A table for $10 and more, with bets open. The player of seat 1 has had an Ante under the minimum settled.
fn after_one_under_the_minimum(game: Game) -> RoundDriver {
    let mut dealer = RoundDriver::with_limits(game, 10, 100);
    dealer.does([Event::PlaceYourBets]);
    ante_under_the_minimum(&mut dealer);
    dealer.does([Event::NoMoreBets]);
    dealer.finish();
    dealer.does([Event::PlaceYourBets]);
    dealer
}

#[track_caller]
fn ante_under_the_minimum(dealer: &mut RoundDriver) {
    dealer.warned(ante(1, 5), Reason::UnderMinimum(Wager::Ante), "3.4");
}

/// THB6 ML6 ML9 TCP5 5.13, 5.16.1: wagers that go back because they are under the minimum once more have neither won nor
/// lost, whatever the cards are: an Ante that folds or is not exposed, the progressive wager beside it, a whole showdown.
#[test]
fn a_wager_under_the_minimum_once_more_is_no_outcome() {
    for game in MBS {
        let dealt = || {
            let mut dealer = after_one_under_the_minimum(game);
            ante_under_the_minimum(&mut dealer);
            dealer.does([chips(1, 1), Event::NoMoreBets]);
            dealer.deal();
            dealer
        };
        no_outcome(dealt());
        let mut folded = dealt();
        folded.does([fold(1)]);
        no_outcome(folded);
        let mut shown = dealt();
        shown.play_out();
        no_outcome(shown);
        let mut hidden = dealt();
        hidden.play_out();
        hidden.does([unexposed(1)]);
        no_outcome(hidden);
        // Another player's fold is one.
        let mut other = after_one_under_the_minimum(game);
        ante_under_the_minimum(&mut other);
        other.does([ante(2, 10), Event::NoMoreBets, fold(2)]);
        plays_on(other);
    }
}

/// TCP5 5.13, 5.16.2: Pair Plus beside an Ante that goes back is won or lost by its cards. Pair Plus that goes back itself
/// is not.
#[test]
fn pair_plus_beside_an_ante_that_goes_back_is_an_outcome() {
    let mut stands = after_one_under_the_minimum(Game::Tcp5);
    ante_under_the_minimum(&mut stands);
    stands.does([pair_plus(1, 10), Event::NoMoreBets]);
    stands.deal();
    plays_on(stands);
    let mut goes_back = after_one_under_the_minimum(Game::Tcp5);
    let reason = Reason::UnderMinimum(Wager::PairPlus);
    goes_back.warned(pair_plus(1, 5), reason, "3.4");
    goes_back.does([ante(1, 10), Event::NoMoreBets]);
    goes_back.deal();
    no_outcome(goes_back);
}

/// THB6 ML6 ML9 TCP5 3.10.1, 5.16.2: a hand that is not exposed is deemed lower: it has lost.
#[test]
fn unexposed_hand_is_an_outcome() {
    for game in MBS {
        let mut dealer = RoundDriver::closed(game, [ante(1, 10)]);
        dealer.play_out();
        dealer.does([unexposed(1)]);
        plays_on(dealer);
    }
}

/// TCP5 3.11, 5.16.1: where a dealer who does not qualify pays an Ante that was not exposed, it has not lost before the
/// dealer's cards are known. Pair Plus and the progressive have (3.10.1).
#[test]
fn unexposed_ante_that_may_be_paid_is_no_outcome() {
    let with = |side: Option<Event>| {
        let mut dealer = RoundDriver::new(Game::Tcp5);
        let mut terms = *dealer.round.terms();
        terms.readings.unexposed_unqualified = UnexposedUnqualified::Paid;
        dealer.round = dealer.round.renewed(terms);
        dealer.does([Event::PlaceYourBets, ante(1, 10)]);
        side.into_iter().for_each(|side| dealer.does([side]));
        dealer.does([Event::NoMoreBets, play(1, 10), unexposed(1)]);
        dealer
    };
    no_outcome(with(None));
    plays_on(with(Some(chips(1, 1))));
    plays_on(with(Some(pair_plus(1, 10))));
    let mut shown = with(None);
    shown.does([dealer_hand("2c3d5h")]);
    plays_on(shown);
}

/// THB6 5.16, RWS6 5.7: between rounds there is nothing to decide.
#[test]
fn power_failure_between_rounds_changes_nothing() {
    for game in Game::ALL {
        let mut dealer = RoundDriver::new(game);
        dealer.does([Event::PowerFailure]);
        assert_eq!(dealer.round.phase(), Phase::Idle);
        dealer.does([Event::PlaceYourBets, ante(1, 10), Event::NoMoreBets]);
        dealer.finish();
        dealer.does([Event::PowerFailure]);
        assert_eq!(dealer.round.phase(), Phase::Paid);
        dealer.does([Event::PlaceYourBets]);
    }
}
