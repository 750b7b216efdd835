//! Hold'em, enumerated once for all of these tests, against figures that come from elsewhere: published
//! ones, closed forms, and counts that go through every deal one by one.

use std::sync::LazyLock;

use odds::bonus::bonus;
use odds::evaluate::Method;
use odds::fraction::Fraction;
use odds::game::{Deals, GameOdds, House};
use odds::holdem::{Band, HoldemOdds, HoldemPlan, Showdowns};
use odds::pairs::{CARDS_OF, HAND_OF, Hole, KIND_OF, PAIRS};
use odds::parallel::Workers;
use odds::progressive::SignFigures;
use odds::suits::{Classes, Suits, hand};
use odds::wager::WagerOdds;
use shared_rules::evaluate::{Category, Hand};
use shared_rules::games::{BonusOnLoss, Game, Holdem as Rules, MainGame, RuleReadings};
use shared_rules::money::{BasisPoints, Cents};

static DEALS: LazyLock<Deals> = LazyLock::new(|| Deals::new(Workers::all_cores()));

fn holdem() -> &'static HoldemOdds {
    DEALS.holdem()
}

fn rules(game: Game) -> &'static Rules {
    match &game.rules().main {
        MainGame::Holdem(rules) => rules,
        MainGame::ThreeCard(_) => panic!("hold'em"),
    }
}

/// A house with so many dollars on the sign.
fn house(meter: u32) -> House {
    House {
        readings: RuleReadings::default(),
        sign: SignFigures {
            unit: Cents::dollars(5),
            units: 1,
            meter: Cents::dollars(meter),
            reset: Cents::dollars(50_000),
            contribution: BasisPoints::new(2_000).expect("20 %"),
        },
        bonus_stake: Cents::dollars(5),
    }
}

fn odds(game: Game, meter: u32) -> GameOdds {
    GameOdds::new(game, house(meter), &DEALS)
}

fn ways(wager: &WagerOdds) -> Vec<u64> {
    wager.lines.iter().map(|line| line.ways).collect()
}

/// The ways to choose `count` of `of`.
fn choose(of: u64, count: u64) -> u64 {
    (0..count).fold(1, |ways, step| ways * (of - step) / (step + 1))
}

#[test]
fn published_edges_of_the_main_game() {
    let edge = |band| holdem().main(HoldemPlan::Optimal, band).edge();
    // 2.037 %, and 5.5935 % where the Ante wins from a flush.
    let expected = Fraction::new(578_107_733, 28_381_438_800);
    assert_eq!(edge(Band::Straight), expected);
    let found = format!("{:.3}", 100.0 * edge(Band::Straight).value());
    assert_eq!(found, "2.037");
    let expected = Fraction::new(19_447_087_313, 347_672_625_300);
    assert_eq!(edge(Band::Flush), expected);
    let found = format!("{:.4}", 100.0 * edge(Band::Flush).value());
    assert_eq!(found, "5.5935");
}

#[test]
fn every_deal_ends_somehow_and_the_best_play_is_the_best() {
    let best = holdem().main(HoldemPlan::Optimal, Band::Straight).edge();
    for plan in HoldemPlan::ALL {
        let main = holdem().main(plan, Band::Straight);
        assert_eq!(ways(&main).iter().sum::<u64>(), main.of, "{plan:?}");
        let expected = choose(52, 2) * choose(50, 3) * 47 * 46 * choose(45, 2);
        assert_eq!(main.of, expected);
        assert!(best <= main.edge(), "{plan:?}");
    }
}

#[test]
fn nobody_has_an_advantage_where_all_is_bet_or_nothing_is() {
    // Player and dealer hold the same cards in as many deals: bets alone are fair.
    let wins = |plan| {
        let results = holdem().tally(plan).results(Band::Low);
        results
            .map(|(result, deals)| i128::from(result.net().signum()) * i128::from(deals))
            .sum::<i128>()
    };
    assert_eq!(wins(HoldemPlan::Blind), 0);
    assert_eq!(wins(HoldemPlan::Check), 0);
}

