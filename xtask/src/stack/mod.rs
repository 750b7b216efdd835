//! The depth of the stack: the frame of every function, the calls between them, and the
//! interrupts on top.

pub mod code;
pub mod frames;
pub mod graph;
mod levels;
pub(crate) mod painted;
pub mod thumb;

use crate::elf::Elf;
use crate::table::{self, Row};
use code::{Code, Function};
use frames::StackFrames;
use graph::{CallLink, Graph};
use levels::Level;

const FRAMES_SHOWN: usize = 10;

/// The assumptions of the estimate, for its readers.
const ASSUMPTIONS: &str = "
The estimate adds the worst chain of the thread, of every interrupt handler and of one panic,
as if each interrupted the one before. A hard fault begins the stack anew. It assumes
- handlers that the program gives one priority do not interrupt each other;
- the tasks of each executor are those that xtask's table says;
- a call through a pointer reaches any function whose address is taken; but a task only from
  its executor, and formatting only from formatting;
- functions that call each other in a circle do so once;
- a panic turns interrupts off first, and every interrupt finds floating point in use.";

/// The depth of an image's stack.
#[derive(Debug)]
pub struct Depth {
    frames: Vec<Row>,
    levels: Vec<Level>,
}

impl Depth {
    /// Estimates it.
    ///
    /// # Errors
    /// An image that cannot be understood.
    pub fn of(elf: &Elf, frames: &StackFrames) -> Result<Self, String> {
        let code = Code::read(elf)?;
        let graph = Graph::new(&code, frames);
        let all = code.functions.iter();
        let frame =
            |(address, function): (&u32, &Function)| (graph.frame(*address), function.name.clone());
        Ok(Self {
            frames: all.map(frame).collect(),
            levels: levels::levels(elf, &graph)?,
        })
    }

    /// If everything came together.
    #[must_use]
    pub fn bytes(&self) -> u32 {
        self.levels.iter().map(|level| level.bytes).sum()
    }

    /// Prints the largest frames, each level, and the chain of the deepest.
    pub fn print(&self) {
        table::print_largest("Stack, largest frames", self.frames.clone(), FRAMES_SHOWN);
        let levels = self
            .levels
            .iter()
            .map(|level| (level.bytes, level.name.clone()));
        table::print(
            "Stack, worst chain of each level",
            &levels.collect::<Vec<_>>(),
        );
        if let Some(deepest) = self.levels.iter().max_by_key(|level| level.bytes) {
            let links: Vec<Row> = deepest.chain.links.iter().map(row).collect();
            table::print(&format!("Stack, worst chain: {}", deepest.name), &links);
        }
        println!("{ASSUMPTIONS}");
    }
}

fn row(link: &CallLink) -> Row {
    let name = match link.names.as_slice() {
        [name] => name.clone(),
        names => format!("(a circle of {}, with {})", names.len(), names[0]),
    };
    (link.bytes, name)
}
