//! Damage to what had been written: one copy is rebuilt from the other; two damaged copies and two that differ
//! are faults.

use crate::book::{Book, SMALL, Script, Step, formatted, recovered, restart, write};
use embassy_futures::block_on;
use firmware::journal::{Error, Journal, Repairs};
use host_tests::parts::flash::{Chip, Operation, PAGE, Socket, WORD};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// Where log B begins.
const HALF: usize = SMALL / 2 * PAGE;

/// Entries that were written, and where.
struct Written {
    chip: Chip,
    book: Book,
    entries: Vec<Place>,
}

/// The number of an entry, and the addresses of its double-words in log A and log B.
#[derive(Clone)]
struct Place {
    sequence: u32,
    words: [Vec<usize>; 2],
}

/// Some 250 entries, over several pages, that no checkpoint follows.
fn written(seed: u64) -> Written {
    let (socket, mut journal) = formatted(SMALL);
    let mut script = Script::new(seed);
    let mut book = Book::default();
    let mut entries = Vec::new();
    while entries.len() < 250 {
        let step = script.next(&journal);
        if matches!(step, Step::Checkpoint(_)) {
            continue;
        }
        socket.chip().clear_history();
        let sequence = write(&mut journal, &step).expect("a sound flash");
        let words = places(socket.chip().history());
        entries.push(Place { sequence, words });
        book.add(&step);
    }
    socket.chip().clear_history();
    let chip = socket.chip().clone();
    Written {
        chip,
        book,
        entries,
    }
}

/// The double-words that were programmed, header included where a page was turned.
fn places(history: &[Operation]) -> [Vec<usize>; 2] {
    let programmed = history.iter().filter_map(|operation| match operation {
        Operation::Program(word, _) => Some(word * WORD),
        Operation::Erase(_) => None,
    });
    programmed.partition(|address| *address < HALF).into()
}

#[test]
fn every_bit_of_one_copy_may_flip() {
    let Written {
        chip,
        book,
        entries,
    } = written(6);
    let mut flips = 0;
    for address in entries
        .iter()
        .flat_map(|place| place.words.iter().flatten())
    {
        let (byte, bit) = (address + flips % WORD, (flips / WORD % 8) as u32);
        let mut damaged = chip.clone();
        damaged.flip_bit(byte, bit);
        assert_repaired(damaged, &book, *address < HALF);
        flips += 1;
    }
    println!("{flips} bits flipped, one at a time");
}

#[test]
fn every_double_word_of_one_copy_may_become_unreadable() {
    let Written {
        chip,
        book,
        entries,
    } = written(7);
    for address in entries
        .iter()
        .flat_map(|place| place.words.iter().flatten())
    {
        let mut damaged = chip.clone();
        damaged.spoil_word(*address);
        assert_repaired(damaged, &book, *address < HALF);
    }
}

/// The repair is reported for the right log, and after it there is nothing to repair.
fn assert_repaired(damaged: Chip, book: &Book, in_log_a: bool) {
    let (socket, journal, repairs) = restart(damaged).expect("the other log has it");
    drop(journal);
    let Repairs { a, b } = repairs;
    assert!(if in_log_a {
        a > 0 && b == 0
    } else {
        a == 0 && b > 0
    });
    assert_eq!(
        recovered(&socket.chip()),
        Ok((book.clone(), Repairs::default()))
    );
}

#[test]
fn a_log_that_is_gone_is_rebuilt() {
    let Written { chip, book, .. } = written(8);
    for log in [0, 1] {
        let mut damaged = chip.clone();
        for page in 0..SMALL / 2 {
            let page = log * SMALL / 2 + page;
            damaged.operate(Operation::Erase(page)).expect("power");
        }
        let missing = u32::try_from(book.entries.len()).expect("few") + 1;
        let (socket, _, repairs) = restart(damaged).expect("the other log has it");
        assert_eq!(
            [repairs.a, repairs.b][log],
            missing,
            "entries and the checkpoint"
        );
        assert_eq!(
            recovered(&socket.chip()),
            Ok((book.clone(), Repairs::default()))
        );
    }
}

