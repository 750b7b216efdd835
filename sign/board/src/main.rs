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
fn main() -> std::process::ExitCode {
    use sign_board::wiring::{Drawing, Netlist, PARTS};

    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => sign_board::pins::CONNECTIONS
            .iter()
            .for_each(|line| println!("{line}")),
        ["--netlist"] => print!("{Netlist}"),
        ["--drawing"] => print!("{Drawing}"),
        ["--parts"] => PARTS
            .iter()
            .for_each(|(count, part, remark)| println!("{count}  {part}: {remark}")),
        _ => {
            eprintln!("Usage: sign-board [--netlist | --drawing | --parts]");
            return std::process::ExitCode::from(2);
        }
    }
    std::process::ExitCode::SUCCESS
}
