//! The live table and the pit in headless Chromium: what people click and what they see. Run by `cargo xtask browser`.
#![allow(missing_docs, reason = "tests")]

/// The page cannot tell what runs the controller: every test passes with either engine.
macro_rules! with_both_engines {
    ($($test:ident),* $(,)?) => {
        mod host {
            $(#[tokio::test] async fn $test() { super::$test("host").await; })*
        }
        mod board {
            $(#[tokio::test] async fn $test() { super::$test("board").await; })*
        }
    };
}

mod chromium;
mod everyone;
mod guide;
mod hands;
mod irregular;
mod others;
mod papers;
mod pit;
mod round;
mod same;
mod speaks;
mod troubles;
