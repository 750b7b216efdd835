//! The commands of `coinspot`: their arguments, and what they read and write.

pub(crate) mod clock;
pub(crate) mod conform;
pub(crate) mod demo;
pub(crate) mod gateway;
pub(crate) mod install;
pub(crate) mod journal;
mod key;
mod membership;
pub(crate) mod monitor;
pub(crate) mod odds;
pub(crate) mod pit;
pub(crate) mod pool;
mod pool_archive;
mod pool_cluster;
mod pool_log;
mod pool_rule;
mod pool_serve;
mod pool_stand;
mod progress;
pub(crate) mod rounds;
pub(crate) mod sign;
pub(crate) mod simulate;
pub(crate) mod table;
mod told_table;

use std::io::{self, Write};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use shared_rules::games::Game;
use simulator::rounds::GAMES;
#[cfg(unix)]
use tokio::signal::unix::{SignalKind, signal};

/// Reads the short name of a game.
fn game() -> impl TypedValueParser<Value = Game> {
    PossibleValuesParser::new(GAMES)
        .try_map(|key| Game::from_key(&key).ok_or("it is not one of the five"))
}

/// Writes a line to standard output. Whoever has closed the terminal meanwhile need not hear it.
pub(crate) fn say(text: &str) {
    let _ = writeln!(io::stdout(), "{text}");
}

/// What a command waits on: one thread is enough for each of them.
fn runtime() -> io::Result<tokio::runtime::Runtime> {
    let mut builder = tokio::runtime::Builder::new_current_thread();
    builder.enable_all().build()
}

/// Waits for Ctrl-C, or a request to end.
pub(crate) async fn until_ended() {
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
