//! Wagers that are too large, too small, or without the wager that they need.

use shared_rules::closed::Decision;
use shared_rules::wagers::Wager::{
    self, Ante, AnteBonus, Bonus, Flop, PairPlus, Play, Progressive, River, Turn,
};
use simulator::showdown::{
    Seated, Settled, Showdown, award, dollars, folds, jackpot, leaves, lose, plays, push, returned,
    sits, win,
};

/// Pocket kings that win with three of a kind, and lose to a straight.
const WINS: &str = "3c 2d";
const LOSES: &str = "9c 7d";
const BOARD: &str = "Kd Th 8s 6h 4c";

fn kings(wagers: &[(Wager, u32)]) -> Seated {
    let kings = sits("Kc Kh");
    let place = |seated: Seated, (wager, stake): &(Wager, u32)| seated.stake(*wager, *stake);
    wagers.iter().fold(kings, place)
}

fn table(rule: &str, dealer: &str) -> Showdown {
    Showdown::under(rule).dealer(dealer).board(BOARD)
}

fn assert_stakes(settled: &Settled, stakes: &[(Wager, u32, u32)]) {
    for (wager, stake, excess) in stakes {
        let settled_part = settled.stake_and_excess(1, *wager);
        assert_eq!(
            settled_part,
            Some((dollars(*stake), dollars(*excess))),
            "{wager:?}"
        );
    }
}

/// THB6 ML6 ML9 TCP5 5.14; RWS6 5.1.1: what is over the maximum is neither paid nor collected, and the
/// raises follow the Ante that counts.
#[test]
fn over_maximum_is_settled_at_the_maximum() {
    let placed = [
        (Ante, 80),
        (Bonus, 60),
        (Flop, 160),
        (Turn, 80),
        (River, 80),
    ];
    let stakes = [
        (Ante, 50, 30),
        (Bonus, 50, 10),
        (Flop, 100, 60),
        (Turn, 50, 30),
        (River, 50, 30),
    ];
    for rule in ["THB6 5.14", "RWS6 5.1.1", "ML6 5.14", "ML9 5.14"] {
        let settle = |dealer| {
            table(rule, dealer)
                .limits(10, 50)
                .seat(1, kings(&placed))
                .settle()
        };
        let (won, lost) = (settle(WINS), settle(LOSES));
        assert_stakes(&won, &stakes);
        assert_stakes(&lost, &stakes);
        // The Ante stands off below a straight; Bonus pays 10 to 1, in RWS6 also on a loss (3.14).
        assert_eq!(won.net(1), 100 * (500 + 100 + 50 + 50));
        let bonus = if rule.starts_with("RWS6") { 500 } else { -50 };
        assert_eq!(lost.net(1), 100 * (bonus - 50 - 100 - 50 - 50));
    }
    let hand = |cards| {
        sits(cards)
            .stake(Ante, 80)
            .stake(Play, 80)
            .stake(PairPlus, 70)
    };
    let settle = |cards| {
        let table = Showdown::under("TCP5 5.14")
            .dealer("Qc 9d 7h")
            .limits(10, 50);
        table.seat(1, hand(cards)).settle()
    };
    let stakes = [(Ante, 50, 30), (Play, 50, 30), (PairPlus, 50, 20)];
    let (straight, odd_cards) = (settle("8d 7c 6h"), settle("Js 9c 7d"));
    assert_stakes(&straight, &stakes);
    assert_stakes(&odd_cards, &stakes);
    assert_eq!(
        straight.line(1, AnteBonus),
        Some(win(AnteBonus, 50, "TCP5 4.2"))
    );
    assert_eq!(straight.net(1), 100 * (50 + 50 + 50 + 250));
    assert_eq!(odd_cards.net(1), -100 * (50 + 50 + 50));
}

/// The maximum itself is not too much (THB6 5.14, RWS6 5.1.1).
#[test]
fn maximum_is_settled_in_full() {
    let placed = [
        (Ante, 50),
        (Bonus, 50),
        (Flop, 100),
        (Turn, 50),
        (River, 50),
    ];
    for rule in ["THB6 5.14", "RWS6 5.1.1", "ML6 5.14", "ML9 5.14"] {
        let settled = table(rule, WINS)
            .limits(10, 50)
            .seat(1, kings(&placed))
            .settle();
        assert_stakes(&settled, &placed.map(|(wager, stake)| (wager, stake, 0)));
    }
}

/// RWS6 5.3, 5.3.1: a Flop over twice the Ante, a Turn or River over the Ante: the excess goes back, the
/// rest is paid or collected.
#[test]
fn excess_flop_turn_or_river_is_returned() {
    let placed = [(Ante, 10), (Flop, 25), (Turn, 12), (River, 40)];
    let stakes = [(Ante, 10, 0), (Flop, 20, 5), (Turn, 10, 2), (River, 10, 30)];
    let settle = |dealer| table("RWS6 5.3.1", dealer).seat(1, kings(&placed)).settle();
    let (won, lost) = (settle(WINS), settle(LOSES));
    assert_stakes(&won, &stakes);
    assert_stakes(&lost, &stakes);
    assert_eq!(won.net(1), 100 * (20 + 10 + 10));
    assert_eq!(lost.net(1), -100 * (10 + 20 + 10 + 10));
}

