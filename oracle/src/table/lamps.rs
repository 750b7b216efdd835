//! The state of every lamp at a time, from the board's tables of lamps and of lines.

use super::round::SEATS;

/// A state of a seat, as in the table of lamps; the number is how many bet lamps take part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "named as in the table")]
pub enum Look {
    Dark,
    OpenEmpty,
    Steady(u8),
    NotAcceptable(u8),
    ChangedAfterLock(u8),
    Faulted,
    Winner(u8),
}

/// The state of all lamps; the alarm's is not always known to the millisecond.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "named as in the board's table of lines")]
pub struct Lamps {
    pub seats: [Look; SEATS],
    pub bets_open: bool,
    pub fault: bool,
    pub alarm: Option<bool>,
}

const LEVELS: usize = 5;
const LOOP_BACK: usize = 0;
const BET_LAMPS: usize = 1;
const RINGS: usize = 36;
const EMITTERS: [usize; 2] = [43, 44];
const BETS_OPEN: usize = 45;
const FAULT: usize = 46;
const ALARM: usize = 47;

/// Lines that test the chain, and are no lamps.
const PROBES: u64 = 1 << EMITTERS[0] | 1 << EMITTERS[1] | 1 << LOOP_BACK;

/// A slow blink takes a second, a fast one a quarter, half of it lit; the two flashes of a fault are 100 ms each and
/// as far apart, every 1.2 s; a chase moves on every 100 ms.
const SLOW_MS: u64 = 1_000;
const FAST_MS: u64 = 250;
const FLASH_MS: u64 = 100;
const FLASHES_MS: u64 = 1_200;
const CHASE_MS: u64 = 100;

impl Lamps {
    /// Without power nothing is lit.
    pub const fn dark() -> Lamps {
        Lamps {
            seats: [Look::Dark; SEATS],
            bets_open: false,
            fault: false,
            alarm: Some(false),
        }
    }

    /// The lines that are known at this time, and which of them are lit.
    pub fn lit(&self, now_ms: u64) -> (u64, u64) {
        let mut lit = u64::from(self.bets_open) << BETS_OPEN | u64::from(self.fault) << FAULT;
        for (seat, look) in self.seats.iter().enumerate() {
            lit |= u64::from(ring(*look, now_ms)) << (RINGS + seat);
            for level in 0..LEVELS {
                let is_lit = u64::from(bet_lamp(*look, level, now_ms));
                lit |= is_lit << (BET_LAMPS + LEVELS * seat + level);
            }
        }
        let all = (1 << 48) - 1;
        let known = all & !PROBES;
        match self.alarm {
            Some(sounds) => (known, lit | u64::from(sounds) << ALARM),
            None => (known & !(1 << ALARM), lit),
        }
    }
}

fn ring(look: Look, now_ms: u64) -> bool {
    match look {
        Look::Dark => false,
        Look::OpenEmpty => now_ms % SLOW_MS < SLOW_MS / 2,
        Look::Steady(_) => true,
        Look::NotAcceptable(_) | Look::ChangedAfterLock(_) => now_ms % FAST_MS < FAST_MS / 2,
        Look::Faulted => [0, 2].contains(&(now_ms % FLASHES_MS / FLASH_MS)),
        Look::Winner(count) => chased(count, now_ms) == 0,
    }
}

fn bet_lamp(look: Look, level: usize, now_ms: u64) -> bool {
    let part = |count: u8| level < usize::from(count);
    match look {
        Look::Dark | Look::OpenEmpty | Look::Faulted => false,
        Look::Steady(count) | Look::ChangedAfterLock(count) => part(count),
        Look::NotAcceptable(count) => part(count) && now_ms % FAST_MS < FAST_MS / 2,
        Look::Winner(count) => part(count) && chased(count, now_ms) == level + 1,
    }
}

/// Which lamp has its turn: the ring, then the bet lamps from the bottom.
fn chased(count: u8, now_ms: u64) -> usize {
    let turns = u64::from(count) + 1;
    usize::try_from(now_ms / CHASE_MS % turns).expect("at most five")
}

/// Names the lines that differ.
pub fn names(lines: u64) -> String {
    let named = (0..48)
        .filter(|line| lines >> line & 1 == 1)
        .map(|line| match line {
            BET_LAMPS..RINGS => format!(
                "bet lamp {} of seat {}",
                (line - BET_LAMPS) % LEVELS + 1,
                (line - BET_LAMPS) / LEVELS + 1
            ),
            RINGS..=42 => format!("ring of seat {}", line - RINGS + 1),
            BETS_OPEN => "bets open".into(),
            FAULT => "fault".into(),
            ALARM => "alarm".into(),
            _ => format!("line {line}"),
        });
    named.collect::<Vec<_>>().join(", ")
}
