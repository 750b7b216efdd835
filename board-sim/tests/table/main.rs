//! Every scenario that the host plays, played again by the image on the chip: what it writes down and answers must be
//! what the host's controller writes down and answers.

use std::iter::zip;

use board_sim::table::BoardEngine;
use shared_rules::ledger::Entry;
use simulator::engine::HostEngine;
use simulator::table_driver::{Heard, take_heard};

/// The same entries under the same numbers, and the same answers.
fn agree(host: &[Heard], board: &[Heard]) -> bool {
    let evening = |(host, board): (&Heard, &Heard)| {
        let entries = zip(&host.entries, &board.entries);
        host.entries.len() == board.entries.len()
            && host.answers == board.answers
            && entries
                .into_iter()
                .all(|(host, board)| host.0 == board.0 && is_like(&host.1, &board.1))
    };
    host.len() == board.len() && zip(host, board).all(evening)
}

/// The image's clock begins some milliseconds after the host's, so that an entry may be in another second; and the code
/// of a link covers the time.
fn is_like(host: &Entry, board: &Entry) -> bool {
    match (host, board) {
        (Entry::Time(host), Entry::Time(board)) => host.abs_diff(*board) <= 1,
        (Entry::TimeOfDay(host), Entry::TimeOfDay(board)) => host.abs_diff(*board) <= 1,
        (Entry::Chain(_), Entry::Chain(_)) => true,
        _ => host == board,
    }
}

macro_rules! on_the_board {
    ($module:ident::$scenario:ident) => {
        #[test]
        fn $scenario() {
            simulator::scenarios::$module::$scenario::<HostEngine>();
            let host = take_heard();
            simulator::scenarios::$module::$scenario::<BoardEngine>();
            let board = take_heard();
            assert!(
                agree(&host, &board),
                "cargo test -p board-sim --test table {}\n{host:#?}\n{board:#?}",
                stringify!($scenario)
            );
        }
    };
}

simulator::for_every_scenario!(on_the_board);

/// Up to three images and a pool. Entries are not compared with the host's: they hold the pool's time, and the wires
/// of the chip are a few milliseconds slower.
macro_rules! linked_on_the_board {
    ($module:ident::$scenario:ident) => {
        #[test]
        fn $scenario() {
            simulator::scenarios::$module::$scenario::<BoardEngine>();
        }
    };
}

simulator::for_every_linked_scenario!(linked_on_the_board);
