//! The tests of what decides money, in one program that is built and run once for every mutant of it: all of them that
//! take no longer than that allows. `cargo test` runs each where it stands, so this program is no part of it.

#[path = "../examples.rs"]
mod examples;
#[path = "../jackpot.rs"]
mod jackpot;
#[path = "../journal/main.rs"]
mod journal;
#[path = "../ledger/main.rs"]
mod ledger;
#[path = "../pay/main.rs"]
mod pay;
#[path = "../round/main.rs"]
mod round;
mod samples;
#[path = "../settle/main.rs"]
mod settle;
