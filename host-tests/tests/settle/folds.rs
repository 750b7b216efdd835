//! Hands that are not compared: folded, not exposed, or left by their player.

use shared_rules::closed::Decision;
use shared_rules::games::UnexposedCommunity;
use shared_rules::wagers::Wager::{Ante, Bonus, Flop, PairPlus, Play, Progressive, River, Turn};
use simulator::showdown::{
    Showdown, WagerLine, award, dollars, folds, jackpot, leaves, lose, plays, push, returned, sits,
    win,
};

/// Boards that earn a community award, its name and its amount (THB6 4.2.1, RWS6 4.2).
const COMMUNITY: [(&str, &str, u32); 3] = [
    ("As Ks Qs Js Ts", "community_royal_flush", 10_000),
    ("9h 8h 7h 6h 5h", "community_straight_flush", 1500),
    ("9h 9c 9s 9d 4d", "community_four_of_a_kind", 300),
];

/// Hole cards that nobody has seen.
const FACE_DOWN: &str = "";

/// THB6 3.9.1; RWS6 3.11.2a, 3.12.3a: the folder loses Ante and Bonus, and has only the community's
/// awards left: the own hand is no longer in play, so that nobody has to know its cards.
#[test]
fn fold_loses_ante_and_bonus_keeps_the_community_award() {
    let documents = [("THB6 3.9.1", "THB6 4.2.1"), ("RWS6 3.11.2a", "RWS6 4.2")];
    for (rule, pay_table) in documents {
        let folder = |hole| folds(hole).stake(Bonus, 10).progressive();
        let lost = |progressive| [lose(Ante, rule), lose(Bonus, rule), progressive];
        for (board, name, pays) in COMMUNITY {
            for hole in ["Ac Ad", FACE_DOWN] {
                let table = Showdown::dealt(rule, "3c 2d", board);
                let settled = table.seat(1, folder(hole)).settle();
                let community = award(name, dollars(pays), pay_table);
                assert_eq!(settled.seat(1), lost(community), "{hole:?} {board}");
            }
        }
        let own_hands = [
            ("royal flush on the flop", "Ah Kh", "Qh Jh Th 4c 5d"),
            ("royal flush on the turn", "Ah Kh", "Qh Jh 4c Th 5d"),
            ("royal flush on the river", "Ah Kh", "Qh Jh 4c 5d Th"),
            ("straight flush", "9h 8h", "7h 6h 5h Kc 4d"),
            ("four of a kind", "9h 9c", "9s 9d 5h Kc 4d"),
        ];
        for (hand, hole, board) in own_hands {
            let table = Showdown::dealt(rule, "3c 2d", board);
            let settled = table.seat(1, folder(hole)).settle();
            // The fold is what takes the award away, so it is what the line has to cite.
            assert_eq!(settled.seat(1), lost(lose(Progressive, rule)), "{hand}");
        }
    }
}

/// ML6 ML9 3.9.1: the folder loses Ante and Bonus and stays eligible for every award.
#[test]
fn fold_loses_ante_and_bonus_keeps_the_progressive() {
    let hands = [
        ("royal_flush", "Ah Kh", "Qh Jh Th 4c 5d", 100_000, 100_000),
        ("straight_flush", "9h 8h", "7h 6h 5h Kc 4d", 10_000, 10_000),
        ("four_of_a_kind", "9h 9c", "9s 9d 5h Kc 4d", 2000, 2000),
        ("full_house", "9h 9c", "9s 5c 5h Kc 4d", 200, 400),
        ("flush", "Ah 9h", "7h 5h 2h Kc 4d", 100, 200),
    ];
    for (hand, hole, board, ml6, ml9) in hands {
        for (rule, pay_table, pays) in
            [("ML6 3.9.1", "ML6 4.2", ml6), ("ML9 3.9.1", "ML9 4.2", ml9)]
        {
            let folder = folds(hole).stake(Bonus, 10).progressive();
            let settled = Showdown::dealt(rule, "3c 2d", board)
                .seat(1, folder)
                .settle();
            let kept = award(hand, dollars(pays), pay_table);
            assert_eq!(settled.seat(1), [lose(Ante, rule), lose(Bonus, rule), kept]);
        }
    }
}

/// TCP5 3.9.1: the folder loses the Ante, gets no Ante Bonus, and stays eligible for every award.
#[test]
fn fold_loses_ante_keeps_the_progressive() {
    let hands = [
        ("royal_flush_spades", "As Ks Qs", 100_000),
        ("royal_flush", "Ah Kh Qh", 1250),
        ("straight_flush", "8h 7h 6h", 175),
        ("three_of_a_kind", "Ts Th Tc", 150),
        ("straight", "8d 7c 6h", 15),
    ];
    for (hand, cards, pays) in hands {
        let table = Showdown::under("TCP5 3.9.1").dealer("Qc 5d 2c");
        let settled = table.seat(1, folds(cards).progressive()).settle();
        let kept = award(hand, dollars(pays), "TCP5 4.4");
        assert_eq!(settled.seat(1), [lose(Ante, "TCP5 3.9.1"), kept]);
    }
}