/// Every board once more, added up by the kind of hole cards without going through the streets.
#[test]
fn losses_board_by_board() {
    let mut losses = vec![0; Hole::COUNT];
    let mut showdowns = Showdowns::new(Method::Scalar);
    for board in Classes::of(5).all() {
        let multiplicity = board.multiplicity();
        for showdown in showdowns.on(*board) {
            let kind = KIND_OF[usize::from(showdown.pair)];
            // Flop, turn and river can be dealt in twenty ways.
            losses[kind.number()] += 20 * multiplicity * u64::from(showdown.losses);
        }
    }
    for hole in Hole::all() {
        let ours = holdem().tally(HoldemPlan::NeverFold).hole(hole).losses();
        assert_eq!(ours, losses[hole.number()], "{hole}");
    }
}

/// By how much a pair wins more often than it loses beside `board`, over all cards that may still come.
fn margin(pair: usize, board: &[u8], first: u8) -> i64 {
    let known = Suits::of(board).with(&CARDS_OF[pair]);
    if board.len() == 5 {
        let five = hand::<5>(board.iter().copied());
        let rank = |pair: usize| {
            let all: Hand<7> = five.join(HAND_OF[pair]).expect("no card twice");
            all.rank()
        };
        let dealers =
            (0..PAIRS).filter(|other| CARDS_OF[*other].iter().all(|card| !known.contains(*card)));
        return dealers
            .map(|dealer| rank(pair).cmp(&rank(dealer)) as i64)
            .sum();
    }
    let next = (first..52).filter(|card| !known.contains(*card));
    next.map(|card| margin(pair, &[board, &[card]].concat(), card + 1))
        .sum()
}

#[test]
fn bets_are_made_where_a_naive_count_makes_them() {
    // A pair and four cards by their number: all sorts of them.
    let situations = (0..40_u64).map(|number| {
        let mut deck: Vec<u8> = (0..52).collect();
        let mut seed = 0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(number + 1);
        let cards: [u8; 6] = std::array::from_fn(|_| {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            let place = usize::try_from(seed % deck.len() as u64).expect("below 52");
            deck.swap_remove(place)
        });
        cards
    });
    let (mut bets, mut checks) = (0, 0);
    for (number, [one, other, board @ ..]) in situations.enumerate() {
        let pair = odds::pairs::pair(one, other);
        let beside = holdem().bets.on_turn(Suits::of(&board));
        let right = margin(pair, &board, 0) > 0;
        let found = beside.bets(HoldemPlan::Optimal, pair);
        assert_eq!(found, right, "{one} {other} {board:?}");
        *(if right { &mut bets } else { &mut checks }) += 1;
        if number < 4 {
            let flop = &board[..3];
            let beside = holdem().bets.on_flop(Suits::of(flop));
            let found = beside.bets(HoldemPlan::Optimal, pair);
            assert_eq!(found, margin(pair, flop, 0) > 0);
        }
    }
    assert!(bets > 5 && checks > 5, "both were seen");
}

/// Bonus by hole cards alone needs no board: closed form.
#[test]
fn bonus_in_closed_form() {
    let readings = RuleReadings {
        bonus_on_loss: BonusOnLoss::HoleCards,
        ..RuleReadings::default()
    };
    let stake = Cents::dollars(5);
    let wager = bonus(
        rules(Game::Thb6),
        readings,
        holdem(),
        HoldemPlan::NeverFold,
        stake,
    );
    let whole = |number: u64| Fraction::whole(number.into());
    let all = whole(choose(52, 2));
    let both_aces = whole(6) / all / whole(choose(50, 2));
    let one = |pairs: u64, pays: u64| whole(pairs) / all * whole(pays + 1);
    let returned = both_aces * whole(1000 - 30)
        + one(6, 30)
        + one(4, 25)
        + one(2 * 4, 20)
        + one(12, 15)
        + one(3 * 6, 10)
        + one(2 * 12, 5)
        + one(9 * 6, 3);
    assert_eq!(wager.total_return(), returned);
    assert_eq!(wager.edge(), Fraction::new(13_873, 162_435));
    // RWS6 3.14 reads so by its letter; its cap bites above $100.
    let rws = |dollars| {
        let stake = Cents::dollars(dollars);
        bonus(
            rules(Game::Rws6),
            RuleReadings::default(),
            holdem(),
            HoldemPlan::Optimal,
            stake,
        )
        .edge()
    };
    assert_eq!(rws(100), wager.edge());
    assert!(rws(101) > wager.edge());
}

