//! RM0351, chapter 6: clocks, ready bits, reasons of a reset.

use board_sim::chip::rcc::{Rcc, cause, reg};
use board_sim::time::{Span, Time};

const T0: Time = Time::ZERO;

#[test]
fn after_power_on_it_runs_at_4_mhz_and_says_why_it_started() {
    let rcc = Rcc::default();
    assert_eq!(rcc.clocks().hclk_hz, 4_000_000);
    assert_eq!(rcc.read(reg::CR, T0 + Span::us(3)), Some(0x63));
    assert_eq!(rcc.read(reg::CSR, T0), Some(0x0C00_0600));
    assert_eq!(rcc.read(reg::AHB1ENR, T0), Some(0x100));
}

#[test]
fn the_pll_makes_80_mhz_of_16() {
    let mut rcc = Rcc::default();
    rcc.write(reg::CR, 0x63 | 1 << 8, false, T0);
    let found = rcc.read(reg::CR, T0).map(|value| value & 1 << 10);
    assert_eq!(found, Some(0), "not ready at once");
    let later = T0 + Span::us(2);
    let found = rcc.read(reg::CR, later).map(|value| value & 1 << 10);
    assert_eq!(found, Some(1 << 10));
    // HSI16, by 1, by 10, and by 2.
    rcc.write(reg::PLLCFGR, 2 | 10 << 8 | 1 << 24, false, later);
    rcc.write(reg::CR, 0x63 | 1 << 8 | 1 << 24, false, later);
    assert!(
        rcc.read(reg::CR, later + Span::us(15))
            .is_some_and(|value| value & 1 << 25 != 0)
    );
    rcc.write(reg::CFGR, 3, false, later + Span::us(15));
    assert_eq!(rcc.read(reg::CFGR, later), Some(0b1111));
    let clocks = rcc.clocks();
    let found = (clocks.hclk_hz, clocks.tim1_hz, clocks.usart1_hz);
    assert_eq!(found, (80_000_000, 80_000_000, 80_000_000));
}

#[test]
fn divided_buses_and_kernel_clocks() {
    let mut rcc = Rcc::default();
    // HSI16, core by 2, first bus by 4, second by 16.
    rcc.write(
        reg::CFGR,
        1 | 0b1000 << 4 | 0b101 << 8 | 0b111 << 11,
        false,
        T0,
    );
    rcc.write(reg::CCIPR, 0b10 << 6, false, T0);
    let clocks = rcc.clocks();
    let found = (clocks.hclk_hz, clocks.pclk1_hz, clocks.tim1_hz);
    assert_eq!(found, (8_000_000, 2_000_000, 4_000_000));
    assert_eq!((clocks.usart1_hz, clocks.uart4_hz), (500_000, 16_000_000));
}

#[test]
fn there_is_no_crystal_for_hse() {
    let mut rcc = Rcc::default();
    rcc.write(reg::CR, 0x63 | 1 << 16, false, T0);
    assert_eq!(
        rcc.read(reg::CR, T0 + Span::s(10))
            .map(|value| value & 1 << 17),
        Some(0)
    );
}

#[test]
fn reasons_add_up_until_they_are_removed() {
    let mut rcc = Rcc::default();
    rcc.reset(cause::IWDG);
    let flags = |rcc: &Rcc| rcc.read(reg::CSR, T0).map(|value| value & 0xFF00_0000);
    let expected = Some(cause::BROWN_OUT | cause::PIN | cause::IWDG);
    assert_eq!(flags(&rcc), expected);
    rcc.write(reg::CSR, 1 << 23, false, T0);
    assert_eq!(flags(&rcc), Some(0));
    rcc.reset(cause::SOFTWARE);
    assert_eq!(flags(&rcc), Some(cause::SOFTWARE | cause::PIN));
}

#[test]
fn the_backup_domain_is_closed_until_pwr_opens_it_and_outlives_resets() {
    let mut rcc = Rcc::default();
    rcc.write(reg::BDCR, 1, false, T0);
    assert_eq!(rcc.read(reg::BDCR, T0), Some(0));
    rcc.write(reg::BDCR, 1, true, T0);
    rcc.reset(cause::SOFTWARE);
    assert_eq!(rcc.read(reg::BDCR, T0 + Span::s(1)), Some(0b11));
}

/// Selection 0 is no clock on this chip, and MSI is off after it was left.
#[test]
fn the_generator_of_random_numbers_has_the_clock_that_is_selected() {
    let mut rcc = Rcc::default();
    let select = |rcc: &mut Rcc, source: u32| {
        rcc.write(reg::CCIPR, source << 26, false, T0);
        rcc.clocks().rng_hz
    };
    assert_eq!(select(&mut rcc, 0), 0);
    assert_eq!(select(&mut rcc, 2), 0, "the PLL is off");
    assert_eq!(select(&mut rcc, 3), 4_000_000);
    // 16 MHz from HSI, times 10, of which Q is a quarter.
    rcc.write(reg::PLLCFGR, 1 << 21 | 1 << 20 | 10 << 8 | 2, false, T0);
    rcc.write(reg::CR, 1 << 24 | 1 << 8, false, T0);
    assert_eq!(select(&mut rcc, 2), 40_000_000);
    assert_eq!(select(&mut rcc, 3), 0, "MSI is off");
}
