//! Every scenario that the host plays, played again by the image on the chip: what it writes down and answers must be
//! what the host's controller writes down and answers.

use board_sim::table::BoardEngine;
use simulator::engine::HostEngine;
use simulator::table_driver::take_heard;

macro_rules! on_the_board {
    ($module:ident::$scenario:ident) => {
        #[test]
        fn $scenario() {
            simulator::scenarios::$module::$scenario::<HostEngine>();
            let host = take_heard();
            simulator::scenarios::$module::$scenario::<BoardEngine>();
            let board = take_heard();
            assert_eq!(
                host,
                board,
                "cargo test -p board-sim --test table {}",
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
