//! A script plays tables by itself, step by step.
//!
//! It only asks what a hand at the table's own page could ask, and goes on when the table or the log shows that it has
//! happened.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use shared_rules::pool::TableNumber;
use tokio::sync::mpsc;

use super::claims::{ClaimStanding, PitClaim};
use super::log_reader::LinkNow;
use super::tables::PitTable;
use crate::table::ask::{Ask, PressKey};
use crate::table::glance::TableGlance;

/// A step that has not happened within this time never will.
const PATIENCE: Duration = Duration::from_secs(15);

/// A key whose press has come to nothing is pressed again after this time.
const PRESS_AGAIN: Duration = Duration::from_millis(1_500);

/// The lamp of the first chip of seat 1: bit 0 is the loop-back of the chain.
const FIRST_CHIP: u64 = 1 << 1;

/// One step of a script.
#[derive(Clone, Debug)]
pub(super) enum Step {
    /// A hand does something at a table.
    Do(TableNumber, Ask),
    /// The dealer pays the last round of a table if that is still to do.
    PayLast(TableNumber),
    /// The dealer of a table presses a key until the round is in this phase.
    Press(TableNumber, PressKey, &'static str),
    /// The lamp of the first chip is lit: the table has seen the bet.
    Lit(TableNumber),
    /// The dealer of a table goes on up to the settlement.
    PlayOn(TableNumber),
    /// The claim of a table is in the log; or its price is final.
    Claim(TableNumber, IsFinal),
    /// The supervisor confirms every award of a table.
    ConfirmAll(TableNumber),
    /// The log has paid the claim of a table.
    Paid(TableNumber),
    /// Time passes.
    Pause(Duration),
}

pub(super) type IsFinal = bool;

/// A script in play.
#[derive(Debug)]
pub struct Script {
    /// Its name, as on the button.
    pub name: &'static str,
    /// The sentence that tells the visitor what to look at.
    pub lesson: String,
    steps: VecDeque<Step>,
    since: Instant,
    /// The phase and the step that the dealer was asked for last.
    pressed: Option<(String, Ask)>,
    /// The time of the last press that may come to nothing.
    pressed_at: Option<Instant>,
    unconfirmed: usize,
}

/// The state of a script after a look at it.
#[derive(Debug)]
pub enum Progress {
    /// It goes on.
    Under,
    /// It has come to its end.
    Done,
    /// It cannot go on.
    Stuck(String),
}

impl Script {
    pub(super) fn new(name: &'static str, lesson: String, steps: Vec<Step>) -> Script {
        Script {
            name,
            lesson,
            steps: steps.into(),
            since: Instant::now(),
            pressed: None,
            pressed_at: None,
            unconfirmed: 0,
        }
    }

    /// Does everything that can be done now.
    pub fn poll(
        &mut self,
        tables: &[PitTable],
        link: &LinkNow,
        answer: &mpsc::Sender<String>,
    ) -> Progress {
        while let Some(step) = self.steps.front().cloned() {
            match self.try_step(&step, tables, link, answer) {
                Ok(true) => {}
                Ok(false) if self.since.elapsed() < PATIENCE => return Progress::Under,
                Ok(false) => {
                    return Progress::Stuck(format!("it waits in vain for {}", step.text()));
                }
                Err(why) => return Progress::Stuck(why),
            }
            self.steps.pop_front();
            self.since = Instant::now();
        }
        Progress::Done
    }

    /// True if the step is done.
    fn try_step(
        &mut self,
        step: &Step,
        tables: &[PitTable],
        link: &LinkNow,
        answer: &mpsc::Sender<String>,
    ) -> Result<bool, String> {
        let table = |number: TableNumber| {
            let mut tables = tables.iter();
            let found = tables.find(|table| table.number == number);
            found.ok_or_else(|| format!("there is no table {number}"))
        };
        Ok(match step {
            Step::Do(number, ask) => {
                table(*number)?.ask(ask.clone(), answer)?;
                true
            }
            Step::PayLast(number) => self.pay_last(table(*number)?, answer)?,
            Step::Press(number, key, phase) => self.press(table(*number)?, *key, phase, answer)?,
            Step::Lit(number) => table(*number)?.lamps() & FIRST_CHIP != 0,
            Step::PlayOn(number) => self.play_on(table(*number)?, answer)?,
            Step::Claim(number, is_final) => claim(table(*number)?, link)
                .is_some_and(|claim| !is_final || claim.stands == ClaimStanding::Final),
            Step::ConfirmAll(number) => self.confirm_all(table(*number)?, answer)?,
            Step::Paid(number) => claim(table(*number)?, link).is_none(),
            Step::Pause(time) => self.since.elapsed() >= *time,
        })
    }

