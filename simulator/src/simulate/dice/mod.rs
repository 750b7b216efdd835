//! Makes random histories: most steps are what people at a table do next, some are mistakes, troubles and attacks. What comes
//! next depends on what the reference knows, never on the table.

mod cards;
mod house;
mod irregular;
mod play;
mod trouble;

use oracle::table::words::{Key, Lay};
use oracle::table::{Phase, Reference, Restriction, SEATS, Seated};
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use shared_rules::games::{Game, NextRounds};
use shared_rules::money::Cents;
use shared_rules::round::{Choice, Event, Ruling};
use shared_rules::seats::{Seat, SeatSet};
use shared_rules::wagers::Wager;
use shared_rules::wire::message::Command;

use super::history::HistoryStep;
use cards::RoundCards;

/// At a full table the console sets the clock before one round in so many.
const CLOCK_EVERY: u32 = 20;

/// The time of the first round, in seconds since 1970, and from each to the next.
const FIRST_ROUND_S: u64 = 1_700_000_000;
const ROUND_S: u64 = 60;

/// The rates of troubles and mistakes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Luck {
    /// Troubles per 100,000 steps: things that break, power cuts, attacks.
    pub troubles: u32,
    /// Mistakes per 100,000 steps: events out of order, wrong cards, void rounds.
    pub mistakes: u32,
    /// Irregularities per 100,000 steps, mostly in their time: hands moved, players held, rulings.
    pub irregular: u32,
    /// Power cuts within a flash operation per 100,000 steps, besides those among the troubles.
    pub torn: u32,
    /// Absurd events per 100,000 steps: anything that can be said, whenever.
    pub absurd: u32,
    /// Configurations per 100 rounds.
    pub configured: u32,
    /// Every seat of the layout is in use and makes every wager, and the console sets the clock now and then.
    pub full: bool,
}

impl Luck {
    /// Everything happens.
    pub const BAD: Luck = Luck {
        troubles: 4_000,
        mistakes: 4_000,
        irregular: 6_000,
        torn: 0,
        absurd: 0,
        configured: 6,
        full: false,
    };

    /// The same with people who say anything at any time.
    pub const ABSURD: Luck = Luck {
        mistakes: 10_000,
        absurd: 15_000,
        ..Luck::BAD
    };

    /// Power that hardly ever lasts for a round.
    pub const DARK: Luck = Luck {
        torn: 15_000,
        ..Luck::BAD
    };

    /// Years of ordinary rounds.
    pub const GOOD: Luck = Luck {
        troubles: 2,
        mistakes: 20,
        irregular: 0,
        torn: 0,
        absurd: 0,
        configured: 0,
        full: false,
    };

    /// The same with a full table: as many entries as ordinary rounds lead to.
    pub const FULL: Luck = Luck {
        full: true,
        ..Luck::GOOD
    };
}

/// The dice of one history.
#[allow(
    missing_debug_implementations,
    reason = "a deck does not show its cards"
)]
pub struct Dice {
    /// The seed: the same seed is the same history.
    pub(super) seed: u64,
    random: ChaCha8Rng,
    luck: Luck,
    game: Option<Game>,
    /// The cards of the round, once betting has opened.
    shoe: Option<RoundCards>,
    /// The steps to be taken next, last first.
    planned: Vec<HistoryStep>,
}

impl Dice {
    /// The dice of a seed: always of one game, or of all.
    pub fn new(seed: u64, luck: Luck, game: Option<Game>) -> Dice {
        Dice {
            seed,
            random: ChaCha8Rng::seed_from_u64(seed),
            luck,
            game,
            shoe: None,
            planned: Vec::new(),
        }
    }

    /// The next step.
    pub fn step(&mut self, reference: &Reference) -> HistoryStep {
        if self.random.random_ratio(self.luck.troubles, 100_000) {
            return self.trouble(reference);
        }
        if self.random.random_ratio(self.luck.mistakes, 100_000) {
            return self.mistake(reference);
        }
        if self.happens(self.luck.torn) {
            return self.torn(reference, 4);
        }
        if self.happens(self.luck.absurd) {
            return self.absurdity(reference);
        }
        if let Some(step) = self.planned.pop() {
            return step;
        }
        if reference.account.house.is_none() {
            self.plan_configuration(reference);
            return self.planned.pop().expect("a plan");
        }
        if self.happens(self.luck.irregular)
            && let Some(step) = self.irregularity(reference)
        {
            return step;
        }
        if let Some(step) = self.answer(reference) {
            return step;
        }
        match reference.account.round.phase {
            Phase::Idle | Phase::Paid | Phase::Void => self.between_rounds(reference),
            Phase::Open => self.betting(reference),
            Phase::Playing => self.playing(reference),
            Phase::Settled => says(Event::Paid),
        }
    }

