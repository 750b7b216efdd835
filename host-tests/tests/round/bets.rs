//! From "Place your bets, please" to "No more bets": when wagers are taken, and which wager needs which.

use shared_rules::round::{LockedBets, STAKE_MAX, SeatBets};

use crate::prelude::*;

/// THB6 ML6 ML9 TCP5 3.1, RWS6 3.2: nothing is placed before the announcement.
#[test]
fn bets_open_at_place_your_bets() {
    for game in Game::ALL {
        let mut dealer = RoundDriver::new(game);
        let rule = dealer.mbs_or_rws("3.1", "3.2");
        dealer.refused(ante(1, 10), Reason::BetsNotOpen, rule);
        dealer.refused(chips(1, 1), Reason::BetsNotOpen, rule);
        dealer.leads_to(Event::PlaceYourBets, Transition::Opened(1));
        assert_eq!(dealer.round.phase(), Phase::BetsOpen);
        dealer.does([ante(1, 10), chips(1, 1)]);
        let round = dealer.round_rule();
        dealer.refused(Event::PlaceYourBets, Reason::RoundNotOver, round);
    }
}

/// An empty coin spot is no wager, and makes no seat take part.
#[test]
fn no_chips_are_no_wager() {
    for game in Game::ALL {
        let mut dealer = RoundDriver::open(game);
        dealer.does([chips(1, 0), ante(2, 10), chips(2, 1), chips(2, 0)]);
        assert!(dealer.round.seats().get(Seat::One).is_none());
        assert_eq!(dealer.round.bet(Seat::Two), Bet::None);
    }
}

/// THB6 ML6 ML9 TCP5 3.4, RWS6 5.1: a table without a maximum takes what can still be counted, to the cent.
#[test]
fn the_largest_wager_is_taken_and_no_larger_one() {
    for game in Game::ALL {
        let mut dealer = RoundDriver::open(game);
        let rule = dealer.mbs_or_rws("3.4", "5.1");
        let one_cent_more = STAKE_MAX.plus(Cents::new(1)).expect("a cent more");
        let ante = |amount| Event::Stake(Seat::One, Wager::Ante, amount);
        dealer.refused(ante(one_cent_more), Reason::AmountTooLarge, rule);
        dealer.does([ante(STAKE_MAX)]);
        assert_eq!(dealer.record(1).stakes.ante, STAKE_MAX);
        let locked = dealer.round.lock_bets(&antes(one_cent_more));
        let refusal = locked.expect_err("it is too large");
        let expected = (Reason::AmountTooLarge, dealer.cite(rule));
        assert_eq!((refusal.reason, refusal.rule), expected);
        let locked = dealer.round.lock_bets(&antes(STAKE_MAX));
        assert_eq!(locked, Ok(Transition::Locked));
    }
}

/// An Ante at seat 1, as it is locked.
fn antes(ante: Cents) -> LockedBets {
    let bets = SeatBets {
        seat: Seat::One,
        ante,
        bonus: Cents::ZERO,
        pair_plus: Cents::ZERO,
        units: 0,
    };
    [bets].into_iter().collect()
}

/// THB6 ML6 ML9 TCP5 3.2, RWS6 3.10: the announcement closes the bets, and cards come after it.
#[test]
fn bets_close_at_no_more_bets() {
    for game in Game::ALL {
        let mut dealer = RoundDriver::new(game);
        let close = dealer.mbs_or_rws("3.2", "3.10");
        dealer.refused(Event::NoMoreBets, Reason::BetsNotOpen, close);
        dealer.does([Event::PlaceYourBets, ante(1, 10)]);
        dealer.refused(hand(1, "AsKs"), Reason::CardsBeforeClose, close);
        dealer.refused(viewed(1), Reason::CardsBeforeClose, close);
        dealer.refused(dealer.first_raise(1), Reason::CardsBeforeClose, close);
        dealer.leads_to(Event::NoMoreBets, Transition::Locked);
        assert_eq!(dealer.round.phase(), Phase::Playing);
        dealer.refused(Event::NoMoreBets, Reason::BetsNotOpen, close);
        let late = dealer.mbs_or_rws("5.5", "5.11");
        dealer.refused(ante(2, 10), Reason::BetAfterClose, late);
    }
}