/// TCP5 3.9.1.1: Pair Plus is played on by its own cards when the Ante is folded.
#[test]
fn fold_keeps_pair_plus() {
    let settled = Showdown::under("TCP5 3.9.1.1")
        .dealer("As Ah Ad")
        .seat(1, folds("2c 2d 5h").stake(PairPlus, 10))
        .seat(2, folds("9c 6d 3h").stake(PairPlus, 10))
        .settle();
    let ante = || lose(Ante, "TCP5 3.9.1");
    assert_eq!(settled.seat(1), [ante(), win(PairPlus, 10, "TCP5 4.3")]);
    assert_eq!(settled.seat(2), [ante(), lose(PairPlus, "TCP5 4.3")]);
}

/// THB6 ML6 ML9 3.10.1; TCP5 3.10.1: a hand that is not exposed ranks below the dealer's and has no
/// award, by the letter not even the community's.
#[test]
fn unexposed_hand_loses_and_wins_no_progressive() {
    for rule in ["THB6 3.10.1", "ML6 3.10.1", "ML9 3.10.1"] {
        let settled = Showdown::dealt(rule, "3c 2d", "Qh Jh Th 9h 8h")
            .seat(1, plays("Ah Kh").stake(Bonus, 10).progressive().unexposed())
            .settle();
        let all = [Ante, Bonus, Flop, Turn, River, Progressive];
        assert_eq!(settled.seat(1), all.map(|wager| lose(wager, rule)));
        assert_eq!(settled.hand(1), None);
    }
    let paid = Showdown::under("THB6 3.10.1")
        .reading(|readings| readings.unexposed_community = UnexposedCommunity::Paid)
        .dealer("3c 2d")
        .board("Qh Jh Th 9h 8h")
        .seat(1, plays("Ah Kh").progressive().unexposed())
        .settle();
    let community = award("community_straight_flush", dollars(1500), "THB6 4.2.1");
    paid.assert_line(1, &community, "paid by the other reading");
    paid.assert_line(1, &lose(Ante, "THB6 3.10.1"), "paid by the other reading");

    let hidden = plays("As Ks Qs").stake(PairPlus, 10).unexposed();
    let table = Showdown::under("TCP5 3.10.1").dealer("Jc 5d 2c");
    let settled = table.seat(1, hidden.progressive()).settle();
    let all = [Ante, Play, PairPlus, Progressive];
    assert_eq!(settled.seat(1), all.map(|wager| lose(wager, "TCP5 3.10.1")));
}

/// RWS6 4.3: who does not reveal the cards has no hand of his own; the community's award stands.
#[test]
fn unexposed_hand_keeps_only_the_community_award() {
    let rule = "RWS6 4.3";
    let lost = [Ante, Bonus, Flop, Turn, River].map(|wager| lose(wager, rule));
    let with = |progressive: WagerLine| [lost.as_slice(), &[progressive]].concat();
    let hidden = |hole| plays(hole).stake(Bonus, 10).progressive().unexposed();
    for (board, name, pays) in COMMUNITY {
        let table = Showdown::dealt(rule, "3c 2d", board);
        let settled = table.seat(1, hidden("Ac Ad")).settle();
        let community = award(name, dollars(pays), "RWS6 4.2");
        assert_eq!(settled.seat(1), with(community));
    }
    let table = Showdown::dealt(rule, "3c 2d", "9s 9d 5h Kc 4d");
    let settled = table.seat(1, hidden("9h 9c")).settle();
    assert_eq!(settled.seat(1), with(lose(Progressive, rule)));
}

