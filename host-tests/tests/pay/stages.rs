//! The progressive of THB6 and RWS6: royal flushes by street, the best of seven cards, and the community's
//! awards.

use shared_rules::money::Cents;
use shared_rules::settle::Source::{House, Meter};
use shared_rules::wagers::Wager::Progressive;
use simulator::showdown::{Showdown, award, cents, dollars, folds, jackpot, lose, plays};

/// The pay table and that of the community's awards.
const DOCUMENTS: [(&str, &str); 2] = [("THB6 4.2", "THB6 4.2.1"), ("RWS6 4.2", "RWS6 4.2")];

/// Hole cards, board, award and its amount at a meter of $100,000.
const OWN: [(&str, &str, &str, u32); 18] = [
    // Royal flush: after five cards 100 %, after six 25 %, after seven 5 %.
    ("Ah Kh", "Qh Jh Th 4c 5d", "royal_flush_on_flop", 100_000),
    ("Th Qh", "Ah Kh Jh 9h 8h", "royal_flush_on_flop", 100_000),
    ("Ah Kh", "Qh Jh 4c Th 5d", "royal_flush_on_turn", 25_000),
    ("Ah 9c", "Kh Qh Jh Th 5d", "royal_flush_on_turn", 25_000),
    ("Ah Kh", "4c Jh Qh Th 9h", "royal_flush_on_turn", 25_000),
    ("Ah Kh", "Qh Jh 4c 5d Th", "royal_flush_on_river", 5000),
    ("Ah 9c", "Kh Qh Jh 5d Th", "royal_flush_on_river", 5000),
    ("Ah 9c", "5d Qh Jh Kh Th", "royal_flush_on_river", 5000),
    // The best of seven: at whatever street, with two hole cards or one.
    ("9h 8h", "7h 6h 5h Kc 4d", "straight_flush", 1500),
    ("9h 8h", "7h 6h Kc 5h 4d", "straight_flush", 1500),
    ("9h 8h", "7h 6h Kc 4d 5h", "straight_flush", 1500),
    ("9h Kd", "8h 7h 6h 4c 5h", "straight_flush", 1500),
    ("Ah 2h", "3h 4h 5h Kc 9d", "straight_flush", 1500),
    ("9h 9c", "9s 9d 5h Kc 4d", "four_of_a_kind", 300),
    ("9h 9c", "9s 5h Kc 9d 4d", "four_of_a_kind", 300),
    ("9h 9c", "9s 5h Kc 4d 9d", "four_of_a_kind", 300),
    ("9h Ad", "9s 9c 9d Kc 4d", "four_of_a_kind", 300),
    ("9h 9c", "9s 9d Kh Kc Kd", "four_of_a_kind", 300),
];

/// The same where the community's cards make the award, without the hole cards or beside a hand of the
/// same category.
const COMMUNITY: [(&str, &str, &str, u32); 5] = [
    ("9c 8c", "Ah Kh Qh Jh Th", "community_royal_flush", 10_000),
    ("Ac Kd", "9h 8h 7h 6h 5h", "community_straight_flush", 1500),
    ("Th Kd", "9h 8h 7h 6h 5h", "community_straight_flush", 1500),
    ("Ac Kd", "9h 9c 9s 9d 4d", "community_four_of_a_kind", 300),
    ("4c 4h", "9h 9c 9s 9d 4d", "community_four_of_a_kind", 300),
];

/// The best hands below the pay table.
const NOTHING: [(&str, &str); 8] = [
    ("9h 9c", "9s 5h 5c Kd 4d"), // full house
    ("9h 9c", "9s 5h 5c 5d 4d"), // two times three of a kind
    ("Ah 9h", "7h 5h 4h Kc 8d"), // flush
    ("9c 8d", "7h 6h 5c Kc Ad"), // straight
    ("9h 9c", "9s 5h Kc 4d 7d"), // three of a kind
    ("9h 5c", "9s 5h Kc 4d 7d"), // two pairs
    ("9h Qc", "9s 5h Kc 4d 7d"), // one pair
    ("Ah Qc", "9s 5h Kc 4d 7d"), // five odd cards
];

fn table(rule: &str, board: &str) -> Showdown {
    Showdown::dealt(rule, "3c 2d", board)
}

/// THB6 4.2; RWS6 4.2: every row at every street, with all that takes the award away: a fold, a hand
/// that is not exposed, a hand below the pay table.
#[test]
fn progressive_pays_by_street_and_best_of_seven() {
    for (rule, _) in DOCUMENTS {
        for (hole, board, name, pays) in OWN {
            let player = plays(hole).progressive();
            let settled = table(rule, board).seat(1, player).settle();
            settled.assert_line(1, &award(name, dollars(pays), rule), board);
            for unpaid in [folds(hole), plays(hole).unexposed()] {
                let settled = table(rule, board).seat(1, unpaid.progressive()).settle();
                assert_eq!(settled.payments(), [], "{hole} {board}");
                assert_eq!(settled.meter(), dollars(100_000));
            }
        }
        for (hole, board) in NOTHING {
            let player = plays(hole).progressive();
            let settled = table(rule, board).seat(1, player).settle();
            settled.assert_line(1, &lose(Progressive, rule), board);
        }
    }
}

