//! The engines that need no server, in the suite for every engine.

use std::thread;
use std::time::Duration;

use pit::engine::{Appended, LogEngine};
use pit::faulty::{EngineFaults, FaultyEngine};
use pit::memory::MemoryEngine;
use pit::sqlite::SqliteEngine;

use crate::suite::{Bench, conforms};
use crate::support::TestFolder;

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

#[test]
fn a_follower_is_woken_by_another_connection() {
    let mut engine = MemoryEngine::default();
    let mut other = engine.clone();
    let writer = thread::spawn(move || {
        thread::sleep(Duration::from_millis(20));
        other.append(0, b"one")
    });
    let followed = engine.follow(0, Duration::from_secs(60));
    assert_eq!(followed, Ok(Some(b"one".to_vec())));
    assert_eq!(writer.join().expect("a writer"), Appended::Done);
}
