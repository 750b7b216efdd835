//! RM0351, chapter 42: clock modes, order of bits, FIFOs.

use board_sim::chip::spi::{Spi, SpiPins};
use board_sim::time::{Span, Time};

const CR1: u32 = 0x00;
const CR2: u32 = 0x04;
const SR: u32 = 0x08;
const DR: u32 = 0x0C;
const CPHA: u32 = 1;
const CPOL: u32 = 2;
const MSTR: u32 = 4;
const LSBFIRST: u32 = 1 << 7;
/// SPE, and the bus clock divided by 128: 625 kHz at 80 MHz.
const ON: u32 = 1 << 6 | 0b110 << 3 | MSTR;
/// 8 bits, and a byte is enough to say so.
const BYTES: u32 = 0x1700;
const HALF: Span = Span::ps(800_000);
const T0: Time = Time::ZERO;

/// Writes down what happens, and sends back what it is given.
#[derive(Default)]
struct Wire {
    clock: bool,
    data: bool,
    /// Data at each edge of the clock, with the edge and the time.
    edges: Vec<(bool, bool, u64)>,
    back: Vec<bool>,
    sampled: usize,
}

impl SpiPins for Wire {
    fn clock(&mut self, level: bool, at: Time) {
        self.clock = level;
        self.edges.push((level, self.data, at.as_ps() / 1000));
    }

    fn data(&mut self, level: bool, _: Time) {
        self.data = level;
    }

    fn sample(&mut self, _: Time) -> bool {
        self.sampled += 1;
        self.back.get(self.sampled - 1).copied().unwrap_or(false)
    }
}

fn bits(byte: u8) -> Vec<bool> {
    (0..8).rev().map(|bit| byte >> bit & 1 != 0).collect()
}

fn started(mode: u32) -> Spi {
    let mut spi = Spi::new(80_000_000);
    assert_eq!(spi.write(CR2, 4, BYTES, T0), Some(()));
    assert_eq!(spi.write(CR1, 4, ON | mode, T0), Some(()));
    spi
}

#[test]
fn reset_values_are_those_of_the_manual() {
    let mut spi = Spi::new(80_000_000);
    let found = [CR1, CR2, SR].map(|register| spi.read(register, 4));
    assert_eq!(found, [Some(0), Some(0x700), Some(2)]);
}

#[test]
fn a_byte_goes_out_and_another_comes_in_at_the_rate_of_the_prescaler() {
    let mut spi = started(0);
    let mut wire = Wire {
        back: bits(0xA5),
        ..Wire::default()
    };
    assert_eq!(spi.half_bit(), HALF);
    spi.write(DR, 1, 0x96, T0);
    assert_eq!(spi.next_event(), T0 + HALF.times(16));
    spi.advance(T0 + HALF.times(16), &mut wire);
    assert_eq!(spi.read(DR, 1), Some(0xA5));
    let rising: Vec<_> = wire.edges.iter().filter(|(level, ..)| *level).collect();
    let found = rising.iter().map(|(_, data, _)| *data).collect::<Vec<_>>();
    assert_eq!(found, bits(0x96));
    let found = rising.iter().map(|(.., at)| *at).collect::<Vec<_>>();
    assert_eq!(found, [800, 2400, 4000, 5600, 7200, 8800, 10400, 12000]);
    assert!(!wire.clock, "the clock rests low");
}

#[test]
fn data_is_steady_at_the_sampling_edge_of_all_four_modes() {
    for (mode, sampling_edge) in [(0, true), (CPHA, false), (CPOL, false), (CPOL | CPHA, true)] {
        let mut spi = started(mode);
        let mut wire = Wire {
            clock: mode & CPOL != 0,
            ..Wire::default()
        };
        spi.write(DR, 1, 0x35, T0);
        spi.advance(T0 + Span::ms(1), &mut wire);
        let seen: Vec<_> = wire
            .edges
            .iter()
            .filter(|(level, ..)| *level == sampling_edge)
            .map(|edge| edge.1)
            .collect();
        assert_eq!(seen, bits(0x35), "mode {mode}");
        assert_eq!(wire.edges.len(), 16);
        assert_eq!(wire.clock, mode & CPOL != 0);
    }
}

#[test]
fn the_lowest_bit_can_go_first() {
    let mut spi = started(LSBFIRST);
    let mut wire = Wire {
        back: bits(0xC1),
        ..Wire::default()
    };
    spi.write(DR, 1, 0x35, T0);
    spi.advance(T0 + Span::ms(1), &mut wire);
    let out: Vec<_> = wire
        .edges
        .iter()
        .filter(|(level, ..)| *level)
        .map(|edge| edge.1)
        .collect();
    assert_eq!(out, bits(0x35_u8.reverse_bits()));
    assert_eq!(spi.read(DR, 1), Some(u32::from(0xC1_u8.reverse_bits())));
}

#[test]
fn edges_do_not_depend_on_how_often_somebody_looks() {
    let run = |step: u64| {
        let mut spi = started(0);
        let mut wire = Wire::default();
        spi.write(DR, 2, 0x1234, T0);
        let mut now = T0;
        while now < T0 + Span::us(60) {
            now = now + Span::ps(step);
            spi.advance(now, &mut wire);
        }
        wire.edges
    };
    assert_eq!(run(12_500), run(60_000_000));
    assert_eq!(run(333_333), run(60_000_000));
}

#[test]
fn what_nobody_fetches_overruns() {
    let mut spi = started(0);
    let mut wire = Wire::default();
    for _ in 0..5 {
        spi.write(DR, 1, 0, T0);
        spi.advance(T0 + Span::s(1), &mut wire);
    }
    assert_eq!(spi.read(SR, 4).map(|status| status & 0x41), Some(0x41));
    for _ in 0..4 {
        spi.read(DR, 1);
    }
    spi.read(SR, 4);
    assert_eq!(spi.read(SR, 4).map(|status| status & 0x41), Some(0));
}
