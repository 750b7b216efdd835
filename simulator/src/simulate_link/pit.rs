//! The pit: all tables of a link, two sequencers and their engine, in one virtual time. Carries steps out, and compares
//! everything after each slice of time.

use parts::flash::FlashChip;
use pit::block::HouseRuling;
use pit::drive;
use pit::faulty::{EngineFaults, FaultyEngine, SeededRandom};
use pit::keys::LinkKeys;
use shared_rules::ledger::Configuration;
use shared_rules::pool::PoolTerms;
use shared_rules::pool::message::{Direction, Letter, Membership, ToPool, ToTable, write_letter};
use shared_rules::wire::message::{Command, LinkCommand};
use shared_rules::wire::payload::{self, Payload};

use super::desk::{EngineLine, SequencerDesk};
use super::history::{LetterFaults, LinkStep};
use super::letters::{LettersUnderWay, Receiver};
use super::promises::{check_shown, note_entry};
use super::run::Planted;
use super::table::SimulatedMember;
use super::watch::LogWatch;
use crate::engine::pool_key;
use crate::simulate::stage::{CommandAnswer, Stage};
use crate::simulate::{CountKind, Counts, Difference};

/// The number of the link.
const LINK: u32 = 1;

/// The time at which every history begins, in milliseconds since 1970.
const BEGINNING_MS: u64 = 1_785_542_400_000;

/// Everybody has a turn this often.
const SLICE_MS: u64 = 40;

/// Power that a torn flash operation takes away comes back after this time.
const TORN_MS: u64 = 700;

/// The parts of a pit that the seed decides, before its history begins.
#[derive(Debug)]
pub struct PitTerms {
    pub house: Configuration,
    /// Each table: aged or not, and the pace of its clock in parts of a thousand.
    pub tables: Vec<(bool, u64)>,
    /// The errors of the sequencers' clocks.
    pub clocks: [i64; 2],
    pub seed: u64,
    pub planted: Planted,
}

/// The pit.
#[derive(Debug)]
pub struct LinkedPit {
    pub tables: Vec<SimulatedMember>,
    pub desks: [SequencerDesk; 2],
    pub watch: LogWatch,
    pub counts: Counts,
    letters: LettersUnderWay,
    random: SeededRandom,
    keys: LinkKeys,
    engine: FaultyEngine,
    engine_down_until_ms: u64,
    now_ms: u64,
    /// Both sequencers get every letter: the gateways look for one that answers.
    is_quiet: bool,
    planted: Planted,
    /// The messages of each table that a sequencer has got, where a mistake makes it number them.
    renumbered: Vec<u32>,
}

impl LinkedPit {
    pub fn new(terms: &PitTerms) -> LinkedPit {
        let mut random = SeededRandom::new(terms.seed);
        let engine = FaultyEngine::new(random.next(), EngineFaults::default());
        let pool = PoolTerms {
            game: terms.house.game,
            unit: terms.house.unit,
            jackpot: terms.house.jackpot,
        };
        let log = &mut engine.reliable();
        let founded = drive::open_or_found(log, LINK, &pool, BEGINNING_MS);
        let mut keys = LinkKeys::new(LINK);
        let numbers = (1_u32..).zip(&terms.tables);
        let tables = numbers.map(|(number, (is_aged, pace))| {
            keys.insert(number, 1, pool_key());
            SimulatedMember::new(number, random.next(), &terms.house, *is_aged, *pace)
        });
        let tables: Vec<SimulatedMember> = tables.collect();
        let desks = terms.clocks.map(|ahead_ms| {
            let is_unconditional = terms.planted == Planted::UnconditionalAppend;
            let line = EngineLine::new(engine.connect(random.next()), is_unconditional);
            SequencerDesk::new(line, ahead_ms)
        });
        LinkedPit {
            watch: LogWatch::new(founded.expect("a new log"), &pool),
            renumbered: vec![0; tables.len()],
            tables,
            desks,
            counts: Counts::default(),
            letters: LettersUnderWay::new(random.next()),
            random,
            keys,
            engine,
            engine_down_until_ms: 0,
            now_ms: BEGINNING_MS,
            is_quiet: false,
            planted: terms.planted,
        }
    }

    /// Virtual milliseconds since the beginning.
    pub const fn passed_ms(&self) -> u64 {
        self.now_ms - BEGINNING_MS
    }