/// THB6 ML6 ML9 TCP5 1.1.1, THB6 ML6 ML9 3.4, RWS6 1.1, 3.6: the Ante makes a seat take part, and a round
/// in which nobody placed one is not dealt.
#[test]
fn a_seat_takes_part_by_its_ante() {
    for game in Game::ALL {
        let mut dealer = RoundDriver::open(game);
        let needed = dealer.mbs_or_rws("3.4", "3.6");
        dealer.refused(Event::NoMoreBets, Reason::NothingPlaced, needed);
        dealer.does([ante(1, 10), ante(2, 10), ante(2, 0), Event::NoMoreBets]);
        for without in [2, 3] {
            dealer.refused(viewed(without), Reason::NotInRound, needed);
            let cards = if game == Game::Tcp5 { "AsKsQs" } else { "AsKs" };
            dealer.refused(hand(without, cards), Reason::NotInRound, needed);
        }
        dealer.does([viewed(1)]);
        dealer.finish();
        assert_eq!(dealer.line(1, Wager::Ante).stake, Cents::dollars(10));
    }
}

/// THB6 ML6 ML9 TCP5 3.4 "by individual or multiple Players": whoever adds to an area, it is one wager, within the limits
/// and settled as one.
#[test]
fn a_wager_of_several_players_is_one_wager_within_the_limits() {
    for game in MBS {
        let mut dealer = RoundDriver::with_limits(game, 10, 100);
        dealer.does([Event::PlaceYourBets, player(1, 9), ante(1, 40)]);
        dealer.does([player(1, 8), ante(1, 100)]);
        dealer.warned(ante(1, 130), Reason::OverMaximum(Wager::Ante), "3.4");
        dealer.warned(ante(1, 5), Reason::UnderMinimum(Wager::Ante), "3.4");
        if game == Game::Tcp5 {
            let (over, under) = (Reason::OverMaximum, Reason::UnderMinimum);
            dealer.warned(pair_plus(1, 130), over(Wager::PairPlus), "3.4");
            dealer.warned(pair_plus(1, 5), under(Wager::PairPlus), "3.4");
            dealer.does([pair_plus(1, 0)]);
        }
        dealer.does([ante(1, 100), Event::NoMoreBets]);
        dealer.refused(ante(2, 10), Reason::BetAfterClose, "5.5");
        dealer.finish();
        let settlement = dealer.settlement();
        let result = settlement.seats.get(Seat::One).as_ref();
        let lines = &result.expect("a settled seat").wagers;
        let antes = lines.iter().filter(|line| line.wager == Wager::Ante);
        let stakes: Vec<Cents> = antes.map(|line| line.stake).collect();
        assert_eq!(stakes, [Cents::dollars(100)], "{game:?}");
    }
}

/// THB6 ML6 ML9 TCP5 3.5.4, RWS6 3.5: one owner of a box, whose wagers all are, the chips on the coin spot too; it passes
/// to another player as a whole, and not while it is played.
#[test]
fn a_box_has_one_owner() {
    for game in Game::ALL {
        let mut dealer = RoundDriver::open(game);
        dealer.does([player(1, 9), ante(1, 10), chips(1, 1), player(1, 8)]);
        assert_eq!(dealer.record(1).player, Player(8));
        dealer.does([Event::NoMoreBets]);
        let over = dealer.round_rule();
        dealer.refused(player(1, 9), Reason::RoundNotOver, over);
        let none = Event::SeveralHands(Player(9));
        let several = dealer.mbs_or_rws("5.10.2", "5.18");
        dealer.refused(none, Reason::OnlyOneHand, several);
        assert_eq!(dealer.round.player_of(Seat::One), Player(8));
    }
}

/// TCP5 3.4: an Ante, a Pair Plus or both.
#[test]
fn a_seat_takes_part_by_ante_or_pair_plus() {
    let mut dealer = RoundDriver::open(Game::Tcp5);
    dealer.does([
        ante(1, 10),
        pair_plus(2, 15),
        ante(3, 10),
        pair_plus(3, 15),
        Event::NoMoreBets,
    ]);
    dealer.does([viewed(1), viewed(2), viewed(3)]);
    dealer.refused(viewed(4), Reason::NotInRound, "3.4");
    dealer.deal();
    dealer.settle();
    dealer.settles(1, Wager::Ante, 10, Outcome::Lose, "3.12.2");
    dealer.settles(2, Wager::PairPlus, 15, Outcome::Lose, "4.3");
    dealer.settles(3, Wager::Ante, 10, Outcome::Lose, "3.12.2");
    dealer.settles(3, Wager::PairPlus, 15, Outcome::Lose, "4.3");
}

