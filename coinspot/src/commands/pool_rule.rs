//! `coinspot pool rule`: a ruling of the house, signed with its key.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::anyhow;
use clap::{ArgGroup, Args};
use coinspot::gateway::rulings::{self, RulingOutcome};
use coinspot::terminal::tell;
use pit::block::HouseRuling;
use shared_rules::pool::{RoundNumber, TableNumber};
use shared_rules::wire::key::SharedKey;

use super::{key, say};

#[derive(Args)]
#[command(group(ArgGroup::new("ruling").args(["do_not_wait", "strike", "lift"]).required(true)))]
pub(crate) struct RuleArguments {
    /// The pool, like ws://127.0.0.1:7480; where several pools share a log, all of them, separated by commas
    #[arg(long, value_name = "URL", value_delimiter = ',', required = true)]
    pool: Vec<String>,
    /// The key of the house, 64 hexadecimal digits in a file
    #[arg(long, value_name = "FILE")]
    key: PathBuf,
    /// No claim waits for this open round, which then goes to the end of the queue
    #[arg(long, value_name = "TABLE:ROUND", value_parser = round)]
    do_not_wait: Option<(TableNumber, RoundNumber)>,
    /// Strike this unpaid claim; its contributions stay
    #[arg(long, value_name = "TABLE:ROUND", value_parser = round)]
    strike: Option<(TableNumber, RoundNumber)>,
    /// Listen to this quarantined table again
    #[arg(long, value_name = "TABLE")]
    lift: Option<TableNumber>,
}

fn round(text: &str) -> Result<(TableNumber, RoundNumber), String> {
    let numbers = text.split_once(':').and_then(|(table, round)| {
        let table = table.parse().ok()?;
        Some((table, round.parse().ok()?))
    });
    numbers.ok_or_else(|| "a table and a round, like 3:17".into())
}

impl RuleArguments {
    fn ruling(&self) -> Option<HouseRuling> {
        let do_not_wait = self.do_not_wait;
        let strike = self.strike;
        do_not_wait
            .map(|(table, round)| HouseRuling::DoNotWait(table, round))
            .or(strike.map(|(table, round)| HouseRuling::Strike(table, round)))
            .or(self.lift.map(HouseRuling::Lift))
    }
}

/// Asks the pools in turn, until one that leads answers.
async fn send(
    pools: &[String],
    key: &SharedKey,
    ruling: HouseRuling,
) -> anyhow::Result<RulingOutcome> {
    let mut failures = Vec::new();
    for url in pools {
        match rulings::send(url, key, ruling).await {
            Ok(outcome) => return Ok(outcome),
            Err(why) => failures.push(format!("the pool at {url}: {why}")),
        }
    }
    Err(anyhow!("{}", failures.join("; ")))
}

pub(crate) fn rule(arguments: &RuleArguments) -> anyhow::Result<ExitCode> {
    let key = key::read(&arguments.key)?;
    let ruling = arguments.ruling().ok_or_else(|| anyhow!("no ruling"))?;
    let runtime = super::runtime()?;
    let outcome = runtime.block_on(send(&arguments.pool, &key, ruling))?;
    if outcome.is_done {
        say(&outcome.words);
        return Ok(ExitCode::SUCCESS);
    }
    tell(&format!("error: {}", outcome.words));
    Ok(ExitCode::FAILURE)
}
