//! `coinspot settle`: one round a line as JSON in, its settlement as JSON out. `docs/settle.md` describes
//! the format.

mod amount;
mod input;
mod object;
mod output;
mod stream;

pub use input::ReadingsIn;
pub use stream::{Stats, first_line, settle_stream};

pub(crate) use amount::Amount;
pub(crate) use input::{Checked, RoundIn, game_of, parse_line};
pub(crate) use object::Object;
pub(crate) use output::RoundOut;
pub(crate) use stream::answer_stream;

/// Settles one line; an error is a sentence for a person.
pub fn settle_line(line: &str) -> Result<String, String> {
    let settled = RoundOut::settle(&RoundIn::parse(line)?.check()?)?;
    serde_json::to_string(&settled).map_err(|error| error.to_string())
}
