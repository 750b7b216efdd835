//! The play between "No more bets" and settlement: decisions, raises, cards, and the end of the round.

use shared_rules::cards::Card;
use shared_rules::closed::Decision;
use shared_rules::refusal::Place;
use shared_rules::round::STAKE_MAX;
use simulator::round_driver::unexposed;

use crate::prelude::*;

/// The paragraph of the decision after the first cards.
fn decision(dealer: &RoundDriver) -> &'static str {
    dealer.mbs_or_rws("3.9", "3.11.2")
}

/// The paragraph of the raises.
fn raise(dealer: &RoundDriver) -> &'static str {
    dealer.mbs_or_rws("3.9.2", "3.11.2b")
}

/// THB6 ML6 ML9 3.9, RWS6 3.11.2, 3.12.3: the flop waits until everyone has folded or placed a Flop.
#[test]
fn fold_or_flop_after_the_hole_cards() {
    for game in HOLDEM {
        let mut dealer = RoundDriver::dealt(game, [ante(1, 10), ante(2, 10)]);
        let rule = decision(&dealer);
        dealer.refused(community("2c7d9h"), Reason::DecisionOpen, rule);
        dealer.does([fold(1)]);
        dealer.refused(community("2c7d9h"), Reason::DecisionOpen, rule);
        dealer.does([flop(2, 20), community("2c7d9h")]);
        dealer.refused(fold(1), Reason::DecisionMade, rule);
        dealer.refused(fold(2), Reason::DecisionMade, rule);
    }
}

/// TCP5 3.9: whoever has an Ante folds or places Play; Pair Plus alone has nothing to decide (3.9.3).
#[test]
fn fold_or_play_after_three_cards() {
    let wagers = [ante(1, 10), ante(2, 10), pair_plus(3, 10)];
    let mut dealer = RoundDriver::dealt(Game::Tcp5, wagers);
    dealer.refused(Event::Settle, Reason::DecisionOpen, "3.9");
    dealer.does([fold(1)]);
    dealer.refused(Event::Settle, Reason::DecisionOpen, "3.9");
    dealer.refused(play(2, 20), Reason::WrongRaise(Wager::Play), "3.9.2");
    dealer.does([play(2, 10)]);
    dealer.refused(fold(2), Reason::DecisionMade, "3.9");
    let needs_ante = Reason::WagerNeedsAnte(Wager::Play);
    dealer.refused(play(3, 10), needs_ante, "3.4");
    dealer.does([Event::Settle]);
    dealer.settles(1, Wager::Ante, 10, Outcome::Lose, "3.9.1");
}

/// TCP5 1.1.5, THB6 ML6 ML9 1.1.8, RWS6 1.13: after a fold there is no raise and no second decision.
#[test]
fn folded_hand_takes_no_further_part() {
    for game in Game::ALL {
        let mut dealer = RoundDriver::dealt(game, [ante(1, 10), ante(2, 10)]);
        let rule = decision(&dealer);
        dealer.does([fold(1)]);
        dealer.refused(dealer.first_raise(1), Reason::DecisionMade, rule);
        dealer.refused(fold(1), Reason::DecisionMade, rule);
        let nothing = dealer.mbs_or_rws("5.11", "5.6");
        dealer.refused(absent(1), Reason::NothingToDecide, nothing);
        if game != Game::Tcp5 {
            dealer.does([flop(2, 20)]);
            dealer.show_next();
            dealer.refused(turn(1, 10), Reason::DecisionMade, rule);
        }
        dealer.settle();
        assert_eq!(dealer.record(1).decision, Decision::Fold);
        assert_eq!(dealer.line(1, Wager::Ante).outcome, Outcome::Lose);
    }
}

/// THB6 3.9.1: a folded hand has nothing to compare, so that it keeps the community award (4.2.1) whether
/// or not its cards are shown.
#[test]
fn folded_hand_keeps_the_community_award_unexposed() {
    let mut dealer = RoundDriver::closed(Game::Thb6, [ante(1, 10), chips(1, 1)]);
    dealer.does([hand(1, "3h8h"), dealer_hand("AcAd"), fold(1)]);
    dealer.does([
        unexposed(1),
        community("AsKsQs"),
        community("Js"),
        community("Ts"),
    ]);
    dealer.does([Event::Settle]);
    let line = dealer.line(1, Wager::Progressive);
    assert_eq!(
        (line.outcome, line.pays),
        (Outcome::Win, Cents::dollars(10_000))
    );
}

