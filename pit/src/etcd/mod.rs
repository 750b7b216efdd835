//! The engine of several machines: a replicated log in etcd, reached through its HTTP gateway.
//!
//! ```text
//! coinspot/<link>/head              the number of the last block
//! coinspot/<link>/leader            the name of the pool that leads; it goes with that pool's lease
//! coinspot/<link>/counters          the time, in milliseconds, from which the next leader counts its letters
//! coinspot/<link>/pool/<name>       the last block that a pool has folded; it goes with that pool's lease
//! coinspot/<link>/block/<number>    the bytes of a block; the number has 20 digits, so that keys sort like numbers
//! ```
//! An append is one transaction that compares `head` with the number it follows and then writes both keys: whichever of
//! two sequencers comes second is told so. etcd answers a write when most of its nodes have it on their disks.
//!
//! Reads are linearizable: they go through the leader, so that a node which was cut off does not answer from its past.

mod client;
mod election;
mod words;

pub use client::{Credentials, EtcdAccess, TlsIdentity};
pub use election::Candidate;

use std::collections::VecDeque;

use serde::Serialize;
use serde_json::{Value, json};

use crate::block::BlockNumber;
use crate::engine::{Appended, EngineTrouble, Extent, LogEngine};
use client::{Client, Failure};
use words::{encoded, number_of, text_of};

/// Before this version a crash during a compaction can set revisions back, if the newest one is a deletion.
const SOUND_COMPACTION: [u32; 3] = [3, 4, 32];

/// Blocks that one read brings: a log is read from its beginning without a question for each of them, and even the
/// largest blocks fit an answer.
const BLOCKS_A_READ: u64 = 64;

/// A pool's log in etcd.
#[derive(Debug)]
pub struct EtcdEngine {
    client: Client,
    folder: String,
    /// Blocks that were read and not asked for yet. A block never changes.
    ahead: VecDeque<(BlockNumber, Vec<u8>)>,
}

/// The keys of a link are in this folder.
fn folder_of(link: u32) -> String {
    format!("coinspot/{link}")
}

/// The server, and the known flaws of its version.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EtcdServer {
    /// Its version, as it says it.
    pub version: String,
    /// A known flaw, and how this program avoids it.
    pub flaw: Option<&'static str>,
}

impl EtcdEngine {
    /// Connects to the log of a link.
    ///
    /// # Errors
    /// No endpoint answers, or the credentials are wrong.
    pub fn connect(access: EtcdAccess, link: u32) -> Result<EtcdEngine, EngineTrouble> {
        let mut engine = EtcdEngine {
            client: Client::new(access)?,
            folder: folder_of(link),
            ahead: VecDeque::new(),
        };
        engine.server()?;
        Ok(engine)
    }

    /// Asks the server for its version.
    ///
    /// # Errors
    /// No endpoint answers.
    pub fn server(&mut self) -> Result<EtcdServer, EngineTrouble> {
        let answer = self.client.get("/version").map_err(Failure::trouble)?;
        let version = answer.get("etcdserver").and_then(Value::as_str);
        let version = version.ok_or_else(|| strange(&answer))?.to_owned();
        let flaw = (words::version(&version) < SOUND_COMPACTION).then_some(
            "before 3.4.32 a crash while compacting can set revisions back: \
             this program writes a key before it compacts",
        );
        Ok(EtcdServer { version, flaw })
    }

    fn head_key(&self) -> String {
        encoded(format!("{}/head", self.folder).as_bytes())
    }

    fn block_key(&self, number: BlockNumber) -> String {
        encoded(format!("{}/block/{number:020}", self.folder).as_bytes())
    }

    fn call(&mut self, path: &str, body: &impl Serialize) -> Result<Value, EngineTrouble> {
        self.client.post(path, body).map_err(Failure::trouble)
    }

    /// The comparison that holds while this is the number of the last block.
    fn head_is(&self, expected: BlockNumber) -> Value {
        let key = self.head_key();
        match expected {
            0 => json!({"key": key, "target": "CREATE", "create_revision": "0"}),
            _ => {
                json!({"key": key, "target": "VALUE", "value": encoded(expected.to_string().as_bytes())})
            }
        }
    }

