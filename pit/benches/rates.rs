//! Rates of the fold and of the sequencer, measured by hand: `cargo bench --package pit`. Targets are a million entries
//! per second for the fold and 10,000 per second through one sequencer on SQLite.
//!
//! `PIT_BENCH_FOLDER` names the folder of the SQLite file; the system's temporary folder without it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use std::{env, fs, process, thread};

use pit::drive;
use pit::engine::LogEngine;
use pit::example::example_terms;
use pit::keys::LinkKeys;
use pit::memory::MemoryEngine;
use pit::sequencer::{Envelope, Sequencer};
use pit::sqlite::SqliteEngine;
use pit::state::{LinkPool, LinkState, new_pool};
use shared_rules::games::{Award, Game};
use shared_rules::pool::message::{Direction, Letter, Membership, ToPool, ToTable, write_letter};
use shared_rules::pool::{PoolEntry, PoolTerms, Rows, TableEntry, TableNumber};
use shared_rules::seats::{Seat, SeatMap, SeatSet};
use shared_rules::wire::key::SharedKey;
use shared_rules::wire::payload;

const LINK: u32 = 1;
const PRODUCERS: u32 = 64;
const MEASURED: Duration = Duration::from_secs(8);
const GAME: Game = Game::Rws6;

/// Rounds of a table between two claims.
const CLAIM_EVERY: u32 = 50;

fn main() {
    for tables in [64, 1_000] {
        fold(tables);
        fold_with_a_waiting_claim(tables);
        fold_blocks(tables);
    }
    sequencer();
}

fn terms() -> PoolTerms {
    example_terms(GAME)
}

fn key(table: TableNumber) -> SharedKey {
    let mut bytes = [7; 32];
    bytes[..4].copy_from_slice(&table.to_le_bytes());
    SharedKey::new(bytes)
}

fn keys(tables: u32) -> LinkKeys {
    let mut keys = LinkKeys::new(LINK);
    for table in 1..=tables {
        keys.insert(table, 1, key(table));
    }
    keys
}

/// The entry `number` of a table, from 1: rounds of three messages, and now and then a minor award that is confirmed.
fn entry(number: u32) -> TableEntry {
    let cycle = 3 * CLAIM_EVERY + 1;
    let (cycles, index) = ((number - 1) / cycle, (number - 1) % cycle);
    let round = |index: u32| cycles * CLAIM_EVERY + index / 3 + 1;
    if index == cycle - 1 {
        return TableEntry::Confirmed(round(index - 1));
    }
    let round = round(index);
    match index % 3 {
        0 => TableEntry::Open(round),
        1 => TableEntry::Lock {
            round,
            units: SeatMap::from_fn(|seat| u8::from(seat <= Seat::Five)),
            dealt: u64::from(round),
        },
        _ => {
            let mut made = SeatMap::<Rows>::default();
            if index == cycle - 2 {
                assert!(
                    made.get_mut(Seat::One)
                        .insert(GAME.rules(), Award::RoyalFlushOnRiver)
                );
            }
            TableEntry::Settled {
                round,
                made,
                returned: SeatSet::EMPTY,
                registered: None,
            }
        }
    }
}

/// The entries of all tables in turn. Tables are shifted, so that their claims do not come at once.
fn entries(tables: u32, count: usize) -> Vec<PoolEntry> {
    let mut next: BTreeMap<u32, u32> = (1..=tables).map(|table| (table, 1)).collect();
    let mut pool = new_pool(&terms()).expect("terms");
    let mut entries = Vec::with_capacity(count);
    // Every table is ahead of the one before by one message.
    for table in 1..=tables {
        for _ in 0..table % (3 * CLAIM_EVERY) {
            push(&mut pool, &mut entries, &mut next, table);
        }
    }
    while entries.len() < count {
        for table in 1..=tables {
            push(&mut pool, &mut entries, &mut next, table);
        }
    }
    entries
}

fn push(
    pool: &mut LinkPool,
    entries: &mut Vec<PoolEntry>,
    next: &mut BTreeMap<u32, u32>,
    table: TableNumber,
) {
    let number = next.get_mut(&table).expect("a table");
    let entry = PoolEntry::Table(table, entry(*number));
    // A confirmation waits until its claim is the first.
    if pool.apply(&entry).is_ok() {
        entries.push(entry);
        *number += 1;
    }
}

