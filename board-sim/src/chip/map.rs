//! Where everything is, and which bits of RCC switch it on and reset it. (RM0351, 2.2.2 and 6.4)

use super::pins::Port;
use super::rcc::reg;
use crate::cpu::{Layout, Ram};

/// A block with registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    Dma1,
    Tim2,
    Rtc,
    Tim3,
    Tim6,
    Iwdg,
    Uart4,
    Pwr,
    Syscfg,
    Exti,
    Spi1,
    Usart1,
    Rcc,
    Flash,
    Gpio(Port),
    Rng,
    Dbgmcu,
}

/// The enable register and the reset register of a bus, and the bit in both.
#[derive(Clone, Copy, Debug)]
pub(super) struct Switch {
    pub(super) enable: u32,
    pub(super) reset: u32,
    pub(super) bit: u32,
}

const fn switch(enable: u32, reset: u32, bit: u32) -> Option<Switch> {
    Some(Switch { enable, reset, bit })
}

const fn apb1(bit: u32) -> Option<Switch> {
    switch(reg::APB1ENR1, reg::APB1RSTR1, bit)
}

const fn apb2(bit: u32) -> Option<Switch> {
    switch(reg::APB2ENR, reg::APB2RSTR, bit)
}

const fn ahb1(bit: u32) -> Option<Switch> {
    switch(reg::AHB1ENR, reg::AHB1RSTR, bit)
}

const fn gpio(port: Port, bit: u32) -> (u32, Unit, Option<Switch>) {
    let switch = switch(reg::AHB2ENR, reg::AHB2RSTR, bit);
    (0x4800_0000 + 0x400 * bit, Unit::Gpio(port), switch)
}

/// Each block takes 1 KiB. EXTI shares SYSCFG's switch.
pub(super) const UNITS: &[(u32, Unit, Option<Switch>)] = &[
    (0x4000_0000, Unit::Tim2, apb1(0)),
    (0x4000_2800, Unit::Rtc, None),
    (0x4000_0400, Unit::Tim3, apb1(1)),
    (0x4000_1000, Unit::Tim6, apb1(4)),
    (0x4000_3000, Unit::Iwdg, None),
    (0x4000_4C00, Unit::Uart4, apb1(19)),
    (0x4000_7000, Unit::Pwr, apb1(28)),
    (0x4001_0000, Unit::Syscfg, apb2(0)),
    (0x4001_0400, Unit::Exti, None),
    (0x4001_3000, Unit::Spi1, apb2(12)),
    (0x4001_3800, Unit::Usart1, apb2(14)),
    (0x4002_0000, Unit::Dma1, ahb1(0)),
    (0x4002_1000, Unit::Rcc, None),
    (0x4002_2000, Unit::Flash, None),
    gpio(Port::A, 0),
    gpio(Port::B, 1),
    gpio(Port::C, 2),
    gpio(Port::D, 3),
    gpio(Port::E, 4),
    gpio(Port::F, 5),
    gpio(Port::G, 6),
    gpio(Port::H, 7),
    (
        0x5006_0800,
        Unit::Rng,
        switch(reg::AHB2ENR, reg::AHB2RSTR, 18),
    ),
    (0xE004_2000, Unit::Dbgmcu, None),
];

/// The length of a block.
pub(super) const UNIT_BYTES: u32 = 0x400;

/// The unit at an address, with its start.
pub(super) fn unit(address: u32) -> Option<(u32, Unit, Option<Switch>)> {
    let base = address & !(UNIT_BYTES - 1);
    UNITS.iter().find(|(start, ..)| *start == base).copied()
}

/// The flash, and its second bank, which the core reads through the model.
pub const FLASH: u32 = 0x0800_0000;
/// The second bank.
pub const BANK2: u32 = 0x0808_0000;
/// The end of it.
pub const FLASH_END: u32 = 0x0810_0000;
/// One-time programmable bytes, the chip's own data, option bytes.
pub const SYSTEM_MEMORY: u32 = 0x1FFF_7000;

/// Interrupts, by their position. (RM0351, 13.3)
pub(super) mod irq {
    pub(in crate::chip) const FLASH: u32 = 4;
    pub(in crate::chip) const DMA1_CHANNEL1: u32 = 11;
    pub(in crate::chip) const TIM2: u32 = 28;
    pub(in crate::chip) const SPI1: u32 = 35;
    pub(in crate::chip) const USART1: u32 = 37;
    pub(in crate::chip) const UART4: u32 = 52;
    pub(in crate::chip) const TIM6: u32 = 54;
}

/// SRAM1.
pub const SRAM1: u32 = 0x2000_0000;
/// SRAM2, which is seen again above SRAM1.
pub const SRAM2: u32 = 0x1000_0000;

/// Memory that code could run from, beside bank 1. (RM0351, 2.2.2)
pub(super) const MEMORY: [std::ops::Range<u32>; 4] = [
    BANK2..FLASH_END,
    SRAM2..SRAM2 + 0x8000,
    0x1FFF_0000..0x2000_0000,
    SRAM1..SRAM1 + 0x2_0000,
];

/// The memory of an STM32L475 or L476 with 1 MiB of flash. Bank 1 is seen again at 0, where the core looks for its vectors.
pub const LAYOUT: Layout = Layout {
    code: Ram {
        bytes: 512 * 1024,
        windows: &[FLASH, 0],
    },
    rams: &[
        Ram {
            bytes: 96 * 1024,
            windows: &[SRAM1],
        },
        Ram {
            bytes: 32 * 1024,
            windows: &[SRAM2, 0x2001_8000],
        },
    ],
    devices: &[
        (BANK2, 512 * 1024),
        (SYSTEM_MEMORY, 0x1000),
        (0x4000_0000, 0x2000_0000),
        (0xE000_0000, 0x10_0000),
    ],
};
