//! RM0351, chapter 31: a pulse of channel 1, and its pin.

use board_sim::chip::pins::Drive;
use board_sim::chip::tim3::Tim3;
use board_sim::time::{Span, Time};

const CR1: u32 = 0x00;
const SR: u32 = 0x10;
const EGR: u32 = 0x14;
const CCMR1: u32 = 0x18;
const CCER: u32 = 0x20;
const CNT: u32 = 0x24;
const PSC: u32 = 0x28;
const ARR: u32 = 0x2C;
const CCR1: u32 = 0x34;
const T0: Time = Time::ZERO;

/// Low from one count to ten, in microseconds; high otherwise.
fn pulse() -> Tim3 {
    let mut timer = Tim3::default();
    timer.set_clock(80_000_000, T0);
    let registers = [
        (PSC, 79),
        (ARR, 10),
        (CCR1, 1),
        (CCMR1, 0b111 << 4),
        (EGR, 1),
        (SR, 0),
        (CCER, 0b11),
    ];
    for (register, value) in registers {
        assert!(timer.write(register, value, T0).is_some(), "{register:#x}");
    }
    timer
}

fn at(us: u64) -> Time {
    T0 + Span::us(us)
}

fn edges(timer: &mut Tim3, until: Time) -> Vec<(Drive, Time)> {
    let mut edges = Vec::new();
    timer.advance(until, |edge| edges.push(edge));
    edges
}

#[test]
fn a_pulse_ends_by_itself() {
    let mut timer = pulse();
    assert_eq!(timer.drive(), Drive::High);
    timer.write(CR1, 0b1001, at(5));
    let found = edges(&mut timer, at(1_000));
    assert_eq!(found, [(Drive::Low, at(6)), (Drive::High, at(16))]);
    assert_eq!(timer.read(CR1), Some(0b1000), "it has stopped");
    assert_eq!((timer.read(CNT), timer.read(SR)), (Some(0), Some(0b11)));
    timer.write(CR1, 0b1001, at(2_000));
    assert_eq!(edges(&mut timer, at(3_000)).len(), 2, "and can be repeated");
}

#[test]
fn a_pulse_is_low_while_it_lasts() {
    let mut timer = pulse();
    timer.write(CR1, 0b1001, at(0));
    edges(&mut timer, at(3));
    assert_eq!((timer.drive(), timer.read(CNT)), (Drive::Low, Some(3)));
}

#[test]
fn without_one_pulse_mode_it_goes_on() {
    let mut timer = pulse();
    timer.write(CR1, 1, at(0));
    assert_eq!(edges(&mut timer, at(110)).len(), 20);
}

#[test]
fn an_output_that_is_off_leaves_the_pin_alone() {
    let mut timer = pulse();
    timer.write(CCER, 0, T0);
    assert_eq!(timer.drive(), Drive::Released);
    assert_eq!(Tim3::default().drive(), Drive::Released);
}

#[test]
fn other_modes_are_not_modelled() {
    let mut timer = pulse();
    for (register, value) in [(CR1, 1 << 4), (0x0C, 1), (CCER, 1 << 4), (CCMR1, 1 << 3)] {
        assert_eq!(timer.write(register, value, T0), None, "{register:#x}");
    }
}
