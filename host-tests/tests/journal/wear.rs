//! How much flash a round takes, how evenly the pages wear, and how long they last.

use super::book::{Step, formatted, write};
use firmware::journal::Journal;
use parts::flash::{Operation, PAGE, Socket, WORD};

/// Both logs of the board: 128 pages each.
const BOARD: usize = 256;
/// About 25 times round the ring.
const ROUNDS: usize = 14_000;
const SMALL_ENTRIES: usize = 40;
const CHECKPOINT: [u8; 600] = [0xC5; 600];
const ERASURES_OF_A_PAGE: f64 = 10_000.0;
const ROUNDS_A_YEAR: f64 = 60.0 * 24.0 * 365.0;
/// Bytes that a full round may program in each log, the pages' headers included.
const BUDGET: f64 = 450.0;

/// A full round of seven seats: 40 entries of 4 bytes, one of 70 and one of 40, kinds included.
fn play_round(journal: &mut Journal<Socket>) {
    let small = [vec![1; 3]].into_iter().cycle().take(SMALL_ENTRIES);
    for payload in small.chain([vec![2; 69], vec![3; 39]]) {
        write(journal, &Step::Entry(5, payload)).expect("a sound flash");
    }
}

/// True where a checkpoint was due.
fn keep_checkpoints(journal: &mut Journal<Socket>) -> bool {
    let due = journal.needs_checkpoint();
    if due {
        write(journal, &Step::Checkpoint(CHECKPOINT.to_vec())).expect("a sound flash");
    }
    due
}

/// The bytes programmed in both logs since the last call.
fn programmed(socket: &Socket) -> usize {
    let mut chip = socket.chip();
    let operations = chip.history().iter();
    let programs = operations.filter(|operation| matches!(operation, Operation::Program(..)));
    let bytes = programs.count() * WORD;
    chip.clear_history();
    bytes
}

#[test]
fn a_round_keeps_to_its_budget_and_pages_wear_evenly() {
    let (socket, mut journal) = formatted(BOARD);
    programmed(&socket);
    let (mut by_rounds, mut by_checkpoints, mut checkpoints) = (0, 0, 0);
    for _ in 0..ROUNDS {
        play_round(&mut journal);
        by_rounds += programmed(&socket);
        checkpoints += usize::from(keep_checkpoints(&mut journal));
        by_checkpoints += programmed(&socket);
    }
    let per_round = |bytes: usize| bytes as f64 / 2.0 / ROUNDS as f64;
    let chip = socket.chip();
    let worn = chip.erasures().iter().copied();
    let least = worn.clone().min().expect("pages");
    let most = worn.clone().max().expect("pages");
    let pages = worn.sum::<u32>() as usize;
    let taken = per_round(pages * PAGE);
    let rounds = ERASURES_OF_A_PAGE * (BOARD / 2 * PAGE) as f64 / taken;
    let years = rounds / ROUNDS_A_YEAR;

    println!("bytes a round in each log:");
    println!("  {:.1} programmed, headers included", per_round(by_rounds));
    println!(
        "  {:.1} for {checkpoints} checkpoints",
        per_round(by_checkpoints)
    );
    println!("  {taken:.1} of pages, their unused ends included");
    println!("erasures a page after {ROUNDS} rounds: {least} to {most}; {years:.1} years");
    assert!(per_round(by_rounds) <= BUDGET);
    assert!(most <= least + 1);
    assert!(years > 10.0);
}

#[test]
fn the_last_hundred_rounds_stay_readable() {
    let (_, mut journal) = formatted(BOARD);
    for _ in 0..2000 {
        play_round(&mut journal);
        keep_checkpoints(&mut journal);
    }
    let mut reader = journal.read_from(0);
    let mut entries = 0;
    while let Some(_entry) = reader.next().expect("a sound flash") {
        entries += 1;
    }
    let rounds = entries / (SMALL_ENTRIES + 2);
    println!("{rounds} rounds stay readable");
    assert!(rounds >= 100);
}
