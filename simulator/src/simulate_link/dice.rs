//! Random steps: each table plays its rounds, and everything around it fails now and then.

use std::collections::VecDeque;

use parts::flash::Tear;
use pit::block::HouseRuling;
use pit::faulty::EngineFaults;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use shared_rules::closed::{SeatCards, SeatRecord};
use shared_rules::games::{Game, HandFault, MainGame, NextRounds, RuleReadings, VoidCause};
use shared_rules::jackpot::JackpotTerms;
use shared_rules::ledger::{Configuration, TakesEffect};
use shared_rules::money::Cents;
use shared_rules::round::{Choice, Event, Phase, Round, Ruling};
use shared_rules::seats::{Seat, SeatSet};
use shared_rules::wagers::{Limits, Wager};
use shared_rules::wire::message::{Command, LinkCommand};

use super::cards::LuckyDeal;
use super::history::{LetterFaults, LinkStep};
use super::pit::{LinkedPit, PitTerms};
use super::run::LinkPlan;
use super::table::SimulatedMember;
use crate::ledger_driver::{layout, rate};

/// The worst error of a sequencer's clock.
const CLOCK_MS: i64 = 1_500;

/// The dice of one history.
pub struct LinkDice {
    random: ChaCha8Rng,
    /// The cards and decisions that are left of each table's round.
    scripts: Vec<VecDeque<Vec<Event>>>,
    /// Of 100 turns of each table in play, those in which nothing happens: rounds that are dealt first may end last.
    slowness: Vec<u32>,
    /// Steps per 100 that are troubles. Where there are few, more claims meet.
    troubles: u32,
    /// The steps with which every history begins.
    begun: VecDeque<LinkStep>,
}

impl LinkDice {
    pub fn new(plan: &LinkPlan) -> (LinkDice, PitTerms) {
        let mut dice = LinkDice {
            random: ChaCha8Rng::seed_from_u64(plan.seed),
            scripts: vec![VecDeque::new(); plan.tables],
            slowness: Vec::new(),
            troubles: 0,
            begun: VecDeque::new(),
        };
        dice.slowness = (0..plan.tables)
            .map(|_| dice.one_of(&[0, 50, 90]))
            .collect();
        dice.troubles = dice.one_of(&[1, 3, 8, 14]);
        let terms = dice.terms(plan);
        dice.begun = dice.beginning(plan.tables);
        (dice, terms)
    }

    fn below(&mut self, bound: usize) -> usize {
        self.random.random_range(0..bound)
    }

    fn hits(&mut self, percent: u32) -> bool {
        self.random.random_ratio(percent, 100)
    }

    fn one_of<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    fn terms(&mut self, plan: &LinkPlan) -> PitTerms {
        let of_seed = usize::try_from(plan.seed % Game::ALL.len() as u64);
        let of_seed = Game::ALL[of_seed.expect("one of the games")];
        let house = self.house(plan.game.unwrap_or(of_seed));
        let tables =
            (0..plan.tables).map(|_| (self.hits(30), self.random.random_range(990..=1_010)));
        PitTerms {
            house,
            tables: tables.collect(),
            clocks: [self.clock(), self.clock()],
            seed: self.random.random(),
            planted: plan.planted,
        }
    }

    fn clock(&mut self) -> i64 {
        self.random.random_range(-CLOCK_MS..=CLOCK_MS)
    }

    /// Every second house has a limit, and often one that is reached soon.
    fn house(&mut self, game: Game) -> Configuration {
        let reset: u64 = self.one_of(&[100_000, 1_000_000, 5_000_000]);
        let limit = self.one_of(&[None, None, Some(reset), Some(reset + 777), Some(2 * reset)]);
        Configuration {
            game,
            readings: RuleReadings::default(),
            unit: Cents::new(self.one_of(&[100, 333, 500, 1_000])),
            limits: Limits::default(),
            seats: layout(game),
            jackpot: JackpotTerms {
                reset: Cents::new(reset),
                contribution: rate(self.one_of(&[1_000, 1_033, 2_000, 2_599])),
                reserve: rate(self.one_of(&[0, 200, 517])),
                limit: limit.map(Cents::new),
            },
            contribution_max: None,
            takes_effect: TakesEffect::AfterWin,
        }
    }

    /// Most tables join at once, the others in mid-life.
    fn beginning(&mut self, tables: usize) -> VecDeque<LinkStep> {
        let mut steps = VecDeque::from([LinkStep::Wait(100)]);
        let joining = (0..tables).filter(|_| self.hits(80));
        steps.extend(joining.map(LinkStep::Join).collect::<Vec<_>>());
        steps.extend([
            self.letter_faults(),
            self.engine_faults(),
            LinkStep::Wait(800),
        ]);
        steps
    }

