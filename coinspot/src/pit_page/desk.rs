//! The desk of the pit: one thread that reads the log, starts and kills the pool, plays scripts and publishes the
//! page. It decides nothing: tables and log do.

use std::path::Path;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use anyhow::{anyhow, bail, ensure};
use shared_rules::games::Game;
use shared_rules::pool::TableNumber;
use tokio::sync::{mpsc, watch};

use super::ask::PitAsk;
use super::log_reader::LogReader;
use super::pool_room::PoolRoom;
use super::scenes;
use super::script::{Progress, Script, is_ready};
use super::tables::{self, PitTable};
use super::view::{self, PitParts, Seen};
use crate::table::ask::Ask;
use crate::table::clock::{Asked, Running, take_all};
use crate::table::socket::{PageChannels, TableChannels};
use crate::table::troubles::TableTrouble;

/// The pace of the desk: the log is looked at this often.
const TICK: Duration = Duration::from_millis(15);

/// Asks that wait for the desk, and answers of tables to a script.
const QUEUE: usize = 64;

/// The settings of a pit.
#[derive(Clone, Debug)]
pub struct PitSetup<'a> {
    /// The number of tables.
    pub tables: u32,
    /// The game; the log's own, or the usual one, where none is named.
    pub game: Option<Game>,
    /// The same seed deals the same cards.
    pub seed: u64,
    /// The file of the log.
    pub log: &'a Path,
    /// The log and the tables' journals are for later evenings too.
    pub is_kept: bool,
}

/// The channels to the pit's page.
pub type PitChannels = PageChannels<PitAsk, PitParts>;

/// An open pit.
#[derive(Debug)]
pub struct OpenPit {
    /// The ways to the desk.
    pub channels: PitChannels,
    /// The tables.
    pub tables: Vec<PitTable>,
    threads: Vec<JoinHandle<anyhow::Result<()>>>,
}

impl OpenPit {
    /// Opens the log, the tables and the desk.
    ///
    /// # Errors
    /// A file cannot be used, or no thread can be had.
    pub fn open(setup: &PitSetup) -> anyhow::Result<OpenPit> {
        let room = PoolRoom::open(setup.log, setup.game, setup.tables)?;
        let (mut tables, mut threads) = (Vec::new(), Vec::new());
        for number in 1..=setup.tables {
            let Running {
                asks,
                parts,
                thread,
            } = tables::open(&room, number, setup.seed, setup.is_kept)?;
            let channels = TableChannels { asks, parts };
            tables.push(PitTable { number, channels });
            threads.push(thread);
        }
        let (asks, asked) = mpsc::channel(QUEUE);
        let (publish, parts) = watch::channel(PitParts::default());
        let mut desk = Desk::new(room, tables.clone(), publish, setup.is_kept)?;
        let body = move || {
            desk.run(asked);
            Ok(())
        };
        // The desk ends first, and then the tables.
        threads.insert(0, thread::Builder::new().name("desk".into()).spawn(body)?);
        Ok(OpenPit {
            channels: PitChannels { asks, parts },
            tables,
            threads,
        })
    }

    /// Waits for the end of all threads, once nobody can ask any more.
    ///
    /// # Errors
    /// One of them has failed.
    pub fn close(self) -> anyhow::Result<()> {
        drop((self.channels, self.tables));
        for thread in self.threads {
            thread
                .join()
                .map_err(|_| anyhow!("a thread of the pit failed"))??;
        }
        Ok(())
    }
}

struct Desk {
    room: PoolRoom,
    reader: LogReader,
    tables: Vec<PitTable>,
    publish: watch::Sender<PitParts>,
    parts: PitParts,
    script: Option<Script>,
    /// Tables say here why they cannot do what a script asks.
    answer: mpsc::Sender<String>,
    answers: mpsc::Receiver<String>,
    last: String,
    file: Option<String>,
}

impl Desk {
    fn new(
        room: PoolRoom,
        tables: Vec<PitTable>,
        publish: watch::Sender<PitParts>,
        is_kept: bool,
    ) -> anyhow::Result<Desk> {
        let reader = LogReader::open(room.path())?;
        let (answer, answers) = mpsc::channel(QUEUE);
        let mut desk = Desk {
            file: is_kept.then(|| room.path().display().to_string()),
            room,
            reader,
            tables,
            publish,
            parts: PitParts::default(),
            script: None,
            answer,
            answers,
            last: String::new(),
        };
        desk.note_log();
        desk.show();
        Ok(desk)
    }

