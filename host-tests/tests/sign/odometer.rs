//! The amount rolls up, is exact in time, and never promises more than the jackpot.

use crate::{WIN, jackpot, picture, says, sign_showing};
use proptest::prelude::*;
use shared_rules::money::Cents;
use shared_rules::wire::sign::Banner;
use sign::{Odometer, Reading};

/// The sign's allowance from hearing an amount to showing it (its wire needs some of it).
const ALLOWED_MS: u64 = 1_000;

fn cents(odometer: &Odometer, now_ms: u64) -> u64 {
    odometer.read(now_ms).cents.get()
}

#[test]
fn the_first_amount_is_not_rolled() {
    let sign = sign_showing(jackpot(123_456_78));
    assert_eq!(says(&sign, 0), "JACKPOT\n$123,456.78");
}

#[test]
fn an_amount_rolls_up_and_is_exact_within_the_second() {
    let mut sign = sign_showing(jackpot(999_95));
    sign.hear(jackpot(1_000_05), 10);
    assert_eq!(says(&sign, 10), "JACKPOT\n$999.95");
    assert_eq!(says(&sign, 410), "JACKPOT\n$1,000.00");
    assert_eq!(says(&sign, 10 + ALLOWED_MS), "JACKPOT\n$1,000.05");
}

#[test]
fn the_last_wheel_turns_between_two_cents() {
    let mut odometer = Odometer::still(Cents::new(7));
    odometer.roll_to(Cents::new(8), 0);
    let half = Reading {
        cents: Cents::new(7),
        part: 128,
    };
    assert_eq!(odometer.read(400), half);
    assert_eq!(odometer.read(800), Reading::exact(Cents::new(8)));
}

#[test]
fn a_smaller_amount_is_shown_at_once() {
    let mut sign = sign_showing(jackpot(417_903_56));
    sign.hear(jackpot(100_000_00), 50);
    assert_eq!(says(&sign, 50), "JACKPOT\n$100,000.00");
}

#[test]
fn a_win_is_exact_at_once_in_the_middle_of_a_roll() {
    for banner in [Banner::Pending(WIN), Banner::Winner(WIN)] {
        let mut sign = sign_showing(jackpot(400_000_00));
        sign.hear(jackpot(417_903_56), 0);
        sign.hear(picture(417_999_99, banner), 100);
        assert!(says(&sign, 100).ends_with("SEAT 3\n$417,903.56"));
        assert_eq!(says(&sign, 4_100), "JACKPOT\n$417,999.99");
    }
}

#[test]
fn the_jackpot_does_not_roll_while_a_win_is_shown() {
    let mut sign = sign_showing(picture(100_000_00, Banner::Winner(WIN)));
    sign.hear(picture(100_007_50, Banner::Winner(WIN)), 4_000);
    assert_eq!(says(&sign, 4_000), "JACKPOT\n$100,007.50");
}

#[test]
fn the_largest_amount_is_reached() {
    let mut odometer = Odometer::still(Cents::ZERO);
    odometer.roll_to(Cents::new(u64::MAX), 0);
    assert!(cents(&odometer, 780) < u64::MAX);
    assert_eq!(cents(&odometer, ALLOWED_MS), u64::MAX);
}

proptest! {
    /// New amounts at any pace: what is shown never goes back, never exceeds the jackpot, and has
    /// reached every amount in time.
    #[test]
    fn rising_amounts_are_never_passed_and_always_reached(
        start in 0..10_000_000_00_u64,
        steps in prop::collection::vec((0..1_500_u64, 0..100_000_00_u64), 1..12),
    ) {
        let mut odometer = Odometer::still(Cents::new(start));
        let mut heard = vec![(0, start)];
        let (mut now_ms, mut amount, mut shown) = (0, start, start);
        for (wait_ms, more) in steps {
            for _ in 0..wait_ms {
                now_ms += 1;
                let reading = cents(&odometer, now_ms);
                prop_assert!((shown..=amount).contains(&reading), "{reading} at {now_ms} ms");
                shown = reading;
                let due = heard.iter().filter(|(heard_ms, _)| heard_ms + ALLOWED_MS <= now_ms);
                prop_assert!(due.map(|(_, due)| *due).max().is_none_or(|due| due <= shown));
            }
            amount += more;
            odometer.roll_to(Cents::new(amount), now_ms);
            heard.push((now_ms, amount));
        }
        prop_assert_eq!(odometer.read(now_ms + ALLOWED_MS), Reading::exact(Cents::new(amount)));
    }
}
