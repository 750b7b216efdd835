//! The table's answers to requests.

use shared_rules::ledger::JackpotHit;
use shared_rules::wire::message::{Meters, NoiseCounts};
use shared_rules::wire::sign::SignVersion;
use shared_rules::wire::why::Why;

/// The table's answer to a request.
#[derive(Clone, PartialEq, Debug)]
pub enum Answer {
    /// The command is carried out, with the number of its entry.
    Done(Option<u32>),
    /// The command is refused.
    Refused(Words),
    /// The meters.
    Meters(Meters),
    /// The disturbed samples of the felt.
    Noise(NoiseCounts),
    /// Hits in their order, with the number of the first.
    Hits(u32, Vec<JackpotHit>),
    /// The version that the sign reported last.
    Sign(Option<SignVersion>),
}

/// A refusal as the console shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Words {
    /// The paragraph, like `RWS6 5.17.2c`; empty where no document speaks of it.
    pub rule: String,
    /// In words.
    pub text: String,
}

impl From<Why> for Words {
    fn from(why: Why) -> Words {
        Words {
            rule: why.rule().map(|rule| rule.to_string()).unwrap_or_default(),
            text: why.to_string(),
        }
    }
}
