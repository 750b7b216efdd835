//! What the live table needs of whatever runs the controller: 48 bits in and out, the sign's dots, the console's
//! wire, power, and the faults that can be put on all of them. The page cannot tell one engine from another.
//!
//! Everything else that is shown comes out of the entries that the console is sent ([`super::replica`]).

use console::{Answer, Console};
use parts::chain::Change;
use shared_rules::halt::Halt;
use shared_rules::ledger::Entry;
use shared_rules::wire::message::Command;
use sign::Screen;

/// What runs the controller.
pub trait LiveEngine {
    /// So many milliseconds pass. Says how many have passed for the controller, which may have a clock of its own.
    fn run_ms(&mut self, count: u64) -> u64;

    /// Whether this engine has a felt that a click can reach.
    fn has_felt(&self) -> bool;

    /// That felt.
    fn felt(&mut self) -> Option<&mut dyn FeltWires>;

    /// What the 595s light, bit by bit, where it can be seen.
    fn lit(&self) -> Option<u64>;

    /// What the sign shows now, where it can be seen.
    fn sign(&self) -> Option<SignNow>;

    /// Whether the controller has power.
    fn is_powered(&self) -> bool;

    /// Whether the console hears the table.
    fn is_linked(&self) -> bool;

    /// The console signs a command and sends it when its turn comes.
    ///
    /// # Errors
    /// Says why it cannot.
    fn command(&mut self, command: Command) -> Result<(), String>;

    /// Whether every command has been answered.
    fn is_idle(&self) -> bool;

    /// What the console has been told since this was asked last.
    fn hear(&mut self) -> Vec<Heard>;

    /// Why it has stopped for good, if it has.
    fn failure(&self) -> Option<&str> {
        None
    }
}

/// What a hand at a simulated table can reach: chips, keys, cables and the plug.
pub trait FeltWires {
    /// Something happens on the felt.
    fn change(&mut self, change: Change);

    /// A cable is pulled or becomes noisy, or is well again.
    fn cable(&mut self, cable: Cable, state: CableState);

    /// The chain under the felt breaks, or is mended.
    fn break_chain(&mut self, broken: bool);

    /// Power goes, or comes back.
    fn power(&mut self, on: bool);

    /// Somebody without the key sends a command.
    fn forge(&mut self);
}

/// The two cables of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cable {
    /// To the jackpot sign.
    Sign,
    /// To the dealer's console.
    Console,
}

/// What a cable is like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CableState {
    /// As it should be.
    Sound,
    /// Pulled out.
    Out,
    /// About one exchange in four succeeds.
    Noisy,
}

/// The sign at one moment.
#[derive(Clone, Debug)]
pub struct SignNow {
    /// Its dots.
    pub screen: Screen,
    /// The same as text.
    pub text: String,
}

/// Something that the console was told.
#[derive(Clone, Debug)]
pub enum Heard {
    /// An entry of the journal, with its number.
    Entry(u32, Entry),
    /// The answer to a request.
    Answer(Answer),
    /// The table is halted, and why.
    Halted(Halt),
}

/// Commands that may wait for their turn on the wire: about a second's worth.
pub(super) const BACKLOG: usize = 64;

/// Hands a command to a console, unless too many wait already.
///
/// # Errors
/// Says that the wire is busy.
pub fn queue(console: &mut Console, command: Command) -> Result<(), String> {
    if console.backlog() >= BACKLOG {
        return Err("the console is busy: try again".into());
    }
    console.command(command);
    Ok(())
}

impl Heard {
    /// What a console has been told from entry `next` on. It keeps only the last one, from which it would follow
    /// again: a table runs for days.
    pub fn by(console: &mut Console, next: &mut u32) -> Vec<Heard> {
        let new = console.entries.range(*next..);
        let new = new.map(|(number, entry)| Heard::Entry(*number, entry.clone()));
        let mut heard: Vec<Heard> = new.collect();
        if let Some((last, entry)) = console.entries.pop_last() {
            *next = last.saturating_add(1);
            console.entries.clear();
            console.entries.insert(last, entry);
        }
        console.known.clear();
        heard.extend(console.answers.drain(..).map(Heard::Answer));
        heard.extend(console.halts.drain(..).map(Heard::Halted));
        heard
    }
}
