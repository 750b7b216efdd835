//! The table in play: an engine, what its console has told so far, the hands around the felt and their cards.
//!
//! Asks go in, and lead to what a hand or the console would do. Nothing is decided here: the controller decides, and
//! what it says comes back as entries and answers.

mod cards;
mod felt;

use console::{Answer, News, Replica};
use parts::chain::Change;
use shared_rules::games::{Game, RuleReadings, RuleSet};
use shared_rules::jackpot::Jackpot;
use shared_rules::ledger::{Configuration, Entry, Fault, Table, TakesEffect};
use shared_rules::pool::message::Membership;
use shared_rules::round::Event;
use shared_rules::seats::{Seat, SeatMap};
use shared_rules::wire::message::{Command, LinkCommand};
use shared_rules::wire::sign::SignVersion;
use simulator::table_driver::house;

use super::ask::{Ask, Switch};
use super::chip_watch::{ChipWatch, FeltBets};
use super::engine::{FeltWires, LiveEngine};
use super::log::Log;
use super::papers::Papers;
use super::round_json;
use super::shoe::TableShoe;
use super::spots::Spots;
use super::stage;
use super::troubles::Troubles;
use super::words;
use crate::settle::ReadingsIn;

/// A key is held down for this time: longer than it bounces, shorter than a finger would.
const PRESS_MS: u64 = 60;

/// The bit of the chain that sounds the alarm.
const ALARM: u64 = 1 << 47;

/// A script gives up on a command after this time.
const PATIENCE_MS: u64 = 20_000;

/// The interval at which the table is asked for the version of its sign.
const SIGN_EVERY_MS: u64 = 1_000;

/// An action that is planned for a later moment.
#[derive(Clone, Copy, Debug)]
enum Later {
    /// Something happens on the felt.
    Change(Change),
    /// The dealer tells the console how much an Ante is.
    TellAnte(Seat),
    /// A hand puts the chips of a seat down that it has lifted.
    PutDown(Seat),
}

/// A table in play.
pub struct TablePlay {
    engine: Box<dyn LiveEngine>,
    /// The ledger as the journal tells it.
    pub replica: Replica,
    /// Chips, Antes and switches.
    pub spots: Spots,
    /// Chips that are no bet.
    pub chips: ChipWatch,
    /// The journal says that the service door is open.
    pub door_heard: bool,
    /// The cards to come.
    pub shoe: TableShoe,
    /// The troubles at present.
    pub troubles: Troubles,
    /// The last events in words.
    pub log: Log,
    /// The journal and the steps so far, to take away.
    pub papers: Papers,
    /// The round that was settled last, as `coinspot settle` reads it, or why it cannot be written so.
    pub round_json: Option<Result<String, String>>,
    jackpot_before: Option<Jackpot>,
    /// Why the table is halted, if it has said so since its last start.
    pub halted: Option<String>,
    /// The version of the sign, once the table has answered.
    pub sign: Option<Option<SignVersion>>,
    asked_for_sign_ms: u64,
    later: Vec<(u64, Later)>,
    now_ms: u64,
    lights: (bool, bool, bool),
    changed: bool,
}

impl std::fmt::Debug for TablePlay {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TablePlay")
            .field("now_ms", &self.now_ms)
            .finish()
    }
}

impl TablePlay {
    /// A table at which nothing has been done; one seed gives the same cards again.
    pub fn new(engine: Box<dyn LiveEngine>, seed: u64) -> TablePlay {
        TablePlay {
            engine,
            replica: Replica::default(),
            spots: Spots::default(),
            chips: ChipWatch::default(),
            door_heard: false,
            shoe: TableShoe::new(seed),
            troubles: Troubles::default(),
            log: Log::default(),
            papers: Papers::default(),
            round_json: None,
            jackpot_before: None,
            halted: None,
            sign: None,
            asked_for_sign_ms: 0,
            later: Vec::new(),
            now_ms: 0,
            lights: (false, false, false),
            changed: true,
        }
    }

    /// The engine that runs the controller.
    pub fn engine(&self) -> &dyn LiveEngine {
        self.engine.as_ref()
    }

