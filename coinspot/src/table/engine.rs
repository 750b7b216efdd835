//! The live table's view of whatever runs the controller: 48 bits in and out, the sign's dots, the console's
//! wire, power, and the faults that can be put on all of them. The page cannot tell one engine from another.
//!
//! Everything else that is shown comes out of the entries that the console is sent ([`console::Replica`]).

use console::News;
use parts::chain::Change;
use shared_rules::wire::message::Command;
use sign::Screen;

/// An engine runs the controller.
pub trait LiveEngine {
    /// Lets `count` milliseconds pass. The controller may have a clock of its own: returns the milliseconds that it has
    /// lived through.
    fn run_ms(&mut self, count: u64) -> u64;

    /// Returns true if a click can reach the felt. A table at the other end of a wire has its own.
    fn has_felt(&self) -> bool {
        false
    }

    /// Returns true if there is a cable to a pool that a click can reach.
    fn has_pool(&self) -> bool {
        false
    }

    /// That felt.
    fn felt(&mut self) -> Option<&mut dyn FeltWires> {
        None
    }

    /// The outputs of the 595s, bit by bit, where they can be seen.
    fn lit(&self) -> Option<u64> {
        None
    }

    /// The sign as it is now, where it can be seen.
    fn sign(&self) -> Option<SignNow> {
        None
    }

    /// Returns true if the controller has power, as far as its engine can tell: one that answers has.
    fn is_powered(&self) -> bool {
        self.is_linked()
    }

    /// Returns true while the table answers its console.
    fn is_linked(&self) -> bool;

    /// The console signs a command and sends it when its turn comes.
    ///
    /// # Errors
    /// Says why it cannot.
    fn command(&mut self, command: Command) -> Result<(), String>;

    /// The console asks for the version of the sign; the answer comes like any other.
    fn ask_sign(&mut self);

    /// Returns true once every command has been answered.
    fn is_idle(&self) -> bool;

    /// The console's news since the last call.
    fn hear(&mut self) -> Vec<News>;

    /// Why it has stopped for good, if it has.
    fn failure(&self) -> Option<&str> {
        None
    }
}

/// The parts of a simulated table within a hand's reach: chips, keys, cables and the plug.
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

/// The cables of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cable {
    /// To the jackpot sign.
    Sign,
    /// To the dealer's console.
    Console,
    /// From the console to the pool, where tables are linked.
    Pool,
}

/// The state of a cable.
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
