//! What people do at the table, one thing a step.

use crate::prelude::*;

pub use simulator::controller_driver::FeltChange as Felt;

/// One thing that somebody does.
#[derive(Clone, Debug)]
pub enum Step {
    /// The console asks for it, and it is done.
    Does(Command),
    /// The console asks for it, and it is refused.
    IsRefused(Command),
    /// Somebody without the key asks for it.
    Forges(Command),
    /// Something changes on the felt.
    Felt(Felt),
    /// So many milliseconds pass.
    Waits(u64),
}

/// The console says so.
pub fn says<const N: usize>(events: [Event; N]) -> Vec<Step> {
    events.map(|event| Step::Does(Command::Round(event))).into()
}

/// The house says so, with the supervisor's key turned.
pub fn decides(event: Event) -> Vec<Step> {
    supervised(Step::Does(Command::Round(event)))
}

/// The console says so, and is refused.
pub fn is_refused(event: Event) -> Vec<Step> {
    vec![Step::IsRefused(Command::Round(event))]
}

/// With the supervisor's key turned.
pub fn supervised(step: Step) -> Vec<Step> {
    vec![
        Step::Felt(Felt::Supervisor(true)),
        step,
        Step::Felt(Felt::Supervisor(false)),
    ]
}

/// The house configures the table.
pub fn configures(configuration: Configuration) -> Vec<Step> {
    supervised(Step::Does(Command::Configure(configuration)))
}

/// The supervisor confirms an award.
pub fn confirms() -> Vec<Step> {
    supervised(Step::Does(Command::Confirm))
}
