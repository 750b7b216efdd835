//! The controller's program. On the host it prints the board's interface: which pin carries
//! what, and what each bit of the shift chain means.
//!
//! The board's entry point comes with `board/`; until then only the library is built for ARM.
#![cfg_attr(target_os = "none", no_std, no_main)]
#![forbid(unsafe_code)]

#[cfg(not(target_os = "none"))]
mod interface;

#[cfg(not(target_os = "none"))]
fn main() -> std::process::ExitCode {
    interface::main()
}