    /// Returns true if anything on the page has changed since the last call.
    pub fn take_changed(&mut self) -> bool {
        std::mem::take(&mut self.changed)
    }

    /// Lets `count` milliseconds pass, with the actions that are planned for them.
    pub fn run_ms(&mut self, count: u64) {
        let mut left_ms = count;
        while left_ms > 0 {
            let next_ms = self.later.iter().map(|(due_ms, _)| *due_ms).min();
            let until_next_ms =
                next_ms.map_or(left_ms, |next_ms| next_ms.saturating_sub(self.now_ms));
            let step_ms = until_next_ms.clamp(1, left_ms);
            // A key is held down by the controller's clock: one that is slow would miss it.
            self.now_ms += self.engine.run_ms(step_ms);
            left_ms -= step_ms;
            self.do_what_is_due();
        }
        self.hear();
        self.ask_for_sign();
    }

    /// Asks for the sign's version every now and then: another sign may have taken its place.
    fn ask_for_sign(&mut self) {
        let is_due = self.now_ms >= self.asked_for_sign_ms + SIGN_EVERY_MS;
        if is_due && self.engine.is_linked() && self.engine.is_idle() {
            self.asked_for_sign_ms = self.now_ms;
            self.engine.ask_sign();
        }
    }

    fn do_what_is_due(&mut self) {
        let now_ms = self.now_ms;
        let due = self.later.extract_if(.., |(due_ms, _)| *due_ms <= now_ms);
        for (_, later) in due.collect::<Vec<_>>() {
            match later {
                Later::Change(change) => self.change(change),
                Later::TellAnte(seat) => self.tell_ante(seat),
                Later::PutDown(seat) => self.put_down(seat),
            }
        }
    }

