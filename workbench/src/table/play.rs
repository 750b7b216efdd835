//! The table in play: an engine, what its console has told so far, the hands around the felt and their cards.
//!
//! Asks go in, and lead to what a hand or the console would do. Nothing is decided here: the controller decides, and
//! what it says comes back as entries and answers.

use host_tests::evening::house;
use host_tests::parts::chain::Change;
use host_tests::parts::console::Answer;
use shared_rules::cards::Card;
use shared_rules::games::{Game, MainGame, RuleSet, VoidCause};
use shared_rules::ledger::{Configuration, Contradiction, Table};
use shared_rules::refusal::Reason;
use shared_rules::round::{Choice, Event, Phase, Ruling};
use shared_rules::seats::Seat;
use shared_rules::wire::message::Command;

use super::ask::{Ask, Place, PressKey, Switch};
use super::engine::{Engine, FeltWires, Heard};
use super::log::Log;
use super::replica::Replica;
use super::shoe::Shoe;
use super::spots::{CHIPS_MAX, Spot, Spots};
use super::troubles::{self, Trouble, Troubles};
use super::words;

/// How long a key is held down, in milliseconds: longer than it bounces, shorter than a finger.
const PRESS_MS: u64 = 60;

/// Keys in the order of the chain, after the dealer's three.
const SUPERVISOR: usize = 3;
const DOOR: usize = 4;

/// How long a command may take before a script gives up on it.
const PATIENCE_MS: u64 = 20_000;

/// A table in play.
pub struct Play {
    engine: Box<dyn Engine>,
    /// What the journal says.
    pub replica: Replica,
    /// What lies on the felt.
    pub spots: Spots,
    /// The cards to come.
    pub shoe: Shoe,
    /// What is wrong at present.
    pub troubles: Troubles,
    /// What has happened.
    pub log: Log,
    later: Vec<(u64, Change)>,
    now_ms: u64,
    lights: (bool, bool),
    changed: bool,
}

impl std::fmt::Debug for Play {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Play")
            .field("now_ms", &self.now_ms)
            .finish()
    }
}

impl Play {
    /// A table at which nothing has been done; one seed gives the same cards again.
    pub fn new(engine: Box<dyn Engine>, seed: u64) -> Play {
        Play {
            engine,
            replica: Replica::default(),
            spots: Spots::default(),
            shoe: Shoe::new(seed),
            troubles: Troubles::default(),
            log: Log::default(),
            later: Vec::new(),
            now_ms: 0,
            lights: (false, false),
            changed: true,
        }
    }

    /// What runs the controller.
    pub fn engine(&self) -> &dyn Engine {
        self.engine.as_ref()
    }

    /// Whether anything that the page shows has changed since this was asked last.
    pub fn take_changed(&mut self) -> bool {
        std::mem::take(&mut self.changed)
    }

    /// So many milliseconds pass, and what was planned for them happens.
    pub fn run_ms(&mut self, count: u64) {
        let end_ms = self.now_ms.saturating_add(count);
        while self.now_ms < end_ms {
            let next_ms = self.later.iter().map(|(due_ms, _)| *due_ms).min();
            let until_ms = next_ms.unwrap_or(end_ms).clamp(self.now_ms + 1, end_ms);
            self.engine.run_ms(until_ms - self.now_ms);
            self.now_ms = until_ms;
            let due = self.later.extract_if(.., |(due_ms, _)| *due_ms <= until_ms);
            for (_, change) in due.collect::<Vec<_>>() {
                self.change(change);
            }
        }
        self.hear();
    }

    /// Runs until every command has been answered and its entries have been heard.
    pub fn run_until_idle(&mut self) {
        let give_up_ms = self.now_ms.saturating_add(PATIENCE_MS);
        let mut quiet_ms = 0;
        while quiet_ms < 100 && self.now_ms < give_up_ms {
            let written = self.log.written();
            self.run_ms(10);
            let quiet = self.engine.is_idle() && written == self.log.written();
            quiet_ms = if quiet { quiet_ms + 10 } else { 0 };
        }
    }

