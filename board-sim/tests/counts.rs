//! Costs on the core stay within bounds. They are counted in instructions, not time, so that they are the same
//! everywhere.

#[path = "../examples/counts/counts/mod.rs"]
#[allow(dead_code, reason = "the printed table needs more of it")]
mod counts;

use board_sim::time::Span;
use counts::lines::lines;
use counts::played::played;
use counts::probe::{Count, Probe};
use counts::start::start;
use counts::work::work;
use shared_rules::games::Game;

/// Instructions that QEMU counted for a hand of aya_poker. A different result means that something else is counted.
const AYA: u64 = 152;

/// Random rounds of each game that are settled by the image.
const ROUNDS: u32 = 200;

fn counted(what: &str) -> Count {
    let line = lines().into_iter().find(|line| line.what.contains(what));
    let mut probe = Probe::built().expect("a probe that starts");
    line.expect("such a line").count(&mut probe).expect(what)
}

#[test]
fn every_part_stays_within_its_bound() {
    let mut probe = Probe::built().expect("a probe that starts");
    for line in lines() {
        let count = line.count(&mut probe).expect(&line.what);
        let bound = line.bound * count.times;
        assert!(count.total <= bound, "{line:?}: {count}");
    }
}

#[test]
fn another_evaluator_takes_what_was_counted_elsewhere() {
    let Count { total, times, .. } = counted("aya_poker");
    assert_eq!(total.div_ceil(times).abs_diff(AYA) * 25 / AYA, 0, "4 %");
}

/// In the image itself, not in a probe: what `cargo xtask counts` prints.
fn settles_within_the_bars(game: Game) {
    let settlement = played(game, ROUNDS).expect("rounds").settlement;
    println!("{}: {settlement}", game.rules().tag);
    assert_eq!(settlement.times, u64::from(ROUNDS));
    assert!(settlement.total <= 5_000 * settlement.times, "{settlement}");
    assert!(settlement.most <= 7_000, "{settlement}");
}

#[test]
fn the_image_settles_thb6_within_the_bars() {
    settles_within_the_bars(Game::Thb6);
}

#[test]
fn the_image_settles_rws6_within_the_bars() {
    settles_within_the_bars(Game::Rws6);
}

#[test]
fn the_image_settles_ml6_within_the_bars() {
    settles_within_the_bars(Game::Ml6);
}

#[test]
fn the_image_settles_ml9_within_the_bars() {
    settles_within_the_bars(Game::Ml9);
}

#[test]
fn a_start_on_the_fullest_journal_stays_within_its_bound() {
    let start = start().expect("a start");
    assert!(start.most <= 10_000_000, "{start}");
}

#[test]
fn the_image_at_work_stays_within_its_bounds() {
    let work = work().expect("a busy evening");
    assert!(work.idle.load() <= 60, "{:?}", work.idle);
    assert!(work.busy.load() <= 150, "{:?}", work.busy);
    for second in [&work.idle, &work.busy] {
        let scans = second.scan().entries / 3;
        assert!((999..=1_001).contains(&scans), "one scan a millisecond");
        assert!(
            second.scans.total <= 1_500 * second.scans.times,
            "{second:?}"
        );
        assert!(second.scans.most <= 2_500, "{second:?}");
        assert!(second.masked.span <= Span::us(10), "{second:?}");
    }
    assert!(work.append.instructions <= 5_000, "{:?}", work.append);
    assert!(
        work.settlement.instructions <= 10_000,
        "{:?}",
        work.settlement
    );
    assert!(work.settlements <= 2, "proposed and applied, no more");
    // Half of what it took at commit fbfe862.
    assert!(
        work.settle_command.instructions <= 68_490,
        "{:?}",
        work.settle_command
    );
    assert!(work.stack.used * 2 <= work.stack.size, "{:?}", work.stack);
}
