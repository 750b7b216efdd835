//! The chip's real-time clock as a count of seconds. Its registers hold a calendar in decimal digits. When the clock is
//! set, the calendar begins at [`BEGINNING_DATE`], and the time of day of that moment is kept beside it: the time of day
//! is then that moment and the seconds since, and no date is ever made from a number of seconds.

/// The date register at the beginning: Monday, 1 January of year 1.
pub const BEGINNING_DATE: u32 = 1 << 16 | 1 << 13 | 1 << 8 | 1;

/// Days before each month of a common year.
const DAYS_BEFORE: [u16; 12] = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];

const DAY_S: u32 = 86_400;

/// Seconds from the beginning to this time and date, as the registers TR and DR show them.
#[must_use]
pub fn seconds_since_beginning(time: u32, date: u32) -> u32 {
    let hours = two_digits(time >> 16, 0x3);
    let minutes = two_digits(time >> 8, 0x7);
    let of_minute = two_digits(time, 0x7);
    let of_hour = minutes.saturating_mul(60).saturating_add(of_minute);
    let of_day = hours.saturating_mul(3_600).saturating_add(of_hour);
    days_since_beginning(date)
        .saturating_mul(DAY_S)
        .saturating_add(of_day)
}

fn days_since_beginning(date: u32) -> u32 {
    let year = two_digits(date >> 16, 0xF);
    let month = two_digits(date >> 8, 0x1);
    let day = two_digits(date, 0x3);
    let years = year.saturating_sub(1);
    let before = usize::try_from(month.saturating_sub(1))
        .ok()
        .and_then(|month| DAYS_BEFORE.get(month))
        .copied()
        .unwrap_or_default();
    // The clock takes every fourth year for a leap year.
    let is_leap = year.is_multiple_of(4) && month > 2;
    years
        .saturating_mul(365)
        .saturating_add(years / 4)
        .saturating_add(u32::from(before))
        .saturating_add(u32::from(is_leap))
        .saturating_add(day.saturating_sub(1))
}

/// Two decimal digits, of which the first has only these bits.
fn two_digits(register: u32, tens: u32) -> u32 {
    let tens = register >> 4 & tens;
    tens.saturating_mul(10).saturating_add(register & 0xF)
}
