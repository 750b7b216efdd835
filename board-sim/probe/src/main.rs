//! Functions that the simulated board calls one at a time, counting their instructions. Each prepares what it needs in
//! a call of its own, so that only the work itself is between entry and return.
#![cfg_attr(target_os = "none", no_std, no_main)]

#[cfg(target_os = "none")]
mod probe;

#[cfg(not(target_os = "none"))]
fn main() {
    println!("A program for the board: `cargo xtask counts` builds and runs it.");
}
