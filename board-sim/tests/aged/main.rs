//! Journals of every age: the image starts on each within half a second at two cycles an instruction, is not reset, does
//! not halt, and lives on.

mod abuse;
mod left;
mod rig;

use abuse::{Habit, cut_between_logs, worst};
use rig::{Case, Known, all_live};
use shared_rules::games::Game;
use simulator::simulate::Life;

/// Number of ordinary rounds that a journal holds, or has held.
const AGES: [u32; 9] = [0, 20, 60, 100, 140, 200, 400, 1_000, 5_000];

/// The seed of a table's random life.
const SEED: u64 = 20_261_117;

/// One life, with its flash copied at each age; the last one also for a console that knows no entries.
fn ages_of(game: Game) {
    let mut life = Life::new(SEED, Some(game));
    let mut cases = Vec::new();
    for rounds in AGES {
        let played = life.play_to(rounds, |_| {});
        assert!(played.is_ok(), "{played:?}");
        cases.push(Case {
            name: format!("{game:?}, {rounds} rounds"),
            flash: life.flash(),
            known: Known::Below(life.next_entry()),
        });
    }
    let oldest = cases.last().cloned().expect("an age");
    cases.push(Case {
        name: format!("{}, new console", oldest.name),
        known: Known::Nothing,
        ..oldest
    });
    all_live(&cases);
}

macro_rules! ages {
    ($($test:ident: $game:ident;)+) => {
        $(#[test]
        fn $test() {
            ages_of(Game::$game);
        })+
    };
}

ages! {
    old_journals_of_thb6: Thb6;
    old_journals_of_rws6: Rws6;
    old_journals_of_ml6: Ml6;
    old_journals_of_ml9: Ml9;
    old_journals_of_tcp5: Tcp5;
}

/// The worst journals that the portable controller can be made to leave: the shortest records, and as many of them
/// since the last checkpoint as it allows.
fn worst_of(habit: Habit) {
    let found = worst(habit);
    println!("{}: {} entries to replay", found.name, found.replayed);
    let cut = Case {
        name: format!("{}, B misses one", found.name),
        flash: cut_between_logs(&found.flash),
        known: Known::Below(found.next),
    };
    let whole = Case {
        name: found.name.clone(),
        flash: found.flash,
        known: Known::Below(found.next),
    };
    all_live(&[whole, cut]);
    assert!(!found.halted, "{}: no legal history halts", found.name);
}

macro_rules! habits {
    ($($test:ident: $habit:expr;)+) => {
        $(#[test]
        fn $test() {
            worst_of($habit);
        })+
    };
}

habits! {
    the_worst_of_a_loose_cable: Habit::Cable;
    the_worst_of_a_loose_cable_in_betting: Habit::CableInBetting;
    the_worst_of_a_loose_cable_in_play: Habit::CableInPlay;
    the_worst_of_a_clock_that_is_set_again_and_again: Habit::Clock;
    the_worst_of_power_that_comes_and_goes: Habit::Power;
    the_dearest_rounds_of_thb6: Habit::Withdrawal(Game::Thb6);
    the_dearest_rounds_of_rws6: Habit::Withdrawal(Game::Rws6);
}
