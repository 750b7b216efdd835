//! A pool on a real cluster: three nodes of etcd and two pools, each on a machine of its own made of network namespaces,
//! under the load of 64 tables and with whole tables beside them. Machines, wires, disks and clocks fail. After each
//! fault nothing that was acknowledged is lost or booked twice, all nodes agree, and every table plays again by itself.
//!
//! `cargo xtask link` installs what it needs and runs the short form; `cargo xtask link --runs N` goes N times through
//! all faults. It needs root, and touches no network but its own.

mod check;
mod faults;
#[path = "../linked/letters.rs"]
#[allow(dead_code, reason = "other tests use the rest of it")]
mod letters;
mod network;
mod nodes;
#[path = "../linked/processes.rs"]
#[allow(dead_code, reason = "other tests use the rest of it")]
mod processes;
#[path = "../linked/tables.rs"]
#[allow(dead_code, reason = "other tests use the rest of it")]
mod tables;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};
use std::{env, fs};

use check::{LogReader, audit};
use faults::Fault;
use letters::{LetterLoad, LetterTables};
use network::{Network, address};
use nodes::{Cluster, POOLS};
use pit::faulty::SeededRandom;
use processes::{Process, gateway_to, path, until};
use tables::PlayingTable;

/// Whole tables, each behind a gateway of its own.
const TABLES: u32 = 2;

/// Tables that write letters, each over a connection of its own.
const LETTER_TABLES: std::ops::Range<u32> = 101..165;

/// The pause between two messages of a table: a real table writes a hundred times less.
const PAUSE: Duration = Duration::from_millis(60);

/// Every table has this many messages acknowledged after a fault.
const PLAYED_ON: usize = 3;

/// The name of the network, for the process that runs inside it.
const INSIDE: &str = "COINSPOT_CLUSTER_NETWORK";

fn main() -> ExitCode {
    match env::var(INSIDE) {
        Ok(name) => {
            test(Network(name));
            ExitCode::SUCCESS
        }
        Err(_) => match test_inside() {
            Ok(code) => code,
            Err(why) => {
                eprintln!("error: {why}");
                ExitCode::FAILURE
            }
        },
    }
}

/// The library that gives a process a clock of its own.
pub fn faketime() -> PathBuf {
    let triple = format!("/usr/lib/{}-linux-gnu/faketime", env::consts::ARCH);
    PathBuf::from(triple).join("libfaketimeMT.so.1")
}

/// Makes the network, runs this program inside it, and removes it.
fn test_inside() -> Result<ExitCode, String> {
    for program in ["setpriv", "etcd", "strace", "unshare"] {
        let version = Command::new(program).arg("--version").output();
        version.map_err(|error| {
            format!("{program} is missing: {error}; `cargo xtask link` installs it")
        })?;
    }
    if !faketime().exists() {
        return Err(format!(
            "{} is missing: `cargo xtask link` installs it",
            faketime().display()
        ));
    }
    let network = Network::create().map_err(|why| {
        format!("no network namespaces can be made here, and this test needs them: {why}. It has to run as root.")
    })?;
    let program = env::current_exe().map_err(|error| error.to_string())?;
    let status = network
        .on("tables")
        .arg(program)
        .env(INSIDE, &network.0)
        .status();
    network.remove();
    let status = status.map_err(|error| error.to_string())?;
    Ok(ExitCode::from(u8::from(!status.success())))
}

fn number(name: &str) -> Option<u64> {
    let text = env::var(name).ok()?;
    Some(
        text.parse()
            .unwrap_or_else(|_| panic!("{name} is a number")),
    )
}

fn test(network: Network) {
    let started = Instant::now();
    let rounds = number("COINSPOT_CLUSTER_RUNS");
    let seed = number("COINSPOT_CLUSTER_SEED").unwrap_or(20_261_118);
    let mut random = SeededRandom::new(seed);
    let only = env::var("COINSPOT_CLUSTER_FAULT").unwrap_or_default();
    let faults: Vec<Fault> = match rounds {
        Some(_) => Fault::ALL
            .into_iter()
            .filter(|fault| fault.words().contains(&only))
            .collect(),
        None => Fault::SHORT.to_vec(),
    };
    let mut cluster = Cluster::start(network);
    println!("three nodes and two pools after {:.1?}", started.elapsed());
    let pools = POOLS.map(|machine| format!("ws://{}:7480", address(machine)));
    let tables: Vec<PlayingTable> = (1..=TABLES).map(PlayingTable::start).collect();
    let gateways: Vec<Process> = tables
        .iter()
        .map(|table| gateway_to(table.wire, table.console, &pools.join(",")))
        .collect();
    let load = LetterLoad {
        pools: pools.into(),
        pause: PAUSE,
    };
    let letters = LetterTables::start(LETTER_TABLES, &load);
    wait_for_all(&letters);
    wait_for_rounds(&tables, 1);
    println!("every table plays after {:.1?}", started.elapsed());

    let mut reader = LogReader::begin();
    let mut silences: BTreeMap<&str, Vec<Duration>> = BTreeMap::new();
    let mut runs = 0;
    for _ in 0..rounds.unwrap_or(1) {
        for fault in &faults {
            runs += 1;
            let silence = suffer(*fault, &mut cluster, &letters, &mut reader, &mut random);
            println!(
                "{runs}: {}: silence {silence:.2?}, {} blocks, {:.0?}",
                fault.words(),
                reader.head(),
                started.elapsed()
            );
            silences.entry(fault.words()).or_default().push(silence);
        }
        wait_for_rounds(&tables, 1);
    }
    finish(&cluster, tables, letters, &mut reader);
    drop(gateways);
    println!("{runs} faults, seed {seed}. The longest silence of any table:");
    for (words, silences) in silences {
        let longest = silences.iter().max().expect("a run");
        println!("    {longest:.2?} in {} runs: {words}", silences.len());
    }
}

