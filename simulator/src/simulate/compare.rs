//! Carries steps out, on the table and on the reference, and holds the two against each other after each.

use std::hash::{DefaultHasher, Hash, Hasher};

use oracle::table::words::{Key, Part};
use oracle::table::{Between, Reference};
use parts::chain::{Change, gate};
use shared_rules::round::Event;
use shared_rules::wire::message::Command;
use shared_rules::wire::payload::Payload;

use super::check::{Difference, Observed, agree};
use super::counts::{CountKind, Counts, SaidCommand};
use super::history::HistoryStep;
use super::stage::{CommandAnswer, Stage};
use super::translate;

/// Milliseconds in which chips and Antes come to rest.
const REST_MS: u64 = 14;

/// The same of keys.
const KEY_MS: u64 = 24;

/// The same of a command, and of one that opens the betting: what lies on the felt is then looked at.
const SAID_MS: u64 = 2;
pub(super) const OPENED_MS: u64 = 3;

/// The same where a fault begins or ends: half a second, and some.
const FAULT_MS: u64 = 620;

/// A link that is silent for a second is down; one that comes back is up within this.
const LINK_MS: u64 = 1_300;

/// A table has come up.
pub(super) const START_MS: u64 = 1_300;

/// The time that passes at once until everything is sure.
const UNSURE_MS: u64 = 100;

/// The supervisor's key on the chain.
const SUPERVISOR: usize = 3;

/// The end of a trouble that somebody mends.
const FOREVER: u64 = u64::MAX;

/// Makes the table lie, to show that it would be noticed.
pub type Tamper = fn(&mut Observed);

/// A table and its reference, side by side.
#[derive(Debug)]
pub struct Comparison<S> {
    /// The table.
    pub stage: S,
    /// The reference model.
    pub reference: Reference,
    /// The events so far.
    pub counts: Counts,
    digest: DefaultHasher,
    tamper: Tamper,
    /// The last request that was accepted.
    pub(super) accepted: Option<Payload>,
}

impl<S: Stage> Comparison<S> {
    /// A new table that has come up.
    pub fn new(mut stage: S, tamper: Tamper) -> Comparison<S> {
        stage.scan_ms(START_MS);
        Comparison {
            stage,
            reference: Reference::new(),
            counts: Counts::default(),
            digest: DefaultHasher::new(),
            tamper,
            accepted: None,
        }
    }

    /// A number that is equal for equal runs.
    pub fn digest(&self) -> u64 {
        self.digest.finish()
    }

    /// Takes a step, and checks everything.
    pub fn step(&mut self, step: &HistoryStep) -> Result<(), Difference> {
        self.wait_until_sure();
        let before = self.reference.account.round.phase;
        self.carry_out(step)?;
        self.wait_until_sure();
        self.counts.note(step, before, &self.reference);
        self.check()
    }

    /// Takes a step, and checks what is answered only.
    pub fn carry_on(&mut self, step: &HistoryStep) -> Result<(), Difference> {
        self.wait_until_sure();
        self.carry_out(step)?;
        self.wait_until_sure();
        Ok(())
    }

    /// Looks at everything.
    pub fn check(&mut self) -> Result<(), Difference> {
        let pages = self.reference.pages().len();
        let mut seen = Observed::of(&mut self.stage, pages);
        (self.tamper)(&mut seen);
        seen.hash(&mut self.digest);
        self.counts.one(CountKind::Checks, "checks");
        seen.agrees_with(&self.reference)
    }

    fn wait_until_sure(&mut self) {
        self.reference.passes(self.stage.now_ms());
        while self.reference.is_unsure(self.stage.now_ms()) {
            self.stage.skip_ms(UNSURE_MS);
            self.reference.passes(self.stage.now_ms());
        }
    }

    /// Does something to the table, and says when.
    fn at(&mut self, act: impl FnOnce(&mut S)) -> Between {
        let began_ms = self.stage.now_ms();
        act(&mut self.stage);
        (began_ms, self.stage.now_ms())
    }

