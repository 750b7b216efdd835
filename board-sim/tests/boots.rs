//! The built image on the chip, in a table on which nothing happens: it checks itself, starts, speaks on both wires and
//! scans the felt; and one whose bytes have changed says so.

use board_sim::chip::flash::ArrayTear;
use board_sim::chip::pins::Port;
use board_sim::table::BoardEngine;
use board_sim::time::Span;
use parts::engine::FreshEngine;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use shared_rules::ledger::{Entry, Fault};
use simulator::table::SimulatedTable;

/// The line of the fault lamp.
const FAULT_LAMP: u32 = 46;

/// From power-on to a second after the links are up.
const START_MS: u64 = 2_500;

/// Bits that are flipped one at a time, and the seed that chooses them.
const FLIPS: u32 = 100;
const FLIP_SEED: u64 = 18;

fn log(table: &mut SimulatedTable<BoardEngine>) -> Vec<String> {
    let lines = table.engine.board.take_log().into_iter();
    lines.map(|line| line.text).collect()
}

#[test]
fn a_new_board_starts_and_is_heard() {
    let mut table: SimulatedTable<BoardEngine> = SimulatedTable::new(1);
    table.run_ms(START_MS);
    let log = log(&mut table);
    assert!(log.contains(&"image sound: true".to_owned()), "{log:?}");
    assert_eq!(table.engine.board.resets().len(), 1, "only power");
    assert_eq!(table.engine.board.last_fault(), None);
    let entries: Vec<&Entry> = table.console.entries.values().collect();
    assert!(
        matches!(entries[..], [Entry::Boot(1), Entry::Chip(_)]),
        "{entries:?}"
    );
    assert_eq!(table.lit() >> FAULT_LAMP & 1, 0);
    let stack = table.engine.board.stack_use().expect("a painted stack");
    assert!(stack.used * 2 <= stack.size, "{stack:?}");
}

/// The chain's wires are long: slow edges, and no input that floats where a wire is cut.
#[test]
fn the_wires_have_slow_edges_and_pulls() {
    const OSPEEDR: u32 = 0x08;
    const PUPDR: u32 = 0x0C;
    const LOW: u32 = 0b00;
    const UP: u32 = 0b01;
    let mut table: SimulatedTable<BoardEngine> = SimulatedTable::new(1);
    table.run_ms(100);
    let chip = table.engine.board.chip();
    let field = |port, register, pin: u32| {
        let register = chip.port_register(port, register).expect("a register");
        register >> (2 * pin) & 0b11
    };
    let [sck, mosi, latch] = [5, 7, 2].map(|pin| field(Port::A, OSPEEDR, pin));
    assert_eq!([sck, mosi, latch], [LOW; 3]);
    let miso = field(Port::A, PUPDR, 6);
    let [sign, console] = [(Port::A, 1), (Port::B, 7)].map(|(port, pin)| field(port, PUPDR, pin));
    assert_eq!([miso, sign, console], [UP; 3]);
}

/// 9 NYCRR 5321.18(b): the software is checked before it operates.
#[test]
fn an_image_with_a_flipped_bit_says_so_and_lights_the_fault_lamp() {
    let mut engine = BoardEngine::with_image(BoardEngine::built_image());
    let image_end = engine.board.image().symbol("_image_end").expect("an image");
    // Near its end are constants and initial values, so that the program still runs.
    let offset = (image_end - 0x0800_0000 - 64) & !7;
    let flash = engine.board.flash_contents_mut();
    let word = flash.word(offset);
    flash.set_word(offset, word ^ 1, None);
    let mut table = SimulatedTable::with_engine(1, engine);
    table.run_ms(300);
    assert_eq!(table.lit() >> FAULT_LAMP & 1, 1, "from the start");
    table.run_ms(START_MS);
    let log = log(&mut table);
    assert!(log.contains(&"image sound: false".to_owned()), "{log:?}");
    let entries: Vec<&Entry> = table.console.entries.values().collect();
    assert!(
        entries.contains(&&Entry::Fault(Fault::Image)),
        "{entries:?}"
    );
    assert_eq!(table.lit() >> FAULT_LAMP & 1, 1);
}

/// Wherever in the image a bit has changed, the image is never taken for sound. Where the change does not keep the
/// program from checking itself, it reports the damage.
#[test]
fn no_image_with_a_flipped_bit_is_taken_for_sound() {
    let mut random = ChaCha8Rng::seed_from_u64(FLIP_SEED);
    let (mut said_so, mut reset, mut astray, mut mute) = (0, 0, 0, 0);
    for _ in 0..FLIPS {
        let mut engine = BoardEngine::fresh();
        let board = &mut engine.board;
        let end = board.image().symbol("_image_end").expect("an image") - 0x0800_0000;
        let (offset, bit) = (random.random_range(0..end) & !7, random.random_range(0..64));
        let flash = board.flash_contents_mut();
        let word = flash.word(offset);
        flash.set_word(offset, word ^ 1 << bit, None);
        board.power_on();
        let ran = board.run_for(Span::ms(60));
        let log: Vec<String> = board.take_log().into_iter().map(|line| line.text).collect();
        assert!(
            !log.contains(&"image sound: true".to_owned()),
            "bit {bit} at {offset:#x}"
        );
        // Without power the board does not report its stack use, which means nothing for a damaged program.
        board.power_off(ArrayTear::Before);
        match (ran, log.contains(&"image sound: false".to_owned())) {
            (_, true) => said_so += 1,
            (Err(_), _) => astray += 1,
            _ if board.resets().len() > 1 => reset += 1,
            _ => mute += 1,
        }
    }
    println!(
        "of {FLIPS} images with a flipped bit {said_so} said so, {reset} were reset, {astray} ran into nowhere, {mute} stayed dark"
    );
    assert!(said_so > FLIPS / 2);
}
