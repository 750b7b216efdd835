//! The election of the pool that leads, by a lease: whoever creates the key `leader` leads as long as its lease lives.
//!
//! A thread of its own keeps the lease alive, because the engine's calls may wait longer than a lease lasts. The right
//! ends by this machine's clock before it ends in the cluster: it counts from the moment at which the renewal was sent.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

use super::client::{Client, EtcdAccess, Failure};
use super::folder_of;
use super::words::{self, encoded, text_of};
use crate::engine::EngineTrouble;
use crate::lead::{CounterTimes, Leadership, PoolPeer, PoolRole, Reign};

/// A leader that is not heard for this time has lost its right. etcd accepts no less than two seconds; an election
/// among its own nodes takes less than this.
const LEASE: Duration = Duration::from_secs(3);

/// The interval of renewals, and of the questions of a pool that stands by.
const TURN: Duration = Duration::from_millis(300);

/// A doubt is looked into after this time at most.
const GLANCE: Duration = Duration::from_millis(50);

/// A renewal that is not answered by then is tried at another node.
const PATIENCE: Duration = Duration::from_millis(700);

/// The times for counters are reserved this far ahead.
const RESERVE_MS: u64 = 10_000;

/// A pool in the election of its link's leader. Dropping it gives up the right at once.
#[derive(Debug)]
pub struct Candidate {
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Candidate {
    /// Stands for election under this name, which no other pool of the link may have.
    ///
    /// # Errors
    /// The settings are wrong, or the system gives no thread.
    pub fn stand(
        access: EtcdAccess,
        link: u32,
        name: &str,
        leadership: Leadership,
    ) -> Result<Candidate, EngineTrouble> {
        let campaign = Campaign {
            client: Client::with_patience(access, PATIENCE)?,
            folder: folder_of(link),
            name: name.to_owned(),
            leadership,
            lease: None,
            reign: None,
        };
        let is_over = Arc::new(AtomicBool::new(false));
        let over = Arc::clone(&is_over);
        let thread = thread::Builder::new()
            .name("election".to_owned())
            .spawn(move || campaign.run(&over));
        let thread = thread.map_err(|error| EngineTrouble::Other(error.to_string()))?;
        Ok(Candidate {
            is_over,
            thread: Some(thread),
        })
    }
}

impl Drop for Candidate {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Release);
        if let Some(thread) = self.thread.take() {
            // A thread that has failed has no right any more.
            let _ = thread.join();
        }
    }
}

/// A lease of the cluster.
#[derive(Debug)]
struct Lease {
    id: String,
    until: Instant,
}

#[derive(Debug)]
struct Campaign {
    client: Client,
    folder: String,
    name: String,
    leadership: Leadership,
    lease: Option<Lease>,
    reign: Option<Reign>,
}

impl Campaign {
    fn run(mut self, is_over: &AtomicBool) {
        while !is_over.load(Ordering::Acquire) {
            let started = Instant::now();
            // After a failure the next renewal may still come in time; otherwise the right ends by itself.
            if self.turn().is_err() && !self.leadership.is_leading() {
                self.leadership.note_leader(None);
            }
            while started.elapsed() < TURN
                && !is_over.load(Ordering::Acquire)
                && !self.leadership.take_doubt()
            {
                thread::sleep(GLANCE);
            }
        }
        self.leadership.set(PoolRole::StandsBy);
        if let Some(lease) = self.lease.take() {
            // Otherwise the others wait until it ends.
            let _ = self
                .client
                .post("/v3/lease/revoke", &json!({"ID": lease.id}));
        }
    }

    /// Keeps the lease, looks who leads, and stands for election where nobody does.
    fn turn(&mut self) -> Result<(), Failure> {
        self.keep_lease()?;
        let leader = self.leader()?;
        let mine = |lease: &Lease| leader.as_ref().is_some_and(|key| key.lease == lease.id);
        match &leader {
            Some(key) if self.lease.as_ref().is_some_and(mine) => self.go_on(key.created)?,
            Some(_) => self.lose(),
            None => self.campaign()?,
        }
        if let Some(key) = leader {
            self.leadership.note_leader(Some(key.name));
        }
        self.show_head()
    }

    fn lose(&mut self) {
        self.reign = None;
        self.leadership.set(PoolRole::StandsBy);
    }

    fn key(&self, name: &str) -> String {
        encoded(format!("{}/{name}", self.folder).as_bytes())
    }

    /// Renews the lease, or asks for a new one.
    fn keep_lease(&mut self) -> Result<(), Failure> {
        let sent = Instant::now();
        let id = match &self.lease {
            Some(lease) => lease.id.clone(),
            None => return self.ask_lease(sent),
        };
        let answer = self
            .client
            .post("/v3/lease/keepalive", &json!({"ID": id}))?;
        let left = answer.get("result").and_then(|result| result.get("TTL"));
        if left.is_none() {
            self.lease = None;
            self.lose();
            return self.ask_lease(sent);
        }
        let until = sent + LEASE;
        self.lease = Some(Lease { id, until });
        // The key of the leader lives as long as the lease.
        if let Some(reign) = &mut self.reign {
            reign.until = Some(until);
            self.leadership.set(PoolRole::Leads(*reign));
        }
        Ok(())
    }

    fn ask_lease(&mut self, sent: Instant) -> Result<(), Failure> {
        let wish = json!({"TTL": LEASE.as_secs().to_string()});
        let answer = self.client.post("/v3/lease/grant", &wish)?;
        let id = answer.get("ID").and_then(Value::as_str);
        self.lease = id.map(|id| Lease {
            id: id.to_owned(),
            until: sent + LEASE,
        });
        Ok(())
    }

