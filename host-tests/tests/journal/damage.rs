//! Damage to one copy of what had been written: it is rebuilt from the other.

use super::book::{Book, SMALL, Script, Step, formatted, recovered, restart, write};
use firmware::journal::{Error, Journal, Repairs};
use parts::flash::{FlashChip, Operation, PAGE, Socket, WORD};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// Where log B begins.
const HALF: usize = SMALL / 2 * PAGE;

/// Entries that were written, and where.
pub struct Written {
    pub chip: FlashChip,
    pub book: Book,
    pub entries: Vec<Place>,
}

impl Written {
    /// One in `every` address of the entries, of either log.
    fn addresses(&self, every: usize) -> impl Iterator<Item = usize> {
        let words = self.entries.iter().flat_map(|place| &place.words);
        words.flatten().copied().step_by(every)
    }
}

/// The number of an entry, and the addresses of its double-words in log A and log B.
#[derive(Clone)]
pub struct Place {
    pub sequence: u32,
    pub words: [Vec<usize>; 2],
}

/// Some 250 entries, over several pages, that no checkpoint follows.
pub fn written(seed: u64) -> Written {
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
    Written {
        chip: socket.chip().clone(),
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
fn a_bit_of_any_double_word_of_one_copy_may_flip() {
    let flips = a_bit_flips(1);
    println!("{flips} bits flipped, one at a time");
}

/// A bit of one in `every` double-words; returns how many flipped.
pub fn a_bit_flips(every: usize) -> usize {
    let written = written(6);
    let mut flips = 0;
    for address in written.addresses(every) {
        // Over 64 double-words, every bit of one.
        let (byte, bit) = (address + flips % WORD, flips / WORD % 8);
        let mut damaged = written.chip.clone();
        damaged.flip_bit(byte, bit);
        assert_repaired(damaged, &written.book, address < HALF);
        flips += 1;
    }
    flips
}

#[test]
fn every_double_word_of_one_copy_may_become_unreadable() {
    a_double_word_becomes_unreadable(1);
}

/// One in `every` double-words.
pub fn a_double_word_becomes_unreadable(every: usize) {
    let written = written(7);
    for address in written.addresses(every) {
        let mut damaged = written.chip.clone();
        damaged.spoil_word(address);
        assert_repaired(damaged, &written.book, address < HALF);
    }
}

/// The repair is reported for the right log, and after it there is nothing to repair.
fn assert_repaired(damaged: FlashChip, book: &Book, in_log_a: bool) {
    let (socket, journal, repairs) = restart(damaged).expect("the other log has it");
    drop(journal);
    let Repairs { a, b } = repairs;
    assert_eq!((a > 0, b > 0), (in_log_a, !in_log_a));
    is_sound(&socket, book);
}

/// Nothing is left to repair.
fn is_sound(socket: &Socket, book: &Book) {
    let found = recovered(&socket.chip());
    assert_eq!(found, Ok((book.clone(), Repairs::default())));
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
        // Its entries and the checkpoint.
        assert_eq!([repairs.a, repairs.b][log], missing);
        is_sound(&socket, &book);
    }
}

/// An entry that could not be read for a while has been copied. Should the copy and the other log's be damaged in
/// turn, the old one serves.
#[test]
fn an_older_copy_serves_where_the_newer_ones_are_damaged() {
    let written = written(11);
    let [in_a, in_b] = &written.entries[100].words;
    let mut chip = written.chip.clone();
    chip.spoil_word(in_a[0]);
    let (socket, mut journal, _) = restart(chip).expect("the other log has it");
    let [header_and_copy, _] = places(socket.chip().history());
    let page = in_a[0] / PAGE;
    let pages = page..page + 1;
    socket.chip().copy_pages_from(&written.chip, pages);
    for address in header_and_copy.iter().skip(1).chain(in_b) {
        socket.chip().spoil_word(*address);
    }
    let found = recovered(&socket.chip()).map(|(book, _)| book);
    assert_eq!(found, Ok(written.book), "at a start");
    let repairs = check(&mut journal);
    assert_eq!(repairs, Ok(Repairs { a: 0, b: 1 }), "in operation");
}

/// Once round every entry.
fn check(journal: &mut Journal<Socket>) -> Result<Repairs, Error> {
    let mut all = Repairs::default();
    for _ in 0..journal.next_sequence()? {
        let Repairs { a, b } = journal.check_next()?;
        all = Repairs {
            a: all.a + a,
            b: all.b + b,
        };
    }
    Ok(all)
}

#[test]
fn damage_in_operation_is_found_and_repaired() {
    let Written { chip, entries, .. } = written(9);
    let (socket, mut journal, _) = restart(chip).expect("a sound flash");
    assert_eq!(check(&mut journal), Ok(Repairs::default()));
    let Place { sequence, words } = &entries[100];
    socket.chip().spoil_word(words[1][0]);
    assert_eq!(check(&mut journal), Ok(Repairs { a: 0, b: 1 }));
    assert_eq!(check(&mut journal), Ok(Repairs::default()));
    socket.chip().spoil_word(words[0][0]);
    assert_eq!(check(&mut journal), Ok(Repairs { a: 1, b: 0 }));

    let Place { words, .. } = &entries[101];
    socket.chip().spoil_word(words[0][0]);
    socket.chip().spoil_word(words[1][0]);
    let lost = Err(Error::Lost {
        sequence: sequence + 1,
    });
    assert_eq!(check(&mut journal), lost);
    let step = Step::Entry(1, vec![]);
    assert_eq!(write(&mut journal, &step), Err(Error::Stopped));
}

/// Two damaged places at random, one in each log: the truth or a fault, nothing else.
#[test]
fn random_damage_is_repaired_or_reported() {
    damage_is_repaired_or_reported(2000);
}

/// So many times.
pub fn damage_is_repaired_or_reported(times: usize) {
    let written = written(13);
    let entries = &written.entries;
    let mut random = ChaCha8Rng::seed_from_u64(13);
    let (mut repaired, mut reported) = (0, 0);
    for _ in 0..times {
        let mut damaged = written.chip.clone();
        // Near each other, so that they often meet in one entry.
        let near = random.random_range(0..entries.len() - 3);
        for log in [0, 1] {
            let words = &entries[near + random.random_range(0..3)].words[log];
            let byte = words[random.random_range(0..words.len())] + random.random_range(0..WORD);
            damaged.flip_bit(byte, random.random_range(0..8));
        }
        match recovered(&damaged) {
            Ok((found, _)) => {
                assert_eq!(found, written.book);
                repaired += 1;
            }
            Err(Error::Lost { .. }) => reported += 1,
            Err(other) => panic!("{other}"),
        }
    }
    println!("{repaired} repaired, {reported} reported");
    assert!(repaired > 0 && reported > 0);
}
