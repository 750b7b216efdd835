//! Three Card Poker a second time, with the roles exchanged and hands ranked as people do it: every class
//! of the dealer's hand against every hand of the player. And the figures that others publish.

use odds::fraction::Fraction;
use odds::parallel::Workers;
use odds::suits::Classes;
use odds::three_card::{ThreeCardOdds, ThreeCardPlan, pair_plus};
use shared_rules::games::{
    DealerQualifies, Game, MainGame, RuleReadings, ThreeCard as Rules, UnexposedUnqualified,
};

fn rules() -> &'static Rules {
    match &Game::Tcp5.rules().main {
        MainGame::ThreeCard(rules) => rules,
        MainGame::Holdem(_) => panic!("three cards"),
    }
}

fn readings(dealer_qualifies: DealerQualifies) -> RuleReadings {
    RuleReadings {
        dealer_qualifies,
        ..RuleReadings::default()
    }
}

const BOTH: [DealerQualifies; 2] = [DealerQualifies::Letter, DealerQualifies::QueenHighOrBetter];

/// A hand: its place in TCP5 3.16 from below, then its ranks as they are compared.
type Worth = (u8, [u8; 3]);

fn worth(cards: [u8; 3]) -> Worth {
    let mut ranks = cards.map(|card| card % 13);
    ranks.sort_unstable_by(|a, b| b.cmp(a));
    let [a, b, c] = ranks;
    let flush = cards.iter().all(|card| card / 13 == cards[0] / 13);
    let low_ace = ranks == [12, 1, 0];
    let straight = (a == b + 1 && b == c + 1) || low_ace;
    if low_ace {
        ranks = [1, 0, 0];
    }
    match (flush, straight) {
        _ if a == c => (4, ranks),
        _ if a == b => (1, [a, a, c]),
        _ if b == c => (1, [b, b, a]),
        (true, true) => (5, ranks),
        (false, true) => (3, ranks),
        (true, false) => (2, ranks),
        (false, false) => (0, ranks),
    }
}

/// The net win of a hand that plays, in Antes.
fn net(player: Worth, dealer: Worth, qualifies: bool) -> i64 {
    let ante_bonus = match player.0 {
        5 => 5,
        4 => 4,
        3 => 1,
        _ => 0,
    };
    let won = match player.cmp(&dealer) {
        _ if !qualifies => 1,
        std::cmp::Ordering::Greater => 2,
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Less => -2,
    };
    won + ante_bonus
}

/// The house edge of players who play all hands of at least `lowest`.
fn edges(reading: DealerQualifies, lowest: [Worth; 3]) -> [Fraction; 3] {
    let bits = |cards: [u8; 3]| cards.iter().fold(0_u64, |bits, card| bits | 1 << card);
    let hands: Vec<(u64, Worth)> = (2..52)
        .flat_map(|a| (1..a).flat_map(move |b| (0..b).map(move |c| [a, b, c])))
        .map(|cards| (bits(cards), worth(cards)))
        .collect();
    let mut sums = [0; 3];
    for class in Classes::of(3).all() {
        let cards: Vec<u8> = class.cards().collect();
        let cards = [cards[0], cards[1], cards[2]];
        let dealer = worth(cards);
        let has_queen = cards.iter().any(|card| card % 13 >= 10);
        let customary = reading == DealerQualifies::QueenHighOrBetter && dealer.0 > 0;
        let apart = hands.iter().filter(|(hand, _)| hand & bits(cards) == 0);
        let mut nets = [0; 3];
        for (_, player) in apart {
            let net = net(*player, dealer, has_queen || customary);
            for (sum, lowest) in nets.iter_mut().zip(lowest) {
                *sum += if *player >= lowest { net } else { -1 };
            }
        }
        for (sum, net) in sums.iter_mut().zip(nets) {
            *sum += i128::from(class.multiplicity()) * i128::from(net);
        }
    }
    sums.map(|sum| Fraction::new(-sum, 22_100 * 18_424))
}

#[test]
fn ante_and_play_a_second_time() {
    for reading in BOTH {
        let game = ThreeCardOdds::enumerate(rules(), readings(reading), &Workers::all_cores());
        let plans = [
            ThreeCardPlan::Blind,
            ThreeCardPlan::QueenSixFour,
            ThreeCardPlan::QueenHigh,
        ];
        let lowest = [(0, [0; 3]), (0, [10, 4, 2]), (0, [10, 1, 0])];
        let ours = plans.map(|plan| game.main(plan).edge());
        assert_eq!(ours, edges(reading, lowest), "{reading:?}");
        let best = game.main(ThreeCardPlan::Optimal).edge();
        assert!(ours.iter().all(|edge| best <= *edge));
    }
}

#[test]
fn published_figures() {
    let customary = readings(DealerQualifies::QueenHighOrBetter);
    let game = ThreeCardOdds::enumerate(rules(), customary, &Workers::all_cores());
    // 3.373 %, with queen-six-four.
    let found = game.main(ThreeCardPlan::Optimal).edge();
    assert_eq!(found, Fraction::new(686_689, 20_358_520));
    let expected = game.main(ThreeCardPlan::QueenSixFour).edge();
    assert_eq!(game.main(ThreeCardPlan::Optimal).edge(), expected);
    // 5.575 %.
    assert_eq!(pair_plus(rules()).edge(), Fraction::new(308, 5_525));
    let ways: Vec<u64> = pair_plus(rules())
        .lines
        .iter()
        .map(|line| line.ways)
        .collect();
    assert_eq!(ways, [4, 44, 52, 720, 1_096, 3_744]);
}

/// A dealer without a queen or higher holds three of the 40 lower cards.
#[test]
fn a_hand_that_is_never_exposed() {
    for (reading, won) in [
        (UnexposedUnqualified::Loses, -2),
        (UnexposedUnqualified::Paid, 1),
    ] {
        let readings = RuleReadings {
            unexposed_unqualified: reading,
            ..RuleReadings::default()
        };
        let game = ThreeCardOdds::enumerate(rules(), readings, &Workers::all_cores());
        let low = Fraction::ways(40 * 39 * 38 / 6, 22_100);
        assert_eq!(game.unqualified(), low);
        let net = Fraction::whole(won) * low - Fraction::whole(2) * (Fraction::ONE - low);
        assert_eq!(game.main(ThreeCardPlan::NeverExposed).edge(), -net);
    }
}

#[test]
fn every_deal_ends_somehow() {
    for reading in BOTH {
        let game = ThreeCardOdds::enumerate(rules(), readings(reading), &Workers::all_cores());
        for plan in ThreeCardPlan::ALL {
            let main = game.main(plan);
            let ways: u64 = main.lines.iter().map(|line| line.ways).sum();
            assert_eq!(ways, main.of, "{plan:?}");
        }
    }
}
