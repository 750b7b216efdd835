//! RM0351, chapter 33: a basic timer's overflows.

use board_sim::chip::tim6::Tim6;
use board_sim::time::{Span, Time};

const CR1: u32 = 0x00;
const DIER: u32 = 0x0C;
const SR: u32 = 0x10;
const EGR: u32 = 0x14;
const CNT: u32 = 0x24;
const PSC: u32 = 0x28;
const ARR: u32 = 0x2C;
const T0: Time = Time::ZERO;

/// 3,200 overflows a second at 80 MHz.
fn paced() -> Tim6 {
    let mut timer = Tim6::default();
    timer.set_clock(80_000_000, T0);
    for (register, value) in [(ARR, 24_999), (CR1, 1 << 2), (EGR, 1), (DIER, 1), (CR1, 5)] {
        assert!(timer.write(register, value, T0).is_some(), "{register:#x}");
    }
    timer
}

fn slot(count: u64) -> Time {
    T0 + Span::ps(312_500_000).times(count)
}

#[test]
fn it_interrupts_at_each_overflow_until_the_flag_is_cleared() {
    let mut timer = paced();
    assert!(!timer.interrupt());
    for count in 1..4 {
        assert_eq!(timer.next_event(), slot(count));
        timer.advance(slot(count));
        assert!(timer.interrupt());
        assert_eq!(timer.next_event(), Time::NEVER, "it is requested already");
        timer.write(SR, 0, slot(count) + Span::us(20));
        assert!(!timer.interrupt());
    }
}

#[test]
fn overflows_that_are_missed_are_one_request() {
    let mut timer = paced();
    timer.advance(slot(10) + Span::us(5));
    timer.write(SR, 0, slot(10) + Span::us(5));
    assert_eq!(timer.next_event(), slot(11), "in step with the others");
    assert_eq!(timer.read(CNT, slot(10) + Span::us(10)), Some(800));
}

#[test]
fn a_prescaler_counts_from_the_next_update_on() {
    let mut timer = paced();
    timer.write(PSC, 1, T0);
    assert_eq!(timer.next_event(), slot(1));
    timer.advance(slot(1));
    timer.write(SR, 0, slot(1));
    assert_eq!(timer.next_event(), slot(3));
}

#[test]
fn other_modes_are_not_modelled() {
    let mut timer = Tim6::default();
    for (register, value) in [(CR1, 1 << 3), (0x04, 1 << 5), (DIER, 1 << 8)] {
        assert_eq!(timer.write(register, value, T0), None, "{register:#x}");
    }
}
