//! The progressive of Three Card Poker: its pay table, and envy for other players' hands.

use shared_rules::games::{EnvyFor, EnvyPairPlus};
use shared_rules::money::Cents;
use shared_rules::settle::Source::{House, Meter};
use shared_rules::wagers::Wager::{PairPlus, Progressive};
use simulator::showdown::{
    Seated, Settled, Showdown, award, dollars, folds, leaves, lose, plays, sits,
};

/// A hand of each row of TCP5 4.4, its award, and the amount at a meter of $100,000.
const AWARDS: [(&str, &str, u32); 8] = [
    ("As Ks Qs", "royal_flush_spades", 100_000),
    ("Ah Kh Qh", "royal_flush", 1250),
    ("Ad Kd Qd", "royal_flush", 1250),
    ("Ac Kc Qc", "royal_flush", 1250),
    ("8h 7h 6h", "straight_flush", 175),
    ("As 2s 3s", "straight_flush", 175),
    ("Ts Th Tc", "three_of_a_kind", 150),
    ("8d 7c 6h", "straight", 15),
];

const NOTHING: [&str; 4] = ["Kh Jh Th", "As Ks Js", "Ah Ac 9d", "Ah Kc Td"];

fn table(dealer: &str) -> Showdown {
    Showdown::under("TCP5 4.4").dealer(dealer)
}

/// What seats 1 to `N` receive for other players' hands, in dollars.
fn envies<const N: usize>(settled: &Settled) -> [Cents; N] {
    let mut seats = 1..;
    [(); N].map(|()| settled.envy(seats.next().expect("a seat")))
}

/// TCP5 4.4: every row, the royal flush of every suit, with an Ante or with Pair Plus alone, played or
/// folded; flush, pair and odd cards pay nothing, and so does a hand that is not exposed.
#[test]
fn progressive_pays_on_three_cards() {
    for (hand, name, pays) in AWARDS {
        let expected = award(name, dollars(pays), "TCP5 4.4");
        let pair_plus_alone = sits(hand).stake(PairPlus, 10);
        for player in [plays(hand), folds(hand), pair_plus_alone] {
            let settled = table("Jc 5d 2c").seat(1, player.progressive()).settle();
            settled.assert_line(1, &expected, hand);
        }
        let hidden = plays(hand).progressive().unexposed();
        assert_eq!(table("Jc 5d 2c").seat(1, hidden).settle().payments(), []);
    }
    for hand in NOTHING {
        let player = plays(hand).progressive();
        let settled = table("Jc 5d 2c").seat(1, player).settle();
        settled.assert_line(1, &lose(Progressive, "TCP5 4.4"), hand);
    }
}

/// TCP5 3.13: the award does not ask what the dealer has.
#[test]
fn progressive_pays_whatever_the_dealer_holds() {
    // Does not qualify, loses, and beats: the last two need the queen of hearts.
    for dealer in ["Jh 5d 2c", "Qh 5d 2c", "Kh Qh Jh"] {
        for (hand, name, pays) in AWARDS.into_iter().filter(|award| award.0 != "Ah Kh Qh") {
            let settled = table(dealer).seat(1, plays(hand).progressive()).settle();
            settled.assert_line(1, &award(name, dollars(pays), "TCP5 4.4"), dealer);
        }
    }
}

/// TCP5 3.20.2: a suited A-K-Q is paid once, not as a straight flush on top; the one of spades takes
/// the jackpot and no fixed award.
#[test]
fn suited_ace_king_queen_earns_one_award() {
    for hand in ["Ah Kh Qh", "Ad Kd Qd", "Ac Kc Qc"] {
        let player = plays(hand).progressive();
        let settled = table("Js 5s 2s").seat(1, player).settle();
        let fixed = (1, "royal_flush", dollars(1250), House);
        assert_eq!(settled.payments(), [fixed]);
        assert_eq!(settled.meter(), dollars(100_000));
    }
    let spades = plays("As Ks Qs").progressive();
    let settled = table("Jh 5s 2s").seat(1, spades).settle();
    let jackpot = (1, "royal_flush_spades", dollars(100_000), Meter);
    assert_eq!(settled.payments(), [jackpot]);
    assert_eq!(settled.meter(), dollars(10_000));
}

/// TCP5 1.1.4, 3.14: every progressive wager receives envy for each royal flush of another player's
/// Ante hand, with or without a progressive wager of its own; envies add up.
#[test]
fn envy_pays_for_another_players_hand() {
    let others = |royal| {
        table("Jh 5s 2s")
            .seat(1, royal)
            .seat(2, plays("9c 7d 4h").progressive())
            .seat(3, plays("9d 7h 4c"))
    };
    for (hand, envy) in [
        ("As Ks Qs", 250),
        ("Ah Kh Qh", 50),
        ("Ad Kd Qd", 50),
        ("Ac Kc Qc", 50),
    ] {
        for royal in [plays(hand).progressive(), plays(hand), folds(hand)] {
            let settled = others(royal).settle();
            assert_eq!(envies(&settled), [0, envy, 0].map(dollars), "{hand}");
            let last = (2, "envy", dollars(envy), House);
            assert_eq!(settled.payments().pop(), Some(last));
        }
        for no_hand in [plays(hand).unexposed(), leaves(hand)] {
            let settled = others(no_hand).settle();
            assert_eq!(envies(&settled), [0; 3].map(dollars), "{hand}");
        }
    }
    let straight_flush = others(plays("8s 7s 6s").progressive()).settle();
    assert_eq!(envies(&straight_flush), [0; 3].map(dollars));
}