    /// A rate of 0 takes no random number, so that histories without such steps stay the same.
    fn happens(&mut self, per_100_000: u32) -> bool {
        per_100_000 > 0 && self.random.random_ratio(per_100_000, 100_000)
    }

    /// Somebody who was asked answers.
    fn answer(&mut self, reference: &Reference) -> Option<HistoryStep> {
        let round = &reference.account.round;
        if round.manager_decides {
            let ruling = if self.one_in(3) {
                Ruling::Void
            } else {
                Ruling::PlayOn
            };
            return Some(self.supervised(Event::ShiftManager(ruling)));
        }
        let asked = (0..SEATS).find(|seat| round.asked[*seat].is_some())?;
        let choice = if self.one_in(3) {
            Choice::Withdraw
        } else {
            Choice::PlayOn
        };
        Some(says(Event::Choose(seat(asked), choice)))
    }

    fn between_rounds(&mut self, reference: &Reference) -> HistoryStep {
        let is_laid = |seat: &usize| reference.felt.chips[*seat] > 0 || reference.felt.antes[*seat];
        let laid: Vec<usize> = (0..SEATS).filter(is_laid).collect();
        if !laid.is_empty() && !self.one_in(12) {
            let clear = |seat: &usize| Lay {
                seat: *seat,
                chips: 0,
                ante: false,
            };
            return HistoryStep::Lay(laid.iter().map(clear).collect());
        }
        if let Some(step) = self.repair(reference) {
            return step;
        }
        let money = reference.account.money.as_ref();
        let waiting = money.map_or(0, |money| money.waiting.len());
        if waiting > 5 || (waiting > 0 && self.one_in(2)) {
            self.planned = vec![
                HistoryStep::Supervisor(false),
                HistoryStep::Say(Command::Confirm),
            ];
            return HistoryStep::Supervisor(true);
        }
        if self.random.random_ratio(self.luck.configured, 100) {
            self.plan_configuration(reference);
            return self.planned.pop().expect("a plan");
        }
        if matches!(
            reference.account.round.next,
            Restriction::Undecided | Restriction::Closed
        ) {
            return self.house_decides();
        }
        if self.luck.full && self.one_in(CLOCK_EVERY) {
            self.planned.push(self.opens(reference));
            return self.clock(reference);
        }
        if self.one_in(3) {
            self.planned.push(self.opens(reference));
            return HistoryStep::Wait(self.random.random_range(1_000..90_000));
        }
        self.opens(reference)
    }

    /// The console tells the time of a round.
    fn clock(&self, reference: &Reference) -> HistoryStep {
        let since = u64::from(reference.account.round.number) * ROUND_S;
        HistoryStep::Say(Command::Clock(FIRST_ROUND_S + since))
    }

    fn opens(&self, reference: &Reference) -> HistoryStep {
        // A key cannot be read through a broken chain.
        match reference.account.round.number.is_multiple_of(2) && reference.felt.cut.is_none() {
            true => HistoryStep::Press(Key::PlaceYourBets),
            false => says(Event::PlaceYourBets),
        }
    }

    /// The house decides about the rounds after a fault.
    fn house_decides(&mut self) -> HistoryStep {
        let choices = [NextRounds::BlockBox, NextRounds::WithoutProgressive];
        match self.random.random_range(0..8) {
            0 => self.supervised(Event::NextRounds(NextRounds::CloseTable, SeatSet::EMPTY)),
            1 | 2 => self.supervised(Event::DeviceRepaired),
            _ => {
                let choice = self.one_of(&choices);
                let seats = self.some_seats();
                self.supervised(Event::NextRounds(choice, seats))
            }
        }
    }

    /// The supervisor's key is turned for it, but for one who forgets.
    fn supervised(&mut self, event: Event) -> HistoryStep {
        if self.one_in(8) {
            return says(event);
        }
        self.planned = vec![HistoryStep::Supervisor(false), says(event)];
        HistoryStep::Supervisor(true)
    }

