//! The sign's program: on the board the wiring of its parts and their tasks, on the host a list of its pins.
#![cfg_attr(target_os = "none", no_std, no_main)]
#![deny(
    unsafe_code,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used
)]

#[cfg(target_os = "none")]
mod board;

#[cfg(not(target_os = "none"))]
fn main() {
    for line in sign_board::pins::CONNECTIONS {
        println!("{line}");
    }
}