/// THB6 ML6 ML9 3.5, RWS6 3.8.1, 3.9: Bonus and the progressive come after an Ante on the same hand.
#[test]
fn bonus_and_progressive_need_an_ante() {
    for game in HOLDEM {
        let mut dealer = RoundDriver::open(game);
        let needs_ante = Reason::WagerNeedsAnte(Wager::Bonus);
        let (bonus_rule, open_rule) = (
            dealer.mbs_or_rws("3.5", "3.9"),
            dealer.mbs_or_rws("5.12.1", "3.8"),
        );
        dealer.does([ante(2, 10)]);
        dealer.refused(bonus(1, 5), needs_ante, bonus_rule);
        dealer.warned(chips(1, 1), Reason::BaseMissing, open_rule);
        dealer.does([ante(1, 10), bonus(1, 5), chips(1, 1)]);
        assert_eq!(dealer.round.bet(Seat::One), Bet::Acceptable(1));
    }
}

/// THB6 ML6 ML9 3.5, RWS6 3.9: a Bonus whose Ante was taken away before the close is returned, and is a line of the
/// settlement.
#[test]
fn bonus_that_lost_its_ante_is_returned() {
    for game in HOLDEM {
        let mut dealer = RoundDriver::open(game);
        dealer.does([ante(1, 10), bonus(1, 5), ante(2, 10)]);
        dealer.does([ante(1, 0), Event::NoMoreBets]);
        dealer.finish();
        dealer.returns(1, 5, dealer.mbs_or_rws("3.5", "3.9"));
    }
}

/// TCP5 3.5: the progressive needs an Ante and/or a Pair Plus.
#[test]
fn progressive_needs_ante_or_pair_plus() {
    let mut dealer = RoundDriver::open(Game::Tcp5);
    dealer.warned(chips(1, 1), Reason::BaseMissing, "5.12.1");
    dealer.does([pair_plus(1, 10), chips(1, 1), ante(2, 10), chips(2, 1)]);
    for seat in [Seat::One, Seat::Two] {
        assert_eq!(dealer.round.bet(seat), Bet::Acceptable(1));
    }
}

/// THB6 ML6 ML9 3.4.2: one wager on each area; a second Flop, Turn or River is refused, and an area that
/// the game does not have takes nothing. Before the close a new amount replaces the old one.
#[test]
fn one_wager_of_each_kind_a_seat() {
    for game in MBS_HOLDEM {
        let no_such = Reason::NoSuchWager(Wager::PairPlus);
        let mut dealer = RoundDriver::open(game);
        dealer.refused(pair_plus(1, 10), no_such, "3.4.2");
        dealer.does([
            ante(1, 15),
            ante(1, 10),
            bonus(1, 8),
            bonus(1, 5),
            chips(1, 1),
            chips(1, 1),
        ]);
        dealer.does([Event::NoMoreBets, flop(1, 20)]);
        dealer.refused(flop(1, 20), Reason::DecisionMade, "3.9");
        dealer.show_next();
        dealer.does([turn(1, 10)]);
        dealer.refused(turn(1, 10), Reason::DecisionMade, "3.9");
        dealer.show_next();
        dealer.does([river(1, 10)]);
        dealer.refused(river(1, 10), Reason::DecisionMade, "3.9");
        dealer.finish();
        let stakes = [
            Wager::Ante,
            Wager::Bonus,
            Wager::Flop,
            Wager::Turn,
            Wager::River,
        ];
        let stakes = stakes.map(|wager| dealer.line(1, wager).stake);
        assert_eq!(stakes, [10, 5, 20, 10, 10].map(Cents::dollars));
        let progressive = dealer.line(1, Wager::Progressive).stake;
        assert_eq!(progressive, Cents::dollars(UNIT));
    }
    one_wager_of_each_kind_in_three_card_poker();
}

/// TCP5 3.4.2.
fn one_wager_of_each_kind_in_three_card_poker() {
    let mut dealer = RoundDriver::open(Game::Tcp5);
    dealer.refused(bonus(1, 10), Reason::NoSuchWager(Wager::Bonus), "3.4.2");
    dealer.does([ante(1, 15), ante(1, 10), pair_plus(1, 8), pair_plus(1, 5)]);
    dealer.does([Event::NoMoreBets, play(1, 10)]);
    dealer.refused(play(1, 10), Reason::DecisionMade, "3.9");
    dealer.finish();
    let stakes = [Wager::Ante, Wager::Play, Wager::PairPlus];
    let stakes = stakes.map(|wager| dealer.line(1, wager).stake);
    assert_eq!(stakes, [10, 10, 5].map(Cents::dollars));
}
