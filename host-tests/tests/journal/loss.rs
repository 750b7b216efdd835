//! Damage to both copies, and copies that differ: faults that are reported, never silence.

use super::book::{SMALL, Step, formatted, recovered, write};
use super::damage::{Place, Written, written};
use firmware::journal::{Error, Journal, LogName};
use parts::flash::{FlashChip, PAGE, Socket};

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
fn assert_reads_around(damaged: FlashChip, lost: u32, entries: usize) {
    let mut journal = Journal::new(Socket::new(damaged)).expect("a flash that fits");
    journal.recover().expect_err("an entry is lost");
    let mut reader = journal.read_from(0);
    let mut read = 0;
    loop {
        match reader.next() {
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
    let opened = |place: &&Place| place.words[0][0].is_multiple_of(PAGE);
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
fn with_another_payload(written: &Written, sequence: u32) -> FlashChip {
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

/// The last entry is damaged in one log, and in the other the header of the page that holds it: nothing says any more
/// that it was there, but the traces in the first do.
#[test]
fn a_lost_page_does_not_hide_a_lost_entry() {
    let Written { chip, entries, .. } = written(9);
    let Place { sequence, words } = entries.last().expect("entries");
    for (page_of, entry_of) in [(0, 1), (1, 0)] {
        let mut damaged = chip.clone();
        damaged.spoil_word(words[page_of][0] / PAGE * PAGE);
        damaged.spoil_word(*words[entry_of].last().expect("a word"));
        let sequence = *sequence;
        assert_eq!(recovered(&damaged), Err(Error::Lost { sequence }));
    }
}

/// Whoever is called to the table reads which entry or which log it is.
#[test]
fn faults_say_where_they_are() {
    let lost = Error::Lost { sequence: 7 };
    let unrepaired = Error::Repair { log: LogName::B };
    let differing = Error::Disagreement { sequence: 8 };
    assert_eq!(lost.to_string(), "entry 7 is lost");
    assert_eq!(unrepaired.to_string(), "log B could not be repaired");
    assert_eq!(differing.to_string(), "the logs disagree on entry 8");
}
