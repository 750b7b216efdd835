//! A whole table with its dealer: the controller on a simulated harness behind a socket, and a console that plays round
//! after round through the gateway, whatever happens on the way.

use std::collections::BTreeSet;
use std::net::TcpListener;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use coinspot::gateway::stand::Stand;
use coinspot::keys::TableKeys;
use coinspot::table::engine::LiveEngine;
use coinspot::table::line::Address;
use coinspot::table::remote::Remote;
use console::{Answer, News, Replica};
use parts::flash::{FlashChip, Socket};
use shared_rules::games::Game;
use shared_rules::ledger::{Entry, LinkBook};
use shared_rules::pool::message::Membership;
use shared_rules::round::{Event, Phase};
use shared_rules::wagers::Wager;
use shared_rules::wire::message::{Command, LinkCommand};
use simulator::round_driver::{community, dealer_hand, hand, seats};
use simulator::table::JOURNAL_PAGES;
use simulator::table_driver::house;

use crate::processes::free_port;

const GAME: Game = Game::Ml9;

/// Every so many rounds a royal flush is dealt.
const ROYAL_EVERY: u32 = 3;

/// A refused command is tried again after this time.
const AGAIN: Duration = Duration::from_millis(200);

/// An entry that has not come by then does not come.
const LATE: Duration = Duration::from_secs(1);

/// Chips have come to rest after this time.
const REST: Duration = Duration::from_millis(300);

/// A table that plays by itself in a thread.
pub struct PlayingTable {
    pub number: u32,
    /// The port of its console's wire.
    pub wire: u16,
    /// The port at which its dealer looks for the gateway.
    pub console: u16,
    rounds: Arc<AtomicU32>,
    status: Arc<Mutex<String>>,
    is_resting: Arc<AtomicBool>,
    is_over: Arc<AtomicBool>,
    thread: JoinHandle<AfterPlay>,
}

/// The table after its last round.
pub struct AfterPlay {
    pub flash: Vec<u8>,
    pub last_number: u32,
    pub halt: Option<String>,
}

impl PlayingTable {
    pub fn start(number: u32) -> PlayingTable {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let wire = listener.local_addr().expect("its address").port();
        let console = free_port();
        let rounds = Arc::new(AtomicU32::new(0));
        let is_resting = Arc::new(AtomicBool::new(false));
        let is_over = Arc::new(AtomicBool::new(false));
        let status = Arc::new(Mutex::new(String::new()));
        let told = Arc::clone(&status);
        let (played, resting, over) = (rounds.clone(), is_resting.clone(), is_over.clone());
        let thread = thread::spawn(move || {
            let flash = Socket::new(FlashChip::new(JOURNAL_PAGES));
            let mut stand = Stand::new(flash, listener, None).expect("a table");
            let mut dealer = Dealer::new(number, console, played, resting);
            dealer.status = told;
            stand.run(|| {
                dealer.act();
                over.load(Ordering::Relaxed)
            });
            let controller = stand.table().engine.controller();
            AfterPlay {
                flash: stand.table().engine.flash.chip().image().to_vec(),
                last_number: controller.ledger().link().map_or(0, LinkBook::last_number),
                halt: controller.halt().map(|halt| halt.to_string()),
            }
        });
        PlayingTable {
            number,
            wire,
            console,
            rounds,
            status,
            is_resting,
            is_over,
            thread,
        }
    }

    /// The rounds that are over.
    pub fn rounds(&self) -> u32 {
        self.rounds.load(Ordering::Relaxed)
    }

    /// The dealer's view, for somebody who looks for a reason.
    pub fn status(&self) -> String {
        self.status.lock().expect("a lock").clone()
    }

    /// No further round is opened.
    pub fn rest(&self) {
        self.is_resting.store(true, Ordering::Relaxed);
    }

    pub fn end(self) -> AfterPlay {
        self.is_over.store(true, Ordering::Relaxed);
        self.thread.join().expect("a table")
    }
}

struct Dealer {
    number: u32,
    status: Arc<Mutex<String>>,
    address: Address,
    remote: Option<Remote>,
    replica: Replica,
    /// The cards and decisions of the round that are in the journal.
    played: usize,
    over: BTreeSet<u32>,
    rounds: Arc<AtomicU32>,
    is_resting: Arc<AtomicBool>,
    asked: Instant,
    opened: Instant,
    /// The entry of the last answer.
    awaited: Option<u32>,
    last_read: u32,
    /// The reason of the last refusal.
    refused: String,
}

impl Dealer {
    fn new(number: u32, console: u16, rounds: Arc<AtomicU32>, resting: Arc<AtomicBool>) -> Dealer {
        Dealer {
            number,
            status: Arc::default(),
            address: Address::Socket(format!("127.0.0.1:{console}")),
            remote: None,
            replica: Replica::default(),
            played: 0,
            over: BTreeSet::new(),
            rounds,
            is_resting: resting,
            asked: Instant::now(),
            opened: Instant::now(),
            awaited: None,
            last_read: 0,
            refused: String::new(),
        }
    }