    /// Tells the other pools the last block of this one, and learns theirs.
    fn show_head(&mut self) -> Result<(), Failure> {
        let Some(lease) = &self.lease else {
            return Ok(());
        };
        let head = encoded(self.leadership.head().to_string().as_bytes());
        let own = self.key(&format!("pool/{}", self.name));
        let peers = json!({"key": self.key("pool/"), "range_end": self.key("pool0")});
        let both = json!({"success": [
            {"request_put": {"key": own, "value": head, "lease": lease.id}},
            {"request_range": peers},
        ]});
        let answer = self.client.post("/v3/kv/txn", &both)?;
        let found = answer
            .get("responses")
            .and_then(|responses| responses.get(1)?.get("response_range")?.get("kvs"));
        let peers = found.and_then(Value::as_array).into_iter().flatten();
        self.leadership
            .note_peers(peers.filter_map(peer_of).collect());
        Ok(())
    }

    fn leader(&mut self) -> Result<Option<LeaderKey>, Failure> {
        let asked = json!({"key": self.key("leader")});
        let answer = self.client.post("/v3/kv/range", &asked)?;
        let found = answer.get("kvs").and_then(|kvs| kvs.get(0));
        Ok(found.map(LeaderKey::of))
    }

    /// Creates the key of the leader, and takes the times for counters over from the leader before.
    fn campaign(&mut self) -> Result<(), Failure> {
        self.lose();
        let Some(lease) = &self.lease else {
            return Ok(());
        };
        let name = encoded(self.name.as_bytes());
        let nobody = json!({"key": self.key("leader"), "target": "CREATE", "create_revision": "0"});
        let transaction = json!({
            "compare": [nobody],
            "success": [
                {"request_put": {"key": self.key("leader"), "value": name, "lease": lease.id}},
                {"request_range": {"key": self.key("counters")}},
            ],
        });
        let answer = self.client.post("/v3/kv/txn", &transaction)?;
        if answer.get("succeeded") != Some(&Value::Bool(true)) {
            return Ok(());
        }
        let Some(term) = words::revision_of(&answer) else {
            return Ok(());
        };
        let counters = counters_of(&answer).unwrap_or(0);
        self.leadership.note_leader(Some(self.name.clone()));
        self.reign_in(term, counters)
    }

    /// Renews the right to lead, also after an answer to the election that did not come.
    fn go_on(&mut self, term: i64) -> Result<(), Failure> {
        match self.reign {
            Some(reign) if reign.term == term.unsigned_abs() => {
                self.reign_in(term, reign.counters.from_ms)
            }
            _ => {
                let asked = json!({"key": self.key("counters")});
                let answer = self.client.post("/v3/kv/range", &asked)?;
                let found = answer.get("kvs").and_then(|kvs| kvs.get(0));
                let counters = found.and_then(number_in).unwrap_or(0);
                self.reign_in(term, counters)
            }
        }
    }

    /// Reserves times for counters if there are few left, and leads until the lease ends.
    fn reign_in(&mut self, term: i64, from_ms: u64) -> Result<(), Failure> {
        let Some(until) = self.lease.as_ref().map(|lease| lease.until) else {
            return Ok(());
        };
        let number = term.unsigned_abs();
        let reserved = self.reign.filter(|reign| reign.term == number);
        let reserved_ms = reserved.map_or(from_ms, |reign| reign.counters.until_ms);
        let wanted_ms = from_ms.max(now_ms()).saturating_add(RESERVE_MS);
        let mut until_ms = reserved_ms;
        if reserved.is_none() || wanted_ms > reserved_ms.saturating_add(RESERVE_MS / 2) {
            if !self.reserve(term, wanted_ms)? {
                self.lose();
                return Ok(());
            }
            until_ms = wanted_ms;
        }
        let reign = Reign {
            term: number,
            counters: CounterTimes { from_ms, until_ms },
            until: Some(until),
        };
        self.reign = Some(reign);
        self.leadership.set(PoolRole::Leads(reign));
        Ok(())
    }

    /// False if another pool leads.
    fn reserve(&mut self, term: i64, until_ms: u64) -> Result<bool, Failure> {
        let is_mine = json!({
            "key": self.key("leader"),
            "target": "CREATE",
            "create_revision": term.to_string(),
        });
        let value = encoded(until_ms.to_string().as_bytes());
        let transaction = json!({
            "compare": [is_mine],
            "success": [{"request_put": {"key": self.key("counters"), "value": value}}],
        });
        let answer = self.client.post("/v3/kv/txn", &transaction)?;
        Ok(answer.get("succeeded") == Some(&Value::Bool(true)))
    }
}

/// The key that names the leader.
struct LeaderKey {
    name: String,
    lease: String,
    created: i64,
}

impl LeaderKey {
    fn of(pair: &Value) -> LeaderKey {
        let text = |field: &str| pair.get(field).and_then(Value::as_str).unwrap_or_default();
        LeaderKey {
            name: text_of(text("value")).unwrap_or_default(),
            lease: text("lease").to_owned(),
            created: text("create_revision").parse().unwrap_or(0),
        }
    }
}

fn number_in(pair: &Value) -> Option<u64> {
    words::number_of(pair.get("value")?.as_str()?)
}

fn counters_of(answer: &Value) -> Option<u64> {
    let range = answer.get("responses")?.get(1)?.get("response_range")?;
    number_in(range.get("kvs")?.get(0)?)
}

fn peer_of(pair: &Value) -> Option<PoolPeer> {
    let key = text_of(pair.get("key")?.as_str()?)?;
    let (_, name) = key.split_once("/pool/")?;
    Some(PoolPeer {
        name: name.to_owned(),
        head: number_in(pair)?,
    })
}

fn now_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let ms = since.map_or(0, |since| since.as_millis());
    u64::try_from(ms).unwrap_or(u64::MAX)
}
