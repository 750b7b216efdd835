//! Every scenario that the host plays, played again by the image on the chip: what it writes down and answers must be
//! what the host's controller writes down and answers. On the way its memory is searched for keys.

mod chain;
mod secrets;

use secrets::SearchedBoard;
use simulator::engine::HostEngine;
use simulator::table_driver::take_heard;

macro_rules! on_the_board {
    ($module:ident::$scenario:ident) => {
        #[test]
        fn $scenario() {
            simulator::scenarios::$module::$scenario::<HostEngine>();
            let host = take_heard();
            simulator::scenarios::$module::$scenario::<SearchedBoard>();
            let board = take_heard();
            assert!(
                host.len() == board.len()
                    && host
                        .iter()
                        .zip(&board)
                        .all(|(host, board)| host.agrees_with(board)),
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
            simulator::scenarios::$module::$scenario::<SearchedBoard>();
        }
    };
}

simulator::for_every_linked_scenario!(linked_on_the_board);
