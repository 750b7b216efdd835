//! The progressive of ML6 and ML9 on the hole cards and the flop, the units of ML9, and the pool of
//! several straight flushes.

use shared_rules::settle::Source::Meter;
use shared_rules::wagers::Wager::Progressive;
use simulator::showdown::{Showdown, WagerLine, award, cents, dollars, folds, lose, plays};

/// Hole cards and flop, award, and its amount for one unit of $5 at a meter of $100,000 in ML6 and ML9;
/// 0 is no row.
const ON_THE_FLOP: [(&str, &str, &str, u32, u32); 12] = [
    ("Ah Kh", "Qh Jh Th", "royal_flush", 100_000, 100_000),
    ("9h 8h", "7h 6h 5h", "straight_flush", 10_000, 10_000),
    ("Ah 2h", "3h 4h 5h", "straight_flush", 10_000, 10_000),
    ("9h 9c", "9s 9d 5h", "four_of_a_kind", 2000, 2000),
    ("9h 9c", "9s 5d 5h", "full_house", 200, 400),
    ("Ah 9h", "7h 5h 2h", "flush", 100, 200),
    ("9c 8d", "7h 6h 5c", "straight", 0, 100),
    ("Ac 2s", "3h 4h 5c", "straight", 0, 100),
    ("9h 9c", "9s 7d 5h", "three_of_a_kind", 0, 0),
    ("9h 9c", "7s 7d 5h", "two_pairs", 0, 0),
    ("9h 9c", "As 7d 5h", "one_pair", 0, 0),
    ("Ah Kc", "9s 7d 5h", "high_card", 0, 0),
];

/// Hands that the turn or the river completes: the flop alone makes none of the table.
const TOO_LATE: [(&str, &str); 11] = [
    ("Ah Kh", "Qh Jh 4c Th 6d"), // royal flush on the turn
    ("Ah Kh", "Qh Jh 4c 6d Th"), // and on the river
    ("9h 8h", "7h 6h Kc 5h 3d"), // straight flush on the turn
    ("9h 8h", "7h 6h Kc 3d 5h"), // and on the river
    ("9h 9c", "9s Kc 4d 9d 6h"), // four of a kind on the turn
    ("9h 9c", "9s Kc 4d 6h 9d"), // and on the river
    ("9h 9c", "9s Kc 4d 4h 6h"), // full house on the turn
    ("9h 9c", "9s Kc 4d 6h 4h"), // and on the river
    ("Ah 9h", "7h 5h Kc 2h 4d"), // flush on the turn
    ("Ah 9h", "7h 5h Kc 4d 2h"), // and on the river
    ("9c 8d", "7h 6h Kc 4d 5c"), // straight on the river
];

fn table(rule: &str, board: &str) -> Showdown {
    Showdown::dealt(rule, "Tc 2d", board)
}

fn expected(name: &'static str, pays: u32, rule: &str) -> WagerLine {
    match pays {
        0 => lose(Progressive, rule),
        _ => award(name, dollars(pays), rule),
    }
}

/// ML6 4.2; ML9 4.2: the five cards of the hole and the flop count, played or folded, and no card after
/// them.
#[test]
fn progressive_pays_on_hole_cards_and_flop() {
    for (hole, flop, name, ml6, ml9) in ON_THE_FLOP {
        let board = &format!("{flop} Kd 3c");
        for (rule, pays) in [("ML6 4.2", ml6), ("ML9 4.2", ml9)] {
            for player in [plays(hole), folds(hole)] {
                let settled = table(rule, board).seat(1, player.progressive()).settle();
                settled.assert_line(1, &expected(name, pays, rule), name);
            }
            let hidden = plays(hole).progressive().unexposed();
            let settled = table(rule, board).seat(1, hidden).settle();
            assert_eq!(settled.payments(), [], "{name}");
        }
    }
    for rule in ["ML6 4.2", "ML9 4.2"] {
        for (hole, board) in TOO_LATE {
            for player in [plays(hole), folds(hole)] {
                let settled = table(rule, board).seat(1, player.progressive()).settle();
                settled.assert_line(1, &lose(Progressive, rule), board);
            }
        }
    }
    // A better hand later does not lift the award above what the flop made.
    let table = table("ML9 4.2", "7h 6h 5c Th 2h");
    let settled = table.seat(1, plays("9h 8h").progressive()).settle();
    assert_eq!(settled.hand(1), Some("straight_flush"));
    settled.assert_line(
        1,
        &award("straight", dollars(100), "ML9 4.2"),
        "by the flop",
    );
}

