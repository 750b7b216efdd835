//! The live table in headless Chromium: what people click and what they see. Run by `cargo xtask browser`.
#![allow(missing_docs, reason = "tests")]

mod chromium;
mod hands;
mod others;
mod round;
mod same;
mod speaks;
mod troubles;
