//! `coinspot pool join` and `coinspot pool leave`: a table's place in a link. The supervisor's key must be turned.

use std::path::PathBuf;
use std::process::ExitCode;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::bail;
use clap::Args;
use coinspot::table::engine::LiveEngine;
use coinspot::table::line::Address;
use coinspot::table::remote::Remote;
use console::{Answer, News};
use shared_rules::pool::message::Membership;
use shared_rules::wire::message::{Command, LinkCommand};

use super::{key, say};

/// The interval at which the wire is read.
const TICK: Duration = Duration::from_millis(2);

/// The table has to answer within this time.
const PATIENCE: Duration = Duration::from_secs(5);

#[derive(Args)]
pub(crate) struct LeaveArguments {
    /// The table: the serial port of a board, or the socket of its console's wire, also behind a gateway
    #[arg(long, value_name = "PATH|HOST:PORT")]
    table: Address,
    /// A file with the shift manager's key, as `cargo xtask key` makes it; without it only a simulated table is reached
    #[arg(long, value_name = "FILE")]
    key: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct JoinArguments {
    #[command(flatten)]
    at: LeaveArguments,
    /// The number of the link
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    link: u32,
    /// The number of the table in its link
    #[arg(long, value_name = "NUMBER")]
    number: u32,
    /// Counts up when a table is replaced by another
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    generation: u32,
}

pub(crate) fn join(arguments: &JoinArguments) -> anyhow::Result<ExitCode> {
    let JoinArguments {
        at, link, number, ..
    } = arguments;
    let place = Membership {
        link: *link,
        table: *number,
        generation: arguments.generation,
    };
    carry_out(at, LinkCommand::Join(place))?;
    say(&format!("The table is table {number} of link {link}."));
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn leave(arguments: &LeaveArguments) -> anyhow::Result<ExitCode> {
    carry_out(arguments, LinkCommand::Leave)?;
    say("The table has left its link.");
    Ok(ExitCode::SUCCESS)
}

fn carry_out(at: &LeaveArguments, command: LinkCommand) -> anyhow::Result<()> {
    let mut remote = Remote::open(at.table.clone(), &key::of_table(at.key.as_deref())?)?;
    let started = Instant::now();
    let mut is_asked = false;
    while started.elapsed() < PATIENCE {
        remote.run_ms(0);
        if !is_asked && remote.is_linked() {
            let asked = remote.command(Command::Link(command));
            asked.map_err(anyhow::Error::msg)?;
            is_asked = true;
        }
        for news in remote.hear() {
            match news {
                News::Answer(Answer::Done(_)) => return Ok(()),
                News::Answer(Answer::Refused(why)) => {
                    bail!("the table refuses: {} {}", why.text, why.rule)
                }
                News::Halted(halt) => bail!("the table is halted: {halt}"),
                News::Answer(
                    Answer::Meters(_) | Answer::Noise(_) | Answer::Hits(..) | Answer::Sign(_),
                )
                | News::Entry(..) => {}
            }
        }
        if let Some(why) = remote.failure() {
            bail!("{why}");
        }
        thread::sleep(TICK);
    }
    let (address, check) = (&at.table, at.table.what_to_check());
    bail!("the table at {address} has not answered: {check}")
}
