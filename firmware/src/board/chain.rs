//! The exchange with the shift chain by DMA: the core arms it, and is woken when all 48 bits are through. DMA1's
//! channels 2 and 3 carry the bytes of SPI1 (RM0351, 11.3.2). The scan task alone uses both.
//!
//! The bus shifts each byte's lowest bit first, so that the words of `Outputs` and `Inputs` are sent as they are.

use core::future::poll_fn;
use core::sync::atomic::{AtomicU32, Ordering, fence};
use core::task::Poll;

use embassy_stm32::gpio::Output;
use embassy_stm32::interrupt::{self, InterruptExt};
use embassy_stm32::mode::Blocking;
use embassy_stm32::pac::bdma::{regs, vals};
use embassy_stm32::pac::{DMA1, RCC, SPI1};
use embassy_stm32::spi::Spi;
use embassy_stm32::spi::mode::Master;
use embassy_sync::waitqueue::AtomicWaker;
use embedded_hal::delay::DelayNs;
use embedded_hal::spi::ErrorKind;
use firmware::chain::{Inputs, Outputs};
use firmware::config::LATCH_LOW_NS;
use firmware::scan::ScanError;

use super::guarded::SCAN;
use super::parts::Cycles;

/// The channels of SPI1, counted from 0, and their request.
const RECEIVE: usize = 1;
const SEND: usize = 2;
const OF_SPI1: u8 = 1;

const BYTES: u16 = 6;

/// The bits on their way, read and written by the DMA.
static OUT: [AtomicU32; 2] = [const { AtomicU32::new(0) }; 2];
static BACK: [AtomicU32; 2] = [const { AtomicU32::new(0) }; 2];

static THROUGH: AtomicWaker = AtomicWaker::new();

/// All bytes have come back, or a transfer has failed.
#[cortex_m_rt::interrupt]
fn DMA1_CHANNEL2() {
    // The flags stay for the task; the channel asks for no further interrupt.
    DMA1.ch(RECEIVE).cr().write_value(receiving(false));
    THROUGH.wake();
}

/// The wires to the chain.
pub(super) struct Chain {
    /// Holds the bus and its pins.
    _spi: Spi<'static, Blocking, Master>,
    latch: Output<'static>,
}

impl Chain {
    /// Takes the wires. `latch` must be high already, or its rise shows bits that nobody has sent.
    pub(super) fn new(spi: Spi<'static, Blocking, Master>, latch: Output<'static>) -> Self {
        RCC.ahb1enr().modify(|enable| enable.set_dma1en(true));
        DMA1.cselr().modify(|select| {
            select.set_cs(RECEIVE, OF_SPI1);
            select.set_cs(SEND, OF_SPI1);
        });
        for (channel, words) in [(RECEIVE, &BACK), (SEND, &OUT)] {
            let channel = DMA1.ch(channel);
            channel.par().write_value(SPI1.dr8().as_ptr() as u32);
            channel.mar().write_value(words.as_ptr() as u32);
        }
        SPI1.cr2().modify(|control| {
            control.set_rxdmaen(true);
            control.set_txdmaen(true);
        });
        SPI1.cr1().modify(|control| control.set_spe(true));
        interrupt::DMA1_CHANNEL2.set_priority(SCAN);
        Self { _spi: spi, latch }
    }

    /// Sends `outputs`, and reads the inputs under the outputs of the exchange before.
    pub(super) async fn exchange(&mut self, outputs: Outputs) -> Result<Inputs, ScanError> {
        self.pulse_latch();
        arm(outputs);
        poll_fn(|context| {
            THROUGH.register(context.waker());
            match DMA1.ch(RECEIVE).cr().read().tcie() {
                true => Poll::Pending,
                false => Poll::Ready(()),
            }
        })
        .await;
        let inputs = finish()?;
        self.pulse_latch();
        Ok(inputs)
    }

    fn pulse_latch(&mut self) {
        self.latch.set_low();
        Cycles.delay_ns(LATCH_LOW_NS);
        self.latch.set_high();
    }
}

/// Starts the transfer: receiving first, so that no byte is missed.
fn arm(outputs: Outputs) {
    let [a, b, c, d, e, f] = outputs.to_bytes();
    let [low, high] = &OUT;
    low.store(u32::from_le_bytes([a, b, c, d]), Ordering::Relaxed);
    high.store(u32::from_le_bytes([e, f, 0, 0]), Ordering::Relaxed);
    fence(Ordering::SeqCst);
    let count = regs::Ndtr(BYTES.into());
    DMA1.ch(RECEIVE).ndtr().write_value(count);
    DMA1.ch(RECEIVE).cr().write_value(receiving(true));
    DMA1.ch(SEND).ndtr().write_value(count);
    DMA1.ch(SEND).cr().write_value(sending(true));
}

/// Ends the transfer, and returns the bits that it has brought. LATCH may move from here on.
fn finish() -> Result<Inputs, ScanError> {
    let flags = DMA1.isr().read();
    DMA1.ch(SEND).cr().write_value(sending(false));
    DMA1.ifcr().write_value(flags);
    if !flags.tcif(RECEIVE) || flags.teif(RECEIVE) || flags.teif(SEND) {
        return Err(ScanError::Bus(ErrorKind::Other));
    }
    // The last bit was sampled half a bit before its clock falls.
    while SPI1.sr().read().bsy() {}
    fence(Ordering::SeqCst);
    let [low, high] = [&BACK[0], &BACK[1]].map(|word| word.load(Ordering::Relaxed).to_le_bytes());
    let ([a, b, c, d], [e, f, ..]) = (low, high);
    Ok(Inputs::from_bytes([a, b, c, d, e, f]))
}

const fn receiving(is_on: bool) -> regs::Cr {
    channel(vals::Dir::FROM_PERIPHERAL, is_on, is_on)
}

const fn sending(is_on: bool) -> regs::Cr {
    channel(vals::Dir::FROM_MEMORY, is_on, false)
}

/// Byte by byte between the bus and increasing addresses; errors interrupt where the end does.
const fn channel(direction: vals::Dir, is_on: bool, interrupts: bool) -> regs::Cr {
    const EN: u32 = 1 << 0;
    const TCIE: u32 = 1 << 1;
    const TEIE: u32 = 1 << 3;
    const DIR: u32 = 4;
    const MINC: u32 = 1 << 7;
    let on = if is_on { EN } else { 0 };
    let interrupt = if interrupts { TCIE | TEIE } else { 0 };
    regs::Cr(on | interrupt | (direction.to_bits() as u32) << DIR | MINC)
}
