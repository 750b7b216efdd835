//! A link over WebSocket, measured by hand: `cargo bench --package coinspot --bench link`. The pool is a process of
//! `coinspot` on SQLite, and the tables are connections that seal and open real letters. With `--features cluster` the
//! same is measured on three nodes of etcd on this machine.
//!
//! Targets: 10,000 entries per second with 64 gateways, and 3,000 in etcd; from a lock at one table to all 200 tables
//! in 250 ms (p99), and 400 ms with etcd. The program fails if one is missed. `TMPDIR` names the folder of the log.

#[path = "../tests/linked/processes.rs"]
#[allow(dead_code, reason = "the tests use the rest of it")]
mod processes;
#[cfg(feature = "cluster")]
#[path = "link/three_nodes.rs"]
mod three_nodes;

use std::cell::{Cell, RefCell};
use std::net::TcpListener;
use std::process::ExitCode;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use std::{fs, thread};

use coinspot::gateway::packet;
use coinspot::gateway::stand::Stand;
use futures_util::{SinkExt, StreamExt};
use parts::flash::{FlashChip, Socket};
use processes::{LinkFolder, Process, free_port, gateway, path, pool_on, state, until};
use shared_rules::money::Cents;
use shared_rules::pool::TableEntry;
use shared_rules::pool::message::{Direction, Letter, Membership, ToPool, ToTable, write_letter};
use shared_rules::seats::{Seat, SeatMap, SeatSet};
use shared_rules::wire::payload;
use simulator::table::{JOURNAL_PAGES, pool_key};
use tokio::net::TcpStream;
use tokio::sync::Notify;
use tokio::task::{LocalSet, spawn_local};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

const FIRST: u32 = 101;
const GATEWAYS: u32 = 64;
const TABLES: u32 = 200;
const WARM_UP: Duration = Duration::from_secs(1);
const MEASURED: Duration = Duration::from_secs(8);
const LOCKS: usize = 200;

/// The place of a log, as arguments of the pool, and its targets.
struct Store {
    name: &'static str,
    place: [String; 2],
    entries_a_second_min: usize,
    lock_to_signs_max: Duration,
}

impl Store {
    fn sqlite(folder: &LinkFolder) -> Store {
        Store {
            name: "SQLite",
            place: ["--file".to_owned(), path(&folder.log())],
            entries_a_second_min: 10_000,
            lock_to_signs_max: Duration::from_millis(250),
        }
    }

    #[cfg(feature = "cluster")]
    fn etcd(nodes: &three_nodes::ThreeNodes) -> Store {
        Store {
            name: "three-node etcd",
            place: ["--etcd".to_owned(), nodes.urls()],
            entries_a_second_min: 3_000,
            lock_to_signs_max: Duration::from_millis(400),
        }
    }

    /// A pool that leads.
    fn pool(&self, folder: &LinkFolder, port: u16) -> Process {
        let [option, place] = &self.place;
        let running = pool_on([option, place], folder, port);
        until("the pool leads", || {
            state(port).is_some_and(|state| state["leads"] == true)
        });
        running
    }
}

/// The measurements, each on every store.
#[derive(Clone, Copy)]
enum Measured {
    Rate,
    LockToSigns,
}

impl Measured {
    /// True if the target is met.
    fn measure(self, store: &Store, folder: &LinkFolder) -> bool {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .expect("a runtime");
        let local = LocalSet::new();
        match self {
            Measured::Rate => local.block_on(&runtime, rate(store, folder)),
            Measured::LockToSigns => local.block_on(&runtime, lock_to_signs(store, folder)),
        }
    }
}

fn main() -> ExitCode {
    let mut is_good = true;
    for measured in [Measured::Rate, Measured::LockToSigns] {
        let folder = LinkFolder::new();
        is_good &= measured.measure(&Store::sqlite(&folder), &folder);
        #[cfg(feature = "cluster")]
        {
            let folder = LinkFolder::new();
            let nodes = three_nodes::ThreeNodes::start(&folder.file("etcd"));
            is_good &= measured.measure(&Store::etcd(&nodes), &folder);
        }
    }
    ExitCode::from(u8::from(!is_good))
}

type Line = WebSocketStream<MaybeTlsStream<TcpStream>>;

async fn line(port: u16) -> Line {
    let opened = connect_async_with_config(format!("ws://127.0.0.1:{port}"), None, true);
    opened.await.expect("a pool").0
}

fn sealed(table: u32, message: &ToPool) -> Message {
    let place = Membership {
        link: 1,
        table,
        generation: 1,
    };
    let letter = write_letter(&pool_key(), Direction::ToPool, place, 1, 0, message);
    let mut packet = Vec::new();
    assert!(packet::push(&mut packet, &letter.expect("a letter")));
    Message::Binary(packet.into())
}