/// RWS6 5.3.2: a Flop under twice the Ante, a Turn or River under the Ante is paid or collected as it is.
#[test]
fn short_flop_turn_or_river_is_settled_as_placed() {
    let placed = [(Ante, 10), (Flop, 15), (Turn, 9), (River, 1)];
    let settle = |dealer| table("RWS6 5.3.2", dealer).seat(1, kings(&placed)).settle();
    let (won, lost) = (settle(WINS), settle(LOSES));
    assert_stakes(&won, &placed.map(|(wager, stake)| (wager, stake, 0)));
    assert_eq!(won.net(1), 100 * (15 + 9 + 1));
    assert_eq!(lost.net(1), -100 * (10 + 15 + 9 + 1));
}

/// RWS6 5.2.1: a bet under the minimum that nobody noticed wins or loses like any other, the first time
/// and every time.
#[test]
fn under_minimum_unnoticed_wins_or_loses() {
    let placed = [(Ante, 5), (Bonus, 2), (Flop, 10), (Turn, 5), (River, 5)];
    for player in [kings(&placed), kings(&placed).under_minimum_before()] {
        let settle = |dealer| {
            let table = table("RWS6 5.2.1", dealer).limits(10, 50);
            table.seat(1, player.clone().progressive()).settle()
        };
        let won = [
            push(Ante, "RWS6 3.13"),
            win(Bonus, 20, "RWS6 4.1"),
            win(Flop, 10, "RWS6 3.13"),
            win(Turn, 5, "RWS6 3.13"),
            win(River, 5, "RWS6 3.13"),
            lose(Progressive, "RWS6 4.2"),
        ];
        let lost = [
            lose(Ante, "RWS6 3.14"),
            win(Bonus, 20, "RWS6 4.1"),
            lose(Flop, "RWS6 3.14"),
            lose(Turn, "RWS6 3.14"),
            lose(River, "RWS6 3.14"),
            lose(Progressive, "RWS6 4.2"),
        ];
        assert_eq!(settle(WINS).seat(1), won);
        assert_eq!(settle(LOSES).seat(1), lost);
    }
}

/// THB6 ML6 ML9 TCP5 5.11, 5.13: an invalid hand goes back as one, whatever is too small of it.
#[test]
fn invalid_hand_goes_back_before_its_wagers_are_measured() {
    let player = |hand| leaves(hand).stake(Ante, 5).under_minimum_before();
    for rule in ["THB6 5.11", "ML6 5.11", "ML9 5.11"] {
        let table = table(rule, WINS).limits(10, 50);
        let settled = table.seat(1, player("Kc Kh").stake(Bonus, 5)).settle();
        let expected = [returned(Ante, rule), returned(Bonus, rule)];
        assert_eq!(settled.seat(1), expected);
    }
    let table = Showdown::under("TCP5 5.11")
        .dealer("Qc 9d 7h")
        .limits(10, 50);
    let hand = player("Js 9c 7d").stake(PairPlus, 5);
    let rule = "TCP5 5.11";
    let expected = [returned(Ante, rule), returned(PairPlus, rule)];
    assert_eq!(table.seat(1, hand).settle().seat(1), expected);
}

/// THB6 ML6 ML9 5.12; TCP5 5.12; THB6 ML6 ML9 TCP5 5.12.2; RWS6 5.4: a progressive wager without its
/// base goes back: it wins nothing, not even the community's award, and contributes nothing. Nobody
/// having been there to decide changes nothing, as there was no Ante to decide about (5.11).
#[test]
fn progressive_without_its_base_wager_is_returned() {
    let lone = || sits("").progressive();
    for decision in [Decision::Play, Decision::Fold, Decision::Absent] {
        for rule in ["THB6 5.12.2", "RWS6 5.4", "ML6 5.12.2", "ML9 5.12.2"] {
            let settled = Showdown::under(rule)
                .jackpot(jackpot(dollars(100_000), 100))
                .dealer("3c 2d")
                .board("9h 9c 9s 9d 4d")
                .seat(1, lone().decides(decision))
                .settle();
            assert_returned(&settled, rule, decision);
        }
        let settled = Showdown::under("TCP5 5.12.2")
            .jackpot(jackpot(dollars(100_000), 100))
            .dealer("Jh 5s 2s")
            .seat(1, lone().decides(decision))
            .settle();
        assert_returned(&settled, "TCP5 5.12.2", decision);
    }
}

fn assert_returned(settled: &Settled, rule: &str, decision: Decision) {
    assert_eq!(
        settled.seat(1),
        [returned(Progressive, rule)],
        "{decision:?}"
    );
    assert_eq!(settled.payments(), []);
    assert_eq!(settled.net(1), 0);
    assert_eq!(settled.meter(), dollars(100_000));
}

/// TCP5 5.12: an Ante, a Pair Plus, or both are a base, played or folded. A lone progressive wager gets
/// no envy either (3.14).
#[test]
fn ante_or_pair_plus_is_a_base() {
    let straight = "8d 7c 6h";
    let with_base = [
        plays(straight),
        folds(straight),
        sits(straight).stake(PairPlus, 10),
        plays(straight).stake(PairPlus, 10),
    ];
    for player in with_base {
        let table = Showdown::under("TCP5 5.12").dealer("Jh 5s 2s");
        let settled = table.seat(1, player.progressive()).settle();
        let paid = award("straight", dollars(15), "TCP5 4.4");
        assert_eq!(settled.line(1, Progressive), Some(paid));
    }
    let table = Showdown::under("TCP5 5.12").dealer("Jh 5s 2s");
    let table = table
        .seat(1, plays("As Ks Qs"))
        .seat(2, sits("").progressive());
    assert_eq!(table.settle().envy(2), dollars(0));
}