    fn act(&mut self) {
        let Some(mut remote) = self.remote.take() else {
            if self.asked.elapsed() >= AGAIN {
                self.asked = Instant::now();
                self.remote =
                    Remote::open(self.address.clone(), &TableKeys::of_simulated_tables()).ok();
            }
            return;
        };
        remote.run_ms(0);
        for news in remote.hear() {
            match news {
                News::Entry(number, entry) => self.read(number, &entry),
                News::Answer(Answer::Done(entry)) => self.awaited = entry,
                News::Answer(Answer::Refused(why)) => self.refused = why.text,
                News::Answer(
                    Answer::Meters(_) | Answer::Noise(_) | Answer::Hits(..) | Answer::Sign(_),
                )
                | News::Halted(_) => {}
            }
        }
        *self.status.lock().expect("a lock") = format!(
            "table {}: {:?}, claims to confirm {:?}, to be priced {:?}, faults {:?}, console {}, idle {}, \
             read {} of {:?}, refused last: {}",
            self.number,
            self.replica.phase(),
            self.replica.table().map(|table| table.waiting().len()),
            self.replica.table().map(|table| table.unpriced().len()),
            self.replica.ledger().faults(),
            remote.is_linked(),
            remote.is_idle(),
            self.last_read,
            self.awaited,
            self.refused
        );
        if remote.is_linked()
            && remote.is_idle()
            && self.has_read()
            && let Some((command, pause)) = self.next()
            && self.asked.elapsed() >= pause
        {
            self.asked = Instant::now();
            let _ = remote.command(command);
        }
        self.remote = Some(remote);
    }

    /// The entry of the last answer comes behind it. After a while it is not waited for any more: the console begins
    /// anew with another gateway.
    fn has_read(&self) -> bool {
        self.awaited.is_none_or(|number| self.last_read >= number) || self.asked.elapsed() >= LATE
    }

    fn read(&mut self, number: u32, entry: &Entry) {
        self.last_read = number;
        let before = self.replica.phase();
        self.replica.apply(number, entry);
        match self.replica.phase() {
            Phase::Playing if before == Phase::Playing => {
                // Faults are events of the round too.
                let expected = cards(self.round())
                    .get(self.played)
                    .cloned()
                    .map(Entry::Round);
                self.played += usize::from(expected.as_ref() == Some(entry));
            }
            Phase::BetsOpen if before != Phase::BetsOpen => {
                self.played = 0;
                self.opened = Instant::now();
            }
            Phase::Paid | Phase::Void(_) if self.over.insert(self.round()) => {
                self.rounds.fetch_add(1, Ordering::Relaxed);
            }
            _ => {}
        }
    }

    fn round(&self) -> u32 {
        self.replica
            .table()
            .map_or(0, |table| table.round().number())
    }

    /// The next command, and the pause before it.
    fn next(&self) -> Option<(Command, Duration)> {
        let Some(table) = self.replica.table() else {
            return Some((Command::Configure(house(GAME)), AGAIN));
        };
        if self.replica.ledger().link().is_none() {
            let place = Membership {
                link: 1,
                table: self.number,
                generation: 1,
            };
            return Some((Command::Link(LinkCommand::Join(place)), AGAIN));
        }
        let round = |event| Command::Round(event);
        match self.replica.phase() {
            Phase::BetsOpen if self.opened.elapsed() < REST => None,
            Phase::BetsOpen => Some((round(Event::NoMoreBets), AGAIN)),
            Phase::Playing => {
                let events = cards(self.round());
                let event = events.get(self.played).cloned().unwrap_or(Event::Settle);
                Some((round(event), Duration::ZERO))
            }
            Phase::Settled if !table.waiting().is_empty() => Some((Command::Confirm, AGAIN)),
            Phase::Settled if !table.unpriced().is_empty() => None,
            Phase::Settled => Some((round(Event::Paid), AGAIN)),
            Phase::Idle | Phase::Paid | Phase::Void(_)
                if self.is_resting.load(Ordering::Relaxed) =>
            {
                None
            }
            Phase::Idle | Phase::Paid | Phase::Void(_) => {
                Some((round(Event::PlaceYourBets), AGAIN))
            }
        }
    }
}

/// The cards and decisions of a round: a royal flush now and then.
fn cards(round: u32) -> Vec<Event> {
    let cards = if round.is_multiple_of(ROYAL_EVERY) {
        "AsKs"
    } else {
        "3h8c"
    };
    vec![
        hand(1, cards),
        dealer_hand("2c2d"),
        Event::Raise(Wager::Flop, seats(&[1])),
        community("QsJsTs"),
        community("Kd"),
        community("4c"),
    ]
}
