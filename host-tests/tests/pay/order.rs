//! Several awards: who is paid first at one table and across tables, and what is then left on the meter.

use shared_rules::settle::Source::{House, Meter};
use shared_rules::wagers::Wager::{Ante, AnteBonus, Bonus, Flop, PairPlus, Play, River, Turn};
use simulator::showdown::{Settled, Showdown, award, dollars, folds, plays, win};

/// A hold'em hand and board that is worth the whole jackpot in every document.
fn royal_on_the_flop(rule: &str) -> Showdown {
    let table = Showdown::dealt(rule, "3c 2d", "Qh Jh Th 4c 5d");
    table.seat(1, plays("Ah Kh").progressive())
}

/// Settles `table` at what `earlier` left of the jackpot.
fn settle_after(earlier: &Settled, table: Showdown) -> Settled {
    table.jackpot(earlier.jackpot()).settle()
}

/// THB6 ML6 ML9 3.13; TCP5 3.18: an award comes on top of everything else that the hand wins.
#[test]
fn progressive_pays_on_top_of_other_wagers() {
    // Pocket nines with both others on the flop: Bonus 3 to 1, raises and Ante, and the award.
    for (tag, quads) in [("THB6", 300), ("ML6", 2000), ("ML9", 2000)] {
        let settled = Showdown::dealt(tag, "3c 2d", "9h 9c 5h Kc 4d")
            .seat(1, plays("9s 9d").stake(Bonus, 10).progressive())
            .settle();
        let won = &format!("{tag} 3.10.2");
        let expected = [
            win(Ante, 10, won),
            win(Bonus, 30, &format!("{tag} 4.1.1")),
            win(Flop, 20, won),
            win(Turn, 10, won),
            win(River, 10, won),
            award("four_of_a_kind", dollars(quads), &format!("{tag} 4.2")),
        ];
        assert_eq!(settled.seat(1), expected);
        let all_less_the_unit = dollars(10 + 30 + 20 + 10 + 10 + quads - 5);
        assert_eq!(Ok(settled.net(1)), all_less_the_unit.signed());
    }
    let settled = Showdown::under("TCP5 3.18")
        .dealer("Qc 5d 2c")
        .seat(1, plays("8h 7h 6h").stake(PairPlus, 10).progressive())
        .settle();
    let expected = [
        win(Ante, 10, "TCP5 3.12.1"),
        win(Play, 10, "TCP5 3.12.1"),
        win(PairPlus, 400, "TCP5 4.3"),
        win(AnteBonus, 50, "TCP5 4.2"),
        award("straight_flush", dollars(175), "TCP5 4.4"),
    ];
    assert_eq!(settled.seat(1), expected);
    assert_eq!(settled.net(1), 100 * (10 + 10 + 400 + 50 + 175 - 5));
}

/// THB6 3.15; ML6 ML9 3.15.2; TCP5 3.20.1: the royal flush is paid after every lower hand, from what is
/// then left, and the meter starts again.
#[test]
fn royal_flush_is_paid_after_lower_hands() {
    let thb6 = Showdown::under("THB6 3.15")
        .dealer("3c 2d")
        .seat(1, plays("Ah Kh").progressive())
        .seat(2, plays("9h 8h").progressive())
        .seat(3, plays("Qs 2c").progressive());
    let streets = [
        ("Qh Jh Th Qc Qd", "royal_flush_on_flop", 100_000),
        ("Qh Jh Qc Th Qd", "royal_flush_on_turn", 25_000),
        ("Qh Jh Qc Qd Th", "royal_flush_on_river", 5000),
    ];
    for (board, name, royal) in streets {
        let expected = [
            (3, "four_of_a_kind", dollars(300), House),
            (2, "straight_flush", dollars(1500), House),
            (1, name, dollars(royal), Meter),
        ];
        assert_eq!(thb6.clone().board(board).settle().payments(), expected);
    }
    for (rule, flush) in [("ML6 3.15.2", 100), ("ML9 3.15.2", 200)] {
        let settled = royal_on_the_flop(rule)
            .seat(4, plays("9h 8h").progressive())
            .seat(6, folds("7h 5h").progressive())
            .settle();
        let expected = [
            (6, "flush", dollars(flush), House),
            (4, "straight_flush", dollars(10_000), Meter),
            (1, "royal_flush", dollars(90_000), Meter),
        ];
        assert_eq!(settled.payments(), expected);
        assert_eq!(settled.meter(), dollars(10_000));
    }
    // One player holds all three seats, so that there is no envy.
    let settled = Showdown::under("TCP5 3.20.1")
        .dealer("Jh 5s 2s")
        .seat(1, plays("As Ks Qs").progressive().of_player(9))
        .seat(2, plays("Ah Kh Qh").progressive().of_player(9))
        .seat(3, plays("8h 7h 6h").progressive().of_player(9))
        .settle();
    let expected = [
        (3, "straight_flush", dollars(175), House),
        (2, "royal_flush", dollars(1250), House),
        (1, "royal_flush_spades", dollars(100_000), Meter),
    ];
    assert_eq!(settled.payments(), expected);
    assert_eq!(settled.meter(), dollars(10_000));
}

