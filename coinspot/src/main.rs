//! `coinspot`: the host program. Without a command it opens the live table.
#![forbid(unsafe_code)]

mod commands;

use std::io::{self, ErrorKind};
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use coinspot::terminal::tell;
use commands::clock::{self, ClockArguments};
use commands::conform::{self, ConformArguments};
use commands::demo::{self, DemoArguments};
use commands::gateway::{self, GatewayArguments};
use commands::install::{self, CompletionsArguments, ManArguments};
use commands::journal::{self, JournalArguments};
use commands::monitor::{self, MonitorArguments};
use commands::odds::{self, OddsArguments};
use commands::pit::{self, PitArguments};
use commands::pool::{self, PoolArguments};
use commands::rounds::{self, RoundsArguments, SettleArguments, ShowArguments};
use commands::sign::{self, SignArguments};
use commands::simulate::{self, SimulateArguments};
use commands::table::{self, TableArguments};

#[derive(Parser)]
#[command(
    version = env!("COINSPOT_VERSION"),
    about = "An open, provable controller for table-game progressives",
    after_help = "Without a command, the live table opens: `coinspot table`.",
    args_conflicts_with_subcommands = true
)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    table: TableArguments,
}

#[derive(Subcommand)]
enum Command {
    /// Open the live table: a page on this machine, with the controller behind it
    Table(TableArguments),
    /// Open the pit: linked tables that share one jackpot, side by side on one page
    Pit(PitArguments),
    /// Play an evening in the terminal: every game, with its troubles, each round in one line
    Demo(DemoArguments),
    /// Show what the jackpot sign shows for a message, in the terminal or as a PNG file
    Sign(SignArguments),
    /// Watch a table over its console's wire: events, meters, health
    Monitor(MonitorArguments),
    /// Set a table's clock to that of this machine, over its console's wire
    Clock(ClockArguments),
    /// Dump and verify the journal of a flash image
    Journal(JournalArguments),
    /// Settle rounds: one a line as JSON in, its settlement as JSON out
    Settle(SettleArguments),
    /// Make random rounds for `settle`, one a line
    Rounds(RoundsArguments),
    /// Show a settled round as a table, with the paragraph behind every line
    Show(ShowArguments),
    /// Linked tables, which share one jackpot: the pool and its log
    Pool(PoolArguments),
    /// Carry letters between a linked table and its pool, and relay the dealer's console
    Gateway(GatewayArguments),
    /// Try somebody else's console or sign: a table that greets, forges, repeats, is silent and restarts
    Conform(ConformArguments),
    /// Play random sessions with every trouble, and check every cent, lamp and line of the sign
    Simulate(SimulateArguments),
    /// Work out the exact odds of every wager, and what each reading of the rules is worth
    Odds(OddsArguments),
    /// Write a shell's completions of these commands to standard output
    Completions(CompletionsArguments),
    /// Write the program's man page to standard output, or with --out the pages of all commands
    Man(ManArguments),
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let ended = match arguments.command {
        Some(Command::Table(arguments)) => table::table(&arguments),
        Some(Command::Pit(arguments)) => pit::pit(&arguments),
        Some(Command::Demo(arguments)) => demo::demo(&arguments),
        Some(Command::Sign(arguments)) => sign::sign(&arguments),
        Some(Command::Journal(arguments)) => journal::journal(&arguments),
        Some(Command::Monitor(arguments)) => monitor::monitor(&arguments),
        Some(Command::Clock(arguments)) => clock::clock(&arguments),
        Some(Command::Settle(arguments)) => rounds::settle(&arguments),
        Some(Command::Rounds(arguments)) => rounds::rounds(&arguments),
        Some(Command::Show(arguments)) => rounds::show(&arguments),
        Some(Command::Pool(arguments)) => pool::pool(&arguments),
        Some(Command::Gateway(arguments)) => gateway::gateway(&arguments),
        Some(Command::Conform(arguments)) => conform::try_end(&arguments),
        Some(Command::Simulate(arguments)) => simulate::simulate(&arguments),
        Some(Command::Odds(arguments)) => odds::odds(&arguments),
        Some(Command::Completions(arguments)) => {
            install::completions(&arguments, Arguments::command())
        }
        Some(Command::Man(arguments)) => install::man(&arguments, Arguments::command()),
        None => table::table(&arguments.table),
    };
    ended.unwrap_or_else(|error| {
        if has_closed_pipe(&error) {
            return ExitCode::SUCCESS;
        }
        tell(&format!("error: {error:#}"));
        ExitCode::FAILURE
    })
}

/// A reader that has seen enough (`| head`) is no failure.
fn has_closed_pipe(error: &anyhow::Error) -> bool {
    let io_error = error.downcast_ref::<io::Error>();
    io_error.is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}
