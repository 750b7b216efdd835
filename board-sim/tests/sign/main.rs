//! The sign's image on a chip of its own, with two panels: alone, and on one wire with the controller's image.

mod alone;
mod cuts;
mod evening;
mod expected;
mod faults;
mod harm;
mod watched;

use board_sim::table::{SignWires, SignedTable};
use board_sim::time::Span;
use parts::hub75::{COLUMNS, Driver, Light, ROWS};
use sign::{Colour, Screen};

type Board = board_sim::board::Board<SignWires>;

/// A refresh: 200 a second.
const REFRESH: Span = Span::ms(5);

/// From the end of a row's light to the middle of the dark behind it: rows may come some microseconds late.
const TO_MID_DARK: Span = Span::us(20);

/// The light of each row in a refresh.
const LIT: Span = Span::us(250);

/// A sign alone, without power.
fn off() -> Board {
    let wires = SignWires::new(Driver::Fm6126a);
    Board::new(SignedTable::built_sign(), wires).expect("an image that can be run")
}

/// A sign alone, which has just been switched on.
fn alone() -> Board {
    let mut board = off();
    board.power_on();
    board
}

fn run(board: &mut Board, span: Span) {
    board.run_for(span).expect("all of it is modelled");
}

/// Measures the light of so many refreshes, each of which must light every row for as long.
#[track_caller]
fn measure(board: &mut Board, refreshes: u32) -> Measured {
    run_while(board, |board| !board.world().panel.is_lit());
    run_while(board, |board| board.world().panel.is_lit());
    run(board, TO_MID_DARK);
    Measured::begin(board);
    run(board, REFRESH.times(refreshes.into()));
    Measured::end(board, refreshes)
}

/// Runs in short steps, for a refresh at most.
fn run_while(board: &mut Board, goes_on: impl Fn(&Board) -> bool) {
    let end = board.now() + REFRESH;
    while goes_on(board) && board.now() < end {
        run(board, Span::us(10));
    }
}

/// Light that was measured, and the light of an LED that is on all the time.
#[derive(Debug)]
struct Measured {
    light: Light,
    full: u64,
}

impl Measured {
    /// Begins a measurement, in the dark behind a row.
    fn begin(board: &mut Board) {
        let now = board.now().as_ps();
        board.world_mut().panel.measure_anew(now);
    }

    /// Ends it, so many refreshes later: in the dark behind the same row.
    #[track_caller]
    fn end(board: &mut Board, refreshes: u32) -> Self {
        let now = board.now().as_ps();
        let panel = &mut board.world_mut().panel;
        let light = panel.light(now).clone();
        assert_eq!(panel.shown(), &[refreshes; 16], "every row, as often");
        assert_eq!(panel.lit_ps(), LIT.times(u64::from(refreshes) * 16).as_ps());
        Self {
            light,
            full: LIT.times(refreshes.into()).as_ps(),
        }
    }

    /// The dots, if each LED was either on all the time or off all the time.
    fn colours(&self) -> Option<Vec<Colour>> {
        let is_on = |light: u64| match light {
            0 => Some(false),
            _ if light == self.full => Some(true),
            _ => None,
        };
        let dots = self.light.dots();
        dots.map(|(red, green)| Some(Colour::of(is_on(red)?, is_on(green)?)))
            .collect()
    }

    /// True if this is what was drawn, dot for dot.
    fn shows(&self, screen: &Screen) -> bool {
        self.colours()
            .is_some_and(|colours| colours == dots(screen))
    }

    /// True if this is the refresh in which one screen follows another: every row is from one of the two.
    fn changes(&self, before: &Screen, after: &Screen) -> bool {
        let Some(colours) = self.colours() else {
            return false;
        };
        let [before, after] = [before, after].map(dots);
        let rows = colours
            .chunks(COLUMNS)
            .zip(before.chunks(COLUMNS).zip(after.chunks(COLUMNS)));
        rows.into_iter()
            .all(|(row, (before, after))| row == before || row == after)
    }

    fn picture(&self) -> String {
        let letter = |dot| match dot {
            (0, 0) => '.',
            (_, 0) => 'r',
            (0, _) => 'g',
            _ => '#',
        };
        let all: Vec<char> = self.light.dots().map(letter).collect();
        let rows = all.chunks(COLUMNS);
        rows.map(|row| row.iter().collect::<String>() + "\n")
            .collect()
    }
}

/// The dots of a screen, row by row.
fn dots(screen: &Screen) -> Vec<Colour> {
    let rows = (0..ROWS).map(|y| screen.leds(y));
    let row = |[red, green]: [u128; 2]| {
        (0..COLUMNS).map(move |x| Colour::of(red >> x & 1 == 1, green >> x & 1 == 1))
    };
    rows.flat_map(row).collect()
}

/// The light of the next refreshes is this screen's.
#[track_caller]
fn shows(board: &mut Board, screen: &Screen) {
    let measured = measure(board, 2);
    let light = measured.picture();
    assert!(measured.shows(screen), "light\n{light}drawn\n{screen}");
}
