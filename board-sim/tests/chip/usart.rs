//! RM0351, chapter 40: rates, flags, errors.

use board_sim::chip::usart::{Arrival, Usart};
use board_sim::time::{Span, Time};

const CR1: u32 = 0x00;
const CR3: u32 = 0x08;
const BRR: u32 = 0x0C;
const ISR: u32 = 0x1C;
const ICR: u32 = 0x20;
const RDR: u32 = 0x24;
const TDR: u32 = 0x28;
const UE_RE_TE: u32 = 0b1101;
const RXNEIE: u32 = 1 << 5;
const TCIE: u32 = 1 << 6;
const TXEIE: u32 = 1 << 7;
const T0: Time = Time::ZERO;

/// 80 MHz divided by 694 are 115,274 baud.
const FRAME: Span = Span::ps(12_500 * 694 * 10);

fn started(extra: u32) -> Usart {
    let mut usart = Usart::new(80_000_000);
    usart.write(BRR, 694, T0);
    usart.write(CR1, UE_RE_TE | extra, T0);
    usart
}

fn isr(usart: &mut Usart) -> u32 {
    usart.read(ISR).unwrap_or(0) & 0xFF
}

#[test]
fn after_a_reset_it_is_empty_and_done() {
    let mut usart = Usart::new(80_000_000);
    assert_eq!(usart.read(ISR), Some(0xC0));
    let found = [CR1, CR3, BRR].map(|register| usart.read(register));
    assert_eq!(found, [Some(0); 3]);
    assert_eq!(usart.read(0x30), None);
}

#[test]
fn a_byte_takes_ten_bits_and_the_next_one_waits_in_line() {
    let mut usart = started(TXEIE);
    assert_eq!(usart.bit().times(10), FRAME);
    usart.write(TDR, 0x41, T0);
    assert_eq!(
        isr(&mut usart),
        0x80,
        "the register is free at once, the byte is not yet out"
    );
    usart.write(TDR, 0x42, T0);
    assert_eq!(isr(&mut usart), 0);
    assert!(!usart.interrupt());
    usart.advance(T0 + FRAME);
    assert_eq!(isr(&mut usart), 0x80);
    assert!(usart.interrupt());
    usart.advance(T0 + FRAME.times(2));
    assert_eq!(isr(&mut usart), 0xC0);
    let sent = usart.take_sent();
    let sent: Vec<_> = sent
        .iter()
        .map(|departure| (departure.byte, departure.at))
        .collect();
    assert_eq!(sent, [(0x41, T0 + FRAME), (0x42, T0 + FRAME.times(2))]);
}

#[test]
fn a_finished_transmission_interrupts_until_it_is_acknowledged() {
    let mut usart = started(TCIE);
    usart.write(TDR, 1, T0);
    usart.advance(T0 + FRAME);
    assert!(usart.interrupt());
    usart.write(ICR, 1 << 6, T0);
    assert!(!usart.interrupt());
}

#[test]
fn what_arrives_is_there_after_ten_bits_and_then_the_line_is_idle() {
    let mut usart = started(RXNEIE);
    let arrival = Arrival::clean(0x5A, 115_200);
    usart.feed(arrival, T0);
    let at = usart.next_event();
    assert_eq!(at, T0 + arrival.bit.times(10));
    usart.advance(at);
    assert!(usart.interrupt());
    assert_eq!(usart.read(RDR), Some(0x5A));
    assert!(!usart.interrupt());
    assert_eq!(isr(&mut usart) & 0x10, 0);
    usart.advance(at + FRAME);
    assert_eq!(isr(&mut usart) & 0x10, 0x10);
}

#[test]
fn a_byte_that_nobody_fetched_stays_and_the_next_one_is_lost() {
    let mut usart = started(RXNEIE);
    usart.feed(Arrival::clean(1, 115_200), T0);
    usart.feed(Arrival::clean(2, 115_200), T0);
    usart.advance(T0 + Span::ms(1));
    assert_eq!(isr(&mut usart) & 0x28, 0x28, "overrun");
    assert_eq!(usart.read(RDR), Some(1));
    assert!(usart.interrupt(), "the overrun still asks");
    usart.write(ICR, 1 << 3, T0);
    assert!(!usart.interrupt());
}

#[test]
fn noise_and_framing_errors_come_with_their_byte() {
    let mut usart = started(0);
    let clean = Arrival::clean(3, 115_200);
    usart.feed(
        Arrival {
            noise: true,
            ..clean
        },
        T0,
    );
    usart.advance(T0 + FRAME.times(2));
    assert_eq!(isr(&mut usart) & 0x2F, 0x24);
    assert_eq!(usart.read(RDR), Some(3));
    usart.write(ICR, 0x1F, T0);
    usart.feed(
        Arrival {
            framing: true,
            ..clean
        },
        T0,
    );
    usart.advance(T0 + FRAME.times(2));
    assert_eq!(isr(&mut usart) & 0x2F, 0x22);
}

#[test]
fn a_sender_at_another_rate_is_a_framing_error() {
    for (baud, is_heard) in [
        (115_200, true),
        (118_000, true),
        (110_000, true),
        (100_000, false),
        (9_600, false),
    ] {
        let mut usart = started(0);
        usart.feed(Arrival::clean(0x55, baud), T0);
        usart.advance(T0 + Span::ms(5));
        assert_eq!(isr(&mut usart) & 0x02 == 0, is_heard, "{baud}");
    }
}

#[test]
fn switched_off_it_hears_and_says_nothing() {
    let mut usart = Usart::new(80_000_000);
    usart.write(BRR, 694, T0);
    usart.write(TDR, 1, T0);
    usart.feed(Arrival::clean(1, 115_200), T0);
    usart.advance(T0 + Span::ms(1));
    assert!(usart.take_sent().is_empty());
    assert_eq!(isr(&mut usart), 0xC0);
}

#[test]
fn parity_and_other_lengths_are_not_modelled() {
    let mut usart = Usart::new(80_000_000);
    assert_eq!(usart.write(CR1, 1 << 10, T0), None);
    assert_eq!(usart.write(CR1, 1 << 12, T0), None);
    assert_eq!(usart.write(CR3, 1 << 6, T0), None, "DMA");
}
