//! An evening: rounds played as a person at the page would play them.

use anyhow::{Context, ensure};
use parts::flash::Socket;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use shared_rules::games::Game;
use shared_rules::ledger::Table;
use shared_rules::round::{Choice, Event, Phase};
use shared_rules::seats::Seat;
use simulator::table_driver::is_of_limits;

use super::{DemoPlan, RoundSummary};
use crate::table::ask::{Ask, PressKey, Switch};
use crate::table::engine::SignNow;
use crate::table::host::Host;
use crate::table::play::TablePlay;
use crate::table::steps;
use crate::table::troubles::TableTrouble;

/// Long enough for a key, a chip or a switch to be read.
const FELT_MS: u64 = 120;

/// Long enough for a fault to be told, and for its end to be believed.
const TROUBLE_MS: u64 = 3_000;

/// The interval at which a spectator sees the sign.
const FRAME_MS: u64 = 40;

/// Virtual time that passes, for whoever wants to watch it pass.
pub type Passing<'a> = &'a mut dyn FnMut(&TablePlay, u64);

/// The table of the evening.
pub struct DemoEvening {
    play: TablePlay,
    random: ChaCha8Rng,
    /// The sign as the round was told.
    sign: Option<SignNow>,
}

impl std::fmt::Debug for DemoEvening {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.play.fmt(f)
    }
}

impl DemoEvening {
    /// A new table, whose flash is blank. One seed gives the same evening again.
    pub fn new(seed: u64, flash: Option<Socket>) -> DemoEvening {
        let mut play = TablePlay::new(Box::new(Host::new(seed, flash)), seed);
        play.run_until_idle();
        DemoEvening {
            play,
            random: ChaCha8Rng::seed_from_u64(seed),
            sign: None,
        }
    }

    /// The sign as it was when the round had been settled, and its awards confirmed.
    pub fn sign(&self) -> Option<&SignNow> {
        self.sign.as_ref()
    }

    /// Plays a round and tells it; `passing` sees the time go by.
    ///
    /// # Errors
    /// If the table does not do what it should.
    pub fn round(&mut self, plan: &DemoPlan, passing: Passing) -> anyhow::Result<RoundSummary> {
        if self.play.terms().map(|terms| terms.game) != Some(plan.game) {
            self.play.configure(plan.game).map_err(anyhow::Error::msg)?;
        }
        self.arrange(plan)?;
        self.press(PressKey::PlaceYourBets, passing)?;
        ensure!(
            self.play.replica.phase() == Phase::BetsOpen,
            "bets did not open"
        );
        self.bet(plan, passing)?;
        self.press(PressKey::NoMoreBets, passing)?;
        if let Some(trouble) = plan.trouble {
            self.trouble(trouble, passing)?;
        }
        self.play_out(passing)?;
        let table = self.play.replica.table().context("a configured table")?;
        ensure!(table.is_balanced(), "the meters do not balance");
        let told = RoundSummary::of(table, plan.trouble);
        self.look_at_sign(passing);
        self.confirm(passing)?;
        self.does(&Ask::Pay, passing)?;
        Ok(told)
    }

    fn arrange(&mut self, plan: &DemoPlan) -> anyhow::Result<()> {
        for (place, cards) in &plan.cards {
            for (index, card) in (0_u8..).zip(cards.as_bytes().chunks(2)) {
                let card = Some(String::from_utf8_lossy(card).into_owned());
                let place = *place;
                self.ask(&Ask::Pick { place, index, card })?;
            }
        }
        Ok(())
    }

    fn bet(&mut self, plan: &DemoPlan, passing: Passing) -> anyhow::Result<()> {
        let bets = match plan.bets.is_empty() {
            true => self.bets_by_chance(plan.game),
            false => plan.bets.clone(),
        };
        for (number, count) in bets {
            let seat = Seat::new(number).context("a seat")?;
            self.does(
                &Ask::Ante {
                    seat,
                    on: true,
                    amount: None,
                },
                passing,
            )?;
            self.does(&Ask::Chips { seat, count }, passing)?;
            if self.random.random_ratio(1, 3) {
                self.does(
                    &Ask::Side {
                        seat,
                        on: true,
                        amount: None,
                    },
                    passing,
                )?;
            }
        }
        Ok(())
    }