    /// The blocks that there are, and the revision at which that is so.
    fn look(&mut self) -> Result<Extent, EngineTrouble> {
        let first = json!({
            "key": self.block_key(0),
            "range_end": self.block_key(BlockNumber::MAX),
            "limit": "1",
            "keys_only": true,
        });
        let both = json!({"success": [
            {"request_range": {"key": self.head_key()}},
            {"request_range": first},
        ]});
        let answer = self.call("/v3/kv/txn", &both)?;
        let found = |index: usize, field: &str| {
            let response = answer.get("responses")?.get(index)?.get("response_range")?;
            response
                .get("kvs")?
                .get(0)?
                .get(field)?
                .as_str()
                .map(str::to_owned)
        };
        let Some(head) = found(0, "value") else {
            return Ok(Extent::default());
        };
        let head = number_of(&head).ok_or_else(|| strange(&answer))?;
        let key = found(1, "key").and_then(|key| text_of(&key));
        let first = key.and_then(|key| key.rsplit('/').next()?.parse().ok());
        let first = first.ok_or_else(|| EngineTrouble::Damaged("no block is left".to_owned()))?;
        Ok(Extent { first, head })
    }

    /// A block. Those behind it are kept for the next question.
    fn look_for(&mut self, number: BlockNumber) -> Result<Option<Vec<u8>>, EngineTrouble> {
        self.ahead.clear();
        let answer = self.call(
            "/v3/kv/range",
            &json!({
                "key": self.block_key(number),
                "range_end": self.block_key(number.saturating_add(BLOCKS_A_READ)),
                "limit": BLOCKS_A_READ.to_string(),
            }),
        )?;
        let pairs = answer.get("kvs").and_then(Value::as_array);
        for (number, pair) in (number..).zip(pairs.into_iter().flatten()) {
            let key = self.block_key(number);
            if pair.get("key").and_then(Value::as_str) != Some(&key) {
                break;
            }
            self.ahead.push_back((number, words::value_bytes(pair)?));
        }
        Ok(self.take_ahead(number))
    }

    /// The block, if it was read before.
    fn take_ahead(&mut self, number: BlockNumber) -> Option<Vec<u8>> {
        self.ahead
            .pop_front_if(|(known, _)| *known == number)
            .map(|(_, block)| block)
    }

    /// Appends a block, if the last one is the expected one.
    fn append_at(
        &mut self,
        expected_head: BlockNumber,
        number: BlockNumber,
        block: &[u8],
    ) -> Appended {
        let head = encoded(number.to_string().as_bytes());
        let transaction = json!({
            "compare": [self.head_is(expected_head)],
            "success": [
                {"request_put": {"key": self.head_key(), "value": head}},
                {"request_put": {"key": self.block_key(number), "value": encoded(block)}},
            ],
        });
        match self.client.post("/v3/kv/txn", &transaction) {
            // A field that is false is left out.
            Ok(answer) if answer.get("succeeded") == Some(&Value::Bool(true)) => Appended::Done,
            Ok(_) => Appended::Conflict,
            Err(failure) => Appended::Unknown(failure.trouble()),
        }
    }
}

fn strange(answer: &Value) -> EngineTrouble {
    EngineTrouble::Other(format!("etcd answered {answer}"))
}

impl LogEngine for EtcdEngine {
    fn append(&mut self, expected_head: BlockNumber, block: &[u8]) -> Appended {
        self.append_at(expected_head, expected_head.saturating_add(1), block)
    }

    fn restore(&mut self, number: BlockNumber, block: &[u8]) -> Appended {
        self.append_at(0, number, block)
    }

    fn read(&mut self, number: BlockNumber) -> Result<Option<Vec<u8>>, EngineTrouble> {
        if let Some(block) = self.take_ahead(number) {
            return Ok(Some(block));
        }
        let block = self.look_for(number)?;
        if block.is_none() {
            let first = self.look()?.first;
            if number < first {
                return Err(EngineTrouble::Pruned { first });
            }
        }
        Ok(block)
    }

    fn extent(&mut self) -> Result<Extent, EngineTrouble> {
        self.look()
    }

    /// The deletion is followed by a write before the old revisions are compacted.
    fn prune(&mut self, before: BlockNumber) -> Result<(), EngineTrouble> {
        let extent = self.look()?;
        let first_kept = before.min(extent.head);
        if first_kept <= extent.first {
            return Ok(());
        }
        let range = json!({"key": self.block_key(0), "range_end": self.block_key(first_kept)});
        self.call("/v3/kv/deleterange", &range)?;
        let pruned = encoded(format!("{}/pruned", self.folder).as_bytes());
        let note = json!({"key": pruned, "value": encoded(first_kept.to_string().as_bytes())});
        let answer = self.call("/v3/kv/put", &note)?;
        let revision = words::revision_of(&answer).ok_or_else(|| strange(&answer))?;
        let compaction = json!({"revision": revision.to_string(), "physical": true});
        match self.client.post("/v3/kv/compaction", &compaction) {
            // Another pool has compacted further.
            Err(Failure::Refused {
                code: words::OUT_OF_RANGE,
                ..
            })
            | Ok(_) => Ok(()),
            Err(failure) => Err(failure.trouble()),
        }
    }
}
