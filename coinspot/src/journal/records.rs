//! The records of a journal as an auditor reads them: entries, whole checkpoints, and what is lost between them.

use firmware::journal::{Error, Journal, StoredRecord};
use parts::flash::Socket;

/// A record.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum AuditRecord {
    /// An entry: its number, and its bytes with the kind first.
    Entry(u32, Vec<u8>),
    /// A complete checkpoint.
    Checkpoint(Vec<u8>),
    /// The entry with this number cannot be read, and why.
    Lost(u32, String),
}

/// Everything that the logs still hold.
pub(super) fn records(journal: &mut Journal<Socket>) -> Vec<AuditRecord> {
    let mut found = Vec::new();
    let mut parts: Vec<u8> = Vec::new();
    let mut next_part = 0;
    let mut reader = journal.read_from(0);
    loop {
        match reader.next_record() {
            Ok(Some(StoredRecord::Entry(entry))) => {
                let bytes = [&[entry.kind.code()], entry.payload].concat();
                found.push(AuditRecord::Entry(entry.sequence, bytes));
                next_part = 0;
            }
            Ok(Some(StoredRecord::Part {
                index,
                count,
                bytes,
            })) => {
                if index == 0 {
                    parts.clear();
                    next_part = 0;
                }
                // Parts of an interrupted checkpoint are none.
                if index == next_part {
                    parts.extend_from_slice(bytes);
                    next_part = index.saturating_add(1);
                    if next_part == count {
                        found.push(AuditRecord::Checkpoint(parts.clone()));
                    }
                }
            }
            Ok(None) => return found,
            Err(Error::Lost { sequence }) => {
                found.push(AuditRecord::Lost(sequence, "lost in both logs".into()));
            }
            Err(Error::Disagreement { sequence }) => {
                let why = "different in the two logs";
                found.push(AuditRecord::Lost(sequence, why.into()));
            }
            // Nothing else comes from reading.
            Err(error) => {
                found.push(AuditRecord::Lost(u32::MAX, error.to_string()));
                return found;
            }
        }
    }
}
