//! Every scenario that the host plays, played again by the image on the chip: what it writes down and answers must be
//! what the host's controller writes down and answers.

use board_sim::table::BoardEngine;
use host_tests::evening::{Heard, take_heard};
use host_tests::parts::engine::HostEngine;
use shared_rules::ledger::{Entry, Fault};

macro_rules! on_the_board {
    ($module:ident, $scenario:ident) => {
        #[test]
        fn $scenario() {
            host_tests::scenarios::$module::$scenario::<HostEngine>();
            let host = take_heard();
            host_tests::scenarios::$module::$scenario::<BoardEngine>();
            let board = take_heard();
            assert_eq!(host.len(), board.len());
            for (host, board) in host.iter().zip(&board) {
                assert_eq!(by_link(host), by_link(board));
            }
        }
    };
}

/// The link that an entry is about, if it is about one.
fn link(entry: &Entry) -> Option<u8> {
    match entry {
        Entry::Fault(Fault::Sign) | Entry::Healed(Fault::Sign) => Some(0),
        Entry::Fault(Fault::Console) | Entry::Healed(Fault::Console) => Some(1),
        _ => None,
    }
}

/// The same with the links told apart where entries about both follow each other: which of the two goes or comes back
/// first is up to how long a start takes. What happens to either link, and between which other entries, is not.
fn by_link(heard: &Heard) -> Heard {
    let numbers = heard.entries.iter().map(|(number, _)| *number);
    let mut entries: Vec<Entry> = heard.entries.iter().map(|(_, e)| e.clone()).collect();
    for run in entries.chunk_by_mut(|one, next| link(one).is_some() == link(next).is_some()) {
        run.sort_by_key(link);
    }
    Heard {
        entries: numbers.zip(entries).collect(),
        answers: heard.answers.clone(),
    }
}

host_tests::for_every_scenario!(on_the_board);
