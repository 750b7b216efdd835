//! What a seat's lamps look like to somebody who watches them: the states of the board's table of lamps, told
//! from the 595 outputs alone.

use shared_rules::seats::{Seat, SeatMap};

use crate::table::SimulatedTable;
use parts::chain::{bet_lamp, ring as ring_line};
use parts::engine::FreshEngine;

/// As long as the slowest pattern, the two short blinks of a fault.
const WATCH_MS: usize = 1_200;

const LAMPS: usize = 5;

/// A state of a seat, as the board's table of lamps has it; the number is how many bet lamps take part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Nothing lit.
    Dark,
    /// The ring blinks slowly: betting is open and the spot empty.
    Open,
    /// Ring and bet lamps are steady: a bet that is acceptable or locked.
    Steady(u8),
    /// Ring and bet lamps blink fast: a bet that is not acceptable.
    NotAcceptable(u8),
    /// The ring blinks fast over steady bet lamps: chips were changed after the lock.
    Changed(u8),
    /// The ring blinks twice, shortly.
    Faulted,
    /// One lamp at a time: a winner.
    Winner(u8),
    /// Something that is not in the table.
    Unknown,
}

/// What one lamp does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Blink {
    Off,
    Steady,
    Slow,
    Fast,
    TwoShort,
    Other,
}

/// Watches every seat.
pub(super) fn watch<E: FreshEngine>(table: &mut SimulatedTable<E>) -> SeatMap<Look> {
    let mut seen = Vec::with_capacity(WATCH_MS);
    for _ in 0..WATCH_MS {
        table.step();
        seen.push(table.lit());
    }
    SeatMap::from_fn(|seat| look(seat, &seen))
}

fn look(seat: Seat, seen: &[u64]) -> Look {
    let place = usize::from(seat.index());
    let ring = blink(seen, ring_line(place));
    let lamps: [Blink; LAMPS] = std::array::from_fn(|level| blink(seen, bet_lamp(place, level)));
    let taking_part = lamps.iter().take_while(|lamp| **lamp != Blink::Off).count();
    let (lit, dark) = lamps.split_at(taking_part);
    let count = u8::try_from(taking_part).expect("at most five");
    let all = |blink| lit.iter().all(|lamp| *lamp == blink);
    match ring {
        _ if dark.iter().any(|lamp| *lamp != Blink::Off) => Look::Unknown,
        Blink::Off if count == 0 => Look::Dark,
        Blink::Slow if count == 0 => Look::Open,
        Blink::TwoShort if count == 0 => Look::Faulted,
        Blink::Steady if all(Blink::Steady) => Look::Steady(count),
        Blink::Fast if all(Blink::Steady) => Look::Changed(count),
        Blink::Fast if all(Blink::Fast) => Look::NotAcceptable(count),
        _ if one_at_a_time(place, taking_part, seen) => Look::Winner(count),
        _ => Look::Unknown,
    }
}

/// Over [`WATCH_MS`] every pattern has its own time lit and number of changes, wherever in it the watch began. On a chip
/// an exchange that lights more lamps latches later in its millisecond, perhaps after the moment at which the lamps are
/// looked at: a lamp may then be seen to go on one sample late, and off in time.
fn blink(seen: &[u64], line: usize) -> Blink {
    let lit: Vec<bool> = seen.iter().map(|bits| bits >> line & 1 == 1).collect();
    let lit_ms = lit.iter().filter(|on| **on).count();
    let changes = lit.windows(2).filter(|pair| pair[0] != pair[1]).count();
    match (lit_ms, changes) {
        (0, _) => Blink::Off,
        (WATCH_MS, _) => Blink::Steady,
        (499..=700, 2..=3) => Blink::Slow,
        (575..=625, 9..=10) => Blink::Fast,
        (198..=200, 3..=4) => Blink::TwoShort,
        _ => Blink::Other,
    }
}

/// Ring and bet lamps take turns, each of them.
fn one_at_a_time(place: usize, count: usize, seen: &[u64]) -> bool {
    let lamps = (0..count).map(|level| bet_lamp(place, level));
    let lines: Vec<usize> = lamps.chain([ring_line(place)]).collect();
    let lit = |bits: &u64| lines.iter().filter(|line| *bits >> **line & 1 == 1).count();
    let each = |line: &usize| seen.iter().any(|bits| bits >> *line & 1 == 1);
    seen.iter().all(|bits| lit(bits) == 1) && lines.iter().all(each)
}
