//! The image's own copying and filling of memory, at every alignment and overlap.

use std::ops::RangeInclusive;

use board_sim::board::Board;
use board_sim::chip::wires::Nothing;
use board_sim::table::BoardEngine;

/// RAM that the image does not use.
const ROOM: u32 = 0x2001_0000;
const ROOM_BYTES: usize = 96;

/// The largest offset tried, and the lengths: whole words and parts of a word, alone and behind one and two groups of
/// eight words, which are copied together.
const OFFSET_MAX: usize = 11;
const COUNTS: [RangeInclusive<usize>; 3] = [0..=21, 31..=37, 63..=69];

/// A pattern in which no byte occurs twice.
fn pattern() -> Vec<u8> {
    (0..).take(ROOM_BYTES).collect()
}

/// The pattern after a call of a function of the image.
fn after(board: &mut Board<Nothing>, function: &str, arguments: [u32; 4]) -> Vec<u8> {
    let address = board.image().symbol(function).expect("such a function") & !1;
    let room = board.memory_mut(ROOM, ROOM_BYTES).expect("RAM");
    room.copy_from_slice(&pattern());
    let called = board.call(address, arguments).expect("it returns");
    if !function.starts_with("__aeabi") {
        assert_eq!(called.value, arguments[0]);
    }
    board.memory(ROOM, ROOM_BYTES).expect("RAM").to_vec()
}

fn board() -> Board<Nothing> {
    let mut board = Board::new(BoardEngine::built_image(), Nothing).expect("an image");
    board.power_on();
    board
}

fn at(offset: usize) -> u32 {
    ROOM + u32::try_from(offset).expect("a small number")
}

fn counts() -> impl Iterator<Item = usize> {
    COUNTS.into_iter().flatten()
}

fn number(count: usize) -> u32 {
    at(count) - ROOM
}

#[test]
fn memmove_copies_whatever_overlaps() {
    let mut board = board();
    for to in 0..=OFFSET_MAX {
        for from in 0..=OFFSET_MAX {
            for count in counts() {
                let arguments = [at(to), at(from), number(count), 0];
                let mut expected = pattern();
                expected.copy_within(from..from + count, to);
                let moved = after(&mut board, "memmove", arguments);
                assert_eq!(moved, expected, "{count} bytes from {from} to {to}");
            }
        }
    }
}

#[test]
fn memset_fills_as_much_as_it_is_told() {
    const VALUE: u32 = 0xABCD_EF5A;
    let mut board = board();
    for to in 0..=OFFSET_MAX {
        for count in counts() {
            let filled = |value: u8| {
                let mut expected = pattern();
                expected[to..to + count].fill(value);
                expected
            };
            let (to, count) = (at(to), number(count));
            let set = after(&mut board, "memset", [to, VALUE, count, 0]);
            assert_eq!(set, filled(0x5A));
            let set = after(&mut board, "__aeabi_memset", [to, count, VALUE, 0]);
            assert_eq!(set, filled(0x5A));
            let cleared = after(&mut board, "__aeabi_memclr", [to, count, 7, 0]);
            assert_eq!(cleared, filled(0));
        }
    }
}
