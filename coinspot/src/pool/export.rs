//! The rows of `coinspot pool export`, as JSON Lines or CSV.

use std::fmt::Display;
use std::io::{self, Write};

use pit::export::ExportedRecord;
use serde::Serialize;
use shared_rules::money::{Cents, MicroCents};

use super::audit::utc;

/// The first line of the CSV. Lists within a field are separated by blanks: `seat:units`, `seat:row+row`,
/// `seat:award:cents`.
pub const COLUMNS: &str = "block,record,entry,received,received_ms,kind,table,generation,number,round,seat,units,\
    dealt_ms,seen_cents,made,returned,registered_cents,contributed_microcents,paid_cents,awards,meter_cents";

#[derive(Serialize)]
struct JsonRow<'a> {
    received: &'a str,
    #[serde(flatten)]
    record: &'a ExportedRecord,
}

/// Writes one object.
///
/// # Errors
/// The output cannot be written.
pub fn write_json(record: &ExportedRecord, output: &mut impl Write) -> io::Result<()> {
    let received = utc(record.received_ms);
    let row = JsonRow {
        received: &received,
        record,
    };
    serde_json::to_writer(&mut *output, &row)?;
    writeln!(output)
}

/// Writes one line of CSV. No field has commas, quotes or line breaks.
///
/// # Errors
/// The output cannot be written.
pub fn write_csv(record: &ExportedRecord, output: &mut impl Write) -> io::Result<()> {
    let units = record.units.iter().flatten();
    let made = record.made.iter().flatten();
    let awards = record.awards.iter().flatten();
    let fields = [
        record.block.to_string(),
        record.record.to_string(),
        record.entry.to_string(),
        utc(record.received_ms),
        record.received_ms.to_string(),
        record.kind.to_owned(),
        text(record.table),
        text(record.generation),
        text(record.number),
        text(record.round),
        text(record.seat),
        list(units.map(|(seat, units)| format!("{seat}:{units}"))),
        text(record.dealt_ms),
        text(record.seen.map(Cents::get)),
        list(made.map(|(seat, rows)| format!("{seat}:{}", rows.join("+")))),
        list(record.returned.iter().flatten().map(u8::to_string)),
        text(record.registered.map(Cents::get)),
        text(record.contributed.map(MicroCents::get)),
        text(record.paid.map(Cents::get)),
        list(awards.map(|award| format!("{}:{}:{}", award.seat, award.award, award.amount.get()))),
        record.meter.get().to_string(),
    ];
    writeln!(output, "{}", fields.join(","))
}

fn text(field: Option<impl Display>) -> String {
    field.map_or_else(String::new, |field| field.to_string())
}

fn list(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(" ")
}