/// One fault and the proof after it; the longest silence of any table.
fn suffer(
    fault: Fault,
    cluster: &mut Cluster,
    letters: &LetterTables,
    reader: &mut LogReader,
    random: &mut SeededRandom,
) -> Duration {
    let silence = |letters: &LetterTables| {
        let all = letters.tables.iter();
        let each = all.map(|(_, written)| written.lock().expect("a lock").take_silence());
        each.max().expect("a table")
    };
    silence(letters);
    fault.make_and_mend(cluster, random);
    wait_for_all(letters);
    let longest = silence(letters);
    reader.compare(letters);
    reader.compare_nodes(cluster);
    longest
}

fn acknowledged(letters: &LetterTables) -> Vec<usize> {
    let tables = letters.tables.iter();
    let each = tables.map(|(_, written)| written.lock().expect("a lock").acknowledged);
    each.collect()
}

/// Every table has messages acknowledged from now on.
fn wait_for_all(letters: &LetterTables) {
    let before = acknowledged(letters);
    until("every table plays on", || {
        let now = acknowledged(letters);
        now.iter()
            .zip(&before)
            .all(|(now, before)| *now >= before + PLAYED_ON)
    });
}

/// Every whole table ends this many rounds from now on. One that has lost its pool many times trusts it again after a
/// minute.
fn wait_for_rounds(tables: &[PlayingTable], count: u32) {
    let before: Vec<u32> = tables.iter().map(PlayingTable::rounds).collect();
    let started = Instant::now();
    while !tables
        .iter()
        .zip(&before)
        .all(|(table, before)| table.rounds() >= before + count)
    {
        let status: Vec<String> = tables.iter().map(PlayingTable::status).collect();
        assert!(
            started.elapsed() < processes::PATIENCE,
            "not every table plays on: {status:#?}"
        );
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// Every line of a pool's log is an object that programs can read.
fn read_log(log: &Path) {
    let text = fs::read_to_string(log).expect("a log");
    assert!(text.contains("\"event\":\"stands_by\""), "{text}");
    for line in text.lines() {
        let read: serde_json::Value = serde_json::from_str(line).expect(line);
        assert!(read["at_ms"].is_u64() && read["text"].is_string(), "{line}");
    }
}

/// All tables rest; the last state of everything is compared.
fn finish(
    cluster: &Cluster,
    tables: Vec<PlayingTable>,
    letters: LetterTables,
    reader: &mut LogReader,
) {
    tables.iter().for_each(PlayingTable::rest);
    let acknowledged = reader.compare(&letters);
    letters.end();
    let heads = || {
        cluster
            .pools
            .iter()
            .map(|pool| pool.state().map(|state| state["head"].clone()))
    };
    let mut last = Vec::new();
    until("all pools stand at the same block", || {
        std::thread::sleep(Duration::from_millis(1_500));
        let now: Vec<_> = heads().collect();
        let is_same = now.iter().all(|head| head.is_some() && *head == now[0]);
        is_same && std::mem::replace(&mut last, now.clone()) == now
    });
    reader.compare_nodes(cluster);
    let mut journals = Vec::new();
    for table in tables {
        let number = table.number;
        let played = table.end();
        assert_eq!(played.halt, None, "table {number}");
        let flash = cluster.folder.file(&format!("table{number}.bin"));
        fs::write(&flash, &played.flash).expect("a file");
        journals.push(format!("{number}={}", path(&flash)));
    }
    audit(cluster, &journals);
    POOLS
        .iter()
        .for_each(|machine| read_log(&cluster.folder.file(&format!("{machine}.log"))));
    println!("{acknowledged} acknowledged messages are in the log, once each");
}