/// ML6 ML9 TCP5 3.9.1, 3.10.1: an award of its own needs cards that are shown. Here they were seen by a supervisor, who
/// may view them (3.10.1), and would have won.
#[test]
fn folded_hand_that_is_not_exposed_wins_no_award_of_its_own() {
    for (game, cards) in [
        (Game::Ml6, "AsKs"),
        (Game::Ml9, "AsKs"),
        (Game::Tcp5, "AsKsQs"),
    ] {
        for (exposes, outcome) in [(true, Outcome::Win), (false, Outcome::Lose)] {
            let mut dealer = RoundDriver::closed(game, [ante(1, 10), chips(1, 1)]);
            dealer.does([hand(1, cards), fold(1)]);
            if !exposes {
                dealer.does([unexposed(1)]);
            }
            match game {
                Game::Tcp5 => dealer.does([dealer_hand("2c3d5h")]),
                _ => {
                    dealer.does([dealer_hand("2c3d"), community("QsJsTs")]);
                    dealer.does([community("4d"), community("5h")]);
                }
            }
            dealer.does([Event::Settle]);
            assert_eq!(dealer.line(1, Wager::Progressive).outcome, outcome);
            dealer.settles(1, Wager::Ante, 10, Outcome::Lose, "3.9.1");
        }
    }
}

/// THB6 ML6 ML9 TCP5 3.10.1, RWS6 4.3: the hand is considered settled: no further wager of it is taken; and before its
/// decision a hand has nothing to expose.
#[test]
fn no_wager_is_taken_after_a_hand_is_not_exposed() {
    for game in Game::ALL {
        let mut dealer = RoundDriver::dealt(game, [ante(1, 10), ante(2, 10)]);
        let decision = decision(&dealer);
        dealer.refused(unexposed(1), Reason::DecisionOpen, decision);
        dealer.does([dealer.first_raise(1), dealer.first_raise(2), unexposed(1)]);
        let rule = dealer.mbs_or_rws("3.10.1", "4.3");
        if game == Game::Tcp5 {
            dealer.refused(dealer.first_raise(1), Reason::NotExposed, rule);
        } else {
            dealer.show_next();
            dealer.refused(turn(1, 10), Reason::NotExposed, rule);
            dealer.does([turn(2, 10)]);
            dealer.show_next();
            dealer.refused(river(1, 10), Reason::NotExposed, rule);
            let nothing = dealer.mbs_or_rws("5.11", "5.6");
            dealer.refused(absent(1), Reason::NothingToDecide, nothing);
        }
        dealer.settle();
        dealer.settles(1, Wager::Ante, 10, Outcome::Lose, rule);
    }
}

/// RWS6 1.3, 1.3a, 1.3b, 1.3c, THB6 ML6 ML9 3.9.2: Flop of two Antes before the flop, Turn of one before the
/// turn, River of one before the river.
#[test]
fn betting_rounds_take_two_one_and_one_antes() {
    for game in HOLDEM {
        let mut dealer = RoundDriver::dealt(game, [ante(1, 10), ante(2, 10)]);
        let rule = raise(&dealer);
        let (turn_wager, river_wager) = (Wager::Turn, Wager::River);
        dealer.does([flop(1, 20), flop(2, 20)]);
        dealer.refused(turn(1, 10), Reason::RaiseNotNow(turn_wager), rule);
        dealer.refused(river(1, 10), Reason::RaiseNotNow(river_wager), rule);
        dealer.show_next();
        dealer.refused(river(1, 10), Reason::RaiseNotNow(river_wager), rule);
        dealer.does([turn(1, 10)]);
        dealer.show_next();
        dealer.refused(turn(2, 10), Reason::RaiseNotNow(turn_wager), rule);
        dealer.does([river(1, 10), river(2, 10)]);
        dealer.settle();
        let stakes = [Wager::Flop, Wager::Turn, Wager::River];
        let stakes = stakes.map(|wager| dealer.line(1, wager).stake);
        assert_eq!(stakes, [20, 10, 10].map(Cents::dollars));
    }
}

/// THB6 ML6 ML9 3.9.2: a Flop that is not twice the Ante, and a Turn or River that is not the Ante, are not
/// taken; there is no Turn or River without a Flop.
#[test]
fn raises_are_exact() {
    for game in MBS_HOLDEM {
        let mut dealer = RoundDriver::dealt(game, [ante(1, 10)]);
        for dollars in [0, 10, 19, 21] {
            dealer.refused(flop(1, dollars), Reason::WrongRaise(Wager::Flop), "3.9.2");
        }
        let (wager, first) = (Wager::Turn, Wager::Flop);
        dealer.refused(
            turn(1, 10),
            Reason::RaiseWithoutFirst { wager, first },
            "3.9.2",
        );
        dealer.does([flop(1, 20)]);
        dealer.show_next();
        dealer.refused(turn(1, 20), Reason::WrongRaise(Wager::Turn), "3.9.2");
        dealer.show_next();
        dealer.refused(river(1, 5), Reason::WrongRaise(Wager::River), "3.9.2");
    }
}

