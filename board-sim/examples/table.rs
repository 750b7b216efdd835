//! The image in a table on which nothing happens: its log, and what reaches the console.
//!
//! `cargo run -p board-sim --example table -- [milliseconds]`

use board_sim::table::BoardEngine;
use simulator::table::SimulatedTable;

fn main() {
    let milliseconds = std::env::args().nth(1).and_then(|text| text.parse().ok());
    let mut table: SimulatedTable<BoardEngine> = SimulatedTable::new(1);
    let mut heard = 0;
    for _ in 0..milliseconds.unwrap_or(3_000) {
        table.step();
        for line in table.engine.board.take_log() {
            println!("{} {}", line.at, line.text);
        }
        for (number, entry) in table.console.entries.iter().skip(heard) {
            println!("{} ms: entry {number}: {entry:?}", table.now_ms());
        }
        heard = table.console.entries.len();
    }
    let board = &table.engine.board;
    println!(
        "resets {:?}, fault {:x?}",
        board.resets(),
        board.last_fault()
    );
    println!("stack {:?}, lit {:012x}", board.stack_use(), table.lit());
}
