//! The generator of random numbers. (RM0351, chapter 27)

use std::collections::BTreeSet;

use board_sim::chip::rng::{RandomFault, Rng};
use board_sim::time::{Span, Time};

const CR: u32 = 0x0;
const SR: u32 = 0x4;
const DR: u32 = 0x8;

const RNGEN: u32 = 1 << 2;
const DRDY: u32 = 1;
const CECS: u32 = 1 << 1;
const SECS: u32 = 1 << 2;
const CEIS: u32 = 1 << 5;
const SEIS: u32 = 1 << 6;

/// 42 cycles at 40 MHz.
const WORD: Span = Span::of_hz(40_000_000).times(42);

fn switched_on(clock_hz: u64, now: Time) -> Rng {
    let mut rng = Rng::default();
    rng.set_clock(clock_hz, 80_000_000);
    on(&mut rng, now);
    rng
}

fn on(rng: &mut Rng, now: Time) {
    rng.write(CR, 0, now).expect("a register");
    rng.write(CR, RNGEN, now).expect("a register");
}

fn read(rng: &mut Rng, offset: u32, now: Time) -> u32 {
    rng.read(offset, now).expect("a register")
}

fn words(rng: &mut Rng, count: usize, mut now: Time) -> Vec<u32> {
    let words = (0..count).map(|_| {
        now = now + WORD;
        assert_eq!(read(rng, SR, now), DRDY);
        read(rng, DR, now)
    });
    words.collect()
}

#[test]
fn a_word_takes_its_time_and_is_given_once() {
    let mut rng = switched_on(40_000_000, Time::ZERO);
    let early = Time::ZERO + Span::us(1);
    assert_eq!(
        (read(&mut rng, SR, early), read(&mut rng, DR, early)),
        (0, 0)
    );
    let ready = Time::ZERO + WORD;
    assert_eq!(read(&mut rng, SR, ready), DRDY);
    assert_ne!(read(&mut rng, DR, ready), 0);
    assert_eq!(
        (read(&mut rng, SR, ready), read(&mut rng, DR, ready)),
        (0, 0)
    );
}

/// The same seed gives the same words, and every reset and every seed others.
#[test]
fn words_follow_from_the_seed_and_the_start() {
    let mut seen = BTreeSet::new();
    for seed in 0..3 {
        let start = || {
            let mut rng = Rng::default();
            rng.set_seed(seed);
            rng.set_clock(40_000_000, 80_000_000);
            rng
        };
        let (mut rng, mut again) = (start(), start());
        for _ in 0..3 {
            rng.reset();
            again.reset();
            on(&mut rng, Time::ZERO);
            on(&mut again, Time::ZERO);
            let drawn = words(&mut rng, 8, Time::ZERO);
            assert_eq!(words(&mut again, 8, Time::ZERO), drawn);
            assert!(seen.insert(drawn));
        }
    }
}

#[test]
fn without_its_clock_it_gives_no_word() {
    // The last one is a sixteenth of the bus's, and the first that counts.
    for (clock_hz, works) in [(0, false), (4_999_999, false), (5_000_000, true)] {
        let mut rng = switched_on(clock_hz, Time::ZERO);
        let later = Time::ZERO + Span::ms(1);
        let expected = if works { DRDY } else { CECS | CEIS };
        assert_eq!(read(&mut rng, SR, later), expected, "{clock_hz}");
        assert_eq!(read(&mut rng, DR, later) != 0, works);
    }
}

#[test]
fn an_error_of_the_seed_is_noted_until_it_is_cleared() {
    let mut rng = switched_on(40_000_000, Time::ZERO);
    let later = Time::ZERO + Span::ms(1);
    rng.set_fault(Some(RandomFault::Seed));
    assert_eq!(read(&mut rng, SR, later), SECS | SEIS);
    rng.set_fault(None);
    assert_eq!(read(&mut rng, SR, later), SEIS | DRDY);
    rng.write(SR, 0, later).expect("a register");
    assert_eq!(read(&mut rng, SR, later), DRDY);
}

#[test]
fn a_stuck_source_repeats_itself_and_a_silent_one_gives_nothing() {
    let mut rng = switched_on(40_000_000, Time::ZERO);
    rng.set_fault(Some(RandomFault::Stuck));
    let drawn = words(&mut rng, 3, Time::ZERO);
    assert!(drawn.iter().all(|word| *word == drawn[0]));
    rng.set_fault(Some(RandomFault::Silent));
    assert_eq!(read(&mut rng, SR, Time::ZERO + Span::ms(9)), 0);
}
