//! One command for a table over its console's wire, as `coinspot pool join` or `coinspot clock` give it.

use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::bail;
use clap::Args;
use coinspot::table::engine::LiveEngine;
use coinspot::table::line::Address;
use coinspot::table::remote::Remote;
use console::{Answer, News};
use shared_rules::wire::message::Command;

use super::key;

/// The interval at which the wire is read.
const TICK: Duration = Duration::from_millis(2);

/// The table has to answer within this time.
const PATIENCE: Duration = Duration::from_secs(5);

#[derive(Args)]
pub(crate) struct TableAt {
    /// The table: the serial port of a board, or the socket of its console's wire, also behind a gateway
    #[arg(long, value_name = "PATH|HOST:PORT")]
    table: Address,
    /// A file with the key of somebody who may do this, as `cargo xtask key` makes it; without it only a simulated table
    /// is reached
    #[arg(long, value_name = "FILE")]
    key: Option<PathBuf>,
}

impl TableAt {
    /// Gives the table a command, and waits until it is done.
    ///
    /// # Errors
    /// The table does not answer, is halted, or refuses.
    pub(crate) fn carry_out(&self, command: &Command) -> anyhow::Result<()> {
        let mut remote = Remote::open(self.table.clone(), &key::of_table(self.key.as_deref())?)?;
        let started = Instant::now();
        let mut is_asked = false;
        while started.elapsed() < PATIENCE {
            remote.run_ms(0);
            if !is_asked && remote.is_linked() {
                let asked = remote.command(command.clone());
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
        let (address, check) = (&self.table, self.table.what_to_check());
        bail!("the table at {address} has not answered: {check}")
    }
}
