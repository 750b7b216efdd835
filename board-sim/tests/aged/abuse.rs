//! Journals that a table leaves when somebody does all to make them hard to read back: the portable controller writes
//! them, so that each is one that can be.

use firmware::journal::Journal;
use host_tests::evening::house;
use host_tests::parts::chain::Change;
use host_tests::parts::engine::JOURNAL_PAGES;
use host_tests::parts::flash::{Chip, Socket};
use host_tests::simulate::stage::{Answer, Lean, Stage};
use shared_rules::games::Game;
use shared_rules::round::Event;
use shared_rules::wire::message::Command;

/// A journal is looked at after so many deeds.
const LOOK_EVERY: u32 = 64;

/// A table that is started again and again has to read its journal each time.
const STARTS: u32 = 3_000;

/// The supervisor's key on the chain.
const SUPERVISOR: usize = 3;

/// A link is down after a second; a fault that comes often must be gone for a minute. Odd, because every tenth
/// millisecond the controller compares its logs, which takes long here and changes nothing.
const LOST_MS: u64 = 1_013;
const GONE_MS: u64 = 60_018;

/// What somebody does to the table all the time.
#[derive(Clone, Copy, Debug)]
pub enum Habit {
    /// The sign's cable is pulled and put back while no round is open.
    Cable,
    /// The same while betting is open.
    CableInBetting,
    /// The same in a round that is never ended, after chips were moved.
    CableInPlay,
    /// The clock is set.
    Clock,
    /// Power is switched off and on.
    Power,
}

impl Habit {
    fn prepare(self, stage: &mut Lean) {
        configure(stage);
        match self {
            Habit::Cable | Habit::Clock | Habit::Power => {}
            Habit::CableInBetting => says(stage, Event::PlaceYourBets),
            Habit::CableInPlay => {
                says(stage, Event::PlaceYourBets);
                lay(stage, 1);
                says(stage, Event::NoMoreBets);
                (0..4).for_each(|chips| lay(stage, chips));
            }
        }
    }

    fn act(self, stage: &mut Lean) {
        match self {
            Habit::Cable | Habit::CableInBetting | Habit::CableInPlay => {
                stage.sign_cable(true);
                stage.skip_ms(LOST_MS);
                stage.sign_cable(false);
                stage.skip_ms(2);
                stage.skip_ms(GONE_MS);
            }
            Habit::Clock => {
                stage.skip_ms(LOST_MS);
                stage.say(&Command::Clock(1_700_000_000 + stage.now_ms() / 1_000));
            }
            Habit::Power => {
                stage.power_off();
                stage.power_on(None);
            }
        }
    }

    /// Whether every page has been used before, or as much has been done as there is time for.
    fn is_enough(self, stage: &Lean, deeds: u32) -> bool {
        match self {
            Habit::Power => deeds >= STARTS,
            _ => stage.with_flash(|chip| chip.erasures().iter().all(|erasures| *erasures > 1)),
        }
    }
}

/// The worst journal of a habit.
pub struct Worst {
    pub name: String,
    pub flash: Vec<u8>,
    /// The number of the next entry.
    pub next: u32,
    /// Entries since its last checkpoint.
    pub replayed: usize,
    /// The controller has stopped taking events.
    pub halted: bool,
}

/// Does it until the ring has come round, and keeps the journal with the most entries since its last checkpoint.
pub fn worst(habit: Habit) -> Worst {
    let mut stage = Lean::new(1, JOURNAL_PAGES);
    stage.scan_ms(1_300);
    habit.prepare(&mut stage);
    let mut worst = seen(habit, &mut stage);
    for deeds in 1.. {
        habit.act(&mut stage);
        stage.with_flash(Chip::clear_history);
        let is_over = stage.is_halted() || habit.is_enough(&stage, deeds);
        if is_over || deeds.is_multiple_of(LOOK_EVERY) {
            let now = seen(habit, &mut stage);
            worst.halted = now.halted;
            if now.halted || now.replayed >= worst.replayed {
                worst = now;
            }
        }
        if is_over {
            break;
        }
    }
    worst
}

fn seen(habit: Habit, stage: &mut Lean) -> Worst {
    let flash = stage.with_flash(|chip| chip.image().to_vec());
    Worst {
        name: format!("{habit:?}"),
        replayed: replayed(&flash),
        flash,
        next: stage.next_entry(),
        halted: stage.is_halted(),
    }
}

/// How many entries a start goes through.
fn replayed(flash: &[u8]) -> usize {
    let chip = Chip::from_image(flash);
    let mut journal = Journal::new(Socket::new(chip)).expect("a flash that fits");
    journal.recover().expect("a sound journal");
    let mut reader = journal.replay().expect("a sound journal");
    let mut count = 0;
    while reader.next().expect("a sound journal").is_some() {
        count += 1;
    }
    count
}

/// With the supervisor's key turned.
fn configure(stage: &mut Lean) {
    stage.change(Change::Key(SUPERVISOR, true));
    stage.scan_ms(30);
    let answer = stage.say(&Command::Configure(house(Game::Ml9)));
    assert_eq!(answer, Some(Answer::Done));
    stage.change(Change::Key(SUPERVISOR, false));
    stage.scan_ms(30);
}

fn says(stage: &mut Lean, event: Event) {
    let answer = stage.say(&Command::Round(event));
    assert_eq!(answer, Some(Answer::Done));
    stage.scan_ms(5);
}

/// An Ante and so many chips at every seat.
fn lay(stage: &mut Lean, chips: u8) {
    for seat in 0..7 {
        stage.change(Change::Ante(seat, true));
        stage.change(Change::Chips(seat, chips));
    }
    stage.scan_ms(40);
}
