//! kill -9 of the pool and of gateways at random moments under load: nothing that was acknowledged is lost or booked
//! twice, and every table plays on by itself.
//!
//! `COINSPOT_KILLS=1000 cargo test --release -p coinspot --test linked kill` is the long form.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use coinspot::pool::reconcile::logged_messages;
use pit::faulty::SeededRandom;
use pit::sqlite::SqliteEngine;

use crate::letters::{LetterLoad, LetterTables, Written};
use crate::processes::{
    LinkFolder, PATIENCE, Process, free_port, gateway, last_number, path, pool, run, state, until,
};
use crate::tables::{AfterPlay, PlayingTable};

const TABLES: u32 = 3;
const LETTER_TABLES: std::ops::Range<u32> = 101..107;

/// Kills in the life of one link. A table whose faults have come and gone twenty times in ten minutes trusts its pool
/// again only after a quiet minute, so that many more kills would meet tables that do not play.
const KILLS_OF_A_LINK: u32 = 50;

fn kills() -> u32 {
    env::var("COINSPOT_KILLS").map_or(20, |count| count.parse().expect("a number"))
}

#[test]
fn kill_9_loses_nothing_and_every_table_plays_on() {
    let mut random = SeededRandom::new(20_261_118);
    let mut left = kills();
    while left > 0 {
        let of_this_link = left.min(KILLS_OF_A_LINK);
        left -= of_this_link;
        let mut link = RunningLink::start();
        for _ in 0..of_this_link {
            link.kill_one(&mut random);
        }
        link.plays_on();
        link.ends_whole();
        println!("{of_this_link} kills, {left} left");
    }
}

/// A pool, whole tables behind gateways, and tables that only write letters.
struct RunningLink {
    folder: LinkFolder,
    port: u16,
    pool: Option<Process>,
    tables: Vec<PlayingTable>,
    gateways: BTreeMap<u32, Process>,
    letters: LetterTables,
}

impl RunningLink {
    fn start() -> RunningLink {
        let folder = LinkFolder::new();
        let port = free_port();
        let pool = Some(pool(&folder, port));
        let tables: Vec<_> = (1..=TABLES).map(PlayingTable::start).collect();
        let gateways = tables
            .iter()
            .map(|table| (table.number, relay(table, port)));
        let load = LetterLoad {
            pools: vec![format!("ws://127.0.0.1:{port}")],
            pause: Duration::from_millis(10),
        };
        let link = RunningLink {
            gateways: gateways.collect(),
            letters: LetterTables::start(LETTER_TABLES, &load),
            folder,
            port,
            pool,
            tables,
        };
        until("every table plays", || {
            link.rounds().iter().all(|rounds| *rounds >= 1)
        });
        link
    }

    fn rounds(&self) -> Vec<u32> {
        self.tables.iter().map(PlayingTable::rounds).collect()
    }

    /// Kills the pool in two of five cases and else a gateway, and starts it again.
    fn kill_one(&mut self, random: &mut SeededRandom) {
        thread::sleep(Duration::from_millis(100 + random.below(900)));
        let outage = Duration::from_millis(random.below(400));
        let victim = u32::try_from(random.below(u64::from(TABLES) + 2)).expect("a number");
        match self.tables.iter().find(|table| table.number == victim) {
            Some(table) => {
                self.gateways.remove(&victim).expect("a gateway").kill();
                thread::sleep(outage);
                self.gateways.insert(victim, relay(table, self.port));
            }
            None => {
                self.pool.take().expect("a pool").kill();
                thread::sleep(outage);
                self.pool = Some(pool(&self.folder, self.port));
            }
        }
    }

    /// Every table has played between the kills, and plays two more rounds by itself.
    fn plays_on(&self) {
        let before = self.rounds();
        assert!(before.iter().all(|rounds| *rounds >= 2), "{before:?}");
        let start = Instant::now();
        while self
            .rounds()
            .iter()
            .zip(&before)
            .any(|(now, before)| *now < before + 2)
        {
            let status: Vec<String> = self.tables.iter().map(PlayingTable::status).collect();
            assert!(
                start.elapsed() < PATIENCE,
                "not every table plays on: {status:#?}\n{:#?}",
                state(self.port)
            );
            thread::sleep(Duration::from_millis(100));
        }
        let took = start.elapsed();
        println!("rounds {before:?}; two more at each table {took:?} after the last kill");
    }

    /// The log holds the messages of every journal and every acknowledged letter, once and with the same bytes.
    fn ends_whole(self) {
        self.tables.iter().for_each(PlayingTable::rest);
        let written = self.letters.end();
        let last_numbers = last_numbers(self.port);
        let mut arguments = vec![
            "pool".to_owned(),
            "audit".to_owned(),
            path(&self.folder.log()),
        ];
        for table in self.tables {
            let number = table.number;
            let AfterPlay {
                flash,
                last_number,
                halt,
            } = table.end();
            assert_eq!(halt, None, "table {number}");
            assert_eq!(
                last_numbers[&number],
                Some(u64::from(last_number)),
                "table {number}"
            );
            let file = self.folder.file(&format!("table{number}.bin"));
            fs::write(&file, &flash).expect("a file");
            arguments.extend(["--journal".to_owned(), format!("{number}={}", path(&file))]);
        }
        drop((self.gateways, self.pool));

        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let (code, _, error) = run(&arguments);
        println!("{error}");
        assert_eq!(code, Some(0), "{error}");
        holds_the_letters(&self.folder, &written);
    }
}

fn relay(table: &PlayingTable, pool: u16) -> Process {
    gateway(table.wire, table.console, pool)
}

/// The last message of every table in the log, once the pool hears nothing new.
fn last_numbers(port: u16) -> BTreeMap<u32, Option<u64>> {
    let mut last_numbers = BTreeMap::new();
    until("the pool has heard everything", || {
        thread::sleep(Duration::from_millis(1_500));
        let now: BTreeMap<u32, _> = (1..=TABLES)
            .map(|table| (table, last_number(port, table)))
            .collect();
        std::mem::replace(&mut last_numbers, now.clone()) == now
    });
    last_numbers
}

/// Checks the messages of the tables that only write letters.
fn holds_the_letters(folder: &LinkFolder, tables: &[(u32, Arc<Mutex<Written>>)]) {
    let logged = logged_messages(SqliteEngine::open_to_read(&folder.log()).expect("a log"));
    let logged = logged.expect("a log that holds");
    let mut acknowledged = 0;
    for (table, written) in tables {
        let written = written.lock().expect("a lock");
        let of_table = logged.range((*table, 1, 0)..=(*table, 1, u32::MAX)).count();
        let may_be = written.acknowledged..=written.messages.len();
        assert!(
            may_be.contains(&of_table),
            "table {table}: {of_table} messages are in the log"
        );
        for (number, message) in (1..).zip(&written.messages).take(written.acknowledged) {
            assert_eq!(
                logged.get(&(*table, 1, number)),
                Some(message),
                "table {table}: {number}"
            );
            acknowledged += 1;
        }
    }
    println!("{acknowledged} acknowledged messages of letter tables are in the log");
    assert!(acknowledged > 100, "{acknowledged}: no load");
}
