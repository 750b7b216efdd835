//! Every hand of three, five, six and seven cards: the published number of each category, and the same
//! order as the naive evaluator's.

use oracle::naive_table::{NaiveTable, above_lowest, choose, naive_card};
use oracle::referee::naive;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;
use shared_rules::cards::{Card, CardSet};
use shared_rules::evaluate::{Category, Hand, HandRank};
use std::collections::BTreeMap;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// How many hands there are of each category, in the order of [`Category::ALL`].
type Counts = [u64; 10];

static NAIVE: LazyLock<NaiveTable> = LazyLock::new(NaiveTable::new);

/// The rank that the evaluator gives to each of the naive evaluator's classes of five cards.
static RANK_OF_CLASS: LazyLock<Vec<HandRank>> = LazyLock::new(rank_of_class);

fn card(number: usize) -> Card {
    let index = u8::try_from(number).expect("a small number");
    Card::from_index(index).expect("a number below 52")
}

fn hand<const N: usize>(numbers: [usize; N]) -> Hand<N> {
    Hand::new(numbers.map(card)).expect("distinct cards")
}

/// Calls `each` for every five cards of which `top` is the highest, from the highest number down.
fn for_each_five(top: usize, mut each: impl FnMut([usize; 5])) {
    for b in 0..top {
        for c in 0..b {
            for d in 0..c {
                for e in 0..d {
                    each([top, b, c, d, e]);
                }
            }
        }
    }
}

/// Adds up what `count` finds for each highest card, on two threads.
fn sum_over_tops(count: impl Fn(usize) -> Counts + Sync) -> Counts {
    let taken = AtomicUsize::new(0);
    let take_tops = || {
        let mut sum = Counts::default();
        // The highest first: they have the most hands.
        while let Some(top) = 51_usize.checked_sub(taken.fetch_add(1, Ordering::Relaxed)) {
            add(&mut sum, count(top));
        }
        sum
    };
    thread::scope(|threads| {
        let other = threads.spawn(take_tops);
        let mut sum = take_tops();
        add(&mut sum, other.join().expect("the other thread agrees"));
        sum
    })
}

fn add(sum: &mut Counts, counts: Counts) {
    for (sum, count) in sum.iter_mut().zip(counts) {
        *sum += count;
    }
}

fn print(cards: u8, counts: &Counts) {
    let total: u64 = counts.iter().sum();
    println!("{total} hands of {cards} cards");
    for (category, count) in Category::ALL.iter().zip(counts) {
        println!("{count:>12} {}", category.name());
    }
}

/// Goes through all five-card hands and checks that each class has one rank.
fn rank_of_class() -> Vec<HandRank> {
    let mut ranks = vec![None; NAIVE.scores.len()];
    for top in 0..52 {
        for_each_five(top, |cards| {
            let rank = hand(cards).rank();
            let known = ranks[usize::from(NAIVE.class(cards))].get_or_insert(rank);
            assert_eq!(*known, rank, "{:?}", cards.map(card));
        });
    }
    let all: Option<Vec<HandRank>> = ranks.into_iter().collect();
    all.expect("every class has a hand")
}

/// For five or six cards, from the highest number down, and each lower card: the class of the best five of
/// them all, where `best` is the class without the lower card.
fn best_with_lower<const N: usize>(cards: [usize; N], best: u16) -> [u16; 52] {
    let lower = cards[N - 1];
    let mut bests = [best; 52];
    for places in &FOURS_OF_SIX[..choose(N, 4)] {
        let start = above_lowest(places.map(|place| cards[place]));
        let classes = &NAIVE.class_of[start..start + lower];
        for (best, class) in bests.iter_mut().zip(classes) {
            *best = (*best).max(*class);
        }
    }
    bests
}

/// Four of the places 0 to 5; those without place 5 come first.
#[rustfmt::skip]
const FOURS_OF_SIX: [[usize; 4]; 15] = [
    [0, 1, 2, 3], [0, 1, 2, 4], [0, 1, 3, 4], [0, 2, 3, 4], [1, 2, 3, 4],
    [0, 1, 2, 5], [0, 1, 3, 5], [0, 1, 4, 5], [0, 2, 3, 5], [0, 2, 4, 5],
    [0, 3, 4, 5], [1, 2, 3, 5], [1, 2, 4, 5], [1, 3, 4, 5], [2, 3, 4, 5],
];

/// Counts `rank` and checks it against the naive evaluator's class.
fn count(counts: &mut Counts, rank: HandRank, class: u16, cards: CardSet) {
    let expected = RANK_OF_CLASS[usize::from(class)];
    assert_eq!(rank, expected, "{:?}", Vec::from_iter(cards));
    counts[rank.category() as usize] += 1;
}

#[test]
fn cards_known_to_be_distinct_make_the_same_hand() {
    for a in Card::all() {
        for b in Card::all().filter(|b| *b != a) {
            assert_eq!(Hand::new([a, b]), Ok(Hand::of_distinct([a, b])));
        }
    }
}

