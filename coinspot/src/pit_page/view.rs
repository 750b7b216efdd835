//! The content of the pit's page as JSON, built whole every time.

use std::sync::Arc;

use serde::Serialize;
use serde_json::json;
use shared_rules::pool::{PoolSums, TableNumber};

use super::ask::PitAsk;
use super::claims::{ClaimStanding, PitClaim};
use super::log_reader::LogReader;
use super::scenes::{TWO_ROYALS, VOID_AFTER_WIN};
use super::status::PitStatus;
use super::tables::PitTable;
use crate::money::{exact, money, words};
use crate::table::socket::PageParts;
use crate::table::words::capital;

/// The newest messages of the pit's page.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PitParts {
    /// `{"pit": {...}}`.
    pub pit: Arc<str>,
    /// `{"log": [...]}`.
    pub log: Arc<str>,
}

impl PageParts for PitParts {
    fn messages(&self) -> Vec<&Arc<str>> {
        vec![&self.pit, &self.log]
    }
}

/// Everything that the view is made of.
#[derive(Debug)]
pub struct Seen<'a> {
    /// The log.
    pub reader: &'a LogReader,
    /// The tables.
    pub tables: &'a [PitTable],
    /// True while the pool runs.
    pub is_running: bool,
    /// What happened last.
    pub last: String,
    /// Why no script can start.
    pub busy: Option<String>,
    /// The file of the log, where it is kept.
    pub file: Option<String>,
}

#[derive(Serialize)]
struct PitView {
    title: &'static str,
    house: &'static str,
    tag: &'static str,
    status: PitStatus,
    meter: String,
    /// The reason why the meter is lower than the last winner's award.
    promised: Option<String>,
    sums: Vec<(&'static str, String)>,
    balanced: bool,
    queue: Vec<ClaimRow>,
    tables: Vec<TableRow>,
    troubles: Vec<PitButton>,
    pool: bool,
    file: Option<String>,
}

#[derive(Serialize)]
struct ClaimRow {
    table: TableNumber,
    round: u32,
    awards: Vec<AwardCells>,
    stands: String,
    is_final: bool,
    confirm: Option<PitButton>,
}

#[derive(Serialize)]
struct AwardCells {
    seat: u8,
    award: String,
    amount: String,
}

#[derive(Serialize)]
struct TableRow {
    number: TableNumber,
    round: u32,
    phase: String,
    phase_key: &'static str,
    /// `linked`, `cut`, `lost` or `off`.
    link: &'static str,
    cut: PitButton,
}

/// A button of the pit's page.
#[derive(Serialize)]
struct PitButton {
    label: String,
    ask: PitAsk,
    refused: Option<String>,
    hint: &'static str,
    active: bool,
}

impl PitParts {
    /// Takes over the log.
    pub fn write_log(&mut self, reader: &LogReader) {
        let lines: Vec<_> = reader.lines().collect();
        self.log = json!({ "log": lines }).to_string().into();
    }

    /// Takes over everything else.
    pub fn write(&mut self, seen: &Seen) {
        let view = PitView::of(seen);
        self.pit = json!({ "pit": view }).to_string().into();
    }
}

impl PitView {
    fn of(seen: &Seen) -> PitView {
        let (link, rules) = (seen.reader.now(), seen.reader.rules());
        let last = seen.last.clone();
        PitView {
            title: rules.title,
            house: rules.house,
            tag: rules.tag,
            status: PitStatus::of(
                rules,
                link,
                &seen.reader.quarantined(),
                seen.tables,
                seen.is_running,
                last,
            ),
            meter: money(link.shown),
            promised: (!link.claims.is_empty()).then(|| {
                let promised = exact(link.sums.promised);
                format!("The claims take {promised}: this is what they leave")
            }),
            sums: sums(&link.sums),
            balanced: link.sums.balance(),
            queue: link.claims.iter().map(|claim| row(claim, seen)).collect(),
            tables: seen.tables.iter().map(table).collect(),
            troubles: troubles(seen),
            pool: seen.is_running,
            file: seen.file.clone(),
        }
    }
}

fn sums(sums: &PoolSums) -> Vec<(&'static str, String)> {
    [
        ("Meter", sums.meter),
        ("Reserve", sums.reserve),
        ("Promised to claims", sums.promised),
        ("Paid", sums.paid),
        ("Contributed", sums.contributed),
        ("Refunded by the house", sums.refunded),
    ]
    .map(|(name, amount)| (name, exact(amount)))
    .into()
}

fn row(claim: &PitClaim, seen: &Seen) -> ClaimRow {
    let is_final = claim.stands == ClaimStanding::Final;
    let awards = claim.awards.iter().map(|award| AwardCells {
        seat: award.seat.number(),
        award: words(award.award.name()),
        amount: money(award.amount),
    });
    ClaimRow {
        table: claim.table,
        round: claim.round,
        awards: awards.collect(),
        stands: claim.stands.text(),
        is_final,
        confirm: is_final.then(|| PitButton {
            label: format!("Supervisor of table {}: confirm", claim.table),
            ask: PitAsk::Confirm { table: claim.table },
            refused: seen.busy.clone().or_else(|| no_pool(seen)),
            hint: "Turns the table's key switch, confirms, and turns it back",
            active: false,
        }),
    }
}

fn no_pool(seen: &Seen) -> Option<String> {
    (!seen.is_running).then(|| "The pool is dead: start it first".into())
}

fn table(table: &PitTable) -> TableRow {
    let glance = table.glance();
    let number = table.number;
    TableRow {
        number,
        round: glance.round,
        phase: glance.phase,
        phase_key: glance.phase_key,
        link: match (glance.is_powered, glance.hears_pool, glance.is_cut) {
            (false, _, _) => "off",
            (true, _, true) => "cut",
            (true, true, false) => "linked",
            (true, false, false) => "lost",
        },
        cut: PitButton {
            label: match glance.is_cut {
                true => "Mend the link".into(),
                false => "Cut the link".into(),
            },
            ask: PitAsk::Cut {
                table: number,
                on: !glance.is_cut,
            },
            refused: None,
            hint: "After a second the sign says LINK LOST, and the table takes no bets",
            active: glance.is_cut,
        },
    }
}

fn troubles(seen: &Seen) -> Vec<PitButton> {
    let script = |label: &str, ask, hint| PitButton {
        label: label.into(),
        ask,
        refused: seen.busy.clone().or_else(|| no_pool(seen)),
        hint,
        active: false,
    };
    let (kill, start) = ("Kill the pool", "Start the pool");
    vec![
        script(
            TWO_ROYALS,
            PitAsk::TwoRoyals,
            "Two tables play a round: one is dealt first, the other enters its hand first",
        ),
        script(
            VOID_AFTER_WIN,
            PitAsk::VoidAfterWin,
            "The contribution of the void round is part of a meter that is won already",
        ),
        PitButton {
            label: if seen.is_running { kill } else { start }.into(),
            ask: PitAsk::Pool {
                on: !seen.is_running,
            },
            refused: None,
            hint: "The pool ends in the middle of its work, and goes on from its log",
            active: !seen.is_running,
        },
    ]
}

/// Why a script cannot start while another one plays.
pub fn busy(name: &str) -> String {
    capital(&format!("{name} is being played"))
}
