//! Nights of a casino in virtual time: tables that play round after round against the real sequencer, and an archive
//! after every night.

use std::path::Path;
use std::time::{Duration, Instant};

use pit::archive::{ArchiveOrder, Archived, archive};
use pit::drive;
use pit::engine::LogEngine;
use pit::example::example_terms;
use pit::faulty::SeededRandom;
use pit::keys::LinkKeys;
use pit::sequencer::Sequencer;
use pit::state::LinkState;
use shared_rules::games::{AwardPays, Game};
use shared_rules::pool::message::{Direction, Membership, ToPool, write_letter};
use shared_rules::pool::{RoundNumber, Rows, TableEntry, TableNumber};
use shared_rules::seats::{Seat, SeatMap, SeatSet};
use shared_rules::wire::key::SharedKey;

pub const LINK: u32 = 3;
pub const GAME: Game = Game::Ml9;

/// The key of the house, with which it signs segments.
pub const HOUSE_KEY: [u8; 32] = [0x48; 32];

/// 2027-01-15 08:00:00 UTC.
const START_MS: u64 = 1_800_000_000_000;

/// One round of every table, in virtual time.
const MINUTE_MS: u64 = 60_000;

pub fn house_key() -> SharedKey {
    SharedKey::new(HOUSE_KEY)
}

fn key(table: TableNumber) -> SharedKey {
    let mut bytes = [0x21; 32];
    bytes[..4].copy_from_slice(&table.to_le_bytes());
    SharedKey::new(bytes)
}

/// A table: the numbers of its last message and of its last round.
#[derive(Clone, Copy, Default)]
struct Player {
    number: u32,
    round: RoundNumber,
}

/// The tables of a link, and their pool.
pub struct Casino {
    sequencer: Sequencer,
    players: Vec<Player>,
    random: SeededRandom,
    /// Messages that share a block at most.
    group: usize,
    waiting: usize,
    pub now_ms: u64,
    pub entries: u64,
}

impl Casino {
    /// A casino that opens its doors at an empty log.
    pub fn open(engine: &mut impl LogEngine, tables: u32, group: usize) -> Casino {
        let terms = example_terms(GAME);
        let state = drive::open_or_found(engine, LINK, &terms, START_MS).expect("a log");
        Casino {
            sequencer: Sequencer::new(keys(tables), state),
            players: (0..tables).map(|_| Player::default()).collect(),
            random: SeededRandom::new(u64::from(tables)),
            group,
            waiting: 0,
            now_ms: START_MS,
            entries: 0,
        }
    }

    pub fn state(&self) -> &LinkState {
        self.sequencer.state()
    }

    /// The pool's program is started again: it reads the log.
    pub fn start_again(&mut self, engine: &mut impl LogEngine) {
        let state = drive::open(engine).expect("a log");
        let tables = u32::try_from(self.players.len()).expect("a number");
        self.sequencer = Sequencer::new(keys(tables), state);
    }

    /// Reads what others have appended.
    pub fn read_on(&mut self, engine: &mut impl LogEngine) {
        drive::catch_up(&mut self.sequencer, engine, self.now_ms).expect("an engine");
    }

    /// One round of every table.
    pub fn minute(&mut self, engine: &mut impl LogEngine) {
        let start_ms = self.now_ms;
        for player in &mut self.players {
            player.round += 1;
        }
        for (phase, at_ms) in [(0, 0), (1, 20_000), (2, 45_000)] {
            for index in 0..self.players.len() {
                let table = TableNumber::try_from(index).expect("a number") + 1;
                self.now_ms = start_ms + at_ms + u64::from(table) * 5;
                let entry = self.entry(phase, index);
                self.send(engine, index, entry);
            }
            self.commit(engine);
        }
        self.confirm_all(engine);
        self.now_ms = start_ms + MINUTE_MS;
    }