    fn run(&mut self, mut asked: mpsc::Receiver<Asked<PitAsk>>) {
        let in_words = |why: anyhow::Error| format!("{why:#}");
        while take_all(&mut asked, |ask, answer| {
            self.carry_out(ask, answer).map_err(in_words)
        }) {
            self.look_at_log();
            self.play();
            self.show();
            thread::sleep(TICK);
        }
    }

    fn carry_out(&mut self, ask: &PitAsk, answer: &mpsc::Sender<String>) -> anyhow::Result<()> {
        match ask {
            PitAsk::Cut { table, on } => self.cut(*table, *on, answer),
            PitAsk::Pool { on: true } => {
                self.room.start()?;
                self.last = "The pool starts again and folds its log".into();
                Ok(())
            }
            PitAsk::Pool { on: false } => {
                self.room.kill()?;
                self.last = "The pool was killed".into();
                Ok(())
            }
            PitAsk::TwoRoyals => self.begin(scenes::two_royals),
            PitAsk::VoidAfterWin => self.begin(scenes::void_after_win),
            PitAsk::Confirm { table } => {
                let claim = self.reader.now().claims.first();
                ensure!(
                    claim.is_some_and(|claim| claim.table == *table),
                    "no claim of table {table} is the first"
                );
                self.start(scenes::confirm(*table))
            }
        }
    }

    fn cut(
        &mut self,
        number: TableNumber,
        on: bool,
        answer: &mpsc::Sender<String>,
    ) -> anyhow::Result<()> {
        let Some(table) = self.tables.iter().find(|table| table.number == number) else {
            bail!("there is no table {number}");
        };
        let name = TableTrouble::PoolLink;
        let asked = table.ask(Ask::Trouble { name, on }, answer);
        asked.map_err(|why| anyhow!(why))?;
        let done = if on { "cut" } else { "mended" };
        self.last = format!("The link of table {number} was {done}");
        Ok(())
    }

    /// Begins a script with the first two tables that can open a round.
    fn begin(&mut self, script: fn([TableNumber; 2], u8) -> Script) -> anyhow::Result<()> {
        let link = self.reader.now();
        let mut ready = self.tables.iter().filter(|table| is_ready(table, link));
        let (Some(first), Some(second)) = (ready.next(), ready.next()) else {
            bail!(
                "two tables between rounds are needed: finish the rounds of the others, or mend their links"
            );
        };
        let hand_size = first.glance().hand_size;
        let script = script([first.number, second.number], hand_size);
        self.start(script)
    }

    fn start(&mut self, script: Script) -> anyhow::Result<()> {
        ensure!(self.room.is_running(), "the pool is dead: start it first");
        if let Some(playing) = &self.script {
            bail!(view::busy(playing.name));
        }
        // Answers to an earlier script.
        while self.answers.try_recv().is_ok() {}
        self.last = script.lesson.clone();
        self.script = Some(script);
        Ok(())
    }

    fn look_at_log(&mut self) {
        match self.reader.read_on() {
            Ok(false) => {}
            Ok(true) => self.note_log(),
            Err(why) => self.last = format!("The log cannot be read: {why:#}"),
        }
    }

    fn note_log(&mut self) {
        self.parts.write_log(&self.reader);
        let newest = self.reader.lines().next();
        self.last = newest.map(|line| line.text.clone()).unwrap_or_default();
    }

    fn play(&mut self) {
        let Some(script) = &mut self.script else {
            return;
        };
        let progress = match self.answers.try_recv() {
            Ok(why) => Progress::Stuck(why),
            Err(_) => script.poll(&self.tables, self.reader.now(), &self.answer),
        };
        let stopped = match progress {
            Progress::Under => return,
            Progress::Done => None,
            Progress::Stuck(why) => {
                script.turn_keys_back(&self.tables, &self.answer);
                Some(format!("{} has stopped: {why}", script.name))
            }
        };
        self.last = stopped.unwrap_or_else(|| script.lesson.clone());
        self.script = None;
    }

    fn show(&mut self) {
        self.parts.write(&Seen {
            reader: &self.reader,
            tables: &self.tables,
            is_running: self.room.is_running(),
            last: self.last.clone(),
            busy: self.script.as_ref().map(|script| view::busy(script.name)),
            file: self.file.clone(),
        });
        if *self.publish.borrow() != self.parts {
            self.publish.send_replace(self.parts.clone());
        }
    }
}
