//! How much flash a round takes, how evenly the pages wear, and how long they last.

use crate::book::{Step, formatted, write};
use embassy_futures::block_on;
use firmware::journal::Journal;
use host_tests::parts::flash::{Operation, PAGE, Socket, WORD};

/// Both logs of the board: 128 pages each.
const BOARD: usize = 256;
const ROUNDS: usize = 3000;
const SMALL_ENTRIES: usize = 40;
const CHECKPOINT: [u8; 600] = [0xC5; 600];
const ERASURES_OF_A_PAGE: f64 = 10_000.0;
const ROUNDS_A_YEAR: f64 = 60.0 * 24.0 * 365.0;
/// For the records of one full round and the pages' headers, in each log.
const BUDGET: f64 = 450.0;

/// A full round of seven seats.
fn play_round(journal: &mut Journal<Socket>) {
    let small = [vec![1; 3]].into_iter().cycle().take(SMALL_ENTRIES);
    for payload in small.chain([vec![2; 69], vec![3; 39]]) {
        write(journal, &Step::Entry(5, payload)).expect("a sound flash");
    }
    if journal.needs_checkpoint() {
        write(journal, &Step::Checkpoint(CHECKPOINT.to_vec())).expect("a sound flash");
    }
}

#[test]
fn a_round_keeps_to_its_budget_and_pages_wear_evenly() {
    let (socket, mut journal) = formatted(BOARD);
    let before = socket.chip().erasures().to_vec();
    socket.chip().clear_history();
    for _ in 0..ROUNDS {
        play_round(&mut journal);
    }
    let chip = socket.chip();
    let worn = chip
        .erasures()
        .iter()
        .zip(before)
        .map(|(now, then)| now - then);
    let worn: Vec<u32> = worn.collect();
    let (least, most) = (worn.iter().min(), worn.iter().max());
    assert!(most <= least.map(|least| least + 1).as_ref(), "{worn:?}");

    let programs = chip.history().iter();
    let programs = programs.filter(|operation| matches!(operation, Operation::Program(..)));
    let programmed = (programs.count() * WORD) as f64 / 2.0 / ROUNDS as f64;
    let pages = f64::from(worn.iter().sum::<u32>()) / 2.0;
    let taken = pages * PAGE as f64 / ROUNDS as f64;
    let rounds = ERASURES_OF_A_PAGE * (BOARD / 2) as f64 * PAGE as f64 / taken;
    let years = rounds / ROUNDS_A_YEAR;
    println!("a round in each log: {programmed:.1} bytes programmed, {taken:.1} bytes of pages");
    println!("erasures: {least:?} to {most:?} a page after {ROUNDS} rounds; {years:.1} years");
    assert!(years > 10.0);
    assert!(taken <= BUDGET * 1.05);
}

#[test]
fn the_last_hundred_rounds_stay_readable() {
    let (_, mut journal) = formatted(BOARD);
    for _ in 0..ROUNDS {
        play_round(&mut journal);
    }
    let mut reader = journal.read_from(0);
    let mut entries = 0;
    while let Some(_entry) = block_on(reader.next()).expect("a sound flash") {
        entries += 1;
    }
    let rounds = entries / (SMALL_ENTRIES + 2);
    println!("{rounds} rounds stay readable");
    assert!(rounds >= 100);
}
