//! Years at one table: ordinary rounds, few troubles, one round a minute. Time between the steps is skipped, and all of
//! the table is looked at once in a while only; the meters after each round, and the wear of the flash at the end.

use std::mem::size_of;

use firmware::controller::Controller;
use shared_rules::games::Game;
use shared_rules::money::MicroCents;

use super::check::{Difference, agree};
use super::dice::Luck;
use super::life::Life;
use super::stage::Stage;
use parts::flash::Socket;

/// One round a minute.
const ROUNDS_AN_HOUR: u64 = 60;

/// Everything is looked at once in so many rounds.
const LOOK_EVERY: u32 = 100;

/// The results of years at a table.
#[derive(Clone, Debug, Default)]
pub struct Soak {
    /// Rounds that were played.
    pub rounds: u32,
    /// Steps that were taken.
    pub steps: u64,
    /// Entries of the journal, parts of checkpoints included.
    pub entries: u32,
    /// Checkpoints.
    pub checkpoints: u32,
    /// Erasures of the page that was erased least often, and of the one most often.
    pub erasures: (u32, u32),
    /// The reference's meter, reserve and overflow less the table's, in micro-cents.
    pub drift: i128,
    /// Milliseconds that have passed at the table.
    pub passed_ms: u64,
    /// Bytes of the controller, on this machine.
    pub controller_bytes: usize,
}

/// Plays so many hours, and says after each round how many have been played.
///
/// # Errors
/// The difference, and in which round.
pub fn soak(
    hours: u32,
    seed: u64,
    game: Option<Game>,
    mut played: impl FnMut(u32),
) -> Result<Soak, (u32, Difference)> {
    let rounds = u64::from(hours) * ROUNDS_AN_HOUR;
    let mut years = Years {
        life: Life::with(seed, Luck::GOOD, game),
        soak: Soak::default(),
    };
    while u64::from(years.life.rounds()) < rounds {
        let round = years.life.rounds();
        years.round().map_err(|difference| (round, difference))?;
        played(round);
    }
    Ok(years.end())
}

struct Years {
    life: Life,
    soak: Soak,
}

impl Years {
    /// Up to the opening of the next round.
    fn round(&mut self) -> Result<(), Difference> {
        let number = self.life.rounds();
        let (mut from, soak) = (self.life.next_entry(), &mut self.soak);
        self.life.steps_to_next_round(|stage| {
            soak.steps += 1;
            // A checkpoint's parts have numbers, but are no entries to be followed.
            let next = stage.next_entry();
            let numbers = next - from;
            let is_checkpoint = numbers > 1 && stage.entries(from).len() < numbers as usize;
            soak.checkpoints += u32::from(is_checkpoint);
            from = next;
        })?;
        self.meters_agree()?;
        if number.is_multiple_of(LOOK_EVERY) {
            self.life.play.check()?;
        }
        Ok(())
    }

    fn meters_agree(&mut self) -> Result<(), Difference> {
        let drift = self.drift();
        agree("drift in micro-cents", &0, &drift)
    }

    fn drift(&mut self) -> i128 {
        let play = &mut self.life.play;
        let (Some(meters), Some(money)) = (play.stage.meters(), &play.reference.account.money)
        else {
            return 0;
        };
        let held = [meters.meter, meters.reserve, meters.overflow].map(MicroCents::get);
        let held: u128 = held.into_iter().map(u128::from).sum();
        let sums = money.sums();
        let due = sums.meter + sums.reserve + sums.overflow;
        due.cast_signed() - held.cast_signed()
    }

    fn end(mut self) -> Soak {
        let least_and_most = self.life.play.stage.with_flash(|chip| {
            let erasures = chip.erasures();
            let least = erasures.iter().min().copied().unwrap_or_default();
            (least, erasures.iter().max().copied().unwrap_or_default())
        });
        Soak {
            rounds: self.life.rounds(),
            entries: self.life.next_entry(),
            erasures: least_and_most,
            drift: self.drift(),
            passed_ms: self.life.play.stage.now_ms(),
            controller_bytes: size_of::<Controller<Socket>>(),
            ..self.soak
        }
    }
}
