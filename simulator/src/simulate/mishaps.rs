//! Power that goes in the middle of a flash operation, and messages that nobody with the key has sent.

use shared_rules::ledger::Entry;
use shared_rules::wire::message::Command;
use shared_rules::wire::payload::Payload;

use super::check::{Difference, agree};
use super::counts::Kind;
use super::history::{Attack, Step, Torn};
use super::play::{OPENED_MS, Play, START_MS, press};
use super::reference::Between;
use super::stage::{Answer, Stage};
use parts::flash::FlashChip;

impl<S: Stage> Play<S> {
    /// Whatever it is, it is refused.
    pub(super) fn attack(&mut self, attack: &Attack) -> Result<(), Difference> {
        let clock = Command::Clock(0);
        let signed = self.stage.signed(&clock);
        let (Some(signed), true) = (signed, self.reference.console_is_in) else {
            return Ok(());
        };
        let (request, is_counted) = match attack {
            Attack::Forged(bit) => (Some(forged(&signed, *bit)), true),
            Attack::Replayed => (self.accepted.clone(), true),
            Attack::Truncated(length) => (truncated(&signed, *length), false),
            Attack::Foreign(bytes) => (Payload::from_slice(bytes).ok(), false),
        };
        let Some(request) = request else {
            return Ok(());
        };
        let began_ms = self.stage.now_ms();
        let got = self.stage.send(&request);
        if is_counted {
            self.reference.is_attacked((began_ms, self.stage.now_ms()));
        }
        agree(
            &format!("the answer to {attack:?}"),
            &Some(Answer::Refused),
            &got,
        )
    }

    /// Power is cut in the middle of a flash operation. Whether what was going on had become durable by then is in
    /// the journal; nobody was told.
    pub(super) fn torn(&mut self, torn: &Torn) -> Result<(), Difference> {
        let from = self.stage.next_entry();
        let cutting = (torn.after, torn.tear, torn.seed);
        if let Step::PowerCut(off_ms) = *torn.during {
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
        self.counts.one(Kind::Power, "torn");
        self.reference.loses_power();
        self.reference.has_power((at.1, self.stage.now_ms()));
        Ok(())
    }

    fn during(&mut self, step: &Step) -> Option<Answer> {
        match step {
            Step::Say(command) => self.stage.say(command),
            Step::Press(key) => {
                press(&mut self.stage, *key);
                None
            }
            _ => None,
        }
    }

    fn reference_during(&mut self, step: &Step, at: Between) -> Option<Answer> {
        match step {
            Step::Say(command) if self.reference.console_is_in => {
                let said = self.reference.say(command, at);
                Some(said.map_or(Answer::Refused, |()| Answer::Done))
            }
            Step::Press(key) => {
                self.reference.press(*key, at);
                None
            }
            _ => None,
        }
    }

    /// The step was over before its flash operation came.
    fn is_as_if_whole(
        &mut self,
        step: &Step,
        got: Option<Answer>,
        at: Between,
    ) -> Result<(), Difference> {
        self.stage.scan_ms(OPENED_MS);
        let expected = self.reference_during(step, at);
        agree(&format!("the answer to {step:?}"), &expected, &got)
    }
}

/// What a command or a key writes down, of itself.
fn is_of_a_step(entry: &Entry) -> bool {
    matches!(
        entry,
        Entry::Round(_)
            | Entry::Locked(_)
            | Entry::Settled(_)
            | Entry::Confirmed
            | Entry::Configured(_)
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
