//! Tries somebody else's console or sign: plays the table's end of their wire, well and badly, and judges every answer.
//!
//! | file | responsible for |
//! | --- | --- |
//! | `probe` | the table's end: frames as they are wanted, right or wrong |
//! | `checks` | what is tried, in order, and what must come of it |

mod checks;
mod probe;

pub use checks::{Check, conform};
pub use probe::Probe;
