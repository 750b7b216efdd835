//! Boots an image with nothing connected, prints its log, and says how fast that went.
//!
//! `cargo run --release -p board-sim --example boot -- <ELF file> [milliseconds]`

use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result};
use board_sim::board::Board;
use board_sim::chip::wires::Nothing;
use board_sim::image::Image;
use board_sim::time::Span;

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().context("which ELF file?")?;
    let milliseconds = arguments.next().map_or(Ok(1000), |text| text.parse())?;
    let mut board = Board::new(Image::read(Path::new(&path))?, Nothing)?;
    board.power_on();
    let began = Instant::now();
    for _ in 0..milliseconds {
        let end = board.run_for(Span::ms(1));
        for line in board.take_log() {
            println!(
                "{} {:5} {}",
                line.at,
                line.level.unwrap_or_default(),
                line.text
            );
        }
        end.with_context(|| format!("{:?}", board.image().nearest(board.pc())))?;
    }
    let took = began.elapsed();
    println!(
        "resets {:?}, locked up {}",
        board.resets(),
        board.is_locked_up()
    );
    if let Some(fault) = board.last_fault() {
        println!("{fault:x?} in {:?}", board.image().nearest(fault.pc));
    }
    println!(
        "{:?} at {:x?}",
        board.image().nearest(board.pc()),
        board.registers()
    );
    let instructions = board.instructions() as f64;
    println!(
        "{} of board time in {took:.2?}: {instructions} instructions, {:.1} million a second, asleep {:.1} %, masked at most {:?}, digest {:016x}",
        board.now(),
        instructions / took.as_secs_f64() / 1e6,
        100.0 * board.asleep().as_us() as f64 / board.now().as_us() as f64,
        board.longest_masked(),
        board.digest(),
    );
    Ok(())
}
