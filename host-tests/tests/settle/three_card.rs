//! Three Card Poker against the dealer and by the hand: Ante, Play, Ante Bonus and Pair Plus.

use shared_rules::closed::Decision;
use shared_rules::games::DealerQualifies::{self, Letter, QueenHighOrBetter};
use shared_rules::games::UnexposedUnqualified;
use shared_rules::wagers::Wager::{Ante, AnteBonus, PairPlus, Play};
use simulator::showdown::{Settled, Showdown, folds, lose, plays, push, sits, win};

/// A hand of each kind, with what Ante Bonus (TCP5 4.2) and Pair Plus (TCP5 4.3) pay to 1; 0 is no row.
const HANDS: [(&str, u32, u32); 10] = [
    ("As Ks Qs", 5, 40), // royal flush of spades
    ("Ah Kh Qh", 5, 40), // royal flush
    ("8h 7h 6h", 5, 40), // straight flush
    ("Ah 2h 3h", 5, 40), // the lowest straight flush
    ("Ts Th Tc", 4, 30), // three of a kind
    ("8d 7c 6h", 1, 5),  // straight
    ("Ac 2d 3h", 1, 5),  // the lowest straight
    ("Th 4h 2h", 0, 4),  // flush
    ("Ac Ah 8d", 0, 1),  // pair
    ("Ac Kh Js", 0, 0),  // three odd cards
];

/// Dealers who beat all but the royal flushes, lose to all, and do not qualify.
const STRONG: &str = "Kd Qd Jd";
const WEAK: &str = "Qc 5d 2c";
const UNQUALIFIED: &str = "9c 5d 2c";

fn against(dealer: &str, reading: DealerQualifies) -> Showdown {
    Showdown::under("TCP5 3.11")
        .reading(|readings| readings.dealer_qualifies = reading)
        .dealer(dealer)
}

/// TCP5 4.1: Ante and Play pay 1 to 1.
#[test]
fn ante_and_play_pay_even_money() {
    for stake in [5, 10, 250] {
        let player = sits("Kh Kc 3d").stake(Ante, stake).stake(Play, stake);
        let settled = Showdown::under("TCP5 4.1")
            .dealer(WEAK)
            .seat(1, player)
            .settle();
        let pays = [Ante, Play].map(|wager| win(wager, stake, "TCP5 3.12.1"));
        assert_eq!(settled.seat(1), pays);
        assert_eq!(settled.net(1), i64::from(stake) * 200);
    }
}

/// TCP5 1.1.2, 3.11.3, 3.12.4, 4.2: Ante Bonus is paid on the Ante of a hand that plays on, whatever the
/// dealer has.
#[test]
fn ante_bonus_pays_from_a_straight_up() {
    for (hand, to_one, _) in HANDS {
        let paid = (to_one > 0).then(|| win(AnteBonus, 10 * to_one, "TCP5 4.2"));
        for dealer in [STRONG, WEAK, UNQUALIFIED] {
            let settled = against(dealer, Letter).seat(1, plays(hand)).settle();
            assert_eq!(settled.line(1, AnteBonus), paid, "{hand} against {dealer}");
        }
        for unpaid in [folds(hand), plays(hand).unexposed()] {
            let settled = against(WEAK, Letter).seat(1, unpaid).settle();
            assert_eq!(settled.line(1, AnteBonus), None, "{hand}");
        }
    }
}

/// TCP5 1.1.6, 3.11.4, 3.12.5, 4.3: Pair Plus pays by the hand, with or without an Ante, played or
/// folded, whatever the dealer has; but not unexposed (3.10.1).
#[test]
fn pair_plus_pays_from_a_pair_up() {
    for (hand, _, to_one) in HANDS {
        let paid = match to_one {
            0 => lose(PairPlus, "TCP5 4.3"),
            _ => win(PairPlus, 10 * to_one, "TCP5 4.3"),
        };
        for dealer in [STRONG, WEAK, UNQUALIFIED] {
            for player in [plays(hand), folds(hand), sits(hand)] {
                let table = against(dealer, Letter);
                let settled = table.seat(1, player.stake(PairPlus, 10)).settle();
                let line = settled.line(1, PairPlus);
                assert_eq!(line.as_ref(), Some(&paid), "{hand} against {dealer}");
            }
        }
        let hidden = plays(hand).stake(PairPlus, 10).unexposed();
        let settled = against(WEAK, Letter).seat(1, hidden).settle();
        let lost = lose(PairPlus, "TCP5 3.10.1");
        assert_eq!(settled.line(1, PairPlus), Some(lost), "{hand}");
    }
}

/// TCP5 3.9.3: Pair Plus without an Ante continues without a Play wager, and there is no Ante for an Ante Bonus.
#[test]
fn pair_plus_alone_needs_no_play() {
    for decision in [Decision::Play, Decision::Absent] {
        for (hand, pays) in [("Ac Ah 8d", 10), ("8d 7c 6h", 50)] {
            let player = sits(hand).stake(PairPlus, 10).decides(decision);
            let settled = against(STRONG, Letter).seat(1, player).settle();
            assert_eq!(settled.seat(1), [win(PairPlus, pays, "TCP5 4.3")]);
        }
    }
}

