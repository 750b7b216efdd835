//! Power fails at every single operation of a script, torn in every way, and again while the journal recovers.
//! Whatever had been acknowledged is there; what was in flight is there in full or not at all; and it goes on.

use super::book::{Book, SMALL, Script, Step, formatted, recovered, replayed, restart, write};
use firmware::journal::Journal;
use parts::flash::{FlashChip, Operation, Socket, Tear};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use simulator::table::JOURNAL_PAGES;
use std::thread;

const STEPS: usize = 700;
/// On a long journal, where each start takes longer.
const LONG_STEPS: usize = 15;
/// After every so many cuts the journal is also written to again, and started once more.
const GO_ON_EVERY: u64 = 8;
const LIFE_CUTS: usize = 1500;

/// A script that was carried out without trouble.
struct Recording {
    /// A flash whose ring has come round, and what it holds.
    start: FlashChip,
    book: Book,
    /// What was written, and the operations it took.
    steps: Vec<(Step, Vec<Operation>)>,
}

fn record(seed: u64, steps: usize) -> Recording {
    let (socket, mut journal) = formatted(SMALL);
    let mut script = Script::new(seed);
    let mut book = Book::default();
    while socket.chip().erasures().contains(&0) {
        let step = script.next(&journal);
        write(&mut journal, &step).expect("a sound flash");
        book.add(&step);
    }
    record_on(&socket, journal, book, script, steps)
}

/// On a flash of the board's size: nearly as many of the shortest entries as there may be before a checkpoint is due, so
/// that it comes within the steps.
fn record_on_a_long_journal(steps: usize) -> Recording {
    let due = fill(usize::MAX).2.entries.len();
    let (socket, journal, book) = fill(due.saturating_sub(steps / 2));
    record_on(&socket, journal, book, Script::new(7), steps)
}

/// So many short entries, or as many as there may be.
fn fill(most: usize) -> (Socket, Journal<Socket>, Book) {
    let (socket, mut journal) = formatted(JOURNAL_PAGES);
    let mut book = Book::default();
    while !journal.needs_checkpoint() && book.entries.len() < most {
        let step = Step::Entry(1, vec![2; 2]);
        write(&mut journal, &step).expect("a sound flash");
        book.add(&step);
    }
    (socket, journal, book)
}

/// Carries out so many steps more.
fn record_on(
    socket: &Socket,
    mut journal: Journal<Socket>,
    book: Book,
    mut script: Script,
    steps: usize,
) -> Recording {
    socket.chip().clear_history();
    let start = socket.chip().clone();
    let mut carry_out = || {
        let step = script.next(&journal);
        write(&mut journal, &step).expect("a sound flash");
        let operations = socket.chip().history().to_vec();
        socket.chip().clear_history();
        (step, operations)
    };
    let steps = (0..steps).map(|_| carry_out()).collect();
    Recording { start, book, steps }
}

#[test]
fn power_may_fail_at_every_operation() {
    let cuts = every_operation_is_cut(STEPS);
    println!("{STEPS} appends: {cuts} power cuts, nothing lost");
    assert!(cuts >= 10_000);
}

/// The same where each start reads thousands of entries, up to and behind the checkpoint that ends them.
#[test]
fn power_may_fail_on_a_long_journal() {
    let recording = record_on_a_long_journal(LONG_STEPS);
    let entries = recording.book.entries.len();
    let is_checkpoint = |(step, _): &(Step, _)| matches!(step, Step::Checkpoint(_));
    assert!(recording.steps.iter().any(is_checkpoint), "one is due");
    let cuts = cut_in_every_way(&recording);
    println!("{LONG_STEPS} appends on {entries} entries: {cuts} power cuts, nothing lost");
    assert!(cuts >= 500);
}

/// Every operation of so many steps, torn in every way; returns how many cuts there were.
pub fn every_operation_is_cut(steps: usize) -> usize {
    cut_in_every_way(&record(4, steps))
}

fn cut_in_every_way(recording: &Recording) -> usize {
    thread::scope(|scope| {
        let sweeps = Tear::ALL.map(|tear| scope.spawn(move || sweep(recording, tear)));
        let counts = sweeps.map(|sweep| sweep.join().expect("no cut loses anything"));
        counts.into_iter().sum()
    })
}

/// A power cut: how the operation is torn, and the seed of what is left to chance.
#[derive(Clone, Copy, Debug)]
struct Cut {
    tear: Tear,
    seed: u64,
}

/// Cuts power in this way at every operation; returns how many cuts there were.
fn sweep(recording: &Recording, tear: Tear) -> usize {
    let mut chip = recording.start.clone();
    let mut book = recording.book.clone();
    let mut cuts = 0;
    let mut seed = 0;
    for (step, operations) in &recording.steps {
        let after = book.after(step);
        for operation in operations {
            let cut = Cut { tear, seed };
            cuts += 1 + survives(&torn(&chip, *operation, cut), [&book, &after], cut);
            seed += 1;
            chip.operate(*operation).expect("as recorded");
            chip.clear_history();
        }
        book = after;
    }
    cuts
}

fn torn(chip: &FlashChip, operation: Operation, cut: Cut) -> FlashChip {
    let mut torn = chip.clone();
    torn.cut_power_after(0, cut.tear, cut.seed);
    torn.operate(operation).expect_err("power fails");
    torn.power_on();
    torn.clear_history();
    torn
}

