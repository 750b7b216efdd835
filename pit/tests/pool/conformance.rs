//! The engines that need no server, in the suite for every engine.

use crate::prelude::*;
use crate::suite::{Bench, conforms};

struct InMemory;

impl Bench for InMemory {
    type Engine = MemoryEngine;

    fn fresh(&mut self) -> MemoryEngine {
        MemoryEngine::default()
    }

    fn again(&mut self, engine: MemoryEngine) -> MemoryEngine {
        engine
    }
}

struct WithoutFaults;

impl Bench for WithoutFaults {
    type Engine = FaultyEngine;

    fn fresh(&mut self) -> FaultyEngine {
        FaultyEngine::new(1, EngineFaults::default())
    }

    fn again(&mut self, engine: FaultyEngine) -> FaultyEngine {
        engine.connect(2)
    }
}

/// Every fresh engine has a folder of its own.
#[derive(Default)]
struct InFiles(Vec<TestFolder>);

impl InFiles {
    fn open(&self) -> SqliteEngine {
        let folder = self.0.last().expect("a folder");
        SqliteEngine::open(&folder.file()).expect("a file")
    }
}

impl Bench for InFiles {
    type Engine = SqliteEngine;

    fn fresh(&mut self) -> SqliteEngine {
        self.0.push(TestFolder::new());
        self.open()
    }

    fn again(&mut self, engine: SqliteEngine) -> SqliteEngine {
        drop(engine);
        self.open()
    }
}

#[test]
fn the_engine_in_memory_conforms() {
    conforms(&mut InMemory);
}

#[test]
fn the_faulty_engine_conforms_without_faults() {
    conforms(&mut WithoutFaults);
}

#[test]
fn sqlite_conforms() {
    conforms(&mut InFiles::default());
}
