//! The pool of the pit: its log in a SQLite file, and the thread that works on it, which can be killed and started
//! again.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use pit::drive;
use pit::engine::LogEngine;
use pit::keys::LinkKeys;
use pit::service::{PoolService, system_time};
use pit::sqlite::SqliteEngine;
use pit::state::LinkState;
use shared_rules::games::Game;
use shared_rules::ledger::Configuration;
use shared_rules::pool::message::Membership;
use shared_rules::pool::{PoolTerms, TableNumber};
use simulator::table::pool_key;
use simulator::table_driver::house;

use super::uplink::PoolOutlet;

/// The number of the link: no house's, so that the log of a real one is never taken for this one's.
pub const LINK: u32 = 7_475;

/// The game of a new log for which none is named.
const USUAL_GAME: Game = Game::Ml9;

/// The pool, running or dead.
#[derive(Debug)]
pub struct PoolRoom {
    path: PathBuf,
    game: Game,
    keys: LinkKeys,
    outlet: PoolOutlet,
    /// The generation of each table in the log when the room was opened.
    generations: BTreeMap<TableNumber, u32>,
    running: Option<PoolService>,
}

impl PoolRoom {
    /// Opens the log in this file for so many tables, or founds it, and starts the pool.
    ///
    /// # Errors
    /// The file holds another log, or cannot be used.
    pub fn open(path: &Path, game: Option<Game>, tables: u32) -> anyhow::Result<PoolRoom> {
        let name = path.display();
        let mut engine =
            SqliteEngine::open(path).with_context(|| format!("cannot use {name} as the log"))?;
        let state = match engine.read(1)? {
            Some(_) => drive::open(&mut engine),
            None => found(&mut engine, game.unwrap_or(USUAL_GAME)),
        };
        let state = state.with_context(|| format!("cannot use {name} as the log"))?;
        check(&state, game).with_context(|| format!("{name} cannot be the log of this pit"))?;
        let members = state.members();
        let mut room = PoolRoom {
            path: path.to_owned(),
            game: state.pool().terms().game,
            keys: LinkKeys::new(LINK),
            outlet: PoolOutlet::default(),
            generations: members
                .map(|(table, member)| (table, member.generation()))
                .collect(),
            running: None,
        };
        for table in 1..=tables {
            let next = room.next_generation(table);
            (1..=next).for_each(|generation| room.keys.insert(table, generation, pool_key()));
        }
        room.run(engine, state)?;
        Ok(room)
    }

    /// Starts the pool on its log.
    ///
    /// # Errors
    /// The log does not hold, or another pool works on it.
    pub fn start(&mut self) -> anyhow::Result<()> {
        ensure!(self.running.is_none(), "the pool runs already");
        let mut engine = SqliteEngine::open(&self.path)?;
        let state = drive::open(&mut engine)?;
        self.run(engine, state)
    }

    fn run(&mut self, engine: SqliteEngine, state: LinkState) -> anyhow::Result<()> {
        let service = PoolService::start(engine, state, self.keys.clone(), system_time())?;
        self.outlet.set(Some(service.door()));
        self.running = Some(service);
        Ok(())
    }

    /// Ends the pool without another commit.
    ///
    /// # Errors
    /// It does not run.
    pub fn kill(&mut self) -> anyhow::Result<()> {
        let service = self.running.take().context("the pool is dead already")?;
        self.outlet.set(None);
        Ok(service.kill()?)
    }

    /// True while the pool runs.
    pub const fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// The way to the pool for a table.
    pub fn outlet(&self) -> PoolOutlet {
        self.outlet.clone()
    }

    /// The game of the link.
    pub const fn game(&self) -> Game {
        self.game
    }

    /// The place for a table that has not joined yet. One whose place was taken before replaces it.
    pub fn new_place(&self, table: TableNumber) -> Membership {
        Membership {
            link: LINK,
            table,
            generation: self.next_generation(table),
        }
    }

    /// True if the log knows a table under this place.
    pub fn knows(&self, place: &Membership) -> bool {
        let generation = self.generations.get(&place.table);
        place.link == LINK && generation == Some(&place.generation)
    }

    fn next_generation(&self, table: TableNumber) -> u32 {
        let last = self.generations.get(&table).copied();
        last.unwrap_or_default().saturating_add(1)
    }

    /// The file of the log.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for PoolRoom {
    fn drop(&mut self) {
        self.outlet.set(None);
        // A pool that has ended by itself has nothing left to commit.
        let _ = self.running.take().map(PoolService::stop);
    }
}

fn found(engine: &mut SqliteEngine, game: Game) -> Result<LinkState, drive::OpenFault> {
    let Configuration { unit, jackpot, .. } = house(game);
    let terms = PoolTerms {
        game,
        unit,
        jackpot,
    };
    let now_ms = system_time()();
    drive::open_or_found(engine, LINK, &terms, now_ms)
}

fn check(state: &LinkState, game: Option<Game>) -> anyhow::Result<()> {
    if state.link() != LINK {
        bail!("it is the log of link {}", state.link());
    }
    let plays = state.pool().terms().game.rules();
    match game.map(Game::rules) {
        Some(asked) if asked.game != plays.game => bail!(
            "its tables play {} ({}): leave --game out or name another file",
            plays.tag,
            plays.key
        ),
        _ => Ok(()),
    }
}
