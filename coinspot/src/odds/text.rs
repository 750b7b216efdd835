//! The odds in the terminal: tables with their columns aligned.

use std::fmt::Write;

use super::OddsReport;
use super::document::{Block, Table, document, summary};

/// All games below each other.
pub fn text(reports: &[OddsReport]) -> String {
    let mut out = String::new();
    for report in reports {
        let rules = report.odds.rules;
        let title = format!("{} ({}), {}", rules.title, rules.house, rules.tag);
        push(
            &mut out,
            &format!("{title}\n{}\n", "=".repeat(title.chars().count())),
        );
        for block in summary(&[&report.odds])
            .into_iter()
            .chain(document(&report.odds))
        {
            match block {
                Block::Heading(text) => push(&mut out, &format!("\n{text}\n")),
                Block::Text(text) => push(&mut out, &format!("  {text}\n")),
                Block::Table(table) => push(&mut out, &aligned(&table)),
            }
        }
        push(&mut out, "\n");
    }
    out
}

fn push(out: &mut String, text: &str) {
    // Writing to a string does not fail.
    let _ = write!(out, "{text}");
}

/// Words to the left, figures to the right.
fn aligned(table: &Table) -> String {
    let head: Vec<String> = table.head.iter().map(ToString::to_string).collect();
    let widths: Vec<usize> = (0..head.len())
        .map(|column| {
            let cells = table.rows.iter().chain([&head]);
            cells
                .map(|row| row[column].chars().count())
                .max()
                .unwrap_or(0)
        })
        .collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate();
        let cells = cells.map(|(column, (cell, width))| match column < table.words {
            true => format!("{cell:<width$}"),
            false => format!("{cell:>width$}"),
        });
        format!("  {}\n", cells.collect::<Vec<_>>().join("  "))
    };
    let rows = [&head].into_iter().chain(&table.rows);
    rows.map(|row| format!("{}\n", line(row).trim_end()))
        .collect()
}
