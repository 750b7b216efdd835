//! Measures what a fork costs, and checks that a fork goes on exactly like the board that it comes from.
//!
//! `cargo run --release -p board-sim --example forks -- <ELF file> [milliseconds] [forks]`

use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use board_sim::board::Board;
use board_sim::chip::flash::ArrayTear;
use board_sim::chip::wires::Nothing;
use board_sim::image::Image;
use board_sim::time::Span;

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().context("which ELF file?")?;
    let milliseconds = arguments.next().map_or(Ok(100), |text| text.parse())?;
    let forks: u64 = arguments.next().map_or(Ok(4000), |text| text.parse())?;
    let mut board = Board::new(Image::read(Path::new(&path))?, Nothing)?;
    board.power_on();
    board.run_for(Span::ms(milliseconds))?;
    let snapshot = board.snapshot();
    let instruction = board.instructions();
    let mut ends = Vec::new();
    for stops in [1, 7, 997] {
        board.restore(&snapshot);
        for stop in 1..=stops {
            board.run_to_instruction(instruction + stop * 200_000 / stops)?;
        }
        board.run_until(board.now().max(snapshot_end(&board, milliseconds)))?;
        ends.push(board.digest());
    }
    ensure!(
        ends.iter().all(|end| *end == ends[0]),
        "stops change the run: {ends:x?}"
    );
    let mut fork = board.fork()?;
    fork.restore(&snapshot);
    fork.run_until(snapshot_end(&board, milliseconds))?;
    ensure!(fork.digest() == ends[0], "a fork goes elsewhere");
    println!(
        "the same with 1, 7 and 997 stops, and on another board: {:016x}",
        ends[0]
    );

    let began = Instant::now();
    for fork in 0..forks {
        board.restore(&snapshot);
        board.run_to_instruction(instruction + fork)?;
    }
    println!(
        "{forks} forks of up to {forks} instructions: {:.2?}",
        began.elapsed()
    );
    let began = Instant::now();
    for seed in 0..100 {
        board.restore(&snapshot);
        board.power_off(ArrayTear::by_chance(seed));
        board.power_on();
        board.run_for(Span::ms(50))?;
    }
    println!("100 restarts of 50 ms: {:.2?}", began.elapsed());
    Ok(())
}

fn snapshot_end<W: board_sim::chip::wires::Wires>(
    _: &Board<W>,
    milliseconds: u64,
) -> board_sim::time::Time {
    board_sim::time::Time::ZERO + Span::ms(milliseconds + 100)
}
