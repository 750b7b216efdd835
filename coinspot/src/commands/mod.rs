//! The commands of `coinspot`: their arguments, and what they read and write.

pub(crate) mod demo;
pub(crate) mod install;
pub(crate) mod journal;
mod key;
pub(crate) mod monitor;
pub(crate) mod odds;
pub(crate) mod pit;
pub(crate) mod pool;
mod progress;
pub(crate) mod rounds;
pub(crate) mod sign;
pub(crate) mod simulate;
pub(crate) mod table;