    fn betting(&mut self, reference: &Reference) -> HistoryStep {
        let round = &reference.account.round;
        let someone = round.seats.iter().flatten().any(Seated::has_hand);
        if let (false, Some(lifted)) = (someone, self.lifts(reference))
            && self.one_in(3)
        {
            return lifted;
        }
        if !someone || self.one_in(6) {
            return match self.luck.full {
                true => self.bets_of_all(reference),
                false => self.bets(reference),
            };
        }
        if self.one_in(3) {
            let place = self.seat_of(reference);
            return self.stake(reference, place);
        }
        if self.one_in(2) && reference.felt.cut.is_none() {
            return HistoryStep::Press(Key::NoMoreBets);
        }
        says(Event::NoMoreBets)
    }

    /// Chips and Antes at one to seven seats.
    fn bets(&mut self, reference: &Reference) -> HistoryStep {
        let document = reference.account.document();
        let most = document.map_or(1, |document| document.units_max);
        let count = self.random.random_range(1..=4);
        let mut seats: Vec<usize> = (0..SEATS)
            .filter(|seat| reference.account.is_in_use(*seat))
            .collect();
        while seats.len() > count {
            let gone = self.random.random_range(0..seats.len());
            seats.remove(gone);
        }
        if self.one_in(10) {
            seats.push(self.random.random_range(0..SEATS));
        }
        let lays = seats.into_iter().map(|seat| {
            let too_many = self.one_in(12);
            let most = if too_many { 5 } else { most };
            Lay {
                seat,
                chips: self.random.random_range(0..=most),
                ante: !self.one_in(10),
            }
        });
        HistoryStep::Lay(lays.collect())
    }

    /// Chips and Antes at every seat in use, and then what the console names for each.
    fn bets_of_all(&mut self, reference: &Reference) -> HistoryStep {
        let document = reference.account.document();
        let most = document.as_ref().map_or(1, |document| document.units_max);
        let wager = match document.is_some_and(|document| document.three_card) {
            true => Wager::PairPlus,
            false => Wager::Bonus,
        };
        let seats = (0..SEATS).filter(|seat| reference.account.is_in_use(*seat));
        let seats: Vec<usize> = seats.collect();
        let stakes = seats.iter().map(|place| {
            let amount = self.one_of(&[1_000, 1_500]);
            says(Event::Stake(seat(*place), wager, Cents::new(amount)))
        });
        self.planned = stakes.collect();
        let lays = seats.into_iter().map(|seat| Lay {
            seat,
            chips: self.random.random_range(1..=most),
            ante: true,
        });
        HistoryStep::Lay(lays.collect())
    }

    /// The console names an amount.
    fn stake(&mut self, reference: &Reference, place: usize) -> HistoryStep {
        let document = reference.account.document();
        let wagers = match document.is_some_and(|document| document.three_card) {
            true => [Wager::Ante, Wager::PairPlus, Wager::PairPlus],
            false => [Wager::Ante, Wager::Bonus, Wager::Bonus],
        };
        let wager = self.one_of(&wagers);
        let amount = self.one_of(&[0, 500, 900, 1_000, 1_500, 2_000, 5_000, 20_000]);
        says(Event::Stake(seat(place), wager, Cents::new(amount)))
    }

    /// The cards of this round.
    fn shoe(&mut self, reference: &Reference) -> &mut RoundCards {
        let (random, round) = (&mut self.random, reference.account.round.number);
        self.shoe = self.shoe.take().filter(|cards| cards.round == round);
        self.shoe
            .get_or_insert_with(|| RoundCards::shuffled(reference, random))
    }

    fn one_in(&mut self, count: u32) -> bool {
        self.random.random_ratio(1, count)
    }

    fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        *choices.choose(&mut self.random).expect("not empty")
    }

    /// A seat that is in use.
    fn seat_of(&mut self, reference: &Reference) -> usize {
        let seats: Vec<usize> = (0..SEATS)
            .filter(|seat| reference.account.is_in_use(*seat))
            .collect();
        seats.choose(&mut self.random).copied().unwrap_or_default()
    }

    fn some_seats(&mut self) -> SeatSet {
        let count = self.random.random_range(0..3);
        (0..count)
            .map(|_| seat(self.random.random_range(0..SEATS)))
            .collect()
    }
}

/// A signed command about the round.
fn says(event: Event) -> HistoryStep {
    HistoryStep::Say(Command::Round(event))
}

fn seat(place: usize) -> Seat {
    Seat::ALL[place]
}
