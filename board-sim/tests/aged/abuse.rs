//! Journals that are as hard to read back as an abuser can make them. The portable controller writes them, so each is
//! one that can occur.

use firmware::controller::Controller;
use firmware::journal::Journal;
use parts::chain::Change;
use parts::flash::{FlashChip, Socket, Tear};
use shared_rules::games::{Game, HandFault};
use shared_rules::round::{Choice, Event};
use shared_rules::seats::{Seat, SeatSet};
use shared_rules::wagers::Wager;
use shared_rules::wire::key::KeyRing;
use shared_rules::wire::message::Command;
use simulator::engine::JOURNAL_PAGES;
use simulator::round_driver::{community, dealer_hand, hand};
use simulator::simulate::stage::{CommandAnswer, Lean, Stage};
use simulator::table_driver::house;

/// Number of actions between two looks at the journal.
const LOOK_EVERY: u32 = 64;

/// A table that is restarted again and again reads its journal each time.
const STARTS: u32 = 3_000;

/// This many rounds pass several checkpoints.
const ROUNDS: u32 = 100;

/// The supervisor's key on the chain.
const SUPERVISOR: usize = 3;

/// A link is down after a second; a frequent fault must be gone for a minute. Neither time is a multiple of ten: every
/// tenth millisecond the controller compares its logs, which takes long here and changes nothing.
const LOST_MS: u64 = 1_013;
const GONE_MS: u64 = 60_018;

/// A kind of abuse that is repeated all the time.
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
    /// Every hand of each settled round is invalidated, one after the other, and the round settled again each time.
    Withdrawal(Game),
}

impl Habit {
    fn prepare(self, stage: &mut Lean) {
        configure(stage, self.game());
        match self {
            Habit::Cable | Habit::Clock | Habit::Power | Habit::Withdrawal(_) => {}
            Habit::CableInBetting => says(stage, Event::PlaceYourBets),
            Habit::CableInPlay => {
                says(stage, Event::PlaceYourBets);
                lay(stage, 1);
                says(stage, Event::NoMoreBets);
                (0..4).for_each(|chips| lay(stage, chips));
            }
        }
    }

    /// Actions between two looks at the journal: a round makes many entries, so the journal is looked at after each.
    const fn look_every(self) -> u32 {
        match self {
            Habit::Withdrawal(_) => 1,
            _ => LOOK_EVERY,
        }
    }

    const fn game(self) -> Game {
        match self {
            Habit::Withdrawal(game) => game,
            _ => Game::Ml9,
        }
    }

    fn act(self, stage: &mut Lean) {
        match self {
            Habit::Withdrawal(_) => withdraw_all(stage),
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

    /// True if every page has been reused, or the budget of actions is used up.
    fn is_enough(self, stage: &Lean, deeds: u32) -> bool {
        match self {
            Habit::Power => deeds >= STARTS,
            Habit::Withdrawal(_) => deeds >= ROUNDS,
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

/// Repeats the habit until the ring has come round, and keeps the journal with the most entries since its last
/// checkpoint.
pub fn worst(habit: Habit) -> Worst {
    let mut stage = Lean::new(1, JOURNAL_PAGES);
    stage.scan_ms(1_300);
    habit.prepare(&mut stage);
    let mut worst = seen(habit, &mut stage);
    for deeds in 1.. {
        habit.act(&mut stage);
        stage.with_flash(FlashChip::clear_history);
        let is_over = stage.is_halted() || habit.is_enough(&stage, deeds);
        if is_over || deeds.is_multiple_of(habit.look_every()) {
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

/// Number of entries that a start replays.
fn replayed(flash: &[u8]) -> usize {
    let chip = FlashChip::from_image(flash);
    let mut journal = Journal::new(Socket::new(chip)).expect("a flash that fits");
    journal.recover().expect("a sound journal");
    let mut reader = journal.replay().expect("a sound journal");
    let mut count = 0;
    while reader.next().expect("a sound journal").is_some() {
        count += 1;
    }
    count
}

/// Configures a game with the supervisor's key turned.
fn configure(stage: &mut Lean, game: Game) {
    stage.change(Change::Key(SUPERVISOR, true));
    stage.scan_ms(30);
    let answer = stage.say(&Command::Configure(house(game)));
    assert_eq!(answer, Some(CommandAnswer::Done));
    stage.change(Change::Key(SUPERVISOR, false));
    stage.scan_ms(30);
}

fn says(stage: &mut Lean, event: Event) {
    let answer = stage.say(&Command::Round(event));
    assert_eq!(answer, Some(CommandAnswer::Done));
    stage.scan_ms(5);
}

/// Lays an Ante and this many chips at every seat.
fn lay(stage: &mut Lean, chips: u8) {
    for seat in 0..7 {
        stage.change(Change::Ante(seat, true));
        stage.change(Change::Chips(seat, chips));
    }
    stage.scan_ms(40);
}

/// Plays a round with every seat. After its settlement one hand is invalidated and the others withdraw, or are
/// invalidated too, each of which settles it again.
fn withdraw_all(stage: &mut Lean) {
    lay(stage, 0);
    says(stage, Event::PlaceYourBets);
    lay(stage, 1);
    says(stage, Event::NoMoreBets);
    let hands = ["3h8s", "4h8c", "5h8d", "6h8h", "3sTc", "4sTd", "5sTh"];
    for (number, text) in (1..).zip(hands) {
        says(stage, hand(number, text));
    }
    says(stage, dealer_hand("AcAd"));
    let all: SeatSet = Seat::ALL.into_iter().collect();
    for (wager, text) in [
        (Wager::Flop, "2c7d9h"),
        (Wager::Turn, "Js"),
        (Wager::River, "Kd"),
    ] {
        says(stage, Event::Raise(wager, all));
        says(stage, community(text));
    }
    says(stage, Event::Settle);
    let round = stage.meters().expect("a table that answers").round;
    let wrong = |seat| Event::Invalidate(round, seat, HandFault::WrongCount);
    says(stage, wrong(Seat::One));
    // RWS6 permits no withdrawal: there every hand is invalid.
    let permit = Command::Round(Event::PermitWithdrawal(all));
    let is_permitted = stage.say(&permit) == Some(CommandAnswer::Done);
    for seat in Seat::ALL.into_iter().skip(1) {
        let withdraw = Event::Choose(seat, Choice::Withdraw);
        says(stage, if is_permitted { withdraw } else { wrong(seat) });
    }
    says(stage, Event::Paid);
}

/// The same journal after power has failed between the two logs: the most common cut of all, which needs a repair.
pub fn cut_between_logs(flash: &[u8]) -> Vec<u8> {
    let cut = (0..OPERATIONS_OF_A_START).find_map(|operations| {
        let socket = Socket::new(FlashChip::from_image(flash));
        socket.chip().cut_power_after(operations, Tear::Before, 0);
        let mut controller = Controller::new(socket.clone()).expect("a flash that fits");
        controller.start(&KeyRing::new(), None);
        socket.chip().power_on();
        let cut = socket.chip().clone();
        let image = cut.image().to_vec();
        let mut journal = Journal::new(Socket::new(cut)).expect("a flash that fits");
        let repairs = journal.recover().expect("a sound journal").repairs;
        (repairs.b == 1).then_some(image)
    });
    cut.expect("a start writes to both logs")
}

/// More operations than a start needs to write its entry, and a checkpoint before it, to both logs.
const OPERATIONS_OF_A_START: usize = 500;
