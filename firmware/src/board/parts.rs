//! The peripherals of the board: sets up clocks, pins and priorities as `firmware::pins` and the table in `board`
//! define them, and gives each peripheral to the one task that uses it.

use board_support::last_words::ResetCause;
use cortex_m::asm;
use embassy_stm32::bind_interrupts;
use embassy_stm32::flash::{self, Flash};
use embassy_stm32::gpio::{Input, Level, Output, Pull, Speed};
use embassy_stm32::interrupt::{self, InterruptExt, Priority};
use embassy_stm32::peripherals::{IWDG, UART4, USART1};
use embassy_stm32::rcc::mux::Clk48sel;
use embassy_stm32::rcc::{self, Pll, PllMul, PllPreDiv, PllQDiv, PllRDiv, PllSource, Sysclk};
use embassy_stm32::spi::{self, BitOrder, Spi};
use embassy_stm32::time::Hertz;
use embassy_stm32::usart::{self, BufferedUart};
use embassy_stm32::wdg::IndependentWatchdog;
use embassy_stm32::{Config, Peripherals, pac};
use embedded_hal::delay::DelayNs;
use firmware::board_pin;
use link::frame::MAX_FRAME;
use static_cell::ConstStaticCell;

use super::chain::Chain;
use super::flash::Bank2;
use super::supply;

/// The core's rate, as [`clocks`] sets it.
const CORE_MHZ: u32 = 80;

/// The highest rate not above 1 MHz that a power of two makes of 80 MHz.
const CHAIN_HZ: Hertz = Hertz(625_000);

const WIRE_BAUD: u32 = 115_200;

/// Bytes that may wait until a wire's task gets its turn: 25 ms of them.
const RECEIVE_BYTES: usize = 288;

const WATCHDOG_US: u32 = 1_000_000;

bind_interrupts!(struct Interrupts {
    FLASH => flash::InterruptHandler;
    UART4 => usart::BufferedInterruptHandler<UART4>;
    USART1 => usart::BufferedInterruptHandler<USART1>;
});

/// Waits by counting cycles. The time driver ticks once a microsecond: a wait for the next tick may take no time or a
/// whole microsecond.
pub(super) struct Cycles;

impl DelayNs for Cycles {
    fn delay_ns(&mut self, ns: u32) {
        asm::delay(ns.saturating_mul(CORE_MHZ).div_ceil(1_000));
    }
}

/// The parts that the scan needs.
pub(super) struct Felt {
    pub chain: Chain,
    /// Low lights the lamps; the 595s hold noise until the first exchange.
    pub output_enable: Output<'static>,
    /// Low while it is pressed.
    pub test_button: Input<'static>,
}

/// The parts that show that the program is alive.
pub(super) struct Life {
    pub watchdog: IndependentWatchdog<'static, IWDG>,
    pub heartbeat: Output<'static>,
}

/// Everything that is wired up.
pub(super) struct Parts {
    pub reset_cause: ResetCause,
    pub felt: Felt,
    pub life: Life,
    pub flash: Bank2,
    pub sign: BufferedUart<'static>,
    pub console: BufferedUart<'static>,
}

impl Parts {
    /// Starts the clocks and takes the peripherals. The watchdog runs from here on. None if the rate of a wire cannot
    /// be set, which depends on the clocks.
    #[inline(never)]
    pub(super) fn take() -> Option<Self> {
        let p = embassy_stm32::init(clocks());
        let reset_cause = reset_cause();
        supply::watch();
        set_priorities();
        spare_data_cache();
        freeze_watchdog_while_debugging();
        assemble(p, reset_cause)
    }
}

