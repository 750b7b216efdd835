//! The hand against the dealer's in hold'em and Three Card Poker: win, loss and stand-off.

use shared_rules::games::BonusOnLoss;
use shared_rules::wagers::Wager::{self, Ante, Bonus, Flop, Play, Progressive, River, Turn};
use simulator::showdown::{Showdown, award, dollars, lose, plays, push, win};

const HOLDEM_WIN: [&str; 4] = ["THB6 3.10.2", "RWS6 3.13", "ML6 3.10.2", "ML9 3.10.2"];
const HOLDEM_STAND_OFF: [&str; 4] = ["THB6 3.10.4", "RWS6 3.15", "ML6 3.10.4", "ML9 3.10.4"];

/// The wager that tells who won: it pays or is lost with the hand.
fn main_wager(rule: &str) -> Wager {
    if rule.starts_with("TCP5") { Play } else { Flop }
}

/// THB6 ML6 ML9 3.10.2; RWS6 3.13: Flop, Turn and River pay 1 to 1; the Ante does from a straight up,
/// below that it stands off.
#[test]
fn win_pays_flop_turn_river_and_ante_from_a_straight() {
    let winners = [
        ("high_card", "Ac Jd", "Kd Th 8s 6h 4c", false),
        ("one_pair", "Kc Jd", "Kd Th 8s 6h 4c", false),
        ("two_pairs", "Kc Td", "Kd Th 8s 6h 4c", false),
        ("three_of_a_kind", "Kc Kh", "Kd Th 8s 6h 4c", false),
        ("straight", "9c 7d", "Kd Th 8s 6h 4c", true),
        ("straight", "Ac 5d", "4c Th 3s 2h Kd", true),
        ("flush", "Ad 7d", "Kd Td 8d 6h 4c", true),
        ("full_house", "Kc Td", "Kd Th Ts 6h 4c", true),
        ("four_of_a_kind", "Kc Kh", "Kd Ks 8s 6h 4c", true),
        ("straight_flush", "Td 9d", "Kd Qd Jd 6h 4c", true),
        ("royal_flush", "Ad Td", "Kd Qd Jd 6h 4c", true),
    ];
    for rule in HOLDEM_WIN {
        for (hand, hole, board, ante_wins) in winners {
            let table = Showdown::dealt(rule, "3c 2d", board);
            let settled = table.seat(1, plays(hole)).settle();
            let ante = match ante_wins {
                true => win(Ante, 10, rule),
                false => push(Ante, rule),
            };
            let raises = [(Flop, 20), (Turn, 10), (River, 10)];
            let raises = raises.map(|(wager, pays)| win(wager, pays, rule));
            assert_eq!(settled.hand(1), Some(hand));
            assert_eq!(settled.seat(1), [&[ante], &raises[..]].concat(), "{hand}");
        }
    }
}

/// THB6 ML6 ML9 3.10.3: the loser keeps nothing but a progressive wager that qualifies.
#[test]
fn loss_takes_every_wager_but_the_progressive() {
    for (tag, pays) in [("THB6", 300), ("ML6", 2000), ("ML9", 2000)] {
        let rule = &format!("{tag} 3.10.3");
        let settled = Showdown::dealt(rule, "9h 8h", "Th Jh Tc 7h 2d")
            .seat(1, plays("Ts Td").stake(Bonus, 10).progressive())
            .settle();
        let lost = [Ante, Bonus, Flop, Turn, River].map(|wager| lose(wager, rule));
        let kept = award("four_of_a_kind", dollars(pays), &format!("{tag} 4.2"));
        assert_eq!(settled.seat(1), [&lost[..], &[kept]].concat());
    }
}

/// RWS6 3.14: the loser loses Ante, Flop, Turn and River. Bonus and the progressive are not named, so
/// they stay with the cards.
#[test]
fn loss_takes_ante_flop_turn_and_river() {
    let king_queen = || plays("Kc Qd").stake(Bonus, 10);
    for reading in [BonusOnLoss::Letter, BonusOnLoss::HoleCards] {
        let settled = Showdown::under("RWS6 3.14")
            .reading(|readings| readings.bonus_on_loss = reading)
            .dealer("9h 8h")
            .board("Th Jh Tc 7h 2d")
            .seat(1, plays("Ts Td").stake(Bonus, 10).progressive())
            .seat(2, king_queen().without(Turn).progressive())
            .settle();
        let lost = |wager| lose(wager, "RWS6 3.14");
        let (bonus, quads) = (
            win(Bonus, 30, "RWS6 4.1"),
            award("four_of_a_kind", dollars(300), "RWS6 4.2"),
        );
        let pocket_tens = [
            lost(Ante),
            bonus,
            lost(Flop),
            lost(Turn),
            lost(River),
            quads,
        ];
        assert_eq!(settled.seat(1), pocket_tens);
        let (bonus, nothing) = (lose(Bonus, "RWS6 4.1"), lose(Progressive, "RWS6 4.2"));
        let king_queen = [lost(Ante), bonus, lost(Flop), lost(River), nothing];
        assert_eq!(settled.seat(2), king_queen);
    }
}

