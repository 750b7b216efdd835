//! The tables of the pit: live tables, each in its own thread, that have joined one link.

use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, ensure};
use serde_json::Value;
use shared_rules::games::Game;
use shared_rules::ledger::{Fault, LinkBook};
use shared_rules::pool::TableNumber;
use shared_rules::pool::message::Membership;
use tokio::sync::mpsc;

use super::pool_room::PoolRoom;
use super::uplink::{PoolOutlet, Uplink};
use crate::table::ask::Ask;
use crate::table::clock::{self, Asked, Running};
use crate::table::flash_file;
use crate::table::glance::TableGlance;
use crate::table::host::Host;
use crate::table::play::TablePlay;
use crate::table::socket::TableChannels;

/// The pool answers a table that starts within this time, or the page says that it does not.
const WELCOME: Duration = Duration::from_secs(3);

/// The pace of a table that waits for its pool.
const TICK_MS: u64 = 5;

/// A table of the pit.
#[derive(Debug, Clone)]
pub struct PitTable {
    /// Its number in the link.
    pub number: TableNumber,
    /// The ways to its thread.
    pub channels: TableChannels,
}

/// Everything that a table's thread needs to open the table.
struct Opening {
    seed: u64,
    game: Game,
    place: Membership,
    known: Option<Membership>,
    outlet: PoolOutlet,
    flash: Option<PathBuf>,
}

/// Opens a table. With a file for the log, the table's journal is kept beside it.
///
/// # Errors
/// The journal cannot be used, or belongs to another log.
pub fn open(
    room: &PoolRoom,
    number: TableNumber,
    seed: u64,
    is_kept: bool,
) -> anyhow::Result<Running> {
    let place = room.new_place(number);
    let known = Membership {
        generation: place.generation.saturating_sub(1),
        ..place
    };
    let opening = Opening {
        seed: seed.wrapping_add(number.into()),
        game: room.game(),
        place,
        known: room.knows(&known).then_some(known),
        outlet: room.outlet(),
        flash: is_kept.then(|| journal_of(room.path(), number)),
    };
    clock::start(move || opening.open())
}

/// The file that keeps a table's journal.
pub fn journal_of(log: &Path, number: TableNumber) -> PathBuf {
    let mut name = log.as_os_str().to_owned();
    name.push(format!("-table-{number}.flash"));
    name.into()
}

impl Opening {
    fn open(&self) -> anyhow::Result<TablePlay> {
        let flash = self.flash.as_deref().map(flash_file::open).transpose()?;
        let mut host = Host::new(self.seed, flash);
        host.connect_pool(Uplink::new(self.outlet.clone()));
        let mut play = TablePlay::new(Box::new(host), self.seed);
        play.run_until_idle();
        let joined = play.replica.ledger().link().map(LinkBook::membership);
        match joined {
            Some(place) => self.check(place)?,
            None => self.join(&mut play).map_err(|why| anyhow!(why))?,
        }
        wait_for_pool(&mut play);
        Ok(play)
    }

    /// A journal whose log is gone would wait for its pool for ever.
    fn check(&self, place: Membership) -> anyhow::Result<()> {
        let file = self.flash.as_deref().context("a new journal")?.display();
        ensure!(
            self.known == Some(place),
            "{file} is the journal of a table that this log does not know: remove it, or name another file"
        );
        Ok(())
    }

    fn join(&self, play: &mut TablePlay) -> Result<(), String> {
        if play.replica.table().is_none() {
            play.configure(self.game)?;
        }
        play.join(self.place)
    }
}

/// Lets the table run in real time until it hears its pool.
fn wait_for_pool(play: &mut TablePlay) {
    let started = Instant::now();
    while started.elapsed() < WELCOME && play.has_fault(Fault::Pool) {
        thread::sleep(Duration::from_millis(TICK_MS));
        play.run_ms(TICK_MS);
    }
}

impl PitTable {
    /// The table at a glance.
    pub fn glance(&self) -> TableGlance {
        self.channels.parts.borrow().glance.as_ref().clone()
    }

    /// The 48 bits that light its lamps; none while it shows no lamps.
    pub fn lamps(&self) -> u64 {
        let parts = self.channels.parts.borrow();
        let lamps: Option<Value> = serde_json::from_str(&parts.lamps).ok();
        let lit = lamps.and_then(|lamps| lamps["lamps"].as_u64());
        lit.unwrap_or_default()
    }

    /// Asks the table for something. The table says to `answer` why it cannot be done.
    ///
    /// # Errors
    /// Too many asks wait for the table already.
    pub fn ask(&self, ask: Ask, answer: &mpsc::Sender<String>) -> Result<(), String> {
        let answer = answer.clone();
        let asked = self.channels.asks.try_send(Asked { ask, answer });
        asked.map_err(|_| format!("table {} is busy: try again", self.number))
    }
}
