//! The width of the pulses on LATCH.

use board_sim::board::Board;
use board_sim::chip::pins::{ChipPin, Drive};
use board_sim::chip::usart::Departure;
use board_sim::chip::wires::{Serial, Wires};
use board_sim::table::BoardEngine;
use board_sim::time::{Span, Time};
use firmware::config::LATCH_LOW_NS;

const LATCH: ChipPin = ChipPin::a(2);
const SECOND: Span = Span::s(1);

/// Two pulses a scan, from some time after power on.
const PULSES_MIN: usize = 1_900;

/// A pulse that no interrupt makes longer.
const LONGEST: Span = Span::us(1);

/// Somebody with an oscilloscope.
#[derive(Clone, Debug, Default)]
struct Scope {
    fell: Option<Time>,
    widths: Vec<Span>,
}

impl Wires for Scope {
    fn drive(&mut self, pin: ChipPin, drive: Drive, at: Time) {
        match (pin, drive) {
            (LATCH, Drive::Low) => self.fell = Some(at),
            (LATCH, Drive::High) => {
                let width = self.fell.take().map(|fell| at.since(fell));
                self.widths.extend(width);
            }
            _ => {}
        }
    }

    fn sense(&mut self, _: ChipPin, _: Time) -> bool {
        true
    }

    fn sent(&mut self, _: Serial, _: Departure) {}
}

/// An instruction takes at least the one cycle that it takes here: 16 of them are 200 ns, or more on the chip. An
/// interrupt may make a pulse longer, which does no harm.
#[test]
fn latch_is_low_for_as_long_as_the_slowest_part_needs_and_not_much_longer() {
    let mut board = Board::new(BoardEngine::built_image(), Scope::default()).expect("an image");
    board.power_on();
    board.run_for(SECOND).expect("what is modelled");
    let mut widths = board.world().widths.clone();
    widths.sort();
    let (count, shortest) = (widths.len(), widths[0]);
    let nine_in_ten = widths[count * 9 / 10];
    println!("{count} pulses, from {shortest:?}, nine in ten up to {nine_in_ten:?}");
    assert!(count > PULSES_MIN, "{count}");
    assert!(shortest >= Span::ps(u64::from(LATCH_LOW_NS) * 1_000));
    assert!(nine_in_ten <= LONGEST);
}