    /// Carries a step out, and checks everything.
    ///
    /// # Errors
    /// The first difference.
    pub fn step(&mut self, step: &LinkStep) -> Result<(), Difference> {
        match step {
            LinkStep::Wait(ms) => self.wait(*ms)?,
            LinkStep::Join(table) => self.join(*table),
            LinkStep::Lay(table, chips) => {
                if let Some(table) = self.tables.get_mut(*table) {
                    table.lay(chips);
                }
            }
            LinkStep::Say(table, commands) => commands.iter().for_each(|c| self.say(*table, c)),
            LinkStep::PowerCut(table, off_ms) => self.cut_power(*table, *off_ms),
            LinkStep::Torn(table, after, tear) => {
                let seed = self.random.next();
                if let Some(table) = self.tables.get(*table).filter(|table| table.has_power()) {
                    let cut = |chip: &mut FlashChip| chip.cut_power_after(*after, *tear, seed);
                    table.lean.with_flash(cut);
                }
            }
            LinkStep::LineCut(table) => {
                self.counts.one(CountKind::Faults, "line of a table cut");
                self.letters.cut.insert(*table);
            }
            LinkStep::LineMended(table) => drop(self.letters.cut.remove(table)),
            LinkStep::Crash(desk, off_ms) => {
                self.counts.one(CountKind::Faults, "sequencer crashed");
                self.leave_desk(*desk, *off_ms).sequencer = None;
            }
            LinkStep::Sleep(desk, off_ms) => {
                self.counts.one(CountKind::Faults, "sequencer asleep");
                self.leave_desk(*desk, *off_ms);
            }
            LinkStep::SetClock(desk, ahead_ms) => {
                self.counts
                    .one(CountKind::Faults, "clock of a sequencer set");
                self.desks[*desk].ahead_ms = *ahead_ms;
            }
            LinkStep::Rule(desk, ruling) => self.rule(*desk, *ruling),
            LinkStep::Engine(faults) => {
                let lines = self.desks.iter_mut().map(|desk| &mut desk.line);
                lines.for_each(|line| line.engine.faults = *faults);
            }
            LinkStep::EngineDown(off_ms) => {
                self.counts.one(CountKind::Faults, "engine crashed");
                self.engine_down_until_ms = self.now_ms + off_ms;
            }
            LinkStep::Letters(faults) => self.letters.faults = *faults,
        }
        self.slice(1)
    }

    /// All faults end, and everybody is there.
    pub fn calm(&mut self) {
        self.is_quiet = true;
        self.engine_down_until_ms = 0;
        self.letters.faults = LetterFaults::default();
        self.letters.cut.clear();
        for desk in &mut self.desks {
            desk.line.engine.faults = EngineFaults::default();
            desk.away_until_ms = 0;
        }
        for table in &mut self.tables {
            match table.has_power() {
                true => table.lean.with_flash(FlashChip::power_on),
                false => table.dark_until_ms = Some(self.now_ms),
            }
        }
    }

    fn leave_desk(&mut self, desk: usize, off_ms: u64) -> &mut SequencerDesk {
        let desk = &mut self.desks[desk];
        desk.away_until_ms = self.now_ms + off_ms;
        desk
    }

    fn join(&mut self, table: usize) {
        if let Some(number) = self.tables.get(table).map(|table| table.number) {
            let membership = Membership {
                link: LINK,
                table: number,
                generation: 1,
            };
            self.say(table, &Command::Link(LinkCommand::Join(membership)));
        }
    }

    fn say(&mut self, table: usize, command: &Command) {
        let Some(table) = self.tables.get_mut(table).filter(|table| table.has_power()) else {
            return;
        };
        let name = match table.say(command) {
            Some(CommandAnswer::Done) => "done",
            Some(CommandAnswer::Refused) => "refused",
            None => "without an answer",
        };
        self.counts.one(CountKind::Commands, name);
    }

    fn cut_power(&mut self, table: usize, off_ms: u64) {
        if let Some(table) = self.tables.get_mut(table).filter(|table| table.has_power()) {
            self.counts.one(CountKind::Power, "cuts");
            table.lean.power_off();
            table.dark_until_ms = Some(self.now_ms + off_ms);
        }
    }

    fn rule(&mut self, desk: usize, ruling: HouseRuling) {
        let desk = &mut self.desks[desk];
        let clock_ms = desk.clock_ms(self.now_ms);
        if let Some(sequencer) = &mut desk.sequencer {
            sequencer.rule(ruling, clock_ms);
        }
    }

    fn wait(&mut self, ms: u64) -> Result<(), Difference> {
        for _ in 0..ms / SLICE_MS {
            self.slice(SLICE_MS)?;
        }
        self.slice((ms % SLICE_MS).max(1))
    }

    /// Time passes, everybody has a turn, and everything is compared.
    fn slice(&mut self, ms: u64) -> Result<(), Difference> {
        self.now_ms += ms;
        let mut heard = vec![Vec::new(); self.tables.len()];
        while let Some((to, letter)) = self.letters.arrived(self.now_ms, &mut self.counts) {
            match to {
                Receiver::Sequencer { desk, table } => self.deliver(desk, table, &letter),
                Receiver::Table(table) => heard[table].push(letter),
            }
        }
        for desk in 0..self.desks.len() {
            self.let_work(desk)?;
        }
        let log = &mut self.engine.reliable();
        self.watch.read(log, &self.tables, &mut self.counts)?;
        for (table, letters) in heard.iter().enumerate() {
            self.table_turn(table, letters, ms)?;
        }
        Ok(())
    }

