//! RM0351, chapter 31: counting, compares, updates.

use board_sim::chip::tim2::Tim2;
use board_sim::time::{Span, Time};

const CR1: u32 = 0x00;
const DIER: u32 = 0x0C;
const SR: u32 = 0x10;
const EGR: u32 = 0x14;
const CNT: u32 = 0x24;
const PSC: u32 = 0x28;
const ARR: u32 = 0x2C;
const CCR1: u32 = 0x34;
const CCR2: u32 = 0x38;
const T0: Time = Time::ZERO;

/// A microsecond to a count, as the time driver sets it up.
fn microseconds(reload: u32) -> Tim2 {
    let mut timer = Tim2::default();
    timer.set_clock(80_000_000, T0);
    timer.write(PSC, 79, T0);
    timer.write(ARR, reload, T0);
    // An update by hand takes the prescaler over without a flag, if URS says so.
    timer.write(CR1, 1 << 2, T0);
    timer.write(EGR, 1, T0);
    assert_eq!(timer.read(SR, T0), Some(0));
    timer.write(CR1, 1, T0);
    timer
}

fn at(us: u64) -> Time {
    T0 + Span::us(us)
}

#[test]
fn reset_values_are_those_of_the_manual() {
    let mut timer = Tim2::default();
    assert_eq!(timer.read(ARR, T0), Some(u32::MAX));
    assert_eq!(
        [CR1, DIER, SR, CNT, PSC, CCR1].map(|register| timer.read(register, T0)),
        [Some(0); 6]
    );
    assert_eq!(timer.read(0x54, T0), None);
}

#[test]
fn it_counts_and_wraps_at_the_reload_value() {
    let mut timer = microseconds(0xFFFF);
    assert_eq!(timer.read(CNT, at(1234) + Span::ps(999_999)), Some(1234));
    assert_eq!(timer.read(CNT, at(0xFFFF)), Some(0xFFFF));
    let found = timer.read(SR, at(0xFFFF));
    assert_eq!(found, Some(0), "compares at 0 wait for the wrap");
    assert_eq!(timer.read(CNT, at(0x10000)), Some(0));
    assert_eq!(timer.read(SR, at(0x10000)), Some(0b1_1111));
}

#[test]
fn a_compare_fires_when_its_count_is_reached() {
    let mut timer = microseconds(0xFFFF);
    timer.write(CCR2, 500, at(0));
    timer.write(DIER, 1 << 2, at(0));
    assert_eq!(timer.next_event(), at(500));
    timer.advance(at(499));
    assert!(!timer.interrupt());
    timer.advance(at(500));
    assert!(timer.interrupt());
    timer.write(SR, !(1 << 2), at(501));
    assert!(!timer.interrupt());
    assert_eq!(timer.next_event(), at(0x10000 + 500), "the next round");
}

#[test]
fn the_update_comes_with_the_wrap() {
    let mut timer = microseconds(999);
    timer.write(DIER, 1, at(0));
    assert_eq!(timer.next_event(), at(1000));
    timer.advance(at(1000));
    assert!(timer.interrupt());
    assert_eq!(timer.read(CNT, at(1000)), Some(0));
}

#[test]
fn what_is_passed_does_not_depend_on_how_often_somebody_looks() {
    let run = |step: u64| {
        let mut timer = microseconds(999);
        timer.write(CCR1, 250, at(0));
        timer.write(CCR2, 2000, at(0));
        for us in (0..=5300).step_by(usize::try_from(step).unwrap_or(1)) {
            timer.advance(at(us));
        }
        timer.advance(at(5300));
        (timer.read(SR, at(5300)), timer.read(CNT, at(5300)))
    };
    assert_eq!(run(1), run(5300));
    assert_eq!(run(7), run(5300));
    assert_eq!(
        run(1).0.map(|status| status & 0b111),
        Some(0b011),
        "a compare above the reload value never fires"
    );
}

#[test]
fn modes_that_nothing_uses_are_not_modelled() {
    let mut timer = Tim2::default();
    assert_eq!(timer.write(CR1, 1 << 3, T0), None, "one pulse");
    assert_eq!(timer.write(DIER, 1 << 8, T0), None, "DMA");
}
