//! RM0351, chapters 8 and 14: pins and their edges.

use board_sim::chip::exti::Exti;
use board_sim::chip::gpio::{Gpio, Mode};
use board_sim::chip::pins::{Drive, Port};

const MODER: u32 = 0x00;
const OTYPER: u32 = 0x04;
const PUPDR: u32 = 0x0C;
const IDR: u32 = 0x10;
const ODR: u32 = 0x14;
const BSRR: u32 = 0x18;
const AFRL: u32 = 0x20;
const BRR: u32 = 0x28;

#[test]
fn reset_values_are_those_of_the_manual() {
    let modes = [Port::A, Port::B, Port::C].map(|port| Gpio::new(port).read(MODER));
    let expected = [Some(0xABFF_FFFF), Some(0xFFFF_FEBF), Some(0xFFFF_FFFF)];
    assert_eq!(modes, expected);
    assert_eq!(Gpio::new(Port::A).read(PUPDR), Some(0x6400_0000));
    assert_eq!(Gpio::new(Port::B).read(0x30), None);
}

#[test]
fn an_output_drives_what_is_written() {
    let mut port = Gpio::new(Port::C);
    let found = port.drive(4, Drive::High);
    assert_eq!(found, Drive::Released, "off after a reset");
    port.write(BSRR, 1 << 4);
    port.write(MODER, 1 << 8);
    assert_eq!(port.drive(4, Drive::Released), Drive::High);
    port.write(BSRR, 1 << 20 | 1 << 4);
    assert_eq!(port.drive(4, Drive::Released), Drive::High, "setting wins");
    port.write(BRR, 1 << 4);
    let found = (port.drive(4, Drive::Released), port.read(ODR));
    assert_eq!(found, (Drive::Low, Some(0)));
}

#[test]
fn open_drain_only_pulls_down() {
    let mut port = Gpio::new(Port::C);
    port.write(MODER, 1);
    port.write(OTYPER, 1);
    port.write(ODR, 1);
    assert_eq!(port.drive(0, Drive::Released), Drive::Released);
    port.write(ODR, 0);
    assert_eq!(port.drive(0, Drive::Released), Drive::Low);
}

#[test]
fn an_input_follows_the_world_and_then_its_pull() {
    let mut port = Gpio::new(Port::C);
    port.write(MODER, 0);
    port.write(PUPDR, 0b01);
    assert_eq!(port.read(IDR), Some(1), "pulled up");
    port.set_outside(0, Some(false));
    assert_eq!(port.read(IDR), Some(0));
    port.set_outside(3, Some(true));
    assert_eq!(port.read(IDR), Some(1 << 3));
}

#[test]
fn an_alternate_function_has_a_number() {
    let mut port = Gpio::new(Port::A);
    port.write(MODER, 0b10 << 10);
    port.write(AFRL, 5 << 20);
    assert_eq!(port.mode(5), Mode::Alternate(5));
    assert_eq!(port.drive(5, Drive::High), Drive::High);
}

#[test]
fn edges_that_are_asked_for_interrupt_until_they_are_acknowledged() {
    let mut exti = Exti::default();
    assert_eq!(exti.read(0x00), Some(0xFF82_0000));
    exti.set_levels(1 << 13);
    exti.write(0x0C, 1 << 13);
    exti.write(0x00, 1 << 13);
    exti.set_levels(0);
    assert_eq!(exti.interrupts(), 1 << 40);
    assert_eq!(exti.read(0x14), Some(1 << 13));
    exti.write(0x14, 1 << 13);
    assert_eq!(exti.interrupts(), 0);
    exti.set_levels(1 << 13);
    assert_eq!(exti.interrupts(), 0, "only falling edges were asked for");
}

#[test]
fn lines_share_their_interrupts_as_in_the_manual() {
    for (line, interrupt) in [(0, 6), (4, 10), (5, 23), (9, 23), (10, 40), (15, 40)] {
        let mut exti = Exti::default();
        exti.write(0x00, 1 << line);
        exti.write(0x10, 1 << line);
        assert_eq!(exti.interrupts(), 1 << interrupt, "line {line}");
    }
}
