//! RM0351, chapter 35.

use board_sim::chip::iwdg::Iwdg;
use board_sim::time::{Span, Time};

const KR: u32 = 0x0;
const PR: u32 = 0x4;
const RLR: u32 = 0x8;
const SR: u32 = 0xC;
const T0: Time = Time::ZERO;

#[test]
fn it_bites_after_its_period_unless_it_is_fed() {
    let mut watchdog = Iwdg::default();
    assert_eq!(watchdog.bites(), Time::NEVER);
    watchdog.write(KR, 0x5555, T0);
    watchdog.write(PR, 3, T0);
    watchdog.write(RLR, 999, T0);
    assert_eq!(watchdog.read(SR, T0), Some(0b011));
    assert_eq!(watchdog.read(SR, T0 + Span::us(157)), Some(0));
    watchdog.write(KR, 0xCCCC, T0);
    assert_eq!(
        watchdog.bites(),
        T0 + Span::s(1),
        "32 cycles of 32 kHz are a millisecond"
    );
    watchdog.write(KR, 0xAAAA, T0 + Span::ms(700));
    assert_eq!(watchdog.bites(), T0 + Span::ms(1700));
}

#[test]
fn without_the_key_nothing_changes_and_feeding_does_not_start_it() {
    let mut watchdog = Iwdg::default();
    watchdog.write(PR, 3, T0);
    watchdog.write(RLR, 1, T0);
    watchdog.write(KR, 0xAAAA, T0);
    let found = [PR, RLR].map(|register| watchdog.read(register, T0));
    assert_eq!(found, [Some(0), Some(0xFFF)]);
    assert_eq!(watchdog.bites(), Time::NEVER);
}

#[test]
fn started_as_it_is_it_waits_for_half_a_second() {
    let mut watchdog = Iwdg::default();
    watchdog.write(KR, 0xCCCC, T0);
    assert_eq!(watchdog.bites(), T0 + Span::ms(512));
}
