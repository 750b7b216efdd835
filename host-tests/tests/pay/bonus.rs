//! The pay table of the main game in hold'em: the raises, the Ante, and Bonus on the hole cards.

use shared_rules::games::BonusOnLoss;
use shared_rules::wagers::Wager::{Ante, Bonus, Flop, River, Turn};
use simulator::showdown::{Showdown, lose, plays, win};

/// Where the pay table stands, and the rules of a win and of a loss.
const DOCUMENTS: [[&str; 3]; 4] = [
    ["THB6 4.1.1", "THB6 3.10.2", "THB6 3.10.3"],
    ["RWS6 4.1", "RWS6 3.13", "RWS6 3.14"],
    ["ML6 4.1.1", "ML6 3.10.2", "ML6 3.10.3"],
    ["ML9 4.1.1", "ML9 3.10.2", "ML9 3.10.3"],
];

/// Hole cards and what Bonus pays to 1; 0 is no row. Aces in both hands are a case of their own.
const BONUS: [(&str, u32); 34] = [
    ("As Ah", 30),
    ("As Ks", 25),
    ("Kh Ah", 25),
    ("As Qs", 20),
    ("As Js", 20),
    ("As Kh", 15),
    ("Ks Ah", 15),
    ("Ks Kh", 10),
    ("Qs Qh", 10),
    ("Js Jh", 10),
    ("As Qh", 5),
    ("As Jh", 5),
    ("Jh As", 5),
    ("Ts Td", 3),
    ("9h 9d", 3),
    ("8h 8s", 3),
    ("7h 7s", 3),
    ("6s 6d", 3),
    ("5s 5h", 3),
    ("4s 4d", 3),
    ("3s 3h", 3),
    ("2s 2h", 3),
    ("As Ts", 0),
    ("As Tc", 0),
    ("As 2s", 0),
    ("As 2h", 0),
    ("Ks Qs", 0),
    ("Ks Qh", 0),
    ("Qs Js", 0),
    ("Js Tc", 0),
    ("9h 8s", 0),
    ("5s 4s", 0),
    ("4s 2h", 0),
    ("3s 2h", 0),
];

/// A board and a dealer who beats no hand.
const WEAK: (&str, &str) = ("Kd Th 9s 6h 4c", "3c 2d");

/// A board and a dealer with four of a kind, of a rank that the player does not hold.
fn strong(hole: &str) -> (&'static str, &'static str) {
    match hole.contains('7') {
        true => ("8h 8s 5c 3d 2c", "8c 8d"),
        false => ("7h 7s 5c 3d 2c", "7c 7d"),
    }
}

/// THB6 ML6 ML9 4.1, 4.1.1; RWS6 4.1: every row, on a win and on both readings of a loss: by the letter
/// the MBS games take Bonus with the hand (3.10.3), and RWS6 does not (3.14).
#[test]
fn main_and_bonus_pay_table() {
    for [table, won, lost] in DOCUMENTS {
        let straight = Showdown::dealt(table, "3c 2d", "Kd Th 8s 6h 4c");
        let settled = straight.seat(1, plays("9c 7d")).settle();
        let pays = [(Ante, 10), (Flop, 20), (Turn, 10), (River, 10)];
        let won = pays.map(|(wager, pays)| win(wager, pays, won));
        assert_eq!(settled.seat(1), won);

        for (hole, to_one) in BONUS {
            let by_the_cards = match to_one {
                0 => lose(Bonus, table),
                _ => win(Bonus, 10 * to_one, table),
            };
            let by_the_letter = match table.starts_with("RWS6") {
                true => by_the_cards.clone(),
                false => lose(Bonus, lost),
            };
            for (reading, (board, dealer), expected) in [
                (BonusOnLoss::Letter, WEAK, &by_the_cards),
                (BonusOnLoss::Letter, strong(hole), &by_the_letter),
                (BonusOnLoss::HoleCards, strong(hole), &by_the_cards),
            ] {
                let settled = Showdown::under(table)
                    .reading(|readings| readings.bonus_on_loss = reading)
                    .dealer(dealer)
                    .board(board)
                    .seat(1, plays(hole).stake(Bonus, 10))
                    .settle();
                settled.assert_line(1, expected, &format!("{hole}, {reading:?}"));
            }
        }
    }
}

/// THB6 ML6 ML9 4.1.1; RWS6 4.1: aces against the dealer's aces pay 1000 to 1, on a win and a tie; on
/// a loss as the reading says.
#[test]
fn aces_in_both_hands_pay_a_thousand() {
    let (win_by_flush, tie, lose_by_flush) = ("Ks 9s 5s 3s 2d", "Kd 9h 5c 3s 2d", "Kc 9c 5c 3c 2d");
    for [table, _, lost] in DOCUMENTS {
        let jackpot_of_bonus = win(Bonus, 10_000, table);
        let by_the_letter = match table.starts_with("RWS6") {
            true => jackpot_of_bonus.clone(),
            false => lose(Bonus, lost),
        };
        for (board, reading, expected) in [
            (win_by_flush, BonusOnLoss::Letter, &jackpot_of_bonus),
            (tie, BonusOnLoss::Letter, &jackpot_of_bonus),
            (lose_by_flush, BonusOnLoss::Letter, &by_the_letter),
            (lose_by_flush, BonusOnLoss::HoleCards, &jackpot_of_bonus),
        ] {
            let settled = Showdown::under(table)
                .reading(|readings| readings.bonus_on_loss = reading)
                .dealer("Ac Ad")
                .board(board)
                .seat(1, plays("As Ah").stake(Bonus, 10))
                .settle();
            settled.assert_line(1, expected, board);
        }
    }
}

/// THB6 ML6 ML9 1.1.3: only the player's own hole cards count, whatever they make with the board, and
/// the dealer's aces alone pay nothing.
#[test]
fn bonus_pays_by_the_hole_cards() {
    for [table, ..] in DOCUMENTS {
        let settled = Showdown::dealt(table, "Ac Ad", "Ks Kh 9d 8s 2c")
            .seat(1, plays("Kd 7h").stake(Bonus, 10))
            .seat(2, plays("Kc Ah").stake(Bonus, 10))
            .seat(3, plays("9h 9c").stake(Bonus, 10))
            .settle();
        assert_eq!(settled.hand(1), Some("three_of_a_kind"));
        settled.assert_line(1, &lose(Bonus, table), "K-7");
        settled.assert_line(2, &win(Bonus, 150, table), "A-K");
        settled.assert_line(3, &win(Bonus, 30, table), "9-9");
    }
}

/// RWS6 4.1.1: Bonus pays at most $100,000 a box; the other documents have no such cap.
#[test]
fn bonus_is_capped_a_box() {
    let aces = |citation, stake| {
        let table = Showdown::dealt(citation, "Ac Ad", "Kd 9h 5c 3s 2d");
        table.seat(1, plays("As Ah").stake(Bonus, stake)).settle()
    };
    let capped = [
        (99, win(Bonus, 99_000, "RWS6 4.1")),
        (100, win(Bonus, 100_000, "RWS6 4.1")),
        (101, win(Bonus, 100_000, "RWS6 4.1.1")),
        (5000, win(Bonus, 100_000, "RWS6 4.1.1")),
    ];
    for (stake, expected) in capped {
        assert_eq!(aces("RWS6 4.1.1", stake).line(1, Bonus), Some(expected));
    }
    for table in ["THB6 4.1.1", "ML6 4.1.1", "ML9 4.1.1"] {
        let uncapped = win(Bonus, 5_000_000, table);
        assert_eq!(aces(table, 5000).line(1, Bonus), Some(uncapped));
    }
}