fn numbered(table: u32, number: u32, entry: TableEntry) -> Message {
    let seen = None;
    sealed(
        table,
        &ToPool::Entry {
            number,
            seen,
            entry,
        },
    )
}

/// The next messages of the pool to this line.
async fn hear(line: &mut Line) -> Vec<ToTable> {
    loop {
        let Message::Binary(packet) = line.next().await.expect("a pool").expect("a message") else {
            continue;
        };
        let letters = packet::letters(&packet).expect("letters").into_iter();
        let opened = letters.map(|letter| {
            let letter: Letter = payload::read(letter).expect("a letter");
            let message = letter.open(&pool_key(), Direction::ToTable);
            message.expect("a genuine letter")
        });
        return opened.collect();
    }
}

async fn acknowledged(line: &mut Line, number: u32) {
    while !hear(line).await.contains(&ToTable::Ack(number)) {}
}

fn now_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    u64::try_from(since.expect("a clock").as_millis()).expect("a time")
}

/// Rounds of three messages, without awards.
fn entry(number: u32) -> TableEntry {
    let round = (number - 1) / 3 + 1;
    match (number - 1) % 3 {
        0 => TableEntry::Open(round),
        1 => lock(round),
        _ => TableEntry::Settled {
            round,
            made: SeatMap::default(),
            returned: SeatSet::EMPTY,
            registered: None,
        },
    }
}

fn lock(round: u32) -> TableEntry {
    TableEntry::Lock {
        round,
        units: SeatMap::from_fn(|seat| u8::from(seat <= Seat::Five)),
        dealt: now_ms(),
    }
}

/// The value at this share of sorted values.
fn at(sorted: &[Duration], permille: usize) -> Duration {
    sorted[(sorted.len() - 1) * permille / 1_000]
}

/// Each gateway sends a message, and the next one after the acknowledgement.
async fn rate(store: &Store, folder: &LinkFolder) -> bool {
    let port = free_port();
    let running = store.pool(folder, port);
    let latencies = Rc::new(RefCell::new(Vec::new()));
    let started = Instant::now();
    let gateways = (FIRST..FIRST + GATEWAYS).map(|table| {
        let latencies = Rc::clone(&latencies);
        spawn_local(async move {
            let mut line = line(port).await;
            for number in 1.. {
                let passed = started.elapsed();
                if passed >= WARM_UP + MEASURED {
                    break;
                }
                let sent = Instant::now();
                let message = numbered(table, number, entry(number));
                line.send(message).await.expect("a pool");
                acknowledged(&mut line, number).await;
                if passed >= WARM_UP {
                    latencies.borrow_mut().push(sent.elapsed());
                }
            }
        })
    });
    for gateway in gateways.collect::<Vec<_>>() {
        gateway.await.expect("a gateway");
    }
    let cpu = cpu_time(running.id());
    drop(running);
    let mut latencies = latencies.take();
    latencies.sort();
    let seconds = usize::try_from(MEASURED.as_secs()).expect("a time");
    let rate = latencies.len() / seconds;
    let name = store.name;
    println!("{GATEWAYS} gateways over WebSocket, pool on {name}: {rate} entries per second");
    println!(
        "    latency p50 {:?}, p99 {:?}, max {:?}",
        at(&latencies, 500),
        at(&latencies, 990),
        at(&latencies, 1_000)
    );
    // A loaded machine gives the pool less time, and takes no more of it.
    let entries = latencies.len()
        * usize::try_from((WARM_UP + MEASURED).as_secs()).expect("a time")
        / seconds;
    let each = |cpu: Duration| cpu / u32::try_from(entries).expect("a number").max(1);
    println!(
        "    processor time per entry: pool {:?}, all gateways {:?}",
        each(cpu),
        each(cpu_time(std::process::id()))
    );
    rate >= store.entries_a_second_min
}

/// The lowest amount that all tables show, and how to learn of a change.
struct Signs {
    shown: Vec<Cell<Cents>>,
    changed: Notify,
}

impl Signs {
    fn lowest(&self) -> Cents {
        let shown = self.shown.iter().map(Cell::get).min();
        shown.expect("a table")
    }
}