#[test]
fn damage_in_operation_is_found_and_repaired() {
    let Written { chip, entries, .. } = written(9);
    let (socket, mut journal, _) = restart(chip).expect("a sound flash");
    assert_eq!(block_on(journal.check()), Ok(Repairs::default()));
    let Place { sequence, words } = &entries[100];
    socket.chip().spoil_word(words[1][0]);
    assert_eq!(block_on(journal.check()), Ok(Repairs { a: 0, b: 1 }));
    assert_eq!(block_on(journal.check()), Ok(Repairs::default()));
    socket.chip().spoil_word(words[0][0]);
    assert_eq!(block_on(journal.check()), Ok(Repairs { a: 1, b: 0 }));

    let [Place { words, .. }, last] = [&entries[101], &entries[102]];
    socket.chip().spoil_word(words[0][0]);
    socket.chip().spoil_word(words[1][0]);
    let lost = Err(Error::Lost {
        sequence: sequence + 1,
    });
    assert_eq!(block_on(journal.check()), lost);
    let step = Step::Entry(1, vec![]);
    assert_eq!(
        write(&mut journal, &step),
        Err(Error::Stopped),
        "{}",
        last.sequence
    );
}

/// From the first entry to the very last: what follows an entry, if anything, plays no part.
#[test]
fn both_copies_of_an_entry_damaged_is_a_loss() {
    let Written { chip, entries, .. } = written(10);
    for place in &entries {
        let mut damaged = chip.clone();
        for words in &place.words {
            damaged.spoil_word(words[words.len() - 1]);
        }
        let sequence = place.sequence;
        assert_eq!(recovered(&damaged), Err(Error::Lost { sequence }));
        assert_reads_around(damaged, sequence, entries.len());
    }
}

/// A stopped journal can still be read, and says which entry it lost.
fn assert_reads_around(damaged: Chip, lost: u32, entries: usize) {
    let mut journal = Journal::new(Socket::new(damaged)).expect("a flash that fits");
    block_on(journal.recover()).expect_err("an entry is lost");
    let mut reader = journal.read_from(0);
    let mut read = 0;
    loop {
        match block_on(reader.next()) {
            Ok(Some(_)) => read += 1,
            Ok(None) => break,
            Err(error) => assert_eq!(error, Error::Lost { sequence: lost }),
        }
    }
    assert_eq!(read, entries - 1);
}

#[test]
fn both_copies_of_the_newest_page_damaged_is_a_loss() {
    let Written { chip, entries, .. } = written(11);
    let opened = |place: &&Place| place.words[0][0] % PAGE == 0;
    let newest = entries.iter().rfind(opened).expect("pages were turned");
    let mut damaged = chip.clone();
    damaged.flip_bit(newest.words[0][0], 3);
    damaged.spoil_word(newest.words[1][0]);
    let sequence = newest.sequence;
    assert_eq!(recovered(&damaged), Err(Error::Lost { sequence }));
}

#[test]
fn two_sound_copies_that_differ_are_a_fault() {
    let one = written(12);
    let sequence = one.entries[200].sequence;
    let other = with_another_payload(&one, sequence);
    assert_eq!(recovered(&other), Err(Error::Disagreement { sequence }));
}

/// The same log A, and a log B that was written with one bit of one payload inverted.
fn with_another_payload(written: &Written, sequence: u32) -> Chip {
    let (socket, mut journal) = formatted(SMALL);
    for (number, (kind, payload)) in (1..).zip(&written.book.entries) {
        let mut payload = payload.clone();
        let mut kind = *kind;
        if number == sequence {
            match payload.first_mut() {
                Some(byte) => *byte ^= 1,
                None => kind ^= 1,
            }
        }
        write(&mut journal, &Step::Entry(kind, payload)).expect("a sound flash");
    }
    let differing = socket.chip().clone();
    let mut mixed = written.chip.clone();
    mixed.copy_pages_from(&differing, SMALL / 2..SMALL);
    mixed
}

/// Two damaged places at random, one in each log: the truth or a fault, nothing else.
#[test]
fn random_damage_is_repaired_or_reported() {
    let Written {
        chip,
        book,
        entries,
    } = written(13);
    let mut random = ChaCha8Rng::seed_from_u64(13);
    let (mut repaired, mut reported) = (0, 0);
    for _ in 0..2000 {
        let mut damaged = chip.clone();
        // Near each other, so that they often meet in one entry.
        let near = random.random_range(0..entries.len() - 3);
        for log in [0, 1] {
            let words = &entries[near + random.random_range(0..3)].words[log];
            let byte = words[random.random_range(0..words.len())] + random.random_range(0..WORD);
            damaged.flip_bit(byte, random.random_range(0..8));
        }
        match recovered(&damaged) {
            Ok((found, _)) => {
                assert_eq!(found, book);
                repaired += 1;
            }
            Err(Error::Lost { .. }) => reported += 1,
            Err(other) => panic!("{other}"),
        }
    }
    println!("{repaired} repaired, {reported} reported");
    assert!(repaired > 0 && reported > 0);
}