/// THB6 ML6 ML9 3.10.4, 3.12.1, 3.12.6; TCP5 3.12.3, 3.17.1, 3.17.4: hands of the same order and ranks
/// stand off, whatever their suits.
#[test]
fn tie_with_the_dealer_stands_off() {
    #[rustfmt::skip]
    let holdem = [
        ("the board plays", "3h 2h", "3c 2d", "Ac Kd Qh Jh 9s"),
        ("equal high cards", "Ah 7h", "As 7c", "Kd Qh Jc 9s 2d"),
        ("equal pairs and kickers", "Ah 3h", "As 2c", "Ad Kh Qc Js 9d"),
        ("equal two pairs, kicker on the board", "Kh 5h", "Ks 5c", "Kd 5d Ah 8s 2c"),
        ("equal straights", "Jh 8s", "Jd 8c", "Qd Tc 9h 2c 3s"),
        ("equal lowest straights", "Ah 2s", "Ad 2c", "3d 4c 5h Kc Ks"),
        ("equal full houses", "Kh 3s", "Kd 3c", "Ks 3d 9h 9c 2s"),
        ("equal flushes on the board", "3h 2h", "3c 2d", "Ad Jd 9d 7d 5d"),
        ("equal straight flushes on the board", "3h 2h", "Kc 2d", "9d 8d 7d 6d 5d"),
    ];
    for rule in HOLDEM_STAND_OFF {
        for (case, hole, dealer, board) in holdem {
            let table = Showdown::dealt(rule, dealer, board);
            let settled = table.seat(1, plays(hole)).settle();
            let stands_off = [Ante, Flop, Turn, River].map(|wager| push(wager, rule));
            assert_eq!(settled.seat(1), stands_off, "{case}");
        }
    }
    let three_cards = [
        ("odd cards", "Qc Th 6d", "Qd Tc 6h"),
        ("pair and third card", "Ac Ah 8d", "As Ad 8h"),
        ("straight", "Qh Jc Td", "Qc Jh Ts"),
        ("lowest straight", "Ah 2c 3d", "Ac 2h 3s"),
        ("flush", "Kh 4h 2h", "Ks 4s 2s"),
        ("straight flush", "Ah 2h 3h", "Ac 2c 3c"),
        ("suited A-K-Q, spades or not", "Ah Kh Qh", "As Ks Qs"),
    ];
    for (case, hand, dealer) in three_cards {
        let table = Showdown::under("TCP5 3.12.3").dealer(dealer);
        let settled = table.seat(1, plays(hand)).settle();
        let stands_off = [Ante, Play].map(|wager| push(wager, "TCP5 3.12.3"));
        assert_eq!(settled.seat(1)[..2], stands_off, "{case}");
    }
}

/// RWS6 1.27, 3.15: on a stand-off all goes back but the progressive, which is paid or collected, and
/// Bonus, which the hole cards settle.
#[test]
fn stand_off_returns_all_but_progressive_and_bonus() {
    let unsuited = plays("Ah Kc").stake(Bonus, 10);
    let settled = Showdown::dealt("RWS6 3.15", "Ac Kd", "Qh Jh 9s 5c 4d")
        .seat(1, plays("As Ks").stake(Bonus, 10).progressive())
        .seat(2, unsuited.without(River).progressive())
        .settle();
    let off = |wager| push(wager, "RWS6 3.15");
    let (bonus, lost) = (
        |pays| win(Bonus, pays, "RWS6 4.1"),
        || lose(Progressive, "RWS6 4.2"),
    );
    let suited = [
        off(Ante),
        bonus(250),
        off(Flop),
        off(Turn),
        off(River),
        lost(),
    ];
    assert_eq!(settled.seat(1), suited);
    let unsuited = [off(Ante), bonus(150), off(Flop), off(Turn), lost()];
    assert_eq!(settled.seat(2), unsuited);

    let quads_on_the_board = Showdown::dealt("RWS6 1.27", "Ac 3d", "9h 9c 9s 9d 4d")
        .seat(1, plays("As Kc").stake(Bonus, 10).progressive())
        .settle();
    let community = award("community_four_of_a_kind", dollars(300), "RWS6 4.2");
    quads_on_the_board.assert_line(1, &community, "four nines on the board");
    quads_on_the_board.assert_line(1, &off(Ante), "four nines on the board");
    let stake_of_the_progressive_stays = 100 * (150 + 300 - 5);
    assert_eq!(quads_on_the_board.net(1), stake_of_the_progressive_stays);
}

