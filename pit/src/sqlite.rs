//! The engine of a single machine: one SQLite file, no server.
//!
//! A commit is durable: the file is in WAL mode with `synchronous=FULL`, so the WAL reaches the disk before an append
//! returns. A lock file beside it keeps a second pool away. Should both start nevertheless, the conditional append
//! keeps them harmless. A reader, such as the audit, needs no lock and reads while the pool runs.

use std::ffi::OsString;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{io, thread};

use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, TransactionBehavior};

use crate::block::BlockNumber;
use crate::engine::{Appended, EngineTrouble, Extent, LogEngine};

/// Marks the file as a pool's log: "CSPL".
const APPLICATION: i32 = 0x4353_504c;

/// The version of the schema.
const VERSION: u32 = 1;

/// SQLite waits this long for a reader that is in its way.
const BUSY_MS: u64 = 1_000;

/// Blocks that are removed in one transaction: a pool that appends meanwhile waits for some milliseconds at most.
const PRUNED_AT_ONCE: u64 = 1_000;

/// The value of `PRAGMA synchronous` that means FULL.
const FULL: i64 = 2;

/// A pool's log in one file.
#[derive(Debug)]
pub struct SqliteEngine {
    connection: Connection,
    /// Held for as long as the pool works on the file.
    _lock: Option<File>,
}

impl SqliteEngine {
    /// Opens a log to work on it, and creates it if there is none.
    ///
    /// # Errors
    /// Another pool works on it, or it is no log.
    pub fn open(path: &Path) -> Result<SqliteEngine, EngineTrouble> {
        let lock = lock(path)?;
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let mut connection = connect(path, flags)?;
        if !is_log(&connection)? {
            return Err(foreign(path));
        }
        set_up(&mut connection)?;
        Ok(SqliteEngine {
            connection,
            _lock: Some(lock),
        })
    }

    /// Opens a log to read it, also while a pool works on it.
    ///
    /// # Errors
    /// There is no log in the file.
    pub fn open_to_read(path: &Path) -> Result<SqliteEngine, EngineTrouble> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = connect(path, flags)?;
        if !is_log(&connection)? || version(&connection)? == 0 {
            return Err(foreign(path));
        }
        Ok(SqliteEngine {
            connection,
            _lock: None,
        })
    }

    /// Opens a log to add a checkpoint and to prune it, also while a pool works on it.
    ///
    /// # Errors
    /// There is no log in the file.
    pub fn open_beside(path: &Path) -> Result<SqliteEngine, EngineTrouble> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let mut connection = connect(path, flags)?;
        if !is_log(&connection)? || version(&connection)? == 0 {
            return Err(foreign(path));
        }
        set_up(&mut connection)?;
        Ok(SqliteEngine {
            connection,
            _lock: None,
        })
    }

    /// Lets SQLite check its own structures.
    ///
    /// # Errors
    /// They are damaged.
    pub fn check_structure(&mut self) -> Result<(), EngineTrouble> {
        let found: String = self
            .connection
            .query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))
            .map_err(|error| trouble(&error))?;
        match found.as_str() {
            "ok" => Ok(()),
            why => Err(EngineTrouble::Damaged(why.to_owned())),
        }
    }

    /// Bounds the file's size in pages of 4 KiB. At its bound it is like a full disk.
    ///
    /// # Errors
    /// SQLite refuses it.
    pub fn limit_pages(&mut self, pages: u32) -> Result<(), EngineTrouble> {
        let limited =
            self.connection
                .pragma_update_and_check(None, "max_page_count", pages, |row| row.get::<_, i64>(0));
        limited.map(|_| ()).map_err(|error| trouble(&error))
    }

    /// Appends a block; false if the last one is another than expected.
    fn try_append(
        &mut self,
        expected_head: i64,
        number: i64,
        block: &[u8],
    ) -> rusqlite::Result<bool> {
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)?;
        let head: i64 = transaction.query_row(HEAD, [], |row| row.get(0))?;
        if head != expected_head {
            return Ok(false);
        }
        transaction.execute(
            "INSERT INTO block (number, bytes) VALUES (?1, ?2)",
            (number, block),
        )?;
        transaction.commit()?;
        Ok(true)
    }
}

const HEAD: &str = "SELECT ifnull(max(number), 0) FROM block";

/// Takes the lock file beside the log. A process that ends in any way gives it back.
fn lock(path: &Path) -> Result<File, EngineTrouble> {
    let mut name = OsString::from(path);
    name.push("-lock");
    let name = PathBuf::from(name);
    let failed = |error: io::Error| EngineTrouble::Other(format!("{}: {error}", name.display()));
    let file = File::options()
        .create(true)
        .write(true)
        .truncate(false)
        .open(&name)
        .map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(EngineTrouble::InUse(path.display().to_string())),
        Err(TryLockError::Error(error)) => Err(failed(error)),
    }
}

fn connect(path: &Path, flags: OpenFlags) -> Result<Connection, EngineTrouble> {
    let connection = Connection::open_with_flags(path, flags).map_err(|error| trouble(&error))?;
    let patient = connection.busy_timeout(Duration::from_millis(BUSY_MS));
    patient.map_err(|error| trouble(&error))?;
    Ok(connection)
}

fn foreign(path: &Path) -> EngineTrouble {
    EngineTrouble::Foreign(path.display().to_string())
}