#[expect(clippy::cast_precision_loss, reason = "a rate for people to read")]
fn report(what: &str, count: usize, elapsed: Duration) {
    let rate = count as f64 / elapsed.as_secs_f64();
    println!("{what}: {rate:.0} entries per second");
}

fn fold(tables: u32) {
    let entries = entries(tables, 2_000_000);
    let mut pool = new_pool(&terms()).expect("terms");
    let started = Instant::now();
    for entry in &entries {
        pool.apply(entry).expect("an entry that can be");
    }
    let what = format!("fold, {tables} tables");
    report(&what, entries.len(), started.elapsed());
    assert!(pool.sums().expect("sums").balance());
}

/// The worst case: a major claim waits for an open round, and every entry asks anew if it still has to.
fn fold_with_a_waiting_claim(tables: u32) {
    let mut pool = new_pool(&terms()).expect("terms");
    let (blocker, winner) = (tables + 1, tables + 2);
    let mut made = SeatMap::<Rows>::default();
    assert!(
        made.get_mut(Seat::One)
            .insert(GAME.rules(), Award::RoyalFlushOnFlop)
    );
    let settled = TableEntry::Settled {
        round: 1,
        made,
        returned: SeatSet::EMPTY,
        registered: None,
    };
    for (table, entry) in [
        (blocker, TableEntry::Open(1)),
        (winner, TableEntry::Open(1)),
        (winner, entry(2)),
        (winner, settled),
    ] {
        let entry = PoolEntry::Table(table, entry);
        pool.apply(&entry).expect("an entry that can be");
    }
    let rounds = 1_000_000 / (3 * tables);
    let started = Instant::now();
    let mut count = 0;
    for round in 0..rounds.min(CLAIM_EVERY - 1) {
        for index in 1..=3 {
            for table in 1..=tables {
                let entry = PoolEntry::Table(table, entry(3 * round + index));
                pool.apply(&entry).expect("an entry that can be");
                count += 1;
            }
        }
    }
    let what = format!("fold behind a waiting claim, {tables} tables");
    report(&what, count, started.elapsed());
    assert!(pool.waits_for().next().is_some());
}

/// Everything that a start or an audit does: digests, chain, numbers and fold.
fn fold_blocks(tables: u32) {
    let mut engine = MemoryEngine::default();
    let state = drive::open_or_found(&mut engine, LINK, &terms(), 0).expect("a log");
    let mut sequencer = Sequencer::new(keys(tables), state);
    let started = Instant::now();
    let mut count = 0;
    for number in 1..=200_000 / tables {
        for table in 1..=tables {
            let accepted = sequencer.accept(&plain_letter(table, number), 0);
            accepted.expect("a letter");
            count += 1;
        }
        drive::commit(&mut sequencer, &mut engine, 0).expect("an engine");
        while sequencer.pop_letter().is_some() {}
    }
    let what = format!("sequencer on memory with sealing of letters, {tables} tables");
    report(&what, count, started.elapsed());
    let started = Instant::now();
    let first = engine.read(1).expect("an engine").expect("a block");
    let mut state = LinkState::from_first_block(&first).expect("a block");
    while let Some(block) = engine.read(state.head() + 1).expect("an engine") {
        state.apply_block(&block).expect("a block");
    }
    let what = format!("blocks of a log, {tables} tables");
    report(&what, count, started.elapsed());
}

