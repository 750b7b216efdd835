//! `coinspot pool fold` against the reference fold: a second one, slow and obvious, written from the description alone.
//! On random logs both must say the same after every line, and refuse the same lines.

use coinspot::pool::Fold;
use oracle::pool::Pool;
use oracle::pool::dice::{Reach, random_log};

const LOGS: u64 = 2_000;
const LINES: usize = 120;

/// The answer to a line: the state as JSON, or the reason of the refusal.
type Answer = Result<String, String>;

/// The answers to a line of a log that differ, the program's first.
struct Difference {
    place: usize,
    program: Answer,
    reference: Answer,
}

/// Folds a log twice, and stops at the first line about which the two disagree.
fn difference(lines: &[String], reach: &mut Reach) -> Option<Difference> {
    let mut fold = Fold::default();
    let mut pool = Pool::default();
    for (place, line) in lines.iter().enumerate() {
        let program = fold.line(line);
        let state = pool.apply_line(line);
        reach.note(&pool, &state);
        let balance = pool.balance();
        assert_eq!(balance.sources(), balance.uses(), "{line}");
        let reference = state.map(|state| serde_json::to_string(&state).expect("JSON"));
        if program != reference && (program.is_ok() || reference.is_ok()) {
            return Some(Difference {
                place,
                program,
                reference,
            });
        }
    }
    None
}

/// Leaves out lines as long as a difference remains.
fn shrink(mut lines: Vec<String>) -> Vec<String> {
    let mut unused = Reach::default();
    loop {
        let before = lines.len();
        let mut place = 0;
        while place < lines.len() {
            let mut fewer = lines.clone();
            fewer.remove(place);
            match difference(&fewer, &mut unused) {
                Some(found) => {
                    fewer.truncate(found.place + 1);
                    lines = fewer;
                }
                None => place += 1,
            }
        }
        if lines.len() == before {
            return lines;
        }
    }
}

/// The smallest log with this difference, for a person.
fn report(seed: u64, lines: Vec<String>) -> String {
    let lines = shrink(lines);
    let found = difference(&lines, &mut Reach::default()).expect("a difference");
    let (program, reference) = (found.program, found.reference);
    let log = lines.join("\n");
    format!("seed {seed}:\n{log}\nprogram:   {program:?}\nreference: {reference:?}\n")
}

/// Situations that a run must reach, and how often at least.
const REACHED: [(&str, u64); 19] = [
    ("queue of 03", 5_000),
    ("queue of 06", 1_000),
    ("queue of 10", 100),
    ("several RWS6 majors", 5_000),
    ("more than three RWS6 majors", 1_000),
    ("a claim before one entered earlier", 1_000),
    ("a claim behind one that it would precede", 200),
    ("a first claim that waits", 1_000),
    ("a claim not waited for", 500),
    ("a registered claim", 1_000),
    ("two whole jackpots in a round", 1_000),
    ("several pooled straight flushes", 1_000),
    ("overflow", 1_000),
    ("refunds", 1_000),
    ("paid claims", 5_000),
    ("meters moved in", 1_000),
    ("a struck claim", 1_000),
    ("contributions gone back", 5_000),
    ("refused: a revocation after the confirmation", 10),
];

#[test]
fn reference_agrees_on_random_logs() {
    let mut reach = Reach::default();
    let mut reports = Vec::new();
    for seed in 0..LOGS {
        let mut lines = random_log(seed, LINES);
        if let Some(found) = difference(&lines, &mut reach) {
            lines.truncate(found.place + 1);
            reports.push(report(seed, lines));
        }
        if reports.len() == 20 {
            break;
        }
    }
    for (situation, times) in &reach.0 {
        println!("{times:8} {situation}");
    }
    assert!(reports.is_empty(), "{}", reports.join("\n"));
    for (situation, least) in REACHED {
        let times = reach.times(situation);
        assert!(times >= least, "{situation}: only {times} times");
    }
}

/// Three majors whose order goes in a circle: 2/1 before 1/1 by its cards, 1/1 before 3/1 by the log, 3/1 before 2/1 by
/// its clock. The first that is final keeps its place and its price, whatever comes later.
#[test]
fn reference_agrees_on_a_circle() {
    let circle = [
        r#"{"terms":{"game":"rws6","unit":500,"reset":1000000,"contribution_bp":2000,"reserve_bp":0,"limit":null}}"#,
        r#"{"table":1,"open":1}"#,
        r#"{"table":2,"open":1}"#,
        r#"{"table":1,"lock":1,"units":{"1":1},"dealt":20}"#,
        r#"{"table":1,"settled":1,"made":{"1":["royal_flush_on_turn"]},"returned":[]}"#,
        r#"{"table":3,"open":1}"#,
        r#"{"table":3,"lock":1,"units":{"1":1},"dealt":5}"#,
        r#"{"table":3,"settled":1,"made":{"1":["royal_flush_on_flop"]},"returned":[]}"#,
        r#"{"table":2,"lock":1,"units":{"1":1},"dealt":10}"#,
        r#"{"table":2,"settled":1,"made":{"1":["royal_flush_on_turn"]},"returned":[]}"#,
    ];
    let endings = [
        vec![r#"{"table":4,"open":1}"#, r#"{"table":4,"void":1}"#],
        vec![r#"{"table":2,"open":2}"#, r#"{"table":2,"void":2}"#],
        vec![r#"{"table":1,"void":1}"#, r#"{"table":2,"void":1}"#],
        vec![r#"{"table":2,"confirmed":1}"#, r#"{"table":1,"void":1}"#],
    ];
    for ending in endings {
        let lines = circle.iter().chain(&ending);
        let lines: Vec<String> = lines.map(|line| (*line).to_owned()).collect();
        let found = difference(&lines, &mut Reach::default());
        assert!(found.is_none(), "{}", report(0, lines));
    }
}