    /// Runs until every command has been answered and its entries have been heard.
    pub fn run_until_idle(&mut self) {
        let mut quiet_ms = 0;
        for _ in 0..PATIENCE_MS / 10 {
            if quiet_ms == 100 {
                return;
            }
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
        self.configure_with(game, RuleReadings::default())
    }

    /// The same under the house's own readings.
    ///
    /// # Errors
    /// If no command can be sent.
    pub fn configure_with(&mut self, game: Game, readings: RuleReadings) -> Result<(), String> {
        self.command_with_key(configuration(game, readings))
    }

    /// The supervisor turns the key and lets the table join a link.
    ///
    /// # Errors
    /// If no command can be sent.
    pub fn join(&mut self, place: Membership) -> Result<(), String> {
        self.command_with_key(Command::Link(LinkCommand::Join(place)))
    }

    fn command_with_key(&mut self, command: Command) -> Result<(), String> {
        self.turn(Switch::Supervisor, true);
        self.run_ms(PRESS_MS);
        self.command(command)?;
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
        let game = self
            .terms()
            .map(|terms| (terms.game.rules().key, ReadingsIn(terms.readings)));
        self.papers.record(self.now_ms, game, ask);
        match ask {
            Ask::Chips { seat, count } => self.chips(*seat, *count),
            Ask::Chip { seat, on } => self.chip(*seat, *on),
            Ask::Ante { seat, on, amount } => self.ante(*seat, *on, *amount),
            Ask::Side { seat, on, amount } => self.side(*seat, *on, *amount),
            Ask::PutDownAgain { seats } => self.put_down_again(seats),
            Ask::Press { key } => self.press(*key),
            Ask::Turn { switch, on } => self.needs_felt().map(|()| self.turn(*switch, *on)),
            Ask::Pick { place, index, card } => self.pick((*place, *index), card.as_deref()),
            Ask::Deal => self.deal(),
            Ask::Tell { event } if is_for_the_console(event) => self.say([event.clone()]),
            Ask::Tell { .. } => Err("only the table itself says this".into()),
            Ask::Reconstruct { seat, cards } => self.reconstruct(*seat, cards),
            Ask::Overrule { round } => self.command(Command::Overrule(*round)),
            Ask::Settle => self.settle(),
            Ask::Pay => self.say([Event::Paid]).map(|()| self.clear()),
            Ask::Clear => self.needs_felt().map(|()| self.clear()),
            Ask::Confirm => self.command(Command::Confirm),
            Ask::Configure { game, readings } => {
                let known = Game::from_key(game).ok_or(format!("there is no game {game:?}"))?;
                self.command(configuration(known, readings.0))
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
        stage::rules(&self.replica)
    }

    /// True while this fault stands.
    pub fn has_fault(&self, fault: Fault) -> bool {
        self.replica.ledger().faults().contains(&fault)
    }

    /// True while the alarm sounds.
    pub fn alarm_sounds(&self) -> bool {
        self.engine.lit().is_some_and(|lit| lit & ALARM != 0)
    }

    fn hear(&mut self) {
        for news in self.engine.hear() {
            if let News::Answer(Answer::Sign(version)) = news {
                self.changed |= self.sign.replace(version) != Some(version);
                continue;
            }
            self.changed = true;
            match news {
                News::Entry(number, entry) => self.hear_entry(number, &entry),
                News::Answer(Answer::Refused(why)) => {
                    self.log.write(None, "refused", words::why(&why));
                }
                News::Answer(_) => {}
                News::Halted(halt) => {
                    let text = format!("The table is halted: {halt}");
                    self.log.write(None, "halted", text.clone());
                    self.halted = Some(text);
                }
            }
        }
        self.look();
    }

    fn hear_entry(&mut self, number: u32, entry: &Entry) {
        let before = FeltBets::of(self);
        let no_bets = SeatMap::from_fn(|seat| before.no_bet(self, seat));
        self.replica.apply(number, entry);
        self.papers.hear(number, entry);
        match entry {
            Entry::Round(Event::PlaceYourBets) => {
                self.round_json = None;
                self.jackpot_before = self.replica.table().map(|table| *table.jackpot());
                self.chips.open(&self.spots);
                Seat::ALL
                    .into_iter()
                    .for_each(|seat| self.plan_telling(seat));
            }
            Entry::Locked(_) => {
                let is_no_bet = |seat| self.units_locked(seat) == 0;
                let at_close =
                    SeatMap::from_fn(|seat| no_bets.get(seat).clone().filter(|_| is_no_bet(seat)));
                self.chips.close(at_close);
            }
            Entry::Settled(_) => {
                let before = self.jackpot_before.as_ref();
                self.round_json = before.map(|before| round_json::of(self, before));
            }
            Entry::Boot(_) => {
                self.halted = None;
                self.door_heard = false;
            }
            Entry::Door(is_open) => self.door_heard = *is_open,
            _ => {}
        }
        let is_for_auditors = matches!(
            entry,
            Entry::Time(_) | Entry::TimeOfDay(_) | Entry::Chain(_) | Entry::Chip(_)
        );
        if !is_for_auditors {
            self.papers.count();
            let kind = words::kind(entry);
            self.log.write(Some(number), kind, words::entry(entry));
        }
    }

    /// Looks at the lamps and the links.
    fn look(&mut self) {
        let lights = (
            self.engine.is_powered(),
            self.engine.is_linked(),
            self.alarm_sounds(),
        );
        self.changed |= lights != self.lights;
        self.lights = lights;
        if let Some(lit) = self.engine.lit() {
            self.changed |= self.chips.see_lamps(lit);
        }
        if !self.link_is_down() {
            self.chips.links_are_up();
        }
    }

    fn link_is_down(&self) -> bool {
        let links = [Fault::Sign, Fault::Console, Fault::Pool];
        links.into_iter().any(|link| self.has_fault(link))
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
}

/// False for events that the controller makes of what it senses.
const fn is_for_the_console(event: &Event) -> bool {
    !matches!(
        event,
        Event::Chips(..) | Event::DeviceFault | Event::DeviceRepaired | Event::PowerFailure
    )
}

/// Whoever looks at the five games chooses another one for the next round, and does not wait for a jackpot to be won.
fn configuration(game: Game, readings: RuleReadings) -> Command {
    Command::Configure(Configuration {
        readings,
        takes_effect: TakesEffect::NextRound,
        ..house(game)
    })
}
