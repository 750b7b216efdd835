//! Two sequencers on one engine under fault injection: lost, late and repeated appends, reads that fail, letters that
//! are lost, repeated and overtaken, crashes of sequencers and restarts of tables. Nothing that was acknowledged is
//! lost, and nothing is booked twice. One seed reproduces a failure: `PIT_SEED=17 cargo test --package pit storm`.

use std::sync::atomic::{AtomicU64, Ordering};
use std::{env, thread};

use pit::audit::{ClaimFate, PoolAudit};
use pit::block::Record;
use pit::sequencer::Envelope;
use pit::state::{LinkState, new_pool};

use crate::prelude::*;
use crate::support::{LINK, key, terms};
use crate::table_model::TableModel;

const SEEDS: u64 = 2_000;
const STEPS: usize = 250;
const TABLES: u32 = 4;

struct Storm {
    game: Game,
    random: SeededRandom,
    now_ms: u64,
    engine: FaultyEngine,
    sequencers: Vec<(Sequencer, FaultyEngine)>,
    tables: Vec<TableModel>,
    /// Letters under way: to this sequencer.
    to_pool: Vec<(usize, Vec<u8>)>,
    to_tables: Vec<Envelope>,
    /// Reads the blocks without faults, to judge each letter at the time when it is heard.
    observer: LinkState,
}

fn storm_keys() -> LinkKeys {
    let mut keys = LinkKeys::new(LINK);
    for table in 1..=TABLES {
        keys.insert(table, 1, key(table, 1));
    }
    keys
}

impl Storm {
    fn new(seed: u64) -> Storm {
        let mut random = SeededRandom::new(seed);
        let games = [Game::Rws6, Game::Ml9, Game::Tcp5];
        let game = games[usize::try_from(seed).expect("a seed") % games.len()];
        let faults = EngineFaults {
            lost: random.below(20),
            late: random.below(20),
            answer_lost: random.below(30),
            twice: random.below(20),
            read_failed: random.below(20),
        };
        let engine = FaultyEngine::new(random.next(), faults);
        let observer = founded(&mut engine.reliable(), game);
        let tables = (1..=TABLES).map(|table| TableModel::new(table, game, random.next()));
        let tables = tables.collect();
        let mut storm = Storm {
            game,
            random,
            now_ms: START_MS,
            engine,
            sequencers: Vec::new(),
            tables,
            to_pool: Vec::new(),
            to_tables: Vec::new(),
            observer,
        };
        for _ in 0..2 {
            let sequencer = storm.start();
            storm.sequencers.push(sequencer);
        }
        storm
    }

    /// A sequencer that starts from the log.
    fn start(&mut self) -> (Sequencer, FaultyEngine) {
        let state = drive::open(&mut self.engine.reliable()).expect("a log that holds");
        let engine = self.engine.connect(self.random.next());
        (Sequencer::new(storm_keys(), state), engine)
    }

    fn pick(&mut self, count: usize) -> usize {
        usize::try_from(self.random.below(count as u64)).expect("an index")
    }

    fn step(&mut self) {
        self.now_ms += self.random.below(150);
        match self.random.below(100) {
            0..45 => self.table_turn(),
            45..95 => {
                let which = self.pick(2);
                self.sequencer_turn(which);
            }
            95 => {
                let which = self.pick(2);
                self.sequencers[which] = self.start();
            }
            96 => {
                let which = self.pick(self.tables.len());
                self.tables[which].restart();
            }
            _ => self.rule(),
        }
        for _ in 0..4 {
            self.carry_to_pool();
        }
        for _ in 0..8 {
            self.carry_to_table();
        }
    }

    /// Letters mostly arrive in their order.
    fn next_letter(&mut self, count: usize) -> usize {
        match self.random.is_hit(80) {
            true => 0,
            false => self.pick(count),
        }
    }

    fn table_turn(&mut self) {
        let which = self.pick(self.tables.len());
        let table = &mut self.tables[which];
        table.act(self.now_ms);
        for letter in table.letters() {
            let to = usize::from(self.random.is_hit(40));
            self.to_pool.push((to, letter));
        }
    }

