//! `coinspot`: the host program of the table.
#![forbid(unsafe_code)]

fn main() {
    println!("coinspot {}", env!("CARGO_PKG_VERSION"));
}
