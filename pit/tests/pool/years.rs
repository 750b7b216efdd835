//! Nights that are archived: a log that was pruned goes on, and segments and tail give the same state again.

use std::fs;

use pit::archive::JoinedLog;
use pit::export::export;

use crate::prelude::*;

const TABLES: u32 = 20;

/// Three nights and a morning; the pool is started again in the second.
fn nights(engine: &mut impl LogEngine, folder: &TestFolder) -> Casino {
    let mut casino = Casino::open(engine, TABLES, 50);
    for night in 0..3 {
        let (archived, ..) = casino.night(engine, 60, folder.path());
        let segment = archived.segment.expect("a segment");
        assert_eq!(
            (archived.first, archived.head),
            (segment.header.last, segment.header.last)
        );
        let extent = engine.extent().expect("an engine");
        assert_eq!((extent.first, extent.head), (archived.first, archived.head));
        if night == 1 {
            casino.start_again(engine);
        }
    }
    for _ in 0..10 {
        casino.minute(engine);
    }
    casino
}

fn check_rebuild(engine: &mut impl AgainConnected, folder: &TestFolder) {
    let casino = nights(engine, folder);
    let segments = open_folder(folder.path(), &house_key()).expect("segments");
    assert_eq!(segments.len(), 3);
    let mut restored = MemoryEngine::default();
    let rebuilt = rebuild(segments.clone(), engine.again(folder), Some(&mut restored));
    let rebuilt = rebuilt.expect("a log that holds");
    assert_eq!(rebuilt.state.digest(), casino.state().digest());
    assert_eq!(rebuilt.state.head_digest(), casino.state().head_digest());
    // The founding, three checkpoints, and every entry.
    assert_eq!(rebuilt.records, casino.entries + 4);

    let opened = drive::open(&mut restored).expect("a restored log");
    assert_eq!(opened.head_digest(), casino.state().head_digest());
    assert_eq!(opened.digest(), casino.state().digest());
    let of_log = drive::open(engine).expect("a pruned log");
    assert_eq!(of_log.digest(), casino.state().digest());

    let mut joined = JoinedLog::new(segments, engine.again(folder)).expect("a joined log");
    let audited = audit(&mut joined, None).expect("an engine");
    assert_eq!((audited.wrong, audited.first), (None, 1));
    assert_eq!(audited.entries, casino.entries);
    assert!(!audited.claims.is_empty());
    assert!(audited.claims.iter().all(|claim| claim.settled.is_some()));
    let mut paid = 0;
    let rows = export(&mut joined, |row| {
        paid += u32::from(row.paid.is_some());
        Ok(())
    });
    assert_eq!(rows.expect("a log that holds"), casino.entries + 4);
    assert_eq!(usize::try_from(paid), Ok(audited.claims.len()));
}

/// Another connection to the same log.
trait AgainConnected: LogEngine + Sized {
    fn again(&self, folder: &TestFolder) -> Self;
}

impl AgainConnected for MemoryEngine {
    fn again(&self, _: &TestFolder) -> MemoryEngine {
        self.clone()
    }
}

impl AgainConnected for SqliteEngine {
    fn again(&self, folder: &TestFolder) -> SqliteEngine {
        SqliteEngine::open_to_read(&folder.file()).expect("a log")
    }
}

#[test]
fn segments_and_tail_give_the_same_state_in_memory() {
    check_rebuild(&mut MemoryEngine::default(), &TestFolder::new());
}

#[test]
fn segments_and_tail_give_the_same_state_in_sqlite() {
    let folder = TestFolder::new();
    let mut engine = SqliteEngine::open(&folder.file()).expect("a file");
    check_rebuild(&mut engine, &folder);
    let size = fs::metadata(folder.file()).expect("a file").len();
    println!("the pruned file has {size} bytes");
}

#[test]
fn a_pool_goes_on_after_a_restore_from_segments_alone() {
    let folder = TestFolder::new();
    let mut lost = MemoryEngine::default();
    let mut casino = Casino::open(&mut lost, TABLES, 50);
    casino.night(&mut lost, 30, folder.path());
    let segments = open_folder(folder.path(), &house_key()).expect("segments");
    let mut restored = SqliteEngine::open(&folder.file()).expect("a file");
    let rebuilt = rebuild(segments, MemoryEngine::default(), Some(&mut restored));
    let head = rebuilt.expect("segments that hold").state.head_digest();
    assert_eq!(head, casino.state().head_digest());
    casino.start_again(&mut restored);
    casino.night(&mut restored, 30, folder.path());
    let segments = open_folder(folder.path(), &house_key()).expect("segments");
    assert_eq!(segments.len(), 2);
}

#[test]
fn a_second_program_archives_the_file_of_a_running_pool() {
    let folder = TestFolder::new();
    let mut of_pool = SqliteEngine::open(&folder.file()).expect("a file");
    let mut casino = Casino::open(&mut of_pool, TABLES, 1);
    let mut beside = SqliteEngine::open_beside(&folder.file()).expect("the same file");
    for _ in 0..3 {
        for _ in 0..10 {
            casino.minute(&mut of_pool);
        }
        let (archived, ..) = casino.night(&mut beside, 0, folder.path());
        // More blocks than are removed at once.
        assert!(
            archived
                .segment
                .is_some_and(|segment| segment.header.last - segment.header.first > 500)
        );
        casino.minute(&mut of_pool);
    }
    let state = casino.state().digest();
    assert_eq!(drive::open(&mut of_pool).expect("a log").digest(), state);
    let segments = open_folder(folder.path(), &house_key()).expect("segments");
    let rebuilt = rebuild(segments, of_pool, None).expect("a log that holds");
    assert_eq!(rebuilt.state.digest(), state);
    let none = folder.path().join("none.db");
    let missing = SqliteEngine::open_beside(&none).expect_err("no log");
    assert!(missing.to_string().contains("unable to open"), "{missing}");
    assert!(!none.exists());
}