    fn letter_faults(&mut self) -> LinkStep {
        let worst: u64 = self.one_of(&[1, 5, 12, 25]);
        LinkStep::Letters(LetterFaults {
            lost: self.random.random_range(0..=worst),
            twice: self.random.random_range(0..=worst),
            late: self.random.random_range(0..=worst),
            unordered: self.random.random_range(0..=100),
        })
    }

    fn engine_faults(&mut self) -> LinkStep {
        let worst: u64 = self.one_of(&[1, 5, 15, 30]);
        LinkStep::Engine(EngineFaults {
            lost: self.random.random_range(0..=worst),
            late: self.random.random_range(0..=worst),
            answer_lost: self.random.random_range(0..=worst),
            twice: self.random.random_range(0..=worst),
            read_failed: self.random.random_range(0..=worst),
        })
    }

    /// The next step.
    pub fn step(&mut self, pit: &LinkedPit) -> LinkStep {
        if let Some(step) = self.begun.pop_front() {
            return step;
        }
        if self.hits(self.troubles) {
            return self.trouble(pit);
        }
        if self.hits(30) {
            return LinkStep::Wait(self.one_of(&[20, 60, 150, 300, 700]));
        }
        let table = self.below(pit.tables.len());
        self.act(table, &pit.tables[table])
    }

    fn trouble(&mut self, pit: &LinkedPit) -> LinkStep {
        let (table, desk) = (self.below(pit.tables.len()), self.below(2));
        match self.random.random_range(0..20) {
            0..3 => LinkStep::PowerCut(table, self.one_of(&[0, 50, 400, 1_500])),
            3..6 => LinkStep::Torn(table, self.below(12), self.one_of(&Tear::ALL)),
            6..8 => LinkStep::LineCut(table),
            8..11 => LinkStep::LineMended(table),
            11 => LinkStep::Crash(desk, self.one_of(&[10, 300, 1_200])),
            12 => LinkStep::Sleep(desk, self.one_of(&[100, 900, 3_000])),
            13 => LinkStep::SetClock(desk, self.clock()),
            14 => self.letter_faults(),
            15 => self.engine_faults(),
            16 => LinkStep::EngineDown(self.one_of(&[50, 600, 2_500])),
            _ => self.ruling(desk, pit),
        }
    }

    /// The house does not wait for a round, or strikes a claim.
    fn ruling(&mut self, desk: usize, pit: &LinkedPit) -> LinkStep {
        let claims = pit
            .watch
            .pool
            .queue()
            .map(|claim| (claim.table, claim.round));
        let claims: Vec<_> = claims.collect();
        let awaited: Vec<_> = pit.watch.pool.waits_for().collect();
        let ruling = match (claims.is_empty(), awaited.is_empty()) {
            (_, false) if self.hits(60) => {
                let (table, round) = self.one_of(&awaited);
                HouseRuling::DoNotWait(table, round)
            }
            (false, _) if self.hits(25) => {
                let (table, round) = self.one_of(&claims);
                HouseRuling::Strike(table, round)
            }
            _ => {
                let table = &pit.tables[self.below(pit.tables.len())];
                HouseRuling::DoNotWait(table.number, table.round().number())
            }
        };
        LinkStep::Rule(desk, ruling)
    }

    /// The people at a table go on with their round.
    fn act(&mut self, index: usize, table: &SimulatedMember) -> LinkStep {
        if !table.has_power() {
            return LinkStep::Wait(100);
        }
        if table.ledger().link().is_none() && self.hits(40) {
            return LinkStep::Join(index);
        }
        let round = table.round();
        let waits = table
            .ledger()
            .table()
            .is_some_and(|t| !t.waiting().is_empty());
        if round.is_waiting() {
            return says(index, self.decision(round));
        }
        if waits && self.hits(15) {
            return LinkStep::Say(index, vec![Command::Confirm]);
        }
        match round.phase() {
            Phase::Idle | Phase::Paid | Phase::Void(_) => self.between_rounds(index, table),
            Phase::BetsOpen => self.betting(index, table),
            Phase::Playing => self.playing(index, table),
            Phase::Settled => match self.random.random_range(0..100) {
                0..7 => self.invalidate(index, round),
                7..12 => says(index, void(round)),
                12..35 => LinkStep::Wait(100),
                _ => says(index, Event::Paid),
            },
        }
    }

    /// Somebody answers the question that is open.
    fn decision(&mut self, round: &Round) -> Event {
        let asked: Vec<Seat> = round.asked().iter().collect();
        match asked.is_empty() {
            true if self.hits(80) => {
                Event::ShiftManager(self.one_of(&[Ruling::PlayOn, Ruling::PlayOn, Ruling::Void]))
            }
            true => void(round),
            false => Event::Choose(
                self.one_of(&asked),
                self.one_of(&[Choice::PlayOn, Choice::Withdraw]),
            ),
        }
    }

