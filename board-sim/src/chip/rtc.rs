//! The real-time clock, as far as the program uses it: the calendar, its way of being set, and the backup registers. It
//! lives in the backup domain, whose registers are written only while PWR permits it. (RM0351, chapter 38)

use crate::time::{Span, Time};

/// Offsets of the registers.
pub mod reg {
    #![expect(missing_docs, reason = "named as in the manual")]
    pub const TR: u32 = 0x00;
    pub const DR: u32 = 0x04;
    pub const CR: u32 = 0x08;
    pub const ISR: u32 = 0x0C;
    pub const PRER: u32 = 0x10;
    pub const WPR: u32 = 0x24;
    pub const BKP0R: u32 = 0x50;
}

const BACKUP_REGISTERS: usize = 32;

/// ISR: the calendar has been set, may be set, is to be set.
const INITS: u32 = 1 << 4;
const INITF: u32 = 1 << 6;
const INIT: u32 = 1 << 7;
/// CR: the calendar is read without its shadow.
const BYPSHAD: u32 = 1 << 5;
const KEYS: [u32; 2] = [0xCA, 0x53];

/// The calendar stands still two cycles of its clock after it was asked to.
const STANDS_AFTER: Span = Span::us(62);

/// A day of the calendar, in its years 00 to 99.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Date {
    year: u32,
    month: u32,
    day: u32,
    weekday: u32,
}

impl Date {
    /// The day after, as the hardware counts: every fourth year is a leap year.
    fn next(self) -> Self {
        let days = match self.month {
            2 if self.year.is_multiple_of(4) => 29,
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            _ => 31,
        };
        let weekday = self.weekday % 7 + 1;
        let (day, months) = (self.day % days + 1, u32::from(self.day == days));
        let (month, years) = match (self.month, months) {
            (12, 1) => (1, 1),
            (month, more) => (month + more, 0),
        };
        Self {
            year: (self.year + years) % 100,
            month,
            day,
            weekday,
        }
    }
}

/// The registers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rtc {
    /// The calendar at `since`.
    date: Date,
    second: u64,
    /// When it began to count from there; none while it has no clock or stands to be set.
    since: Option<Time>,
    /// It was asked to stand.
    init: Option<Time>,
    has_clock: bool,
    control: u32,
    keys: usize,
    backup: [u32; BACKUP_REGISTERS],
}

impl Default for Rtc {
    fn default() -> Self {
        Self {
            date: Date {
                year: 0,
                month: 1,
                day: 1,
                weekday: 1,
            },
            second: 0,
            since: None,
            init: None,
            has_clock: false,
            control: 0,
            keys: 0,
            backup: [0; BACKUP_REGISTERS],
        }
    }
}

impl Rtc {
    /// Its clock comes or goes.
    pub fn set_clock(&mut self, has_clock: bool, now: Time) {
        if has_clock == self.has_clock {
            return;
        }
        self.settle(now);
        self.has_clock = has_clock;
        self.since = (has_clock && self.init.is_none()).then_some(now);
    }

    /// The calendar is what it is now.
    fn settle(&mut self, now: Time) {
        let (date, second) = self.calendar(now);
        (self.date, self.second) = (date, second);
        self.since = self.since.map(|_| now);
    }

    fn calendar(&self, now: Time) -> (Date, u64) {
        let passed = self.since.map_or(Span::ZERO, |since| now.since(since));
        let seconds = self.second + passed.as_ps() / Span::s(1).as_ps();
        let days = seconds / 86_400;
        let date = (0..days).fold(self.date, |date, _| date.next());
        (date, seconds % 86_400)
    }

    fn may_be_set(&self, now: Time) -> bool {
        let stands = |asked: Time| now >= asked + STANDS_AFTER;
        self.has_clock && self.init.is_some_and(stands)
    }

    /// A register, if it is here.
    #[must_use]
    pub fn read(&self, offset: u32, now: Time) -> Option<u32> {
        let (date, second) = self.calendar(now);
        let second = u32::try_from(second).unwrap_or(0);
        Some(match offset {
            reg::TR => {
                digits(second / 3_600) << 16 | digits(second / 60 % 60) << 8 | digits(second % 60)
            }
            reg::DR => {
                let day = date.weekday << 13 | digits(date.month) << 8 | digits(date.day);
                digits(date.year) << 16 | day
            }
            reg::CR => self.control,
            reg::ISR => {
                let is = |condition: bool, bit| if condition { bit } else { 0 };
                is(date.year != 0, INITS)
                    | is(self.may_be_set(now), INITF)
                    | is(self.init.is_some(), INIT)
            }
            reg::PRER => 0x007F_00FF,
            _ => *self.backup.get(backup_index(offset)?)?,
        })
    }

    /// Stores. `backup_open` is true if PWR permits changes to the backup domain; else nothing happens.
    pub fn write(&mut self, offset: u32, value: u32, backup_open: bool, now: Time) -> Option<()> {
        if !backup_open {
            return self
                .read(offset, now)
                .map(|_| ())
                .or((offset == reg::WPR).then_some(()));
        }
        if offset == reg::WPR {
            let is_next = KEYS.get(self.keys) == Some(&value);
            self.keys = if is_next { self.keys + 1 } else { 0 };
            return Some(());
        }
        if let Some(index) = backup_index(offset) {
            *self.backup.get_mut(index)? = value;
            return Some(());
        }
        if self.keys == KEYS.len() {
            self.write_open(offset, value, now)?;
        }
        Some(())
    }

    fn write_open(&mut self, offset: u32, value: u32, now: Time) -> Option<()> {
        match offset {
            reg::ISR if value & INIT != 0 => {
                self.settle(now);
                self.since = None;
                self.init = self.init.or(Some(now));
            }
            reg::ISR => {
                self.init = None;
                self.since = self.has_clock.then_some(now);
            }
            reg::CR => self.control = value & BYPSHAD,
            reg::TR if self.may_be_set(now) => {
                let part = |shift: u32| u64::from(number(value >> shift & 0x7F));
                self.second = part(16) * 3_600 + part(8) * 60 + part(0);
            }
            reg::DR if self.may_be_set(now) => {
                self.date = Date {
                    year: number(value >> 16 & 0xFF),
                    month: number(value >> 8 & 0x1F),
                    day: number(value & 0x3F),
                    weekday: value >> 13 & 0b111,
                };
            }
            reg::TR | reg::DR => {}
            _ => return None,
        }
        Some(())
    }
}

fn backup_index(offset: u32) -> Option<usize> {
    let index = (offset.checked_sub(reg::BKP0R)? / 4) as usize;
    (index < BACKUP_REGISTERS).then_some(index)
}

/// A number of two decimal digits, four bits to each.
const fn digits(number: u32) -> u32 {
    ((number / 10) << 4) | (number % 10)
}

const fn number(digits: u32) -> u32 {
    (digits >> 4) * 10 + (digits & 0xF)
}
