//! Beginning anew: only on request, and never half.

use super::book::{Book, SMALL, Script, formatted, recovered, replayed, write};
use firmware::controller::Controller;
use firmware::journal::{EntryKind, Error, Journal, MAX_CHECKPOINT, MAX_PAYLOAD};
use parts::flash::{FlashChip, Operation, PAGE, Socket, Tear};
use parts::hex;
use shared_rules::wire::key::KeyRing;

#[test]
fn a_blank_flash_is_no_state_to_start_from() {
    let socket = Socket::new(FlashChip::new(SMALL));
    let mut journal = Journal::new(socket.clone()).expect("a flash that fits");
    let kind = EntryKind::new(1).expect("a kind");
    assert_eq!(journal.append(kind, &[]), Err(Error::Stopped));
    assert_eq!(journal.recover(), Err(Error::Blank));
    assert_eq!(journal.append(kind, &[]), Err(Error::Stopped));
    assert_eq!(journal.latest_checkpoint(), Err(Error::Stopped));
    assert_eq!(socket.chip().history(), [], "nothing is written unasked");
}

#[test]
fn a_cut_while_a_new_board_is_formatted_leaves_it_new_or_done() {
    let (socket, _) = formatted(SMALL);
    for cut in 0..socket.chip().history().len() {
        for tear in Tear::ALL {
            let socket = Socket::new(FlashChip::new(SMALL));
            socket.chip().cut_power_after(cut, tear, cut as u64);
            let mut journal = Journal::new(socket.clone()).expect("a flash that fits");
            journal.format(&[]).expect_err("power fails");
            socket.chip().power_on();
            let recovery = journal.recover().map(|recovery| recovery.next);
            let outcomes = [Ok(1), Err(Error::Blank)];
            assert!(outcomes.contains(&recovery), "{cut} {tear:?}: {recovery:?}");
        }
    }
}

/// The longest checkpoint is in as few parts as its bytes need, each with its place and their number.
#[test]
fn a_journal_may_begin_with_the_longest_checkpoint() {
    let mut journal = Journal::new(Socket::new(FlashChip::new(SMALL))).expect("a flash that fits");
    let longest = [0xC5; MAX_CHECKPOINT];
    assert_eq!(journal.format(&longest), Ok(()));
    let parts = MAX_CHECKPOINT.div_ceil(MAX_PAYLOAD - 2);
    assert_eq!(journal.next_sequence().map(|next| next as usize), Ok(parts));
    // A sound flash takes everything at once.
    assert_eq!(journal.retries(), 0);
    let book = replayed(&mut journal).expect("a sound flash");
    assert_eq!(book.checkpoint, longest);
}

/// A young journal, all of it on the first pages, whose two headers are gone: damage, and no new board.
#[test]
fn what_is_damaged_or_not_ours_is_no_new_board() {
    let (socket, _) = formatted(SMALL);
    let log_b = SMALL / 2 * PAGE;
    for spoil in [FlashChip::spoil_word, |chip: &mut FlashChip, at| {
        chip.flip_bit(at, 0);
    }] {
        let mut damaged = socket.chip().clone();
        spoil(&mut damaged, 0);
        spoil(&mut damaged, log_b);
        assert_eq!(recovered(&damaged), Err(Error::NoCheckpoint));
    }
    for address in [PAGE, log_b, log_b + PAGE - 8] {
        let mut foreign = FlashChip::new(SMALL);
        foreign.flip_bit(address, 7);
        assert_eq!(recovered(&foreign), Err(Error::NoCheckpoint));
    }
}

/// The frozen bytes of version 5, worked out by other code from the table in `docs/journal.md`: a header, an
/// empty checkpoint, an entry with a narrow check and two with a wide one, the second with no padding. A board in the
/// field has such bytes.
#[test]
fn the_bytes_are_those_of_the_document() {
    let (socket, mut journal) = formatted(SMALL);
    let [narrow, wide, tight] =
        [0x42, 0x43, 0x44].map(|code| EntryKind::new(code).expect("a kind"));
    journal.append(narrow, &[1, 2, 3]).expect("a sound flash");
    let written = journal.append(wide, &[9, 8, 7, 6, 5]);
    written.expect("a sound flash");
    journal.append(tight, &[0xAB]).expect("a sound flash");
    let chip = socket.chip();
    let log_b = SMALL / 2 * PAGE;
    for (address, bytes) in [
        (0, "00 00 00 00 00 00 01 1B"),
        (8, "00 03 FF 00 01 FF 89 69"),
        (16, "01 04 42 01 02 03 1F A0"),
        (24, "02 06 43 09 08 07 06 05"),
        (32, "FF FF FF FF 82 D9 48 CC"),
        (40, "03 02 44 AB 92 57 7E F0"),
        (log_b, "00 00 00 00 00 00 FB 63"),
    ] {
        assert_eq!(chip.bytes(address, 8), hex::bytes(bytes), "at {address}");
    }
    assert_eq!(chip.bytes(log_b + 8, 40), chip.bytes(8, 40));
}

