//! `coinspot table`: the live table and its page.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{fs, io};

use anyhow::{Context, bail};
use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};
use host_tests::parts::flash::{Chip, PAGE};
use host_tests::parts::table::JOURNAL_PAGES;
use host_tests::rounds::GAMES;
use shared_rules::games::Game;
#[cfg(unix)]
use tokio::signal::unix::{SignalKind, signal};
use workbench::table::clock::{self, Running};
use workbench::table::host::Host;
use workbench::table::play::Play;
use workbench::table::server;
use workbench::table::socket::Lines;

#[derive(Args, Clone)]
pub(crate) struct TableArguments {
    /// What runs the controller
    #[arg(long, value_enum, default_value_t = EngineName::Host)]
    engine: EngineName,
    /// The port of the page, at 127.0.0.1 only; 0 takes any that is free
    #[arg(long, default_value_t = 7475)]
    port: u16,
    /// The game that is configured when the table opens
    #[arg(long, default_value = "ml9", value_parser = PossibleValuesParser::new(GAMES))]
    game: String,
    /// The same seed deals the same cards
    #[arg(long)]
    seed: Option<u64>,
    /// A file that keeps the journal's flash from one evening to the next; see `coinspot journal`
    #[arg(long, value_name = "FILE")]
    flash: Option<PathBuf>,
    /// Open the page in this machine's browser
    #[arg(long)]
    open: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum EngineName {
    /// The portable controller on a simulated harness, in this process
    Host,
}

pub(crate) fn table(arguments: &TableArguments) -> anyhow::Result<ExitCode> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let listener = runtime.block_on(server::listen(arguments.port))?;
    let Running {
        asks,
        parts,
        thread,
    } = start(arguments.clone())?;
    let url = format!("http://{}/", listener.local_addr()?);
    println!("The table is open: {url}\nCtrl-C closes it.");
    if arguments.open {
        open_browser(&url);
    }
    let lines = Lines { asks, parts };
    runtime.block_on(server::serve(listener, lines, ended()))?;
    // The pages' connections end with the runtime, and with the last of them the table.
    drop(runtime);
    let closed = thread.join();
    closed.unwrap_or_else(|_| bail!("the table failed"))?;
    println!("The table is closed.");
    Ok(ExitCode::SUCCESS)
}

/// Ctrl-C, or a request to end.
async fn ended() {
    #[cfg(unix)]
    if let Ok(mut term) = signal(SignalKind::terminate()) {
        tokio::select! {
            _ = tokio::signal::ctrl_c() => {}
            _ = term.recv() => {}
        }
        return;
    }
    // Where no handler can be set the program ends by the signal itself.
    let _ = tokio::signal::ctrl_c().await;
}

fn start(arguments: TableArguments) -> anyhow::Result<Running> {
    let EngineName::Host = arguments.engine;
    let flash = arguments.flash.clone();
    let open = move || open_host(&arguments);
    let close = move |play: &Play| save(play, flash.as_deref());
    clock::start(open, close)
}

/// A table in this process, configured as at the beginning of an evening unless its flash remembers one.
fn open_host(arguments: &TableArguments) -> anyhow::Result<Play> {
    let seed = arguments.seed.unwrap_or_else(super::rounds::any_seed);
    let chip = arguments.flash.as_deref().map(load).transpose()?.flatten();
    let mut play = Play::new(Box::new(Host::new(seed, chip)), seed);
    play.run_until_idle();
    if play.replica.table().is_none() {
        let game = Game::from_key(&arguments.game).context("an unknown game")?;
        play.configure(game);
    }
    Ok(play)
}

/// The flash of an earlier evening; none where there is no file yet.
fn load(path: &Path) -> anyhow::Result<Option<Chip>> {
    let image = match fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        read => read.with_context(|| format!("cannot read {}", path.display()))?,
    };
    if image.len() != JOURNAL_PAGES * PAGE {
        bail!(
            "{} is no flash of a table: {} bytes instead of {}",
            path.display(),
            image.len(),
            JOURNAL_PAGES * PAGE
        );
    }
    Ok(Some(Chip::from_image(&image)))
}

fn save(play: &Play, path: Option<&Path>) -> anyhow::Result<()> {
    let (Some(path), Some(image)) = (path, play.engine().flash_image()) else {
        return Ok(());
    };
    fs::write(path, image).with_context(|| format!("cannot write {}", path.display()))
}

/// Whether a browser comes up is not the table's business: the address is on the terminal.
fn open_browser(url: &str) {
    let program = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    if Command::new(program).arg(url).spawn().is_err() {
        eprintln!("no browser could be opened with {program}");
    }
}
