//! The pins of the reference board (ST B-L475E-IOT01A), as data. The board's code takes its pins from this table.

use core::fmt;

/// One pin in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Connection {
    /// The part of the table that the pin serves.
    pub purpose: &'static str,
    /// The peripheral of the chip that drives or reads the pin.
    pub peripheral: Peripheral,
    /// The name of the signal at that peripheral.
    pub signal: &'static str,
    /// The pin of the chip.
    pub pin: Pin,
}

/// A peripheral of the STM32L475 that has pins here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Peripheral {
    /// 48 bits full duplex every millisecond, mode 0, 625 kHz.
    Spi1,
    /// 115,200 8N1.
    Uart4,
    /// 115,200 8N1, on the ST-LINK's virtual COM port.
    Usart1,
    /// A plain input or output.
    Gpio,
}

/// A pin, by port and number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pin {
    /// Port A.
    A(u8),
    /// Port B.
    B(u8),
    /// Port C.
    C(u8),
}

impl Pin {
    /// The pin with a name like PA5. The names are below, and wrong ones do not compile.
    #[allow(clippy::panic, reason = "only ever called by the compiler")]
    const fn named(name: &str) -> Self {
        let number = match name.as_bytes() {
            [b'P', _, ones] => digit(*ones),
            [b'P', _, b'1', ones] => digit(*ones).saturating_add(10),
            _ => panic!("a pin of the package"),
        };
        match name.as_bytes() {
            [_, b'A', ..] => Self::A(number),
            [_, b'B', ..] => Self::B(number),
            [_, b'C', ..] => Self::C(number),
            _ => panic!("a port in use"),
        }
    }
}

const fn digit(byte: u8) -> u8 {
    byte.saturating_sub(b'0')
}

/// Writes the table of connections and [`board_pin!`](crate::board_pin) from one list. `$d` is a dollar sign, for the
/// macro that is written.
macro_rules! connections {
    ($d:tt, $($name:ident: $purpose:literal, $peripheral:ident, $signal:literal, $pin:ident;)*) => {
        /// Every pin in use. The latch is a GPIO: the SPI shifts, the program decides when to show.
        pub const CONNECTIONS: [Connection; [$(stringify!($pin)),*].len()] = [
            $(connection($purpose, Peripheral::$peripheral, $signal, Pin::named(stringify!($pin)))),*
        ];

        /// The field of embassy's peripherals for a connection: `board_pin!(peripherals, CHAIN_SCK)`.
        #[macro_export]
        macro_rules! board_pin {
            $(($d peripherals:ident, $name) => { $d peripherals.$pin };)*
        }
    };
}

connections! { $,
    CHAIN_SCK: "shift chain", Spi1, "SCK", PA5;
    CHAIN_MISO: "shift chain", Spi1, "MISO", PA6;
    CHAIN_MOSI: "shift chain", Spi1, "MOSI", PA7;
    CHAIN_LATCH: "shift chain", Gpio, "LATCH", PA2;
    CHAIN_OUTPUT_ENABLE: "shift chain", Gpio, "/OE", PA4;
    SIGN_TX: "jackpot sign", Uart4, "TX", PA0;
    SIGN_RX: "jackpot sign", Uart4, "RX", PA1;
    CONSOLE_TX: "console", Usart1, "TX", PB6;
    CONSOLE_RX: "console", Usart1, "RX", PB7;
    HEARTBEAT: "heartbeat lamp", Gpio, "out", PB14;
    TEST_BUTTON: "test button", Gpio, "in", PC13;
}

const fn connection(
    purpose: &'static str,
    peripheral: Peripheral,
    signal: &'static str,
    pin: Pin,
) -> Connection {
    Connection {
        purpose,
        peripheral,
        signal,
        pin,
    }
}

impl fmt::Display for Peripheral {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Spi1 => "SPI1",
            Self::Uart4 => "UART4",
            Self::Usart1 => "USART1",
            Self::Gpio => "GPIO",
        })
    }
}

impl fmt::Display for Pin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::A(number) => write!(f, "PA{number}"),
            Self::B(number) => write!(f, "PB{number}"),
            Self::C(number) => write!(f, "PC{number}"),
        }
    }
}
