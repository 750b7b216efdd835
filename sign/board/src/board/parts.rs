//! The peripherals of the sign's board: sets up clocks, pins and priorities, and gives each peripheral to the one task
//! that uses it.

use board_support::last_words::ResetCause;
use embassy_stm32::bind_interrupts;
use embassy_stm32::gpio::{Flex, Input, Level, Output, Pull, Speed};
use embassy_stm32::interrupt::{self, InterruptExt, Priority};
use embassy_stm32::peripherals::{IWDG, UART4};
use embassy_stm32::rcc::{self, Pll, PllMul, PllPreDiv, PllQDiv, PllRDiv, PllSource, Sysclk};
use embassy_stm32::usart::{self, BufferedUart};
use embassy_stm32::wdg::IndependentWatchdog;
use embassy_stm32::{Config, Peripherals, pac};
use link::frame::MAX_FRAME;
use sign_board::sign_pin;
use static_cell::ConstStaticCell;

use super::panel::{self, PanelPins};

/// The core's rate, as [`clocks`] sets it.
pub(super) const CORE_HZ: u32 = 80_000_000;

const WIRE_BAUD: u32 = 115_200;

/// Bytes that may wait until the link's task gets its turn: 25 ms of them.
const RECEIVE_BYTES: usize = 288;

const WATCHDOG_US: u32 = 1_000_000;

bind_interrupts!(struct Interrupts {
    UART4 => usart::BufferedInterruptHandler<UART4>;
});

/// The parts that show that the program is alive.
pub(super) struct Life {
    pub watchdog: IndependentWatchdog<'static, IWDG>,
    pub heartbeat: Output<'static>,
    /// Low while it is pressed.
    pub test_button: Input<'static>,
}

/// Everything that is wired up.
pub(super) struct Parts {
    pub reset_cause: ResetCause,
    pub panels: PanelPins,
    pub life: Life,
    pub table: BufferedUart<'static>,
}

impl Parts {
    /// Starts the clocks and takes the peripherals. The watchdog runs from here on. None if the rate of the wire cannot
    /// be set, which depends on the clocks.
    #[inline(never)]
    pub(super) fn take() -> Option<Self> {
        let p = embassy_stm32::init(clocks());
        let reset_cause = reset_cause();
        set_priorities();
        // A stop at a breakpoint is not a program that hangs.
        pac::DBGMCU.apb1fzr1().modify(|fz| fz.set_iwdg(true));
        assemble(p, reset_cause)
    }
}

fn assemble(p: Peripherals, reset_cause: ResetCause) -> Option<Parts> {
    static OUT: ConstStaticCell<[u8; MAX_FRAME]> = ConstStaticCell::new([0; MAX_FRAME]);
    static BACK: ConstStaticCell<[u8; RECEIVE_BYTES]> = ConstStaticCell::new([0; RECEIVE_BYTES]);
    let mut watchdog = IndependentWatchdog::new(p.IWDG, WATCHDOG_US);
    watchdog.unleash();
    let panels = PanelPins {
        lines: [
            panel::line(sign_pin!(p, PANEL_R1)),
            panel::line(sign_pin!(p, PANEL_G1)),
            panel::line(sign_pin!(p, PANEL_R2)),
            panel::line(sign_pin!(p, PANEL_G2)),
            panel::line(sign_pin!(p, PANEL_CLK)),
            panel::line(sign_pin!(p, PANEL_LAT)),
            panel::line(sign_pin!(p, PANEL_A)),
            panel::line(sign_pin!(p, PANEL_B)),
            panel::line(sign_pin!(p, PANEL_C)),
            panel::line(sign_pin!(p, PANEL_D)),
        ],
        output_enable: Flex::new(sign_pin!(p, PANEL_OUTPUT_ENABLE)),
    };
    let table = BufferedUart::new(
        p.UART4,
        sign_pin!(p, TABLE_RX),
        sign_pin!(p, TABLE_TX),
        OUT.take(),
        BACK.take(),
        Interrupts,
        wire(),
    );
    Some(Parts {
        reset_cause,
        panels,
        life: Life {
            watchdog,
            heartbeat: Output::new(sign_pin!(p, HEARTBEAT), Level::Low, Speed::Low),
            test_button: Input::new(sign_pin!(p, TEST_BUTTON), Pull::Up),
        },
        table: table.ok()?,
    })
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
        // 40 MHz for the random number generator.
        divq: Some(PllQDiv::DIV4),
        divr: Some(PllRDiv::DIV2),
    });
    rcc.sys = Sysclk::PLL1_R;
    rcc.mux.clk48sel = rcc::mux::Clk48sel::PLL1_Q;
    let mut config = Config::default();
    config.rcc = rcc;
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

/// As in the table in `board`. The priorities of scan and tasks are set where they start.
fn set_priorities() {
    interrupt::UART4.set_priority(Priority::P1);
    interrupt::TIM2.set_priority(Priority::P2);
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
