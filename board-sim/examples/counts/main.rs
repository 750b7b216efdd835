//! Prints what things take on the core, as a table.

#[allow(dead_code, reason = "the test of the same figures needs more of it")]
mod counts;

use std::thread;

use anyhow::{Context, Result, anyhow};
use board_sim::cpu::Stretch;
use counts::lines::{Line, lines};
use counts::played::{played, rounds};
use counts::probe::{Count, Probe};
use counts::second::Second;
use counts::start::start;
use counts::work::{Took, Work, work};
use serde_json::{Value, json};
use shared_rules::games::Game;

const NOTES: &str = "
every issued instruction, also where its condition fails, waits in a loop too
a hand:        one of 512 by chance, with its call and its turn of the loop; from bytes that are known to differ,
               but where it says none twice, or joined, which looks for doubles, and added, which does not
a settlement:  a round by chance, a hand in every position (ML6 has six), every wager, all units
a judgement:   of an empty felt with every lamp lit, without the waits for its wires
an append:     of 40 bytes to both logs, without the waits for the flash; the most turns a page of each";

/// Figures of the image that the build knows: `counts <flash> <RAM> <stack> [--json]`, in bytes.
struct Sizes {
    flash: u64,
    ram: u64,
    stack: u64,
}

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let mut bytes = || {
        let number = arguments.next().context("flash, RAM and stack in bytes?")?;
        number.parse().context("a number of bytes")
    };
    let sizes = Sizes {
        flash: bytes()?,
        ram: bytes()?,
        stack: bytes()?,
    };
    if arguments.next().as_deref() == Some("--json") {
        println!("{:#}", json(&sizes)?);
        return Ok(());
    }
    print_lines()?;
    for (name, count) in in_the_image()? {
        println!("{name:<34} {count}");
    }
    print_work(&work()?);
    println!("{:<24} {}", "start, fullest journal", start()?);
    let Sizes { flash, ram, stack } = sizes;
    println!("\n{flash} bytes of flash, {ram} of static RAM, {stack} of stack by the estimate");
    Ok(())
}

/// Everything as one object, for programs.
fn json(sizes: &Sizes) -> Result<Value> {
    let mut probe = Probe::built()?;
    let mut rows = Vec::new();
    for line in lines() {
        rows.push(row(&line.what, line.count(&mut probe)?));
    }
    for (name, count) in in_the_image()? {
        rows.push(row(&name, count));
    }
    let work = work()?;
    let scans = [&work.idle, &work.busy].map(|second| second.scans);
    rows.push(row("scan", scans[0].with(scans[1])));
    let once = |took: Took| Count::default().and(took.instructions);
    rows.push(row("append", once(work.append)));
    rows.push(row("settle command", once(work.settle_command)));
    rows.push(row("start, fullest journal", start()?));
    Ok(json!({
        "rows": rows,
        "load_idle_percent": percent(&work.idle),
        "load_busy_percent": percent(&work.busy),
        "flash_bytes": sizes.flash,
        "ram_bytes": sizes.ram,
        "stack_bytes": sizes.stack,
    }))
}

fn row(name: &str, count: Count) -> Value {
    json!({ "name": name, "mean": count.mean(), "max": count.most })
}

/// The settlements of random rounds that are played on the image, and the hands in them.
fn in_the_image() -> Result<Vec<(String, Count)>> {
    let rounds = rounds()?;
    let playing = Game::ALL.map(|game| thread::spawn(move || played(game, rounds)));
    let mut rows = Vec::new();
    for (game, playing) in Game::ALL.into_iter().zip(playing) {
        let played = playing.join().map_err(|_| anyhow!("a panic"))??;
        let tag = game.rules().tag;
        rows.push((format!("settlement in the image, {tag}"), played.settlement));
        rows.push((format!("its inputs checked, {tag}"), played.close));
        rows.push((format!("a seat's hand in it, {tag}"), played.hand));
    }
    Ok(rows)
}

/// The share of the second in which the core was awake.
fn percent(second: &Second) -> f64 {
    second.load() as f64 / 10.0
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
    print_took("Settle command", work.settle_command);
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
    println!("{:<24} {}", "scan, per millisecond", second.scans);
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
