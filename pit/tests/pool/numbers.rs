//! Every message is booked once: its number, its bytes, its start and its key decide.

use shared_rules::pool::message::{Direction, ToPool, write_letter};

use crate::prelude::*;
use crate::support::key;

const GAME: Game = Game::Ml9;

fn entries(desk: &Desk) -> u64 {
    desk.sequencer.state().pool().entries()
}

#[test]
fn nothing_is_answered_before_it_is_in_the_engine() {
    let mut desk = Desk::new(GAME);
    let open = letter(3, 1, TableEntry::Open(1));
    desk.sequencer.accept(&open, START_MS).expect("a letter");
    assert_eq!(desk.letters(), []);
    let proposal = desk.sequencer.propose(START_MS).expect("a block");
    assert_eq!(proposal.expected_head, 1);
    assert_eq!(desk.letters(), []);
    assert_eq!(entries(&desk), 0);
    desk.commit();
    let answers = [(3, ToTable::Permit(1)), (3, ToTable::Ack(1))];
    assert_eq!(desk.letters(), answers);
    assert_eq!(entries(&desk), 1);
}

#[test]
fn a_message_that_comes_again_is_answered_again_and_booked_once() {
    let mut desk = Desk::new(GAME);
    desk.entry(3, 1, TableEntry::Open(1));
    desk.letters();
    for _ in 0..3 {
        desk.entry(3, 1, TableEntry::Open(1));
        let answers = [(3, ToTable::Permit(1)), (3, ToTable::Ack(1))];
        assert_eq!(desk.letters(), answers);
    }
    assert_eq!((entries(&desk), desk.sequencer.state().head()), (1, 2));
}

#[test]
fn the_same_message_twice_in_a_block_is_booked_once() {
    let mut desk = Desk::new(GAME);
    let bytes = message(1, TableEntry::Open(1));
    // Another start, so that the letters differ around the same bytes.
    for boot in [1, 1, 2] {
        let again = seal(membership(3, 1), boot, &bytes);
        desk.sequencer.accept(&again, START_MS).expect("a letter");
    }
    desk.commit();
    assert_eq!((entries(&desk), desk.sequencer.state().head()), (1, 2));
}

#[test]
fn a_number_with_other_bytes_quarantines_the_table() {
    let mut desk = Desk::new(GAME);
    desk.entry(3, 1, TableEntry::Open(1));
    desk.letters();
    desk.entry(3, 1, TableEntry::Open(2));
    assert_eq!(desk.letters(), [(3, ToTable::Quarantined)]);
    let notices = desk.notices();
    let [
        HouseNotice::Quarantined {
            table: 3,
            number: 1,
            why,
        },
    ] = notices.as_slice()
    else {
        panic!("{notices:?}");
    };
    assert!(why.contains("other bytes"), "{why}");
    // It is not listened to, and no further record is written.
    let head = desk.sequencer.state().head();
    desk.entry(3, 2, lock(1, START_MS));
    assert_eq!(desk.letters(), [(3, ToTable::Quarantined)]);
    assert_eq!(desk.sequencer.state().head(), head);
    // Other tables are.
    desk.entry(4, 1, TableEntry::Open(1));
    assert_eq!(desk.letters().len(), 2);
    // The house lifts it, and the table goes on where it was.
    desk.sequencer.rule(HouseRuling::Lift(3), START_MS);
    desk.commit();
    let answers = [(3, ToTable::Permit(1)), (3, ToTable::Ack(1))];
    assert_eq!(desk.letters(), answers);
    desk.entry(3, 2, lock(1, START_MS));
    assert_eq!(desk.letters(), [(3, ToTable::Ack(2))]);
}

#[test]
fn other_bytes_are_noticed_within_a_block() {
    let mut desk = Desk::new(GAME);
    for round in [1, 2] {
        let open = letter(3, 1, TableEntry::Open(round));
        desk.sequencer.accept(&open, START_MS).expect("a letter");
    }
    desk.commit();
    assert_eq!(desk.letters(), [(3, ToTable::Quarantined)]);
    assert_eq!(entries(&desk), 1);
}

#[test]
fn a_message_that_cannot_be_quarantines_the_table() {
    let mut desk = Desk::new(GAME);
    desk.entry(3, 1, lock(1, START_MS));
    assert_eq!(desk.letters(), [(3, ToTable::Quarantined)]);
    assert_eq!(entries(&desk), 0);
    let notices = desk.notices();
    let [HouseNotice::Quarantined { why, .. }] = notices.as_slice() else {
        panic!("{notices:?}");
    };
    assert!(why.contains("has not opened round 1"), "{why}");
    // Its number is used: the table does not repeat it for ever.
    desk.sequencer.rule(HouseRuling::Lift(3), START_MS);
    desk.commit();
    assert_eq!(desk.letters(), [(3, ToTable::Ack(1))]);
    desk.entry(3, 2, TableEntry::Open(1));
    let answers = [(3, ToTable::Permit(1)), (3, ToTable::Ack(2))];
    assert_eq!(desk.letters(), answers);
}

