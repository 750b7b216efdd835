//! The pins of the reference board (ST B-L475E-IOT01A), as data: which pin carries what.

use core::fmt;

/// One pin in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Connection {
    /// What on the table it belongs to.
    pub purpose: &'static str,
    /// What in the chip drives or reads it.
    pub peripheral: Peripheral,
    /// Its name there.
    pub signal: &'static str,
    /// Where it leaves the chip.
    pub pin: Pin,
}

/// A peripheral of the STM32L475 that has pins here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Peripheral {
    /// 48 bits full duplex every millisecond, mode 0, 1 MHz.
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

/// Every pin in use. The latch is a GPIO: the SPI shifts, the program decides when to show.
pub const CONNECTIONS: [Connection; 11] = [
    connection("shift chain", Peripheral::Spi1, "SCK", Pin::A(5)),
    connection("shift chain", Peripheral::Spi1, "MISO", Pin::A(6)),
    connection("shift chain", Peripheral::Spi1, "MOSI", Pin::A(7)),
    connection("shift chain", Peripheral::Gpio, "LATCH", Pin::A(2)),
    connection("shift chain", Peripheral::Gpio, "/OE", Pin::A(4)),
    connection("jackpot sign", Peripheral::Uart4, "TX", Pin::A(0)),
    connection("jackpot sign", Peripheral::Uart4, "RX", Pin::A(1)),
    connection("console", Peripheral::Usart1, "TX", Pin::B(6)),
    connection("console", Peripheral::Usart1, "RX", Pin::B(7)),
    connection("heartbeat lamp", Peripheral::Gpio, "out", Pin::B(14)),
    connection("test button", Peripheral::Gpio, "in", Pin::C(13)),
];

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