    fn between_rounds(&mut self, index: usize, table: &SimulatedMember) -> LinkStep {
        self.scripts[index].clear();
        let is_over = !matches!(table.round().phase(), Phase::Idle | Phase::Void(_));
        match self.random.random_range(0..100) {
            0..4 if is_over => self.invalidate(index, table.round()),
            4..7 if is_over => says(index, void(table.round())),
            7..12 if table.round().is_restricted() => says(
                index,
                Event::NextRounds(NextRounds::WithoutProgressive, SeatSet::EMPTY),
            ),
            _ if table.felt.iter().any(|chips| *chips > 0) => LinkStep::Lay(index, vec![0; 7]),
            _ => says(index, Event::PlaceYourBets),
        }
    }

    fn invalidate(&mut self, index: usize, round: &Round) -> LinkStep {
        let seats = players(round);
        match seats.is_empty() {
            true => says(index, Event::Paid),
            false => {
                let seat = self.one_of(&seats);
                says(
                    index,
                    Event::Invalidate(round.number(), seat, HandFault::ShiftManager),
                )
            }
        }
    }

    fn betting(&mut self, index: usize, table: &SimulatedMember) -> LinkStep {
        let is_empty = table.felt.iter().all(|chips| *chips == 0);
        match self.random.random_range(0..100) {
            0..3 => says(index, void(table.round())),
            3..13 => LinkStep::Wait(100),
            13..90 if is_empty => {
                let rules = table.round().terms().rules;
                let full = self.hits(25);
                let most = rules.units_max;
                let last = usize::from(rules.positions.1.number());
                let bets = (0..last).map(|_| match full {
                    true => most,
                    false if self.hits(55) => self.random.random_range(1..=most),
                    false => 0,
                });
                LinkStep::Lay(index, bets.collect())
            }
            _ => says(index, Event::NoMoreBets),
        }
    }

    fn playing(&mut self, index: usize, table: &SimulatedMember) -> LinkStep {
        if self.hits(self.slowness[index]) {
            return LinkStep::Wait(20);
        }
        let is_known = table.ledger().table().is_some_and(|t| t.seen().is_some());
        if is_known && self.hits(3) {
            return LinkStep::Say(index, vec![Command::Link(LinkCommand::PayRegistered)]);
        }
        if self.hits(2) {
            return says(index, void(table.round()));
        }
        let is_new = players(table.round()).iter().all(|seat| {
            let record = table.round().seats().get(*seat).as_ref();
            record.is_none_or(|record| record.cards == SeatCards::Unknown)
        });
        if self.scripts[index].is_empty() && is_new {
            self.scripts[index] = self.script(table.round());
        }
        match self.scripts[index].pop_front() {
            Some(events) => LinkStep::Say(index, events.into_iter().map(Command::Round).collect()),
            None => says(index, void(table.round())),
        }
    }

    /// The cards of a round, often such that somebody wins a share of the jackpot, and the players' decisions.
    fn script(&mut self, round: &Round) -> VecDeque<Vec<Event>> {
        let is_holdem = matches!(round.terms().rules.main, MainGame::Holdem(_));
        let seats = players(round);
        let random = &mut self.random;
        let mut deal = LuckyDeal::new(is_holdem, seats.len(), random);
        let mut dealt: Vec<Event> = Vec::new();
        for seat in &seats {
            dealt.push(Event::Hand(*seat, deal.hand()));
            if random.random_ratio(2, 5) {
                dealt.push(Event::Viewed(*seat));
            }
        }
        let mut decided = vec![Event::Dealer(deal.dealer())];
        let raise = if is_holdem { Wager::Flop } else { Wager::Play };
        let (stay, fold): (Vec<Seat>, Vec<Seat>) =
            seats.iter().partition(|_| random.random_ratio(19, 20));
        decided.extend(fold.into_iter().map(Event::Fold));
        if !stay.is_empty() {
            decided.push(Event::Raise(raise, stay.into_iter().collect()));
        }
        decided.extend(deal.streets().map(Event::Community));
        VecDeque::from([dealt, decided, vec![Event::Settle]])
    }
}

/// The seats that have a hand.
fn players(round: &Round) -> Vec<Seat> {
    let seats = round.seats().iter();
    let seats = seats.filter(|(_, record)| record.as_ref().is_some_and(SeatRecord::has_hand));
    seats.map(|(seat, _)| seat).collect()
}

/// The shift manager voids the round.
pub fn void(round: &Round) -> Event {
    Event::Void(round.number(), VoidCause::ShiftManager)
}

/// The console says what happens in the round.
pub fn says(table: usize, event: Event) -> LinkStep {
    LinkStep::Say(table, vec![Command::Round(event)])
}