/// One producer per table: it sends a message, and the next one after the acknowledgement.
fn sequencer() {
    let folder = env::var_os("PIT_BENCH_FOLDER").map_or_else(env::temp_dir, PathBuf::from);
    let folder = folder.join(format!("coinspot-pit-bench-{}", process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let (to_pool, from_tables) = mpsc::channel();
    let mut to_tables = BTreeMap::new();
    let started = Instant::now();
    let mut producers = Vec::new();
    for table in 1..=PRODUCERS {
        let (to_table, from_pool) = mpsc::channel();
        to_tables.insert(table, to_table);
        let to_pool = to_pool.clone();
        producers.push(thread::spawn(move || {
            produce(table, &to_pool, &from_pool, started)
        }));
    }
    drop(to_pool);
    let blocks = serve(&folder.join("pool.db"), &from_tables, &to_tables);
    drop(to_tables);
    let latencies = producers
        .into_iter()
        .map(|one| one.join().expect("a producer"));
    let mut latencies: Vec<Duration> = latencies.flatten().collect();
    latencies.sort();
    let count = latencies.len();
    report("sequencer on SQLite, 64 producers", count, MEASURED);
    let at = |permille: usize| latencies[(count - 1) * permille / 1_000];
    println!(
        "    {blocks} blocks, latency p50 {:?}, p99 {:?}, p99.9 {:?}, max {:?}",
        at(500),
        at(990),
        at(999),
        at(1_000)
    );
    let _ = fs::remove_dir_all(&folder);
}

fn produce(
    table: TableNumber,
    to_pool: &Sender<Vec<u8>>,
    from_pool: &Receiver<Envelope>,
    started: Instant,
) -> Vec<Duration> {
    let mut latencies = Vec::new();
    for number in 1.. {
        if started.elapsed() >= MEASURED {
            break;
        }
        let sent = Instant::now();
        if to_pool.send(plain_letter(table, number)).is_err() {
            break;
        }
        if !is_acknowledged(table, number, from_pool) {
            break;
        }
        latencies.push(sent.elapsed());
    }
    latencies
}

/// A message of a round without awards.
fn plain_letter(table: TableNumber, number: u32) -> Vec<u8> {
    let round = (number - 1) / 3 + 1;
    let entry = match (number - 1) % 3 {
        0 => TableEntry::Open(round),
        1 => TableEntry::Lock {
            round,
            units: SeatMap::from_fn(|seat| u8::from(seat <= Seat::Five)),
            dealt: u64::from(round),
        },
        _ => TableEntry::Settled {
            round,
            made: SeatMap::default(),
            returned: SeatSet::EMPTY,
            registered: None,
        },
    };
    let message = ToPool::Entry {
        number,
        seen: None,
        entry,
    };
    let membership = Membership {
        link: LINK,
        table,
        generation: 1,
    };
    let letter = write_letter(&key(table), Direction::ToPool, membership, 1, 0, &message);
    letter.expect("a letter").to_vec()
}

fn is_acknowledged(table: TableNumber, number: u32, from_pool: &Receiver<Envelope>) -> bool {
    while let Ok(envelope) = from_pool.recv() {
        let letter: Letter = payload::read(&envelope.letter).expect("a letter");
        let message = letter.open(&key(table), Direction::ToTable);
        match message.expect("a genuine letter") {
            ToTable::Ack(last) if last == number => return true,
            _ => {}
        }
    }
    false
}

fn now_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let ms = since.expect("a clock after 1970").as_millis();
    u64::try_from(ms).expect("a time")
}

/// The sequencer's loop, until all producers have ended. Returns the number of blocks.
fn serve(
    file: &Path,
    from_tables: &Receiver<Vec<u8>>,
    to_tables: &BTreeMap<TableNumber, Sender<Envelope>>,
) -> u64 {
    let mut engine = SqliteEngine::open(file).expect("a file");
    let state = drive::open_or_found(&mut engine, LINK, &terms(), now_ms()).expect("a log");
    let mut sequencer = Sequencer::new(keys(PRODUCERS), state);
    loop {
        let pause = sequencer.poll_at().saturating_sub(now_ms());
        match from_tables.recv_timeout(Duration::from_millis(pause)) {
            Ok(letter) => {
                let now_ms = now_ms();
                for letter in [letter].into_iter().chain(from_tables.try_iter()) {
                    sequencer.accept(&letter, now_ms).expect("a letter");
                }
                drive::commit(&mut sequencer, &mut engine, now_ms).expect("an engine");
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return sequencer.state().head(),
        }
        sequencer.poll(now_ms());
        while let Some(envelope) = sequencer.pop_letter() {
            // A producer that has ended hears nothing any more.
            let _ = to_tables[&envelope.table].send(envelope);
        }
    }
}
