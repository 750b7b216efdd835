//! Prints what things take on the core, as a table.

#[allow(dead_code, reason = "the test of the same figures needs more of it")]
mod counts;

use anyhow::Result;
use board_sim::cpu::Stretch;
use counts::lines::{Line, lines};
use counts::probe::{Count, Probe};
use counts::second::Second;
use counts::work::{Took, Work, work};

const NOTES: &str = "
every issued instruction, also where its condition fails, waits in a loop too
a hand:        one of 512 by chance, with its call and its turn of the loop; from bytes that are known to differ,
               but where it says none twice, or joined, which looks for doubles, and added, which does not
a settlement:  a round by chance, a hand in every position (ML6 has six), every wager, all units
a scan step:   of an empty felt with every lamp lit, without the waits for its wires
an append:     of 40 bytes to both logs, without the waits for the flash; the most turns a page of each";

fn main() -> Result<()> {
    print_lines()?;
    print_work(&work()?);
    Ok(())
}

fn print_lines() -> Result<()> {
    println!(
        "{:<24} {:>8} {:>8} {:>7}",
        "instructions", "mean", "most", "bar"
    );
    let mut probe = Probe::built()?;
    for line in lines() {
        let count = line.count(&mut probe)?;
        println!("{:<24} {count} {}", line.what, verdict(&line, count));
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
