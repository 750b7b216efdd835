//! The core with small programs: counts, exceptions, faults, sleep.

mod assembler;
mod calls;
mod conditions;
mod count;
mod exceptions;
mod faults;
mod sleep;
mod snapshots;

use assembler::{Program, RESULTS};
use board_sim::board::Board;
use board_sim::chip::wires::Nothing;
use board_sim::image::Image;
use board_sim::time::Span;

/// A board that has just been switched on, with an empty list of results.
fn board(program: &Program) -> Board<Nothing> {
    let mut board = Board::new(Image::bare(program.bytes()), Nothing).expect("the engine starts");
    board.power_on();
    if let Some(memory) = board.memory_mut(RESULTS, 256) {
        memory.fill(0);
    }
    board
}

/// The results of the program after a millisecond: 4,000 instructions.
fn notes(program: &Program) -> Vec<u32> {
    let mut board = board(program);
    board.run_for(Span::ms(1)).expect("all of it is modelled");
    noted(&board)
}

fn noted(board: &Board<Nothing>) -> Vec<u32> {
    let count = board.word(RESULTS).unwrap_or(0);
    (1..=count)
        .filter_map(|index| board.word(RESULTS + 4 * index))
        .collect()
}
