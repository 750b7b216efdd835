//! Somebody who may write the flash and does not have the journal's key.

use firmware::journal::{EntryKind, Journal, StoredRecord};
use parts::flash::{FlashChip, Socket};

use crate::table::JOURNAL_PAGES;

/// An entry: its kind, and its payload.
pub type Plain = (u8, Vec<u8>);

/// A journal with other entries, which is sound for everybody without the key: numbers and checksums are right. The
/// journal begins with the checkpoint of a new board and has no other.
pub fn rewritten(image: &[u8], change: impl FnOnce(&mut Vec<Plain>)) -> Vec<u8> {
    let mut journal = journal_of(FlashChip::from_image(image)).1;
    journal.recover().expect("a sound journal");
    let (mut first, mut entries) = (None, Vec::new());
    let mut reader = journal.read_from(0);
    while let Some(record) = reader.next_record().expect("a sound journal") {
        match record {
            StoredRecord::Entry(entry) => {
                entries.push((entry.kind.code(), entry.payload.to_vec()));
            }
            StoredRecord::Part {
                index,
                count,
                bytes,
            } => {
                assert_eq!((index, count, &first), (0, 1, &None), "a short journal");
                first = Some(bytes.to_vec());
            }
        }
    }
    change(&mut entries);
    let (socket, mut journal) = journal_of(FlashChip::new(JOURNAL_PAGES));
    let first = first.expect("the checkpoint of a new board");
    journal.format(&first).expect("a sound flash");
    for (kind, payload) in entries {
        let kind = EntryKind::new(kind).expect("a kind");
        journal.append(kind, &payload).expect("a sound flash");
    }
    socket.chip().image().to_vec()
}

fn journal_of(chip: FlashChip) -> (Socket, Journal<Socket>) {
    let socket = Socket::new(chip);
    let journal = Journal::new(socket.clone()).expect("a flash that fits");
    (socket, journal)
}
