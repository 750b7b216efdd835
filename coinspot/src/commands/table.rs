//! `coinspot table`: the live table and its page.

use std::fmt;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use super::{key, odds, say, until_ended};
use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use coinspot::odds::cost;
use coinspot::table::board::BoardTable;
use coinspot::table::clock::{self, Running};
use coinspot::table::connections::Patience;
use coinspot::table::flash_file;
use coinspot::table::host::Host;
use coinspot::table::line::Address;
use coinspot::table::play::TablePlay;
use coinspot::table::remote::Remote;
use coinspot::table::server;
use coinspot::table::socket::TableChannels;
use coinspot::terminal::tell;
use shared_rules::games::Game;

/// The page's port unless another one is named.
const PORT: u16 = 7475;

#[derive(Args, Clone)]
pub(crate) struct TableArguments {
    /// The engine that runs the controller
    #[arg(long, value_enum, default_value_t = EngineName::Host)]
    engine: EngineName,
    /// The page's port: at 127.0.0.1 only, 7475 without it, 0 takes any that is free
    #[arg(long, value_name = "NUMBER")]
    page: Option<u16>,
    /// With `--engine serial`: the port that the board is on, or the socket of a gateway in front of it, like
    /// 127.0.0.1:7500. A number is the page's, like `--page`
    #[arg(long, value_name = "PATH")]
    port: Option<String>,
    /// With `--engine serial`: a file with the keys of the table's persons, as `cargo xtask key` makes it; the first
    /// one opens the wire. Without it a simulated table is watched
    #[arg(long, value_name = "FILE")]
    key: Option<PathBuf>,
    /// With `--engine board`: the image, an ELF file; without it the one that `cargo xtask image` has built
    #[arg(long, value_name = "PATH")]
    image: Option<PathBuf>,
    /// The game that is configured when the table opens
    #[arg(long, default_value = "ml9", value_parser = super::game())]
    game: Game,
    /// A reading that is configured with it, like `dealer_qualifies=queen_high_or_better`; see docs/settle.md
    #[arg(long = "reading", value_name = "QUESTION=READING")]
    readings: Vec<String>,
    /// The same seed deals the same cards
    #[arg(long)]
    seed: Option<u64>,
    /// With `--engine host`: a file that keeps the journal's flash from one evening to the next, written with every
    /// entry; see `coinspot journal`
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
    /// The board's image on a simulated chip, in a process of its own; needs `cargo build --release -p board-sim`
    Board,
    /// A real board on a serial port: shows what its console's wire tells, and sends signed commands
    Serial,
}

pub(crate) fn table(arguments: &TableArguments) -> anyhow::Result<ExitCode> {
    let runtime = super::runtime()?;
    arguments.fit_the_engine()?;
    let listener = runtime.block_on(server::listen(arguments.page_port()?))?;
    let Running {
        asks,
        parts,
        thread,
    } = start(arguments.clone())?;
    let url = format!("http://{}/", listener.local_addr()?);
    say(&format!("The table is open: {url}\nCtrl-C closes it."));
    if arguments.open {
        open_browser(&url);
    }
    let channels = TableChannels { asks, parts };
    runtime.block_on(server::serve(
        listener,
        channels,
        Patience::default(),
        until_ended(),
    ))?;
    // The pages' connections end with the runtime, and with the last of them the table.
    drop(runtime);
    let closed = thread.join();
    closed.unwrap_or_else(|_| bail!("the table failed"))?;
    say("The table is closed.");
    Ok(ExitCode::SUCCESS)
}

fn start(arguments: TableArguments) -> anyhow::Result<Running> {
    let open = move || match arguments.engine {
        EngineName::Host => open_host(&arguments),
        EngineName::Board => open_board(&arguments),
        EngineName::Serial => open_serial(&arguments),
    };
    clock::start(open)
}

impl TableArguments {
    /// Arguments of another engine are refused: they would silently have no effect.
    fn fit_the_engine(&self) -> anyhow::Result<()> {
        let device = self.port.as_deref().is_some_and(|port| !is_number(port));
        for (is_given, name, engine) in [
            (self.flash.is_some(), "--flash", EngineName::Host),
            (self.image.is_some(), "--image", EngineName::Board),
            (self.key.is_some(), "--key", EngineName::Serial),
            (device, "--port with a path", EngineName::Serial),
        ] {
            if is_given && self.engine != engine {
                bail!("{name} goes with --engine {engine}");
            }
        }
        if self.engine == EngineName::Serial && !self.readings.is_empty() {
            bail!("--reading goes with --engine host or board: the page configures a real one");
        }
        Ok(())
    }

    fn page_port(&self) -> anyhow::Result<u16> {
        match (self.page, self.port.as_deref()) {
            (Some(_), Some(port)) if is_number(port) => bail!("the page has one port"),
            (Some(page), _) => Ok(page),
            (None, Some(port)) if is_number(port) => port
                .parse()
                .with_context(|| format!("there is no port {port}")),
            (None, _) => Ok(PORT),
        }
    }

    fn device(&self) -> anyhow::Result<&str> {
        let device = self.port.as_deref().filter(|port| !is_number(port));
        device.context("--engine serial needs the board's port: --port /dev/ttyACM0")
    }

    fn seed(&self) -> u64 {
        self.seed.unwrap_or_else(super::rounds::any_seed)
    }
}

impl fmt::Display for EngineName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.to_possible_value();
        f.write_str(value.as_ref().map_or("", |value| value.get_name()))
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A real board. It is configured already, or the supervisor configures it from the page.
fn open_serial(arguments: &TableArguments) -> anyhow::Result<TablePlay> {
    let address: Address = arguments.device()?.parse()?;
    let keys = key::of_watcher(arguments.key.as_deref())?;
    let remote = Remote::open(address, &keys)?.that_sets_the_clock(&keys);
    Ok(TablePlay::new(Box::new(remote), 0))
}

/// A table in this process.
fn open_host(arguments: &TableArguments) -> anyhow::Result<TablePlay> {
    let seed = arguments.seed();
    let flash = arguments.flash.as_deref();
    let flash = flash.map(flash_file::open).transpose()?;
    configured(
        TablePlay::new(Box::new(Host::new(seed, flash)), seed),
        arguments,
    )
}

/// A table around the image.
fn open_board(arguments: &TableArguments) -> anyhow::Result<TablePlay> {
    let seed = arguments.seed();
    let board = BoardTable::open(seed, arguments.image.as_deref())?;
    configured(TablePlay::new(Box::new(board), seed), arguments)
}

/// As at the beginning of an evening, unless the table's flash remembers one.
fn configured(mut play: TablePlay, arguments: &TableArguments) -> anyhow::Result<TablePlay> {
    play.run_until_idle();
    if play.replica.table().is_some() {
        if !arguments.readings.is_empty() {
            tell("--reading has no effect: the table is already configured");
        }
    } else {
        let game = arguments.game;
        let readings = odds::readings(&arguments.readings)?.0;
        play.configure_with(game, readings)
            .map_err(anyhow::Error::msg)?;
        if let Some(cost) = cost(game.rules(), readings) {
            tell(&cost);
        }
    }
    Ok(play)
}

/// The table does not wait for the browser: its address is on the terminal.
pub(super) fn open_browser(url: &str) {
    let program = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    if Command::new(program).arg(url).spawn().is_err() {
        tell(&format!("no browser could be opened with {program}"));
    }
}