/// The first pages of a new journal as each version has written them, in log A and log B, and those of two versions to
/// come.
const HEADERS: [(u8, &str, &str); 6] = [
    (1, "00 00 00 00 00 00 D5 16", "00 00 00 00 00 00 2F 6E"),
    (2, "00 00 00 00 00 00 4A 13", "00 00 00 00 00 00 B0 6B"),
    (3, "00 00 00 00 00 00 3F 10", "00 00 00 00 00 00 C5 68"),
    (4, "00 00 00 00 00 00 74 18", "00 00 00 00 00 00 8E 60"),
    (6, "00 00 00 00 00 00 9E 1E", "00 00 00 00 00 00 64 66"),
    (9, "00 00 00 00 00 00 7D 0D", "00 00 00 00 00 00 87 75"),
];

/// A flash with these headers, each followed by an empty checkpoint, whose bytes are the same in every version.
fn of_version(a: &str, b: &str) -> FlashChip {
    let mut chip = FlashChip::new(SMALL);
    for (page, header) in [(0, a), (SMALL / 2, b)] {
        for (word, digits) in [(0, header), (1, "00 03 FF 00 01 FF 89 69")] {
            let bytes = hex::bytes(digits).try_into().expect("a double-word");
            let program = Operation::Program(page * PAGE / 8 + word, bytes);
            chip.operate(program).expect("an erased flash");
        }
    }
    chip
}

/// Pages of another version, older or newer, are told by name, and nothing is written over them. One log may have lost
/// its own.
#[test]
fn a_flash_of_another_version_is_told_by_its_version() {
    for (found, a, b) in HEADERS {
        for lost in [None, Some(0), Some(SMALL / 2 * PAGE)] {
            let mut chip = of_version(a, b);
            if let Some(address) = lost {
                chip.spoil_word(address);
            }
            let version = Error::Version { found, read: 5 };
            assert_eq!(recovered(&chip), Err(version));
            let words = format!("the journal is of version {found}, this program reads version 5");
            assert_eq!(version.to_string(), words);
        }
    }
}

/// The same bytes under this version's headers are a journal: it is the version alone that stops the table.
#[test]
fn the_same_pages_of_this_version_are_a_journal() {
    let chip = of_version("00 00 00 00 00 00 01 1B", "00 00 00 00 00 00 FB 63");
    assert_eq!(recovered(&chip).map(|(book, _)| book), Ok(Book::default()));
}

/// The table halts with those words, keeps the flash as it is, and accepts nothing.
#[test]
fn a_table_halts_on_a_journal_of_another_version() {
    for (found, a, b) in HEADERS {
        let chip = of_version(a, b);
        let socket = Socket::new(chip.clone());
        let mut table = Controller::new(socket.clone()).expect("a flash that fits");
        table.start(&KeyRing::new(), None);
        let halt = table.halt().expect("another version");
        assert!(
            halt.to_string()
                .contains(&format!("of version {found}, this program reads")),
            "{halt}"
        );
        assert!(socket.chip().image() == chip.image(), "nothing is written");
    }
}

#[test]
fn a_cut_while_formatting_leaves_the_old_state_or_the_new_one_or_none() {
    formatting_is_cut(1);
}

/// At one in `every` operations.
pub fn formatting_is_cut(every: usize) {
    let (socket, mut journal) = formatted(SMALL);
    let mut script = Script::new(3);
    let mut old = Book::default();
    for _ in 0..6000 {
        let step = script.next(&journal);
        write(&mut journal, &step).expect("a sound flash");
        old.add(&step);
    }
    let new = Book {
        checkpoint: vec![9; 600],
        entries: Vec::new(),
    };
    let before = socket.chip().clone();
    journal.format(&new.checkpoint).expect("a sound flash");
    let found = recovered(&socket.chip());
    assert_eq!(found, Ok((new.clone(), Default::default())));

    let operations = socket.chip().history().len() - before.history().len();
    let mut outcomes = [0; 3];
    for cut in (0..operations).step_by(every) {
        for tear in Tear::ALL {
            let socket = Socket::new(before.clone());
            socket.chip().cut_power_after(cut, tear, cut as u64);
            let mut journal = Journal::new(socket.clone()).expect("a flash that fits");
            assert!(journal.format(&new.checkpoint).is_err());
            socket.chip().power_on();
            let left = recovered(&socket.chip());
            match left {
                Ok((book, _)) if book == old => outcomes[0] += 1,
                Ok((book, _)) if book == new => outcomes[1] += 1,
                Err(Error::Blank | Error::NoCheckpoint | Error::Lost { .. }) => outcomes[2] += 1,
                other => panic!("cut {cut}, {tear:?}: {other:?}"),
            }
        }
    }
    println!("old, new, none: {outcomes:?}");
    assert!(outcomes.iter().all(|count| *count > 0));
}
