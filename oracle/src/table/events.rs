//! The consequences of each step.

use super::round::SEATS;
use super::words::{Command, Event, Key, Lay, Part, VoidCause};
use super::{Account, Between, Fault, Phase, Reference, Refused, Restriction};

impl Reference {
    /// Time has passed.
    pub fn passes(&mut self, now_ms: u64) {
        if !self.is_powered {
            return;
        }
        let healed = self.faults.heal(now_ms);
        let is_left = self.faults.iter().any(|fault| self.is_of_device(fault));
        if healed.iter().any(|fault| self.is_of_device(*fault)) && !is_left {
            // Nothing in a repair can be refused.
            let _ = self.tell(&Event::DeviceRepaired);
        }
        if !self.links_are_up() {
            // Without a link the felt is looked at all the time.
            self.follow((now_ms, now_ms));
        }
        self.show();
    }

    /// Chips and Antes are put down and taken away.
    pub fn lay(&mut self, lays: &[Lay], at: Between) {
        for lay in lays {
            self.felt.chips[lay.seat] = lay.chips;
            self.felt.antes[lay.seat] = lay.ante;
        }
        self.look(at);
    }

    /// The supervisor's key is turned; whenever a key moves, the felt is looked at.
    pub fn supervisor(&mut self, turned: bool, at: Between) {
        let is_news = self.felt.supervisor != turned && self.felt.cut.is_none();
        self.felt.supervisor = turned;
        if is_news {
            self.follow(at);
        }
    }

    /// A key is pressed. Nothing is read through a broken chain.
    pub fn press(&mut self, key: Key, at: Between) {
        if self.felt.cut.is_some() {
            return;
        }
        let void = Event::Void(self.account.round.number, VoidCause::ShiftManager);
        // A press that is refused changes nothing else.
        let _refused = match key {
            Key::PlaceYourBets => self.event(&Event::PlaceYourBets, at),
            Key::NoMoreBets => self.event(&Event::NoMoreBets, at),
            Key::Void if self.felt.supervisor => self.event(&void, at),
            Key::Void => Err(Refused),
        };
        self.follow(at);
    }

    /// The console sends a signed command.
    pub fn say(&mut self, command: &Command, at: Between) -> Result<(), Refused> {
        let key_is_turned = self.felt.supervisor && self.felt.cut.is_none();
        match command {
            Command::Round(Event::Chips(..)) => Err(Refused),
            Command::Round(event) if self.takes_key(event) && !key_is_turned => Err(Refused),
            Command::Round(event) => self.event(event, at),
            Command::Clock if self.guard.sets_clock(at) => Ok(()),
            Command::Clock => Err(Refused),
            Command::Confirm | Command::Overrule(_) | Command::Configure(_) if !key_is_turned => {
                Err(Refused)
            }
            Command::Overrule(number) => {
                self.account.overrule(*number)?;
                // Whoever won then has not won.
                self.confirmed = self.confirmed.take().filter(|award| award.round != *number);
                Ok(())
            }
            Command::Confirm => {
                self.confirmed = Some(self.account.confirm()?);
                Ok(())
            }
            Command::Configure(house) => {
                self.account.configure(house)?;
                self.note_faults(at);
                Ok(())
            }
        }
    }

    /// What the house decides, and what undoes a settlement, takes the supervisor's key. Nobody can turn it for the
    /// table to see while the chain is a fault: rounds must go on then, or end.
    fn takes_key(&self, event: &Event) -> bool {
        let is_blind = self.faults.iter().any(|fault| fault == Fault::Chain);
        let is_settled = [Phase::Settled, Phase::Paid].contains(&self.account.round.phase);
        match event {
            Event::Void(..) => is_settled,
            Event::DeviceRepaired => true,
            Event::ShiftManager(_) | Event::NextRounds(..) => !is_blind,
            _ => false,
        }
    }

    /// Something breaks, or is mended.
    pub fn part(&mut self, part: Part, is_broken: bool, at: Between) {
        match part {
            Part::Chain(cut) => self.felt.cut = is_broken.then_some(cut),
            Part::SeatCable(seat) => self.felt.plugged[seat] = !is_broken,
            Part::Gate(seat, gate, trouble) if is_broken => {
                self.felt.gates[seat][gate] = Some(trouble);
            }
            Part::Gate(..) => self.felt.gates = Default::default(),
            Part::Sign => self.sign_is_in = !is_broken,
            Part::Console => self.console_is_in = !is_broken,
            Part::Wires => {}
        }
        match part {
            Part::Chain(_) => self.look_late(at),
            _ => self.look(at),
        }
        if !is_broken && matches!(part, Part::Sign | Part::Console) && self.links_are_up() {
            self.follow(at);
        }
    }

    /// Both links are up.
    pub fn links_are_up(&self) -> bool {
        self.sign_is_in && self.console_is_in
    }

    /// Something happens in the round. No round is opened while something is broken that it needs.
    pub fn event(&mut self, event: &Event, at: Between) -> Result<(), Refused> {
        if *event == Event::PlaceYourBets && self.is_held_back() {
            return Err(Refused);
        }
        let excessive = |account: &Account| account.money.as_ref().map(|money| money.excessive);
        let before = excessive(&self.account);
        self.tell(event)?;
        if excessive(&self.account) > before {
            self.sounds(at);
        }
        match event {
            Event::PlaceYourBets => {
                self.confirmed = None;
                self.moved = [None; SEATS];
                self.antes_moved = [false; SEATS];
                self.felt.open_betting();
                self.look(at);
                self.follow(at);
            }
            Event::NoMoreBets => {
                self.at_close = self.seen.map(|seen| Some(seen.chips));
                self.note_antes();
            }
            _ => {}
        }
        if self.looks_again {
            self.follow(at);
        }
        Ok(())
    }

    /// Tells the round, and remembers what it was told. Where that sets a seat free, the felt is looked at again.
    pub(super) fn tell(&mut self, event: &Event) -> Result<(), Refused> {
        let free = |account: &Account| -> [[bool; 2]; SEATS] {
            std::array::from_fn(|seat| [account.is_free(seat), !account.ante_is_played_for(seat)])
        };
        let before = free(&self.account);
        let verdict = self.account.event(event);
        let spots = before
            .iter()
            .flatten()
            .zip(free(&self.account).into_iter().flatten());
        for (was_free, is_free) in spots {
            self.looks_again |= is_free && !was_free;
        }
        self.told.push((event.clone(), verdict));
        verdict.is_accepted().then_some(()).ok_or(Refused)
    }

    fn is_held_back(&self) -> bool {
        let needs_felt = self.account.round.next != Restriction::WithoutProgressive;
        let is_broken = self.faults.iter().any(|fault| match fault {
            Fault::Seat(_) => false,
            Fault::Chain => needs_felt,
            Fault::Sign | Fault::Console => true,
        });
        is_broken || !self.links_are_up()
    }
}
