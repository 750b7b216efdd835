//! The exchange, against chips that know nothing of the driver: every bit on its line, every sample under
//! the outputs it belongs to, nothing lit at random, and wires that refuse.

use embedded_hal::delay::DelayNs;
use embedded_hal::digital::{self, OutputPin};
use embedded_hal::spi::{self, SpiBus};
use firmware::chain::{EmitterBank, Input, Inputs, Output, Outputs};
use firmware::scan::{ScanError, Scanner, ShiftChain};
use parts::chain::{
    ChainSpi, Change, Delay, EMITTERS, LINES, LOOP_BACK, LOOP_OUT, Latch, SharedChain, Trouble,
    ante, key,
};
use shared_rules::seats::Seat;
use simulator::rig::FOREVER;

/// No line is lit.
const NONE: [usize; 0] = [];

fn wired(seed: u64) -> (SharedChain, ShiftChain<ChainSpi, Latch, Delay>) {
    let chain = SharedChain::new(seed);
    let Ok(()) = chain.output_enable().set_low();
    let driver = ShiftChain::new(chain.spi(), chain.latch(), chain.delay());
    (chain, driver)
}

fn one_bit(bit: usize) -> [u8; 6] {
    let bytes = (1_u64 << bit).to_le_bytes();
    bytes[..6].try_into().expect("six bytes")
}

fn lit_lines(chain: &SharedChain) -> Vec<usize> {
    let outputs = chain.with(|chain| chain.outputs());
    (0..LINES).filter(|&line| outputs[line]).collect()
}

/// Makes one input line read 1 while all outputs are off.
fn raise(line: usize) -> Change {
    match line {
        0..35 => Change::Trouble(line, Trouble::Light, FOREVER),
        35..42 => Change::Ante(line - ante(0), true),
        _ => Change::Key(line - key(0), true),
    }
}

#[test]
fn every_output_bit_drives_its_own_line() {
    for bit in 0..LINES {
        let (chain, mut driver) = wired(1);
        let sent = driver.exchange(Outputs::from_bytes(one_bit(bit)));
        assert!(sent.is_ok());
        assert_eq!(lit_lines(&chain), [bit]);
    }
}

#[test]
fn every_input_line_arrives_as_its_own_bit() {
    for line in 0..LOOP_BACK {
        let (chain, mut driver) = wired(2);
        driver.exchange(Outputs::OFF).expect("exchanged");
        chain.with(|chain| chain.apply(raise(line)));
        let read = driver.exchange(Outputs::OFF).expect("exchanged");
        assert_eq!(read, Inputs::from_bytes(one_bit(line)), "line {line}");
    }
}

#[test]
fn a_sample_belongs_to_the_outputs_of_the_exchange_before() {
    let (_, mut driver) = wired(3);
    let looped = Outputs::OFF.with(Output::LoopBack, true);
    let lit = Outputs::OFF
        .with(Output::GateEmitters(EmitterBank::A), true)
        .with(Output::GateEmitters(EmitterBank::B), true);
    let mut exchange = |outputs| driver.exchange(outputs).expect("exchanged");
    exchange(Outputs::OFF);
    assert_eq!(exchange(looped), Inputs::default());
    let under_looped = exchange(lit);
    assert_eq!(under_looped, Inputs::default().with(Input::LoopBack, true));
    let under_lit = exchange(Outputs::OFF);
    assert!(!under_lit.is_set(Input::LoopBack));
    let beams = Seat::ALL.map(|seat| under_lit.beams(seat));
    assert_eq!(beams, [[true; 5]; 7]);
    assert_eq!(exchange(Outputs::OFF), Inputs::default());
}

#[test]
fn nothing_lights_at_random() {
    let (noisy, _) = wired(4);
    assert_ne!(lit_lines(&noisy), NONE, "the chips power up with noise");
    let chain = SharedChain::new(4);
    assert_eq!(lit_lines(&chain), NONE);
    let driver = ShiftChain::new(chain.spi(), chain.latch(), chain.delay());
    let started = Scanner::start(driver);
    assert!(started.is_ok());
    let Ok(()) = chain.output_enable().set_low();
    assert_eq!(lit_lines(&chain), NONE);
}

#[test]
fn emitters_and_loop_back_alternate_whatever_the_lamps_show() {
    let (chain, driver) = wired(5);
    let mut scanner = Scanner::start(driver).expect("started");
    for scan in 0..6 {
        let lamps = Outputs::from_bytes(if scan < 3 { [0xff; 6] } else { [0; 6] });
        scanner.scan(lamps).expect("scanned");
        let shown = chain.with(|chain| chain.outputs());
        let looped = scan % 2 == 0;
        assert_eq!(shown[LOOP_OUT], looped);
        assert_eq!(EMITTERS.map(|line| shown[line]), [!looped; 2]);
    }
}

/// A wait that does not wait: the latch's pulse is then too short for the chips.
struct NoDelay;

impl DelayNs for NoDelay {
    fn delay_ns(&mut self, _: u32) {}
}

#[test]
fn the_latch_is_held_low_for_as_long_as_the_chips_need() {
    let chain = SharedChain::new(6);
    let Ok(()) = chain.output_enable().set_low();
    let before = lit_lines(&chain);
    let mut hasty = ShiftChain::new(chain.spi(), chain.latch(), NoDelay);
    hasty.exchange(Outputs::OFF).expect("exchanged");
    assert_eq!(lit_lines(&chain), before, "a short pulse shows nothing");
    let mut driver = ShiftChain::new(chain.spi(), chain.latch(), chain.delay());
    driver.exchange(Outputs::OFF).expect("exchanged");
    assert_eq!(lit_lines(&chain), NONE);
}

/// Wires that refuse.
#[derive(Debug)]
struct Refusing;

impl spi::ErrorType for Refusing {
    type Error = spi::ErrorKind;
}

impl SpiBus<u8> for Refusing {
    fn read(&mut self, _: &mut [u8]) -> Result<(), spi::ErrorKind> {
        Err(spi::ErrorKind::Overrun)
    }
    fn write(&mut self, _: &[u8]) -> Result<(), spi::ErrorKind> {
        Err(spi::ErrorKind::Overrun)
    }
    fn transfer(&mut self, _: &mut [u8], _: &[u8]) -> Result<(), spi::ErrorKind> {
        Err(spi::ErrorKind::Overrun)
    }
    fn transfer_in_place(&mut self, _: &mut [u8]) -> Result<(), spi::ErrorKind> {
        Err(spi::ErrorKind::Overrun)
    }
    fn flush(&mut self) -> Result<(), spi::ErrorKind> {
        Err(spi::ErrorKind::Overrun)
    }
}

impl digital::ErrorType for Refusing {
    type Error = digital::ErrorKind;
}

impl OutputPin for Refusing {
    fn set_low(&mut self) -> Result<(), digital::ErrorKind> {
        Err(digital::ErrorKind::Other)
    }
    fn set_high(&mut self) -> Result<(), digital::ErrorKind> {
        Err(digital::ErrorKind::Other)
    }
}

#[test]
fn wires_that_refuse_are_named() {
    let chain = SharedChain::new(9);
    let mut no_bus = ShiftChain::new(Refusing, chain.latch(), chain.delay());
    let mut no_latch = ShiftChain::new(chain.spi(), Refusing, chain.delay());
    let bus = ScanError::Bus(spi::ErrorKind::Overrun);
    assert_eq!(no_bus.exchange(Outputs::OFF), Err(bus));
    let latch = ScanError::Latch(digital::ErrorKind::Other);
    assert_eq!(no_latch.exchange(Outputs::OFF), Err(latch));
}
