//! The levels that may be on the stack at once: the thread, on top of it every interrupt handler,
//! and on top of them all one panic.
//!
//! Handlers of one priority never interrupt each other: of those that the program gives the
//! same, the deepest counts. Of all others each does.

use super::graph::{CallChain, Graph};
use crate::elf::Elf;
use std::collections::BTreeSet;

/// The tasks that each executor polls, by the modules they are in.
const EXECUTORS: [(&str, &[&str]); 3] = [
    (THREAD, &["::start::"]),
    (
        "SAI1",
        &["::tasks::wire::", "::tasks::link::", "::tasks::health::"],
    ),
    ("SWPMI1", &["::tasks::scan::"]),
];

const THREAD: &str = "thread";

/// Handlers that the program gives one priority (`board::parts`).
const OF_ONE_PRIORITY: [&str; 2] = ["UART4", "USART1"];

/// Begins the stack anew, because the stack may be what is wrong (`board::fault`).
const BEGINS_ANEW: &str = "HardFault";

/// The registers that the processor pushes before a handler runs: 26 words where floating point
/// may be in use, and one to align them.
const EXCEPTION_FRAME_BYTES: u32 = 27 * 4;

/// Words of the vector table before the first handler: stack and reset.
const VECTORS_SKIPPED: usize = 2;

/// Code that may be on the stack once, and its depth.
#[derive(Debug)]
pub(crate) struct Level {
    /// A handler's name, or what else it is.
    pub(crate) name: String,
    /// The worst chain with the registers that the processor pushes before it.
    pub(crate) bytes: u32,
    /// That chain.
    pub(crate) chain: CallChain,
}

/// The levels of an image.
///
/// # Errors
/// A task that nobody seems to run, which would not be counted.
pub(crate) fn levels(elf: &Elf, graph: &Graph<'_>) -> Result<Vec<Level>, String> {
    let mut reached = BTreeSet::new();
    let mut levels = vec![level(THREAD, 0, elf.entry & !1, graph, &mut reached)];
    for handler in handlers(elf) {
        let name = graph.name(handler);
        let level = level(name, EXCEPTION_FRAME_BYTES, handler, graph, &mut reached);
        levels.push(level);
    }
    if let Some((_, name)) = graph
        .tasks()
        .find(|(address, _)| !reached.contains(address))
    {
        return Err(format!(
            "{name}: add the executor of this task in {}",
            file!()
        ));
    }
    only_the_deepest(&mut levels, &OF_ONE_PRIORITY);
    levels.retain(|level| level.name != BEGINS_ANEW);
    let panic = graph.panic().ok_or("no panic handler in the image")?;
    levels.push(level("a panic", 0, panic, graph, &mut reached));
    Ok(levels)
}

fn level(
    name: &str,
    pushed: u32,
    root: u32,
    graph: &Graph<'_>,
    reached: &mut BTreeSet<u32>,
) -> Level {
    let mut modules = EXECUTORS.iter().filter(|(executor, _)| *executor == name);
    let modules = modules.next().map_or(&[][..], |(_, modules)| modules);
    let is_polled = |task: &str| modules.iter().any(|module| task.contains(module));
    let chain = graph.worst(root, &is_polled, reached);
    Level {
        name: name.to_owned(),
        bytes: chain.bytes + pushed,
        chain,
    }
}

fn only_the_deepest(levels: &mut Vec<Level>, names: &[&str]) {
    let is_one = |level: &Level| names.contains(&level.name.as_str());
    let of_them = levels.iter().filter(|level| is_one(level));
    let Some(deepest) = of_them.max_by_key(|level| level.bytes) else {
        return;
    };
    let deepest = deepest.name.clone();
    levels.retain(|level| !is_one(level) || level.name == deepest);
}

/// All that are in the vector table, each once.
fn handlers(elf: &Elf) -> BTreeSet<u32> {
    let table = elf
        .section(".vector_table")
        .map_or(&[][..], |table| &table.content);
    let (words, _) = table.as_chunks();
    let vectors = words.iter().map(|word| u32::from_le_bytes(*word));
    let handlers = vectors.skip(VECTORS_SKIPPED).filter(|vector| *vector != 0);
    handlers.map(|handler| handler & !1).collect()
}
