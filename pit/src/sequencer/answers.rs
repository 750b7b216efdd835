//! The answers to the tables. All of them follow from blocks that are in the engine.

use std::collections::{BTreeMap, BTreeSet};

use shared_rules::pool::message::ToTable;
use shared_rules::pool::{ClaimView, PricedAward, RoundNumber, TableNumber};

use super::Sequencer;
use crate::block::{HouseRuling, Record};
use crate::state::{Applied, Member, PaidClaim};

/// The prices of unpaid claims that the tables were told last.
#[derive(Default, Debug)]
pub(super) struct Prices(BTreeMap<(TableNumber, RoundNumber), (Vec<PricedAward>, bool)>);

impl Prices {
    /// Notes the price of a claim; true if it differs from the one that was told last.
    fn note(&mut self, claim: &ClaimView) -> bool {
        let told = self.0.get(&(claim.table, claim.round));
        let is_told = told.is_some_and(|(awards, is_final)| {
            awards == claim.awards && *is_final == claim.is_final
        });
        if !is_told {
            let price = (claim.awards.to_vec(), claim.is_final);
            self.0.insert((claim.table, claim.round), price);
        }
        !is_told
    }

    fn keep(&mut self, claims: &BTreeSet<(TableNumber, RoundNumber)>) {
        self.0.retain(|claim, _| claims.contains(claim));
    }
}

impl Sequencer {
    pub(super) fn send(&mut self, table: TableNumber, now_ms: u64, message: &ToTable) {
        self.post.send(&self.keys, table, now_ms, message);
    }

    /// Answers every table that a block is about.
    pub(super) fn answer_block(&mut self, applied: &[(Record, Applied)], now_ms: u64) {
        let mut tables = BTreeSet::new();
        for (record, consequences) in applied {
            tables.extend(record.table());
            self.notices.extend(consequences.notice.clone());
            if let Some(paid) = &consequences.paid {
                self.tell_win(paid, now_ms);
            }
            if let Some(HouseRuling::Strike(table, round)) = record.ruling() {
                self.tell_struck(table, round, now_ms);
            }
        }
        for table in tables {
            self.answer(table, now_ms);
        }
        self.tell_new_prices(now_ms);
    }

    /// Answers every table: blocks were skipped.
    pub(super) fn answer_all(&mut self, now_ms: u64) {
        for table in self.post.tables() {
            self.answer(table, now_ms);
            self.tell_all_struck(table, now_ms);
        }
        self.tell_new_prices(now_ms);
    }

    /// The stored result of a table's messages: the last number, and the permit of an open round.
    pub(super) fn answer(&mut self, table: TableNumber, now_ms: u64) {
        let Some(member) = self.member(table) else {
            return;
        };
        if member.quarantine().is_some() {
            return self.send(table, now_ms, &ToTable::Quarantined);
        }
        let (last, permitted) = (member.last_number(), member.permitted());
        if let Some(round) = permitted {
            self.send(table, now_ms, &ToTable::Permit(round));
        }
        self.send(table, now_ms, &ToTable::Ack(last));
    }

    /// Messages are missing: the table sends again what follows the last number.
    pub(super) fn tell_last_number(&mut self, table: TableNumber, now_ms: u64) {
        let welcome = self.welcome_of(table);
        self.send(table, now_ms, &welcome);
    }

    fn welcome_of(&self, table: TableNumber) -> ToTable {
        ToTable::Welcome {
            terms: *self.committed.pool().terms(),
            last_number: self.last_number(table),
        }
    }

    /// The table that writes now. The numbers of another that it has replaced are not its own.
    pub(super) fn member(&self, table: TableNumber) -> Option<&Member> {
        let (generation, _) = self.post.start_of(table)?;
        let member = self.committed.member(table);
        member.filter(|member| member.generation() == generation)
    }

    /// The number of its last message in the log.
    fn last_number(&self, table: TableNumber) -> u32 {
        self.member(table).map_or(0, Member::last_number)
    }

    /// Everything that follows from the log, for a table that asks.
    pub(super) fn welcome(&mut self, table: TableNumber, now_ms: u64) {
        self.tell_last_number(table, now_ms);
        self.answer(table, now_ms);
        self.tell_prices(table, now_ms);
        self.tell_all_struck(table, now_ms);
        self.tell_meter(table, now_ms);
        if let Some(win) = self.committed.last_win() {
            self.send(table, now_ms, &ToTable::Won(win));
        }
    }

    /// The prices of a table's unpaid claims.
    pub(super) fn tell_prices(&mut self, table: TableNumber, now_ms: u64) {
        let claims = self.committed.pool().queue();
        let claims = claims.filter(|claim| claim.table == table);
        let prices: Vec<ToTable> = claims.map(|claim| self.priced(&claim)).collect();
        for price in &prices {
            self.send(table, now_ms, price);
        }
    }

    /// The prices that have changed.
    fn tell_new_prices(&mut self, now_ms: u64) {
        let mut claims = BTreeSet::new();
        let mut changed = Vec::new();
        for claim in self.committed.pool().queue() {
            claims.insert((claim.table, claim.round));
            if self.prices.note(&claim) {
                changed.push((claim.table, self.priced(&claim)));
            }
        }
        self.prices.keep(&claims);
        for (table, price) in &changed {
            self.send(*table, now_ms, price);
        }
    }

    fn priced(&self, claim: &ClaimView) -> ToTable {
        ToTable::Priced {
            round: claim.round,
            awards: claim.awards.try_into().unwrap_or_default(),
            is_final: claim.is_final,
            after: self.last_number(claim.table),
        }
    }

    fn tell_struck(&mut self, table: TableNumber, round: RoundNumber, now_ms: u64) {
        let price = ToTable::Priced {
            round,
            awards: [].as_slice().try_into().unwrap_or_default(),
            is_final: true,
            after: self.last_number(table),
        };
        self.send(table, now_ms, &price);
    }

    /// The last claims of a table that were struck. One that has heard of them ignores it.
    pub(super) fn tell_all_struck(&mut self, table: TableNumber, now_ms: u64) {
        let struck = self.member(table).into_iter().flat_map(Member::struck);
        let struck: Vec<RoundNumber> = struck.collect();
        for round in struck {
            self.tell_struck(table, round, now_ms);
        }
    }

    fn tell_win(&mut self, paid: &PaidClaim, now_ms: u64) {
        for win in self.committed.wins(paid) {
            for table in self.post.tables() {
                self.send(table, now_ms, &ToTable::Won(win));
            }
        }
    }
}
