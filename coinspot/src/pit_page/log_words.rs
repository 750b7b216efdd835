//! The entries of the pool's log in plain words.

use pit::block::Record;
use shared_rules::games::RuleSet;
use shared_rules::money::MicroCents;
use shared_rules::pool::{Rows, TableEntry, TableNumber};
use shared_rules::seats::SeatMap;

use super::claims::PitClaim;
use super::log_reader::LinkNow;
use crate::money::{exact, money, words};

/// The kind of a record's line, and its text.
pub fn record(
    record: &Record,
    rules: &'static RuleSet,
    before: &LinkNow,
    after: &LinkNow,
) -> (&'static str, String) {
    match record {
        Record::Founded { link, .. } => {
            let (title, tag, shown) = (rules.title, rules.tag, money(after.shown));
            let text =
                format!("Link {link} is founded: {title} ({tag}). The meter begins at {shown}");
            ("entry", text)
        }
        Record::Accepted(message) => match message.content() {
            Some(content) => of_table(message.table, &content.entry, rules, before, after),
            None => ("fault", format!("Table {}: no message", message.table)),
        },
        Record::Impossible(message) => (
            "fault",
            format!(
                "Table {} has said what cannot be: it is quarantined",
                message.table
            ),
        ),
        Record::Contradiction(message) => (
            "fault",
            format!(
                "Table {} has used a number twice: it is quarantined",
                message.table
            ),
        ),
        Record::Crossed(message) => (
            "fault",
            format!(
                "Table {} has confirmed a claim that was struck: the shift manager decides",
                message.table
            ),
        ),
        Record::Ruled { ruling, .. } | Record::RuledSigned { ruling, .. } => {
            ("void", format!("The house rules: {ruling}"))
        }
        Record::Checkpoint { .. } => ("entry", "The log has a checkpoint".to_owned()),
    }
}

fn of_table(
    table: TableNumber,
    entry: &TableEntry,
    rules: &'static RuleSet,
    before: &LinkNow,
    after: &LinkNow,
) -> (&'static str, String) {
    let shown = money(after.shown);
    match entry {
        TableEntry::Join { meter, .. } => {
            let brings = exact(*meter);
            let text =
                format!("Table {table} joins and brings {brings}. The meter rises to {shown}");
            ("money", text)
        }
        TableEntry::Open(round) => ("entry", format!("Table {table} opens round {round}")),
        TableEntry::Lock { round, units, .. } => {
            let bets = bets(units);
            let text =
                format!("Table {table} locks round {round}: {bets}. The meter stands at {shown}");
            ("money", text)
        }
        TableEntry::Settled {
            round,
            made,
            registered,
            ..
        } => {
            let hands = hands(made, rules);
            let at = registered.map(|amount| format!(", at the registered {}", money(amount)));
            let text = format!(
                "Table {table} enters round {round}: {hands}{}",
                at.unwrap_or_default()
            );
            ("entry", text)
        }
        TableEntry::Void(round) => {
            let text = format!(
                "Round {round} of table {table} is void. {}",
                goes_back(before, after)
            );
            ("void", text)
        }
        TableEntry::Invalidate(round, seat) => {
            let (seat, back) = (seat.number(), goes_back(before, after));
            let text = format!("Table {table}, round {round}: seat {seat} is invalid. {back}");
            ("void", text)
        }
        TableEntry::Confirmed(round) => {
            // Only the first claim can be confirmed.
            let paid = before.claims.first().map(PitClaim::text);
            let paid = paid.unwrap_or_default();
            let text = format!(
                "Round {round} of table {table} is paid: {paid}. The meter stands at {shown}"
            );
            ("won", text)
        }
    }
}

fn bets(units: &SeatMap<u8>) -> String {
    let bets = units.iter().filter(|(_, units)| **units > 0);
    let bets: Vec<String> = bets
        .map(|(seat, units)| format!("seat {} x{units}", seat.number()))
        .collect();
    match bets.is_empty() {
        true => "no progressive bets".into(),
        false => bets.join(", "),
    }
}

fn hands(made: &SeatMap<Rows>, rules: &'static RuleSet) -> String {
    let winners = made.iter().filter(|(_, rows)| !rows.is_empty());
    let hands: Vec<String> = winners
        .map(|(seat, rows)| {
            let rows = rows.of(rules).map(|row| words(row.award.name()));
            let rows: Vec<String> = rows.collect();
            format!("seat {} has {}", seat.number(), rows.join(" and "))
        })
        .collect();
    match hands.is_empty() {
        true => "no award".into(),
        false => hands.join(", "),
    }
}

/// The money of a void bet goes back from the meter; once another table has won that meter, from the house.
fn goes_back(before: &LinkNow, after: &LinkNow) -> String {
    let rise = |after: MicroCents, before: MicroCents| {
        let risen = after.minus(before).unwrap_or(MicroCents::ZERO);
        (risen > MicroCents::ZERO).then(|| exact(risen))
    };
    let refunded = rise(after.sums.refunded, before.sums.refunded);
    let returned = rise(before.sums.contributed, after.sums.contributed);
    match (refunded, returned) {
        (Some(refunded), _) => {
            format!("The house refunds {refunded}: another table has won that meter")
        }
        (None, Some(returned)) => format!("{returned} of contributions goes back"),
        (None, None) => "No contribution goes back".into(),
    }
}

/// A line for every claim whose price or place has changed.
pub fn prices(before: &LinkNow, after: &LinkNow) -> Vec<(TableNumber, String)> {
    let changed = after
        .claims
        .iter()
        .filter(|claim| !before.claims.contains(claim));
    changed
        .map(|claim| {
            let (table, text, stands) = (claim.table, claim.text(), claim.stands.text());
            (table, format!("Priced for table {table}: {text}, {stands}"))
        })
        .collect()
}
