//! The simulated parts of a table that tests and the workbench share.
#![forbid(unsafe_code)]
