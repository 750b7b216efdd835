//! Durable before visible: the sign, the lamps and the answers are never ahead of what the flash holds.

use firmware::lamps::SeatLamps;
use shared_rules::round::Bet;
use shared_rules::wire::sign::SignPhase;

use crate::desk::Seen;
use crate::evening::{evening, set_up};
use crate::prelude::*;

/// Whether this is what can be seen of a ledger: its meter, its locks, its awards.
fn is_view_of(seen: &Seen, ledger: &Ledger) -> bool {
    let table = ledger.table();
    let amount = table.map(|table| table.jackpot().shown());
    let waiting = table.map_or(&[][..], |table| table.waiting());
    let mut lamps = seen.lamps.seats.iter();
    let locks_are_there = lamps.all(|(seat, lamps)| match *lamps {
        SeatLamps::Locked(units) | SeatLamps::Winner(units) => {
            table.map(|table| table.round().bet(seat)) == Some(Bet::Locked(units))
        }
        _ => true,
    });
    let is_open = ledger.phase() == Phase::BetsOpen;
    let opens_are_there =
        is_open || !(seen.lamps.bets_open || seen.picture.phase == SignPhase::Open);
    seen.picture.amount == amount && seen.waiting == waiting && locks_are_there && opens_are_there
}

#[test]
fn whatever_can_be_seen_has_been_written() {
    let record = on_a_new_table();
    let mut jackpots = Vec::new();
    for (number, frame) in record.frames.iter().enumerate().skip(1) {
        let seen = frame.seen.as_ref().expect("power");
        let lines = lines_in(&frame.before, 0);
        assert_eq!(lines, record.lines[..lines.len()], "step {number}");
        let last = lines.last().expect("the start").0;
        assert_eq!(seen.next_entry, last + 1, "step {number}");
        let ledger = record.ledger(lines.len());
        assert!(is_view_of(seen, ledger), "step {number}: {seen:?}");
        jackpots.push(seen.picture.amount);
    }
    jackpots.dedup();
    assert!(jackpots.len() > 5, "the meter moves: {jackpots:?}");
}

/// What goes wrong under a controller that goes on running.
#[derive(Clone, Copy, Debug)]
enum Mishap {
    Cut(Tear),
    /// From this operation on nothing is programmed or erased, though the flash says so.
    Worn,
}

/// Every operation of the evening fails once under a running controller: the step is not acknowledged, the table
/// halts, and shows nothing that a restart would not find.
#[test]
fn what_the_flash_refuses_is_not_shown() {
    let record = on_a_new_table();
    let steps = [set_up(), evening(0)].concat();
    let mut tried = 0;
    for (frame, index) in record.operations() {
        // The start has nothing to show.
        let Some(step) = frame.checked_sub(1) else {
            continue;
        };
        let cuts = [Tear::Before, Tear::After].map(Mishap::Cut);
        for mishap in cuts.into_iter().chain([Mishap::Worn]) {
            fails(&record, &steps[..=step], index, mishap);
            tried += 1;
        }
    }
    println!("{tried} operations failed under a running controller");
}

/// The last of these steps fails at an operation.
fn fails(record: &Record, steps: &[Step], index: usize, mishap: Mishap) {
    let (last, before) = steps.split_last().expect("a step");
    let mut desk = Desk::start(Socket::new(FlashChip::new(SMALL)), None);
    desk.does_all(before);
    let acknowledged = desk.seen().next_entry;
    desk.flash.chip().clear_history();
    match mishap {
        Mishap::Cut(tear) => desk.flash.chip().cut_power_after(index, tear, index as u64),
        Mishap::Worn => desk.flash.chip().fail_silently_from(index),
    }
    let answer = desk.tries(last);
    let context = format!("step {}, operation {index}, {mishap:?}", steps.len());
    let is_done = matches!(answer, Some(Answer::Done(_)));
    assert!(!is_done, "{context}: {answer:?}");
    let seen = desk.seen();
    assert_shows_the_halt(&seen, &context);

    desk.flash.chip().power_on();
    let found = lines_in(&desk.flash.chip(), 0);
    let least = record.lines.iter().take_while(|line| line.0 < acknowledged);
    let mut possible = least.count()..=found.len();
    let is_found = possible.any(|count| is_view_of(&seen, record.ledger(count)));
    assert!(is_found, "{context}: {seen:?}");
    if let Mishap::Cut(tear) = mishap {
        let torn = record.frames[steps.len()].torn(index, tear);
        let same = torn.image() == desk.flash.chip().image();
        assert!(same, "{context}");
    }
}

fn assert_shows_the_halt(seen: &Seen, context: &str) {
    assert_eq!(seen.picture.fault, Some(SignFault::Journal), "{context}");
    assert_ne!(seen.picture.phase, SignPhase::Open, "{context}");
    assert!(seen.lamps.fault && !seen.lamps.bets_open, "{context}");
    let mut lamps = seen.lamps.seats.iter().map(|(_, lamps)| *lamps);
    let takes_bets = |lamps| matches!(lamps, SeatLamps::OpenEmpty | SeatLamps::Seen(_));
    assert!(!lamps.any(takes_bets), "{context}");
}
