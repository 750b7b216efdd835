//! The state of a running pool, for pages and for people.

use std::collections::{BTreeMap, VecDeque};

use serde::Serialize;
use shared_rules::money::Cents;
use shared_rules::pool::message::LinkWin;
use shared_rules::pool::{PoolSums, PoolTerms, PricedAward, RoundNumber, TableNumber};

use super::lines::Lines;
use crate::block::BlockNumber;
use crate::digest::Digest;
use crate::lead::{Leadership, PoolPeer};
use crate::notice::HouseNotice;
use crate::sequencer::Sequencer;
use crate::state::QuarantineCause;

/// A running pool at one moment.
#[derive(Clone, Debug, Serialize)]
pub struct PoolSnapshot {
    /// The pool's time.
    pub at_ms: u64,
    /// The number of the link.
    pub link: u32,
    /// The terms.
    pub terms: PoolTerms,
    /// The pool proposes and answers tables; otherwise it stands by.
    pub leads: bool,
    /// The name of the pool that leads, where several share the log.
    pub leader: Option<String>,
    /// The pools that share the log, as the cluster knew them last.
    pub peers: Vec<PoolPeer>,
    /// The number of the last block.
    pub head: BlockNumber,
    /// Its digest.
    pub head_digest: Digest,
    /// The number of entries so far.
    pub entries: u64,
    /// The amount on the signs.
    pub shown: Cents,
    /// All money; none if a sum does not fit.
    pub sums: Option<PoolSums>,
    /// The unpaid claims in the order of payment.
    pub queue: Vec<QueuedClaim>,
    /// The rounds for which the first claim waits.
    pub waits_for: Vec<(TableNumber, RoundNumber)>,
    /// The last share of the jackpot that was confirmed.
    pub last_win: Option<LinkWin>,
    /// The tables that have written, now or ever.
    pub members: Vec<MemberSnapshot>,
    /// The lines to gateways.
    pub lines: usize,
    /// The letters that had no effect since the start.
    pub ignored: u64,
    /// The last notices to the house, the newest last.
    pub notices: VecDeque<ShownNotice>,
    /// The engine cannot serve: in words.
    pub trouble: Option<String>,
    /// The pool has halted: in words.
    pub halted: Option<String>,
}

/// An unpaid claim.
#[derive(Clone, Debug, Serialize)]
pub struct QueuedClaim {
    /// The table.
    pub table: TableNumber,
    /// The round.
    pub round: RoundNumber,
    /// The price is final.
    pub is_final: bool,
    /// The awards in the order of payment, fixed ones included.
    pub awards: Vec<PricedAward>,
    /// The amount that the pool gives.
    pub gives: Cents,
}

/// A table of the link.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MemberSnapshot {
    /// The table.
    pub table: TableNumber,
    /// The generation of its numbers.
    pub generation: u32,
    /// The number of its last message in the log.
    pub last_number: u32,
    /// The round that takes bets.
    pub permitted: Option<RoundNumber>,
    /// The reason of its quarantine.
    pub quarantine: Option<QuarantineCause>,
    /// The pool's time of its last genuine letter since the start.
    pub heard_ms: Option<u64>,
    /// A gateway carries its letters.
    pub is_reached: bool,
}

/// A notice with its place among all notices since the start, from 1.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ShownNotice {
    /// Its place.
    pub number: u64,
    /// The pool's time.
    pub at_ms: u64,
    /// The notice.
    pub notice: HouseNotice,
}

/// The parts of a snapshot that the sequencer does not have.
pub(super) struct Surroundings<'a> {
    pub at_ms: u64,
    pub lines: &'a Lines,
    pub heard_ms: &'a BTreeMap<TableNumber, u64>,
    pub ignored: u64,
    pub notices: &'a VecDeque<ShownNotice>,
    pub trouble: Option<String>,
    pub leads: bool,
    pub leadership: &'a Leadership,
}

impl PoolSnapshot {
    pub(super) fn of(sequencer: &Sequencer, around: &Surroundings) -> PoolSnapshot {
        let state = sequencer.state();
        let pool = state.pool();
        PoolSnapshot {
            at_ms: around.at_ms,
            link: state.link(),
            terms: *pool.terms(),
            leads: around.leads,
            leader: around.leadership.leader(),
            peers: around.leadership.peers(),
            head: state.head(),
            head_digest: state.head_digest(),
            entries: pool.entries(),
            shown: pool.shown(),
            sums: pool.sums().ok(),
            queue: queue(sequencer),
            waits_for: pool.waits_for().collect(),
            last_win: state.last_win(),
            members: members(sequencer, around),
            lines: around.lines.count(),
            ignored: around.ignored,
            notices: around.notices.clone(),
            trouble: around.trouble.clone(),
            halted: sequencer.halted().map(ToString::to_string),
        }
    }
}

fn queue(sequencer: &Sequencer) -> Vec<QueuedClaim> {
    let claims = sequencer.state().pool().queue();
    let claims = claims.map(|claim| QueuedClaim {
        table: claim.table,
        round: claim.round,
        is_final: claim.is_final,
        awards: claim.awards.to_vec(),
        gives: claim.gives,
    });
    claims.collect()
}

fn members(sequencer: &Sequencer, around: &Surroundings) -> Vec<MemberSnapshot> {
    let members = sequencer.state().members();
    let members = members.map(|(table, member)| MemberSnapshot {
        table,
        generation: member.generation(),
        last_number: member.last_number(),
        permitted: member.permitted(),
        quarantine: member.quarantine(),
        heard_ms: around.heard_ms.get(&table).copied(),
        is_reached: around.lines.reach(table),
    });
    members.collect()
}
