//! The simulated parts of a table that tests and the workbench share, and the slow, obvious references
//! that the tests hold the real rules against.
#![forbid(unsafe_code)]

pub mod bookkeeper;
pub mod dealer;
pub mod evening;
pub mod naive_table;
pub mod parts;
pub mod referee;
pub mod rounds;
pub mod scenarios;
pub mod showdown;
pub mod simulate;