/// By the letter of MBS a losing hand loses Bonus too (THB6 3.10.3).
#[test]
fn bonus_by_the_letter_loses_what_the_hand_loses() {
    let stake = Cents::dollars(5);
    let of = |readings| {
        bonus(
            rules(Game::Ml9),
            readings,
            holdem(),
            HoldemPlan::Optimal,
            stake,
        )
    };
    let letter = of(RuleReadings::default());
    let alone = of(RuleReadings {
        bonus_on_loss: BonusOnLoss::HoleCards,
        ..RuleReadings::default()
    });
    let less = |row: usize| alone.lines[row].ways - letter.lines[row].ways;
    // Aces against aces, one by one: by their suits there are six such deals, all alike.
    let (own, dealer) = (hand::<2>([12, 25]), hand::<2>([38, 51]));
    let mut lost = 0;
    for_each_board(&[12, 25, 38, 51], |board| {
        let rank = |hole| {
            let all: Hand<7> = board.join(hole).expect("no card twice");
            all.rank()
        };
        lost += u64::from(rank(own) < rank(dealer));
    });
    assert_eq!(less(0), 6 * 20 * lost);
    // And all pairs together lose Bonus where they lose the hand.
    let tally = holdem().tally(HoldemPlan::Optimal);
    let pairs = Hole::all().filter(|hole| hole.ranks().0 == hole.ranks().1);
    let losses: u64 = pairs.map(|hole| tally.hole(hole).losses()).sum();
    assert_eq!(less(0) + less(1) + less(5) + less(7), losses);
}

/// On five cards: closed forms.
#[test]
fn megalink_in_closed_form() {
    let royal = 4;
    let straight_flush = 9 * 4;
    let quads = 13 * 48;
    let full = 13 * choose(4, 3) * 12 * choose(4, 2);
    let flush = 4 * choose(13, 5) - royal - straight_flush;
    let straight = 10 * 4_u64.pow(5) - royal - straight_flush;
    let all = choose(52, 5);
    let (ml6, ml9) = (odds(Game::Ml6, 100_000), odds(Game::Ml9, 100_000));
    let wager = &ml6.progressive[0].wager;
    assert_eq!(ways(wager), [royal, straight_flush, quads, full, flush]);
    assert_eq!(wager.of, all);
    let dollars = quads * 2000 + full * 200 + flush * 100;
    assert_eq!(wager.fixed_return(), Fraction::ways(dollars, 5 * all));
    let wager = &ml9.progressive[0].wager;
    let expected = [royal, straight_flush, quads, full, flush, straight];
    assert_eq!(ways(wager), expected);
    let units = quads * 400 + full * 80 + flush * 40 + straight * 20;
    assert_eq!(wager.fixed_return(), Fraction::ways(units, all));
    for game in [&ml6, &ml9] {
        let share = game.progressive[0].wager.meter_return();
        assert_eq!(share, Fraction::ways(10 * royal + straight_flush, 10 * all));
    }
}

/// The deals of hole cards, flop, turn and river that one set of seven, six or five of these cards has.
const OF: u64 = 56_189_515_200;

/// On all seven cards, for a player who never folds: closed forms.
#[test]
fn stages_in_closed_form() {
    let per = |ways: u64, of: u64| OF / of * ways;
    let (five, six, seven) = (choose(52, 5), choose(52, 6), choose(52, 7));
    let flop = per(4, five);
    let turn = OF * 4 * 47 / six - flop;
    let community_royal = per(4, five);
    let river = per(4 * choose(47, 2), seven) - turn - flop - community_royal;
    let community_quads = per(13 * 48, five);
    let quads = per(224_848, seven) - community_quads;
    // King high on the board with its ace in the hole, or queen high with ace and king: a royal flush.
    let royals = 20 * 4 * (46 + 1);
    let community_straight_flush = per(36, five) - royals;
    let straight_flush = per(37_260, seven) - community_straight_flush;
    let expected = [
        flop,
        turn,
        river,
        straight_flush,
        quads,
        community_royal,
        community_straight_flush,
        community_quads,
    ];
    for game in [Game::Thb6, Game::Rws6] {
        let odds = odds(game, 100_000);
        let never_folds = &odds.progressive[0].wager;
        assert_eq!(never_folds.strategy, Some("never_fold"));
        assert_eq!(never_folds.of, OF);
        assert_eq!(ways(never_folds), expected);
    }
    // With little on the meter the community's straight flush is worth more than 5 % of it: but for the
    // orders in which the royal flush was there by the turn.
    let low = odds(Game::Thb6, 20_000);
    let by_turn = 4 * (46 * 4 + 8);
    assert_eq!(ways(&low.progressive[0].wager)[6], per(36, five) - by_turn);
}

