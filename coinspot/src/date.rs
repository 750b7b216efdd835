//! Times of day: now, and in words.

use std::time::{SystemTime, UNIX_EPOCH};

const DAY_S: u64 = 86_400;

/// Days from 1 March of year 0 to 1 January 1970.
const DAYS_BEFORE_1970: u64 = 719_468;

/// Days in 400 years, after which the calendar repeats.
const DAYS_IN_400_YEARS: u64 = 146_097;

/// The seconds since 1970 by this machine's clock; none if it says that it is earlier.
pub fn now() -> Option<u64> {
    let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).ok()?;
    Some(since_1970.as_secs())
}

/// Seconds since 1970 as `2026-07-31 12:00:00` in UTC.
pub fn date(seconds: u64) -> String {
    let (year, month, day) = calendar(seconds / DAY_S);
    let of_day = seconds % DAY_S;
    let (hour, minute, second) = (of_day / 3_600, of_day / 60 % 60, of_day % 60);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}")
}

/// Year, month and day of a day since 1 January 1970. Years are counted from March, so that a leap day is a year's last.
fn calendar(days: u64) -> (u64, u64, u64) {
    let days = days.saturating_add(DAYS_BEFORE_1970);
    let (era, of_era) = (days / DAYS_IN_400_YEARS, days % DAYS_IN_400_YEARS);
    let leap_days = of_era / 1_460 + of_era / 146_096 - of_era / 36_524;
    let year_of_era = (of_era - leap_days) / 365;
    let first = 365 * year_of_era + year_of_era / 4 - year_of_era / 100;
    let of_year = of_era - first;
    let month_from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month_from_march + 2) / 5 + 1;
    let (month, later) = match month_from_march {
        0..=9 => (month_from_march + 3, 0),
        _ => (month_from_march - 9, 1),
    };
    (400 * era + year_of_era + later, month, day)
}

#[cfg(test)]
mod tests {
    use super::date;

    /// Dates that `date -u -d @...` gives.
    #[test]
    fn dates_are_those_of_the_calendar() {
        for (seconds, expected) in [
            (0, "1970-01-01 00:00:00"),
            (951_782_399, "2000-02-28 23:59:59"),
            (951_782_400, "2000-02-29 00:00:00"),
            (1_709_164_800, "2024-02-29 00:00:00"),
            (1_785_542_400, "2026-08-01 00:00:00"),
            (4_107_542_400, "2100-03-01 00:00:00"),
            (4_107_542_399, "2100-02-28 23:59:59"),
        ] {
            assert_eq!(date(seconds), expected);
        }
    }
}
