//! A table that has the key and lies: the console's wire brings whatever it likes to the console, the replica of the
//! ledger and the page.
//!
//! - Nothing of it stops the console, the replica or the page.
//! - Entries are heard in the order of their numbers, each once, and another one can always follow.
//! - Nobody hears more answers than there were requests.
//! - No line of the log has a control character in it.
//! - The replica's books balance.
//! - A sound table that takes the place afterwards is heard.

pub mod step;
mod wire;

use std::cell::RefCell;
use std::rc::Rc;

use coinspot::table::parts::Parts;
use coinspot::table::play::TablePlay;

use crate::input::InputBytes;
use step::HostileStep;
use wire::{Shared, Wire};

/// More than any session that is worth its time.
const STEPS_MAX: usize = 60;

/// Time for a frame and its acknowledgement.
const STEP_MS: u64 = 20;

/// Tells a console what the input says.
///
/// # Panics
/// Where something does not hold.
pub fn check(input: &[u8]) {
    let mut input = InputBytes::new(input);
    let wire = Rc::new(RefCell::new(Wire::new()));
    let mut play = TablePlay::new(Box::new(Shared(wire.clone())), 1);
    let mut parts = Parts::default();
    for _ in 0..STEPS_MAX {
        if input.is_over() {
            break;
        }
        take(&HostileStep::read(&mut input), &wire, &mut play);
        play.run_ms(STEP_MS);
        look(&mut play, &mut parts);
    }
    wire.borrow_mut().hears_a_sound_table();
}

fn take(step: &HostileStep, wire: &Rc<RefCell<Wire>>, play: &mut TablePlay) {
    match step {
        // An ask that cannot be done is answered to the asker.
        HostileStep::Ask(ask) => drop(play.ask(ask)),
        HostileStep::Wait(time) => play.run_ms(20 * u64::from(*time)),
        said => wire.borrow_mut().say(said),
    }
}

fn look(play: &mut TablePlay, parts: &mut Parts) {
    if !play.take_changed() {
        return;
    }
    parts.write(play);
    for line in play.log.lines() {
        assert!(!line.text.contains(char::is_control), "{:?}", line.text);
    }
    if let Some(table) = play.replica.table() {
        assert!(table.is_balanced(), "{:?}", table.totals());
    }
}