fn assemble(p: Peripherals, reset_cause: ResetCause) -> Option<Parts> {
    let mut watchdog = IndependentWatchdog::new(p.IWDG, WATCHDOG_US);
    watchdog.unleash();
    static SIGN: Buffers = Buffers::new();
    static CONSOLE: Buffers = Buffers::new();
    let (out, back) = SIGN.take();
    let sign = BufferedUart::new(
        p.UART4,
        board_pin!(p, SIGN_RX),
        board_pin!(p, SIGN_TX),
        out,
        back,
        Interrupts,
        wire(),
    )
    .ok()?;
    let (out, back) = CONSOLE.take();
    let console = BufferedUart::new(
        p.USART1,
        board_pin!(p, CONSOLE_RX),
        board_pin!(p, CONSOLE_TX),
        out,
        back,
        Interrupts,
        wire(),
    )
    .ok()?;
    Some(Parts {
        reset_cause,
        felt: Felt {
            chain: Chain::new(
                Spi::new_blocking(
                    p.SPI1,
                    board_pin!(p, CHAIN_SCK),
                    board_pin!(p, CHAIN_MOSI),
                    board_pin!(p, CHAIN_MISO),
                    chain_bus(),
                ),
                Output::new(board_pin!(p, CHAIN_LATCH), Level::High, Speed::Low),
            ),
            output_enable: Output::new(board_pin!(p, CHAIN_OUTPUT_ENABLE), Level::High, Speed::Low),
            test_button: Input::new(board_pin!(p, TEST_BUTTON), Pull::Up),
        },
        life: Life {
            watchdog,
            heartbeat: Output::new(board_pin!(p, HEARTBEAT), Level::Low, Speed::Low),
        },
        flash: Bank2::new(Flash::new(p.FLASH, Interrupts)),
        sign,
        console,
    })
}

/// The buffers of a wire, out and back.
struct Buffers {
    out: ConstStaticCell<[u8; MAX_FRAME]>,
    back: ConstStaticCell<[u8; RECEIVE_BYTES]>,
}

impl Buffers {
    const fn new() -> Self {
        Self {
            out: ConstStaticCell::new([0; MAX_FRAME]),
            back: ConstStaticCell::new([0; RECEIVE_BYTES]),
        }
    }

    fn take(&'static self) -> (&'static mut [u8], &'static mut [u8]) {
        (self.out.take(), self.back.take())
    }
}

/// 80 MHz from the internal 16 MHz, which is trimmed to 1 %: good for a serial wire, and nothing outside the chip
/// has to start first.
fn clocks() -> Config {
    let mut rcc = rcc::Config::new();
    rcc.msi = None;
    rcc.hsi = true;
    rcc.pll = Some(Pll {
        source: PllSource::HSI,
        prediv: PllPreDiv::DIV1,
        mul: PllMul::MUL10,
        divp: None,
        // 40 MHz, for the generator of random numbers.
        divq: Some(PllQDiv::DIV4),
        divr: Some(PllRDiv::DIV2),
    });
    rcc.sys = Sysclk::PLL1_R;
    // MSI is off, and the other selection is no clock on this chip.
    rcc.mux.clk48sel = Clk48sel::PLL1_Q;
    let mut config = Config::default();
    config.rcc = rcc;
    config
}

/// Slow edges, since the wires are long and the bits are not; and a cut MISO reads 1 rather than at random.
fn chain_bus() -> spi::Config {
    let mut config = spi::Config::default();
    config.frequency = CHAIN_HZ;
    config.gpio_speed = Speed::Low;
    config.miso_pull = Pull::Up;
    config.bit_order = BitOrder::LsbFirst;
    config
}

/// A reader is woken by each byte: half a frame must not wait for the next one. A cut wire is at rest.
fn wire() -> usart::Config {
    let mut config = usart::Config::default();
    config.rx_pull = Pull::Up;
    config.baudrate = WIRE_BAUD;
    config.eager_reads = Some(1);
    config
}

/// Reads the chip's flags about its last reset, and clears them for the next time.
fn reset_cause() -> ResetCause {
    let flags = pac::RCC.csr().read();
    pac::RCC.csr().modify(|csr| csr.set_rmvf(true));
    if flags.borrstf() {
        ResetCause::Outside
    } else if flags.iwdgrstf() {
        ResetCause::Watchdog
    } else if flags.sftrstf() {
        ResetCause::Software
    } else {
        ResetCause::Outside
    }
}

/// As in the table in `board`. The scan's own priority is set where the scan starts.
fn set_priorities() {
    interrupt::UART4.set_priority(Priority::P1);
    interrupt::USART1.set_priority(Priority::P1);
    interrupt::TIM2.set_priority(Priority::P2);
    interrupt::FLASH.set_priority(Priority::P3);
}

/// The flash's data cache can be corrupted when bank 2 is written while code runs from bank 1 (ST's errata for the
/// chip): without the cache, constants take a few cycles more.
fn spare_data_cache() {
    pac::FLASH.acr().modify(|acr| acr.set_dcen(false));
}

/// A stop at a breakpoint is not a program that hangs.
fn freeze_watchdog_while_debugging() {
    pac::DBGMCU.apb1fzr1().modify(|fz| fz.set_iwdg(true));
}
