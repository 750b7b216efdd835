//! The sign without a table: its start, its self-test, its scan.

use crate::expected::drawn;
use crate::{alone, measure, run, shows};
use board_sim::chip::wires::BoardInput;
use board_sim::table::TEST_BUTTON;
use board_sim::time::Span;
use parts::hub75::Ghosts;
use sign::{Screen, Sign, TestPicture};

/// Number of TIM6's interrupt in the vector table.
const TIM6: u32 = 16 + 54;

#[test]
fn it_starts_and_then_misses_the_table() {
    let mut board = alone();
    run(&mut board, Span::ms(100));
    shows(&mut board, &drawn(&Sign::new(0).page(0)));
    run(&mut board, Span::ms(1_100));
    shows(&mut board, &drawn(&Sign::new(0).page(1_000)));
}

#[test]
fn nothing_is_lit_before_the_first_row_and_no_light_is_out_of_place() {
    let mut board = alone();
    while board.world().panel.shown() == &[0; 16] {
        let now = board.now().as_ps();
        assert!(board.world_mut().panel.light(now).is_dark());
        run(&mut board, Span::us(50));
    }
    run(&mut board, Span::ms(500));
    let panel = &board.world().panel;
    assert_eq!(panel.ghosts, Ghosts::default());
    println!("{:?}", panel.shortest);
    // The drivers' data sheets ask for 20 to 25 ns, and the rows for some microseconds in the dark.
    let shortest = panel.shortest;
    let levels = [shortest.clock_high, shortest.clock_low, shortest.setup];
    assert!(levels.iter().all(|ps| *ps >= 37_500), "{shortest:?}");
    assert!(shortest.latch >= 100_000, "{shortest:?}");
    assert!(shortest.dark >= 10_000_000, "{shortest:?}");
}

#[test]
fn it_refreshes_200_times_a_second_within_a_tenth_of_the_core() {
    for cycles in [1, 2] {
        let mut board = alone();
        board.set_cycles_per_instruction(cycles);
        run(&mut board, Span::ms(200));
        board.measure_shares_anew();
        let (before, asleep) = (board.share(TIM6), board.asleep());
        measure(&mut board, 200);
        let after = board.share(TIM6);
        let second = Span::s(1).as_ps();
        let awake = second - (board.asleep() - asleep).as_ps();
        let slots = after.entries - before.entries;
        let a_slot = (after.instructions - before.instructions) / slots;
        println!(
            "{cycles} cycles an instruction: {slots} slots a second, {a_slot} instructions each; the core is busy for \
             {}.{} %",
            awake * 100 / second,
            awake * 1_000 / second % 10,
        );
        assert!((3_200..3_210).contains(&slots), "{slots}");
        assert!(awake * 100 < second * 10 * u64::from(cycles));
    }
}

#[test]
fn the_button_shows_every_led_and_the_version() {
    let mut board = alone();
    run(&mut board, Span::ms(100));
    board.put(BoardInput::Level(TEST_BUTTON, Some(false)));
    run(&mut board, Span::ms(150));
    board.put(BoardInput::Level(TEST_BUTTON, Some(true)));
    for picture in TestPicture::ALL {
        let mut screen = Screen::new();
        picture.draw(env!("CARGO_PKG_VERSION"), &mut screen);
        shows(&mut board, &screen);
        run(&mut board, Span::ms(1_990));
    }
    shows(&mut board, &drawn(&Sign::new(0).page(20_000)));
}
