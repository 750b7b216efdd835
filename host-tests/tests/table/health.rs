//! Health: a task that hangs is named before the watchdog bites, and the last words of a panic are an entry after
//! the restart.

use crate::Evening;
use firmware::controller::Controller;
use firmware::health::{Health, Task};
use shared_rules::games::Game;
use shared_rules::ledger::{Entry, LastWords};
use shared_rules::round::{Event, Phase};
use simulator::table::key_ring;
use simulator::table_driver::START_MS;

/// The watchdog bites after about a second; whoever hangs must be named clearly before.
const WATCHDOG_MS: u64 = 1_000;

/// Every task starts, and all but one check in every 10 ms, until somebody is found silent; says who, and when.
fn without(silent: Option<Task>) -> Option<(Task, u64)> {
    let mut health = Health::new();
    for task in Task::ALL {
        health.check_in(task, 0);
    }
    for now_ms in 0..10 * WATCHDOG_MS {
        if now_ms % 10 == 0 {
            let alive = Task::ALL.into_iter().filter(|task| Some(*task) != silent);
            alive.for_each(|task| health.check_in(task, now_ms));
        }
        if let Some(task) = health.silent(now_ms) {
            return Some((task, now_ms));
        }
    }
    None
}

#[test]
fn tasks_that_check_in_are_never_silent() {
    assert_eq!(without(None), None);
}

#[test]
fn a_silent_task_is_named_before_the_watchdog_bites() {
    for task in Task::ALL {
        let (named, at_ms) = without(Some(task)).expect("somebody is silent");
        assert_eq!(named, task);
        assert!(at_ms < WATCHDOG_MS, "{task:?} after {at_ms} ms");
    }
}

/// The scan is to run every millisecond: the lamps would lag long before the watchdog notices.
#[test]
fn a_silent_scan_is_named_soonest() {
    let named_ms = |task| without(Some(task)).expect("silent").1;
    let others = [Task::Controller, Task::Sign, Task::Console];
    let scan_ms = named_ms(Task::Scan);
    assert!(others.into_iter().all(|task| named_ms(task) > scan_ms));
}

#[test]
fn last_words_of_a_panic_are_written_down() {
    let mut evening = Evening::of(Game::Ml9);
    evening.table.power_off();
    let words = LastWords::try_from("panicked at scan: bus").expect("few words");
    let flash = evening.table.engine.flash.clone();
    let mut started = Controller::new(flash).expect("a flash of the right size");
    started.start(&key_ring(), Some(words.clone()));
    assert_eq!(started.halt(), None);
    drop(started);

    evening.table.power_on();
    evening.wait_ms(START_MS);
    let written = evening.new_entries();
    let expected = [Entry::Boot(2), Entry::LastWords(words), Entry::Boot(3)];
    assert_eq!(written[..3], expected);
}

/// A program that does not match its checksum opens no round (NJAC 13:69E-1.39B), until it matches again.
#[test]
fn a_damaged_program_opens_no_round_until_it_is_mended() {
    let mut evening = Evening::of(Game::Ml9);
    evening.table.engine.controller_mut().image_is_sound(false);
    evening.wait_ms(100);
    assert!(evening.table.engine.controller().lamps(0).fault);
    let broken = "something is broken that a round needs";
    evening.refuses_event(Event::PlaceYourBets, "", broken);
    evening.table.engine.controller_mut().image_is_sound(true);
    evening.says([Event::PlaceYourBets]);
    assert_eq!(evening.phase(), Phase::BetsOpen);
}
