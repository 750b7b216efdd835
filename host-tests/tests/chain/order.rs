//! Drivers that get the exchange wrong: the loop-back finds out each of them, and none of them ever has a
//! bet. Only pulse, shift, pulse is believed.

use embedded_hal::delay::DelayNs;
use embedded_hal::digital::OutputPin;
use embedded_hal::spi::SpiBus;
use firmware::chain::{Inputs, Outputs};
use firmware::faults::ChainFault;
use firmware::scan::{Sample, ShiftChain, with_probes};
use firmware::sensors::{SensorReadings, Sensors};
use parts::chain::{Change, SharedChain};
use shared_rules::seats::Seat;

use Step::{Pulse, Shift};

/// What a driver does in one exchange.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Step {
    Pulse,
    Shift,
}

/// A thousand exchanges of a driver with this order, with a chip at seat 1. `first_bit` says how a byte's
/// bits are put on the bus.
fn readings_of(order: &[Step], first_bit: fn(u8) -> u8) -> Vec<SensorReadings> {
    let chain = SharedChain::new(7);
    let Ok(()) = chain.output_enable().set_low();
    chain.with(|chain| chain.apply(Change::Chips(0, 1)));
    let (mut spi, mut latch, mut delay) = (chain.spi(), chain.latch(), chain.delay());
    let mut exchange = |sent: Outputs| {
        let mut bytes = sent.to_bytes().map(first_bit);
        for step in order {
            if *step == Pulse {
                let Ok(()) = latch.set_low();
                delay.delay_us(1);
                let Ok(()) = latch.set_high();
            } else {
                let Ok(()) = spi.transfer_in_place(&mut bytes);
            }
        }
        Inputs::from_bytes(bytes.map(first_bit))
    };
    let (mut sensors, mut shown) = (Sensors::new(), Outputs::OFF);
    exchange(shown);
    let scans = (0..1_000).map(|_| {
        let sent = with_probes(Outputs::OFF, shown);
        let inputs = exchange(sent);
        let sample = Sample { shown, inputs };
        shown = sent;
        sensors.accept(sample);
        sensors.readings()
    });
    scans.collect()
}

fn believed_chips(readings: &[SensorReadings]) -> u8 {
    let chips = readings.iter().map(|now| now.seats.get(Seat::One).chips);
    chips.max().unwrap_or(0)
}

#[test]
fn only_pulse_shift_pulse_is_believed() {
    let right = readings_of(&[Pulse, Shift, Pulse], u8::reverse_bits);
    assert_eq!(right.last().expect("scans").chain, None);
    assert_eq!(believed_chips(&right), 1);
    let wrong: [&[Step]; 3] = [&[Pulse, Shift], &[Shift, Pulse], &[Shift]];
    for order in wrong {
        let readings = readings_of(order, u8::reverse_bits);
        let last = readings.last().expect("scans").chain;
        assert_eq!(last, Some(ChainFault::LoopBack), "{order:?}");
        assert_eq!(believed_chips(&readings), 0, "{order:?}");
    }
}

#[test]
fn a_bus_with_the_wrong_bit_first_is_not_believed() {
    let readings = readings_of(&[Pulse, Shift, Pulse], |byte| byte);
    let last = readings.last().expect("scans").chain;
    assert_eq!(last, Some(ChainFault::LoopBack));
    assert_eq!(believed_chips(&readings), 0);
}

#[test]
fn a_sample_held_against_the_wrong_outputs_is_not_believed() {
    let chain = SharedChain::new(8);
    let Ok(()) = chain.output_enable().set_low();
    let mut driver = ShiftChain::new(chain.spi(), chain.latch(), chain.delay());
    let (mut sensors, mut shown) = (Sensors::new(), Outputs::OFF);
    driver.exchange(shown).expect("exchanged");
    for number in 0..1_000 {
        shown = with_probes(Outputs::OFF, shown);
        let inputs = driver.exchange(shown).expect("exchanged");
        sensors.accept(Sample { shown, inputs });
        let fault = if number < 4 {
            ChainFault::Unproven
        } else {
            ChainFault::LoopBack
        };
        assert_eq!(sensors.readings().chain, Some(fault));
    }
}

/// Six bytes through a chain without a cut may be exchanged at once: nobody can tell.
#[test]
fn an_exchange_at_once_is_one_bit_by_bit() {
    let chains = [SharedChain::new(3), SharedChain::new(3)];
    let [at_once, bit_by_bit] = &chains;
    for round in 0..500_u64 {
        let sent = round.wrapping_mul(0x9E37_79B9_7F4A_7C15).to_le_bytes();
        let sent: [u8; 6] = std::array::from_fn(|index| sent[index]);
        let mut read = [sent, [0; 6]];
        let Ok(()) = at_once.spi().transfer_in_place(&mut read[0]);
        let Ok(()) = bit_by_bit.spi().transfer(&mut read[1], &sent);
        assert_eq!(read[0], read[1]);
        for chain in &chains {
            let Ok(()) = chain.output_enable().set_low();
            chain.with(|chain| chain.apply(Change::Chips(usize::from(sent[0] % 7), sent[1] % 6)));
            let Ok(()) = chain.latch().set_low();
            chain.delay().delay_us(1);
            let Ok(()) = chain.latch().set_high();
        }
        let seen = |chain: &SharedChain| chain.with(|chain| (chain.lit(), chain.now_ns()));
        assert_eq!(seen(at_once), seen(bit_by_bit));
    }
}
