//! The states of the flash after a power cut.

use std::collections::HashMap;

use board_sim::chip::flash::{Array, BANK_BYTES, Ecc, PAGE_BYTES};
use parts::flash::FlashChip;

/// Where the journal's bank begins, in pages.
const JOURNAL_PAGE: usize = (BANK_BYTES / PAGE_BYTES) as usize;

/// The flash after a cut.
#[derive(Clone, Debug)]
pub struct State {
    pub flash: Array,
    /// The time of the cut.
    pub at_ms: u64,
    pub context: String,
}

/// The distinct states. Among equal ones the last is kept: by then the most entries had been acknowledged.
pub fn distinct(states: impl IntoIterator<Item = State>) -> Vec<State> {
    let mut distinct: Vec<State> = Vec::new();
    let mut known = HashMap::new();
    for state in states {
        let index = *known.entry(state.flash.digest()).or_insert(distinct.len());
        match distinct.get_mut(index) {
            Some(same) => *same = state,
            None => distinct.push(state),
        }
    }
    distinct
}

/// The journal's bank, byte for byte.
pub fn journal(flash: &Array) -> Vec<u8> {
    flash
        .pages()
        .skip(JOURNAL_PAGE)
        .flatten()
        .copied()
        .collect()
}

/// The same flash as a chip on the host.
pub fn on_the_host(flash: &Array) -> FlashChip {
    let mut chip = FlashChip::from_image(&journal(flash));
    for (offset, ecc) in flash.wrong() {
        let address = offset
            .checked_sub(BANK_BYTES)
            .expect("only the journal is written") as usize;
        match ecc {
            Ecc::Corrected => {}
            Ecc::Uncorrectable => chip.spoil_word(address),
            Ecc::Weak => chip.weaken_word(address),
        }
    }
    chip
}
