//! Harm to the sign's program: it ends dark or with a notice, and never with a wrong amount.

use crate::expected::drawn;
use crate::{Board, alone, off, run, shows};
use board_sim::chip::Reset;
use board_sim::chip::flash::ArrayTear;
use board_sim::chip::map::FLASH;
use board_sim::table::SignedTable;
use board_sim::time::{Span, Time};
use sign::{Page, Sign};

/// Numbers of interrupts in the vector table.
const TIM2: u32 = 16 + 28;
const TIM6: u32 = 16 + 54;

fn started() -> Board {
    let mut board = alone();
    run(&mut board, Span::ms(200));
    board.take_log();
    board
}

/// The light of the next milliseconds.
fn is_dark_for(board: &mut Board, span: Span) -> bool {
    let now = board.now().as_ps();
    board.world_mut().panel.measure_anew(now);
    run(board, span);
    let now = board.now().as_ps();
    board.world_mut().panel.light(now).is_dark()
}

/// It resets itself within two seconds, names the reason, and is there again.
#[track_caller]
fn comes_back(mut board: Board, words: &str) {
    let resets = board.resets().len();
    run(&mut board, Span::ms(2_000));
    let since = &board.resets()[resets..];
    assert!(!since.is_empty(), "no reset");
    let log = board.take_log();
    let said = log.iter().any(|line| line.text.contains(words));
    assert!(said, "{log:?}");
    run(&mut board, Span::ms(1_500));
    shows(&mut board, &drawn(&Sign::new(0).page(1_000)));
}

#[test]
fn a_scan_that_hangs_leaves_the_panels_dark_and_ends_in_the_watchdog() {
    let mut board = started();
    board.mask(TIM6);
    // The row that is lit just now ends.
    run(&mut board, Span::us(300));
    assert!(is_dark_for(&mut board, Span::ms(500)));
    comes_back(board, "the row scan was silent");
}

#[test]
fn a_core_that_stops_leaves_the_panels_dark() {
    let mut board = started();
    board.mask_all();
    run(&mut board, Span::us(600));
    assert!(is_dark_for(&mut board, Span::ms(500)));
}

#[test]
fn a_clock_that_stops_ends_in_the_watchdog() {
    let mut board = started();
    board.mask(TIM2);
    comes_back(board, "watchdog");
}

#[test]
fn a_used_up_stack_is_named() {
    let mut board = started();
    board.use_up_stack(64);
    comes_back(board, "stack overflow");
}

#[test]
fn in_reset_and_without_power_nothing_is_lit() {
    let mut board = started();
    board.reset(Reset::Pin);
    while board.now() < Time::ZERO + Span::ms(201) {
        run(&mut board, Span::us(50));
        let panel = &board.world().panel;
        assert!(!panel.is_lit() || panel.shown() != &[0; 16]);
    }
    board.power_off(ArrayTear::by_chance(0));
    assert!(!board.world().panel.is_lit());
}

#[test]
fn a_flipped_bit_of_the_image_is_a_fault_and_no_amount() {
    let image = SignedTable::built_sign();
    let place = |name: &str| image.symbol(name).expect("a place in the image") - FLASH;
    let (check, end) = (place("_image_check"), place("_image_end"));
    // In the CRC, in the board's kind, in the letters of a page that is not shown, and in the last initial value.
    for (offset, bit) in [(check + 4, 3), (check + 8, 1), (end - 1, 0)] {
        let mut board = off();
        let flash = board.flash_contents_mut();
        let flipped = flash.read(offset, 1)[0] ^ 1 << bit;
        flash.load(offset, &[flipped]);
        board.power_on();
        run(&mut board, Span::ms(300));
        let log = board.take_log();
        let has = |text: &str| log.iter().any(|line| line.text == text);
        assert!(has("image sound: false") && !has("start"), "{log:?}");
        shows(&mut board, &drawn(&Page::damaged()));
        run(&mut board, Span::s(3));
        assert_eq!(board.resets().len(), 1, "it stays there");
    }
}
