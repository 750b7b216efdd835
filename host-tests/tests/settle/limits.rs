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

/// No wager of these tests reaches it.
const NO_LIMITS: (u32, u32) = (0, 1_000);

const AREAS: [Wager; 5] = [Ante, Bonus, Flop, Turn, River];

/// Pocket kings with so many dollars on Ante, Bonus, Flop, Turn and River.
fn kings(placed: [u32; 5]) -> Seated {
    let areas = AREAS.into_iter().zip(placed);
    areas.fold(sits("Kc Kh"), |seated, (wager, stake)| {
        seated.stake(wager, stake)
    })
}

fn table(rule: &str, dealer: &str) -> Showdown {
    Showdown::dealt(rule, dealer, BOARD)
}

/// At most so much of each wager counts, and the rest goes back.
fn assert_counted<const N: usize>(
    settled: &Settled,
    areas: [Wager; N],
    placed: [u32; N],
    counted: [u32; N],
) {
    for ((wager, placed), counted) in areas.into_iter().zip(placed).zip(counted) {
        let expected = (dollars(counted), dollars(placed - counted));
        let found = settled.stake_and_excess(1, wager);
        assert_eq!(found, (placed > 0).then_some(expected), "{wager:?}");
    }
}

/// What a win and a loss come to in dollars, where only so much of the kings' wagers counts.
fn nets(limits: (u32, u32), rule: &str, placed: [u32; 5], counted: [u32; 5]) -> [i64; 2] {
    [WINS, LOSES].map(|dealer| {
        let table = table(rule, dealer).limits(limits.0, limits.1);
        let settled = table.seat(1, kings(placed)).settle();
        assert_counted(&settled, AREAS, placed, counted);
        settled.net(1) / 100
    })
}

/// THB6 ML6 ML9 TCP5 5.14; RWS6 5.1.1: what is over the maximum is neither paid nor collected, and the
/// raises follow the Ante that counts. The maximum itself is not too much.
#[test]
fn over_maximum_is_settled_at_the_maximum() {
    for rule in ["THB6 5.14", "RWS6 5.1.1", "ML6 5.14", "ML9 5.14"] {
        // The Ante stands off below a straight; Bonus pays 10 to 1, in RWS6 also on a loss (3.14).
        let won = 500 + 100 + 50 + 50;
        let bonus = if rule.starts_with("RWS6") { 500 } else { -50 };
        let lost = bonus - 50 - 100 - 50 - 50;
        let maximum = [50, 50, 100, 50, 50];
        for placed in [[80, 60, 160, 80, 80], maximum] {
            assert_eq!(nets((10, 50), rule, placed, maximum), [won, lost], "{rule}");
        }
    }
    let settle = |cards| {
        let placed = sits(cards)
            .stake(Ante, 80)
            .stake(Play, 80)
            .stake(PairPlus, 70);
        let table = Showdown::under("TCP5 5.14")
            .dealer("Qc 9d 7h")
            .limits(10, 50);
        let settled = table.seat(1, placed).settle();
        assert_counted(&settled, [Ante, Play, PairPlus], [80, 80, 70], [50, 50, 50]);
        settled
    };
    let (straight, odd_cards) = (settle("8d 7c 6h"), settle("Js 9c 7d"));
    straight.assert_line(1, &win(AnteBonus, 50, "TCP5 4.2"), "a straight");
    assert_eq!(straight.net(1), 100 * (50 + 50 + 50 + 250));
    assert_eq!(odd_cards.net(1), -100 * (50 + 50 + 50));
}

/// RWS6 5.3, 5.3.1: a Flop over twice the Ante, a Turn or River over the Ante: the excess goes back, the
/// rest is paid or collected.
#[test]
fn excess_flop_turn_or_river_is_returned() {
    let nets = nets(
        NO_LIMITS,
        "RWS6 5.3.1",
        [10, 0, 25, 12, 40],
        [10, 0, 20, 10, 10],
    );
    assert_eq!(nets, [20 + 10 + 10, -(10 + 20 + 10 + 10)]);
}

/// RWS6 5.3.2: a Flop under twice the Ante, a Turn or River under the Ante is paid or collected as it is.
#[test]
fn short_flop_turn_or_river_is_settled_as_placed() {
    let nets = nets(
        NO_LIMITS,
        "RWS6 5.3.2",
        [10, 0, 15, 9, 1],
        [10, 0, 15, 9, 1],
    );
    assert_eq!(nets, [15 + 9 + 1, -(10 + 15 + 9 + 1)]);
}

