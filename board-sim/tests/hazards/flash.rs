//! Double-words that fail their ECC, in the journal and in the program, while FLASH_ECCR names the place of another.

use board_sim::board::{Board, RunEnd, Snapshot};
use board_sim::chip::Reset;
use board_sim::chip::flash::{Array, BANK_BYTES, ERASED, Ecc};
use board_sim::chip::wires::Nothing;
use board_sim::table::BoardEngine;
use board_sim::time::Span;

/// From power to a running table at most, with a young journal.
const START: Span = Span::ms(500);

/// The longest that a handler is late, in cycles of the core.
const LATE_CYCLES_MAX: u64 = 64;

const CYCLE: Span = Span::of_hz(80_000_000);
const ECCR: u32 = 0x18;
/// Bank and address: an offset in the flash.
const PLACE: u32 = 0x000F_FFF8;

/// The journal's reads, by the name that a person reads.
const READ: &str =
    "<firmware::board::flash::Bank2 as embedded_storage::nor_flash::ReadNorFlash>::read";

/// A board with these contents of the flash, without power.
fn board(flash: &Array) -> Board<Nothing> {
    let mut board = Board::new(BoardEngine::built_image(), Nothing).expect("an image");
    board.flash_contents_mut().clone_from(flash);
    board
}

/// The flash of a board that has started once, and the double-word behind its journal's last record.
fn used_flash() -> (Array, u32) {
    let mut board = Board::new(BoardEngine::built_image(), Nothing).expect("an image");
    board.power_on();
    board.run_for(START).expect("what is modelled");
    let flash = board.flash().array().clone();
    let mut words = (BANK_BYTES..).step_by(8);
    let free = words.find(|offset| flash.word(*offset) == ERASED);
    (flash, free.expect("a free double-word"))
}

/// The same, with power cut while the double-word behind the last record was being written.
fn torn_flash() -> (Array, u32) {
    let (mut flash, torn) = used_flash();
    flash.set_word(torn, 0x0123_4567, Some(Ecc::Uncorrectable));
    (flash, torn)
}

/// A constant of the program near the end of the image, which only the self-check reads.
fn constant() -> u32 {
    let end = BoardEngine::built_image().symbol("_image_end");
    (end.expect("an image") - 0x0800_0000 - 64) & !7
}

fn set_ecc(flash: &mut Array, offset: u32, ecc: Ecc) {
    let word = flash.word(offset);
    flash.set_word(offset, word, Some(ecc));
}

/// Runs until the table has started for the second time, without a reset.
#[track_caller]
fn starts(board: &mut Board<Nothing>, context: &str) {
    let until = board.now() + START;
    let mut log = Vec::new();
    while board.now() < until {
        assert_eq!(board.run_for(Span::ms(1)), Ok(RunEnd::Reached), "{context}");
        assert_eq!(board.resets().len(), 1, "{context}");
        log.extend(board.take_log().into_iter().map(|line| line.text));
        if log.iter().any(|line| line.starts_with("start 2")) {
            return;
        }
    }
    panic!("{context}: {log:?}");
}

#[test]
fn a_bit_put_right_in_the_program_does_not_make_a_torn_word_look_like_a_broken_program() {
    let (mut flash, _) = torn_flash();
    set_ecc(&mut flash, constant(), Ecc::Corrected);
    let mut board = board(&flash);
    board.power_on();
    starts(&mut board, "a torn word of the journal is no surprise");
}

#[test]
fn a_broken_program_is_ended_whatever_was_put_right_before() {
    for corrected in [false, true] {
        let (mut flash, _) = torn_flash();
        if corrected {
            set_ecc(&mut flash, constant() - 8, Ecc::Corrected);
        }
        set_ecc(&mut flash, constant(), Ecc::Uncorrectable);
        let mut board = board(&flash);
        board.power_on();
        board.run_for(START).expect("what is modelled");
        let second = board.resets().get(1).map(|(cause, _)| *cause);
        assert_eq!(second, Some(Reset::Software));
    }
}

/// A board in front of the first read of the torn double-word.
struct AtRead {
    board: Board<Nothing>,
    before: Snapshot<Nothing>,
    first: u64,
    /// The value that the read returns for the torn double-word.
    told: u32,
    /// Instructions of the read.
    length: u64,
}

impl AtRead {
    fn new(flash: &Array, torn: u32) -> Self {
        let mut board = board(flash);
        let read = board.image().function(READ).expect("the journal's reads");
        board.power_on();
        loop {
            let until = board.now() + START;
            assert_eq!(board.run_to(read, until), Ok(RunEnd::Met), "a read");
            let (before, first) = (board.snapshot(), board.instructions());
            let told = returns(&mut board);
            if place(&board) == torn {
                return Self {
                    length: board.instructions() - first,
                    board,
                    before,
                    first,
                    told,
                };
            }
        }
    }

    /// The board after this many instructions of the read.
    fn after(&mut self, instructions: u64) -> &mut Board<Nothing> {
        self.board.restore(&self.before);
        let ran = self.board.run_to_instruction(self.first + instructions);
        ran.expect("what is modelled");
        &mut self.board
    }
}

/// The offset that the register names.
fn place(board: &Board<Nothing>) -> u32 {
    board.flash().read(ECCR).expect("the register") & PLACE
}

/// Runs a function that has just been called to its end, and gives its return value.
fn returns(board: &mut Board<Nothing>) -> u32 {
    let [.., back, _] = board.registers().core;
    let until = board.now() + Span::ms(1);
    assert_eq!(board.run_to(back & !1, until), Ok(RunEnd::Met), "a return");
    board.registers().core[0]
}

#[test]
fn a_bit_put_right_before_the_read_does_not_keep_the_register_from_naming_the_torn_word() {
    let (flash, torn) = torn_flash();
    let mut at = AtRead::new(&flash, torn);
    let board = at.after(0);
    let now = board.now();
    set_ecc(board.flash_contents_mut(), constant(), Ecc::Corrected);
    board.flash_mut().load(constant(), 4, now);
    assert_eq!(place(board), constant());
    returns(board);
    assert_eq!(place(board), torn);
}

/// An instruction that is fetched between the clearing of the flag and the read may have a bit put right too.
#[test]
fn a_bit_put_right_at_any_instruction_of_the_read_does_not_either() {
    let (flash, torn) = torn_flash();
    let mut at = AtRead::new(&flash, torn);
    for step in 0..at.length {
        let board = at.after(step);
        let now = board.now();
        set_ecc(board.flash_contents_mut(), constant(), Ecc::Corrected);
        board.flash_mut().load(constant(), 4, now);
        starts(board, &format!("after {step} instructions of the read"));
    }
}

/// The flash requests the NMI, which reaches the core after a latency.
#[test]
fn the_reader_is_told_however_late_the_interrupt_comes() {
    let (flash, torn) = torn_flash();
    let mut at = AtRead::new(&flash, torn);
    for cycles in 0..=LATE_CYCLES_MAX {
        let told = at.told;
        let board = at.after(0);
        board.flash_mut().set_nmi_latency(CYCLE.times(cycles));
        assert_eq!(returns(board), told, "{cycles} cycles late");
        starts(board, &format!("{cycles} cycles late"));
    }
    // For comparison: the value that the read returns for a sound double-word.
    let board = at.after(0);
    board.flash_contents_mut().set_word(torn, ERASED, None);
    let of_sound = returns(board);
    assert_ne!(of_sound, at.told);
}