    fn entry(&mut self, phase: u32, index: usize) -> TableEntry {
        let round = self.players[index].round;
        match phase {
            0 => TableEntry::Open(round),
            1 => TableEntry::Lock {
                round,
                units: self.bets(),
                dealt: self.now_ms - 10,
            },
            _ if self.random.below(1_000) == 0 => TableEntry::Void(round),
            _ => TableEntry::Settled {
                round,
                made: self.made(),
                returned: SeatSet::EMPTY,
                registered: None,
            },
        }
    }

    /// The first seat always bets, others now and then.
    fn bets(&mut self) -> SeatMap<u8> {
        let seats = self.random.next();
        SeatMap::from_fn(|seat| match seat {
            Seat::One => 1,
            _ => u8::from(seats >> seat.number() & 1 == 1),
        })
    }

    /// One round in 300 wins a share of the jackpot, often a small one.
    fn made(&mut self) -> SeatMap<Rows> {
        let mut made = SeatMap::<Rows>::default();
        if self.random.below(300) == 0 {
            let rules = GAME.rules();
            let shares = rules.progressive.awards.iter();
            let shares: Vec<_> = shares
                .filter(|row| matches!(row.pays, AwardPays::Jackpot(_)))
                .collect();
            let last = u64::try_from(shares.len()).expect("a number") - 1;
            let is_large = self.random.below(50) == 0;
            let chosen = if is_large { 0 } else { last };
            let row = shares[usize::try_from(chosen).expect("an index")];
            assert!(made.get_mut(Seat::One).insert(rules, row.award));
        }
        made
    }

    /// Supervisors confirm all claims, in the order of payment.
    fn confirm_all(&mut self, engine: &mut impl LogEngine) {
        loop {
            let first = self.state().pool().queue().next();
            let Some((table, round)) = first.map(|claim| (claim.table, claim.round)) else {
                return;
            };
            self.now_ms += 10;
            let index = usize::try_from(table - 1).expect("an index");
            self.send(engine, index, TableEntry::Confirmed(round));
            self.commit(engine);
        }
    }

    fn send(&mut self, engine: &mut impl LogEngine, index: usize, entry: TableEntry) {
        let table = TableNumber::try_from(index).expect("a number") + 1;
        let player = &mut self.players[index];
        player.number += 1;
        let message = ToPool::Entry {
            number: player.number,
            seen: None,
            entry,
        };
        let place = Membership {
            link: LINK,
            table,
            generation: 1,
        };
        let letter = write_letter(&key(table), Direction::ToPool, place, 1, 0, &message);
        let accepted = self
            .sequencer
            .accept(&letter.expect("a letter"), self.now_ms);
        accepted.expect("a letter with an effect");
        self.entries += 1;
        self.waiting += 1;
        if self.waiting >= self.group {
            self.commit(engine);
        }
    }

    fn commit(&mut self, engine: &mut impl LogEngine) {
        self.waiting = 0;
        drive::commit(&mut self.sequencer, engine, self.now_ms).expect("an engine");
        while self.sequencer.pop_letter().is_some() {}
        let notice = self.sequencer.pop_notice();
        assert_eq!(notice, None, "all of these entries can be");
    }

    /// Plays a night and archives it. The times of both are returned.
    pub fn night(
        &mut self,
        engine: &mut impl LogEngine,
        minutes: u32,
        folder: &Path,
    ) -> (Archived, Duration, Duration) {
        let started = Instant::now();
        for _ in 0..minutes {
            self.minute(engine);
        }
        let played = started.elapsed();
        let order = ArchiveOrder {
            folder,
            key: &house_key(),
            now_ms: self.now_ms,
            until_ms: None,
        };
        let archived = archive(engine, &order).expect("an archive");
        self.read_on(engine);
        (archived, played, started.elapsed() - played)
    }
}

fn keys(tables: u32) -> LinkKeys {
    let mut keys = LinkKeys::new(LINK);
    for table in 1..=tables {
        keys.insert(table, 1, key(table));
    }
    keys
}
