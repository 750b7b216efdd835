//! The netlist: traced from the chip to the panel, it connects what the program drives with the pin of that name.

use sign_board::pins::CONNECTIONS;
use sign_board::wiring::{Drawing, Netlist, WAYS};
use std::collections::{BTreeMap, BTreeSet};

/// The pins of a HUB75 connector with 16 pins, for panels with four address lines.
const HUB75: [&str; 16] = [
    "R1", "G1", "B1", "GND", "R2", "G2", "B2", "GND", "A", "B", "C", "D", "CLK", "LAT", "/OE",
    "GND",
];

const DRAWING: &str = include_str!("../../../docs/sign/wiring.svg");
const NETLIST: &str = include_str!("../../../docs/sign/netlist.txt");

/// The nets by the pins on them.
fn nets(netlist: &str) -> BTreeMap<&str, Vec<&str>> {
    let lines = netlist.lines().filter_map(|line| line.split_once(": "));
    let nets = lines.map(|(name, pins)| (name, pins.split(' ').collect::<Vec<_>>()));
    nets.collect()
}

/// The net that a pin is on.
fn net_of<'a>(nets: &'a BTreeMap<&str, Vec<&str>>, pin: &str) -> &'a [&'a str] {
    let mut found = nets.values().filter(|pins| pins.contains(&pin));
    let net = found.next().unwrap_or_else(|| panic!("{pin} is on no net"));
    assert_eq!(found.next(), None, "{pin} is on two nets");
    net
}

/// The other side of a 74HCT245's channel: A1 is pin 2 and B1 is pin 18, up to A8 and B8, pins 9 and 11.
fn through(pin: &str) -> Option<String> {
    let (chip, number) = pin.strip_prefix('U')?.split_once('-')?;
    let number: u8 = number.parse().ok()?;
    (2..=9)
        .contains(&number)
        .then(|| format!("U{chip}-{}", 20 - number))
}

#[test]
fn every_signal_of_the_program_reaches_the_pin_of_its_name() {
    let text = Netlist.to_string();
    let nets = nets(&text);
    let panels = CONNECTIONS.iter().filter(|wire| wire.purpose == "panels");
    for wire in panels {
        let way = WAYS.iter().find(|way| way.signal == wire.signal);
        let way = way.unwrap_or_else(|| panic!("no way for {}", wire.signal));
        let chip = format!("NUCLEO-{}({})", wire.pin, way.connector);
        let shifters: Vec<String> = net_of(&nets, &chip)
            .iter()
            .filter_map(|pin| through(pin))
            .collect();
        let [shifter] = shifters.as_slice() else {
            panic!("{}: {shifters:?}", wire.signal);
        };
        let ends = net_of(&nets, shifter)
            .iter()
            .filter_map(|pin| pin.strip_prefix("P1-"));
        let names: Vec<&str> = ends
            .map(|pin| HUB75[pin.parse::<usize>().expect("a number") - 1])
            .collect();
        assert_eq!(names, [wire.signal]);
    }
    assert_eq!(WAYS.len(), 11);
}

#[test]
fn every_pin_is_on_one_net_and_none_floats() {
    let text = Netlist.to_string();
    let nets = nets(&text);
    let all: Vec<&&str> = nets.values().flatten().collect();
    let different: BTreeSet<&&str> = all.iter().copied().collect();
    assert_eq!(all.len(), different.len(), "a pin on two nets");
    for (number, name) in (1..).zip(HUB75) {
        let net = net_of(&nets, &format!("P1-{number}")).to_vec();
        let is_ground = net.contains(&"SUPPLY-GND");
        assert_eq!(is_ground, ["B1", "B2", "GND"].contains(&name), "{number}");
    }
    for chip in ["U1", "U2"] {
        for (pin, other) in [
            (1, "SUPPLY-5V"),
            (20, "SUPPLY-5V"),
            (10, "SUPPLY-GND"),
            (19, "SUPPLY-GND"),
        ] {
            assert!(net_of(&nets, &format!("{chip}-{pin}")).contains(&other));
        }
        for input in 2..=9 {
            assert!(
                net_of(&nets, &format!("{chip}-{input}")).len() > 1,
                "{chip}-{input}"
            );
        }
    }
    // The pull-up holds the input of the level shifter, which drives the panel.
    assert!(
        net_of(&nets, "RP-1")
            .iter()
            .any(|pin| pin.starts_with("NUCLEO-PC6"))
    );
    assert!(net_of(&nets, "RP-2").contains(&"SUPPLY-5V"));
}

#[test]
fn the_documents_are_those_that_the_program_makes() {
    assert_eq!(NETLIST, Netlist.to_string());
    assert_eq!(DRAWING, Drawing.to_string());
}
