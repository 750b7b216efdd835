//! The frequencies that follow from the settings of RCC. (RM0351, 6.2)

use super::rcc::{Rcc, reg};

/// The ranges of MSI. (6.4.1)
const MSI_HZ: [u64; 12] = [
    100_000, 200_000, 400_000, 800_000, 1_000_000, 2_000_000, 4_000_000, 8_000_000, 16_000_000,
    24_000_000, 32_000_000, 48_000_000,
];
/// CR: the MSI range is the one set in CR, not the one after standby.
const CR_MSIRGSEL: u32 = 1 << 3;
/// CR: MSI and the PLL are on; PLLCFGR: its output Q is.
const CR_MSION: u32 = 1 << 0;
const CR_PLLON: u32 = 1 << 24;
const PLLCFGR_PLLQEN: u32 = 1 << 20;
const HSI_HZ: u64 = 16_000_000;
const LSE_HZ: u64 = 32_768;

/// The frequencies of the clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    /// The system clock.
    pub sys_hz: u64,
    /// The clock of the core.
    pub hclk_hz: u64,
    /// The clock of the first peripheral bus.
    pub pclk1_hz: u64,
    /// The clock of the second peripheral bus.
    pub pclk2_hz: u64,
    /// The clock of the timers on the first bus: twice the bus clock if that is divided.
    pub tim1_hz: u64,
    /// The kernel clock of USART1.
    pub usart1_hz: u64,
    /// The kernel clock of UART4.
    pub uart4_hz: u64,
    /// The clock of the generator of random numbers, 0 if it has none.
    pub rng_hz: u64,
}

impl Rcc {
    fn msi_hz(&self) -> u64 {
        let control = self.get(reg::CR);
        let range = if control & CR_MSIRGSEL != 0 {
            control >> 4
        } else {
            self.get(reg::CSR) >> 8
        };
        MSI_HZ.get((range & 0xF) as usize).copied().unwrap_or(0)
    }

    /// The clock of 48 MHz at most, as CCIPR selects it. This chip has no HSI48, and nothing here uses PLLSAI1. (6.4.28)
    fn clk48_hz(&self) -> u64 {
        let config = self.get(reg::PLLCFGR);
        let has_q = config & PLLCFGR_PLLQEN != 0 && self.get(reg::CR) & CR_PLLON != 0;
        match self.get(reg::CCIPR) >> 26 & 0b11 {
            2 if has_q => self.pll_vco_hz() / (2 * (u64::from(config >> 21 & 0b11) + 1)),
            3 if self.get(reg::CR) & CR_MSION != 0 => self.msi_hz(),
            _ => 0,
        }
    }

    fn pll_r_hz(&self) -> u64 {
        let config = self.get(reg::PLLCFGR);
        self.pll_vco_hz() / (2 * (u64::from(config >> 25 & 0b11) + 1))
    }

    fn pll_vco_hz(&self) -> u64 {
        let config = self.get(reg::PLLCFGR);
        let source = match config & 0b11 {
            1 => self.msi_hz(),
            2 => HSI_HZ,
            _ => 0,
        };
        let field = |shift: u32, mask: u32| u64::from(config >> shift & mask);
        source / (field(4, 0b111) + 1) * field(8, 0x7F)
    }

    /// The frequencies with these settings.
    #[must_use]
    pub fn clocks(&self) -> Clocks {
        let config = self.get(reg::CFGR);
        let sys_hz = match config & 0b11 {
            0 => self.msi_hz(),
            1 => HSI_HZ,
            3 => self.pll_r_hz(),
            _ => 0,
        };
        let hclk_hz = sys_hz / ahb_divider(config >> 4 & 0xF);
        let (apb1, apb2) = (
            apb_divider(config >> 8 & 0b111),
            apb_divider(config >> 11 & 0b111),
        );
        let (pclk1_hz, pclk2_hz) = (hclk_hz / apb1, hclk_hz / apb2);
        let kernel = |shift: u32, bus| match self.get(reg::CCIPR) >> shift & 0b11 {
            0 => bus,
            1 => sys_hz,
            2 => HSI_HZ,
            _ => LSE_HZ,
        };
        Clocks {
            sys_hz,
            hclk_hz,
            pclk1_hz,
            pclk2_hz,
            tim1_hz: if apb1 == 1 { pclk1_hz } else { 2 * pclk1_hz },
            usart1_hz: kernel(0, pclk2_hz),
            uart4_hz: kernel(6, pclk1_hz),
            rng_hz: self.clk48_hz(),
        }
    }
}

const fn ahb_divider(field: u32) -> u64 {
    match field {
        0..8 => 1,
        8..12 => 2 << (field - 8),
        // There is no division by 32.
        _ => 64 << (field - 12),
    }
}

const fn apb_divider(field: u32) -> u64 {
    match field {
        0..4 => 1,
        _ => 2 << (field - 4),
    }
}
