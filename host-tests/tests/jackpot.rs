//! The jackpot against a ledger kept the slow way: nothing is lost or made, to the micro-cent, over random
//! histories of contributions, returns, awards and resets, with and without a limit.

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use shared_rules::jackpot::{Contribution, Jackpot, JackpotTerms};
use shared_rules::money::{BasisPoints, Cents, MicroCents, Percent};

#[derive(Clone, Debug)]
enum Act {
    Contribute(u64),
    TakeBackLast,
    Percent(u8),
    Fixed(u64),
    WinAll,
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        6 => (1..100_000_u64).prop_map(Act::Contribute),
        1 => Just(Act::TakeBackLast),
        1 => (1..=100_u8).prop_map(Act::Percent),
        1 => (0..5_000_000_u64).prop_map(Act::Fixed),
        1 => Just(Act::WinAll),
    ]
}

fn terms() -> impl Strategy<Value = JackpotTerms> {
    let limit = prop::option::of(0..20_000_000_u64);
    (0..10_000_000_u64, 0..=10_000_u16, 0..=10_000_u16, limit).prop_map(
        |(reset, contribution, reserve, limit)| JackpotTerms {
            reset: Cents::new(reset),
            contribution: BasisPoints::new(contribution).expect("at most the whole"),
            reserve: BasisPoints::new(reserve).expect("at most the whole"),
            limit: limit.map(Cents::new),
        },
    )
}

/// What has gone in and out, in micro-cents.
#[derive(Default)]
struct Ledger {
    seeds: u128,
    contributions: u128,
    awards: u128,
}

const MICROS: u128 = 1_000_000;

fn micros(amount: Cents) -> u128 {
    u128::from(amount.get()) * MICROS
}

/// The shares of a stake by the definition of a basis point: a ten-thousandth.
fn shares(terms: &JackpotTerms, stake: u64) -> u128 {
    let points = u128::from(terms.contribution.get()) + u128::from(terms.reserve.get());
    u128::from(stake) * points * MICROS / 10_000
}

/// Plays one act on both, and says what the last contribution was.
fn play(
    jackpot: &mut Jackpot,
    ledger: &mut Ledger,
    last: &mut Option<(u64, Contribution)>,
    act: &Act,
) {
    let terms = *jackpot.terms();
    match *act {
        Act::Contribute(stake) => {
            let contribution = jackpot.contribute(Cents::new(stake));
            let contribution = contribution.expect("small amounts");
            ledger.contributions += shares(&terms, stake);
            *last = Some((stake, contribution));
            return;
        }
        Act::TakeBackLast => {
            if let Some((stake, contribution)) = last.take() {
                jackpot.take_back(contribution).expect("it is there");
                ledger.contributions -= shares(&terms, stake);
            }
        }
        Act::Percent(percent) => {
            let percent = Percent::new(percent).expect("1 to 100");
            ledger.awards += micros(jackpot.take_percent(percent).expect("it is there"));
        }
        Act::Fixed(amount) => {
            let taken = jackpot.take_at_most(Cents::new(amount));
            ledger.awards += micros(taken.expect("as far as it goes"));
        }
        Act::WinAll => {
            ledger.awards += micros(jackpot.take_percent(Percent::ALL).expect("it is there"));
            assert_eq!(jackpot.shown(), Cents::ZERO);
            jackpot.reset().expect("small amounts");
            ledger.seeds += micros(terms.reset);
        }
    }
    // A contribution can be taken back only until the next thing happens to the jackpot.
    *last = None;
}