/// TCP5 1.1.10; THB6 ML6 ML9 1.1.14: a wager that stands off neither wins nor loses.
#[test]
fn push_returns_the_stake_and_pays_nothing() {
    for citation in ["THB6 1.1.14", "ML6 1.1.14", "ML9 1.1.14", "RWS6 1.27"] {
        let table = Showdown::under(citation).dealer("3c 2d");
        let table = table.board("Ac Kd Qh Jh 9s");
        assert_eq!(table.seat(1, plays("3h 2h")).settle().net(1), 0);
    }
    let table = Showdown::under("TCP5 1.1.10").dealer("Qd Tc 6h");
    assert_eq!(table.seat(1, plays("Qc Th 6d")).settle().net(1), 0);
}

/// THB6 ML6 ML9 3.3; TCP5 3.3, 3.10; RWS6 3.1: the hand of higher rank wins, and with the cards
/// exchanged it is the dealer's.
#[test]
fn higher_hand_than_the_dealer_wins() {
    let holdem = [
        ("royal over the next", "Ah Kh", "9h 8h", "Qh Jh Th 3c 2d"),
        ("the next over quads", "5h 4h", "Kc Kd", "Kh Ks 3h 2h Ah"),
        ("quads over full house", "Kc Kd", "Ac Ad", "Kh Ks Ah 7c 3d"),
        ("full house over flush", "Kc Kd", "Ah 2h", "Kh 7h 7c 5h Qs"),
        ("flush over straight", "Ah 2h", "6c 5c", "Kh 9h 8h 7d 4s"),
        ("straight over trips", "Jc Ts", "9c 9d", "9h 8h 7d 2s 3c"),
        ("trips over two pairs", "2c 2d", "Ac Kd", "As Kh 2h 9c 7d"),
        ("two pairs over one", "3c 2d", "Ac Qd", "As 3h 2h 9c 7d"),
        ("a pair over odd cards", "2c Td", "Ac Qd", "Ks Jh 2h 9c 7d"),
        ("by the kicker", "Ac Qd", "Ad Jc", "As Kh 8h 5c 3d"),
    ];
    let lost = ["THB6 3.10.3", "RWS6 3.14", "ML6 3.10.3", "ML9 3.10.3"];
    for rules in HOLDEM_WIN.into_iter().zip(lost) {
        for (case, higher, lower, board) in holdem {
            let table = Showdown::under(rules.0).board(board);
            beats(&table, (higher, lower), rules, case);
        }
    }
    let three_cards = [
        ("suited A-K-Q over straight flush", "Ah Kh Qh", "Ks Qs Js"),
        ("straight flush over trips", "Ah 2h 3h", "As Ac Ad"),
        ("trips over straight", "Qs Qc Qd", "Ac Kd Qh"),
        ("straight over flush", "Qs Jh Td", "Ac Kc 9c"),
        ("flush over pair", "Qh 7h 3h", "Ac Ad Kh"),
        ("pair over odd cards", "Qc 2d 2c", "Ah Kd Jc"),
        ("by the lowest card", "Ac Kd 5h", "Ad Kc 4h"),
    ];
    for (case, higher, lower) in three_cards {
        let (table, rules) = (Showdown::under("TCP5 3.10"), ("TCP5 3.12.1", "TCP5 3.12.2"));
        beats(&table, (higher, lower), rules, case);
    }
}

fn beats(table: &Showdown, (higher, lower): (&str, &str), (won, lost): (&str, &str), case: &str) {
    let wager = main_wager(won);
    let stake = if wager == Flop { 20 } else { 10 };
    let as_player = table.clone().dealer(lower).seat(1, plays(higher)).settle();
    let as_dealer = table.clone().dealer(higher).seat(1, plays(lower)).settle();
    as_player.assert_line(1, &win(wager, stake, won), case);
    as_dealer.assert_line(1, &lose(wager, lost), case);
}