/// THB6 4.2; RWS6 4.2: a royal flush on the river must include at least one hole card. One that lies on
/// the board alone is the community's, even where 5 % of the jackpot would be more.
#[test]
fn royal_flush_on_river_needs_a_hole_card() {
    for (rule, community) in DOCUMENTS {
        let own = award("royal_flush_on_river", dollars(50_000), rule);
        let boards = award("community_royal_flush", dollars(10_000), community);
        for (hole, board, paid) in [
            ("Ah 9c", "Kh Qh Jh 5d Th", own),
            ("9c 8c", "Ah Kh Qh Jh Th", boards),
        ] {
            let table = table(rule, board).meter(dollars(1_000_000));
            let settled = table.seat(1, plays(hole).progressive()).settle();
            settled.assert_line(1, &paid, board);
        }
    }
}

/// THB6 4.2.1; RWS6 4.2: the community's award goes to every progressive wager, played or folded, and
/// the house pays it. A hand of the same category beside it earns nothing more.
#[test]
fn community_hand_pays_a_fixed_award() {
    for (own, community) in DOCUMENTS {
        for (hole, board, name, pays) in COMMUNITY {
            let settled = table(own, board)
                .seat(1, plays(hole).progressive())
                .seat(3, folds("Jc Qd").progressive())
                .seat(4, plays("Js 2c"))
                .settle();
            let expected = award(name, dollars(pays), community);
            settled.assert_line(1, &expected, board);
            settled.assert_line(3, &expected, board);
            let paid = [1, 3].map(|seat| (seat, name, dollars(pays), House));
            assert_eq!(settled.payments(), paid, "{board}");
            assert_eq!(settled.meter(), dollars(100_000));
        }
    }
}

/// THB6 4.2, 4.2.1; RWS6 4.2: where a royal flush of the hand meets a straight flush of the community,
/// the wager earns the one that pays more with this round's contribution on the meter; at equal amounts
/// it is the community's.
#[test]
fn highest_paying_award_counts_once() {
    let straight_flush = ("community_straight_flush", dollars(1500), House);
    let royal = |name| (name, cents(150_001), Meter);
    let [river, turn, flop] = [
        royal("royal_flush_on_river"),
        royal("royal_flush_on_turn"),
        royal("royal_flush_on_flop"),
    ];
    let cases = [
        ("Ah 2c", "Kh Qh Jh 9h Th", 2_999_999, straight_flush),
        ("Ah 2c", "Kh Qh Jh 9h Th", 3_000_000, straight_flush),
        ("Ah 2c", "Kh Qh Jh 9h Th", 3_000_020, river),
        ("Ah 2c", "Kh Qh Jh Th 9h", 599_999, straight_flush),
        ("Ah 2c", "Kh Qh Jh Th 9h", 600_000, straight_flush),
        ("Ah 2c", "Kh Qh Jh Th 9h", 600_004, turn),
        ("Ah Kh", "Qh Jh Th 9h 8h", 149_999, straight_flush),
        ("Ah Kh", "Qh Jh Th 9h 8h", 150_000, straight_flush),
        ("Ah Kh", "Qh Jh Th 9h 8h", 150_001, flop),
    ];
    for (rule, _) in DOCUMENTS {
        for (hole, board, meter, (name, pays, from)) in cases {
            let table = table(rule, board).meter(cents(meter));
            let settled = table.seat(1, plays(hole).progressive()).settle();
            let paid = [(1, name, pays, from)];
            assert_eq!(settled.payments(), paid, "{board} at {meter}");
        }
        // $30,000.00 and 4 % of the unit are $30,000.20.
        let table = table(rule, "Kh Qh Jh 9h Th").jackpot(jackpot(cents(3_000_000), 400));
        let settled = table.seat(1, plays("Ah 2c").progressive()).settle();
        assert_eq!(settled.payments(), [(1, river.0, river.1, river.2)]);
    }
}

/// THB6 4.2; RWS6 4.2: 25 % and 5 % are rounded down to the cent and leave the rest on the meter; 100 %
/// takes all of it.
#[test]
fn percentages_leave_the_rest_on_the_meter() {
    let odd: Cents = cents(10_000_003);
    for (rule, _) in DOCUMENTS {
        for (hole, board, pays, left) in [
            ("Ah Kh", "Qh Jh 4c Th 5d", 2_500_000, 7_500_003),
            ("Ah Kh", "Qh Jh 4c 5d Th", 500_000, 9_500_003),
            ("Ah Kh", "Qh Jh Th 4c 5d", 10_000_003, 1_000_000),
        ] {
            let player = plays(hole).progressive();
            let settled = table(rule, board).meter(odd).seat(1, player).settle();
            let paid: Vec<Cents> = settled.payments().iter().map(|paid| paid.2).collect();
            assert_eq!(paid, [cents(pays)]);
            assert_eq!(settled.meter(), cents(left));
        }
    }
}

/// THB6 4.2; RWS6 4.2: an early royal flush is also one after more cards. Where the shares round to the
/// same amount the wager still earns the award of its street, and the whole jackpot still resets.
#[test]
fn royal_flush_keeps_its_street_at_an_empty_meter() {
    for (rule, _) in DOCUMENTS {
        for (board, name, before, after) in [
            ("Qh Jh Th 4c 5d", "royal_flush_on_flop", 0, 1_000_000),
            ("Qh Jh 4c Th 5d", "royal_flush_on_turn", 3, 3),
            ("Qh Jh 4c 5d Th", "royal_flush_on_river", 3, 3),
        ] {
            let player = plays("Ah Kh").progressive();
            let table = table(rule, board).meter(cents(before));
            let settled = table.seat(1, player).settle();
            settled.assert_line(1, &award(name, cents(0), rule), board);
            assert_eq!(settled.meter(), cents(after));
        }
    }
}
