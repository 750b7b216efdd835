//! The status line of the pit: what happened last, what the link waits for, and under which paragraph.

use serde::Serialize;
use shared_rules::games::RuleSet;
use shared_rules::pool::TableNumber;

use super::claims::{ClaimStanding, PitClaim, table_list};
use super::log_reader::LinkNow;
use super::tables::PitTable;
use crate::table::glance::TableGlance;

/// The line at the top of the pit's page.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PitStatus {
    /// `stop` if the pool is dead, `ask` while a person must act, otherwise `go`.
    pub tone: &'static str,
    /// What happened last.
    pub last: String,
    /// What the link waits for.
    pub waits: String,
    /// What stands in the way.
    pub alerts: Vec<String>,
}

const POOL_DEAD: &str = "The pool is dead: no table opens a round, and rounds in play go on. Start the pool: the log \
                         tells it everything";

impl PitStatus {
    /// The link as it is now.
    pub fn of(
        rules: &'static RuleSet,
        link: &LinkNow,
        quarantined: &[TableNumber],
        tables: &[PitTable],
        is_running: bool,
        last: String,
    ) -> PitStatus {
        let (tone, waits) = match link.claims.first() {
            _ if !is_running => ("stop", POOL_DEAD.into()),
            None => ("go", "No claim waits: the tables play on".into()),
            Some(first) => ("ask", waits(first, rules)),
        };
        PitStatus {
            tone,
            last,
            waits,
            alerts: [closed(quarantined), lost(tables), dark(tables)]
                .into_iter()
                .flatten()
                .collect(),
        }
    }
}

fn waits(first: &PitClaim, rules: &'static RuleSet) -> String {
    let (rule, order) = first.rule(rules);
    let (table, round) = (first.table, first.round);
    match &first.stands {
        ClaimStanding::WaitsFor(tables) => format!(
            "Waits for {}: a hand there may have been {order}, and would be paid before table {table} ({rule})",
            table_list(tables)
        ),
        ClaimStanding::Final | ClaimStanding::Behind(_) => format!(
            "Table {table} is paid first: its hand was {order} ({rule}). Waits for the supervisor of table {table} \
             to confirm round {round}"
        ),
    }
}

fn those(tables: &[PitTable], are: impl Fn(&TableGlance) -> bool) -> Vec<TableNumber> {
    let tables = tables.iter().filter(|table| are(&table.glance()));
    tables.map(|table| table.number).collect()
}

/// The tables whose records differ from the log, or that have said what cannot be.
fn closed(quarantined: &[TableNumber]) -> Option<String> {
    let names = table_list(quarantined);
    (!quarantined.is_empty()).then(|| {
        format!(
            "The pool does not listen to {names} before the house has looked at it: no bets there"
        )
    })
}

/// The tables without power.
fn dark(tables: &[PitTable]) -> Option<String> {
    let dark = those(tables, |glance| !glance.is_powered);
    (!dark.is_empty()).then(|| format!("No power at {}", table_list(&dark)))
}

/// The tables that do not hear the pool.
fn lost(tables: &[PitTable]) -> Option<String> {
    let lost = those(tables, |glance| glance.is_powered && !glance.hears_pool);
    let names = table_list(&lost);
    let signs = match lost.len() {
        0 => return None,
        1 => "its sign says",
        _ => "their signs say",
    };
    Some(format!(
        "No pool is heard at {names}: no bets there, and {signs} LINK LOST"
    ))
}
