//! The steps of a history of linked tables. Any list of steps is a history: a step that does not fit is refused by a
//! table, or does nothing.

use parts::flash::Tear;
use pit::block::HouseRuling;
use pit::faulty::EngineFaults;
use shared_rules::wire::message::Command;

/// The faults of letters under way, in percent.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct LetterFaults {
    /// Letters that do not arrive.
    pub lost: u64,
    /// Letters that arrive twice.
    pub twice: u64,
    /// Letters that arrive after up to three seconds, and so after later ones.
    pub late: u64,
    /// Letters that take up to eight milliseconds instead of one, and so may overtake each other.
    pub unordered: u64,
}

/// One step. Tables and sequencers are counted from 0.
#[derive(Clone, PartialEq, Debug)]
pub enum LinkStep {
    /// A number of milliseconds passes.
    Wait(u64),
    /// The table joins the link, and brings its meters.
    Join(usize),
    /// An Ante and a number of chips lie at each seat of the table from now on; 0 chips for no bet at all.
    Lay(usize, Vec<u8>),
    /// The table's console sends signed commands.
    Say(usize, Vec<Command>),
    /// Power goes at a table for a number of milliseconds.
    PowerCut(usize, u64),
    /// Power goes at a table within the flash operation that follows after so many more.
    Torn(usize, usize, Tear),
    /// The way between the table's gateway and the pool is cut.
    LineCut(usize),
    /// It is mended.
    LineMended(usize),
    /// A sequencer crashes, and starts again from the log after a number of milliseconds.
    Crash(usize, u64),
    /// A sequencer stands still for a number of milliseconds, and goes on where it stopped.
    Sleep(usize, u64),
    /// The clock of a sequencer is set forward or back.
    SetClock(usize, i64),
    /// The house rules at a sequencer.
    Rule(usize, HouseRuling),
    /// The engine fails this often from now on.
    Engine(EngineFaults),
    /// The engine crashes, and starts again after a number of milliseconds with the blocks that it has.
    EngineDown(u64),
    /// Letters fail this often from now on.
    Letters(LetterFaults),
}