/// TCP5 3.11: by the letter the dealer's hand must contain a queen or higher; read as "queen-high or
/// better", any pair or better qualifies as well.
#[test]
fn dealer_without_a_queen_does_not_qualify() {
    let dealers = [
        ("jack-high", "Jc 9d 7h", false, false),
        ("queen-high", "Qc 9d 7h", true, true),
        ("king-high", "Kc 9d 7h", true, true),
        ("ace-high", "Ac 9d 7h", true, true),
        ("A-2-3, where the ace counts 1", "Ac 2d 3h", true, true),
        ("a low pair", "5c 5d 2h", false, true),
        ("a low pair and a queen", "5c 5d Qh", true, true),
        ("a low flush", "9c 5c 2c", false, true),
        ("a low straight", "6c 5d 4h", false, true),
        ("low three of a kind", "5c 5d 5h", false, true),
        ("a low straight flush", "6c 5c 4c", false, true),
    ];
    for (case, dealer, by_letter, or_better) in dealers {
        for (reading, qualifies) in [(Letter, by_letter), (QueenHighOrBetter, or_better)] {
            let settled = against(dealer, reading).seat(1, plays("As Ks Qs")).settle();
            let play = match qualifies {
                true => win(Play, 10, "TCP5 3.12.1"),
                false => push(Play, "TCP5 3.11.1"),
            };
            assert_eq!(settled.line(1, Play), Some(play), "{case}, {reading:?}");
        }
    }
}

/// TCP5 3.12, 3.12.1, 3.12.2: a dealer who qualifies pays higher hands and collects lower ones, each
/// for itself.
#[test]
fn qualified_dealer_compares_hands() {
    let settled = against("Qc 9d 7h", Letter)
        .seat(1, plays("Qd 9h 8c"))
        .seat(2, plays("Qh 9c 6d"))
        .seat(3, plays("2c 2d 3h"))
        .seat(4, plays("Js Td 8h"))
        .settle();
    for (seat, wins) in [(1, true), (2, false), (3, true), (4, false)] {
        let line = |wager| match wins {
            true => win(wager, 10, "TCP5 3.12.1"),
            false => lose(wager, "TCP5 3.12.2"),
        };
        assert_eq!(settled.seat(seat), [Ante, Play].map(line), "seat {seat}");
    }
}

/// TCP5 3.11.1, 3.11.2: a dealer who does not qualify compares nothing: every Ante that played is paid,
/// higher or lower, and no Play is.
#[test]
fn unqualified_dealer_pays_ante_and_not_play() {
    let settled = against("Jc 9d 7h", Letter)
        .seat(1, plays("As Kd 5c"))
        .seat(2, plays("4c 3d 5h"))
        .seat(3, plays("Jd 9h 7c"))
        .seat(4, plays("8c 6d 4h"))
        .seat(5, folds("Ac Ad 2h"))
        .settle();
    let ante_and_play = [win(Ante, 10, "TCP5 3.11.2"), push(Play, "TCP5 3.11.1")];
    for seat in 1..=4 {
        assert_eq!(settled.seat(seat)[..2], ante_and_play, "seat {seat}");
    }
    assert_eq!(settled.seat(5), [lose(Ante, "TCP5 3.9.1")]);
    assert_eq!(wins_of(&settled), [1000, 2000, 1000, 1000, -1000]);
}

/// What the five seats win; the second has a straight, for which Ante Bonus pays once the Ante.
fn wins_of(settled: &Settled) -> [i64; 5] {
    [1, 2, 3, 4, 5].map(|seat| settled.net(seat))
}

/// TCP5 3.10.1, 3.11: a hand that is not exposed loses against a dealer who does not qualify, or in the other reading its
/// Ante is paid and Play stands off; its cards stay unknown to Pair Plus and Ante Bonus, and a dealer who qualifies beats
/// it in both.
#[test]
fn unexposed_hand_loses_or_is_paid_by_an_unqualified_dealer() {
    let rule = "TCP5 3.10.1";
    let lost = [lose(Ante, rule), lose(Play, rule), lose(PairPlus, rule)];
    let paid = [
        win(Ante, 10, "TCP5 3.11.2"),
        push(Play, "TCP5 3.11.1"),
        lose(PairPlus, rule),
    ];
    for (dealer, reading, expected) in [
        (UNQUALIFIED, UnexposedUnqualified::Loses, &lost),
        (UNQUALIFIED, UnexposedUnqualified::Paid, &paid),
        (WEAK, UnexposedUnqualified::Loses, &lost),
        (WEAK, UnexposedUnqualified::Paid, &lost),
    ] {
        let hidden = plays("As Ks Qs").stake(PairPlus, 10).unexposed();
        let settled = against(dealer, Letter)
            .reading(|readings| readings.unexposed_unqualified = reading)
            .seat(1, hidden)
            .settle();
        assert_eq!(settled.seat(1), expected, "{dealer} {reading:?}");
        assert_eq!(settled.hand(1), None);
    }
}

/// TCP5 3.9.1, 3.9.1.1, 3.10.1: a folded hand that is not shown loses its Ante by the fold, and Pair Plus because its
/// cards are unknown.
#[test]
fn folded_and_unexposed_hand_loses_pair_plus() {
    let hidden = folds("As Ks Qs").stake(PairPlus, 10).unexposed();
    let settled = against(WEAK, Letter).seat(1, hidden).settle();
    let lost = [lose(Ante, "TCP5 3.9.1"), lose(PairPlus, "TCP5 3.10.1")];
    assert_eq!(settled.seat(1), lost);
}
