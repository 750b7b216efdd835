//! A journal that has lived: power that fails again and again in the same place, pages that are out of order, and a start
//! that reads no more than it needs.

use super::book::{
    Book, KIND, SMALL, Script, Step, formatted, recovered, replayed, restart, write,
};
use firmware::journal::{Journal, MAX_CHECKPOINT, Repairs, Replay, StoredEntry};
use parts::flash::{FlashChip, Operation, PAGE, Socket, Tear};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// Double-words of the longest record, in both logs.
const LONGEST_RECORD: usize = 2 * 31;

/// A supply that gives up as soon as a checkpoint is being written, every time, after little more than one of its parts:
/// each start finds the checkpoint due, and goes on with it where the one before was cut.
#[test]
fn a_checkpoint_that_power_cuts_again_and_again_is_finished_in_the_end() {
    let (socket, mut journal) = formatted(SMALL);
    let checkpoint = [0xA5; MAX_CHECKPOINT];
    let (mut cuts, mut finished) = (0, 0);
    while finished < 300 {
        while !journal.needs_checkpoint() {
            journal.append(KIND, &[1, 2, 3]).expect("a sound flash");
        }
        // A page may have to be erased, and its header to be written, in each log.
        let tear = Tear::ALL[cuts % Tear::ALL.len()];
        socket.chip().clear_history();
        let soon = LONGEST_RECORD + 4;
        socket.chip().cut_power_after(soon, tear, cuts as u64);
        let written = journal.append_checkpoint(&checkpoint);
        socket.chip().power_on();
        match written {
            Ok(_) => finished += 1,
            Err(_) => cuts += 1,
        }
        assert!(cuts <= 10 * (finished + 1), "it makes no progress");
        restart(socket.chip().clone()).expect("a journal that recovers");
        journal = Journal::new(socket.clone()).expect("a flash that fits");
        journal.recover().expect("a journal that recovers");
    }
    println!("{finished} checkpoints in spite of {cuts} power cuts");
    assert!(cuts > 1_000);
}

/// After a repair, whose pages are out of order, nothing is left to repair, and nothing is missing; and so on, with more
/// entries and more damage behind it.
#[test]
fn repairs_do_not_hide_what_lies_behind_them() {
    let mut random = ChaCha8Rng::seed_from_u64(11);
    let mut repaired = 0;
    for seed in 0..60 {
        let (socket, mut journal) = formatted(SMALL);
        let mut script = Script::new(seed);
        let mut book = Book::default();
        for _ in 0..12 {
            for _ in 0..random.random_range(1..200) {
                let step = script.next(&journal);
                write(&mut journal, &step).expect("a sound flash");
                book.add(&step);
            }
            let mut chip = socket.chip().clone();
            spoil_one_log(&mut chip, &mut random);
            let (found, repairs) = recovered(&chip).expect("one log is whole");
            assert_eq!(found, book);
            repaired += repairs.a + repairs.b;
            let again;
            (again, journal, _) = restart(chip).expect("one log is whole");
            let (found, repairs) = recovered(&again.chip()).expect("a repaired journal");
            assert_eq!((found, repairs), (book.clone(), Repairs::default()));
            assert_eq!(replayed(&mut journal), Ok(book.clone()));
            *socket.chip() = again.chip().clone();
            journal = Journal::new(socket.clone()).expect("a flash that fits");
            journal.recover().expect("a repaired journal");
        }
    }
    println!("{repaired} entries repaired");
    assert!(repaired > 500);
}

/// Some words of one log cannot be read any more.
fn spoil_one_log(chip: &mut FlashChip, random: &mut ChaCha8Rng) {
    let log = random.random_range(0..2) * SMALL / 2 * PAGE;
    for _ in 0..random.random_range(1..6) {
        let word = random.random_range(0..SMALL / 2 * PAGE / 8);
        let address = log + word * 8;
        if chip.bytes(address, 8) != [0xFF; 8] {
            chip.spoil_word(address);
        }
    }
}

/// Counts what a recovery hands out.
#[derive(Default)]
struct Counts {
    alive: usize,
    entries: usize,
}

impl Replay for Counts {
    fn alive(&mut self) {
        self.alive += 1;
    }
    fn checkpoint(&mut self, _: &[u8]) {}
    fn entry(&mut self, _: StoredEntry<'_>) {
        self.entries += 1;
    }
}

/// However long the ring has been turning, a start reads a bounded part of it: the shortest records there are, and no
/// checkpoint before it is due.
#[test]
fn a_start_reads_no_more_than_lies_behind_the_checkpoint() {
    let (socket, mut journal) = formatted(256);
    let mut most = 0;
    for number in 0..100_000 {
        if journal.needs_checkpoint() {
            journal.append_checkpoint(&[0; 600]).expect("a sound flash");
        }
        journal.append(KIND, &[]).expect("a sound flash");
        if number % 1_009 == 0 {
            socket.chip().clear_history();
            let mut counts = Counts::default();
            let mut started = Journal::new(Socket::new(socket.chip().clone())).expect("it fits");
            started.recover_into(&mut counts).expect("a sound flash");
            most = most.max(counts.entries);
            // Pages of both logs, and each entry once.
            assert!(counts.alive <= counts.entries + 32, "{}", counts.alive);
        }
    }
    println!("at most {most} entries read");
    assert!((700..=800).contains(&most), "{most}");
}

/// A page in the middle of the ring whose header is gone, in one log: the start does not stop there.
#[test]
fn a_lost_header_in_one_log_costs_nothing() {
    let (socket, mut journal) = formatted(SMALL);
    let mut book = Book::default();
    for number in 0..600_u16 {
        let step = Step::Entry(7, number.to_le_bytes().to_vec());
        write(&mut journal, &step).expect("a sound flash");
        book.add(&step);
    }
    let opened = |operation: &&Operation| matches!(operation, Operation::Erase(_));
    assert!(socket.chip().history().iter().filter(opened).count() >= 4);
    for log in [0, SMALL / 2 * PAGE] {
        for page in 0..3 {
            let mut chip = socket.chip().clone();
            chip.spoil_word(log + page * PAGE);
            let (found, _) = recovered(&chip).expect("one log is whole");
            assert_eq!(found, book, "page {page}");
        }
    }
}

/// A repair's page is out of order, and says nothing about where the page before it ends: an audit after a start that has
/// read neither finds what lies there.
#[test]
fn an_audit_reads_what_lies_before_a_repair() {
    let (socket, mut journal) = formatted(SMALL);
    let mut addresses = Vec::new();
    for number in 0..100_u8 {
        socket.chip().clear_history();
        journal.append(KIND, &[number]).expect("a sound flash");
        let address = |one: &Operation| match one {
            Operation::Program(word, _) => word * 8,
            Operation::Erase(page) => page * PAGE,
        };
        let chip = socket.chip();
        addresses.push(Vec::from_iter(chip.history().iter().map(address)));
    }
    // Entry 50 is damaged in log A, entry 60 in log B; each is written again at the end of its log.
    for (entry, log) in [(50, 0), (60, 1)] {
        socket.chip().spoil_word(addresses[entry][log]);
    }
    journal.recover().expect("each entry is in one of the logs");
    while !journal.needs_checkpoint() {
        journal.append(KIND, &[0; 100]).expect("a sound flash");
    }
    journal.append_checkpoint(&[]).expect("a sound flash");
    let (_, mut journal, _) = restart(socket.chip().clone()).expect("a sound flash");
    let mut reader = journal.read_from(1);
    for number in 0..100_u8 {
        let entry = reader.next().expect("nothing is lost").expect("an entry");
        assert_eq!(entry.payload, [number]);
    }
}
