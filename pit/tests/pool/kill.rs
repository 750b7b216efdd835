//! kill -9 of a process that appends under load, at random moments: everything that it acknowledged is in the file, and
//! the chain holds. The test program starts itself as that process.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;
use std::{env, io, thread};

use crate::prelude::*;
use crate::table_model::TableModel;

const FILE: &str = "PIT_KILL_FILE";
const FIRST: &str = "PIT_KILL_FIRST_TABLE";
const KILLS: u32 = 12;
const TABLES: u32 = 8;
const GAME: Game = Game::Ml9;

/// The process that is killed. Each acknowledgement is a line of its output.
#[test]
#[ignore = "started by the test below"]
fn appends_until_it_is_killed() {
    let (Ok(file), Ok(first)) = (env::var(FILE), env::var(FIRST)) else {
        return;
    };
    let first: u32 = first.parse().expect("a number");
    let mut engine = SqliteEngine::open(Path::new(&file)).expect("a file");
    let mut sequencer = Sequencer::new(keys(), founded(&mut engine, GAME));
    let tables = first..first + TABLES;
    let mut tables: BTreeMap<u32, TableModel> = tables
        .map(|table| (table, TableModel::new(table, GAME, u64::from(table))))
        .collect();
    let mut output = io::stdout().lock();
    for now_ms in START_MS.. {
        for table in tables.values_mut() {
            table.act(now_ms);
            for letter in table.letters() {
                sequencer.accept(&letter, now_ms).expect("a letter");
            }
        }
        drive::commit(&mut sequencer, &mut engine, now_ms).expect("an engine");
        while let Some(envelope) = sequencer.pop_letter() {
            let table = tables.get_mut(&envelope.table).expect("a table");
            if let Some(ToTable::Ack(number)) = table.hear(&envelope.letter) {
                writeln!(output, "ack {} {number}", envelope.table).expect("a reader");
            }
        }
        output.flush().expect("a reader");
    }
}

/// Starts the process, kills it a moment after this many acknowledgements, and returns the last number of each table
/// that was acknowledged.
fn acknowledged_until_killed(
    file: &Path,
    first: u32,
    after: u64,
    moment: Duration,
) -> BTreeMap<u32, u32> {
    let mut child = Command::new(env::current_exe().expect("this program"))
        .args(["--exact", "kill::appends_until_it_is_killed"])
        .args(["--ignored", "--nocapture", "--quiet"])
        .env(FILE, file)
        .env(FIRST, first.to_string())
        .stdout(Stdio::piped())
        .spawn()
        .expect("a process");
    let output = child.stdout.take().expect("its output");
    let (is_ready, ready) = mpsc::channel();
    let reader = thread::spawn(move || {
        let mut acknowledged = BTreeMap::new();
        let mut count = 0;
        for line in BufReader::new(output).split(b'\n').map_while(Result::ok) {
            let line = String::from_utf8_lossy(&line).into_owned();
            let words: Vec<&str> = line.split(' ').collect();
            // A line that was cut off in the middle has fewer words, or a smaller number.
            if let ["ack", table, number] = words.as_slice()
                && let (Ok(table), Ok(number)) = (table.parse(), number.parse())
            {
                acknowledged.insert(table, number);
                count += 1;
                if count == after {
                    is_ready.send(()).expect("somebody who waits");
                }
            }
        }
        acknowledged
    });
    ready.recv().expect("a process that acknowledges");
    thread::sleep(moment);
    child.kill().expect("a process to kill");
    child.wait().expect("its end");
    reader.join().expect("its acknowledgements")
}

#[test]
fn kill_9_loses_nothing_that_was_acknowledged() {
    let folder = TestFolder::new();
    let file = folder.file();
    let mut random = SeededRandom::new(9);
    let mut acknowledged = BTreeMap::new();
    for kill in 0..KILLS {
        let after = 50 + random.below(500);
        let moment = Duration::from_micros(random.below(20_000));
        let first = 1 + kill * TABLES;
        let heard = acknowledged_until_killed(&file, first, after, moment);
        acknowledged.extend(heard);
        let mut reader = SqliteEngine::open_to_read(&file).expect("a log");
        reader.check_structure().expect("a sound file");
        let audited = audit(&mut reader, Some(&keys())).expect("a log");
        assert_eq!(audited.wrong, None, "kill {kill}");
        let state = drive::open(&mut reader).expect("a log that holds");
        for (table, number) in &acknowledged {
            let in_log = state.member(*table).map_or(0, Member::last_number);
            assert!(
                in_log >= *number,
                "table {table}: {number} acknowledged, {in_log} in the log"
            );
        }
    }
    let count: u32 = acknowledged.values().sum();
    println!("{KILLS} kills, {count} messages acknowledged");
    assert!(count > 20 * KILLS, "{count} messages acknowledged");
}
