//! Power that goes in the middle of a flash operation, and messages that nobody with the key has sent.

use oracle::table::Between;
use parts::flash::FlashChip;
use shared_rules::ledger::Entry;
use shared_rules::wire::message::Command;
use shared_rules::wire::payload::Payload;

use super::check::{Difference, agree};
use super::compare::{Comparison, OPENED_MS, START_MS, press};
use super::counts::CountKind;
use super::history::{Attack, HistoryStep, Torn};
use super::stage::{CommandAnswer, Stage};
use super::translate;

impl<S: Stage> Comparison<S> {
    /// Whatever it is, it is refused.
    pub(super) fn attack(&mut self, attack: &Attack) -> Result<(), Difference> {
        let clock = Command::Clock(0);
        let signed = self.stage.signed(&clock);
        let (Some(signed), true) = (signed, self.reference.console_is_in) else {
            return Ok(());
        };
        let request = match attack {
            Attack::Forged(bit) => Some(forged(&signed, *bit)),
            Attack::Replayed => self.accepted.clone(),
            Attack::Truncated(length) => truncated(&signed, *length),
            Attack::Foreign(bytes) => Payload::from_slice(bytes).ok(),
        };
        let Some(request) = request else {
            return Ok(());
        };
        let got = self.stage.send(&request);
        agree(
            &format!("the answer to {attack:?}"),
            &Some(CommandAnswer::Refused),
            &got,
        )
    }

    /// Power is cut in the middle of a flash operation. Whether what was going on had become durable by then is in
    /// the journal; nobody was told.
    pub(super) fn torn(&mut self, torn: &Torn) -> Result<(), Difference> {
        let from = self.stage.next_entry();
        let cutting = (torn.after, torn.tear, torn.seed);
        if let HistoryStep::PowerCut(off_ms) = *torn.during {
            self.stage.power_off();
            self.reference.loses_power();
            self.stage.skip_ms(off_ms);
            self.stage.power_on(Some(cutting));
            self.stage.skip_ms(off_ms);
            self.stage.power_off();
            self.power_on();
            return Ok(());
        }
        let (after, tear, seed) = cutting;
        self.stage
            .with_flash(|chip| chip.cut_power_after(after, tear, seed));
        let began_ms = self.stage.now_ms();
        let answer = self.during(&torn.during);
        if self.stage.is_powered() {
            self.stage.with_flash(FlashChip::power_on);
            let at = (began_ms, self.stage.now_ms());
            return self.is_as_if_whole(&torn.during, answer, at);
        }
        let at = (began_ms, self.stage.now_ms());
        self.stage.power_on(None);
        self.stage.scan_ms(START_MS);
        let entries = self.stage.entries(from);
        let written = entries
            .iter()
            .take_while(|entry| !matches!(entry, Entry::Boot(_)));
        if written.into_iter().any(is_of_a_step) {
            self.reference_during(&torn.during, at);
        }
        self.counts.one(CountKind::Power, "torn");
        self.reference.loses_power();
        self.reference.has_power((at.1, self.stage.now_ms()));
        Ok(())
    }

    fn during(&mut self, step: &HistoryStep) -> Option<CommandAnswer> {
        match step {
            HistoryStep::Say(command) => self.stage.say(command),
            HistoryStep::Press(key) => {
                press(&mut self.stage, *key);
                None
            }
            _ => None,
        }
    }

    fn reference_during(&mut self, step: &HistoryStep, at: Between) -> Option<CommandAnswer> {
        match step {
            HistoryStep::Say(command) if self.reference.console_is_in => {
                let said = self.reference.say(&translate::command(command), at);
                Some(said.map_or(CommandAnswer::Refused, |()| CommandAnswer::Done))
            }
            HistoryStep::Press(key) => {
                self.reference.press(*key, at);
                None
            }
            _ => None,
        }
    }

    /// The step was over before its flash operation came.
    fn is_as_if_whole(
        &mut self,
        step: &HistoryStep,
        got: Option<CommandAnswer>,
        at: Between,
    ) -> Result<(), Difference> {
        self.stage.scan_ms(OPENED_MS);
        let expected = self.reference_during(step, at);
        agree(&format!("the answer to {step:?}"), &expected, &got)
    }
}

/// An entry that a command or a key writes by itself.
fn is_of_a_step(entry: &Entry) -> bool {
    matches!(
        entry,
        Entry::Round(_)
            | Entry::Locked(_)
            | Entry::Settled(_)
            | Entry::Confirmed
            | Entry::Overruled(_)
            | Entry::Configured(_)
            | Entry::Link(_)
            | Entry::Clock(_)
    )
}

/// The last 16 bytes before the command, and its length, are the signature.
fn forged(request: &Payload, bit: usize) -> Payload {
    let mut request = request.clone();
    let length = request.len();
    let place = length - 1 - bit / 8 % 12;
    if let Some(byte) = request.get_mut(place - 3) {
        *byte ^= 1 << (bit % 8);
    }
    request
}

fn truncated(request: &Payload, length: usize) -> Option<Payload> {
    let length = length % request.len();
    Payload::from_slice(request.get(..length)?).ok()
}
