//! `coinspot pool join` and `coinspot pool leave`: a table's place in a link. The supervisor's key must be turned.

use std::process::ExitCode;

use clap::Args;
use shared_rules::pool::message::Membership;
use shared_rules::wire::message::{Command, LinkCommand};

use super::say;
use super::told_table::TableAt;

#[derive(Args)]
pub(crate) struct JoinArguments {
    #[command(flatten)]
    at: TableAt,
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
    at.carry_out(&Command::Link(LinkCommand::Join(place)))?;
    say(&format!("The table is table {number} of link {link}."));
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn leave(at: &TableAt) -> anyhow::Result<ExitCode> {
    at.carry_out(&Command::Link(LinkCommand::Leave))?;
    say("The table has left its link.");
    Ok(ExitCode::SUCCESS)
}
