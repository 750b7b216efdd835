//! The ring in good times: everything comes back, over many turns; limits are kept; audits read the past.

use super::book::{Book, KIND, SMALL, Script, Step, formatted, replayed, restart, write};
use firmware::journal::{Error, Journal, MAX_CHECKPOINT, MAX_PAYLOAD, Repairs};
use parts::flash::{FlashChip, PAGE, Socket};
use std::collections::BTreeMap;

#[test]
fn everything_comes_back_over_several_turns_of_the_ring() {
    for pages in [SMALL, 256] {
        let (socket, mut journal) = formatted(pages);
        let mut script = Script::new(1);
        let mut book = Book::default();
        let mut steps = 0;
        while socket.chip().erasures().iter().any(|count| *count < 5) {
            let step = script.next(&journal);
            write(&mut journal, &step).expect("a sound flash");
            book.add(&step);
            steps += 1;
            if steps % 5000 == 0 {
                let chip = socket.chip().clone();
                let (_, mut restarted, repairs) = restart(chip).expect("a sound flash");
                assert_eq!(repairs, Repairs::default());
                assert_eq!(replayed(&mut restarted), Ok(book.clone()));
            }
            socket.chip().clear_history();
        }
        assert_eq!(replayed(&mut journal), Ok(book));
        println!("{pages} pages: {steps} appends");
    }
}

type Past = BTreeMap<u32, (u8, Vec<u8>)>;

/// A ring that has come round, and every entry that was ever in it.
fn ring_come_round() -> (Socket, Journal<Socket>, Past) {
    let (socket, mut journal) = formatted(SMALL);
    let mut script = Script::new(2);
    let mut past = Past::new();
    for _ in 0..8000 {
        let step = script.next(&journal);
        let sequence = write(&mut journal, &step).expect("a sound flash");
        if let Step::Entry(kind, payload) = step {
            past.insert(sequence, (kind, payload));
        }
    }
    assert!(journal.oldest() > Some(0), "the ring has come round");
    (socket, journal, past)
}

/// What an audit finds from this number on.
fn audited(journal: &mut Journal<Socket>, from: u32) -> Past {
    let mut found = Past::new();
    let mut reader = journal.read_from(from);
    while let Some(entry) = reader.next().expect("a sound flash") {
        let content = (entry.kind.code(), entry.payload.to_vec());
        found.insert(entry.sequence, content);
    }
    found
}

#[test]
fn an_audit_reads_every_entry_that_the_ring_still_holds() {
    let (_, mut journal, mut past) = ring_come_round();
    let oldest = journal.oldest().expect("entries");
    let held = past.range(oldest..).count();
    assert!(held > 1000, "{held} entries");
    for from in [0, oldest + 1000] {
        let found = audited(&mut journal, from);
        assert_eq!(found, past.split_off(&from.max(oldest)));
        past = found;
    }
}

/// The oldest page of each log is the one that is erased next: it may be half-erased after any power cut.
#[test]
fn an_audit_does_not_count_on_the_page_that_is_erased_next() {
    let (socket, journal, _) = ring_come_round();
    let chip = socket.chip();
    let first_number = |page| {
        let header = chip.bytes(page * PAGE + 2, 4);
        u32::from_le_bytes(header.try_into().expect("four bytes"))
    };
    let log_a = (0..SMALL / 2).map(first_number).min();
    let log_b = (SMALL / 2..SMALL).map(first_number).min();
    let oldest = journal.oldest();
    assert!(log_a < oldest, "{log_a:?} {oldest:?}");
    assert!(log_b < oldest, "{log_b:?} {oldest:?}");
}

#[test]
fn checkpoints_and_entries_of_every_length_come_back() {
    let (socket, mut journal) = formatted(SMALL);
    for length in 0..=MAX_CHECKPOINT {
        let checkpoint: Vec<u8> = (0..=255).cycle().skip(length).take(length).collect();
        let entry = vec![0x5A; length.min(MAX_PAYLOAD)];
        journal.append_checkpoint(&checkpoint).expect("room");
        journal.append(KIND, &entry).expect("room");
        let book = replayed(&mut journal).expect("a sound flash");
        assert_eq!(book.checkpoint, checkpoint);
        assert_eq!(book.entries, [(KIND.code(), entry)]);
    }
    let chip = socket.chip().clone();
    assert!(restart(chip).is_ok());
}

#[test]
fn what_is_too_long_is_refused_and_nothing_else_happens() {
    let (socket, mut journal) = formatted(SMALL);
    let operations = socket.chip().history().len();
    let entry = journal.append(KIND, &[0; MAX_PAYLOAD + 1]);
    let checkpoint = journal.append_checkpoint(&[0; MAX_CHECKPOINT + 1]);
    assert_eq!([entry, checkpoint], [Err(Error::TooLong); 2]);
    let format = journal.format(&[0; MAX_CHECKPOINT + 1]);
    assert_eq!(format, Err(Error::TooLong));
    assert_eq!(socket.chip().history().len(), operations);
    assert_eq!(journal.append(KIND, &[]), Ok(1));
}

#[test]
fn a_checkpoint_that_never_comes_is_never_overwritten() {
    let (socket, mut journal) = formatted(SMALL);
    let mut book = Book::default();
    let refusal = loop {
        let step = Step::Entry(KIND.code(), vec![0xA5; 200]);
        match write(&mut journal, &step) {
            Ok(_) => book.add(&step),
            Err(error) => break error,
        }
    };
    assert_eq!(refusal, Error::CheckpointOverdue);
    assert!(journal.needs_checkpoint());
    let chip = socket.chip().clone();
    let (_, mut restarted, _) = restart(chip).expect("a sound flash");
    assert_eq!(replayed(&mut restarted), Ok(book));

    let checkpoint = journal.append_checkpoint(&[1; MAX_CHECKPOINT]);
    checkpoint.expect("room is kept for it");
    assert!(!journal.needs_checkpoint());
    journal.append(KIND, &[0; MAX_PAYLOAD]).expect("room again");
}

#[test]
fn a_flash_of_the_wrong_size_is_refused() {
    for pages in [0, 2, SMALL - 1, 258] {
        let journal = Journal::new(Socket::new(FlashChip::new(pages)));
        assert!(matches!(journal, Err(Error::Geometry)), "{pages} pages");
    }
}