/// The cost of a fold, counted board by board for one pair of each kind that the best play folds.
#[test]
fn folded_hands_counted_one_by_one() {
    let odds = odds(Game::Thb6, 100_000);
    let [never, best] = [0, 1].map(|at| ways(&odds.progressive[at].wager));
    let mut lost = [0; 2];
    for high in 1..=5 {
        // A deuce of clubs, and a diamond up to the seven; there are twelve such pairs.
        let hole = [0, 13 + high];
        assert!(
            holdem()
                .tally(HoldemPlan::Optimal)
                .folds(Hole::of(hole), Band::Straight)
        );
        for_each_board(&hole, |board| {
            let all: Hand<7> = board.join(hand::<2>(hole)).expect("no card twice");
            let all = all.rank().category();
            let award = match all {
                Category::StraightFlush => 0,
                Category::FourOfAKind => 1,
                _ => return,
            };
            lost[award] += 12 * 20 * u64::from(board.rank().category() < all);
        });
    }
    assert_eq!([never[3] - best[3], never[4] - best[4]], lost);
    for same in [0, 1, 2, 5, 6, 7] {
        assert_eq!(never[same], best[same]);
    }
}

/// Every board without these cards.
fn for_each_board(known: &[u8], mut look: impl FnMut(Hand<5>)) {
    let deck: Vec<u8> = (0..52).filter(|card| !known.contains(card)).collect();
    for a in 4..deck.len() {
        for b in 3..a {
            for c in 2..b {
                for d in 1..c {
                    for e in 0..d {
                        look(hand([a, b, c, d, e].map(|at| deck[at])));
                    }
                }
            }
        }
    }
}

#[test]
fn the_break_even_meter_is_fair() {
    for game in [Game::Thb6, Game::Ml6, Game::Ml9, Game::Tcp5] {
        let from = |meter| {
            let odds = odds(game, meter);
            let last = odds.progressive.last();
            last.expect("a progressive wager").break_even
        };
        let meter = from(100_000);
        assert_eq!(from(1), meter, "wherever the search begins");
        let edge = |cents: i128| {
            let mut house = house(0);
            house.sign.meter = Cents::new(u64::try_from(cents).expect("a meter"));
            let odds = GameOdds::new(game, house, &DEALS);
            odds.progressive
                .last()
                .expect("a progressive wager")
                .wager
                .edge()
        };
        let below = meter.num() / meter.den();
        assert!(edge(below) >= Fraction::ZERO && edge(below + 1) < Fraction::ZERO);
    }
}

/// Units multiply what is fixed, but no share of the meter (ML9 3.5.3.1).
#[test]
fn five_units_win_no_more_of_the_meter() {
    let mut house = house(100_000);
    let one = GameOdds::new(Game::Ml9, house, &DEALS);
    house.sign.units = 5;
    let five = GameOdds::new(Game::Ml9, house, &DEALS);
    let (one, five) = (&one.progressive[0], &five.progressive[0]);
    assert_eq!(one.wager.fixed_return(), five.wager.fixed_return());
    assert_eq!(one.wager.meter_return(), five.wager.meter_return());
    assert_eq!(five.break_even, one.break_even * Fraction::whole(5));
}

/// Envy in closed form (TCP5 4.4): $250 for the royal flush of spades, $50 for each other one.
#[test]
fn envy_of_another_seat() {
    let odds = odds(Game::Tcp5, 100_000);
    let dollars = Fraction::ways(250 + 3 * 50, choose(52, 3));
    assert_eq!(odds.progressive[0].envy, dollars / Fraction::whole(5));
}
