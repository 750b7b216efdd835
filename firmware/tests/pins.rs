//! The pin table against the board's description, and against itself.

use firmware::pins::{CONNECTIONS, Pin};
use std::collections::HashSet;

#[test]
fn no_pin_is_used_twice() {
    let pins: HashSet<Pin> = CONNECTIONS
        .iter()
        .map(|connection| connection.pin)
        .collect();
    assert_eq!(pins.len(), CONNECTIONS.len());
}

#[test]
fn pins_are_those_of_the_board() {
    let printed = CONNECTIONS.map(|c| format!("{} {} {}", c.peripheral, c.signal, c.pin));
    let board = [
        "SPI1 SCK PA5",
        "SPI1 MISO PA6",
        "SPI1 MOSI PA7",
        "GPIO LATCH PA2",
        "GPIO /OE PA4",
        "UART4 TX PA0",
        "UART4 RX PA1",
        "USART1 TX PB6",
        "USART1 RX PB7",
        "GPIO out PB14",
        "GPIO in PC13",
    ];
    assert_eq!(printed, board);
}
