//! Tables that only write letters, as fast as the pool acknowledges them: load for the pool.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use coinspot::gateway::packet;
use futures_util::{SinkExt, StreamExt};
use shared_rules::pool::TableEntry;
use shared_rules::pool::message::{Direction, Letter, Membership, ToPool, ToTable};
use shared_rules::seats::{Seat, SeatMap, SeatSet};
use shared_rules::wire::payload;
use simulator::table::pool_key;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;

/// A message without an answer is sent again after this time.
const AGAIN: Duration = Duration::from_millis(300);

/// A pool that has not accepted a connection, or said anything, for this time is left.
const SILENT: Duration = Duration::from_secs(1);

/// The messages of a table, and the number of those that the pool has acknowledged.
pub struct Written {
    pub messages: Vec<Vec<u8>>,
    pub acknowledged: usize,
    heard: Instant,
    silence: Duration,
}

impl Default for Written {
    fn default() -> Written {
        Written {
            messages: Vec::new(),
            acknowledged: 0,
            heard: Instant::now(),
            silence: Duration::ZERO,
        }
    }
}

#[allow(dead_code, reason = "the cluster uses it")]
impl Written {
    /// The longest time between two acknowledgements since the last call, the present one included.
    pub fn take_silence(&mut self) -> Duration {
        let now = Instant::now();
        let silence = std::mem::take(&mut self.silence).max(now - self.heard);
        self.heard = now;
        silence
    }
}

/// The pools to which tables write, and the pause between two messages of a table.
#[derive(Clone)]
pub struct LetterLoad {
    /// `ws://host:port` of every pool that may lead.
    pub pools: Vec<String>,
    pub pause: Duration,
}

/// Tables that write letters in the background until they are stopped.
pub struct LetterTables {
    pub tables: Vec<(u32, Arc<Mutex<Written>>)>,
    is_over: Arc<AtomicBool>,
    thread: std::thread::JoinHandle<()>,
}

impl LetterTables {
    pub fn start(numbers: std::ops::Range<u32>, load: &LetterLoad) -> LetterTables {
        let tables: Vec<_> = numbers.map(|number| (number, Arc::default())).collect();
        let is_over = Arc::new(AtomicBool::new(false));
        let (all, over, load) = (tables.clone(), is_over.clone(), load.clone());
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .expect("a runtime");
            runtime.block_on(async {
                let plays = all.into_iter().map(|(number, written)| {
                    let over = over.clone();
                    tokio::spawn(play(number, written, load.clone(), over))
                });
                for play in plays.collect::<Vec<_>>() {
                    play.await.expect("a table");
                }
            });
        });
        LetterTables {
            tables,
            is_over,
            thread,
        }
    }

    pub fn end(self) -> Vec<(u32, Arc<Mutex<Written>>)> {
        self.is_over.store(true, Ordering::Relaxed);
        self.thread.join().expect("the tables");
        self.tables
    }
}

/// Writes letters over one connection after another.
async fn play(number: u32, written: Arc<Mutex<Written>>, load: LetterLoad, over: Arc<AtomicBool>) {
    for pool in load.pools.iter().cycle() {
        if over.load(Ordering::Relaxed) {
            return;
        }
        // A pool that is not there, or goes away, is looked for again.
        let _ = talk(number, &written, (pool.as_str(), load.pause), &over).await;
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

async fn talk(
    number: u32,
    written: &Mutex<Written>,
    (pool, pause): (&str, Duration),
    over: &AtomicBool,
) -> Option<()> {
    let connected = tokio::time::timeout(SILENT, connect_async(pool)).await;
    let (mut socket, _) = connected.ok()?.ok()?;
    let mut said = Instant::now();
    while !over.load(Ordering::Relaxed) {
        let letter = next_letter(number, &mut written.lock().expect("a lock"));
        let mut packet = Vec::new();
        assert!(packet::push(&mut packet, &letter));
        socket.send(Message::Binary(packet.into())).await.ok()?;
        let until_acknowledged = async {
            loop {
                let Message::Binary(packet) = socket.next().await?.ok()? else {
                    continue;
                };
                let letters = packet::letters(&packet).expect("letters");
                let mut written = written.lock().expect("a lock");
                for letter in letters {
                    hear(letter, &mut written);
                }
                if written.acknowledged == written.messages.len() {
                    return Some(());
                }
            }
        };
        // The machine has other things to do: the pool's rate is measured elsewhere.
        tokio::time::sleep(pause).await;
        match tokio::time::timeout(AGAIN, until_acknowledged).await {
            Ok(ended) => ended?,
            Err(_) if said.elapsed() >= SILENT + pause => return None,
            Err(_) => continue,
        }
        said = Instant::now();
    }
    Some(())
}

fn hear(letter: &[u8], written: &mut Written) {
    let letter: Letter = payload::read(letter).expect("a letter");
    let message = letter.open(&pool_key(), Direction::ToTable);
    if let ToTable::Ack(number) = message.expect("a genuine letter") {
        let number = usize::try_from(number).expect("a number");
        assert!(
            number <= written.messages.len(),
            "the pool knows more than the table"
        );
        if number > written.acknowledged {
            let now = Instant::now();
            written.silence = written.silence.max(now - written.heard);
            written.heard = now;
            written.acknowledged = number;
        }
    }
}

/// A letter around the first message that is not acknowledged. There is always one.
fn next_letter(table: u32, written: &mut Written) -> Vec<u8> {
    if written.acknowledged == written.messages.len() {
        let number = u32::try_from(written.messages.len() + 1).expect("a number");
        let message = ToPool::Entry {
            number,
            seen: None,
            entry: entry(number),
        };
        let bytes = payload::write(&message).expect("a short message");
        written.messages.push(bytes.to_vec());
    }
    let place = Membership {
        link: 1,
        table,
        generation: 1,
    };
    let bytes = &written.messages[written.acknowledged];
    let letter = Letter::seal(&pool_key(), Direction::ToPool, place, 1, 0, bytes);
    payload::write(&letter).expect("a short letter").to_vec()
}

/// Rounds of three messages, without awards.
fn entry(number: u32) -> TableEntry {
    let round = (number - 1) / 3 + 1;
    match (number - 1) % 3 {
        0 => TableEntry::Open(round),
        1 => TableEntry::Lock {
            round,
            units: SeatMap::from_fn(|seat| u8::from(seat <= Seat::Five)),
            dealt: now_ms(),
        },
        _ => TableEntry::Settled {
            round,
            made: SeatMap::default(),
            returned: SeatSet::EMPTY,
            registered: None,
        },
    }
}

fn now_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let ms = since.expect("a clock after 1970").as_millis();
    u64::try_from(ms).expect("a time")
}
