//! `coinspot pool stand`: a simulated table behind a socket.

use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use anyhow::Context;
use clap::Args;
use clap::builder::PossibleValuesParser;
use coinspot::gateway::stand::Stand;
use coinspot::table::flash_file;
use parts::engine::KEYS;
use parts::flash::{FlashChip, Socket};
use shared_rules::games::Game;
use shared_rules::wire::role::Role;
use simulator::rounds::GAMES;
use simulator::table::JOURNAL_PAGES;

use super::{say, until_ended};

#[derive(Args)]
pub(crate) struct StandArguments {
    /// The address at which a gateway or a console connects
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:7600")]
    listen: SocketAddr,
    /// The address at which a sign connects; without it the table has a sign of its own
    #[arg(long, value_name = "ADDRESS:PORT")]
    sign: Option<SocketAddr>,
    /// The game of a new table
    #[arg(long, default_value = "ml9", value_parser = PossibleValuesParser::new(GAMES))]
    game: String,
    /// A file that keeps the journal's flash, written with every entry; see `coinspot journal`
    #[arg(long, value_name = "FILE")]
    flash: Option<PathBuf>,
}

pub(crate) fn stand(arguments: &StandArguments) -> anyhow::Result<ExitCode> {
    let listener = listen(arguments.listen)?;
    let at = listener.local_addr()?;
    let sign = arguments.sign.map(listen).transpose()?;
    let is_over = Arc::new(AtomicBool::new(false));
    let ended = Arc::clone(&is_over);
    let flash = arguments.flash.clone();
    let game = Game::from_key(&arguments.game);
    // The table is made where it runs: it cannot move to another thread.
    let thread = thread::spawn(move || -> anyhow::Result<()> {
        let flash = flash.as_deref().map(flash_file::open).transpose()?;
        let flash = flash.unwrap_or_else(|| Socket::new(FlashChip::new(JOURNAL_PAGES)));
        let mut stand = Stand::new(flash, listener, game)?;
        if let Some(listener) = sign {
            stand = stand.with_sign(listener)?;
        }
        stand.run(|| ended.load(Ordering::Relaxed));
        Ok(())
    });
    say(&format!(
        "The simulated table is open: {at}\nCtrl-C closes it.\n\
         Its keys are those of every simulated table:\n{}",
        key_lines()
    ));
    let runtime = super::runtime()?;
    runtime.block_on(async {
        let mut look = tokio::time::interval(std::time::Duration::from_millis(200));
        tokio::select! {
            () = until_ended() => {}
            () = async { while !thread.is_finished() { look.tick().await; } } => {}
        }
    });
    is_over.store(true, Ordering::Relaxed);
    thread.join().ok().context("the table failed")??;
    say("The simulated table is closed.");
    Ok(ExitCode::SUCCESS)
}

fn listen(at: SocketAddr) -> anyhow::Result<TcpListener> {
    TcpListener::bind(at).with_context(|| format!("cannot listen at {at}"))
}

/// The keys of a simulated table, as in a file of keys.
fn key_lines() -> String {
    let lines = KEYS.into_iter().map(|(number, role, key)| {
        let role = Role::of_code(role).map_or("", Role::name);
        let digits: String = key.iter().map(|byte| format!("{byte:02x}")).collect();
        format!("{number} {role} {digits}")
    });
    lines.collect::<Vec<_>>().join("\n")
}
