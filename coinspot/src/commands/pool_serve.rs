//! `coinspot pool serve`: runs the pool of a link.

use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;

use anyhow::{Context, anyhow, bail};
use clap::Args;
use clap::builder::PossibleValuesParser;
use coinspot::gateway::server::{self, RulingDesk};
use coinspot::pool::keys::read_keys;
use coinspot::table::connections::Patience;
use pit::drive::{self, OpenFault};
use pit::engine::LogEngine;
use pit::keys::LinkKeys;
use pit::lead::Leadership;
use pit::service::{PoolService, system_time};
use pit::sqlite::SqliteEngine;
use pit::state::LinkState;
use shared_rules::games::Game;
use shared_rules::jackpot::JackpotTerms;
use shared_rules::money::{BasisPoints, Cents};
use shared_rules::pool::PoolTerms;
use simulator::rounds::GAMES;
use simulator::table_driver::house;
use tokio::sync::oneshot;

use super::pool_cluster::ClusterArguments;
use super::pool_log::LogFormat;
use super::sign::cents;
use super::{key, say, until_ended};

#[derive(Args)]
pub(crate) struct ServeArguments {
    /// The log of the pool; it is founded if there is none and --game says what is played
    #[arg(long, required_unless_present = "etcd")]
    file: Option<PathBuf>,
    /// The keys of the tables: a line for each, with table, generation and 64 hexadecimal digits
    #[arg(long, value_name = "FILE")]
    keys: PathBuf,
    /// The address at which gateways connect; only programs of this machine reach the default
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:7480")]
    listen: SocketAddr,
    /// The number of the link
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    link: u32,
    /// The key of the house, 64 hexadecimal digits in a file; without it nobody can make a ruling
    #[arg(long, value_name = "FILE")]
    house_key: Option<PathBuf>,
    /// The form of the log on standard error
    #[arg(long, value_enum, default_value_t = LogFormat::Text)]
    log: LogFormat,
    #[command(flatten)]
    cluster: ClusterArguments,
    #[command(flatten)]
    terms: TermsArguments,
}

/// The terms of a new log. Those of an existing one must be the same.
#[derive(Args)]
#[command(next_help_heading = "Terms of a new log")]
struct TermsArguments {
    /// The game that all tables play
    #[arg(long, value_parser = PossibleValuesParser::new(GAMES))]
    game: Option<String>,
    /// One progressive unit in dollars
    #[arg(long, value_name = "DOLLARS", value_parser = cents, requires = "game")]
    unit: Option<Cents>,
    /// The reset value in dollars
    #[arg(long, value_name = "DOLLARS", value_parser = cents, requires = "game")]
    reset: Option<Cents>,
    /// The share of each stake that goes on the meter, in basis points
    #[arg(long, value_name = "POINTS", value_parser = points, requires = "game")]
    contribution: Option<BasisPoints>,
    /// The share of each stake that goes into the reserve, in basis points
    #[arg(long, value_name = "POINTS", value_parser = points, requires = "game")]
    reserve: Option<BasisPoints>,
    /// The highest value of the meter in dollars
    #[arg(long, value_name = "DOLLARS", value_parser = cents, requires = "game")]
    limit: Option<Cents>,
}

fn points(text: &str) -> Result<BasisPoints, String> {
    let points: u16 = text.parse().map_err(|_| "a number of basis points")?;
    BasisPoints::try_from(points).map_err(|error| error.to_string())
}

impl TermsArguments {
    /// The terms, if they are given. The defaults are those of the tables that `coinspot table` opens.
    fn read(&self) -> anyhow::Result<Option<PoolTerms>> {
        let Some(name) = &self.game else {
            return Ok(None);
        };
        let game = Game::from_key(name).context("an unknown game")?;
        let usual = house(game);
        Ok(Some(PoolTerms {
            game,
            unit: self.unit.unwrap_or(usual.unit),
            jackpot: JackpotTerms {
                reset: self.reset.unwrap_or(usual.jackpot.reset),
                contribution: self.contribution.unwrap_or(usual.jackpot.contribution),
                reserve: self.reserve.unwrap_or(usual.jackpot.reserve),
                limit: self.limit,
            },
        }))
    }
}