    /// The supervisor turns the key and configures a game, as before the first round of an evening.
    ///
    /// # Errors
    /// If no command can be sent.
    pub fn configure(&mut self, game: Game) -> Result<(), String> {
        self.turn(Switch::Supervisor, true);
        self.run_ms(PRESS_MS);
        self.command(Command::Configure(house(game)))?;
        self.run_until_idle();
        self.turn(Switch::Supervisor, false);
        self.run_ms(PRESS_MS);
        Ok(())
    }

    /// Does what is asked, or says why not.
    ///
    /// # Errors
    /// Says in words why it cannot even be tried. What the controller refuses is in the log.
    pub fn ask(&mut self, ask: &Ask) -> Result<(), String> {
        self.changed = true;
        match ask {
            Ask::Chips { seat, count } => self.chips(*seat, *count),
            Ask::Chip { seat, on } => self.chip(*seat, *on),
            Ask::Ante { seat, on } => self.place(*seat, false, |spot| spot.ante = *on),
            Ask::Side { seat, on } => self.side(*seat, *on),
            Ask::Press { key } => self.press(*key),
            Ask::Turn { switch, on } => self.needs_felt().map(|()| self.turn(*switch, *on)),
            Ask::Pick { place, index, card } => self.pick((*place, *index), card.as_deref()),
            Ask::Deal => self.deal(),
            Ask::Raise { wager, seats } => {
                let seats = seats.iter().copied().collect();
                self.say([Event::Raise(*wager, seats)])
            }
            Ask::Fold { seat } => self.say([Event::Fold(*seat)]),
            Ask::Choose { seat, play_on } => self.say([Event::Choose(*seat, choice(*play_on))]),
            Ask::Rule { play_on } => self.say([Event::ShiftManager(ruling(*play_on))]),
            Ask::Settle => self.settle(),
            Ask::Pay => self.say([Event::Paid]).map(|()| self.clear()),
            Ask::Clear => self.needs_felt().map(|()| self.clear()),
            Ask::Confirm => self.command(Command::Confirm),
            Ask::Configure { game } => {
                let known = Game::from_key(game).ok_or(format!("there is no game {game:?}"))?;
                self.command(Command::Configure(house(known)))
            }
            Ask::Trouble { name, on } => self.trouble(*name, *on),
        }
    }

    /// The house's terms, once there are some.
    pub fn terms(&self) -> Option<&Configuration> {
        self.replica.table().map(Table::configuration)
    }

