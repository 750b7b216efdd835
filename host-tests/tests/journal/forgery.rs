//! Torn records that look like sound ones. Chance makes one in 65,000; here they are made on purpose.

use super::book::{Book, SMALL, Step, formatted, recovered, write};
use parts::flash::Tear;

/// CRC-16/IBM-3740, bit by bit.
fn crc_16(bytes: &[u8]) -> u16 {
    let mut crc = 0xFFFF;
    for byte in bytes {
        crc ^= u16::from(*byte) << 8;
        for _ in 0..8 {
            let carry = crc & 0x8000 != 0;
            crc = (crc << 1) ^ if carry { 0x1021 } else { 0 };
        }
    }
    crc
}

/// The number of the entry that is torn: the first one after the checkpoint.
const SEQUENCE: u32 = 1;

fn check(record: &[u8]) -> u16 {
    crc_16(&[&SEQUENCE.to_le_bytes(), record].concat())
}

/// Writes one entry, of which power lets so many double-words reach log A.
fn left_by(payload: Vec<u8>, words: usize) -> Book {
    let (socket, mut journal) = formatted(SMALL);
    socket.chip().cut_power_after(words, Tear::Before, 0);
    write(&mut journal, &Step::Entry(7, payload)).expect_err("power fails");
    socket.chip().power_on();
    let (book, _) = recovered(&socket.chip()).expect("a journal that recovers");
    book
}

/// Its second double-word is still erased, and all ones are what its check should be.
#[test]
fn a_record_without_its_end_is_no_record() {
    let payload = |[low, high]: [u8; 2]| vec![low, high, 1, 2, 3, 4, 5, 6, 7, 8, 9];
    let without_end = |payload: &Vec<u8>| {
        let first_word = [&[1, 12, 7], &payload[..5]].concat();
        check(&[&first_word[..], &[0xFF; 6]].concat()) == 0xFFFF
    };
    let payloads = (0..=u16::MAX).map(|number| payload(number.to_le_bytes()));
    let forged: Vec<Vec<u8>> = payloads.filter(without_end).collect();
    assert_eq!(forged.len(), 1);
    assert_eq!(left_by(forged[0].clone(), 1), Book::default());
}

/// An entry whose payload holds the bytes of a record with its own number.
#[test]
fn a_record_within_a_torn_record_is_no_record() {
    let inner = [1, 4, 7, 0xBA, 0xD0, 0xBA];
    let check = check(&inner).to_le_bytes();
    let mut payload = vec![0; 240];
    payload[13..19].copy_from_slice(&inner);
    payload[19..21].copy_from_slice(&check);
    assert_eq!(left_by(payload, 5), Book::default());
}

/// The same check by the same code is right for a record that is written in full.
#[test]
fn the_check_of_these_tests_is_the_journals() {
    let (socket, mut journal) = formatted(SMALL);
    write(&mut journal, &Step::Entry(7, vec![0xBA, 0xD0, 0xBA])).expect("a sound flash");
    let check = check(&[1, 4, 7, 0xBA, 0xD0, 0xBA]).to_le_bytes();
    assert_eq!(socket.chip().bytes(22, 2), check);
}
