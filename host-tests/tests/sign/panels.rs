//! The frames of the row scan on two simulated panels: what is shifted out lights the dots that were drawn.

use parts::hub75::{COLUMNS, Driver, Ghosts, HubLine, Panel, ROWS};
use sign::{Colour, DRIVER_REGISTERS, SCANNED_ROWS, ScanFrames, Screen, TestPicture};

use crate::{jackpot, sign_showing};
use embedded_graphics::geometry::Point;

/// A step of the test's driver: 100 ns.
const STEP_PS: u64 = 100_000;

const LIT_PS: u64 = 250_000_000;

/// The panels, and a driver that changes one line at a time.
struct Bench {
    panel: Panel,
    now: u64,
}

impl Bench {
    fn new(driver: Driver) -> Bench {
        Bench {
            panel: Panel::new(driver),
            now: 0,
        }
    }

    fn set(&mut self, line: HubLine, level: bool) {
        self.now += STEP_PS;
        self.panel.set(line, level, self.now);
    }

    fn pulse(&mut self, line: HubLine) {
        self.set(line, true);
        self.set(line, false);
    }

    fn data(&mut self, bits: u8) {
        let lines = [HubLine::R1, HubLine::G1, HubLine::R2, HubLine::G2];
        for (index, line) in lines.into_iter().enumerate() {
            self.set(line, bits >> index & 1 == 1);
        }
    }

    fn write_registers(&mut self) {
        for register in DRIVER_REGISTERS {
            for (data, is_latched) in register.columns() {
                self.data(if data { 0b1111 } else { 0 });
                self.set(HubLine::Lat, is_latched);
                self.pulse(HubLine::Clk);
            }
            self.set(HubLine::Lat, false);
        }
    }

    fn address(&mut self, row: usize) {
        for bit in 0..4 {
            self.set(HubLine::Address(bit), row >> bit & 1 == 1);
        }
    }

    /// Lights every row once.
    fn refresh(&mut self, frames: &ScanFrames) {
        frames.begin_refresh();
        for row in 0..SCANNED_ROWS {
            self.address(row);
            for word in frames.row(row).expect("a scanned row") {
                let columns = word.load(std::sync::atomic::Ordering::Relaxed);
                for bits in columns.to_le_bytes() {
                    self.data(bits);
                    self.pulse(HubLine::Clk);
                }
            }
            self.pulse(HubLine::Lat);
            self.set(HubLine::OutputEnable, false);
            self.now += LIT_PS - STEP_PS;
            self.set(HubLine::OutputEnable, true);
        }
    }

    fn colour(&mut self, x: usize, y: usize) -> Colour {
        let (red, green) = self.panel.light(self.now).of(x, y).expect("a dot");
        for light in [red, green] {
            assert!(light == 0 || light == LIT_PS, "({x}, {y}): {light}");
        }
        Colour::of(red > 0, green > 0)
    }
}

#[track_caller]
fn shows(bench: &mut Bench, screen: &Screen) {
    for (x, y) in (0..ROWS).flat_map(|y| (0..COLUMNS).map(move |x| (x, y))) {
        let [column, row] = [x, y].map(|place| i32::try_from(place).expect("a small number"));
        let at = Point::new(column, row);
        assert_eq!(Some(bench.colour(x, y)), screen.dot(at), "({x}, {y})");
    }
}

/// Screens in which every dot differs from its neighbours' in some.
fn screens() -> Vec<Screen> {
    let sign = sign_showing(jackpot(1_234_567_89));
    let mut page = Screen::new();
    let Ok(()) = sign.draw(0, &mut page);
    let tests = TestPicture::ALL.map(|picture| {
        let mut screen = Screen::new();
        picture.draw("1.2.3", &mut screen);
        screen
    });
    [page].into_iter().chain(tests).collect()
}

#[test]
fn every_dot_that_is_drawn_is_lit_and_no_other() {
    for driver in [Driver::Plain, Driver::Fm6126a] {
        for screen in screens() {
            let (mut bench, frames) = (Bench::new(driver), ScanFrames::new());
            bench.write_registers();
            assert!(frames.draw(&screen));
            bench.refresh(&frames);
            shows(&mut bench, &screen);
            assert_eq!(bench.panel.ghosts, Ghosts::default());
            assert_eq!(bench.panel.shown(), &[1; SCANNED_ROWS]);
        }
    }
}

#[test]
fn a_driver_without_its_registers_stays_dark() {
    let (mut bench, frames) = (Bench::new(Driver::Fm6126a), ScanFrames::new());
    assert!(frames.draw(&screens()[1]));
    bench.refresh(&frames);
    assert!(bench.panel.light(bench.now).is_dark());
}

#[test]
fn the_next_frame_is_shown_from_row_0_on() {
    let frames = ScanFrames::new();
    let [first, second] = [1, 2].map(|index| screens()[index].clone());
    assert!(frames.draw(&first));
    assert!(!frames.is_free());
    assert!(!frames.draw(&second), "the first is not shown yet");
    assert!(frames.begin_refresh(), "another frame");
    assert!(frames.draw(&second));
    let row = || frames.row(3).expect("a row")[0].load(std::sync::atomic::Ordering::Relaxed);
    assert_eq!(row(), 0x0505_0505, "red while the next one waits");
    assert!(frames.begin_refresh());
    assert_eq!(row(), 0x0A0A_0A0A, "green");
    assert!(!frames.begin_refresh(), "the same again");
}

#[test]
fn light_in_the_wrong_place_is_noticed() {
    let mut bench = Bench::new(Driver::Plain);
    bench.set(HubLine::OutputEnable, false);
    bench.address(1);
    bench.pulse(HubLine::Lat);
    let panel = &mut bench.panel;
    panel.set(HubLine::R1, true, bench.now + STEP_PS);
    panel.set(HubLine::Clk, true, bench.now + STEP_PS);
    let expected = Ghosts {
        latched: 2,
        addressed: 1,
        hurried: 1,
    };
    assert_eq!(panel.ghosts, expected);
}
