//! The netlist of the shift chain: its pins are those of the program, and chips that are wired as it says shift 48 bits as
//! the table of the chain says.
//!
//! The chips here know their pins from the data sheets, and their nets from the text alone.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use firmware::chain::{Bit, Input, Level, Output, Wire};
use firmware::pins::CONNECTIONS;
use firmware::wiring::{ChainDrawing, ChainNetlist, PARTS};
use shared_rules::seats::Seat;

const NETLIST: &str = include_str!("../../docs/chain/netlist.txt");
const DRAWING: &str = include_str!("../../docs/chain/wiring.svg");
const PAGE: &str = include_str!("../../docs/bring-up.md");

/// A 74HC595: outputs QA to QH, carry, and the inputs.
const Q: [u8; 8] = [15, 1, 2, 3, 4, 5, 6, 7];
const CARRY: u8 = 9;
const CLEAR: u8 = 10;
const SHIFT_CLOCK: u8 = 11;
const LATCH_CLOCK: u8 = 12;
const ENABLE: u8 = 13;
const SERIAL: u8 = 14;

/// A 74HC165: inputs A to H, the last stage, and the others.
const D: [u8; 8] = [11, 12, 13, 14, 3, 4, 5, 6];
const LOAD: u8 = 1;
const CLOCK: u8 = 2;
const LAST: u8 = 9;
const SERIAL_IN: u8 = 10;
const INHIBIT: u8 = 15;

/// Each net's pins. A resistor of 33 ohms passes a level on, so the nets at its ends are one.
fn nets() -> Vec<BTreeSet<String>> {
    let mut nets: Vec<BTreeSet<String>> = NETLIST
        .lines()
        .map(|line| {
            let (_, pins) = line.split_once(": ").expect("a net");
            pins.split(' ').map(str::to_owned).collect()
        })
        .collect();
    for resistor in ["R1", "R2", "R3"] {
        let at = |end: &str| {
            let pin = format!("{resistor}-{end}");
            nets.iter()
                .position(|net| net.contains(&pin))
                .expect("its net")
        };
        let (one, other) = (at("1"), at("2"));
        let rest = std::mem::take(&mut nets[other]);
        nets[one].extend(rest);
    }
    nets
}

#[derive(Clone, Copy, Default)]
struct Stages([bool; 8]);

impl Stages {
    fn shift(&mut self, into: bool) {
        self.0.rotate_right(1);
        self.0[0] = into;
    }
}

/// The chips, wired by the nets.
struct Bench {
    net_of: HashMap<String, usize>,
    levels: Vec<bool>,
    /// Levels from outside: the board's pins, the plugs.
    driven: BTreeMap<String, bool>,
    shifted: [Stages; 6],
    shown: [Stages; 6],
    held: [Stages; 6],
    before: Vec<bool>,
    is_pulled_up: Vec<bool>,
}

impl Bench {
    fn new() -> Self {
        let nets = nets();
        let mut net_of = HashMap::new();
        for (index, net) in nets.iter().enumerate() {
            for pin in net {
                assert_eq!(
                    net_of.insert(pin.clone(), index),
                    None,
                    "{pin} is on two nets"
                );
            }
        }
        let rail = |name: &str| net_of[name];
        let (high, low) = (rail("BOARD-3V3"), rail("BOARD-GND"));
        assert_ne!(high, low);
        // A resistor whose other end is at 3.3 V pulls its net up.
        let is_up = |net: &BTreeSet<String>| {
            net.iter().any(|pin| {
                let other = pin.strip_suffix("-1").map(|part| format!("{part}-2"));
                let is_resistor = pin.starts_with("RN") || pin.starts_with("RP");
                is_resistor && other.is_some_and(|other| net_of.get(&other) == Some(&high))
            })
        };
        let is_pulled_up: Vec<bool> = nets.iter().map(is_up).collect();
        let mut bench = Self {
            levels: vec![false; nets.len()],
            before: vec![false; nets.len()],
            is_pulled_up,
            net_of,
            driven: BTreeMap::new(),
            shifted: Default::default(),
            shown: Default::default(),
            held: Default::default(),
        };
        for (signal, level) in [
            ("SCK", false),
            ("MOSI", false),
            ("LATCH", true),
            ("/OE", true),
        ] {
            bench.drive(signal, level);
        }
        bench
    }

    fn level(&self, pin: &str) -> bool {
        self.levels[*self
            .net_of
            .get(pin)
            .unwrap_or_else(|| panic!("{pin} is on no net"))]
    }

    /// The pin of the board's chip for a signal of the chain.
    fn board_pin(&self, signal: &str) -> String {
        let mut chain = CONNECTIONS
            .iter()
            .filter(|wire| wire.purpose == "shift chain");
        let wire = chain.find(|wire| wire.signal == signal).expect("a signal");
        let begin = format!("BOARD-{}(", wire.pin);
        let mut pins = self.net_of.keys().filter(|pin| pin.starts_with(&begin));
        pins.next()
            .unwrap_or_else(|| panic!("{begin} is on no net"))
            .clone()
    }

