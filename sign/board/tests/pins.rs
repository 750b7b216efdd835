//! The pin table against itself, against the row scan, and against the page that a person wires from.

use sign_board::pins::CONNECTIONS;
use std::collections::BTreeSet;

const PAGE: &str = include_str!("../../../docs/sign.md");

#[test]
fn no_pin_is_used_twice() {
    let pins: BTreeSet<&str> = CONNECTIONS.iter().map(|wire| wire.pin).collect();
    assert_eq!(pins.len(), CONNECTIONS.len());
}

/// The scan writes data, CLK and LAT with one byte, and the address with four bits above it.
#[test]
fn the_panels_are_on_port_c_in_the_order_of_the_scan() {
    let panels = CONNECTIONS.iter().filter(|wire| wire.purpose == "panels");
    let pins: Vec<(&str, &str)> = panels.map(|wire| (wire.signal, wire.pin)).collect();
    let expected = [
        ("R1", "PC0"),
        ("G1", "PC1"),
        ("R2", "PC2"),
        ("G2", "PC3"),
        ("CLK", "PC4"),
        ("LAT", "PC5"),
        ("/OE", "PC6"),
        ("A", "PC8"),
        ("B", "PC9"),
        ("C", "PC10"),
        ("D", "PC11"),
    ];
    assert_eq!(pins, expected);
}

#[test]
fn the_page_wires_every_pin_as_the_program_does() {
    let rows = PAGE.lines().filter_map(|line| {
        let mut cells = line.strip_prefix("| ")?.split(" | ");
        let (signal, pin) = (cells.next()?, cells.next()?);
        pin.starts_with('P').then_some((signal, pin))
    });
    let wired: BTreeSet<(&str, &str)> = rows.filter(|(_, pin)| pin.len() <= 4).collect();
    let used = CONNECTIONS.iter().map(|wire| (wire.signal, wire.pin));
    assert_eq!(wired, used.collect());
}
