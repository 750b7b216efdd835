//! Whole tables with somebody in the middle of both wires, who knows everything but the keys: episode after episode at
//! the same table, each with an attack, and each followed by peace in which everything has to work again.
//!
//! | file | responsible for |
//! | --- | --- |
//! | `attacker` | what is done to the frames of both wires, and the frames that are made |
//! | `truth` | what table, console and sign really said, and what they believe |

mod attacker;
mod truth;

use parts::chain::Change;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use shared_rules::games::{Game, VoidCause};
use shared_rules::round::{Event, Phase};
use shared_rules::wire::message::Command;
use shared_rules::wire::role::Role;

use crate::table::{SimulatedTable, key_of, persons};
use crate::table_driver::{FeltKey, START_MS, house};
use attacker::Attacker;
use truth::Truth;

pub use attacker::{AttackKind, AttackRates};

/// The longest attack.
const ATTACK_MS_MAX: u64 = 3_000;

/// Console and sign are in again within this time after the attacker stops.
const RETURN_MS: u64 = 2_000;

/// The time between two orders of the dealer.
const ORDER_MS: u64 = 150;

/// A command is carried out within this time.
const CONFIGURED_MS: u64 = 500;

/// What happened in a run.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct AttackCounts {
    /// Attacks, each with a return to peace.
    pub episodes: u64,
    /// Frames that were dropped, delayed, repeated, reflected, changed, carried to the other wire or made.
    pub attacks: u64,
    /// Sessions that console and sign made.
    pub sessions: u64,
    /// The longest time until both were in again.
    pub return_ms_max: u64,
    /// Rounds that the dealer opened meanwhile.
    pub rounds: u64,
}

impl AttackCounts {
    /// Both together.
    #[must_use]
    pub fn plus(self, other: AttackCounts) -> AttackCounts {
        AttackCounts {
            episodes: self.episodes + other.episodes,
            attacks: self.attacks + other.attacks,
            sessions: self.sessions + other.sessions,
            return_ms_max: self.return_ms_max.max(other.return_ms_max),
            rounds: self.rounds + other.rounds,
        }
    }
}

/// A table under attack.
struct Episodes {
    table: SimulatedTable,
    random: ChaCha8Rng,
    attacker: Attacker,
    truth: Truth,
    counts: AttackCounts,
}

/// So many episodes at a table.
///
/// # Errors
/// Says what was accepted or shown that nobody had said, or who was kept out.
pub fn attack(seed: u64, episodes: u32) -> Result<AttackCounts, String> {
    let mut run = Episodes {
        table: configured(seed),
        random: ChaCha8Rng::seed_from_u64(seed),
        attacker: Attacker::new(seed),
        truth: Truth::default(),
        counts: AttackCounts::default(),
    };
    for episode in 0..episodes {
        run.episode()
            .map_err(|why| format!("seed {seed}, episode {episode}: {why}"))?;
    }
    run.counts.attacks = run.attacker.attacks();
    run.counts.sessions = run.truth.sessions();
    Ok(run.counts)
}

/// A new table, configured, with the supervisor's key turned.
fn configured(seed: u64) -> SimulatedTable {
    let mut table = SimulatedTable::new(seed);
    table.change(Change::Key(FeltKey::Supervisor as usize, true));
    table.run_ms(START_MS);
    table.console.command(Command::Configure(house(Game::Ml9)));
    table.run_ms(CONFIGURED_MS);
    // What was shown before the first attack is not judged.
    table.sign.heard.clear();
    table
}

impl Episodes {
    fn episode(&mut self) -> Result<(), String> {
        self.counts.episodes += 1;
        let attack_ms = self.random.random_range(200..=ATTACK_MS_MAX);
        self.attacker.begin();
        let restart_at = self.random.random_range(0..2 * attack_ms);
        for passed_ms in 0..attack_ms {
            if passed_ms % ORDER_MS == 0 {
                self.order();
            }
            if passed_ms == restart_at {
                self.restart_somebody();
            }
            self.attacker.interfere(&mut self.table, &mut self.truth);
            self.step()?;
        }
        self.attacker.stop(&mut self.table, &mut self.truth);
        self.peace()
    }

    fn step(&mut self) -> Result<(), String> {
        self.table.step();
        self.truth.judge(&mut self.table)
    }

    /// Everybody is in again, and the sign has the table's last picture. A side that was in when the attacker stopped may
    /// not have noticed yet that it is out, so the last time counts at which anything was wrong.
    fn peace(&mut self) -> Result<(), String> {
        let mut return_ms = 0;
        for passed_ms in 1..=RETURN_MS {
            self.attacker.listen(&mut self.table, &mut self.truth);
            self.step()?;
            if !self.is_well() {
                return_ms = passed_ms;
            }
        }
        if return_ms == RETURN_MS {
            return Err(format!("not in again after {RETURN_MS} ms"));
        }
        self.counts.return_ms_max = self.counts.return_ms_max.max(return_ms);
        self.rest()
    }

    fn is_well(&self) -> bool {
        let now_ms = self.table.now_ms();
        let is_in = self.table.console.is_up(now_ms) && self.table.sign.is_up(now_ms);
        is_in && self.truth.is_shown(&self.table)
    }

    /// Time in which orders are carried out.
    fn rest(&mut self) -> Result<(), String> {
        for _ in 0..self.random.random_range(0..500) {
            self.attacker.listen(&mut self.table, &mut self.truth);
            self.step()?;
        }
        let now_ms = self.table.now_ms();
        match self.table.console.is_up(now_ms) && self.table.sign.is_up(now_ms) {
            true => Ok(()),
            false => Err("out again without an attacker".into()),
        }
    }

    /// The dealer opens a round, or ends it.
    fn order(&mut self) {
        if self.table.console.is_busy() || !self.table.is_powered() {
            return;
        }
        let ledger = self.table.engine.controller().ledger();
        let number = ledger.table().map_or(0, |table| table.round().number());
        let event = match ledger.phase() {
            Phase::BetsOpen | Phase::Playing => Event::Void(number, VoidCause::ShiftManager),
            _ => Event::PlaceYourBets,
        };
        self.truth.order(&event);
        self.table.console.command(Command::Round(event));
        self.counts.rounds = u64::from(number);
    }

    /// Whoever restarts has forgotten everything, and its frames of before are worth nothing.
    fn restart_somebody(&mut self) {
        match self.random.random_range(0..4) {
            0 => self.table.restart_sign(),
            1 => {
                let opening = key_of(Role::ShiftManager);
                self.table.replace_console(opening, persons());
            }
            2 => {
                self.table.power_off();
                self.table.power_on();
            }
            _ => {}
        }
    }
}