/// RWS6 5.3.1, 5.3.2: a raise that is too high or too low is taken with a notice; none at all is no raise (3.11.2b).
#[test]
fn raise_that_is_not_exact_is_taken_with_a_notice() {
    let wrong = Reason::WrongRaise(Wager::Flop);
    for (dollars, rule) in [(21, "5.3.1"), (19, "5.3.2")] {
        let mut dealer = RoundDriver::dealt(Game::Rws6, [ante(1, 10)]);
        dealer.refused(flop(1, 0), wrong, "3.11.2b");
        dealer.warned(flop(1, dollars), wrong, rule);
        assert_eq!(dealer.record(1).stakes.flop, Cents::dollars(dollars));
    }
}

/// THB6 ML6 ML9 3.9.2, RWS6 3.11.2b: twice the Ante is taken as long as it can be counted, to the cent.
#[test]
fn the_largest_raise_is_taken_and_no_larger_one() {
    let half = Cents::new(STAKE_MAX.get() / 2);
    let one_cent_more = half.plus(Cents::new(1)).expect("a cent more");
    for game in HOLDEM {
        let first = |amount| Event::Stake(Seat::One, Wager::Ante, amount);
        let mut dealer = RoundDriver::dealt(game, [first(half)]);
        dealer.does([dealer.first_raise(1)]);
        assert_eq!(dealer.record(1).stakes.flop, STAKE_MAX);
        let mut dealer = RoundDriver::dealt(game, [first(one_cent_more)]);
        let rule = raise(&dealer);
        dealer.refused(dealer.first_raise(1), Reason::AmountTooLarge, rule);
    }
}

/// RWS6 1.17, 3.11.2b, 3.12.3b: with a Flop the player is in for the finish: no fold, and a check is enough.
#[test]
fn flop_keeps_the_hand_in_to_the_end() {
    let mut dealer = RoundDriver::dealt(Game::Rws6, [ante(1, 10)]);
    dealer.does([flop(1, 20)]);
    for _ in 0..3 {
        dealer.refused(fold(1), Reason::DecisionMade, "3.11.2");
        dealer.show_next();
    }
    dealer.refused(fold(1), Reason::DecisionMade, "3.11.2");
    dealer.does([Event::Settle]);
    dealer.settles(1, Wager::Flop, 20, Outcome::Lose, "3.14");
}

/// THB6 ML6 ML9 1.1.7, 1.1.12, 1.1.16, RWS6 1.12, 1.23, 1.29, 3.11.5: three, then the fourth, then the fifth
/// and final one.
#[test]
fn community_cards_are_flop_turn_and_river_in_order() {
    for game in HOLDEM {
        let mut dealer = RoundDriver::dealt(game, [ante(1, 10)]);
        dealer.does([flop(1, 20)]);
        let rule = dealer.mbs_or_rws("5.3", "5.8.7");
        let count = |place, expected, got| Reason::CardCount {
            place,
            expected,
            got,
        };
        dealer.refused(community("2c"), count(Place::Flop, 3, 1), rule);
        dealer.refused(community("2c7d9hJs"), count(Place::Flop, 3, 4), rule);
        dealer.does([community("2c7d9h")]);
        dealer.refused(community("JsKd"), count(Place::Turn, 1, 2), rule);
        dealer.refused(Event::Settle, count(Place::Community, 5, 3), rule);
        dealer.does([community("Js")]);
        dealer.refused(community("KdQd"), count(Place::River, 1, 2), rule);
        dealer.does([community("Kd")]);
        dealer.refused(community("Qd"), count(Place::Community, 0, 1), rule);
    }
    let mut dealer = RoundDriver::dealt(Game::Tcp5, [ante(1, 10)]);
    dealer.refused(community("2c7d9s"), Reason::NoCommunityCards, "2.1");
}

