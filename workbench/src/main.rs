//! `coinspot`: the host program. Without a command it shows a round of a table.
#![forbid(unsafe_code)]

mod commands;

use std::io::{self, ErrorKind};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use commands::{RoundsArguments, SettleArguments, ShowArguments};

#[derive(Parser)]
#[command(
    version,
    about = "An open, provable controller for table-game progressives",
    after_help = "Without a command, a random round is shown."
)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Settle rounds: one a line as JSON in, its settlement as JSON out
    Settle(SettleArguments),
    /// Make random rounds for `settle`, one a line
    Rounds(RoundsArguments),
    /// Show a settled round as a table, with the paragraph behind every line
    Show(ShowArguments),
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let ended = match arguments.command {
        Some(Command::Settle(arguments)) => commands::settle(&arguments),
        Some(Command::Rounds(arguments)) => commands::rounds(&arguments),
        Some(Command::Show(arguments)) => commands::show(&arguments),
        None => commands::show(&ShowArguments::default()),
    };
    ended.unwrap_or_else(|error| {
        if has_closed_pipe(&error) {
            return ExitCode::SUCCESS;
        }
        eprintln!("error: {error:#}");
        ExitCode::FAILURE
    })
}

/// A reader that has seen enough (`| head`) is no failure.
fn has_closed_pipe(error: &anyhow::Error) -> bool {
    let io_error = error.downcast_ref::<io::Error>();
    io_error.is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}