pub(crate) fn serve(arguments: &ServeArguments) -> anyhow::Result<ExitCode> {
    let keys = keys_of(&arguments.keys, arguments.link)?;
    let house = RulingDesk {
        link: arguments.link,
        key: arguments.house_key.as_deref().map(key::read).transpose()?,
    };
    let runtime = super::runtime()?;
    let listener = runtime.block_on(server::listen(arguments.listen))?;
    // The right to lead is given up last, behind the pool's last block.
    let (pool, _candidate) = start(arguments, keys, listener.local_addr()?)?;
    let (to_end, halted) = oneshot::channel();
    let (door, log) = (pool.door(), arguments.log);
    thread::spawn(move || log.watch(&door, to_end));
    let url = format!("ws://{}", listener.local_addr()?);
    say(&format!(
        "The pool of link {} is open: {url}\nCtrl-C closes it.",
        arguments.link
    ));
    let why = runtime.block_on(async {
        tokio::select! {
            () = server::serve(listener, pool.door(), house, Patience::default()) => None,
            why = halted => why.ok(),
            () = until_ended() => None,
        }
    });
    drop(runtime);
    pool.stop()?;
    if let Some(why) = why {
        bail!("the pool has halted: {why}");
    }
    say("The pool is closed.");
    Ok(ExitCode::SUCCESS)
}

pub(super) fn keys_of(path: &Path, link: u32) -> anyhow::Result<LinkKeys> {
    let name = path.display();
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
    read_keys(&text, link).map_err(|why| anyhow!("{name}: {why}"))
}

/// A pool in the election of those that share its log. Dropping it gives up the right to lead.
#[cfg(feature = "cluster")]
type Candidate = pit::etcd::Candidate;

/// There is no election.
#[cfg(not(feature = "cluster"))]
type Candidate = ();

fn start(
    arguments: &ServeArguments,
    keys: LinkKeys,
    at: SocketAddr,
) -> anyhow::Result<(PoolService, Option<Candidate>)> {
    match &arguments.file {
        Some(file) => {
            let engine = open_file(file, arguments.terms.game.is_some())?;
            let pool = start_on(engine, arguments, keys, Leadership::alone())?;
            Ok((pool, None))
        }
        None => start_in_etcd(arguments, keys, at),
    }
}

fn open_file(file: &Path, founds: bool) -> anyhow::Result<SqliteEngine> {
    let name = file.display();
    if !founds && !file.exists() {
        bail!("there is no log in {name}: --game founds one");
    }
    SqliteEngine::open(file).with_context(|| format!("cannot open {name}"))
}

#[cfg(feature = "cluster")]
fn start_in_etcd(
    arguments: &ServeArguments,
    keys: LinkKeys,
    at: SocketAddr,
) -> anyhow::Result<(PoolService, Option<Candidate>)> {
    let cluster = &arguments.cluster;
    let engine = cluster.engine(arguments.link, arguments.log)?;
    let leadership = Leadership::standby();
    let pool = start_on(engine, arguments, keys, leadership.clone())?;
    let name = cluster.name.clone().unwrap_or_else(|| at.to_string());
    let candidate = cluster.candidate(arguments.link, &name, leadership)?;
    Ok((pool, Some(candidate)))
}

#[cfg(not(feature = "cluster"))]
fn start_in_etcd(
    arguments: &ServeArguments,
    _: LinkKeys,
    _: SocketAddr,
) -> anyhow::Result<(PoolService, Option<Candidate>)> {
    let nodes = arguments.cluster.etcd.join(", ");
    bail!(
        "this program was built without etcd, so it cannot keep the log at {nodes}: \
         cargo build --release --package coinspot --features cluster"
    );
}

/// Opens the log, or founds it, and starts the pool.
fn start_on(
    mut engine: impl LogEngine + Send + 'static,
    arguments: &ServeArguments,
    keys: LinkKeys,
    leadership: Leadership,
) -> anyhow::Result<PoolService> {
    let mut time = system_time();
    let terms = arguments.terms.read()?;
    let state = open(&mut engine, arguments.link, terms.as_ref(), time());
    let state = state.with_context(|| match &arguments.file {
        Some(file) => format!("cannot open {}", file.display()),
        None => format!("cannot open the log of link {} in etcd", arguments.link),
    })?;
    Ok(PoolService::start_under(
        leadership, engine, state, keys, time,
    )?)
}

fn open(
    engine: &mut impl LogEngine,
    link: u32,
    terms: Option<&PoolTerms>,
    now_ms: u64,
) -> Result<LinkState, OpenFault> {
    let Some(terms) = terms else {
        let state = drive::open(engine)?;
        return match state.link() {
            found if found == link => Ok(state),
            found => Err(OpenFault::OtherLink(found)),
        };
    };
    drive::open_or_found(engine, link, terms, now_ms)
}
