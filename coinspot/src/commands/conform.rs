//! `coinspot conform`: tries somebody else's console or sign.

use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::{Args, ValueEnum};
use coinspot::conform::{Probe, conform};
use shared_rules::wire::role::WireKind;

use super::{key, say};

#[derive(Args)]
pub(crate) struct ConformArguments {
    /// The address at which the console or the sign connects
    #[arg(long, value_name = "HOST:PORT")]
    socket: SocketAddr,
    /// The end of the wire that is tried
    #[arg(long, value_enum)]
    side: Side,
    /// The keys of the table, a line for each: number, role, 64 hexadecimal digits; those of simulated tables without it
    #[arg(long, value_name = "FILE")]
    keys: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Side {
    /// A dealer's console, or a gateway
    Console,
    /// A jackpot sign
    Sign,
}

pub(crate) fn try_end(arguments: &ConformArguments) -> anyhow::Result<ExitCode> {
    let keys = key::of_table(arguments.keys.as_deref())?;
    let wire = match arguments.side {
        Side::Console => WireKind::Console,
        Side::Sign => WireKind::Sign,
    };
    let listener = TcpListener::bind(arguments.socket)
        .with_context(|| format!("cannot listen at {}", arguments.socket))?;
    say(&format!(
        "The table's end is open: {}",
        listener.local_addr()?
    ));
    let (stream, _) = listener.accept()?;
    let mut probe = Probe::new(stream, wire, keys.ring())?;
    let tell = |check: coinspot::conform::Check| {
        let word = if check.is_passed { "pass" } else { "FAIL" };
        say(&format!("{word}  {}", check.name));
    };
    let is_passed = conform(&mut probe, wire, tell).context("the line is gone")?;
    Ok(match is_passed {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}
