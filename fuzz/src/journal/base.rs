//! The flashes that an input starts from.

use std::sync::LazyLock;

use parts::flash::FlashChip;
use shared_rules::games::Game;
use shared_rules::ledger::Ledger;

use crate::console::played;
use crate::console::step::Step;
use crate::input::InputBytes;
use crate::sessions;

/// Rounds until the ring of 16 pages has come round, with checkpoints on the way.
const ROUNDS_OF_A_RING: usize = 220;

/// A flash, and the ledger of what has been written to it.
#[derive(Debug)]
pub struct JournalBase {
    /// The flash.
    pub chip: FlashChip,
    /// The ledger that its journal gives.
    pub ledger: Ledger,
}

static BASES: LazyLock<Vec<JournalBase>> =
    LazyLock::new(|| sessions().iter().map(|steps| base(steps)).collect());

impl JournalBase {
    /// The one that an input names: 0 is a board that has never been configured.
    pub fn read(input: &mut InputBytes) -> &'static JournalBase {
        let bases = &*BASES;
        &bases[usize::from(input.byte()) % bases.len()]
    }
}

fn base(steps: &[Step]) -> JournalBase {
    let (mut chip, ledger) = played(steps);
    chip.clear_history();
    JournalBase { chip, ledger }
}

fn sessions() -> Vec<Vec<Step>> {
    let mut open_round = sessions::plain_round(Game::Thb6);
    open_round.truncate(12);
    let ring = vec![sessions::plain_round(Game::Ml9); ROUNDS_OF_A_RING].concat();
    vec![
        vec![],
        sessions::set_up(Game::Tcp5),
        [sessions::set_up(Game::Thb6), open_round].concat(),
        [sessions::set_up(Game::Ml6), sessions::jackpot(Game::Ml6)].concat(),
        [sessions::set_up(Game::Rws6), sessions::troubles()].concat(),
        [sessions::set_up(Game::Ml9), ring].concat(),
    ]
}