/// RWS6 5.2.1: a bet under the minimum that nobody noticed wins or loses like any other, the first time
/// and every time.
#[test]
fn under_minimum_unnoticed_wins_or_loses() {
    let placed = || kings([5, 2, 10, 5, 5]);
    for player in [placed(), placed().under_minimum_before()] {
        let settle = |dealer| {
            let table = table("RWS6 5.2.1", dealer).limits(10, 50);
            table.seat(1, player.clone().progressive()).settle()
        };
        let (bonus, progressive) = (win(Bonus, 20, "RWS6 4.1"), lose(Progressive, "RWS6 4.2"));
        let raises = [(Flop, 10), (Turn, 5), (River, 5)];
        let won = raises.map(|(wager, pays)| win(wager, pays, "RWS6 3.13"));
        let lost = raises.map(|(wager, _)| lose(wager, "RWS6 3.14"));
        for (dealer, ante, raises) in [
            (WINS, push(Ante, "RWS6 3.13"), won),
            (LOSES, lose(Ante, "RWS6 3.14"), lost),
        ] {
            let expected = [
                &[ante, bonus.clone()],
                &raises[..],
                std::slice::from_ref(&progressive),
            ]
            .concat();
            assert_eq!(settle(dealer).seat(1), expected);
        }
    }
}

/// THB6 ML6 ML9 TCP5 5.11, 5.13: an invalid hand goes back as one, whatever is too small of it.
#[test]
fn invalid_hand_goes_back_before_its_wagers_are_measured() {
    let holdem = |rule| (table(rule, WINS), "Kc Kh", Bonus, rule);
    let three_card = Showdown::under("TCP5 5.11").dealer("Qc 9d 7h");
    let tables = ["THB6 5.11", "ML6 5.11", "ML9 5.11"]
        .map(holdem)
        .into_iter();
    for (table, hand, side, rule) in tables.chain([(three_card, "Js 9c 7d", PairPlus, "TCP5 5.11")])
    {
        let player = leaves(hand)
            .stake(Ante, 5)
            .under_minimum_before()
            .stake(side, 5);
        let settled = table.limits(10, 50).seat(1, player).settle();
        assert_eq!(
            settled.seat(1),
            [returned(Ante, rule), returned(side, rule)]
        );
    }
}

/// THB6 ML6 ML9 5.12; TCP5 5.12; THB6 ML6 ML9 TCP5 5.12.2; RWS6 5.4: a progressive wager without its
/// base goes back: it wins nothing, not even the community's award, and contributes nothing. Nobody
/// having been there to decide changes nothing, as there was no Ante to decide about (5.11).
#[test]
fn progressive_without_its_base_wager_is_returned() {
    for rule in [
        "THB6 5.12.2",
        "RWS6 5.4",
        "ML6 5.12.2",
        "ML9 5.12.2",
        "TCP5 5.12.2",
    ] {
        let table = match rule.starts_with("TCP5") {
            true => Showdown::under(rule).dealer("Jh 5s 2s"),
            false => Showdown::dealt(rule, "3c 2d", "9h 9c 9s 9d 4d"),
        };
        let table = table.jackpot(jackpot(dollars(100_000), 100));
        for decision in [Decision::Play, Decision::Fold, Decision::Absent] {
            let lone = sits("").progressive().decides(decision);
            let settled = table.clone().seat(1, lone).settle();
            let expected = [returned(Progressive, rule)];
            assert_eq!(settled.seat(1), expected, "{decision:?}");
            assert_eq!(settled.payments(), []);
            assert_eq!(settled.net(1), 0);
            assert_eq!(settled.meter(), dollars(100_000));
        }
    }
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
        settled.assert_line(
            1,
            &award("straight", dollars(15), "TCP5 4.4"),
            "with a base",
        );
    }
    let table = Showdown::under("TCP5 5.12").dealer("Jh 5s 2s");
    let table = table
        .seat(1, plays("As Ks Qs"))
        .seat(2, sits("").progressive());
    assert_eq!(table.settle().envy(2), dollars(0));
}