    /// A script that stops leaves no key turned.
    pub fn turn_keys_back(&self, tables: &[PitTable], answer: &mpsc::Sender<String>) {
        for step in &self.steps {
            if let Step::Do(number, ask @ Ask::Turn { on: false, .. }) = step {
                let table = tables.iter().find(|table| table.number == *number);
                // A table that is too busy for it shows its key as turned.
                let _ = table.map(|table| table.ask(ask.clone(), answer));
            }
        }
    }

    /// Presses the dealer's next step until that is the settlement.
    fn play_on(&mut self, table: &PitTable, answer: &mpsc::Sender<String>) -> Result<bool, String> {
        let TableGlance {
            phase_key,
            phase,
            next,
            ..
        } = table.glance();
        if phase_key != "playing" {
            return Err(format!("table {} does not play any more", table.number));
        }
        let Some(next) = next else { return Ok(false) };
        if next == Ask::Settle {
            self.pressed = None;
            return Ok(true);
        }
        let press = Some((phase, next.clone()));
        // The table shows a little later that it has gone on.
        if press != self.pressed {
            self.pressed = press;
            self.since = Instant::now();
            table.ask(next, answer)?;
        }
        Ok(false)
    }

    /// A press may come to nothing: a round that the pool does not permit within a second does not open, and a slow
    /// table has not seen the supervisor's key yet. Then it is pressed again.
    fn press(
        &mut self,
        table: &PitTable,
        key: PressKey,
        phase: &str,
        answer: &mpsc::Sender<String>,
    ) -> Result<bool, String> {
        let glance = table.glance();
        if glance.phase_key == phase {
            self.pressed_at = None;
            return Ok(true);
        }
        let is_blocked = key == PressKey::PlaceYourBets && glance.opening_refused.is_some();
        if !is_blocked && self.is_press_due() {
            table.ask(Ask::Press { key }, answer)?;
        }
        Ok(false)
    }

    fn is_press_due(&mut self) -> bool {
        let is_due = self.pressed_at.is_none_or(|at| at.elapsed() >= PRESS_AGAIN);
        if is_due {
            self.pressed_at = Some(Instant::now());
        }
        is_due
    }

    fn pay_last(
        &mut self,
        table: &PitTable,
        answer: &mpsc::Sender<String>,
    ) -> Result<bool, String> {
        let is_paid = table.glance().phase_key != "settled";
        if !is_paid && self.pressed.is_none() {
            self.pressed = Some((String::new(), Ask::Pay));
            table.ask(Ask::Pay, answer)?;
        }
        if is_paid {
            self.pressed = None;
        }
        Ok(is_paid)
    }

    fn confirm_all(
        &mut self,
        table: &PitTable,
        answer: &mpsc::Sender<String>,
    ) -> Result<bool, String> {
        let left = table.glance().unconfirmed;
        let before = std::mem::replace(&mut self.unconfirmed, left);
        if left != before {
            self.pressed_at = None;
        }
        if left > 0 && self.is_press_due() {
            table.ask(Ask::Confirm, answer)?;
        }
        Ok(left == 0 && before > 0)
    }
}

/// True if a script can open a round at this table: it is between rounds, or has only to pay the last one.
pub fn is_ready(table: &PitTable, link: &LinkNow) -> bool {
    let glance = table.glance();
    let can_pay = glance.next == Some(Ask::Pay) && claim(table, link).is_none();
    glance.hears_pool && (glance.opening_refused.is_none() || can_pay)
}

/// The claim of the round that a table plays.
fn claim<'a>(table: &PitTable, link: &'a LinkNow) -> Option<&'a PitClaim> {
    link.claim(table.number, table.glance().round)
}

impl Step {
    fn text(&self) -> String {
        match self {
            Step::Do(table, _) => format!("table {table}"),
            Step::PayLast(table) => format!("the last payments at table {table}"),
            Step::Press(table, PressKey::PlaceYourBets, _) => {
                format!("the permit of the pool for table {table}")
            }
            Step::Press(table, _, _) => format!("the dealer's key at table {table}"),
            Step::Lit(table) => format!("the lamp of a chip at table {table}"),
            Step::PlayOn(table) => format!("the dealer of table {table}"),
            Step::Claim(table, _) => format!("the price of table {table} in the log"),
            Step::ConfirmAll(table) => format!("the supervisor of table {table}"),
            Step::Paid(table) => format!("the payment of table {table} in the log"),
            Step::Pause(_) => "time to pass".into(),
        }
    }
}