/// THB6 ML6 ML9 5.11: without a Flop the hand is invalid and all of it goes back, its contribution
/// included; with a Flop the player has checked and the hand is settled.
#[test]
fn absent_before_the_flop_is_invalid_and_later_checks() {
    for tag in ["THB6", "ML6", "ML9"] {
        let rule = &format!("{tag} 5.11");
        let settled = Showdown::under(rule)
            .jackpot(jackpot(dollars(100_000), 100))
            .dealer("3c 2d")
            .board("9h 9c 5h Kc 4d")
            .seat(1, leaves("9s 9d").stake(Bonus, 10).progressive())
            .settle();
        let all = [Ante, Bonus, Progressive];
        assert_eq!(settled.seat(1), all.map(|wager| returned(wager, rule)));
        assert_eq!(settled.meter(), dollars(100_000));

        let checked = Showdown::dealt(rule, "3c 2d", "9h 8c 5h Kc 4d")
            .seat(1, leaves("Ks Qd").stake(Flop, 20))
            .seat(2, leaves("As Qc").stake(Flop, 20).stake(Turn, 10))
            .settle();
        let win_rule = &format!("{tag} 3.10.2");
        let ante_and_flop = [push(Ante, win_rule), win(Flop, 20, win_rule)];
        assert_eq!(checked.seat(1), ante_and_flop);
        assert_eq!(checked.seat(2)[..2], ante_and_flop);
        assert_eq!(checked.seat(2)[2..], [win(Turn, 10, win_rule)]);
    }
}

/// RWS6 5.5: who walks away with a decision open has folded, and whatever was placed is lost.
#[test]
fn absent_player_folds() {
    let rule = "RWS6 5.5";
    let before_the_river = leaves("Ks Kd").stake(Flop, 20).stake(Turn, 10);
    let settled = Showdown::dealt(rule, "3c 2d", "9h 9c 9s 9d 4d")
        .seat(1, leaves("As Ad").stake(Bonus, 10).progressive())
        .seat(2, before_the_river.progressive())
        .settle();
    let community = award("community_four_of_a_kind", dollars(300), "RWS6 4.2");
    let lost = [Ante, Bonus].map(|wager| lose(wager, rule));
    assert_eq!(
        settled.seat(1),
        [&lost[..], std::slice::from_ref(&community)].concat()
    );
    let lost = [Ante, Flop, Turn].map(|wager| lose(wager, rule));
    assert_eq!(settled.seat(2), [&lost[..], &[community]].concat());
}

/// TCP5 5.11: an Ante without Play is invalid, and Ante, Pair Plus and progressive go back; with Play,
/// or with Pair Plus alone, no decision is missing.
#[test]
fn absent_without_play_is_invalid() {
    let pair_plus = sits("Ah Ac 3h").stake(PairPlus, 10);
    let settled = Showdown::under("TCP5 5.11")
        .jackpot(jackpot(dollars(100_000), 100))
        .dealer("Qc 5d 2c")
        .seat(1, leaves("8h 7h 6h").stake(PairPlus, 10).progressive())
        .seat(2, plays("Kh Kc 3d").decides(Decision::Absent))
        .seat(3, pair_plus.decides(Decision::Absent))
        .settle();
    let back = [Ante, PairPlus, Progressive].map(|wager| returned(wager, "TCP5 5.11"));
    assert_eq!(settled.seat(1), back);
    assert_eq!(settled.meter(), dollars(100_000));
    let won = [Ante, Play].map(|wager| win(wager, 10, "TCP5 3.12.1"));
    assert_eq!(settled.seat(2), won);
    assert_eq!(settled.seat(3), [win(PairPlus, 10, "TCP5 4.3")]);
}

/// RWS6 5.5, 5.6: absent while a decision is open is a fold; with the River placed nothing is left to decide, and the
/// hand is compared.
#[test]
fn absent_with_the_river_placed_is_compared() {
    let table = || Showdown::dealt("RWS6 5.6", "3c 2d", "Qh Jd 9s 5d 4c");
    let absent = plays("Ah Ac").decides(Decision::Absent);
    let left = table().seat(1, absent.clone().without(River)).settle();
    let folded = [Ante, Flop].map(|wager| lose(wager, "RWS6 5.5"));
    assert_eq!(left.seat(1)[..2], folded);
    let settled = table().seat(1, absent).settle();
    let compared = [push(Ante, "RWS6 3.13"), win(Flop, 20, "RWS6 3.13")];
    assert_eq!(settled.seat(1)[..2], compared);
}

/// THB6 3.5, RWS6 3.9, 5.14, 5.1.1: a Bonus without an Ante goes back, and so do chips over the game's most.
#[test]
fn wagers_that_are_none_go_back() {
    for (rule, award_table) in [("THB6 3.5", "THB6 4.2"), ("RWS6 3.9", "RWS6 4.2")] {
        let settled = Showdown::dealt(rule, "3c 2d", "Qh Jd 9s 5d 4c")
            .seat(1, sits("").stake(Bonus, 10))
            .seat(2, plays("Kh 8c").units(3))
            .settle();
        assert_eq!(settled.seat(1), [returned(Bonus, rule)]);
        assert_eq!(settled.net(1), 0);
        let stakes = settled.stake_and_excess(2, Progressive);
        assert_eq!(stakes, Some((dollars(5), dollars(10))));
        settled.assert_line(2, &lose(Progressive, award_table), rule);
    }
}