    fn bets_by_chance(&mut self, game: Game) -> Vec<(u8, u8)> {
        let rules = game.rules();
        let seats = 1..=rules.positions.1.number();
        let mut bets: Vec<(u8, u8)> = seats
            .filter(|_| self.random.random_ratio(3, 5))
            .collect::<Vec<u8>>()
            .into_iter()
            .map(|number| (number, self.random.random_range(1..=rules.units_max)))
            .collect();
        if bets.is_empty() {
            bets.push((1, 1));
        }
        bets
    }

    /// Takes the first step that the table offers until the round is settled; asked players play on.
    fn play_out(&mut self, passing: Passing) -> anyhow::Result<()> {
        while self.play.replica.phase() == Phase::Playing {
            let seats = Seat::ALL
                .into_iter()
                .flat_map(|seat| steps::of_seat(&self.play, seat));
            let mut answers = seats.filter(|step| plays_on(&step.ask));
            let first = answers.next();
            let mut offered = steps::of_dealer(&self.play).into_iter();
            let next = first.or_else(|| offered.find(|step| step.refused.is_none()));
            let step = next.context("nothing can be done in the round")?;
            self.does(&step.ask, passing)?;
        }
        Ok(())
    }

    fn trouble(&mut self, name: TableTrouble, passing: Passing) -> anyhow::Result<()> {
        self.ask(&Ask::Trouble { name, on: true })?;
        self.passes(TROUBLE_MS, passing);
        self.ask(&Ask::Trouble { name, on: false })?;
        self.passes(TROUBLE_MS, passing);
        self.play.run_until_idle();
        Ok(())
    }

    fn confirm(&mut self, passing: Passing) -> anyhow::Result<()> {
        let waiting = self
            .play
            .replica
            .table()
            .map_or(0, |table: &Table| table.waiting().len());
        let switch = Switch::Supervisor;
        if waiting > 0 {
            self.passes(TROUBLE_MS, passing);
            self.does(&Ask::Turn { switch, on: true }, passing)?;
        }
        for _ in 0..waiting {
            self.does(&Ask::Confirm, passing)?;
            self.look_at_sign(passing);
            self.passes(TROUBLE_MS, passing);
        }
        self.does(&Ask::Turn { switch, on: false }, passing)
    }

    /// Keeps the sign as it is now. A page of the limits is waited for to end: a round is told with its amount.
    fn look_at_sign(&mut self, passing: Passing) {
        self.sign = self.play.engine().sign();
        while (self.sign.as_ref()).is_some_and(|sign| is_of_limits(&sign.text)) {
            self.passes(FRAME_MS, passing);
            self.sign = self.play.engine().sign();
        }
    }

    fn press(&mut self, key: PressKey, passing: Passing) -> anyhow::Result<()> {
        self.does(&Ask::Press { key }, passing)
    }

    /// Asks, and waits until it is done.
    fn does(&mut self, ask: &Ask, passing: Passing) -> anyhow::Result<()> {
        self.ask(ask)?;
        self.passes(FELT_MS, passing);
        self.play.run_until_idle();
        Ok(())
    }

    fn ask(&mut self, ask: &Ask) -> anyhow::Result<()> {
        let done = self.play.ask(ask).map_err(anyhow::Error::msg);
        done.with_context(|| format!("{ask:?}"))
    }

    fn passes(&mut self, milliseconds: u64, passing: Passing) {
        for _ in 0..milliseconds / FRAME_MS {
            self.play.run_ms(FRAME_MS);
            passing(&self.play, FRAME_MS);
        }
    }
}

/// True for the answer of a player who may withdraw and does not.
fn plays_on(ask: &Ask) -> bool {
    matches!(
        ask,
        Ask::Tell {
            event: Event::Choose(_, Choice::PlayOn)
        }
    )
}
