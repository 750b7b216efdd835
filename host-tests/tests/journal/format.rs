//! Beginning anew: only on request, and never half.

use crate::book::{Book, SMALL, Script, formatted, recovered, write};
use embassy_futures::block_on;
use firmware::journal::{Error, Journal, Kind};
use host_tests::parts::flash::{Chip, Socket, Tear};

#[test]
fn a_blank_flash_is_no_state_to_start_from() {
    let socket = Socket::new(Chip::new(SMALL));
    let mut journal = Journal::new(socket.clone()).expect("a flash that fits");
    let kind = Kind::new(1).expect("a kind");
    assert_eq!(block_on(journal.append(kind, &[])), Err(Error::Stopped));
    assert_eq!(block_on(journal.recover()), Err(Error::Blank));
    assert_eq!(block_on(journal.append(kind, &[])), Err(Error::Stopped));
    assert_eq!(block_on(journal.latest_checkpoint()), Err(Error::Stopped));
    assert_eq!(socket.chip().history(), [], "nothing is written unasked");
}

/// The frozen bytes of version 1, worked out from the table in `docs/journal.md`.
#[test]
fn the_bytes_are_those_of_the_document() {
    let (socket, mut journal) = formatted(SMALL);
    let kind = Kind::new(0x42).expect("a kind");
    block_on(journal.append(kind, &[1, 2, 3])).expect("a sound flash");
    let chip = socket.chip();
    let half = SMALL / 2 * 2048;
    println!("{:02x?}", chip.bytes(0, 24));
    assert_eq!(chip.bytes(0, 6), [0, 0, 0, 0, 0, 0]);
    assert_eq!(chip.bytes(8, 6), [0, 3, 0xFF, 0, 1, 0xFF]);
    assert_eq!(chip.bytes(16, 6), [1, 4, 0x42, 1, 2, 3]);
    assert_eq!(chip.bytes(8, 16), chip.bytes(half + 8, 16));
    assert_ne!(
        chip.bytes(0, 8),
        chip.bytes(half, 8),
        "a page knows its log"
    );
}

#[test]
fn a_cut_while_formatting_leaves_the_old_state_or_the_new_one_or_none() {
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
    block_on(journal.format(&new.checkpoint)).expect("a sound flash");
    assert_eq!(
        recovered(&socket.chip()),
        Ok((new.clone(), Default::default()))
    );

    let operations = socket.chip().history().len() - before.history().len();
    let mut outcomes = [0; 3];
    for cut in 0..operations {
        for tear in Tear::ALL {
            let socket = Socket::new(before.clone());
            socket.chip().cut_power_after(cut, tear, cut as u64);
            let mut journal = Journal::new(socket.clone()).expect("a flash that fits");
            assert!(block_on(journal.format(&new.checkpoint)).is_err());
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
