//! The evaluators side by side, and the targets for ours.

use std::io::{IsTerminal, stderr};
use std::path::Path;

use anyhow::{Context, Result};

use crate::measured::{Measured, measure};
use crate::table::{ENTRANTS, Entrant, Workload};

/// A target for one of our evaluators, relative to the fastest of the others.
struct Gate {
    workload: Workload,
    name: &'static str,
    /// It must be at least this many times as fast.
    times: f64,
    tables: TableBar,
    strength: Strength,
}

/// A limit to the size of its tables.
enum TableBar {
    /// At most this many bytes.
    Bytes(usize),
    /// So small a part of those of the other.
    Part(usize),
}

#[derive(PartialEq)]
enum Strength {
    Must,
    Aim,
}

/// The bars.
const GATES: [Gate; 4] = [
    Gate {
        workload: Workload::Three,
        name: "coinspot, 16 at a time",
        times: 5.0,
        tables: TableBar::Bytes(16 * 1024),
        strength: Strength::Must,
    },
    Gate {
        workload: Workload::Seven,
        name: "coinspot, 16 at a time",
        times: 0.5,
        tables: TableBar::Part(13),
        strength: Strength::Must,
    },
    Gate {
        workload: Workload::Boards,
        name: "coinspot",
        times: 2.5,
        tables: TableBar::Bytes(16 * 1024),
        strength: Strength::Must,
    },
    Gate {
        workload: Workload::BoardsByRank,
        name: "coinspot",
        times: 15.0,
        tables: TableBar::Bytes(16 * 1024),
        strength: Strength::Aim,
    },
];

const NOTES: &str = "
per hand:      nanoseconds of the fastest sample, mean instructions (callgrind)
times:         as fast as the fastest of the others
3, 7 cards:    65,536 random hands, from the bytes of their cards
boards:        all 1,081 hands beside each of 704 random boards; by rank: boards of the same ranks, 22 at a time, are
               in a row
tables:        bytes that are looked up; for boards, bytes computed for each of them";

/// A measured entrant.
struct Row {
    entrant: &'static Entrant,
    measured: Measured,
}

/// Prints the table of all that criterion has timed, whose results are in `directory`, and says whether every gate
/// holds.
///
/// # Errors
/// Something has not been timed, or there is no valgrind.
pub fn report(directory: &Path) -> Result<bool> {
    let mut holds = true;
    for workload in Workload::ALL {
        let rows = rows(workload, directory)?;
        let other = fastest_other(&rows).context("nobody to compare with")?;
        print_table(workload, &rows, other);
        for gate in GATES.iter().filter(|gate| gate.workload == workload) {
            let ours = rows.iter().find(|row| row.entrant.name == gate.name);
            holds &= gate.judge(ours.context(gate.name)?, other);
        }
    }
    println!("{NOTES}");
    Ok(holds)
}

fn rows(workload: Workload, directory: &Path) -> Result<Vec<Row>> {
    let entrants = ENTRANTS
        .iter()
        .filter(|entrant| entrant.workload == workload);
    let row = |entrant: &'static Entrant| {
        show_progress(entrant);
        let measured = measure(entrant, directory)?;
        Ok(Row { entrant, measured })
    };
    entrants.map(row).collect()
}

/// Says whose instructions are counted, to whoever waits for it.
fn show_progress(entrant: &Entrant) {
    if stderr().is_terminal() {
        eprint!("\rcounting {}, {:<40}\r", entrant.workload, entrant.name);
    }
}

fn fastest_other(rows: &[Row]) -> Option<&Row> {
    let others = rows.iter().filter(|row| !row.entrant.is_ours);
    others.min_by(|one, other| one.measured.ns.total_cmp(&other.measured.ns))
}

fn print_table(workload: Workload, rows: &[Row], other: &Row) {
    println!(
        "\n{:<26} {:>9} {:>13} {:>9} {:>7} {:>13}",
        workload.to_string(),
        "ns",
        "instructions",
        "tables",
        "times",
        "in instr."
    );
    for Row { entrant, measured } in rows {
        let tables = entrant
            .table_bytes
            .map_or("maps".into(), |bytes| bytes.to_string());
        println!(
            "{:<26} {:>9.2} {:>13.1} {tables:>9} {:>7.2} {:>13.2}",
            entrant.name,
            measured.ns,
            measured.instructions,
            other.measured.ns / measured.ns,
            other.measured.instructions / measured.instructions,
        );
    }
}

impl Gate {
    /// Says whether it holds; an aim that is not reached is no failure.
    fn judge(&self, ours: &Row, other: &Row) -> bool {
        let times = other.measured.ns / ours.measured.ns;
        let is_fast = times >= self.times;
        let is_small = self.tables.allows(ours.entrant, other.entrant);
        let verdict = match (is_fast && is_small, &self.strength) {
            (true, _) => "met",
            (false, Strength::Aim) => "not reached",
            (false, Strength::Must) => "NOT MET",
        };
        let bar = match self.strength {
            Strength::Must => "at least",
            Strength::Aim => "aim",
        };
        println!(
            "  {}: {times:.2} times {} ({bar} {}), {}: {verdict}",
            self.name,
            other.entrant.name,
            self.times,
            self.tables.words(),
        );
        is_fast && is_small || self.strength == Strength::Aim
    }
}

impl TableBar {
    fn allows(&self, ours: &Entrant, other: &Entrant) -> bool {
        let bytes = ours.table_bytes.unwrap_or(usize::MAX);
        match self {
            TableBar::Bytes(most) => bytes <= *most,
            TableBar::Part(part) => other.table_bytes.is_some_and(|other| bytes <= other / part),
        }
    }

    fn words(&self) -> String {
        match self {
            TableBar::Bytes(most) => format!("tables at most {most} bytes"),
            TableBar::Part(part) => format!("tables at most 1/{part} of its"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{GATES, Gate, Row, Strength, TableBar};
    use crate::measured::Measured;
    use crate::table::ENTRANTS;

    /// The entrant of this workload and name, as if it took so long.
    fn row(gate: &Gate, name: &str, ns: f64) -> Row {
        let mut entrants = ENTRANTS
            .iter()
            .filter(|entrant| entrant.workload == gate.workload);
        Row {
            entrant: entrants
                .find(|entrant| entrant.name == name)
                .expect("such an entrant"),
            measured: Measured {
                ns,
                instructions: 1.0,
            },
        }
    }

    #[test]
    fn a_gate_holds_from_its_ratio_on() {
        for gate in &GATES {
            let rivals = ENTRANTS
                .iter()
                .filter(|entrant| entrant.workload == gate.workload);
            let rival = rivals
                .clone()
                .find(|entrant| !entrant.is_ours)
                .expect("a rival");
            let ours = row(gate, gate.name, 1.0);
            let judge = |ns: f64| gate.judge(&ours, &row(gate, rival.name, ns));
            assert!(judge(gate.times));
            assert_eq!(judge(gate.times * 0.99), gate.strength == Strength::Aim);
        }
    }

    #[test]
    fn tables_may_not_take_more() {
        let entrant = |name: &str| ENTRANTS.iter().find(|entrant| entrant.name == name);
        let (ours, other) = (entrant("coinspot, 16 at a time"), entrant("pokers 0.10"));
        let (ours, other) = (ours.expect("ours"), other.expect("a rival"));
        assert!(TableBar::Bytes(2_048).allows(ours, other));
        assert!(!TableBar::Bytes(2_047).allows(ours, other));
        assert!(TableBar::Part(108).allows(ours, other));
        assert!(!TableBar::Part(109).allows(ours, other));
    }
}
