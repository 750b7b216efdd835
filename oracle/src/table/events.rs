//! The consequences of each step.

use super::irregular::Change;
use super::round::SEATS;
use super::words::{Command, Event, House, Key, Lay, Part, VoidCause};
use super::{Between, Fault, Money, Phase, Reference, Refused, Restriction, Round, document};

/// Awards that may wait when a round opens: it can add three to them, and eight fit.
const WAITING_MAX: usize = 5;

impl Reference {
    /// Time has passed.
    pub fn passes(&mut self, now_ms: u64) {
        if !self.is_powered {
            return;
        }
        let healed = self.faults.heal(now_ms);
        let is_left = self.faults.iter().any(|fault| self.is_of_device(fault));
        if healed.iter().any(|fault| self.is_of_device(*fault)) && !is_left {
            self.round.device_repaired();
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
        let void = Event::Void(self.round.number, VoidCause::ShiftManager);
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
        if !self.guard.accepts(at.0) {
            return Err(Refused);
        }
        let key_is_turned = self.felt.supervisor && self.felt.cut.is_none();
        match command {
            Command::Round(Event::Chips(..)) => Err(Refused),
            Command::Round(event) => self.event(event, at),
            Command::Clock if self.guard.sets_clock(at) => Ok(()),
            Command::Clock => Err(Refused),
            Command::Confirm if key_is_turned => self.confirm(),
            Command::Configure(house) if key_is_turned => self.configure(house, at),
            Command::Confirm | Command::Configure(_) => Err(Refused),
        }
    }

    /// Somebody sends something with a wrong signature, or an old one.
    pub fn is_attacked(&mut self, at: Between) {
        self.guard.refuses(at);
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

    fn configure(&mut self, house: &House, at: Between) -> Result<(), Refused> {
        if !is_sound(house) || !self.round.is_over() || self.round.is_waiting() {
            return Err(Refused);
        }
        if let Some(before) = self.house.replace(*house) {
            self.round.note_under_minimum(&before);
        }
        self.round = Round {
            number: self.round.number,
            players: self.round.players,
            next: self.round.next,
            under_minimum: self.round.under_minimum.clone(),
            ..Round::new()
        };
        self.money.get_or_insert_with(|| Money::new(house)).begin();
        self.note_faults(at);
        Ok(())
    }

    /// The supervisor confirms the award that has waited longest, unless players of its round may still withdraw.
    fn confirm(&mut self) -> Result<(), Refused> {
        let money = self.money.as_mut().ok_or(Refused)?;
        let first = money.waiting.first().ok_or(Refused)?;
        let of_this_round = first.round == self.round.number;
        if of_this_round && self.round.is_waiting() {
            return Err(Refused);
        }
        money.is_final |= of_this_round;
        self.confirmed = Some(money.waiting.remove(0));
        Ok(())
    }

    /// Something happens in the round.
    pub(super) fn event(&mut self, event: &Event, at: Between) -> Result<(), Refused> {
        let house = self.house.ok_or(Refused)?;
        if *event == Event::PlaceYourBets && self.is_held_back() {
            return Err(Refused);
        }
        let before = self.round.clone();
        let change = match self.step(event, &house) {
            Ok(change) => change,
            Err(refused) => {
                self.round = before;
                return Err(refused);
            }
        };
        let money = self.money.as_mut().expect("a configured table has meters");
        if change == Change::WagersGoBack && money.is_final {
            self.round = before;
            return Err(Refused);
        }
        self.after(event, change, &house, at);
        Ok(())
    }

    /// No round is opened while something is broken that it needs, or the supervisor is behind.
    fn is_held_back(&self) -> bool {
        let needs_felt = self.round.next != Restriction::WithoutProgressive;
        let is_broken = self.faults.iter().any(|fault| match fault {
            Fault::Seat(_) => false,
            Fault::Chain => needs_felt,
            Fault::Sign | Fault::Console => true,
        });
        let waiting = self.money.as_ref().map_or(0, |money| money.waiting.len());
        is_broken || !self.links_are_up() || waiting > WAITING_MAX
    }

    fn after(&mut self, event: &Event, change: Change, house: &House, at: Between) {
        let money = self.money.as_mut().expect("a configured table has meters");
        match event {
            Event::PlaceYourBets => {
                money.begin();
                self.confirmed = None;
                self.moved = [None; SEATS];
                self.felt.open_betting();
                self.look(at);
                self.follow(at);
            }
            Event::NoMoreBets => {
                money.lock(&self.round, house);
                self.at_close = self.seen.map(|seen| Some(seen.chips));
            }
            Event::Settle => money.settle(&self.round, house),
            _ if change == Change::WagersGoBack => {
                if matches!(self.round.phase, Phase::Settled | Phase::Paid | Phase::Void) {
                    money.settle(&self.round, house);
                }
            }
            _ => {}
        }
    }
}

/// A table can be run so: a unit, seats of the layout, shares of at most everything, limits that leave room.
fn is_sound(house: &House) -> bool {
    let positions = document(house.game).positions;
    let jackpot = &house.jackpot;
    let limits = [house.ante, house.bonus, house.pair_plus];
    house.unit > 0
        && house.seats.contains(&true)
        && !house.seats[positions..].contains(&true)
        && jackpot.contribution + jackpot.reserve <= 10_000
        && jackpot.limit.is_none_or(|limit| limit >= jackpot.reset)
        && limits
            .iter()
            .all(|limit| limit.max.is_none_or(|max| limit.min <= max))
}