/// ML9 3.5.3.1: 2 to 5 units multiply the awards "for 1" and leave the shares of the jackpot alone.
#[test]
fn units_multiply_fixed_awards_only() {
    let times = |pays: u32| [1, 2, 3, 4, 5].map(|units| units * pays);
    let rows = [
        ("Ah Kh", "Qh Jh Th", "royal_flush", [100_000; 5]),
        ("9h 8h", "7h 6h 5h", "straight_flush", [10_000; 5]),
        ("9h 9c", "9s 9d 5h", "four_of_a_kind", times(2000)),
        ("9h 9c", "9s 5d 5h", "full_house", times(400)),
        ("Ah 9h", "7h 5h 2h", "flush", times(200)),
        ("9c 8d", "7h 6h 5c", "straight", times(100)),
    ];
    for (hole, flop, name, by_units) in rows {
        let share_of_the_jackpot = by_units[0] == by_units[4];
        for (units, pays) in (1..=5).zip(by_units) {
            let board = &format!("{flop} Kd 3c");
            let player = plays(hole).units(units);
            let settled = table("ML9 3.5.3.1", board).seat(1, player).settle();
            let rule = match units == 1 || share_of_the_jackpot {
                true => "ML9 4.2",
                false => "ML9 3.5.3.1",
            };
            let expected = award(name, dollars(pays), rule);
            settled.assert_line(1, &expected, &format!("{units} units"));
        }
    }
}

/// ML6 ML9 3.15.1: two straight flushes of one round share 10 % of the jackpot and 10 % of what is left,
/// whatever their units; a cent that does not divide goes to the first in the order of dealing. One
/// deck holds no third that could share a flop with them.
#[test]
fn straight_flush_winners_share_a_pool() {
    // Meter before; the shares of seats 2 and 5; meter after, in cents.
    let pools = [
        (10_000_000, 950_000, 950_000, 8_100_000),
        (100_010, 9501, 9500, 81_009),
        (100_000, 9500, 9500, 81_000),
        (19, 1, 1, 17),
        (10, 1, 0, 9),
    ];
    for (rule, units) in [("ML6 3.15.1", 1), ("ML9 3.15.1", 5)] {
        for (before, first, second, after) in pools {
            let settled = table(rule, "7h 6h 5h Kd 3c")
                .meter(cents(before))
                .seat(5, plays("9h 8h").units(units))
                .seat(2, plays("4h 3h").progressive())
                .settle();
            for (seat, share) in [(2, first), (5, second)] {
                let shared = award("straight_flush", cents(share), rule);
                settled.assert_line(seat, &shared, &format!("of {before}"));
            }
            let paid = [(2, first), (5, second)];
            let paid = paid.map(|(seat, share)| (seat, "straight_flush", cents(share), Meter));
            assert_eq!(settled.payments(), paid);
            assert_eq!(settled.meter(), cents(after));
        }
    }
}

/// ML6 ML9 4.2: a single straight flush takes 10 %, rounded down to the cent.
#[test]
fn lone_straight_flush_takes_a_tenth() {
    for rule in ["ML6 4.2", "ML9 4.2"] {
        let settled = table(rule, "7h 6h 5h Kd 3c")
            .meter(cents(100_019))
            .seat(1, plays("9h 8h").progressive())
            .seat(2, plays("4h 3h"))
            .settle();
        settled.assert_line(1, &award("straight_flush", cents(10_001), rule), rule);
        assert_eq!(settled.meter(), cents(90_018));
    }
}
