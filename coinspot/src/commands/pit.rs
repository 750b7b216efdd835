//! `coinspot pit`: linked tables on one page.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::{Args, value_parser};
use coinspot::pit_page::desk::{OpenPit, PitSetup};
use coinspot::pit_page::server;
use coinspot::table::connections::Patience;
use coinspot::table::server::listen;
use shared_rules::games::Game;

use super::rounds::any_seed;
use super::table::open_browser;
use super::{say, until_ended};

/// The page's port unless another one is named.
const PORT: u16 = 7_477;

#[derive(Args)]
pub(crate) struct PitArguments {
    /// The number of tables: 2 to 8
    #[arg(long, default_value_t = 4, value_parser = value_parser!(u32).range(2..=8))]
    tables: u32,
    /// The game that all tables play; without it that of the file, or ml9
    #[arg(long, value_parser = super::game())]
    game: Option<Game>,
    /// A file that keeps the pool's log from one evening to the next, and the tables' journals in files beside it;
    /// without it everything is forgotten at the end. See `coinspot pool audit`
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// The page's port: at 127.0.0.1 only, 0 takes any that is free
    #[arg(long, visible_alias = "page", value_name = "NUMBER", default_value_t = PORT)]
    port: u16,
    /// The same seed deals the same cards
    #[arg(long)]
    seed: Option<u64>,
    /// Open the page in this machine's browser
    #[arg(long, overrides_with = "no_open")]
    open: bool,
    /// Only print the page's address: this is the default
    #[arg(long, overrides_with = "open")]
    no_open: bool,
}

pub(crate) fn pit(arguments: &PitArguments) -> anyhow::Result<ExitCode> {
    let runtime = super::runtime()?;
    // Whoever ends the program while the tables open ends it well, too.
    let end = runtime.spawn(until_ended());
    runtime.block_on(tokio::task::yield_now());
    let listener = runtime.block_on(listen(arguments.port))?;
    let (log, _folder) = match &arguments.file {
        Some(file) => (file.clone(), None),
        None => {
            let folder = TemporaryFolder::new()?;
            (folder.0.join("pool.db"), Some(folder))
        }
    };
    let open = OpenPit::open(&arguments.setup(&log))?;
    let url = format!("http://{}/", listener.local_addr()?);
    say(&format!("The pit is open: {url}\nCtrl-C closes it."));
    if arguments.open {
        open_browser(&url);
    }
    let end = async { drop(end.await) };
    runtime.block_on(server::serve(listener, &open, Patience::default(), end))?;
    // The pages' connections end with the runtime, and with the last of them the desk and its tables.
    drop(runtime);
    open.close()?;
    say("The pit is closed.");
    Ok(ExitCode::SUCCESS)
}

impl PitArguments {
    fn setup<'a>(&self, log: &'a Path) -> PitSetup<'a> {
        PitSetup {
            tables: self.tables,
            game: self.game,
            seed: self.seed.unwrap_or_else(any_seed),
            log,
            is_kept: self.file.is_some(),
        }
    }
}

/// A folder that is gone when the program ends.
struct TemporaryFolder(PathBuf);

impl TemporaryFolder {
    fn new() -> anyhow::Result<TemporaryFolder> {
        let name = format!("coinspot-pit-{}-{:x}", std::process::id(), any_seed());
        let path = std::env::temp_dir().join(name);
        fs::create_dir(&path)
            .with_context(|| format!("cannot keep the log in {}", path.display()))?;
        Ok(TemporaryFolder(path))
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        // What cannot be removed now is the system's to clean up.
        let _ = fs::remove_dir_all(&self.0);
    }
}