    fn drive(&mut self, signal: &str, level: bool) {
        let pin = self.board_pin(signal);
        self.set(&pin, level);
    }

    fn set(&mut self, pin: &str, level: bool) {
        self.driven.insert(pin.to_owned(), level);
        self.settle();
    }

    /// Levels spread, and chips see the edges.
    fn settle(&mut self) {
        self.spread();
        let rises = |bench: &Self, chip: usize, pin: u8, first: usize| {
            let net = bench.net_of[&format!("U{}-{pin}", first + chip)];
            bench.levels[net] && !bench.before[net]
        };
        let (mut shifted, mut shown, mut held) = (self.shifted, self.shown, self.held);
        for chip in 0..6 {
            let at = |pin: u8| self.level(&format!("U{}-{pin}", 1 + chip));
            assert!(at(CLEAR), "U{} is cleared", 1 + chip);
            if rises(self, chip, SHIFT_CLOCK, 1) {
                shifted[chip].shift(at(SERIAL));
            }
            if rises(self, chip, LATCH_CLOCK, 1) {
                shown[chip] = self.shifted[chip];
            }
            let at = |pin: u8| self.level(&format!("U{}-{pin}", 11 + chip));
            if !at(LOAD) {
                held[chip] = Stages(D.map(at));
            } else if rises(self, chip, CLOCK, 11) && !at(INHIBIT) {
                held[chip].shift(at(SERIAL_IN));
            }
        }
        (self.shifted, self.shown, self.held) = (shifted, shown, held);
        self.before.clone_from(&self.levels);
        self.spread();
        self.before.clone_from(&self.levels);
    }

    /// The level of every net: what drives it, or its resistor.
    fn spread(&mut self) {
        let mut driven: BTreeMap<usize, bool> = BTreeMap::new();
        let mut drive = |pin: &str, level: bool| {
            let Some(net) = self.net_of.get(pin) else {
                return;
            };
            let before = driven.insert(*net, level);
            assert!(
                before.is_none_or(|before| before == level),
                "{pin} against another output"
            );
        };
        drive("BOARD-3V3", true);
        drive("BOARD-GND", false);
        self.driven
            .iter()
            .for_each(|(pin, level)| drive(pin, *level));
        for chip in 0..6 {
            let enabled = !self.levels[self.net_of[&format!("U{}-{ENABLE}", 1 + chip)]];
            for (stage, pin) in Q.into_iter().enumerate().filter(|_| enabled) {
                drive(&format!("U{}-{pin}", 1 + chip), self.shown[chip].0[stage]);
            }
            drive(&format!("U{}-{CARRY}", 1 + chip), self.shifted[chip].0[7]);
            drive(&format!("U{}-{LAST}", 11 + chip), self.held[chip].0[7]);
        }
        for (net, level) in self.levels.iter_mut().enumerate() {
            *level = driven.get(&net).copied().unwrap_or(self.is_pulled_up[net]);
        }
    }

    fn pulse_latch(&mut self) {
        self.drive("LATCH", false);
        self.drive("LATCH", true);
    }

    /// An exchange as the program makes it: loads, shifts 48 bits in mode 0 with bit 0 first, shows.
    fn exchange(&mut self, out: u64) -> u64 {
        self.pulse_latch();
        let miso = self.board_pin("MISO");
        let mut read = 0;
        for bit in 0..48 {
            self.drive("MOSI", out >> bit & 1 == 1);
            read |= u64::from(self.level(&miso)) << bit;
            self.drive("SCK", true);
            self.drive("SCK", false);
        }
        self.pulse_latch();
        read
    }
}

/// The pin of a plug, or of a transistor, at which an output is seen: docs/bring-up.md says the same.
fn seen_at(output: Output) -> String {
    match output {
        Output::BetLamp(seat, level) => format!("J{}-{}", seat.number(), 11 + level.index()),
        Output::SpotRing(seat) => format!("J{}-16", seat.number()),
        Output::GateEmitters(bank) => format!("Q{}-G", 1 + bank as u8),
        Output::AlarmSounder => "Q3-G".into(),
        Output::BetsOpenLamp => "J8-8".into(),
        Output::FaultLamp => "J8-9".into(),
        Output::LoopBack => "U16-11".into(),
    }
}

/// The pin of a plug at which an input comes in, and its level without a plug.
fn put_at(input: Input) -> Option<(String, bool)> {
    Some(match input {
        Input::BeamSeen(seat, level) => (format!("J{}-{}", seat.number(), 5 + level.index()), true),
        Input::AnteCovered(seat) => (format!("J{}-10", seat.number()), true),
        Input::PlaceYourBetsKey => ("J8-3".into(), false),
        Input::NoMoreBetsKey => ("J8-4".into(), false),
        Input::VoidKey => ("J8-5".into(), false),
        Input::SupervisorKey => ("J8-6".into(), false),
        Input::ServiceDoorOpen => ("J8-7".into(), true),
        Input::LoopBack => return None,
    })
}