/// THB6 ML6 ML9 1.1.9, RWS6 1.14, 1.15: two hole cards to each player and the dealer (TCP5 3.7: three), each
/// card once, and no settlement without them.
#[test]
fn a_round_takes_the_right_number_of_cards() {
    for game in Game::ALL {
        let mut dealer = RoundDriver::closed(game, [ante(1, 10), ante(2, 10)]);
        let (expected, texts) = match game {
            Game::Tcp5 => (3, ["2h5s9c", "2h6s9d", "AcAdKd"]),
            _ => (2, ["3h8s", "3h8c", "AcAd"]),
        };
        let [first, second, own] = texts;
        let hand_rule = dealer.mbs_or_rws("5.7", "5.15");
        let dealer_rule = dealer.mbs_or_rws("5.3", "5.8.7");
        let count = |place, got| Reason::CardCount {
            place,
            expected,
            got,
        };
        dealer.refused(hand(1, "2h"), count(Place::Player, 1), hand_rule);
        dealer.refused(hand(1, "2h5s9cTd"), count(Place::Player, 4), hand_rule);
        dealer.refused(dealer_hand("2h"), count(Place::Dealer, 1), dealer_rule);
        dealer.does([hand(1, first)]);
        let twice: Card = first[..2].parse().expect("a card");
        let deck = dealer.mbs_or_rws("5.1", "5.8.3");
        dealer.refused(hand(2, second), Reason::CardTwice(twice), deck);
        dealer.does([dealer_hand(own)]);
        dealer.play_out();
        let missing = Reason::CardsMissing(Place::Player);
        dealer.refused(Event::Settle, missing, hand_rule);
    }
}

/// THB6 5.1, RWS6 5.8.3: no card is a seat's and the dealer's; the dealer's own can be entered once more.
#[test]
fn no_card_is_the_dealers_and_a_players() {
    for game in Game::ALL {
        let mut dealer = RoundDriver::closed(game, [ante(1, 10)]);
        let [own, corrected, seats] = match game {
            Game::Tcp5 => ["AcAdKd", "AcAdKh", "AcQs2h"],
            _ => ["AcAd", "AcAh", "AcQs"],
        };
        dealer.does([dealer_hand(own), dealer_hand(corrected)]);
        let twice: Card = "Ac".parse().expect("a card");
        let deck = dealer.mbs_or_rws("5.1", "5.8.3");
        dealer.refused(hand(1, seats), Reason::CardTwice(twice), deck);
    }
}

/// THB6 ML6 ML9 1.1.2, 3.4.1, TCP5 1.1.3, 3.4.1, RWS6 1.19, 3.7: of several hands a player views one, and the
/// others are played blind, to the end and with every wager; a further one that is viewed is not valid in RWS6
/// (5.18).
#[test]
fn a_player_views_one_hand_only() {
    for game in Game::ALL {
        let mut dealer = RoundDriver::open(game);
        dealer.does([player(2, 1), ante(1, 10), ante(2, 10), Event::NoMoreBets]);
        dealer.deal();
        dealer.does([viewed(1), dealer.first_raise(1), dealer.first_raise(2)]);
        dealer.settle();
        assert_eq!(dealer.record(2).player, Player(1));
        assert_eq!(dealer.record(2).returned, None);
        assert_eq!(dealer.line(2, Wager::Ante).outcome, Outcome::Lose);
    }
    let mut dealer = RoundDriver::open(Game::Rws6);
    dealer.does([player(2, 1), ante(1, 10), ante(2, 10), Event::NoMoreBets]);
    dealer.does([viewed(1), viewed(2)]);
    dealer.invalidates(Event::SeveralHands(Player(1)), &[2], "5.18");
}

/// TCP5 1.1.9, THB6 ML6 ML9 1.1.13, RWS6 1.24: over once losing wagers are collected and winning ones paid.
#[test]
fn round_ends_when_everything_is_settled() {
    for game in Game::ALL {
        let mut dealer = RoundDriver::dealt(game, [ante(1, 10)]);
        let round = dealer.round_rule();
        dealer.refused(Event::Paid, Reason::NotSettled, round);
        dealer.play_out();
        dealer.leads_to(Event::Settle, Transition::Settled);
        dealer.refused(Event::Settle, Reason::AlreadySettled, round);
        dealer.refused(fold(1), Reason::AlreadySettled, round);
        dealer.refused(Event::PlaceYourBets, Reason::RoundNotOver, round);
        dealer.leads_to(Event::Paid, Transition::Paid);
        assert_eq!(dealer.round.phase(), Phase::Paid);
        dealer.refused(Event::Paid, Reason::NotSettled, round);
        dealer.leads_to(Event::PlaceYourBets, Transition::Opened(2));
        assert!(dealer.round.seats().taken().next().is_none());
    }
}

/// TCP5 1.1.9, 3.14: a round that is paid stays as it was paid, whoever sits down at a seat after it.
#[test]
fn paid_round_does_not_change_with_the_next_player() {
    let mut dealer = RoundDriver::open(Game::Tcp5);
    dealer.does([ante(1, 10), ante(2, 10), chips(2, 1), Event::NoMoreBets]);
    dealer.deal();
    dealer.does([hand(1, "AhKhQh")]);
    dealer.settle();
    dealer.does([Event::Paid]);
    let paid = dealer.settlement();
    // Refused or not, it must not take the envy back.
    let _ = dealer.round.step(&player(2, 1));
    assert_eq!(dealer.settlement().payments, paid.payments);
}
