//! The real-time clock, on the 32,768 Hz crystal (LSE). It runs on while the chip has power, through every reset; the
//! console sets it.
//!
//! The crystal may take two seconds to start, or never start: it is switched on once the watchdog runs, and nobody waits
//! for it. The initialisation of the clocks is told of it only where it runs already, and then leaves it alone.

use embassy_stm32::pac::rcc::vals::{Lsedrv, Rtcsel};
use embassy_stm32::pac::{RCC, RTC};
use embassy_stm32::rcc::LsConfig;
use firmware::rtc_time::{BEGINNING_DATE, seconds_since_beginning};

/// Backup registers: the time of day at which the count began, low and high word, and [`IS_SET`] once it did.
const BEGAN_LOW: usize = 0;
const BEGAN_HIGH: usize = 1;
const MARK: usize = 2;
const IS_SET: u32 = u32::from_le_bytes(*b"time");

/// The two keys that open the clock's registers for writing, and one that closes them.
const KEYS: [u8; 2] = [0xCA, 0x53];
const CLOSED: u8 = 0xFF;

/// Looks for the clock's permission to be set, which takes some 60 us: half a millisecond of them and more.
const LOOKS: u32 = 10_000;

/// The clock's source for the initialisation of all clocks, which would otherwise wait for the crystal without end.
pub(super) fn source() -> LsConfig {
    if is_running() {
        LsConfig::default_lse()
    } else {
        LsConfig::off()
    }
}

/// Switches the crystal on. The watchdog runs by now.
pub(super) fn begin() {
    if !is_running() {
        RCC.bdcr().modify(|bdcr| {
            bdcr.set_lsedrv(Lsedrv::MEDIUM_HIGH);
            bdcr.set_lseon(true);
        });
    }
}

/// True if the clock counts, by the crystal as [`LsConfig::default_lse`] has it.
fn is_running() -> bool {
    let bdcr = RCC.bdcr().read();
    let is_crystal = bdcr.lseon() && bdcr.lserdy() && !bdcr.lsebyp();
    let is_clocked = bdcr.rtcen() && bdcr.rtcsel() == Rtcsel::LSE;
    is_crystal && is_clocked && bdcr.lsedrv() == Lsedrv::MEDIUM_HIGH
}

/// The clock, and a setting that waits for its crystal.
#[derive(Default)]
pub(super) struct RtcClock {
    setting: Option<(u64, u64)>,
}

impl RtcClock {
    /// The time of day in seconds since 1970, if the clock runs and has been set.
    pub(super) fn read(&mut self, now_ms: u64) -> Option<u64> {
        if !is_running() && !starts() {
            return None;
        }
        if let Some((seconds, at_ms)) = self.setting.take() {
            let since_s = now_ms.saturating_sub(at_ms) / 1_000;
            count_from(seconds.saturating_add(since_s));
        }
        is_set().then(time_of_day)
    }

    /// Sets the clock, at once or when its crystal has started.
    pub(super) const fn set(&mut self, seconds: u64, now_ms: u64) {
        self.setting = Some((seconds, now_ms));
    }
}

/// Lets the clock count by the crystal, if that has started.
fn starts() -> bool {
    if !RCC.bdcr().read().lserdy() {
        return false;
    }
    RCC.bdcr().modify(|bdcr| {
        bdcr.set_rtcsel(Rtcsel::LSE);
        bdcr.set_rtcen(true);
    });
    is_running()
}

fn is_set() -> bool {
    RTC.bkpr(MARK).read().bkp() == IS_SET
}

fn time_of_day() -> u64 {
    let word = |register| u64::from(RTC.bkpr(register).read().bkp());
    let began = word(BEGAN_HIGH) << 32 | word(BEGAN_LOW);
    began.saturating_add(seconds().into())
}

/// The seconds since the clock was set. The time is read twice, in case a second ends in between.
fn seconds() -> u32 {
    loop {
        let time = RTC.tr().read().0;
        let date = RTC.dr().read().0;
        if RTC.tr().read().0 == time {
            return seconds_since_beginning(time, date);
        }
    }
}

/// Begins the count anew at this time of day. The mark comes last: a reset on the way leaves a clock that is not set.
fn count_from(seconds: u64) {
    let set_word = |register, word| RTC.bkpr(register).write(|bkpr| bkpr.set_bkp(word));
    set_word(MARK, 0);
    let [a, b, c, d, e, f, g, h] = seconds.to_le_bytes();
    set_word(BEGAN_LOW, u32::from_le_bytes([a, b, c, d]));
    set_word(BEGAN_HIGH, u32::from_le_bytes([e, f, g, h]));
    for key in KEYS {
        RTC.wpr().write(|wpr| wpr.set_key(key));
    }
    RTC.isr().modify(|isr| isr.set_init(true));
    let may_be_set = (0..LOOKS).any(|_| RTC.isr().read().initf());
    if may_be_set {
        RTC.cr().modify(|cr| cr.set_bypshad(true));
        RTC.tr().write(|time| time.0 = 0);
        RTC.dr().write(|date| date.0 = BEGINNING_DATE);
    }
    RTC.isr().modify(|isr| isr.set_init(false));
    RTC.wpr().write(|wpr| wpr.set_key(CLOSED));
    if may_be_set {
        set_word(MARK, IS_SET);
    }
}
