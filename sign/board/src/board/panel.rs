//! The row scan: an interrupt of TIM6 shifts a row into the panels, latches it, and lights it for one pulse of TIM3.
//!
//! The pulse ends by itself. A scan that hangs, a core that is halted and a chip in reset all leave the panels dark,
//! instead of one row that is lit 16 times as bright.
#![expect(
    unsafe_code,
    reason = "a data line changes with a byte store, which the register's type does not offer"
)]

use core::ptr;
use core::sync::atomic::{AtomicUsize, Ordering};

use cortex_m::asm;
use embassy_stm32::gpio::{AfType, Flex, Level, Output, OutputType, Speed};
use embassy_stm32::interrupt::{self, InterruptExt, Priority};
use embassy_stm32::pac::gpio::regs::Bsrr;
use embassy_stm32::pac::timer::vals::Ocm;
use embassy_stm32::pac::{GPIOC, TIM3, TIM6};
use embassy_stm32::peripherals;
use embassy_stm32::rcc;
use sign::scanning::{LIT_US, SLOTS_HZ};
use sign::{DRIVER_REGISTERS, DriverRegister, SCANNED_ROWS, ScanRow, SignTask};

use super::parts::CORE_HZ;
use super::shared::{FRAMES, SHOWN, check_in};

/// Bits of port C, as in `sign_board::pins`.
const DATA: u8 = 0b1111;
const CLK: u8 = 1 << 4;
const LAT: u8 = 1 << 5;
const ADDRESS: u32 = 8;
const ADDRESS_BITS: u32 = 0b1111;

/// LAT is high this long, in cycles: 100 ns, where drivers ask for 20.
const LATCH_CYCLES: u32 = 8;

/// TIM3's function on the pin of /OE.
const OF_TIM3: u8 = 2;

/// The row that the next interrupt lights.
static ROW: AtomicUsize = AtomicUsize::new(0);

/// The pins of the panels. Only this file uses them once they are taken.
pub(super) struct PanelPins {
    /// R1, G1, R2, G2, CLK, LAT, A, B, C, D.
    pub lines: [Output<'static>; 10],
    /// The pull-up at it keeps the panels dark until the timer drives it.
    pub output_enable: Flex<'static>,
}

/// Starts the scan: the drivers' registers are written, then rows are lit one after the other.
pub(super) fn start(pins: PanelPins) {
    let PanelPins {
        lines,
        mut output_enable,
    } = pins;
    prepare_pulse();
    output_enable.set_as_af_unchecked(OF_TIM3, AfType::output(OutputType::PushPull, Speed::Low));
    DRIVER_REGISTERS.into_iter().for_each(write_register);
    // The lines stay outputs for good.
    lines.into_iter().for_each(core::mem::forget);
    core::mem::forget(output_enable);
    check_in(SignTask::Scan);
    start_slots();
}

/// TIM3 makes one low pulse each time it is started: high below a count of 1, low up to the end.
fn prepare_pulse() {
    rcc::enable_and_reset::<peripherals::TIM3>();
    TIM3.arr().write(|arr| arr.set_arr(pulse_ticks()));
    TIM3.ccr(0).write(|ccr| ccr.set_ccr(1));
    TIM3.ccmr_output(0)
        .write(|mode| mode.set_ocm(0, Ocm::PWM_MODE2));
    TIM3.egr().write(|event| event.set_ug(true));
    TIM3.ccer().write(|output| {
        output.set_ccp(0, true);
        output.set_cce(0, true);
    });
}

const fn pulse_ticks() -> u16 {
    const TICKS: u32 = CORE_HZ / 1_000_000 * LIT_US;
    assert!(TICKS <= u16::MAX as u32, "the pulse fits into the timer");
    #[expect(clippy::cast_possible_truncation, reason = "just asserted")]
    {
        TICKS as u16
    }
}

fn start_slots() {
    const { assert!(CORE_HZ.is_multiple_of(SLOTS_HZ), "slots of whole cycles") };
    rcc::enable_and_reset::<peripherals::TIM6>();
    TIM6.arr()
        .write(|arr| arr.set_arr(u16::try_from(CORE_HZ / SLOTS_HZ - 1).unwrap_or(u16::MAX)));
    TIM6.egr().write(|event| event.set_ug(true));
    TIM6.sr().write(|flags| flags.set_uif(false));
    TIM6.dier().write(|enable| enable.set_uie(true));
    interrupt::TIM6_DAC.set_priority(Priority::P3);
    // SAFETY: everything that the handler uses is ready.
    unsafe { interrupt::TIM6_DAC.enable() };
    TIM6.cr1().write(|control| control.set_cen(true));
}

/// A slot begins.
#[cortex_m_rt::interrupt]
fn TIM6_DAC() {
    TIM6.sr().write(|flags| flags.set_uif(false));
    darken();
    let row = ROW.load(Ordering::Relaxed);
    if row == 0 {
        if FRAMES.begin_refresh() {
            SHOWN.signal(());
        }
        check_in(SignTask::Scan);
    }
    address(row);
    if let Some(bits) = FRAMES.row(row) {
        shift(bits);
        latch();
        TIM3.cr1().write(|control| {
            control.set_opm(true);
            control.set_cen(true);
        });
    }
    ROW.store((row + 1) % SCANNED_ROWS, Ordering::Relaxed);
}

/// Ends the pulse, should this slot be so late that the one before still lasts.
fn darken() {
    TIM3.cr1().write(|control| control.set_opm(true));
    TIM3.egr().write(|event| event.set_ug(true));
}

fn address(row: usize) {
    let row = u32::try_from(row).unwrap_or_default();
    let set = row << ADDRESS;
    let reset = !row & ADDRESS_BITS;
    GPIOC
        .bsrr()
        .write_value(Bsrr(set | reset << (ADDRESS + 16)));
}

/// Shifts a row. CLK is low while the data change, and high for as long.
fn shift(bits: &ScanRow) {
    for columns in bits {
        let [first, second, third, fourth] = columns.load(Ordering::Relaxed).to_le_bytes();
        column(first);
        column(second);
        column(third);
        column(fourth);
    }
    put(0);
}

/// Shifts a column. Inlined, and not a loop: this runs 410,000 times a second.
#[inline(always)]
fn column(data: u8) {
    put(data);
    hold();
    put(data | CLK);
    hold();
}

/// At least two cycles between two stores: a level lasts for 37 ns, where drivers ask for 20 to 25.
#[inline(always)]
fn hold() {
    asm::nop();
    asm::nop();
}

fn latch() {
    put(LAT);
    asm::delay(LATCH_CYCLES);
    put(0);
}

/// Sets the pins C0 to C7, of which /OE is the timer's and the last is not connected.
fn put(bits: u8) {
    let low = GPIOC.odr().as_ptr().cast::<u8>();
    // SAFETY: the register's lowest byte may be stored alone (RM0351, 8.4). Nothing else writes the port's outputs.
    unsafe { ptr::write_volatile(low, bits) };
}

/// Writes a register of the panels' drivers. It takes effect when LAT falls.
fn write_register(register: DriverRegister) {
    for (data, is_latched) in register.columns() {
        let latch = if is_latched { LAT } else { 0 };
        let data = if data { DATA } else { 0 } | latch;
        put(data);
        hold();
        put(data | CLK);
        hold();
        put(data);
        hold();
    }
    put(0);
}

/// The level that the lines of the panels start with.
pub(super) fn line(
    pin: embassy_stm32::Peri<'static, impl embassy_stm32::gpio::Pin>,
) -> Output<'static> {
    Output::new(pin, Level::Low, Speed::High)
}
