//! Where a Settle command spends its instructions, by function: its own, and with those that it calls.
//!
//! `cargo run --release -p board-sim --example profile`

#[path = "../counts/counts/mod.rs"]
#[allow(dead_code, reason = "the printed table needs more of it")]
mod counts;

use std::collections::{BTreeMap, HashSet};

use anyhow::Result;
use board_sim::board::Board;
use board_sim::image::Image;
use board_sim::table::TableWires;

/// The instructions of a function.
#[derive(Default)]
struct Cost {
    own: u64,
    with_called: u64,
    calls: u64,
}

/// The names of functions by address.
struct Names<'a> {
    image: &'a Image,
    known: BTreeMap<u32, (String, bool)>,
}

impl Names<'_> {
    /// The function at an address; true at its first instruction.
    fn at(&mut self, address: u32) -> (String, bool) {
        let image = self.image;
        let known = self.known.entry(address).or_insert_with(|| {
            let (name, offset) = image.nearest(address).unwrap_or(("?", 0));
            (format!("{:#}", rustc_demangle::demangle(name)), offset == 0)
        });
        known.clone()
    }
}

fn main() -> Result<()> {
    let mut costs: BTreeMap<String, Cost> = BTreeMap::new();
    let (mut evening, back) = counts::work::before_settle_command()?;
    let board: &mut Board<TableWires> = &mut evening.table.engine.board;
    let image = board.image().clone();
    let mut names = Names {
        image: &image,
        known: BTreeMap::new(),
    };
    let mut stack: Vec<String> = Vec::new();
    while board.pc() != back {
        let (pc, before) = (board.pc(), board.share(0).instructions);
        board.run_to_instruction(board.instructions() + 1)?;
        let took = board.share(0).instructions - before;
        if took == 0 {
            continue;
        }
        let (name, is_entry) = names.at(pc);
        if is_entry {
            stack.push(name.clone());
            costs.entry(name.clone()).or_default().calls += 1;
        } else if let Some(at) = stack.iter().rposition(|it| *it == name) {
            stack.truncate(at + 1);
        } else {
            stack.push(name.clone());
        }
        costs.entry(name).or_default().own += took;
        for name in stack.iter().collect::<HashSet<_>>() {
            costs.entry(name.clone()).or_default().with_called += took;
        }
    }
    let mut costs: Vec<_> = costs.into_iter().collect();
    costs.sort_by_key(|(_, cost)| std::cmp::Reverse(cost.own));
    println!("{:>8} {:>12} {:>6}", "own", "with called", "calls");
    for (
        name,
        Cost {
            own,
            with_called,
            calls,
        },
    ) in costs.iter().filter(|(_, cost)| cost.with_called > 150)
    {
        println!("{own:>8} {with_called:>12} {calls:>6}  {name}");
    }
    println!(
        "{:>8}  in all",
        costs.iter().map(|(_, cost)| cost.own).sum::<u64>()
    );
    Ok(())
}