/// ML6 ML9 3.15; TCP5 3.20: at one table the lower hands come first, and among equal ones the first in
/// the order of dealing.
#[test]
fn several_winners_at_one_table_are_paid_in_order() {
    let flushes = |rule| {
        Showdown::dealt(rule, "Tc 2d", "7h 6h 5h Kd 3c")
            .seat(1, plays("9h 8h").progressive())
            .seat(2, plays("Ah Qh").progressive())
            .seat(3, plays("9c 8c").progressive())
            .seat(4, plays("4h 3h").progressive())
            .seat(6, plays("Kh 2h").progressive())
            .settle()
    };
    let straight_flush = |seat| (seat, "straight_flush", dollars(9500), Meter);
    let flush = |seat, pays| (seat, "flush", dollars(pays), House);
    let shared = [straight_flush(1), straight_flush(4)];
    let ml6 = [&[flush(2, 100), flush(6, 100)], &shared[..]].concat();
    assert_eq!(flushes("ML6 3.15").payments(), ml6);
    let straight = (3, "straight", dollars(100), House);
    let ml9 = [&[straight, flush(2, 200), flush(6, 200)], &shared[..]].concat();
    assert_eq!(flushes("ML9 3.15").payments(), ml9);

    for (rule, full_house) in [("ML6 3.15", 200), ("ML9 3.15", 400)] {
        let settled = Showdown::dealt(rule, "Tc 2d", "9h 9c 5h Kd 3c")
            .seat(2, plays("9s 9d").progressive())
            .seat(5, plays("5s 5c").progressive())
            .settle();
        let expected = [
            (5, "full_house", dollars(full_house), House),
            (2, "four_of_a_kind", dollars(2000), House),
        ];
        assert_eq!(settled.payments(), expected);
    }

    let settled = Showdown::under("TCP5 3.20")
        .dealer("Jh 5s 2s")
        .seat(1, plays("8h 7h 6h").progressive())
        .seat(2, plays("Ts Th Tc").progressive())
        .seat(3, plays("9d 8c 7s").progressive())
        .seat(4, plays("4h 3h 2h").progressive())
        .seat(5, plays("Ac 2d 3s").progressive())
        .settle();
    let expected = [
        (3, "straight", dollars(15), House),
        (5, "straight", dollars(15), House),
        (2, "three_of_a_kind", dollars(150), House),
        (1, "straight_flush", dollars(175), House),
        (4, "straight_flush", dollars(175), House),
    ];
    assert_eq!(settled.payments(), expected);
}

/// THB6 ML6 ML9 3.14; TCP5 3.19: of hands at separate tables the one that is entered first is paid
/// first: from the meter as it was, the other from what is then left. Nothing is pooled across tables.
#[test]
fn across_tables_first_entered_is_paid_first() {
    let royals = [
        ("THB6 3.14", "royal_flush_on_flop"),
        ("ML6 3.14", "royal_flush"),
        ("ML9 3.14", "royal_flush"),
    ];
    for (rule, name) in royals {
        let first = royal_on_the_flop(rule).settle();
        let second = settle_after(&first, royal_on_the_flop(rule));
        assert_eq!(first.payments(), [(1, name, dollars(100_000), Meter)]);
        assert_eq!(second.payments(), [(1, name, dollars(10_000), Meter)]);
    }
    for rule in ["ML6 3.14", "ML9 3.14"] {
        let straight_flush = || {
            let table = Showdown::dealt(rule, "Tc 2d", "7h 6h 5h Kd 3c");
            table.seat(1, plays("9h 8h").progressive())
        };
        let first = straight_flush().settle();
        let second = settle_after(&first, straight_flush());
        let paid = |pays| [(1, "straight_flush", dollars(pays), Meter)];
        assert_eq!(first.payments(), paid(10_000));
        assert_eq!(second.payments(), paid(9000));
        assert_eq!(second.meter(), dollars(81_000));
    }
    let spades = || {
        let table = Showdown::under("TCP5 3.19").dealer("Jh 5s 2s");
        table.seat(1, plays("As Ks Qs").progressive())
    };
    let first = spades().settle();
    let second = settle_after(&first, spades());
    let paid = |pays| [(1, "royal_flush_spades", dollars(pays), Meter)];
    assert_eq!(first.payments(), paid(100_000));
    assert_eq!(second.payments(), paid(10_000));
}

/// RWS6 4.5: of major awards across tables the hand that was dealt first is paid the value on the
/// display, the next one the value that is displayed after it.
#[test]
fn across_tables_first_dealt_is_paid_first() {
    let on_the_turn = || {
        let table = Showdown::dealt("RWS6 4.5", "3c 2d", "Qh Jh 4c Th 5d");
        table.seat(1, plays("Ah Kh").progressive())
    };
    let on_the_flop = || royal_on_the_flop("RWS6 4.5");
    let turn = |pays| [(1, "royal_flush_on_turn", dollars(pays), Meter)];
    let flop = |pays| [(1, "royal_flush_on_flop", dollars(pays), Meter)];

    let first = on_the_turn().settle();
    let second = settle_after(&first, on_the_turn());
    let third = settle_after(&second, on_the_flop());
    assert_eq!(first.payments(), turn(25_000));
    assert_eq!(second.payments(), turn(18_750));
    assert_eq!(third.payments(), flop(56_250));

    let first = on_the_flop().settle();
    let second = settle_after(&first, on_the_turn());
    assert_eq!(first.payments(), flop(100_000));
    assert_eq!(second.payments(), turn(2500));
    assert_eq!(second.meter(), dollars(7500));
}