/// TCP5 3.14: several royal flushes, and every kind of receiver: one who has a royal flush, folds, does
/// not expose, has Pair Plus alone, or holds another seat.
#[test]
fn envy_adds_up_and_is_never_for_ones_own_hand() {
    let settled = table("Jh 5s 2s")
        .seat(1, plays("As Ks Qs").progressive())
        .seat(2, plays("Ah Kh Qh").progressive())
        .seat(3, plays("Ad Kd Qd").progressive().of_player(2))
        .seat(4, folds("9c 7d 4h").progressive())
        .seat(5, plays("9d 7h 4c").progressive().unexposed())
        .seat(6, sits("9h 7c 4d").stake(PairPlus, 10).progressive())
        .seat(7, plays("9s 7s 4s").progressive().of_player(1))
        .settle();
    let envy = [100, 250, 250, 350, 350, 350, 100].map(dollars);
    assert_eq!(envies(&settled), envy);
    let paid_last = settled.payments().split_off(3);
    let in_order = (1..)
        .zip(envy)
        .map(|(seat, envy)| (seat, "envy", envy, House));
    assert_eq!(paid_last, in_order.collect::<Vec<_>>());

    let royal_of_the_dealer = table("As Ks Qs").seat(1, plays("9c 7d 4h").progressive());
    assert_eq!(royal_of_the_dealer.settle().envy(1), dollars(0));
}

/// TCP5 3.15: a royal flush with Pair Plus and no Ante gives no envy; another one at the table still
/// gives its own.
#[test]
fn pair_plus_without_ante_gives_no_envy() {
    for hand in ["As Ks Qs", "Ah Kh Qh"] {
        let settled = table("Jh 5s 2s")
            .seat(1, sits(hand).stake(PairPlus, 10).progressive())
            .seat(2, plays("9c 7d 4h").progressive())
            .settle();
        assert_eq!(envies(&settled), [0; 2].map(dollars), "{hand}");
    }
    let beside_another = table("Jh 5s 2s")
        .seat(1, sits("As Ks Qs").stake(PairPlus, 10).progressive())
        .seat(2, plays("Ac Kc Qc").stake(PairPlus, 10))
        .seat(3, plays("9c 7d 4h").progressive())
        .settle();
    assert_eq!(envies(&beside_another), [50, 0, 50].map(dollars));
}

/// TCP5 3.14 "all Players ... shall receive": in one reading a player with several seats receives envy once a hand, at the
/// first seat with a progressive wager; in the other at each.
#[test]
fn envy_goes_to_every_seat_or_once_to_every_player() {
    let settled = |envy_for| {
        table("Jh 5s 2s")
            .reading(|readings| readings.envy_for = envy_for)
            .seat(1, plays("As Ks Qs"))
            .seat(2, plays("9c 7d 4h").of_player(2))
            .seat(3, plays("9d 7h 4c").progressive().of_player(2))
            .seat(4, plays("8d 7s 3c").progressive().of_player(2))
            .seat(5, plays("8c 6d 3h").progressive())
            .seat(6, plays("Ah Kh Qh").of_player(2))
            .settle()
    };
    // Two royal flushes, of spades at seat 1 and of hearts at player 2's third seat.
    let each = [0, 0, 250, 250, 300, 0].map(dollars);
    assert_eq!(envies(&settled(EnvyFor::Seat)), each);
    let once = [0, 0, 250, 0, 300, 0].map(dollars);
    assert_eq!(envies(&settled(EnvyFor::Player)), once);
}

/// TCP5 3.15: in one reading a royal flush with Pair Plus alone cancels all envy of the round, except for its own player;
/// with two such hands of two players there is none at all, and one that is not exposed cancels nothing.
#[test]
fn pair_plus_alone_cancels_its_own_envy_or_all() {
    let alone = |hand: &str| sits(hand).stake(PairPlus, 10).progressive();
    let with = |reading, hand: Seated, sixth: &str| {
        let settled = table("Jh 5s 2s")
            .reading(|readings| readings.envy_pair_plus = reading)
            .seat(1, plays("As Ks Qs").progressive())
            .seat(2, hand)
            .seat(3, plays("9d 7h 4c").progressive())
            .seat(4, plays("8d 7s 3c").progressive().of_player(2))
            .seat(5, alone(sixth))
            .settle();
        envies(&settled)
    };
    let hearts = || alone("Ah Kh Qh");
    let (that, all) = (EnvyPairPlus::ThatHand, EnvyPairPlus::All);
    let for_spades = [0, 250, 250, 250, 250].map(dollars);
    assert_eq!(with(that, hearts(), "6d 4s 2h"), for_spades);
    assert_eq!(with(all, hearts().unexposed(), "6d 4s 2h"), for_spades);
    let holder_only = [0, 250, 0, 250, 0].map(dollars);
    assert_eq!(with(all, hearts(), "6d 4s 2h"), holder_only);
    assert_eq!(with(all, hearts(), "Ad Kd Qd"), [0; 5].map(dollars));
}
