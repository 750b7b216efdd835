//! RM0351, chapter 38: the calendar, against the program's own reading of it.

use board_sim::chip::rtc::{Rtc, reg};
use board_sim::time::{Span, Time};
use firmware::rtc_time::{BEGINNING_DATE, seconds_since_beginning};

const T0: Time = Time::ZERO;
const INIT: u32 = 1 << 7;
const INITF: u32 = 1 << 6;

/// A clock that begins its count at this time, in the way that the program sets it.
fn set_at(now: Time) -> Rtc {
    let mut rtc = Rtc::default();
    rtc.set_clock(true, now);
    for key in [0xCA, 0x53] {
        rtc.write(reg::WPR, key, true, now);
    }
    rtc.write(reg::ISR, INIT, true, now);
    let later = now + Span::us(70);
    assert_eq!(
        rtc.read(reg::ISR, later).map(|isr| isr & INITF),
        Some(INITF)
    );
    rtc.write(reg::TR, 0, true, later);
    rtc.write(reg::DR, BEGINNING_DATE, true, later);
    rtc.write(reg::ISR, 0, true, later);
    rtc
}

fn seconds(rtc: &Rtc, now: Time) -> u64 {
    let register = |offset| rtc.read(offset, now).expect("a register");
    seconds_since_beginning(register(reg::TR), register(reg::DR)).into()
}

/// Every day of nine years, two leap days among them, at changing times of day.
#[test]
fn the_program_reads_the_seconds_that_have_passed() {
    let rtc = set_at(T0);
    for day in 0..9 * 366 {
        let passed = day * 86_400 + day * 7_919 % 86_400;
        // 213 days fit into virtual time, so the calendar itself is moved on.
        let date = on_day(u32::try_from(day).expect("few days"));
        let time = of_day(passed % 86_400);
        assert_eq!(u64::from(seconds_since_beginning(time, date)), passed);
    }
    for passed in [
        0,
        1,
        59,
        60,
        3_599,
        3_600,
        86_399,
        86_400,
        60 * 86_400,
        200 * 86_400,
    ] {
        let now = T0 + Span::us(70) + Span::s(passed);
        assert_eq!(seconds(&rtc, now), passed);
    }
}

/// The date register after so many days, counted one by one.
fn on_day(days: u32) -> u32 {
    let (mut year, mut month, mut day) = (1, 1, 1);
    for _ in 0..days {
        let last = match month {
            2 => 28 + u32::from(year % 4 == 0),
            4 | 6 | 9 | 11 => 30,
            _ => 31,
        };
        day += 1;
        if day > last {
            (day, month) = (1, month + 1);
        }
        if month > 12 {
            (month, year) = (1, year + 1);
        }
    }
    digits(year) << 16 | 1 << 13 | digits(month) << 8 | digits(day)
}

fn of_day(seconds: u64) -> u32 {
    let seconds = u32::try_from(seconds).expect("a day");
    digits(seconds / 3_600) << 16 | digits(seconds / 60 % 60) << 8 | digits(seconds % 60)
}

fn digits(number: u32) -> u32 {
    ((number / 10) << 4) | (number % 10)
}

#[test]
fn it_counts_only_with_its_clock() {
    let mut rtc = set_at(T0);
    let stopped = T0 + Span::us(70) + Span::s(5);
    rtc.set_clock(false, stopped);
    let later = stopped + Span::s(100);
    assert_eq!(seconds(&rtc, later), 5);
    rtc.set_clock(true, later);
    assert_eq!(seconds(&rtc, later + Span::s(3)), 8);
}

#[test]
fn nothing_is_written_while_the_backup_domain_is_closed() {
    let mut rtc = Rtc::default();
    rtc.set_clock(true, T0);
    rtc.write(reg::BKP0R, 7, false, T0);
    assert_eq!(rtc.read(reg::BKP0R, T0), Some(0));
    rtc.write(reg::BKP0R, 7, true, T0);
    assert_eq!(rtc.read(reg::BKP0R, T0), Some(7));
    for key in [0xCA, 0x53] {
        rtc.write(reg::WPR, key, false, T0);
    }
    rtc.write(reg::ISR, INIT, true, T0);
    let found = rtc.read(reg::ISR, T0 + Span::ms(1));
    assert_eq!(found.map(|isr| isr & INITF), Some(0), "still locked");
}