    /// One of the letters under way arrives, perhaps twice, or is lost.
    fn carry_to_pool(&mut self) {
        if self.to_pool.is_empty() {
            return;
        }
        let index = self.next_letter(self.to_pool.len());
        let (to, letter) = self.to_pool.remove(index);
        if self.random.is_hit(10) {
            return;
        }
        if self.random.is_hit(10) {
            self.to_pool.push((1 - to, letter.clone()));
        }
        // Letters from before a restart are ignored, and rightly.
        let _ = self.sequencers[to].0.accept(&letter, self.now_ms);
    }

    fn sequencer_turn(&mut self, which: usize) {
        let (sequencer, engine) = &mut self.sequencers[which];
        let _ = drive::commit(sequencer, engine, self.now_ms);
        sequencer.poll(self.now_ms);
        assert_eq!(sequencer.halted(), None);
        while let Some(envelope) = sequencer.pop_letter() {
            self.to_tables.push(envelope);
        }
    }

    fn carry_to_table(&mut self) {
        if self.to_tables.is_empty() {
            return;
        }
        let index = self.next_letter(self.to_tables.len());
        let envelope = self.to_tables.remove(index);
        if !self.random.is_hit(10) {
            self.hear(&envelope);
        }
    }

    fn hear(&mut self, envelope: &Envelope) {
        observe(&mut self.observer, &mut self.engine.reliable());
        let index = usize::try_from(envelope.table - 1).expect("an index");
        let heard = self.tables[index].hear(&envelope.letter);
        let member = self.observer.member(envelope.table);
        match heard {
            Some(ToTable::Ack(number)) => {
                let in_log = member.map_or(0, Member::last_number);
                assert!(
                    number <= in_log,
                    "{number} acknowledged, {in_log} in the log"
                );
            }
            Some(ToTable::Meter { sequence, .. }) => {
                assert!(sequence <= self.observer.pool().entries());
            }
            Some(ToTable::Quarantined) => panic!("an honest table is quarantined"),
            _ => {}
        }
    }

    /// The house does not wait for a round.
    fn rule(&mut self) {
        let which = self.pick(2);
        let table = u32::try_from(self.pick(self.tables.len())).expect("a table") + 1;
        let permitted = self.observer.member(table).and_then(Member::permitted);
        if let Some(round) = permitted {
            let ruling = HouseRuling::DoNotWait(table, round);
            self.sequencers[which].0.rule(ruling, self.now_ms);
        }
    }

    /// Faults end, and everything under way arrives.
    fn calm(&mut self) {
        for (_, engine) in &mut self.sequencers {
            engine.faults = EngineFaults::default();
        }
        for _ in 0..100 {
            self.now_ms += 1_000;
            for table in &self.tables {
                for letter in table.letters() {
                    self.to_pool.push((0, letter.clone()));
                    self.to_pool.push((1, letter));
                }
            }
            while !self.to_pool.is_empty() {
                self.carry_to_pool();
            }
            for which in [0, 1, 0] {
                self.sequencer_turn(which);
                let (sequencer, engine) = &mut self.sequencers[which];
                drive::catch_up(sequencer, engine, self.now_ms).expect("an engine");
            }
            for envelope in std::mem::take(&mut self.to_tables) {
                self.hear(&envelope);
            }
            if self.tables.iter().all(TableModel::is_quiet) {
                return;
            }
        }
        panic!("the tables did not get their acknowledgements");
    }

    fn check(&mut self) {
        let mut log = self.engine.reliable();
        observe(&mut self.observer, &mut log);
        let audited = audit(&mut log, Some(&storm_keys())).expect("an engine");
        assert_eq!(audited.wrong, None);
        self.check_messages(&mut log);
        self.check_folds(&mut log);
        self.check_prices(&audited);
    }