/// Starts up after a cut, and must find one of the books; returns how often power failed once more.
fn survives(torn: &FlashChip, books: [&Book; 2], cut: Cut) -> usize {
    let started = restart(torn.clone());
    let (socket, mut journal, _) = started.unwrap_or_else(|error| panic!("{cut:?}: {error}"));
    let book = replayed(&mut journal).expect("a journal that reads");
    // It is the one before the step or the one after it.
    assert!(books.contains(&&book), "{cut:?}");
    let operations = socket.chip().history().len();
    if cut.seed.is_multiple_of(GO_ON_EVERY) {
        goes_on(journal, book.clone());
    }
    if operations > 0 {
        survives_again(torn.clone(), &book, operations, cut);
    }
    usize::from(operations > 0)
}

/// Power fails again, somewhere among the operations of the start-up.
fn survives_again(torn: FlashChip, book: &Book, operations: usize, cut: Cut) {
    let socket = Socket::new(torn);
    let second = ChaCha8Rng::seed_from_u64(cut.seed).random_range(0..operations);
    socket.chip().cut_power_after(second, cut.tear, cut.seed);
    let mut journal = Journal::new(socket.clone()).expect("a flash that fits");
    let recovery = journal.recover();
    socket.chip().power_on();
    let again = recovered(&socket.chip());
    assert!(recovery.is_err(), "{cut:?} and {second}: power fails");
    let found = again.map(|(book, _)| book);
    assert_eq!(found.as_ref(), Ok(book), "{cut:?} and {second}");
}

/// Two more entries, a small one and one that may turn the page, are there after the next start-up.
fn goes_on(mut journal: Journal<Socket>, mut book: Book) {
    for step in [Step::Entry(1, vec![2; 3]), Step::Entry(3, vec![4; 240])] {
        write(&mut journal, &step).expect("a journal that goes on");
        book.add(&step);
    }
    let chip = journal.release().chip().clone();
    let (again, repairs) = recovered(&chip).expect("a journal that recovers");
    assert_eq!(again, book);
    assert_eq!(repairs, Default::default());
}

/// What the ring is about to overwrite is given up, not lost: an audit does not come upon its remains.
#[test]
fn an_old_page_that_is_half_erased_is_no_loss() {
    an_old_page_is_half_erased(STEPS);
}

/// Wherever so many steps erase a page.
pub fn an_old_page_is_half_erased(steps: usize) {
    let recording = record(6, steps);
    let mut chip = recording.start;
    let mut erasures = 0;
    let operations = recording
        .steps
        .iter()
        .flat_map(|(_, operations)| operations);
    for operation in operations {
        if let Operation::Erase(_) = operation {
            erasures += 1;
            for seed in 0..20 {
                let cut = Cut {
                    tear: Tear::Garbled,
                    seed,
                };
                read_all(torn(&chip, *operation, cut));
            }
        }
        chip.operate(*operation).expect("as recorded");
        chip.clear_history();
    }
    assert!(erasures > 0);
}

fn read_all(chip: FlashChip) {
    let (_, mut journal, _) = restart(chip).expect("a journal that recovers");
    let mut reader = journal.read_from(0);
    while reader.next().expect("nothing is lost").is_some() {}
}

/// One flash through a life of power cuts, some during the start-up after the cut before.
#[test]
fn one_flash_survives_many_cuts() {
    let appends = one_flash_is_cut(LIFE_CUTS);
    println!("{LIFE_CUTS} cuts in the life of one flash, {appends} appends");
}

/// So many cuts in the life of one flash; returns how many appends there were.
pub fn one_flash_is_cut(cuts: usize) -> usize {
    let (socket, mut journal) = formatted(SMALL);
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let mut script = Script::new(5);
    let mut book = Book::default();
    let mut appends = 0;
    for cut in 0..cuts {
        plan_cut(&socket, &mut random);
        let step = loop {
            let step = script.next(&journal);
            match write(&mut journal, &step) {
                Ok(_) => book.add(&step),
                Err(_) => break step,
            }
            appends += 1;
        };
        socket.chip().power_on();
        journal = restart_with_cuts(&socket, &mut random);
        let found = replayed(&mut journal).expect("a journal that reads");
        let after = book.after(&step);
        assert!(found == book || found == after, "cut {cut}");
        book = found;
    }
    appends
}

fn plan_cut(socket: &Socket, random: &mut ChaCha8Rng) {
    let tear = Tear::ALL[random.random_range(0..Tear::ALL.len())];
    let mut chip = socket.chip();
    chip.clear_history();
    chip.cut_power_after(random.random_range(0..60), tear, random.random());
}

/// Recovers on the same chip; every other time, power fails on the way if there is anything to write.
fn restart_with_cuts(socket: &Socket, random: &mut ChaCha8Rng) -> Journal<Socket> {
    loop {
        let mut journal = Journal::new(socket.clone()).expect("a flash that fits");
        if random.random() {
            let tear = Tear::ALL[random.random_range(0..Tear::ALL.len())];
            let cut = random.random_range(0..4);
            socket.chip().cut_power_after(cut, tear, random.random());
        }
        let recovery = journal.recover();
        let lost_power = !socket.chip().is_powered();
        socket.chip().power_on();
        if !lost_power {
            recovery.expect("a journal that recovers");
            return journal;
        }
    }
}