    fn carry_out(&mut self, step: &HistoryStep) -> Result<(), Difference> {
        // The round is reached through the controller only.
        self.reference.take_told();
        if !self.is_certain(step) {
            return Ok(());
        }
        match step {
            HistoryStep::Say(command) => return self.say(command),
            HistoryStep::Attack(attack) => return self.attack(attack),
            HistoryStep::Torn(torn) => return self.torn(torn),
            HistoryStep::PowerCut(off_ms) => return self.power_cut(*off_ms),
            HistoryStep::Lay(lays) => {
                for lay in lays {
                    self.stage.change(Change::Chips(lay.seat, lay.chips));
                    self.stage.change(Change::Ante(lay.seat, lay.ante));
                }
                let wait_ms = self.rest_ms(|reference| reference.lay(lays, (0, 0)));
                let at = self.at(|stage| stage.scan_ms(wait_ms));
                self.reference.lay(lays, at);
            }
            HistoryStep::Press(key) => {
                let at = self.at(|stage| press(stage, *key));
                self.reference.press(*key, at);
            }
            HistoryStep::Supervisor(turned) => {
                self.stage.change(Change::Key(SUPERVISOR, *turned));
                let at = self.at(|stage| stage.scan_ms(KEY_MS));
                self.reference.supervisor(*turned, at);
            }
            HistoryStep::Break(part) => self.part(*part, true),
            HistoryStep::Mend(part) => self.part(*part, false),
            HistoryStep::Wait(wait_ms) => self.stage.skip_ms(*wait_ms),
        }
        Ok(())
    }

    /// Nobody can say what comes of a step that depends on milliseconds: it is left out.
    fn is_certain(&self, step: &HistoryStep) -> bool {
        let at = (0, 0);
        let reference = &self.reference;
        match step {
            HistoryStep::Lay(lays) => reference.is_certain(|after| after.lay(lays, at)),
            HistoryStep::Break(part) => reference.is_certain(|after| after.part(*part, true, at)),
            HistoryStep::Mend(part) => reference.is_certain(|after| after.part(*part, false, at)),
            _ => true,
        }
    }

    /// Faults need longer to be believed.
    fn rest_ms(&self, act: impl FnOnce(&mut Reference)) -> u64 {
        let mut after = self.reference.clone();
        act(&mut after);
        match after.sees_other_faults(&self.reference) {
            true => FAULT_MS,
            false => REST_MS,
        }
    }

    fn part(&mut self, part: Part, is_broken: bool) {
        let stage = &mut self.stage;
        match part {
            Part::Chain(cut) => stage.cut_chain(is_broken.then(|| translate::cut(cut))),
            Part::SeatCable(seat) => stage.change(Change::Plugged(seat, !is_broken)),
            Part::Gate(seat, level, trouble) if is_broken => {
                let trouble = translate::trouble(trouble);
                stage.change(Change::Trouble(gate(seat, level), trouble, FOREVER));
            }
            Part::Gate(..) => stage.change(Change::Mended),
            Part::Sign => stage.sign_cable(is_broken),
            Part::Console => stage.console_cable(is_broken),
            Part::Wires => stage.noise(is_broken),
        }
        let at = self.at(|stage| match part {
            Part::Sign | Part::Console => {
                stage.skip_ms(LINK_MS);
                // It is noticed, then the felt is looked at again, then that is lit.
                stage.scan_ms(4);
            }
            Part::Wires => {}
            _ => stage.scan_ms(FAULT_MS),
        });
        self.reference.part(part, is_broken, at);
    }

    fn say(&mut self, command: &Command) -> Result<(), Difference> {
        let began_ms = self.stage.now_ms();
        let request = self.stage.signed(command);
        let got = request
            .as_ref()
            .and_then(|request| self.stage.send(request));
        let opens = *command == Command::Round(Event::PlaceYourBets);
        let rest_ms = if opens { OPENED_MS } else { SAID_MS };
        self.stage.scan_ms(rest_ms);
        let at = (began_ms, self.stage.now_ms());
        if !self.reference.console_is_in {
            return agree("an answer over a cable that is out", &None, &got);
        }
        let said = SaidCommand::of(command, &self.reference);
        let expected = match self.reference.say(&translate::command(command), at) {
            Ok(()) => CommandAnswer::Done,
            Err(_) => CommandAnswer::Refused,
        };
        let is_done = expected == CommandAnswer::Done;
        self.counts.answered(&said, is_done);
        if is_done {
            self.accepted = request;
        }
        agree(&format!("the answer to {command:?}"), &Some(expected), &got)
    }

    fn power_cut(&mut self, off_ms: u64) -> Result<(), Difference> {
        self.stage.power_off();
        self.reference.loses_power();
        self.stage.skip_ms(off_ms);
        if off_ms > LINK_MS {
            self.check()?;
        }
        self.power_on();
        Ok(())
    }

    pub(super) fn power_on(&mut self) {
        let at = self.at(|stage| {
            stage.power_on(None);
            stage.scan_ms(START_MS);
        });
        self.reference.has_power(at);
    }
}

/// A key is pressed and let go.
pub(super) fn press(stage: &mut impl Stage, key: Key) {
    for is_down in [true, false] {
        stage.change(Change::Key(translate::key(key), is_down));
        stage.scan_ms(KEY_MS);
    }
}