/// Numbers without a pattern.
fn words() -> impl Iterator<Item = u64> {
    let mut word = 0x9E37_79B9_7F4A_7C15_u64;
    std::iter::repeat_with(move || {
        word ^= word << 13;
        word ^= word >> 7;
        word ^= word << 17;
        word & ((1 << 48) - 1)
    })
}

#[test]
fn files_are_what_the_tables_say() {
    assert_eq!(
        NETLIST,
        ChainNetlist.to_string(),
        "cargo run -p firmware -- --netlist"
    );
    assert_eq!(
        DRAWING,
        ChainDrawing.to_string(),
        "cargo run -p firmware -- --drawing"
    );
}

#[test]
fn wired_as_the_netlist_says_48_bits_shift_as_the_table_says() {
    let mut bench = Bench::new();
    bench.exchange(0);
    bench.drive("/OE", false);
    let singles = (0..48).map(|bit| 1 << bit);
    let mut before = 0;
    for (out, levels) in singles.chain(words().take(64)).zip(words().skip(1_000)) {
        for bit in Bit::all() {
            if let Some((pin, _)) = put_at(Wire::at(bit).input) {
                bench.set(&pin, levels >> bit.index() & 1 == 1);
            }
        }
        let read = bench.exchange(out);
        for bit in Bit::all() {
            let Wire { output, input } = Wire::at(bit);
            let is_lit = bench.level(&seen_at(output));
            assert_eq!(is_lit, out >> bit.index() & 1 == 1, "{output}");
            let expected = match input {
                Input::LoopBack => before >> Output::LoopBack.bit().index() & 1 == 1,
                _ => levels >> bit.index() & 1 == 1,
            };
            assert_eq!(read >> bit.index() & 1 == 1, expected, "{input}");
        }
        before = out;
    }
}

#[test]
fn in_reset_every_lamp_is_dark_and_a_plug_that_is_out_is_noticed() {
    let mut bench = Bench::new();
    let oe = bench.board_pin("/OE");
    bench.exchange((1 << 48) - 1);
    bench.driven.remove(&oe);
    let read = bench.exchange((1 << 48) - 1);
    for bit in Bit::all() {
        let Wire { output, input } = Wire::at(bit);
        assert!(!bench.level(&seen_at(output)), "{output}");
        if let Some((_, without)) = put_at(input) {
            assert_eq!(read >> bit.index() & 1 == 1, without, "{input}");
        }
    }
}

#[test]
fn every_pin_of_the_board_is_on_the_page() {
    let rows: Vec<Vec<&str>> = PAGE
        .lines()
        .filter(|line| line.starts_with("| "))
        .map(|line| line.trim_matches(['|', ' ']).split(" | ").collect())
        .collect();
    let board = NETLIST.split_whitespace().filter_map(|pin| {
        let (pin, header) = pin
            .strip_prefix("BOARD-")?
            .strip_suffix(')')?
            .split_once('(')?;
        Some((pin, header.replace('-', " ")))
    });
    let board: Vec<_> = board.collect();
    assert_eq!(board.len(), 5);
    for (pin, header) in board {
        let row = rows.iter().find(|row| row.get(1) == Some(&pin));
        let row = row.unwrap_or_else(|| panic!("{pin} is not on the page"));
        assert!(row[2].starts_with(&header), "{row:?}, {header}");
    }
}

/// No pin of a chip is left open but QH of the 74HC165s and the last carry.
#[test]
fn every_pin_of_every_chip_is_on_a_net() {
    let wired: BTreeSet<String> = nets().into_iter().flatten().collect();
    for chip in (1..=6).chain(11..=16) {
        let open: Vec<u8> = (1..=16)
            .filter(|pin| !wired.contains(&format!("U{chip}-{pin}")))
            .collect();
        let expected = match chip {
            6 => vec![CARRY],
            11.. => vec![7],
            _ => vec![],
        };
        assert_eq!(open, expected, "U{chip}");
    }
}

/// The parts of the list are those of the netlist.
#[test]
fn the_list_counts_the_parts_of_the_netlist() {
    let parts: BTreeSet<String> = nets()
        .into_iter()
        .flatten()
        .filter_map(|pin| Some(pin.rsplit_once('-')?.0.to_owned()))
        .collect();
    let count = |begins: &str, digits: usize| {
        let named = |part: &&String| {
            part.strip_prefix(begins).is_some_and(|rest| {
                rest.len() <= digits && rest.bytes().all(|b| b.is_ascii_digit())
            })
        };
        u8::try_from(parts.iter().filter(named).count()).expect("a small number")
    };
    let listed: Vec<u8> = PARTS.iter().map(|(count, ..)| *count).collect();
    let seats = count("J", 1) - 1;
    let found = [
        1,
        count("U", 1),
        count("U", 2) - count("U", 1),
        count("C", 2),
        count("R", 1),
        count("RP", 0),
        count("RN", 2),
        count("RL", 0),
        count("Q", 1),
        count("RQ", 1),
        seats,
        1,
    ];
    assert_eq!(listed, found);
    assert_eq!(usize::from(seats), Seat::ALL.len());
    assert_eq!(Level::ALL.len(), 5);
}