proptest! {
    // The same histories every time: what fails can be seen again.
    #![proptest_config(ProptestConfig {
        cases: 2_000,
        rng_seed: RngSeed::Fixed(1),
        ..ProptestConfig::default()
    })]

    #[test]
    fn seeds_and_contributions_are_meters_and_awards(
        terms in terms(),
        meter in 0..10_000_000_u64,
        acts in prop::collection::vec(act(), 1..200),
    ) {
        let mut jackpot = Jackpot::new(terms, Cents::new(meter)).expect("a small meter");
        let mut ledger = Ledger { seeds: micros(Cents::new(meter)), ..Ledger::default() };
        let mut last = None;
        for act in &acts {
            play(&mut jackpot, &mut ledger, &mut last, act);
            let meters = [jackpot.meter(), jackpot.reserve(), jackpot.overflow()];
            let held: u128 = meters.iter().map(|meter| u128::from(meter.get())).sum();
            prop_assert_eq!(ledger.seeds + ledger.contributions, held + ledger.awards);
            prop_assert_eq!(u128::from(jackpot.shown().get()), u128::from(jackpot.meter().get()) / MICROS);
        }
    }

    #[test]
    fn contributions_never_lift_the_meter_over_its_limit(
        terms in terms(),
        stakes in prop::collection::vec(1..10_000_000_u64, 1..50),
    ) {
        let mut jackpot = Jackpot::new(terms, Cents::ZERO).expect("an empty meter");
        for stake in stakes {
            jackpot.contribute(Cents::new(stake)).expect("small amounts");
            if let Some(limit) = terms.limit {
                prop_assert!(jackpot.shown() <= limit);
                prop_assert!(jackpot.overflow() == MicroCents::ZERO || jackpot.shown() == limit);
            }
        }
    }
}

/// A tenth of a cent a wager is not lost: the tenth wager shows.
#[test]
fn remainders_are_carried() {
    let terms = JackpotTerms {
        contribution: BasisPoints::new(10).expect("a thousandth"),
        ..JackpotTerms::default()
    };
    let mut jackpot = Jackpot::new(terms, Cents::new(500)).expect("a small meter");
    for _ in 0..9 {
        jackpot.contribute(Cents::new(100)).expect("small amounts");
        assert_eq!(jackpot.shown(), Cents::new(500));
    }
    jackpot.contribute(Cents::new(100)).expect("small amounts");
    assert_eq!(jackpot.shown(), Cents::new(501));
}

/// The overflow waits for the reset, and goes on the meter then as far as the limit lets it.
#[test]
fn overflow_goes_on_the_meter_at_the_reset() {
    let terms = JackpotTerms {
        reset: Cents::new(900),
        contribution: BasisPoints::new(10_000).expect("all"),
        reserve: BasisPoints::ZERO,
        limit: Some(Cents::new(1_000)),
    };
    let mut jackpot = Jackpot::new(terms, Cents::new(950)).expect("a small meter");
    jackpot.contribute(Cents::new(250)).expect("small amounts");
    assert_eq!(jackpot.shown(), Cents::new(1_000));
    assert_eq!(jackpot.overflow().cents_floor(), Cents::new(200));
    assert_eq!(jackpot.take_percent(Percent::ALL), Ok(Cents::new(1_000)));
    jackpot.reset().expect("small amounts");
    assert_eq!(jackpot.shown(), Cents::new(1_000));
    assert_eq!(jackpot.overflow().cents_floor(), Cents::new(100));
}

/// What is within a bound and what is above it make the amount again.
#[test]
fn amounts_are_split_at_a_bound() {
    let ten = Cents::new(10);
    for (bound, within, above) in [(0, 0, 10), (9, 9, 1), (10, 10, 0), (11, 10, 0)] {
        let split = ten.split_at(Cents::new(bound));
        assert_eq!(split, (Cents::new(within), Cents::new(above)));
    }
    assert_eq!(Cents::MAX.split_at(Cents::MAX), (Cents::MAX, Cents::ZERO));
}

/// Amounts that do not fit are errors, not wrapped numbers.
#[test]
fn amounts_that_do_not_fit_are_errors() {
    let huge = Cents::new(u64::MAX);
    assert!(Jackpot::new(JackpotTerms::default(), huge).is_err());
    assert!(huge.plus(Cents::new(1)).is_err());
    assert!(huge.times(2).is_err());
    assert!(Cents::ZERO.minus(Cents::new(1)).is_err());
    assert!(huge.signed().is_err());
    assert!(BasisPoints::new(10_001).is_none());
    assert!(Percent::new(0).is_none() && Percent::new(101).is_none());
    assert_eq!(Percent::ALL.of_floor(huge), huge);
    assert_eq!(Cents::new(10).split_floor(0), None);
}
