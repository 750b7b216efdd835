//! Every scenario that the host plays, played again by the image on the chip: what it writes down and answers must be
//! what the host's controller writes down and answers.

use board_sim::table::BoardEngine;
use host_tests::evening::take_heard;
use host_tests::parts::engine::HostEngine;

macro_rules! on_the_board {
    ($module:ident, $scenario:ident) => {
        #[test]
        fn $scenario() {
            host_tests::scenarios::$module::$scenario::<HostEngine>();
            let host = take_heard();
            host_tests::scenarios::$module::$scenario::<BoardEngine>();
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

host_tests::for_every_scenario!(on_the_board);
