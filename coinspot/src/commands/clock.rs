//! `coinspot clock`: sets a table's clock to that of this machine. A table that has lost power does not know the time
//! of day until somebody tells it.

use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use coinspot::date::{date, now};
use shared_rules::wire::message::Command;

use super::say;
use super::told_table::TableAt;

#[derive(Args)]
pub(crate) struct ClockArguments {
    #[command(flatten)]
    at: TableAt,
}

pub(crate) fn clock(arguments: &ClockArguments) -> anyhow::Result<ExitCode> {
    let seconds = now().context("this machine's clock is before 1970")?;
    arguments.at.carry_out(&Command::Clock(seconds))?;
    say(&format!("The table's clock says {} UTC.", date(seconds)));
    Ok(ExitCode::SUCCESS)
}
