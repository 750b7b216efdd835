//! The commands of `coinspot`: their arguments, and what they read and write.

pub(crate) mod rounds;
pub(crate) mod table;