#[test]
fn card_numbers_mean_the_same_to_both_evaluators() {
    for number in 0..52 {
        let (rank, suit) = naive_card(number);
        assert_eq!(card(number).rank() as u8 + 2, rank);
        assert_eq!(card(number).suit() as u8, suit);
    }
}

#[test]
fn every_three_card_hand() {
    let mut counts = Counts::default();
    let mut rank_of_score = BTreeMap::new();
    for a in 0..52 {
        for b in 0..a {
            for c in 0..b {
                let score = naive::rank_three(&[a, b, c].map(naive_card));
                let rank = hand([a, b, c]).rank();
                assert_eq!(naive::three_card_name(&score), rank.category().name());
                assert_eq!(*rank_of_score.entry(score).or_insert(rank), rank);
                counts[rank.category() as usize] += 1;
            }
        }
    }
    print(3, &counts);
    assert_eq!(counts, [16_440, 3_744, 0, 52, 720, 1_096, 0, 0, 44, 4]);
    // One rank for each score, in the same order: the evaluators agree on every comparison.
    assert_eq!(rank_of_score.len(), 741);
    assert!(rank_of_score.values().is_sorted_by(|low, high| low < high));
}

#[test]
fn every_five_card_hand() {
    let mut counts = Counts::default();
    for class in &NAIVE.class_of {
        counts[RANK_OF_CLASS[usize::from(*class)].category() as usize] += 1;
    }
    print(5, &counts);
    #[rustfmt::skip]
    let published = [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4];
    assert_eq!(counts, published);
    // One rank for each score, in the same order.
    assert_eq!(NAIVE.scores.len(), 7_462);
    assert!(RANK_OF_CLASS.is_sorted_by(|low, high| low < high));
    for (score, rank) in NAIVE.scores.iter().zip(RANK_OF_CLASS.iter()) {
        assert_eq!(naive::five_card_name(score), rank.category().name());
    }
}

#[test]
fn every_six_card_hand() {
    let singles: [Hand<1>; 52] = std::array::from_fn(|number| hand([number]));
    let counts = sum_over_tops(|top| {
        let mut counts = Counts::default();
        for_each_five(top, |cards| {
            let five = hand(cards);
            let bests = best_with_lower(cards, NAIVE.class(cards));
            for f in 0..cards[4] {
                let six: Hand<6> = five.join(singles[f]).expect("a lower card");
                count(&mut counts, six.rank(), bests[f], six.set());
            }
        });
        counts
    });
    print(6, &counts);
    #[rustfmt::skip]
    let published = [
        6_612_900, 9_730_740, 2_532_816, 732_160, 361_620, 205_792, 165_984, 14_664, 1_656, 188,
    ];
    assert_eq!(counts, published);
    assert_eq!(counts.iter().sum::<u64>(), 20_358_520);
}

#[test]
fn every_seven_card_hand() {
    let singles: [Hand<1>; 52] = std::array::from_fn(|number| hand([number]));
    let counts = sum_over_tops(|top| {
        let mut counts = Counts::default();
        for_each_five(top, |cards @ [a, b, c, d, e]| {
            let five = hand(cards);
            let bests = best_with_lower(cards, NAIVE.class(cards));
            for f in 0..e {
                let six: Hand<6> = five.join(singles[f]).expect("a lower card");
                let bests = best_with_lower([a, b, c, d, e, f], bests[f]);
                for g in 0..f {
                    let seven: Hand<7> = six.join(singles[g]).expect("a lower card");
                    count(&mut counts, seven.rank(), bests[g], seven.set());
                }
            }
        });
        counts
    });
    print(7, &counts);
    #[rustfmt::skip]
    let published = [
        23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848,
        37_260, 4_324,
    ];
    assert_eq!(counts, published);
    assert_eq!(counts.iter().sum::<u64>(), 133_784_560);
}

const RANDOM_HANDS: u64 = 20_000;

/// The referee settles with the naive `best_of`, which is too slow to go through every hand.
#[test]
fn naive_best_of_agrees_on_random_hands() {
    let mut random = ChaCha8Rng::seed_from_u64(RANDOM_HANDS);
    let mut deck: [usize; 52] = std::array::from_fn(|number| number);
    for _ in 0..RANDOM_HANDS {
        deck.shuffle(&mut random);
        let [a, b, c, d, e, f, g, ..] = deck;
        let seven = [a, b, c, d, e, f, g].map(naive_card);
        let naive = [6, 7].map(|count| rank_of_score(&naive::best_of(&seven[..count])));
        let (six, seven_cards) = (hand([a, b, c, d, e, f]), hand([a, b, c, d, e, f, g]));
        assert_eq!(naive, [six.rank(), seven_cards.rank()], "{seven:?}");
    }
    println!("{RANDOM_HANDS} random hands of six cards, and as many of seven");
}

fn rank_of_score(score: &Vec<u8>) -> HandRank {
    let class = NAIVE.scores.binary_search(score);
    RANK_OF_CLASS[class.expect("a score of five cards")]
}
