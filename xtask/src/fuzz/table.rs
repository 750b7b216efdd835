//! The outcome of all targets as a table.

use super::build::Site;
use super::run::Outcome;

/// One line a target.
pub(super) fn print(results: &[Outcome]) {
    println!(
        "\n{:<9} {:>11} {:>9} {:>7} {:>7} {:>8} {:>8}",
        "target", "executions", "a second", "corpus", "cov", "ft", "crashes"
    );
    for outcome in results {
        println!(
            "{:<9} {:>11} {:>9.0} {:>7} {:>7} {:>8} {:>8}",
            outcome.target,
            outcome.executions,
            outcome.per_second(),
            outcome.corpus,
            outcome.coverage,
            outcome.features,
            u8::from(outcome.crash.is_some()),
        );
    }
}

/// An error that says for each target that did not end well why, and how to see it again.
pub(super) fn complain(site: &Site, results: &[Outcome]) -> Result<(), String> {
    let failed = results.iter().filter(|outcome| !outcome.is_sound);
    let complaints: Vec<String> = failed.map(|outcome| complaint(site, outcome)).collect();
    match complaints[..] {
        [] => Ok(()),
        _ => Err(complaints.join("\n")),
    }
}

fn complaint(site: &Site, outcome: &Outcome) -> String {
    let target = outcome.target;
    match &outcome.crash {
        Some(input) => format!(
            "{target} crashes\n{}\ninput:  {}\nreplay: {}",
            outcome.panic.join("\n"),
            input.display(),
            site.replay(target, input)
        ),
        None => {
            let log = site.directory().join("logs").join(target);
            format!("{target} ended before its time: see {}", log.display())
        }
    }
}
