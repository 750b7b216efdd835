//! Entries of a journal as rows for a spreadsheet.

use std::io::{self, Write};

use super::line::JournalLine;

/// Fields without a value are empty. The wins of an entry are one field: `seat:award:cents`, separated by blanks.
///
/// # Errors
/// If the output takes no more.
pub fn write_csv<'a>(
    entries: impl IntoIterator<Item = &'a JournalLine>,
    output: &mut impl Write,
) -> io::Result<()> {
    let names =
        "number,kind,event,time,boot,seconds_since_start,person,round,amount,wins,unreasonable";
    writeln!(output, "{names}")?;
    for entry in entries {
        let wins = entry.wins.iter();
        let wins: Vec<String> = wins
            .map(|win| format!("{}:{}:{}", win.seat, win.award, win.amount))
            .collect();
        let fields = [
            entry.number.to_string(),
            entry.kind.into(),
            entry.event.clone(),
            entry.time.clone().unwrap_or_default(),
            field(entry.boot),
            field(entry.seconds_since_start),
            field(entry.person),
            field(entry.round),
            field(entry.amount),
            wins.join(" "),
            entry.unreasonable.to_string(),
        ];
        writeln!(output, "{}", fields.join(","))?;
    }
    Ok(())
}

fn field(value: Option<impl ToString>) -> String {
    value.map_or(String::new(), |value| value.to_string())
}
