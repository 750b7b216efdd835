//! The engine without a board: the portable controller in this process, one virtual millisecond a step.

use parts::flash::{FlashChip, Socket};
use simulator::engine::HostEngine;
use simulator::table::{JOURNAL_PAGES, SimulatedTable};

use super::simulated::{PacedEngine, Simulated};

/// A whole table in this process.
pub type Host = Simulated<HostEngine>;

impl Host {
    /// A table that has just come up; with the flash of an earlier evening, if there is one.
    pub fn new(seed: u64, flash: Option<Socket>) -> Host {
        let flash = flash.unwrap_or_else(|| Socket::new(FlashChip::new(JOURNAL_PAGES)));
        Simulated::start(seed, HostEngine::with_socket(flash))
    }
}

impl PacedEngine for HostEngine {
    fn pass(table: &mut SimulatedTable, count: u64) -> u64 {
        table.run_ms(count);
        count
    }

    fn forget(&mut self) {
        self.flash.chip().clear_history();
    }
}
