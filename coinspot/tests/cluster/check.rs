//! The proof after each fault: a reader of its own follows the log, and compares it with what the tables know.

use std::collections::BTreeMap;

use pit::block::Record;
use pit::engine::LogEngine;
use pit::etcd::EtcdEngine;
use pit::follower::Follower;
use pit::sqlite::SqliteEngine;
use serde_json::{Value, json};

use crate::letters::LetterTables;
use crate::nodes::{Cluster, engine};
use crate::processes::{path, run, until};

/// The log as it was read so far.
pub struct LogReader {
    follower: Follower<EtcdEngine>,
    /// The messages of each table, by number.
    messages: BTreeMap<(u32, u32), Vec<u8>>,
    /// The digest of every block.
    digests: Vec<String>,
}

impl LogReader {
    pub fn begin() -> LogReader {
        let follower = Follower::begin(engine(1)).expect("a log");
        let digests = vec![String::new(), follower.state().head_digest().to_string()];
        LogReader {
            follower,
            messages: BTreeMap::new(),
            digests,
        }
    }

    /// Reads on to the end. A message that stands in the log twice fails the run.
    fn read(&mut self) {
        loop {
            let applied = self.follower.next_block();
            let Some(applied) = applied.expect("a log that holds") else {
                return;
            };
            for (record, _) in applied {
                assert!(
                    matches!(record, Record::Accepted(_)),
                    "no table does anything wrong: {record:?}"
                );
                let Record::Accepted(message) = record else {
                    continue;
                };
                let number = message.content().expect("a message").number;
                let before = self.messages.insert((message.table, number), message.bytes);
                assert_eq!(before, None, "booked twice: {} {number}", message.table);
            }
            self.digests
                .push(self.follower.state().head_digest().to_string());
        }
    }

    /// Nothing that was acknowledged is missing, and nothing is in the log that no table has written.
    pub fn compare(&mut self, letters: &LetterTables) -> usize {
        // First the tables: the log grows meanwhile.
        let known: Vec<_> = letters
            .tables
            .iter()
            .map(|(table, written)| (*table, written.lock().expect("a lock").acknowledged))
            .collect();
        self.read();
        for ((table, acknowledged), (_, written)) in known.iter().zip(&letters.tables) {
            let written = written.lock().expect("a lock");
            let logged = self
                .messages
                .range((*table, 1)..=(*table, u32::MAX))
                .count();
            let may_be = *acknowledged..=written.messages.len();
            assert!(
                may_be.contains(&logged),
                "table {table}: {logged} of {may_be:?} are in the log"
            );
            for (number, message) in (1..).zip(written.messages.iter().take(logged)) {
                let found = self.messages.get(&(*table, number));
                assert_eq!(found, Some(message), "table {table}: {number}");
            }
        }
        known.iter().map(|(_, acknowledged)| acknowledged).sum()
    }

    /// Every pool has reached a state of this log, and every node has the same data.
    pub fn compare_nodes(&mut self, cluster: &Cluster) {
        for pool in &cluster.pools {
            let mut found = None;
            until("every pool tells its state", || {
                found = pool.state();
                found.is_some()
            });
            self.read();
            let state = found.expect("a state");
            let head = state["head"]
                .as_u64()
                .and_then(|head| usize::try_from(head).ok());
            let digest = head.and_then(|head| self.digests.get(head));
            assert_eq!(
                digest.map(String::as_str),
                state["head_digest"].as_str(),
                "{} at block {head:?}",
                pool.machine
            );
        }
        until("all nodes have the same data", || is_same(cluster));
    }

    pub fn head(&self) -> u64 {
        self.follower.state().head()
    }
}

/// Asks the nodes for the digest of their data at one revision. One that is behind does not have it yet.
fn is_same(cluster: &Cluster) -> bool {
    let [first, ..] = &cluster.nodes;
    let Some(status) = first.ask("/v3/maintenance/status", &json!({})) else {
        return false;
    };
    let asked = json!({"revision": status["header"]["revision"]});
    let hashes = cluster.nodes.iter().map(|node| {
        let answer = node.ask("/v3/maintenance/hash", &asked)?;
        let hash = |name: &str| answer.get(name).map(Value::to_string);
        Some((hash("hash")?, hash("compact_revision")))
    });
    let hashes: Vec<_> = hashes.collect();
    hashes
        .iter()
        .all(|hash| hash.is_some() && *hash == hashes[0])
}

/// Copies the log into a file, and audits it with the journals of tables, as the house would.
pub fn audit(cluster: &Cluster, journals: &[String]) {
    let file = cluster.folder.file("copy.db");
    let mut copy = SqliteEngine::open(&file).expect("a file");
    let mut engine = engine(1);
    let mut head = 0;
    while let Some(block) = engine.read(head + 1).expect("a cluster") {
        assert_eq!(copy.append(head, &block), pit::engine::Appended::Done);
        head += 1;
    }
    drop(copy);
    let file = path(&file);
    let mut arguments = vec!["pool", "audit", &file];
    for journal in journals {
        arguments.extend(["--journal", journal]);
    }
    let (code, _, error) = run(&arguments);
    assert_eq!(code, Some(0), "{error}");
}
