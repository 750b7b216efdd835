//! The sign's chip, wired to its panels and to the table as the board's description says.

use parts::hub75::{Driver, HubLine, Panel};

use super::line_end::LineEnd;
use crate::chip::pins::{ChipPin, Drive, Port};
use crate::chip::usart::Departure;
use crate::chip::wires::{BoardInput, Serial, Wires};
use crate::time::Time;

/// The button, which pulls its pin down.
pub const TEST_BUTTON: ChipPin = ChipPin::c(13);

/// The lines of the panels on port C, from pin 0 on.
const LINES: [Option<HubLine>; 12] = [
    Some(HubLine::R1),
    Some(HubLine::G1),
    Some(HubLine::R2),
    Some(HubLine::G2),
    Some(HubLine::Clk),
    Some(HubLine::Lat),
    Some(HubLine::OutputEnable),
    None,
    Some(HubLine::Address(0)),
    Some(HubLine::Address(1)),
    Some(HubLine::Address(2)),
    Some(HubLine::Address(3)),
];

/// The sign's wires, as the chip sees them.
#[derive(Clone, Debug)]
pub struct SignWires {
    /// The panels.
    pub panel: Panel,
    /// The wire to the table.
    pub table: LineEnd,
}

impl SignWires {
    /// Panels with these drivers, under power.
    #[must_use]
    pub fn new(driver: Driver) -> Self {
        Self {
            panel: Panel::new(driver),
            table: LineEnd::default(),
        }
    }
}

impl Wires for SignWires {
    fn drive(&mut self, pin: ChipPin, drive: Drive, at: Time) {
        if pin.port != Port::C {
            return;
        }
        let line = LINES.get(usize::from(pin.number)).copied().flatten();
        if let Some(line) = line {
            // The pull-up keeps the output off. Whatever else is not driven reads low.
            let level = match line {
                HubLine::OutputEnable => drive != Drive::Low,
                _ => drive == Drive::High,
            };
            self.panel.set(line, level, at.as_ps());
        }
    }

    fn sense(&mut self, _: ChipPin, _: Time) -> bool {
        true
    }

    fn begins(&mut self, serial: Serial, departure: Departure) {
        if serial == Serial::Uart4 {
            self.table.begins(departure);
        }
    }

    fn sent(&mut self, _: Serial, _: Departure) {}

    fn next_event(&self) -> Time {
        self.table.next_event()
    }

    fn act(&mut self, now: Time, inputs: &mut Vec<BoardInput>) {
        self.table.act(Serial::Uart4, now, inputs);
    }
}