fn pragma<T: rusqlite::types::FromSql>(
    connection: &Connection,
    name: &str,
) -> Result<T, EngineTrouble> {
    let value = connection.pragma_query_value(None, name, |row| row.get(0));
    value.map_err(|error| trouble(&error))
}

fn version(connection: &Connection) -> Result<u32, EngineTrouble> {
    let found: i64 = pragma(connection, "user_version")?;
    Ok(u32::try_from(found).unwrap_or(u32::MAX))
}

/// True if the file is a log of a known version, or new.
fn is_log(connection: &Connection) -> Result<bool, EngineTrouble> {
    let application: i64 = pragma(connection, "application_id")?;
    let found = version(connection)?;
    let tables: i64 = connection
        .query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))
        .map_err(|error| trouble(&error))?;
    let is_new = application == 0 && found == 0 && tables == 0;
    if application == i64::from(APPLICATION) && found != VERSION {
        return Err(EngineTrouble::Version {
            found,
            known: VERSION,
        });
    }
    Ok(is_new || application == i64::from(APPLICATION))
}

/// Makes commits durable, and creates the table in a new file.
fn set_up(connection: &mut Connection) -> Result<(), EngineTrouble> {
    let mode = connection
        .pragma_update_and_check(None, "journal_mode", "wal", |row| row.get::<_, String>(0))
        .map_err(|error| trouble(&error))?;
    if mode != "wal" {
        let why = format!("the file system does not allow a write-ahead log (mode {mode})");
        return Err(EngineTrouble::Other(why));
    }
    for (name, value) in [
        ("synchronous", "full"),
        // Without effect but on Apple's systems, where a plain sync does not reach the disk.
        ("fullfsync", "on"),
        ("checkpoint_fullfsync", "on"),
    ] {
        let set = connection.pragma_update(None, name, value);
        set.map_err(|error| trouble(&error))?;
    }
    if pragma::<i64>(connection, "synchronous")? != FULL {
        let why = "SQLite does not synchronise fully".to_owned();
        return Err(EngineTrouble::Other(why));
    }
    if version(connection)? == 0 {
        create(connection).map_err(|error| trouble(&error))?;
    }
    Ok(())
}

fn create(connection: &mut Connection) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Exclusive)?;
    transaction.execute_batch(
        "CREATE TABLE block (number INTEGER PRIMARY KEY, bytes BLOB NOT NULL) STRICT",
    )?;
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    transaction.pragma_update(None, "user_version", VERSION)?;
    transaction.commit()
}

fn trouble(error: &rusqlite::Error) -> EngineTrouble {
    let words = error.to_string();
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => EngineTrouble::Full,
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            EngineTrouble::InUse(format!("the file ({words})"))
        }
        Some(ErrorCode::DatabaseCorrupt) => EngineTrouble::Damaged(words),
        Some(ErrorCode::NotADatabase) => EngineTrouble::Foreign(words),
        _ => EngineTrouble::Other(words),
    }
}

fn outcome(appended: rusqlite::Result<bool>) -> Appended {
    match appended {
        Ok(true) => Appended::Done,
        Ok(false) => Appended::Conflict,
        Err(error) => Appended::Unknown(trouble(&error)),
    }
}

/// SQLite's numbers are signed. A block beyond them does not exist.
fn signed(number: BlockNumber) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

impl LogEngine for SqliteEngine {
    fn append(&mut self, expected_head: BlockNumber, block: &[u8]) -> Appended {
        let number = expected_head.saturating_add(1);
        outcome(self.try_append(signed(expected_head), signed(number), block))
    }

    fn restore(&mut self, number: BlockNumber, block: &[u8]) -> Appended {
        outcome(self.try_append(0, signed(number), block))
    }

    fn read(&mut self, number: BlockNumber) -> Result<Option<Vec<u8>>, EngineTrouble> {
        let block = self
            .connection
            .query_row(
                "SELECT bytes FROM block WHERE number = ?1",
                [signed(number)],
                |row| row.get(0),
            )
            .optional()
            .map_err(|error| trouble(&error))?;
        if block.is_none() {
            let first = self.extent()?.first;
            if number < first {
                return Err(EngineTrouble::Pruned { first });
            }
        }
        Ok(block)
    }

    fn extent(&mut self) -> Result<Extent, EngineTrouble> {
        let extent = self.connection.query_row(
            // One aggregate a query: SQLite then looks at one end of the table only.
            "SELECT (SELECT ifnull(min(number), 0) FROM block), (SELECT ifnull(max(number), 0) FROM block)",
            [],
            |row| Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?)),
        );
        let (first, head) = extent.map_err(|error| trouble(&error))?;
        let number = |found| {
            BlockNumber::try_from(found)
                .map_err(|_| EngineTrouble::Damaged(format!("a block has the number {found}")))
        };
        Ok(Extent {
            first: number(first)?,
            head: number(head)?,
        })
    }

    fn prune(&mut self, before: BlockNumber) -> Result<(), EngineTrouble> {
        loop {
            let extent = self.extent()?;
            let first_kept = before.min(extent.head);
            if first_kept <= extent.first {
                return Ok(());
            }
            let end = first_kept.min(extent.first.saturating_add(PRUNED_AT_ONCE));
            let started = Instant::now();
            let pruned = self
                .connection
                .execute("DELETE FROM block WHERE number < ?1", [signed(end)]);
            pruned.map_err(|error| trouble(&error))?;
            // A pool that waits for the file has its turn.
            if end < first_kept {
                thread::sleep(started.elapsed());
            }
        }
    }
}