    /// The log has every message of every table once, in its order.
    fn check_messages(&self, log: &mut MemoryEngine) {
        let mut booked = vec![Vec::new(); self.tables.len()];
        for record in records(log) {
            match record {
                Record::Accepted(message) => {
                    let index = usize::try_from(message.table - 1).expect("an index");
                    booked[index].push(message.bytes);
                }
                Record::Founded { .. } | Record::Ruled { .. } | Record::Checkpoint { .. } => {}
                other => panic!("an honest table is quarantined: {other:?}"),
            }
        }
        for (table, booked) in self.tables.iter().zip(&booked) {
            assert_eq!(&table.messages, booked, "table {}", table.number);
        }
    }

    /// Both sequencers, the observer and a fold of the entries alone agree.
    fn check_folds(&self, log: &mut MemoryEngine) {
        let mut pool = new_pool(&terms(self.game)).expect("terms");
        for record in records(log) {
            let entry = match record {
                Record::Accepted(message) => message.entry(),
                Record::Ruled { ruling, .. } => ruling.entry(),
                _ => None,
            };
            if let Some(entry) = entry {
                pool.apply(&entry).expect("an entry that can be");
            }
        }
        let sums = pool.sums().expect("sums");
        assert!(sums.balance(), "{sums:?}");
        let states = self
            .sequencers
            .iter()
            .map(|(sequencer, _)| sequencer.state());
        for state in states.chain([&self.observer]) {
            assert_eq!(state.pool().sums(), Ok(sums));
            assert_eq!(state.head_digest(), self.observer.head_digest());
        }
    }

    /// Every claim was paid at the price that its table was told.
    fn check_prices(&self, audited: &PoolAudit) {
        let paid = audited
            .claims
            .iter()
            .filter(|claim| claim.fate == ClaimFate::Paid);
        let mut count = 0;
        for claim in paid {
            let index = usize::try_from(claim.table - 1).expect("an index");
            let told = &self.tables[index].confirmed[&claim.round];
            let amounts = told.iter().map(|award| (award.seat.number(), award.amount));
            let paid = claim.awards.iter().map(|award| (award.seat, award.amount));
            assert!(amounts.eq(paid), "{claim:?} was told as {told:?}");
            count += 1;
        }
        let confirmed: usize = self.tables.iter().map(|table| table.confirmed.len()).sum();
        assert_eq!(count, confirmed);
    }
}

fn observe(observer: &mut LinkState, log: &mut MemoryEngine) {
    while let Some(block) = log.read(observer.head() + 1).expect("an engine") {
        observer.apply_block(&block).expect("a log that holds");
    }
}

fn records(log: &mut MemoryEngine) -> Vec<Record> {
    let head = log.extent().expect("an engine").head;
    let blocks = (1..=head).map(|number| {
        let bytes = log.read(number).expect("an engine").expect("a block");
        pit::block::Block::open(&bytes).expect("a block").0
    });
    blocks.flat_map(|block| block.records).collect()
}

/// The entries and paid claims of a seed.
fn run(seed: u64) -> (u64, usize) {
    let mut storm = Storm::new(seed);
    for _ in 0..STEPS {
        storm.step();
    }
    storm.calm();
    storm.check();
    let confirmed = storm.tables.iter().map(|table| table.confirmed.len());
    (storm.observer.pool().entries(), confirmed.sum())
}

#[test]
fn nothing_acknowledged_is_lost_or_booked_twice() {
    if let Ok(seed) = env::var("PIT_SEED") {
        let figures = run(seed.parse().expect("a seed"));
        println!("{figures:?}");
        return;
    }
    let (next, entries, paid) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
    let workers = thread::available_parallelism().map_or(2, usize::from);
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= SEEDS {
                        return;
                    }
                    let Ok((more, claims)) = std::panic::catch_unwind(|| run(seed)) else {
                        panic!("seed {seed}");
                    };
                    entries.fetch_add(more, Ordering::Relaxed);
                    paid.fetch_add(claims as u64, Ordering::Relaxed);
                }
            });
        }
    });
    let (entries, paid) = (entries.into_inner(), paid.into_inner());
    println!("{SEEDS} seeds, {entries} entries, {paid} claims paid");
    assert!(entries > 20 * SEEDS, "{entries} entries");
    assert!(paid > SEEDS / 4, "{paid} claims paid");
}