/// Locks at one table while all others ask for rounds and give them up, which does not move the meter.
async fn lock_to_signs(store: &Store, folder: &LinkFolder) -> bool {
    let port = free_port();
    let running = store.pool(folder, port);
    let signs = Rc::new(Signs {
        shown: (0..TABLES).map(|_| Cell::new(Cents::ZERO)).collect(),
        changed: Notify::new(),
    });
    let others = (1..TABLES).map(|index| spawn_local(keep_busy(port, index, Rc::clone(&signs))));
    let others: Vec<_> = others.collect();
    let mut line = line(port).await;
    line.send(sealed(FIRST, &ToPool::Hello))
        .await
        .expect("a pool");
    // Every table has to be there.
    while signs.lowest() == Cents::ZERO {
        tokio::select! {
            () = signs.changed.notified() => {}
            messages = hear(&mut line) => note(&signs, 0, &messages),
        }
    }
    let mut delays = Vec::new();
    let mut number = 0;
    for round in 1..=u32::try_from(LOCKS).expect("a number") {
        number += 1;
        let open = numbered(FIRST, number, TableEntry::Open(round));
        line.send(open).await.expect("a pool");
        note_until(&mut line, &signs, number).await;
        // At any phase of the pool's heartbeat.
        tokio::time::sleep(Duration::from_millis(37 + u64::from(round * 17 % 101))).await;
        let before = signs.lowest();
        number += 1;
        let sent = Instant::now();
        let lock = numbered(FIRST, number, lock(round));
        line.send(lock).await.expect("a pool");
        while signs.lowest() <= before {
            tokio::select! {
                () = signs.changed.notified() => {}
                messages = hear(&mut line) => note(&signs, 0, &messages),
            }
        }
        delays.push(sent.elapsed());
        number += 1;
        let settled = numbered(FIRST, number, entry(3 * round));
        line.send(settled).await.expect("a pool");
        note_until(&mut line, &signs, number).await;
    }
    let pool_kb = rss_kb(&running);
    others.iter().for_each(tokio::task::JoinHandle::abort);
    let gateway_kb = gateway_rss_kb(port);
    drop(running);
    delays.sort();
    let p99 = at(&delays, 990);
    println!(
        "from a lock to all {TABLES} tables, pool on {}, {LOCKS} locks while the others write {} letters a second:",
        store.name,
        TABLES - 1
    );
    println!(
        "    p50 {:?}, p99 {p99:?}, max {:?}",
        at(&delays, 500),
        at(&delays, 1_000)
    );
    println!("resident memory: pool with {TABLES} tables {pool_kb} KB, gateway {gateway_kb} KB");
    p99 < store.lock_to_signs_max
}

fn note(signs: &Signs, index: usize, messages: &[ToTable]) {
    for message in messages {
        if let ToTable::Meter { shown, .. } = message {
            signs.shown[index].set(*shown);
            signs.changed.notify_one();
        }
    }
}

async fn note_until(line: &mut Line, signs: &Signs, number: u32) {
    loop {
        let messages = hear(line).await;
        note(signs, 0, &messages);
        if messages.contains(&ToTable::Ack(number)) {
            return;
        }
    }
}

/// A table that writes a letter a second: it opens a round, and then gives it up.
async fn keep_busy(port: u16, index: u32, signs: Rc<Signs>) {
    let table = FIRST + index;
    let mut line = line(port).await;
    line.send(sealed(table, &ToPool::Hello))
        .await
        .expect("a pool");
    let mut tick = tokio::time::interval(Duration::from_secs(1));
    tokio::time::sleep(Duration::from_millis(u64::from(index * 5))).await;
    let mut number = 0;
    loop {
        tokio::select! {
            messages = hear(&mut line) => {
                note(&signs, usize::try_from(index).expect("an index"), &messages);
            }
            _ = tick.tick() => {
                number += 1;
                let round = number / 2 + number % 2;
                let entry = match number % 2 {
                    1 => TableEntry::Open(round),
                    _ => TableEntry::Void(round),
                };
                line.send(numbered(table, number, entry)).await.expect("a pool");
            }
        }
    }
}

/// A gateway in front of a simulated table.
fn gateway_rss_kb(pool: u16) -> u64 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let wire = listener.local_addr().expect("its address").port();
    let is_over = Arc::new(AtomicBool::new(false));
    let over = Arc::clone(&is_over);
    let stand = thread::spawn(move || {
        let flash = Socket::new(FlashChip::new(JOURNAL_PAGES));
        let mut stand = Stand::new(flash, listener, None).expect("a table");
        stand.run(|| over.load(Ordering::Relaxed));
    });
    let carrying = gateway(wire, free_port(), pool);
    thread::sleep(Duration::from_secs(3));
    let kb = rss_kb(&carrying);
    is_over.store(true, Ordering::Relaxed);
    stand.join().expect("a table");
    kb
}

/// The processor time of a process so far, to a hundredth of a second; none where the system does not tell.
fn cpu_time(process: u32) -> Duration {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // The name of the program is in parentheses, and may have blanks.
    let behind_name = stat.rsplit(')').next().unwrap_or_default();
    let fields = behind_name.split_whitespace().skip(11).take(2);
    let ticks = fields
        .filter_map(|field| field.parse::<u64>().ok())
        .sum::<u64>();
    Duration::from_millis(10 * ticks)
}

/// The resident memory of a process; 0 where the system does not tell.
fn rss_kb(process: &Process) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", process.id())).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let number = line.and_then(|line| line.split_whitespace().next());
    number.and_then(|number| number.parse().ok()).unwrap_or(0)
}
