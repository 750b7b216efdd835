//! The entries of a log as rows for spreadsheets and other programs: each with its place, its times and its amounts.

use std::collections::BTreeMap;
use std::io;

use serde::Serialize;
use shared_rules::games::RuleSet;
use shared_rules::money::{Cents, MicroCents, MoneyError};
use shared_rules::pool::{RoundNumber, Rows, TableEntry, TableNumber};
use shared_rules::seats::{Seat, SeatMap};

use crate::audit::AuditedAward;
use crate::block::{Block, BlockNumber, HouseRuling, Record, TableRecord};
use crate::drive::{self, OpenFault, missing_block};
use crate::engine::LogEngine;
use crate::state::{Applied, BrokenLog, LinkState};

/// A record of the log. A field that its kind does not have is missing.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct ExportedRecord {
    /// The block.
    pub block: BlockNumber,
    /// The record in it, from 1.
    pub record: u64,
    /// The number of entries of the fold up to this one.
    pub entry: u64,
    /// The pool's time of receipt, in milliseconds since 1970.
    pub received_ms: u64,
    /// The kind.
    pub kind: &'static str,
    /// The table.
    pub table: Option<TableNumber>,
    /// The generation of the table.
    pub generation: Option<u32>,
    /// The number of the table's message.
    pub number: Option<u32>,
    /// The round.
    pub round: Option<RoundNumber>,
    /// The seat, from 1.
    pub seat: Option<u8>,
    /// The units of each seat that has any.
    pub units: Option<BTreeMap<u8, u8>>,
    /// The time of dealing.
    pub dealt_ms: Option<u64>,
    /// The meter that the table showed, in cents.
    pub seen: Option<Cents>,
    /// The rows that each seat has made.
    pub made: Option<BTreeMap<u8, Vec<&'static str>>>,
    /// The seats whose wager went back.
    pub returned: Option<Vec<u8>>,
    /// The registered amount in cents.
    pub registered: Option<Cents>,
    /// The contributions of a lock, or the amounts that a joining table brings, in micro-cents.
    pub contributed: Option<MicroCents>,
    /// The amount that the pool paid with this entry, in cents.
    pub paid: Option<Cents>,
    /// The awards of the claim that was paid, in the order of payment, fixed ones included.
    pub awards: Option<Vec<AuditedAward>>,
    /// The meter on the signs after it, in cents.
    pub meter: Cents,
}

/// The reason why a log cannot be exported.
#[derive(Debug, thiserror::Error)]
pub enum ExportFault {
    /// It does not hold, or cannot be read.
    #[error(transparent)]
    Log(OpenFault),
    /// The output cannot be written.
    #[error(transparent)]
    Output(io::Error),
}

impl<F: Into<OpenFault>> From<F> for ExportFault {
    fn from(fault: F) -> ExportFault {
        ExportFault::Log(fault.into())
    }
}

/// Folds a log and gives every record to `sink`. The number of records is returned.
///
/// # Errors
/// The log does not hold, or the sink fails. The records before were given.
pub fn export(
    engine: &mut impl LogEngine,
    mut sink: impl FnMut(&ExportedRecord) -> io::Result<()>,
) -> Result<u64, ExportFault> {
    let (number, bytes) = drive::first_block(engine)?.ok_or(OpenFault::Empty)?;
    let mut state = LinkState::begin(number, &bytes)?;
    let (first, _) = Block::open(&bytes).map_err(|why| broken(number, None, why.into()))?;
    let mut count = 0;
    for record in &first.records {
        count += 1;
        let row = exported(&state, number, count, record, &Applied::default());
        sink(&row).map_err(ExportFault::Output)?;
    }
    let head = engine.extent()?.head;
    for number in number.saturating_add(1)..=head {
        let bytes = engine.read(number)?.ok_or_else(|| missing_block(number))?;
        count += export_block(&mut state, &bytes, &mut sink)?;
    }
    Ok(count)
}

fn export_block(
    state: &mut LinkState,
    bytes: &[u8],
    sink: &mut impl FnMut(&ExportedRecord) -> io::Result<()>,
) -> Result<u64, ExportFault> {
    let (block, digest) = state.open_next(bytes)?;
    let mut count = 0;
    for record in &block.records {
        count += 1;
        let place = usize::try_from(count).ok();
        let brought = contributed(state);
        let applied = state.apply(record);
        let applied = applied.map_err(|why| broken(block.number, place, why.into()))?;
        let mut row = exported(state, block.number, count, record, &applied);
        if let (Some(before), Some(after), "lock" | "join") =
            (brought, contributed(state), row.kind)
        {
            row.contributed = after.minus(before).ok();
        }
        sink(&row).map_err(ExportFault::Output)?;
    }
    let closed = state.close(&block, digest);
    closed.map_err(|why| broken(block.number, None, why))?;
    Ok(count)
}

