//! `coinspot gateway`: between a table's console wire, the dealer's console and the pool.

use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::process::ExitCode;
use std::thread;

use anyhow::{Context, ensure};
use clap::Args;
use coinspot::gateway::relay::{Relay, UplinkChannels};
use coinspot::gateway::uplink::{self, QUEUE_MAX};
use coinspot::table::line::Address;
use tokio::sync::mpsc;

use super::{key, say, until_ended};

#[derive(Args)]
pub(crate) struct GatewayArguments {
    /// The table: the serial port of a board, like /dev/ttyACM0, or a socket that carries the bytes of its console's
    /// wire, like 127.0.0.1:7600
    #[arg(long, value_name = "PATH|HOST:PORT")]
    table: Address,
    /// The pool, like ws://127.0.0.1:7480; where several pools share a log, all of them, separated by commas
    #[arg(long, value_name = "URL", value_delimiter = ',', required = true)]
    pool: Vec<String>,
    /// A file with the gateway's key, as `cargo xtask key` makes it, and with the key by which the dealer's console opens
    /// its wire, such as a reader's; without it only a simulated table is reached
    #[arg(long, value_name = "FILE")]
    key: Option<PathBuf>,
    /// The address at which the dealer's console connects, as it would to the table: `coinspot monitor --socket`
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:7500")]
    console: SocketAddr,
}

pub(crate) fn gateway(arguments: &GatewayArguments) -> anyhow::Result<ExitCode> {
    ensure!(
        arguments.pool.iter().all(|url| url.starts_with("ws://")),
        "--pool needs an address like ws://127.0.0.1:7480"
    );
    let listener = TcpListener::bind(arguments.console)
        .with_context(|| format!("cannot listen at {}", arguments.console))?;
    let at = listener.local_addr()?;
    let (letters, to_pool) = mpsc::channel(QUEUE_MAX);
    let (to_table, news) = mpsc::channel(QUEUE_MAX);
    let channels = UplinkChannels { letters, news };
    let keys = key::of_table(arguments.key.as_deref())?;
    let relay = Relay::new(arguments.table.clone(), listener, channels, &keys)?;
    let relay = thread::spawn(move || relay.run());
    let (table, pool) = (&arguments.table, arguments.pool.join(" or "));
    say(&format!(
        "The gateway between the table at {table} and the pool at {pool} is open.\n\
         The dealer's console connects to {at}. Ctrl-C closes it."
    ));
    let runtime = super::runtime()?;
    runtime.block_on(async {
        tokio::select! {
            () = uplink::run(arguments.pool.clone(), to_pool, to_table) => {}
            () = until_ended() => {}
        }
    });
    // With the uplink the relay ends.
    drop(runtime);
    relay.join().ok().context("the gateway failed")?;
    say("The gateway is closed.");
    Ok(ExitCode::SUCCESS)
}
