//! The host's end of a table's wire.
//!
//! - [`Console`] signs commands, sends one request at a time, and follows the journal's entries.
//! - [`Console::exchange`] carries its bytes over an open [`ByteLine`].
//! - [`News`] are the entries, answers and halts that the table has told since its owner asked last.
//! - [`Replica`] is the ledger that the entries make.
//!
//! The wire's session proves that the other end has our key. Its messages may be wrong all the same, and must not stop
//! the console: a message that no table sends is counted as misread and otherwise ignored.
//!
//! No clock is read here: the owner passes the time in, in milliseconds that do not go back.
#![forbid(unsafe_code)]

mod answer;
mod byte_line;
mod console;
mod news;
mod replica;

pub use answer::{Answer, Words};
pub use byte_line::{ByteLine, read_arrived};
pub use console::{Busy, Console};
pub use news::News;
pub use replica::Replica;
