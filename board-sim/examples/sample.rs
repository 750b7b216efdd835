//! Where a program spends its instructions: one in a thousand is looked at.
//!
//! `cargo run --release -p board-sim --example sample -- <ELF file> <from ms> <to ms> [<journal>]`

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result};
use board_sim::board::Board;
use board_sim::chip::wires::Nothing;
use board_sim::image::Image;
use board_sim::start;
use board_sim::time::{Span, Time};

/// Not a round number, so that loops do not beat with it.
const EVERY: u64 = 997;

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().context("which ELF file?")?;
    let mut number = || {
        arguments
            .next()
            .context("from when to when?")?
            .parse()
            .context("a number")
    };
    let (from, to) = (number()?, number()?);
    let mut board = Board::new(Image::read(Path::new(&path))?, Nothing)?;
    if let Some(journal) = arguments.next() {
        start::put_journal(&mut board, &std::fs::read(journal)?)?;
    }
    board.power_on();
    board.run_until(Time::ZERO + Span::ms(from))?;
    let (mut counts, mut total) = (BTreeMap::new(), 0_u64);
    while board.now() < Time::ZERO + Span::ms(to) {
        board.run_to_instruction(board.instructions() + EVERY)?;
        let name = board
            .image()
            .nearest(board.pc())
            .map_or("", |(name, _)| name);
        *counts.entry(name.to_owned()).or_insert(0_u64) += 1;
        total += 1;
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    for (name, count) in counts.iter().take(20) {
        println!("{:5.1} %  {name}", 100.0 * *count as f64 / total as f64);
    }
    Ok(())
}
