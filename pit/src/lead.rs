//! The right to propose: of several pools on one log one leads, and the others stand by.
//!
//! The right only saves work. Two pools that both believe to lead cannot harm the log, because an append names the block
//! that it follows. A pool that stands by is silent to all tables.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use serde::Serialize;

/// The times, in milliseconds since 1970, from which the counters of letters may be made. Tables accept ascending
/// counters only, so the times of the next leader begin where those of this one end, whatever its clock says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CounterTimes {
    /// No earlier one.
    pub from_ms: u64,
    /// No later one.
    pub until_ms: u64,
}

impl CounterTimes {
    /// All times, for a pool that shares its log with no other.
    pub const ALL: CounterTimes = CounterTimes {
        from_ms: 0,
        until_ms: u64::MAX,
    };

    /// This time, or the nearest one that is allowed.
    #[must_use]
    pub fn nearest(self, now_ms: u64) -> u64 {
        now_ms.min(self.until_ms).max(self.from_ms)
    }
}

/// The right of a leader.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reign {
    /// Another one with every election.
    pub term: u64,
    /// The times for counters.
    pub counters: CounterTimes,
    /// Unless it is renewed, it ends at this moment.
    pub until: Option<Instant>,
}

/// Another pool of the same log, as the cluster knows it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PoolPeer {
    /// Its name.
    pub name: String,
    /// The number of the last block that it has folded.
    pub head: u64,
}

/// The part that a pool takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PoolRole {
    /// It proposes, and answers tables.
    Leads(Reign),
    /// It follows the log.
    StandsBy,
}

#[derive(Debug)]
struct Shared {
    role: Mutex<PoolRole>,
    leader: Mutex<Option<String>>,
    peers: Mutex<Vec<PoolPeer>>,
    is_doubted: AtomicBool,
    head: Mutex<u64>,
}

/// The part of one pool, between whoever elects and the pool itself.
#[derive(Clone, Debug)]
pub struct Leadership(Arc<Shared>);

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Leadership {
    /// A pool that shares its log with no other leads for ever.
    #[must_use]
    pub fn alone() -> Leadership {
        Leadership::new(PoolRole::Leads(Reign {
            term: 0,
            counters: CounterTimes::ALL,
            until: None,
        }))
    }

    /// A pool that stands by until it is told to lead.
    #[must_use]
    pub fn standby() -> Leadership {
        Leadership::new(PoolRole::StandsBy)
    }

    fn new(role: PoolRole) -> Leadership {
        Leadership(Arc::new(Shared {
            role: Mutex::new(role),
            leader: Mutex::default(),
            peers: Mutex::default(),
            is_doubted: AtomicBool::new(false),
            head: Mutex::default(),
        }))
    }

    /// The part at this moment. A right that was not renewed in time has ended.
    #[must_use]
    pub fn role(&self) -> PoolRole {
        match &*locked(&self.0.role) {
            PoolRole::Leads(reign) if reign.until.is_none_or(|until| Instant::now() < until) => {
                PoolRole::Leads(*reign)
            }
            _ => PoolRole::StandsBy,
        }
    }

    /// True while the pool leads.
    #[must_use]
    pub fn is_leading(&self) -> bool {
        matches!(self.role(), PoolRole::Leads(_))
    }

    /// Gives the right, renews it, or takes it away.
    pub fn set(&self, role: PoolRole) {
        *locked(&self.0.role) = role;
    }

    /// The name of the leader, as far as it is known.
    #[must_use]
    pub fn leader(&self) -> Option<String> {
        locked(&self.0.leader).clone()
    }

    /// Notes the name of the leader.
    pub fn note_leader(&self, leader: Option<String>) {
        *locked(&self.0.leader) = leader;
    }

    /// The pools of this log, this one included, as the cluster knew them last.
    #[must_use]
    pub fn peers(&self) -> Vec<PoolPeer> {
        locked(&self.0.peers).clone()
    }

    /// Notes the pools of this log.
    pub fn note_peers(&self, peers: Vec<PoolPeer>) {
        *locked(&self.0.peers) = peers;
    }

    /// Somebody else has appended: the right is to be looked at again.
    pub fn doubt(&self) {
        self.0.is_doubted.store(true, Ordering::Release);
    }

    /// True once after a doubt.
    #[must_use]
    pub fn take_doubt(&self) -> bool {
        self.0.is_doubted.swap(false, Ordering::AcqRel)
    }

    /// The last block that this pool has folded.
    #[must_use]
    pub fn head(&self) -> u64 {
        *locked(&self.0.head)
    }

    /// Notes the last block that this pool has folded.
    pub fn note_head(&self, head: u64) {
        *locked(&self.0.head) = head;
    }
}
