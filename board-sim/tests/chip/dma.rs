//! RM0351, chapter 11: the transfers that SPI1 asks for, their flags and interrupts, and what is refused.

use board_sim::chip::dma::Dma;
use board_sim::chip::spi::{Spi, SpiPins};
use board_sim::cpu::Transfer;
use board_sim::time::{Span, Time};

const ISR: u32 = 0x00;
const IFCR: u32 = 0x04;
const CSELR: u32 = 0xA8;
/// Channels 2 and 3.
const RECEIVE: u32 = 0x1C;
const SEND: u32 = 0x30;
const CCR: u32 = 0;
const CNDTR: u32 = 4;
const CPAR: u32 = 8;
const CMAR: u32 = 12;
const EN: u32 = 1;
const TCIE: u32 = 1 << 1;
const FROM_MEMORY: u32 = 1 << 4;
const MINC: u32 = 1 << 7;
const SPI1_DR: u32 = 0x4001_300C;

/// SPI1 at 625 kHz with 8 bits, both requests on.
const SPI_ON: u32 = 1 << 6 | 0b110 << 3 | 1 << 2;
const SPI_BY_DMA: u32 = 0x1703;
const BYTE: Span = Span::ps(12_800_000);

/// Sends back what it is sent, inverted.
#[derive(Default)]
struct Inverter(bool);

impl SpiPins for Inverter {
    fn clock(&mut self, _: bool, _: Time) {}

    fn data(&mut self, level: bool, _: Time) {
        self.0 = level;
    }

    fn sample(&mut self, _: Time) -> bool {
        !self.0
    }
}

fn write_all(dma: &mut Dma, stores: &[(u32, u32)]) {
    for (offset, value) in stores {
        assert_eq!(dma.write(*offset, *value), Some(()), "{offset:#x}");
    }
}

fn armed(count: u32) -> Dma {
    let mut dma = Dma::default();
    let stores = [
        (CSELR, 1 << 4 | 1 << 8),
        (RECEIVE + CPAR, SPI1_DR),
        (RECEIVE + CMAR, 0x100),
        (RECEIVE + CNDTR, count),
        (SEND + CPAR, SPI1_DR),
        (SEND + CMAR, 0x200),
        (SEND + CNDTR, count),
        (RECEIVE + CCR, EN | TCIE | MINC),
        (SEND + CCR, EN | FROM_MEMORY | MINC),
    ];
    write_all(&mut dma, &stores);
    dma
}

#[test]
fn six_bytes_go_out_and_come_back_without_the_core() {
    let (mut dma, mut spi) = (armed(6), Spi::new(80_000_000));
    assert_eq!(spi.write(0x04, 4, SPI_BY_DMA, Time::ZERO), Some(()));
    assert_eq!(spi.write(0x00, 4, SPI_ON, Time::ZERO), Some(()));
    let mut memory = [0_u8; 0x300];
    memory[0x200..0x206].copy_from_slice(&[1, 2, 3, 4, 5, 6]);
    let (mut now, mut wires) = (Time::ZERO, Inverter::default());
    for _ in 0..8 {
        while let Some(transfer) = dma.next_transfer(&mut spi) {
            match transfer {
                Transfer::Load { address } => dma.loaded(memory[address as usize], &mut spi, now),
                Transfer::Store { address, byte } => memory[address as usize] = byte,
            }
        }
        now = now + BYTE;
        spi.advance(now, &mut wires);
    }
    assert_eq!(memory[0x100..0x107], [!1, !2, !3, !4, !5, !6, 0]);
    assert_eq!(dma.read(RECEIVE + CNDTR), Some(0));
    assert_eq!(dma.read(ISR), Some(0x770), "complete and half of both");
    assert_eq!(dma.interrupts(), 0b10, "channel 2 alone asks");
    write_all(&mut dma, &[(IFCR, 0x770)]);
    assert_eq!((dma.read(ISR), dma.interrupts()), (Some(0), 0));
}

#[test]
fn a_channel_that_is_on_keeps_its_registers_and_others_are_refused() {
    let mut dma = armed(6);
    for register in [CNDTR, CPAR, CMAR] {
        assert_eq!(dma.write(RECEIVE + register, 1), None);
    }
    let mut dma = Dma::default();
    assert_eq!(dma.write(RECEIVE + CCR, EN | MINC), None, "not of SPI1");
    write_all(&mut dma, &[(CSELR, 1 << 4), (RECEIVE + CPAR, SPI1_DR)]);
    assert_eq!(dma.write(RECEIVE + CCR, EN), None, "one address");
    assert_eq!(dma.write(RECEIVE + CCR, EN | MINC | FROM_MEMORY), None);
    assert_eq!(dma.write(RECEIVE + CCR, EN | MINC), Some(()));
}
