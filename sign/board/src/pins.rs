//! The pins of the sign's board (NUCLEO-L476RG), as data. The board's code takes its pins from this table.
//!
//! The row scan writes the data lines and CLK with one byte, and the address with one word: their pins are next to each
//! other, in this order.

use core::fmt;

/// One wire of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SignConnection {
    /// The part of the sign at the other end.
    pub purpose: &'static str,
    /// The peripheral of the chip that drives or reads the pin.
    pub peripheral: &'static str,
    /// The name of the signal at the other end.
    pub signal: &'static str,
    /// The pin of the chip, as in PC0.
    pub pin: &'static str,
}

/// Writes the table of connections and [`sign_pin!`](crate::sign_pin) from one list. `$d` is a dollar sign, for the macro
/// that is written.
macro_rules! connections {
    ($d:tt, $($name:ident: $purpose:literal, $peripheral:literal, $signal:literal, $pin:ident;)*) => {
        /// Every pin in use.
        pub const CONNECTIONS: [SignConnection; [$(stringify!($pin)),*].len()] = [$(SignConnection {
            purpose: $purpose,
            peripheral: $peripheral,
            signal: $signal,
            pin: stringify!($pin),
        }),*];

        /// The field of embassy's peripherals for a connection: `sign_pin!(peripherals, PANEL_CLK)`.
        #[macro_export]
        macro_rules! sign_pin {
            $(($d peripherals:ident, $name) => { $d peripherals.$pin };)*
        }
    };
}

connections! { $,
    PANEL_R1: "panels", "GPIO", "R1", PC0;
    PANEL_G1: "panels", "GPIO", "G1", PC1;
    PANEL_R2: "panels", "GPIO", "R2", PC2;
    PANEL_G2: "panels", "GPIO", "G2", PC3;
    PANEL_CLK: "panels", "GPIO", "CLK", PC4;
    PANEL_LAT: "panels", "GPIO", "LAT", PC5;
    PANEL_OUTPUT_ENABLE: "panels", "TIM3", "/OE", PC6;
    PANEL_A: "panels", "GPIO", "A", PC8;
    PANEL_B: "panels", "GPIO", "B", PC9;
    PANEL_C: "panels", "GPIO", "C", PC10;
    PANEL_D: "panels", "GPIO", "D", PC11;
    TABLE_TX: "table", "UART4", "TX", PA0;
    TABLE_RX: "table", "UART4", "RX", PA1;
    HEARTBEAT: "heartbeat lamp", "GPIO", "out", PA5;
    TEST_BUTTON: "test button", "GPIO", "in", PC13;
}

impl fmt::Display for SignConnection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            purpose,
            peripheral,
            signal,
            pin,
        } = self;
        write!(f, "{pin:<5} {peripheral:<6} {signal:<4} {purpose}")
    }
}