    /// The rules of the game in play.
    pub fn rules(&self) -> Option<&'static RuleSet> {
        self.terms().map(|terms| terms.game.rules())
    }

    /// Cards of a hand.
    pub fn hand_size(&self) -> u8 {
        match self.rules().map(|rules| &rules.main) {
            Some(MainGame::ThreeCard(_)) => 3,
            _ => 2,
        }
    }

    fn hear(&mut self) {
        for heard in self.engine.hear() {
            self.changed = true;
            match heard {
                Heard::Entry(number, entry) => {
                    self.replica.take(&entry);
                    let kind = words::kind(&entry);
                    self.log.write(Some(number), kind, words::entry(&entry));
                }
                Heard::Answer(Answer::Refused(why)) => {
                    self.log.write(None, "refused", words::why(&why));
                }
                Heard::Answer(_) => {}
            }
        }
        let lights = (self.engine.is_powered(), self.engine.is_linked());
        self.changed |= lights != self.lights;
        self.lights = lights;
    }

    fn wires(&mut self) -> Option<&mut dyn FeltWires> {
        self.engine.felt()
    }

    fn needs_felt(&mut self) -> Result<(), String> {
        match self.wires() {
            Some(_) => Ok(()),
            None => Err("this table is a real one: use its own chips, keys and cables".into()),
        }
    }

    fn change(&mut self, change: Change) {
        if let Some(wires) = self.wires() {
            wires.change(change);
        }
    }

    fn command(&mut self, command: Command) -> Result<(), String> {
        self.engine.command(command)
    }

    fn say<const N: usize>(&mut self, events: [Event; N]) -> Result<(), String> {
        let commands = events.into_iter().map(Command::Round);
        commands
            .into_iter()
            .try_for_each(|command| self.command(command))
    }

    fn chips(&mut self, seat: Seat, count: u8) -> Result<(), String> {
        if count > CHIPS_MAX {
            return Err("a sixth chip does not fit into the well".into());
        }
        self.place(seat, false, |spot| spot.chips = count)
    }

    fn chip(&mut self, seat: Seat, on: bool) -> Result<(), String> {
        let chips = self.spots.seats.get(seat).chips;
        let count = match on {
            true => chips.checked_add(1),
            false => chips.checked_sub(1),
        };
        self.chips(seat, count.ok_or("no chip lies there")?)
    }

    fn side(&mut self, seat: Seat, on: bool) -> Result<(), String> {
        if self.replica.phase() != Phase::BetsOpen {
            return Err("the side wagers are told by the console: open the bets first".into());
        }
        self.place(seat, true, |spot| spot.side = on)
    }

    /// A hand puts something before a seat or takes it, and the dealer tells the console what no sensor sees.
    fn place(
        &mut self,
        seat: Seat,
        is_side: bool,
        put: impl FnOnce(&mut Spot),
    ) -> Result<(), String> {
        self.needs_felt()?;
        let terms = *self.terms().ok_or("the table has not been configured")?;
        put(self.spots.seats.get_mut(seat));
        self.spots.touched = seat;
        let changes = self.spots.changes(seat, terms.game.rules());
        changes.into_iter().for_each(|change| self.change(change));
        if self.replica.phase() != Phase::BetsOpen {
            return Ok(());
        }
        let told = self.spots.told(seat, is_side, &terms);
        told.into_iter().try_for_each(|event| self.say([event]))
    }

    /// The dealer's keys. At a real table the console announces instead.
    fn press(&mut self, key: PressKey) -> Result<(), String> {
        if self.wires().is_none() {
            let number = self
                .replica
                .table()
                .map_or(0, |table| table.round().number());
            return self.say([match key {
                PressKey::PlaceYourBets => Event::PlaceYourBets,
                PressKey::NoMoreBets => Event::NoMoreBets,
                PressKey::Void => Event::Void(number, VoidCause::ShiftManager),
            }]);
        }
        self.change(Change::Key(key as usize, true));
        let up = Change::Key(key as usize, false);
        self.later.push((self.now_ms + PRESS_MS, up));
        Ok(())
    }

    fn turn(&mut self, switch: Switch, on: bool) {
        let line = match switch {
            Switch::Supervisor => {
                self.spots.supervisor = on;
                SUPERVISOR
            }
            Switch::Door => {
                self.spots.door = on;
                DOOR
            }
        };
        self.change(Change::Key(line, on));
    }

    fn pick(&mut self, place: (Place, u8), card: Option<&str>) -> Result<(), String> {
        let card = match card {
            Some(text) => Some(
                text.parse::<Card>()
                    .map_err(|_| format!("{text:?} is not a card"))?,
            ),
            None => None,
        };
        self.shoe.pick(place, card, self.replica.cards_out())
    }

    /// The hands where there are none, else the next community cards.
    fn deal(&mut self) -> Result<(), String> {
        let mut out = self.replica.cards_out();
        let waiting = self.seats_without_cards();
        for seat in &waiting {
            let hand = self.shoe.deal(Place::Seat(*seat), 0, self.hand_size(), out);
            for card in &hand {
                // Drawn from what is not out.
                let _ = out.insert(*card);
            }
            self.say([Event::Hand(*seat, hand)])?;
        }
        if !waiting.is_empty() {
            return Ok(());
        }
        let (from, count) = match self.replica.community().len() {
            0 => (0, 3),
            3 => (3, 1),
            _ => (4, 1),
        };
        let cards = self.shoe.deal(Place::Board, from, count, out);
        self.say([Event::Community(cards)])
    }

    /// Seats that take part in the round and have no cards yet.
    pub fn seats_without_cards(&self) -> Vec<Seat> {
        let takes = |seat: &Seat| {
            let hand = Card::all().take(self.hand_size().into()).collect();
            let place_is_free = self.replica.hand(*seat).is_empty();
            // Any cards will do to ask whether the seat takes some: one that lies elsewhere is another refusal.
            place_is_free && takes_part(self.replica.would_take(&Event::Hand(*seat, hand)))
        };
        Seat::ALL.into_iter().filter(takes).collect()
    }

    fn settle(&mut self) -> Result<(), String> {
        if self.replica.dealer().is_empty() {
            let out = self.replica.cards_out();
            let hand = self.shoe.deal(Place::Dealer, 0, self.hand_size(), out);
            self.say([Event::Dealer(hand)])?;
        }
        self.say([Event::Settle])
    }

    fn clear(&mut self) {
        for seat in Seat::ALL {
            let place = usize::from(seat.index());
            *self.spots.seats.get_mut(seat) = Spot::default();
            self.change(Change::Chips(place, 0));
            self.change(Change::Ante(place, false));
        }
        self.troubles.set(Trouble::ChipMoved, false, Seat::One);
        self.shoe.clear();
    }

    fn trouble(&mut self, trouble: Trouble, on: bool) -> Result<(), String> {
        self.needs_felt()?;
        let seat = match trouble {
            Trouble::ChipMoved if on => self.locked_seat()?,
            _ => self.spots.touched,
        };
        let seat = match trouble {
            // Over as it happens.
            Trouble::ForgedCommand => Some(seat),
            _ => self.troubles.set(trouble, on, seat),
        };
        let Some(seat) = seat else { return Ok(()) };
        if trouble == Trouble::ChipMoved {
            return self.move_chip(seat, on);
        }
        if let Some(wires) = self.engine.felt() {
            troubles::inflict(wires, trouble, on, seat);
        }
        Ok(())
    }

    fn locked_seat(&self) -> Result<Seat, String> {
        let locked =
            |seat: &Seat| self.units_locked(*seat) > 0 && self.spots.seats.get(*seat).chips > 0;
        let playing = self.replica.phase() == Phase::Playing;
        let seat = Seat::ALL.into_iter().find(locked).filter(|_| playing);
        seat.ok_or(
            "no chips are locked: bet on a coin spot and press \"No more bets\" first".into(),
        )
    }

    /// The progressive units that the close has locked at a seat.
    pub fn units_locked(&self, seat: Seat) -> u8 {
        let record = self
            .replica
            .table()
            .map(|table| table.round().seats().get(seat));
        record
            .and_then(Option::as_ref)
            .map_or(0, |record| record.units)
    }

    fn move_chip(&mut self, seat: Seat, away: bool) -> Result<(), String> {
        let locked = self.units_locked(seat);
        self.chips(seat, if away { locked - 1 } else { locked })
    }
}

/// Whether a refusal, if there is one, is about the cards and not about the seat.
fn takes_part(answer: Result<(), Contradiction>) -> bool {
    match answer {
        Ok(()) => true,
        Err(Contradiction::Refused(refusal)) => matches!(refusal.reason, Reason::CardTwice(_)),
        Err(_) => false,
    }
}

fn choice(play_on: bool) -> Choice {
    match play_on {
        true => Choice::PlayOn,
        false => Choice::Withdraw,
    }
}

fn ruling(play_on: bool) -> Ruling {
    match play_on {
        true => Ruling::PlayOn,
        false => Ruling::Void,
    }
}
