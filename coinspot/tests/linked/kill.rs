//! kill -9 of the pool and of gateways at random moments under load: nothing that was acknowledged is lost or booked
//! twice, and every table plays on by itself.
//!
//! `COINSPOT_KILLS=1000 cargo test --release -p coinspot --test linked kill` is the long form.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use coinspot::pool::reconcile::logged_messages;
use pit::faulty::SeededRandom;
use pit::sqlite::SqliteEngine;

use crate::letters::LetterTables;
use crate::processes::{
    LinkFolder, PATIENCE, Process, free_port, gateway, last_number, path, pool, run, until,
};
use crate::tables::PlayingTable;

const TABLES: u32 = 3;
const LETTER_TABLES: std::ops::Range<u32> = 101..107;

fn kills() -> u32 {
    env::var("COINSPOT_KILLS").map_or(20, |count| count.parse().expect("a number"))
}

#[test]
fn kill_9_loses_nothing_and_every_table_plays_on() {
    let folder = LinkFolder::new();
    let port = free_port();
    let mut running = Some(pool(&folder, port));
    let tables: Vec<PlayingTable> = (1..=TABLES).map(PlayingTable::start).collect();
    let start = |table: &PlayingTable| gateway(table.wire, table.console, port);
    let mut gateways: BTreeMap<u32, Process> = tables
        .iter()
        .map(|table| (table.number, start(table)))
        .collect();
    let letters = LetterTables::start(LETTER_TABLES, port);
    until("every table plays", || {
        tables.iter().all(|table| table.rounds() >= 1)
    });

    let mut random = SeededRandom::new(20_261_118);
    for kill in 1..=kills() {
        thread::sleep(Duration::from_millis(100 + random.below(900)));
        let outage = Duration::from_millis(random.below(400));
        let victim = u32::try_from(random.below(u64::from(TABLES) + 2)).expect("a number");
        match tables.iter().find(|table| table.number == victim) {
            Some(table) => {
                gateways.remove(&victim).expect("a gateway").kill();
                thread::sleep(outage);
                gateways.insert(victim, start(table));
            }
            None => {
                running.take().expect("a pool").kill();
                thread::sleep(outage);
                running = Some(pool(&folder, port));
            }
        }
        if kill % 20 == 0 {
            let rounds: Vec<u32> = tables.iter().map(PlayingTable::rounds).collect();
            println!("{kill} kills, rounds {rounds:?}");
        }
    }

    let before: Vec<u32> = tables.iter().map(PlayingTable::rounds).collect();
    let go_on = |(table, before): (&PlayingTable, &u32)| table.rounds() >= before + 2;
    let start = Instant::now();
    while !tables.iter().zip(&before).all(go_on) {
        let status: Vec<String> = tables.iter().map(PlayingTable::status).collect();
        assert!(
            start.elapsed() < PATIENCE,
            "not every table plays on: {status:#?}"
        );
        thread::sleep(Duration::from_millis(100));
    }
    println!(
        "every table has played two rounds {:?} after the last kill",
        start.elapsed()
    );
    tables.iter().for_each(PlayingTable::rest);
    let written = letters.end();
    let mut journals = Vec::new();
    let mut last_numbers = BTreeMap::new();
    until("the pool has heard everything", || {
        thread::sleep(Duration::from_millis(1_500));
        let now: BTreeMap<u32, _> = (1..=TABLES)
            .map(|table| (table, last_number(port, table)))
            .collect();
        std::mem::replace(&mut last_numbers, now.clone()) == now
    });
    for table in tables {
        let number = table.number;
        let played = table.end();
        assert_eq!(played.halt, None, "table {number}");
        assert_eq!(
            last_numbers[&number],
            Some(u64::from(played.last_number)),
            "table {number}"
        );
        let flash = folder.file(&format!("table{number}.bin"));
        fs::write(&flash, &played.flash).expect("a file");
        journals.push(format!("{number}={}", path(&flash)));
    }
    drop((gateways, running));

    let log = path(&folder.log());
    let mut arguments = vec!["pool", "audit", &log];
    for journal in &journals {
        arguments.extend(["--journal", journal]);
    }
    let (code, text, error) = run(&arguments);
    let about_tables = text.lines().filter(|line| line.contains(" differences"));
    about_tables.for_each(|line| println!("{line}"));
    println!("{error}");
    assert_eq!(code, Some(0), "{error}");

    let logged = logged_messages(SqliteEngine::open_to_read(&folder.log()).expect("a log"));
    let logged = logged.expect("a log that holds");
    let mut acknowledged = 0;
    for (table, written) in written {
        let written = written.lock().expect("a lock");
        let of_table = logged.range((table, 1, 0)..=(table, 1, u32::MAX)).count();
        let may_be = written.acknowledged..=written.messages.len();
        assert!(
            may_be.contains(&of_table),
            "table {table}: {of_table} messages are in the log"
        );
        for (number, message) in (1..).zip(&written.messages).take(written.acknowledged) {
            assert_eq!(
                logged.get(&(table, 1, number)),
                Some(message),
                "table {table}: {number}"
            );
            acknowledged += 1;
        }
    }
    println!("{acknowledged} acknowledged messages of letter tables are in the log");
    assert!(acknowledged > 100, "{acknowledged}: no load");
}
