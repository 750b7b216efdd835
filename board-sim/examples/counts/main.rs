//! Prints what things take on the core, as a table.

#[allow(dead_code, reason = "the test of the same figures needs more of it")]
mod counts;

use anyhow::Result;
use board_sim::cpu::Stretch;
use counts::lines::{Line, lines};
use counts::probe::{Count, Level, Probe};
use counts::second::Second;
use counts::work::{Took, Work, work};

const NOTES: &str = "
mean and most; every issued instruction, also where its condition fails, waits in a loop too
a hand:        one of 512 by chance, with its call and its turn of the loop; from bytes that are known to differ,
               but where it says none twice, or joined, which looks for doubles, and added, which does not
a settlement:  a round by chance, a hand in every position (ML6 has six), every wager, all units
a scan step:   of an empty felt with every lamp lit, without the waits for its wires
an append:     of 40 bytes to both logs, without the waits for the flash; the most turns a page of each
bar:           for the build for speed";

fn main() -> Result<()> {
    print_lines()?;
    print_work(&work()?);
    Ok(())
}

fn print_lines() -> Result<()> {
    println!(
        "{:<24} {:>17} {:>17} {:>7}",
        "instructions", "size, as flashed", "speed", "bar"
    );
    let (mut size, mut speed) = (Probe::built(Level::Size)?, Probe::built(Level::Speed)?);
    for line in lines() {
        let (size, speed) = (line.count(&mut size)?, line.count(&mut speed)?);
        println!("{:<24} {size} {speed} {}", line.what, verdict(&line, speed));
    }
    println!("{NOTES}");
    Ok(())
}

fn verdict(line: &Line, count: Count) -> String {
    line.bar.map_or_else(String::new, |bar| {
        let is_met = count.total < bar * count.times;
        format!("{bar:>7}  {}", if is_met { "met" } else { "not met" })
    })
}

fn print_work(work: &Work) {
    println!("\nthe image, at 80 MHz      instructions");
    print_took("append, until durable", work.append);
    print_took("settlement, ML9", work.settlement);
    println!("{:<24} {:>13}", "settlements by Settle", work.settlements);
    print_masked("masked at the start", work.start_masked);
    for (name, second) in [("idle", &work.idle), ("busy", &work.busy)] {
        print_second(name, second);
    }
    let (used, size) = (work.stack.used, work.stack.size);
    println!("{:<24} {used:>13} of {size} bytes", "stack");
}

fn print_second(name: &str, second: &Second) {
    let load = second.load();
    println!("\n{name} second: load {}.{} %", load / 10, load % 10);
    println!(
        "{:<24} {:>13} {:>9} {:>9}",
        "", "instructions", "entries", "longest"
    );
    for (who, share) in &second.shares {
        println!(
            "{who:<24} {:>13} {:>9} {:>9}",
            share.instructions, share.entries, share.longest
        );
    }
    print_masked("masked, longest", second.masked);
}

fn print_took(what: &str, took: Took) {
    let us = took.span.as_us();
    println!(
        "{what:<24} {:>13}  {us} us with interrupts",
        took.instructions
    );
}

fn print_masked(what: &str, stretch: Stretch) {
    let ns = stretch.span.as_ps() / 1_000;
    let (us, tenths) = (ns / 1_000, ns % 1_000 / 100);
    let (count, from) = (stretch.instructions, stretch.from);
    println!("{what:<24} {count:>13}  {us}.{tenths} us, from {from:#010x}");
}