#[test]
fn a_gap_is_asked_for() {
    let mut desk = Desk::new(GAME);
    desk.entry(3, 1, TableEntry::Open(1));
    desk.letters();
    desk.entry(3, 3, TableEntry::Void(1));
    let letters = desk.letters();
    let [(3, ToTable::Welcome { last_number: 1, .. })] = letters.as_slice() else {
        panic!("{letters:?}");
    };
    assert_eq!(entries(&desk), 1);
}

#[test]
fn only_the_table_in_its_present_start_is_heard() {
    let mut desk = Desk::new(GAME);
    let bytes = message(1, TableEntry::Open(1));
    let place = membership(3, 1);
    desk.send(&seal(place, 5, &bytes));
    let old_start = seal(place, 4, &bytes);
    let mut forged = seal(place, 5, &message(2, lock(1, START_MS)));
    let last = forged.len() - 1;
    forged[last] ^= 1;
    let mut elsewhere = place;
    elsewhere.link += 1;
    // The pool's own letter comes back.
    let reflected = write_letter(
        &key(3, 1),
        Direction::ToTable,
        place,
        5,
        0,
        &ToTable::Ack(1),
    );
    let reflected = reflected.expect("a letter").to_vec();
    for (letter, expected) in [
        (old_start, Ignored::OldStart),
        (hello(3, 4), Ignored::OldStart),
        (forged, Ignored::NotGenuine),
        (reflected, Ignored::NotGenuine),
        (seal(elsewhere, 5, &bytes), Ignored::NoKey),
        (vec![1, 2, 3], Ignored::Unreadable),
        (Vec::new(), Ignored::Unreadable),
    ] {
        assert_eq!(desk.sequencer.accept(&letter, START_MS), Err(expected));
    }
    assert_eq!(entries(&desk), 1);
}

#[test]
fn numbers_start_again_in_another_generation() {
    let mut desk = Desk::new(GAME);
    let old = membership(3, 1);
    let new = membership(3, 2);
    desk.send(&seal(old, 9, &message(1, TableEntry::Open(1))));
    desk.letters();
    // A gap in the new generation begins at its own first number.
    desk.send(&seal(new, 1, &message(2, TableEntry::Void(1))));
    let letters = desk.letters();
    let [(3, ToTable::Welcome { last_number: 0, .. })] = letters.as_slice() else {
        panic!("{letters:?}");
    };
    desk.send(&seal(new, 1, &message(1, TableEntry::Void(1))));
    assert_eq!(desk.letters(), [(3, ToTable::Ack(1))]);
    assert_eq!(entries(&desk), 2);
    let late = seal(old, 10, &message(2, lock(1, START_MS)));
    assert_eq!(
        desk.sequencer.accept(&late, START_MS),
        Err(Ignored::Replaced)
    );
}

#[test]
fn a_replacement_is_not_told_the_numbers_of_the_table_before_it() {
    let mut desk = Desk::new(GAME);
    desk.send(&seal(membership(3, 1), 9, &message(1, TableEntry::Open(1))));
    desk.letters();
    let place = membership(3, 2);
    let hello = write_letter(&key(3, 2), Direction::ToPool, place, 1, 0, &ToPool::Hello);
    desk.send(&hello.expect("a letter"));
    let letters = desk.letters();
    let [
        (3, ToTable::Welcome { last_number: 0, .. }),
        (3, ToTable::Meter { .. }),
    ] = letters.as_slice()
    else {
        panic!("{letters:?}");
    };
    // The repetitions of a later second do not tell them either.
    desk.sequencer.poll(START_MS);
    let letters = desk.letters();
    assert!(!letters.contains(&(3, ToTable::Permit(1))), "{letters:?}");
}

#[test]
fn a_table_that_asks_is_told_everything() {
    let mut desk = Desk::new(GAME);
    desk.entry(3, 1, TableEntry::Open(1));
    desk.letters();
    desk.send(&hello(3, 2));
    let letters = desk.letters();
    let [
        (
            3,
            ToTable::Welcome {
                terms,
                last_number: 1,
            },
        ),
        (3, ToTable::Permit(1)),
        (3, ToTable::Ack(1)),
        (3, ToTable::Meter { sequence: 1, .. }),
    ] = letters.as_slice()
    else {
        panic!("{letters:?}");
    };
    assert_eq!(terms, desk.sequencer.state().pool().terms());
}