const fn broken(
    block: BlockNumber,
    record: Option<usize>,
    why: crate::state::LogFault,
) -> BrokenLog {
    BrokenLog { block, record, why }
}

/// All money that tables have brought.
fn contributed(state: &LinkState) -> Option<MicroCents> {
    let sum = |state: &LinkState| -> Result<MicroCents, MoneyError> {
        let sums = state.pool().sums()?;
        sums.contributed.plus(sums.moved_in)
    };
    sum(state).ok()
}

fn exported(
    state: &LinkState,
    block: BlockNumber,
    place: u64,
    record: &Record,
    applied: &Applied,
) -> ExportedRecord {
    let mut row = ExportedRecord {
        block,
        record: place,
        entry: state.pool().entries(),
        received_ms: record.at_ms(),
        table: record.table(),
        meter: state.pool().shown(),
        ..ExportedRecord::default()
    };
    let rules = state.pool().terms().game.rules();
    match record {
        Record::Founded { .. } => row.kind = "founded",
        Record::Checkpoint { .. } => row.kind = "checkpoint",
        Record::Accepted(message) => row.tell_message(message, rules),
        Record::Impossible(message) => {
            row.tell_message(message, rules);
            row.kind = "impossible";
        }
        Record::Contradiction(message) => {
            row.tell_message(message, rules);
            row.kind = "contradiction";
        }
        Record::Crossed(message) => {
            row.tell_message(message, rules);
            row.kind = "confirmed_struck";
        }
        Record::Ruled { ruling, .. } | Record::RuledSigned { ruling, .. } => {
            row.tell_ruling(*ruling);
        }
    }
    if let Some(paid) = &applied.paid {
        row.paid = Some(paid.gives);
        row.awards = Some(paid.awards.iter().map(AuditedAward::of).collect());
    }
    row
}

impl ExportedRecord {
    const fn tell_ruling(&mut self, ruling: HouseRuling) {
        (self.kind, self.round) = match ruling {
            HouseRuling::DoNotWait(_, round) => ("do_not_wait", Some(round)),
            HouseRuling::Strike(_, round) => ("strike", Some(round)),
            HouseRuling::Lift(_) => ("lift", None),
        };
    }

    fn tell_message(&mut self, message: &TableRecord, rules: &'static RuleSet) {
        self.generation = Some(message.generation);
        let Some(content) = message.content() else {
            return;
        };
        self.number = Some(content.number);
        self.seen = content.seen;
        self.kind = kind(&content.entry);
        match content.entry {
            TableEntry::Open(round) | TableEntry::Void(round) | TableEntry::Confirmed(round) => {
                self.round = Some(round);
            }
            TableEntry::Lock {
                round,
                units,
                dealt,
            } => {
                self.round = Some(round);
                self.units = Some(units_of(&units));
                self.dealt_ms = Some(dealt);
            }
            TableEntry::Settled {
                round,
                made,
                returned,
                registered,
            } => {
                self.round = Some(round);
                self.made = Some(rows_of(&made, rules));
                self.returned = Some(returned.iter().map(Seat::number).collect());
                self.registered = registered;
            }
            TableEntry::Invalidate(round, seat) => {
                self.round = Some(round);
                self.seat = Some(seat.number());
            }
            TableEntry::Join { .. } => {}
        }
    }
}

const fn kind(entry: &TableEntry) -> &'static str {
    match entry {
        TableEntry::Open(_) => "open",
        TableEntry::Lock { .. } => "lock",
        TableEntry::Settled { .. } => "settled",
        TableEntry::Void(_) => "void",
        TableEntry::Invalidate(..) => "invalidate",
        TableEntry::Confirmed(_) => "confirmed",
        TableEntry::Join { .. } => "join",
    }
}

fn units_of(units: &SeatMap<u8>) -> BTreeMap<u8, u8> {
    let seats = units.iter().filter(|(_, units)| **units > 0);
    seats.map(|(seat, units)| (seat.number(), *units)).collect()
}

fn rows_of(made: &SeatMap<Rows>, rules: &'static RuleSet) -> BTreeMap<u8, Vec<&'static str>> {
    let seats = made.iter().filter(|(_, rows)| !rows.is_empty());
    let seats = seats.map(|(seat, rows)| {
        let names = rows.of(rules).map(|row| row.award.name());
        (seat.number(), names.collect())
    });
    seats.collect()
}