    fn deliver(&mut self, desk: usize, table: usize, letter: &[u8]) {
        let now_ms = self.now_ms;
        let desk = &mut self.desks[desk];
        let clock_ms = desk.clock_ms(now_ms);
        if !desk.listens(now_ms) {
            return self
                .counts
                .one(CountKind::Faults, "letter to an empty desk");
        }
        let renumbered = match self.planted {
            Planted::NoNumbers => renumber(letter, &mut self.renumbered[table]),
            _ => None,
        };
        let letter = renumbered.as_deref().unwrap_or(letter);
        // A letter from before the table's last start is ignored, and rightly.
        if let Some(Err(_)) = desk.sequencer.as_mut().map(|s| s.accept(letter, clock_ms)) {
            self.counts
                .one(CountKind::Letters, "ignored by a sequencer");
        }
    }

    fn let_work(&mut self, desk: usize) -> Result<(), Difference> {
        self.desks[desk].line.is_down = self.now_ms < self.engine_down_until_ms;
        let (letters, has_trouble) = self.desks[desk].work(&self.keys, self.now_ms)?;
        if has_trouble {
            self.counts
                .one(CountKind::Faults, "engine without an answer");
        }
        for envelope in letters {
            if let Some(table) = self.tables.iter().position(|t| t.number == envelope.table) {
                let to = Receiver::Table(table);
                self.letters
                    .send(to, envelope.letter, self.now_ms, &mut self.counts);
            }
        }
        Ok(())
    }

    fn table_turn(&mut self, index: usize, letters: &[Payload], ms: u64) -> Result<(), Difference> {
        let table = &mut self.tables[index];
        table.pass(ms, self.now_ms);
        let (said, entries) = table.converse(letters)?;
        for entry in &entries {
            note_entry(table, entry, &self.watch, &mut self.counts)?;
        }
        check_shown(table, &self.watch)?;
        self.counts.one(CountKind::Checks, "turns of tables");
        if !table.has_power() && table.dark_until_ms.is_none() {
            self.counts.one(CountKind::Power, "torn");
            table.dark_until_ms = Some(self.now_ms + TORN_MS);
        }
        for letter in said {
            self.send_to_pool(index, &letter);
        }
        Ok(())
    }

    /// A gateway mostly writes to the sequencer that its table is given to, sometimes to the other one.
    fn send_to_pool(&mut self, table: usize, letter: &Payload) {
        if self.planted == Planted::NoPermits {
            self.permit_at_once(table, letter);
        }
        let usual = table % 2;
        let first = if self.random.is_hit(20) {
            1 - usual
        } else {
            usual
        };
        let second = (self.is_quiet || self.random.is_hit(15)).then_some(1 - first);
        for desk in [first].into_iter().chain(second) {
            let to = Receiver::Sequencer { desk, table };
            self.letters
                .send(to, letter.clone(), self.now_ms, &mut self.counts);
        }
    }

    /// The mistake of a table that does not wait: its gateway, which has the key, permits the round that it asks for.
    fn permit_at_once(&mut self, table: usize, letter: &[u8]) {
        let Some((letter, ToPool::Open { round, .. })) = open(letter) else {
            return;
        };
        let counter = self.now_ms << 20;
        let permit = ToTable::Permit(round);
        let permit = write_letter(
            &pool_key(),
            Direction::ToTable,
            letter.membership,
            letter.boot,
            counter,
            &permit,
        );
        let to = Receiver::Table(table);
        let permit = permit.expect("a short letter");
        self.letters.send(to, permit, self.now_ms, &mut self.counts);
    }
}

fn open(letter: &[u8]) -> Option<(Letter<'_>, ToPool)> {
    let letter: Letter<'_> = payload::read(letter)?;
    let message = letter.open(&pool_key(), Direction::ToPool)?;
    Some((letter, message))
}

/// The mistake of a pool without numbers: every message that comes is the next one.
fn renumber(letter: &[u8], last: &mut u32) -> Option<Payload> {
    let (letter, mut message) = open(letter)?;
    match &mut message {
        ToPool::Hello => return None,
        ToPool::Entry { number, .. } | ToPool::Open { number, .. } => {
            *last += 1;
            *number = *last;
        }
    }
    write_letter(
        &pool_key(),
        Direction::ToPool,
        letter.membership,
        letter.boot,
        0,
        &message,
    )
}
