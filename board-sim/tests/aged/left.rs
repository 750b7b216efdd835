//! Flashes left by boards with an earlier journal, of the version `coin 1`. They hold money: a board either continues
//! from them to the micro-cent, or names the version that it does not read. It does not loop.
//!
//! A file is the bank of 512 KiB, gzipped, with the pages of log A and log B taken in turns (A0, B0, A1, B1, ...), because
//! the logs hold the same. Each was written by the portable controller that wrote `coin 1`:
//!
//! | file | what led to it |
//! | --- | --- |
//! | `coin1-looping.gz` | `coinspot simulate --rounds 120 --seed 7 --game ml9 --keep-flash`: its image was reset for ever |
//! | `coin1-overdue.gz` | five such rounds, the sixth void, then configured 7,579 times until a checkpoint was overdue: it halted |

use std::io::Read;

use board_sim::chip::flash::{BANK_BYTES, PAGE_BYTES};
use console::Answer;
use flate2::read::GzDecoder;
use shared_rules::wire::message::{Meters, Request};

use crate::rig::{Case, Known, Outcome, live};

/// The part of a halt's reason that names a journal version which the image does not read.
const VERSION: &str = "found: 1";

/// The meters are answered within this time.
const ANSWER_MS: u64 = 500;

/// A flash, and the state of its board.
struct Left {
    name: &'static str,
    gzip: &'static [u8],
    next_entry: u32,
    round: u32,
    /// In micro-cents.
    meter: u64,
    reserve: u64,
}

const LOOPING: Left = Left {
    name: "coin 1, 120 rounds",
    gzip: include_bytes!("flash/coin1-looping.gz"),
    next_entry: 2_299,
    round: 121,
    meter: 1_013_335_690_000,
    reserve: 41_839_460_000,
};

const OVERDUE: Left = Left {
    name: "coin 1, a checkpoint is overdue",
    gzip: include_bytes!("flash/coin1-overdue.gz"),
    next_entry: 7_680,
    round: 6,
    meter: 1_004_799_110_000,
    reserve: 2_031_740_000,
};

#[test]
fn a_board_that_looped_goes_on_or_names_the_version() {
    goes_on_or_names_the_version(&LOOPING);
}

#[test]
fn a_board_that_was_halted_goes_on_or_names_the_version() {
    goes_on_or_names_the_version(&OVERDUE);
}

fn goes_on_or_names_the_version(left: &Left) {
    let mut outcome = live(&Case {
        name: left.name.into(),
        flash: left.flash(),
        known: Known::Below(left.next_entry),
    });
    println!("{}", outcome.row(left.name));
    let start = &outcome.start;
    assert_eq!(start.resets, 0, "{}: {start:?}", left.name);
    match &start.halted {
        Some(reason) => assert!(reason.contains(VERSION), "{}: {reason}", left.name),
        None => left.is_intact(&mut outcome),
    }
}

impl Left {
    fn flash(&self) -> Vec<u8> {
        let mut pages = Vec::new();
        let read = GzDecoder::new(self.gzip).read_to_end(&mut pages);
        assert_eq!(read.expect("gzip"), BANK_BYTES as usize);
        let log = |first| pages.chunks(PAGE_BYTES as usize).skip(first).step_by(2);
        log(0).chain(log(1)).flatten().copied().collect()
    }

    fn is_intact(&self, outcome: &mut Outcome) {
        let wrong = outcome.wrong();
        assert_eq!(wrong, None, "{}", self.name);
        let Meters {
            meter,
            reserve,
            round,
            ..
        } = meters(outcome);
        let found = (round, meter.get(), reserve.get());
        let expected = (self.round, self.meter, self.reserve);
        assert_eq!(found, expected, "{}", self.name);
    }
}

fn meters(outcome: &mut Outcome) -> Meters {
    outcome.table.console.ask(Request::Meters);
    outcome.table.run_ms(ANSWER_MS);
    match outcome.table.console.answers.last() {
        Some(Answer::Meters(meters)) => *meters,
        other => panic!("{other:?}"),
    }
}
