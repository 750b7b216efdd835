//! Visits every state of a model of two linked tables and two sequencers, larger than the one that `cargo test` visits.

#[path = "../tests/model/link_model/mod.rs"]
mod link_model;

use std::process::ExitCode;
use std::{env, io};

use link_model::{Budget, LinkModel, Mistake};
use stateright::report::WriteReporter;
use stateright::{Checker, DiscoveryClassification, HasDiscoveries, Model};

const HELP: &str = "\
Visits every state of a model of two linked tables and two sequencers, and prints the number of states.

cargo run --release -p pit --example model -- [option value]...

  --rounds N      rounds per table (1)
  --late N        appends that arrive late (1)
  --crashes N     crashes of a sequencer (1)
  --power-cuts N  power cuts of a table (0)
  --voids N       void rounds (0)
  --threads N     threads (2)
  --mistake NAME  a mistake to be found: no-permits, unconditional-append or no-numbers

The exit code is 1 if a property does not hold in some state; the steps to it are then printed.";

/// The model and the number of threads.
fn read_arguments() -> Result<(LinkModel, usize), String> {
    let budget = Budget {
        late: 1,
        crashes: 1,
        power_cuts: 0,
        voids: 0,
    };
    let mut model = LinkModel {
        rounds: 1,
        budget,
        mistake: None,
    };
    let mut threads = 2;
    let mut arguments = env::args().skip(1);
    while let Some(option) = arguments.next() {
        let value = arguments.next().unwrap_or_default();
        let number = value.parse::<u8>();
        let number = number.map_err(|_| format!("{option}: a number from 0 to 255 follows"));
        match option.as_str() {
            "--rounds" => model.rounds = number?.into(),
            "--late" => model.budget.late = number?,
            "--crashes" => model.budget.crashes = number?,
            "--power-cuts" => model.budget.power_cuts = number?,
            "--voids" => model.budget.voids = number?,
            "--mistake" => model.mistake = Some(mistake(&value)?),
            "--threads" => threads = usize::from(number?).max(1),
            "--help" | "-h" => return Err(HELP.into()),
            other => return Err(format!("{other} is no option\n\n{HELP}")),
        }
    }
    Ok((model, threads))
}

fn mistake(name: &str) -> Result<Mistake, String> {
    match name {
        "no-permits" => Ok(Mistake::NoPermits),
        "unconditional-append" => Ok(Mistake::UnconditionalAppend),
        "no-numbers" => Ok(Mistake::NoNumbers),
        other => Err(format!("\"{other}\" is no mistake\n\n{HELP}")),
    }
}

fn main() -> ExitCode {
    let (model, threads) = match read_arguments() {
        Ok(read) => read,
        Err(words) => {
            eprintln!("{words}");
            return ExitCode::from(2);
        }
    };
    let checker = model.checker().threads(threads);
    let checker = checker.finish_when(HasDiscoveries::AnyFailures).spawn_bfs();
    let checker = checker.report(&mut WriteReporter::new(&mut io::stdout()));
    let (states, depth) = (checker.unique_state_count(), checker.max_depth());
    println!("{states} states, {depth} deep: {model:?}");
    let properties = checker.model().properties();
    let mut failed = properties.iter().filter(|property| {
        let kind = checker.discovery_classification(property.name);
        let is_found = checker.discovery(property.name).is_some();
        matches!(kind, DiscoveryClassification::Counterexample) == is_found
    });
    match failed.next() {
        Some(property) => {
            println!("does not hold: {}", property.name);
            ExitCode::FAILURE
        }
        None => ExitCode::SUCCESS,
    }
}
