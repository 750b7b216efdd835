//! A start from a damaged flash: a sound journal with damaged words, bytes that were never written as a journal, sound
//! records that no table writes, or power that fails during the start.
//!
//! - The table halts, or it starts with books that balance.
//! - Damage that cannot make a sound record never goes unnoticed: the table halts, or starts with every entry that was
//!   written.
//! - Damage of one log alone costs nothing at all.
//! - One more start from the flash that a start has left finds the same ledger, with that start applied.

mod base;
mod damage;

pub use base::JournalBase;
pub use damage::Damage;

use firmware::controller::{Controller, Halt};
use firmware::journal::Error;
use link::to_console::Turn;
use parts::flash::{FlashChip, Socket};
use shared_rules::ledger::{Entry, Ledger};
use shared_rules::wire::message::{Report, Request};
use shared_rules::wire::payload;
use simulator::table::key_ring;

use crate::console::{is_balanced, meters_of};
use crate::input::InputBytes;
use damage::Suffered;

/// More damage than a flash that was once sound ever suffers.
const DAMAGES_MAX: usize = 64;

/// Starts from the flash of an input.
///
/// # Panics
/// If the start goes on where it must not, or halts where it must go on.
pub fn check(input: &[u8]) {
    let mut input = InputBytes::new(input);
    let base = JournalBase::read(&mut input);
    let mut chip = base.chip.clone();
    let mut suffered = Suffered::default();
    for _ in 0..DAMAGES_MAX {
        if input.is_over() {
            break;
        }
        Damage::read(&mut input).happen(&mut chip, &mut suffered);
    }
    let flash = Socket::new(chip);
    let controller = start(&flash);
    let was_cut = !flash.chip().is_powered();
    flash.chip().power_on();
    let controller = if was_cut { start(&flash) } else { controller };
    judge(&controller, base, &suffered, &flash);
}

fn start(flash: &Socket) -> Controller<Socket> {
    let mut controller = Controller::new(flash.clone()).expect("a flash that fits");
    controller.start(&key_ring(), None);
    controller
}

fn judge(controller: &Controller<Socket>, base: &JournalBase, suffered: &Suffered, flash: &Socket) {
    if let Some(halt) = controller.halt() {
        let sound_copies_differ = matches!(halt, Halt::Journal(Error::Disagreement { .. }));
        assert!(!suffered.must_start() || sound_copies_differ, "{halt:?}");
        return;
    }
    let ledger = controller.ledger();
    if let Some(meters) = meters_of(ledger) {
        assert!(is_balanced(&meters), "{meters:?}");
    }
    if suffered.is_harmless() {
        let found = state_of(ledger);
        let starts = if suffered.power_cut { 2 } else { 1 };
        let mut sound = base.ledger.clone();
        let is_sound = (0..starts).any(|_| {
            sound = one_more_start(&sound);
            state_of(&sound) == found
        });
        assert!(is_sound, "{found}\nis not\n{sound:?}");
    }
    once_more(ledger, suffered, flash);
}

/// The ledger after one more start.
fn one_more_start(ledger: &Ledger) -> Ledger {
    let mut started = ledger.clone();
    let boot = Entry::Boot(ledger.boots().saturating_add(1));
    let applied = started.apply(&boot);
    assert!(applied.is_ok(), "{boot:?}: {applied:?}");
    started
}

/// What a ledger knows, without the last link of the chain: a start that writes a checkpoint writes links around it.
fn state_of(ledger: &Ledger) -> String {
    let (boots, moment, hits) = (ledger.boots(), ledger.moment(), ledger.hits());
    let (table, faults, link) = (ledger.table(), ledger.faults(), ledger.link());
    format!("{boots} {moment:?} {hits:?} {table:?} {faults:?} {link:?}")
}

/// Starts again, and compares the state that is visible from outside.
fn once_more(ledger: &Ledger, suffered: &Suffered, flash: &Socket) {
    let expected = one_more_start(ledger);
    let chip: FlashChip = flash.chip().clone();
    let mut again = start(&Socket::new(chip));
    if let Some(halt) = again.halt() {
        // A table's own entries never use up its numbers or its room; forged records may.
        let is_full = matches!(
            halt,
            Halt::Journal(Error::CheckpointOverdue | Error::Exhausted)
        );
        assert!(is_full && suffered.forged, "{halt:?} at the second start");
        return;
    }
    assert_eq!(
        state_of(again.ledger()),
        state_of(&expected),
        "at the second start"
    );
    let request = payload::write(&Request::Meters).expect("a short request");
    let answer = again.serve(&Turn::Request(request), 0).expect("an answer");
    if let Some(Report::Meters(meters)) = payload::read(&answer) {
        assert_eq!(Some(meters.shown), again.picture().amount);
    }
    assert_eq!(again.lamps(0).fault, !again.ledger().faults().is_empty());
}
