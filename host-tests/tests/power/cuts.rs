//! Power fails during every operation of an evening, in every way: nothing that was acknowledged is lost, the table is
//! where its entries and the power-failure rule of its game put it, and it plays on.

use shared_rules::ledger::Table;

use crate::desk::Line;
use crate::evening::another_round;
use crate::prelude::*;
use crate::record::{Frame, has_gap, on_an_aged_table, on_an_old_table};

/// What goes on the meter and into the reserve for one unit, in micro-cents.
const ONE_UNIT: u64 = 500 * (1_033 + 200) * 100;

/// Cuts that were survived: in the evening, and in the restart after one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Count {
    evening: usize,
    restart: usize,
}

#[test]
fn a_new_table_survives_every_cut() {
    assert!(cut_everywhere(on_a_new_table, 1, 11) >= 10_000);
}

#[test]
fn a_table_whose_ring_has_come_round_survives_every_cut() {
    let lines = on_an_old_table().lines;
    assert!(has_gap(&lines), "a checkpoint lies within the evening");
    assert!(cut_everywhere(on_an_old_table, 1, 31) >= 4_000);
}

#[test]
fn a_table_with_a_long_journal_survives_cuts() {
    assert!(cut_everywhere(on_an_aged_table, 3, 31) >= 500);
}

/// Two threads, each with its own record, because a socket stays on its thread. One operation in `every` is cut in every
/// way, and one cut in `restarts` is followed by cuts during every operation of the restart. Returns how many there were.
fn cut_everywhere(record: fn() -> Record, every: usize, restarts: usize) -> usize {
    let work = |share: usize| {
        let record = record();
        let mut count = Count::default();
        let operations = record.operations();
        for (frame, index) in operations.skip(share).step_by(2 * every) {
            cut_at(&record, (frame, index), restarts, &mut count);
        }
        count
    };
    let [one, other] = std::thread::scope(|scope| {
        let threads = [0, 1].map(|share| scope.spawn(move || work(share)));
        threads.map(|thread| thread.join().expect("no cut is lost"))
    });
    let (evening, restart) = (one.evening + other.evening, one.restart + other.restart);
    println!("{evening} cuts in the evening, {restart} in restarts");
    evening + restart
}

fn cut_at(record: &Record, at: (usize, usize), restarts: usize, count: &mut Count) {
    let frame = &record.frames[at.0];
    for tear in Tear::ALL {
        let chip = frame.torn(at.1, tear);
        let context = format!("step {}, operation {}, {tear:?}", at.0, at.1);
        if count.evening.is_multiple_of(restarts) {
            count.restart += cut_the_restart(record, frame, &chip, &context);
        }
        survives(record, frame, chip, &context);
        count.evening += 1;
    }
}

/// Cuts during every operation of the restart, and says how many.
fn cut_the_restart(record: &Record, frame: &Frame, chip: &FlashChip, context: &str) -> usize {
    let socket = Socket::new(chip.clone());
    let restarted = Desk::start(socket.clone(), None);
    let restart = Frame {
        before: chip.clone(),
        operations: socket.chip().history().to_vec(),
        seen: frame.seen.clone(),
    };
    drop(restarted);
    for index in 0..restart.operations.len() {
        for tear in Tear::ALL {
            let context = format!("{context}, then operation {index} of the restart, {tear:?}");
            survives(record, &restart, restart.torn(index, tear), &context);
        }
    }
    restart.operations.len() * Tear::ALL.len()
}

/// Restarts, and finds everything in order.
fn survives(record: &Record, frame: &Frame, chip: FlashChip, context: &str) {
    let mut desk = Desk::on(chip, record.first());
    assert_eq!(desk.controller.halt(), None, "{context}");
    let (durable, since) = split(record, &desk.lines);
    let acknowledged = record.lines.iter();
    let acknowledged = acknowledged.take_while(|line| line.0 < frame.acknowledged());
    assert!(durable >= acknowledged.count(), "{context}: lost");

    assert!(!since.is_empty(), "the restart is an entry");
    let mut expected = record.ledger(durable).clone();
    for (_, bytes) in since {
        let applied = expected.apply(&entry(bytes));
        applied.expect("an entry of a restart");
    }
    let found = format!("{:?}", desk.ledger());
    assert_eq!(found, format!("{expected:?}"), "{context}");
    assert!(is_balanced(desk.ledger()), "{context}");
    context.clone_into(&mut desk.context);
    plays_on(&mut desk);
}

/// How many lines are those of the record, byte for byte, and what restarts have added to them: their own entries,
/// and that the chips of locked bets are not there.
fn split<'l>(record: &Record, lines: &'l [Line]) -> (usize, &'l [Line]) {
    let is_boot = |line: &Line| matches!(entry(&line.1), Entry::Boot(_));
    let restart = lines.iter().rposition(is_boot).expect("a restart");
    let pairs = record.lines.iter().zip(&lines[..restart]);
    let durable = pairs.take_while(|(expected, found)| expected == found);
    let durable = durable.count();
    let since = &lines[durable..];
    let of_a_restart = |line: &Line| {
        let entry = entry(&line.1);
        entry.is_note()
            || matches!(
                entry,
                Entry::Boot(_) | Entry::Moved(..) | Entry::AnteMoved(..)
            )
    };
    assert!(since.iter().all(of_a_restart), "{since:?}");
    (durable, since)
}

pub fn is_balanced(ledger: &Ledger) -> bool {
    ledger.table().is_none_or(Table::is_balanced)
}

/// Ends what is going on, and plays one more round.
pub fn plays_on(desk: &mut Desk) {
    desk.felt(Felt::ChainIsRepaired);
    if desk.ledger().table().is_none() {
        desk.does_all(&configures(house(Game::Ml9)));
    }
    ends_round(desk);
    while !desk.seen().waiting.is_empty() {
        desk.does_all(&confirms());
    }
    let before = contributions(desk);
    let table = desk.ledger().table().expect("a configured table");
    let round = another_round(table.configuration().game);
    desk.does_all(&round);
    assert_eq!(desk.ledger().phase(), Phase::Paid, "{}", desk.context);
    assert_eq!(contributions(desk), before + ONE_UNIT, "{}", desk.context);
    assert!(is_balanced(desk.ledger()), "{}", desk.context);
}

fn ends_round(desk: &mut Desk) {
    let number = desk.ledger().table().map(|table| table.round().number());
    let void = Event::Void(number.expect("a table"), VoidCause::ShiftManager);
    match desk.ledger().phase() {
        Phase::Settled => desk.does(&Step::Does(Command::Round(Event::Paid))),
        Phase::BetsOpen | Phase::Playing => desk.does(&Step::Does(Command::Round(void))),
        Phase::Idle | Phase::Paid | Phase::Void(_) => {
            // Refused unless the shift manager has to decide something.
            for step in decides(Event::ShiftManager(Ruling::PlayOn)) {
                desk.tries(&step);
            }
        }
    }
}

fn contributions(desk: &Desk) -> u64 {
    let table = desk.ledger().table().expect("a configured table");
    table.totals().contributions.get()
}
