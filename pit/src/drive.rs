//! Carries blocks between a sequencer and an engine.

use shared_rules::pool::PoolTerms;

use crate::block::BlockNumber;
use crate::engine::{Appended, EngineTrouble, LogEngine};
use crate::sequencer::Sequencer;
use crate::state::{BrokenLog, LinkState, LogFault};

/// The attempts to append before the caller has a turn, in case another sequencer is always faster.
const ATTEMPTS_MAX: usize = 64;

/// The attempts to read a log whose beginning is being pruned.
const OPENINGS_MAX: usize = 64;

/// The blocks that are caught up with before the caller has a turn: a log that grows as fast as it is read has no end.
const CATCH_UP_MAX: usize = 512;

/// The reason why a log cannot be opened.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OpenFault {
    /// The engine cannot serve.
    #[error(transparent)]
    Engine(#[from] EngineTrouble),
    /// The log does not hold.
    #[error("the log does not hold: {0}")]
    Broken(BrokenLog),
    /// There is no log yet.
    #[error("there is no log yet")]
    Empty,
    /// The log is that of another link.
    #[error("this is the log of link {0}")]
    OtherLink(u32),
    /// The log has other terms.
    #[error("the log was founded on other terms")]
    OtherTerms,
    /// No pool can be run on these terms.
    #[error(transparent)]
    Terms(LogFault),
}

impl From<BrokenLog> for OpenFault {
    fn from(broken: BrokenLog) -> OpenFault {
        OpenFault::Broken(broken)
    }
}

/// Reads and folds all that is left of a log.
///
/// # Errors
/// It cannot be read, does not hold, or is empty.
pub fn open(engine: &mut impl LogEngine) -> Result<LinkState, OpenFault> {
    for _ in 0..OPENINGS_MAX {
        match fold(engine) {
            // It was pruned meanwhile, and begins with a later checkpoint.
            Err(OpenFault::Engine(EngineTrouble::Pruned { .. })) => {}
            outcome => return outcome,
        }
    }
    fold(engine)
}

/// The first block that is left, and its number. None if there is no block.
///
/// # Errors
/// The engine cannot serve.
pub fn first_block(
    engine: &mut impl LogEngine,
) -> Result<Option<(BlockNumber, Vec<u8>)>, EngineTrouble> {
    let mut number = 1;
    loop {
        match engine.read(number) {
            Err(EngineTrouble::Pruned { first }) if first > number => number = first,
            found => return Ok(found?.map(|bytes| (number, bytes))),
        }
    }
}

/// The state after the first block that is left.
///
/// # Errors
/// It cannot be read, does not hold, or is missing.
pub fn begin(engine: &mut impl LogEngine) -> Result<LinkState, OpenFault> {
    let (number, first) = first_block(engine)?.ok_or(OpenFault::Empty)?;
    Ok(LinkState::begin(number, &first)?)
}

fn fold(engine: &mut impl LogEngine) -> Result<LinkState, OpenFault> {
    let mut state = begin(engine)?;
    let mut last = None;
    loop {
        while let Some(block) = engine.read(state.head().saturating_add(1))? {
            last = Some(state.apply_quickly(&block)?.1);
        }
        let missing = state.head().saturating_add(1);
        if engine.extent()?.head < missing {
            break;
        }
        // Another pool has appended meanwhile; otherwise the block cannot be found although there is a later one.
        match engine.read(missing)? {
            Some(block) => last = Some(state.apply_quickly(&block)?.1),
            None => return Err(OpenFault::Broken(missing_block(missing))),
        }
    }
    last.map_or(Ok(()), |reached| state.check(reached))?;
    Ok(state)
}

pub(crate) const fn missing_block(block: BlockNumber) -> BrokenLog {
    BrokenLog {
        block,
        record: None,
        why: LogFault::Missing,
    }
}

/// Opens the log of this link, or founds it.
///
/// # Errors
/// It cannot be opened, or is that of another link or has other terms.
pub fn open_or_found(
    engine: &mut impl LogEngine,
    link: u32,
    terms: &PoolTerms,
    now_ms: u64,
) -> Result<LinkState, OpenFault> {
    if first_block(engine)?.is_none() {
        let block = LinkState::founding_block(link, terms, now_ms).map_err(OpenFault::Terms)?;
        // Whoever was faster has founded it, and it is compared below.
        if let Appended::Unknown(trouble) = engine.append(0, &block)
            && first_block(engine)?.is_none()
        {
            return Err(OpenFault::Engine(trouble));
        }
    }
    let state = open(engine)?;
    if state.link() != link {
        return Err(OpenFault::OtherLink(state.link()));
    }
    if state.pool().terms() != terms {
        return Err(OpenFault::OtherTerms);
    }
    Ok(state)
}

/// Appends what waits in the sequencer, block by block, and folds the blocks of others that come first.
///
/// # Errors
/// The engine cannot serve. The proposed block is proposed again the next time.
pub fn commit(
    sequencer: &mut Sequencer,
    engine: &mut impl LogEngine,
    now_ms: u64,
) -> Result<(), EngineTrouble> {
    for _ in 0..ATTEMPTS_MAX {
        let Some(proposal) = sequencer.propose(now_ms) else {
            return Ok(());
        };
        let trouble = match engine.append(proposal.expected_head, &proposal.bytes) {
            Appended::Done => {
                sequencer.appended(now_ms);
                continue;
            }
            Appended::Conflict => None,
            Appended::Unknown(trouble) => Some(trouble),
        };
        if !read_next(sequencer, engine, now_ms)? {
            // The block is not there. It may still come, and then it is found at the next attempt.
            return trouble.map_or_else(|| check_length(sequencer, engine), Err);
        }
    }
    Ok(())
}

/// Folds the blocks that others have appended; true if there are no more.
///
/// # Errors
/// The engine cannot serve.
pub fn catch_up(
    sequencer: &mut Sequencer,
    engine: &mut impl LogEngine,
    now_ms: u64,
) -> Result<bool, EngineTrouble> {
    for _ in 0..CATCH_UP_MAX {
        if sequencer.halted().is_some() || !read_next(sequencer, engine, now_ms)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Folds the next block of the engine; false if there is none.
fn read_next(
    sequencer: &mut Sequencer,
    engine: &mut impl LogEngine,
    now_ms: u64,
) -> Result<bool, EngineTrouble> {
    let next = sequencer.state().head().saturating_add(1);
    let block = match engine.read(next) {
        Err(EngineTrouble::Pruned { .. }) => return skip(sequencer, engine, now_ms),
        found => found?,
    };
    if let Some(block) = &block {
        sequencer.found(block, now_ms);
    }
    Ok(block.is_some())
}

/// Goes on from the checkpoint of a log that was archived before all of it was read here.
fn skip(
    sequencer: &mut Sequencer,
    engine: &mut impl LogEngine,
    now_ms: u64,
) -> Result<bool, EngineTrouble> {
    match open(engine) {
        Ok(state) if state.link() == sequencer.state().link() => sequencer.skip_to(state, now_ms),
        Err(OpenFault::Engine(trouble)) => return Err(trouble),
        Err(OpenFault::Broken(broken)) => sequencer.halt(broken.why),
        Ok(_) | Err(_) => sequencer.halt(LogFault::CutOff),
    }
    Ok(true)
}

/// A log that is shorter than the one that was read is another log.
fn check_length(
    sequencer: &mut Sequencer,
    engine: &mut impl LogEngine,
) -> Result<(), EngineTrouble> {
    if engine.extent()?.head < sequencer.state().head() {
        sequencer.halt(LogFault::CutOff);
    }
    Ok(())
}
