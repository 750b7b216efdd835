//! No legal history halts the table. What comes without any round being opened, or all within one, makes checkpoints due
//! all the same: power cycles, resets by the watchdog, a clock that is set again and again, loose cables.

use shared_rules::ledger::Table;

use crate::prelude::*;

/// The board's journal: 512 KiB.
const BOARD: usize = 256;

const TIMES: u64 = 20_000;

/// A panic's message fills its entry.
const WORDS: &str = "panicked at firmware/src/board/tasks/controller.rs:120:9: silent";

const WEEK_MS: u64 = 7 * 24 * 60 * 60 * 1_000;

/// A cable with a loose contact is out for half a second, in for almost two.
const FLAP_MS: u64 = 2_200;
const OUT_MS: u64 = 500;

/// Where the round is when it begins.
#[derive(Clone, Copy, Debug)]
enum Moment {
    BetweenRounds,
    BetsOpen,
    Playing,
}

/// A table at which some rounds have been played, in this moment.
fn table(game: Game, moment: Moment) -> Desk {
    let mut desk = Desk::start(Socket::new(FlashChip::new(BOARD)), None);
    let all = positions(game);
    desk.does_all(&configures(house(game)));
    desk.does_all(&plain_round(&all));
    match moment {
        Moment::BetweenRounds => {}
        Moment::BetsOpen => desk.does_all(&says([Event::PlaceYourBets])),
        Moment::Playing => desk.does_all(&closes(&all)),
    }
    desk
}

/// Whatever happens, the table is not halted, no money has moved, and the table plays on.
#[track_caller]
fn lives_through(game: Game, moment: Moment, history: fn(&mut Desk)) {
    let mut desk = table(game, moment);
    let meter = |desk: &Desk| desk.ledger().table().map(Table::jackpot).copied();
    let before = meter(&desk);
    history(&mut desk);
    assert_eq!(desk.controller.halt(), None);
    is_mended(&mut desk);
    if !matches!(desk.ledger().phase(), Phase::Void(_)) {
        assert_eq!(meter(&desk), before);
    }
    plays_on(&mut desk);
    let again = Desk::start(desk.flash.clone(), None);
    assert_eq!(again.controller.halt(), None);
}

/// Every cable is in, for longer than it takes to believe that after so many faults.
fn is_mended(desk: &mut Desk) {
    for _ in 0..2 {
        desk.felt(Felt::ChainIsBack);
        desk.links(true, true);
        desk.does(&Step::Waits(61_000));
    }
    desk.felt(Felt::ChainIsBack);
    desk.links(true, true);
}

fn power_cycles(desk: &mut Desk) {
    (0..TIMES).for_each(|_| desk.restarts(None));
}

fn watchdog_resets(desk: &mut Desk) {
    (0..TIMES).for_each(|_| desk.restarts(Some(WORDS)));
}

fn clock_settings(desk: &mut Desk) {
    for seconds in 0..TIMES {
        let set = Step::Does(Command::Clock(seconds));
        desk.does_all(&[Step::Waits(10_000), set]);
        desk.flash.chip().clear_history();
    }
}

fn loose_sign_cable(desk: &mut Desk) {
    for _ in 0..WEEK_MS / FLAP_MS {
        for (is_in, lasts_ms) in [(false, OUT_MS), (true, FLAP_MS - OUT_MS)] {
            desk.links(is_in, true);
            desk.does(&Step::Waits(lasts_ms));
            desk.links(is_in, true);
        }
        desk.flash.chip().clear_history();
    }
}

fn loose_chain_cable(desk: &mut Desk) {
    for _ in 0..WEEK_MS / FLAP_MS {
        desk.felt(Felt::ChainBreaks);
        desk.does(&Step::Waits(OUT_MS));
        desk.felt(Felt::ChainIsBack);
        desk.does(&Step::Waits(FLAP_MS - OUT_MS));
        desk.felt(Felt::ChainIsBack);
        desk.flash.chip().clear_history();
    }
}

/// A loose cable wears the flash at a bounded rate: the ring comes round a few times a week at the most.
#[test]
fn loose_cables_cost_a_few_entries_a_minute() {
    for history in [loose_sign_cable, loose_chain_cable] {
        let mut desk = table(Game::Ml9, Moment::BetweenRounds);
        let before = desk.seen().next_entry;
        history(&mut desk);
        let minutes = WEEK_MS / 60_000;
        let entries = u64::from(desk.seen().next_entry - before);
        println!("{entries} entries in {minutes} minutes");
        assert!(entries <= 10 * minutes, "{entries} entries");
    }
}

macro_rules! histories {
    ($($test:ident: $history:ident;)+) => {
        $(mod $test {
            use super::{Game, Moment, lives_through};

            #[test]
            fn without_a_round() {
                lives_through(Game::Ml9, Moment::BetweenRounds, super::$history);
            }

            #[test]
            fn while_bets_are_open() {
                lives_through(Game::Ml9, Moment::BetsOpen, super::$history);
            }

            #[test]
            fn within_a_round() {
                lives_through(Game::Ml9, Moment::Playing, super::$history);
            }

            #[test]
            fn within_a_round_of_rws6() {
                lives_through(Game::Rws6, Moment::Playing, super::$history);
            }
        })+
    };
}

histories! {
    twenty_thousand_power_cycles: power_cycles;
    twenty_thousand_watchdog_resets: watchdog_resets;
    twenty_thousand_clock_settings: clock_settings;
    a_week_of_a_loose_sign_cable: loose_sign_cable;
    a_week_of_a_loose_chain_cable: loose_chain_cable;
}
