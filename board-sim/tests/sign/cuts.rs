//! Power cuts of either board and pulled cables at random instructions of an evening of five games, half of them on a
//! noisy line: the sign shows the right amount again, never a wrong one, and a stale one is red.
//!
//! The evening itself is never cut: each cut is played on from a snapshot of both boards, with a console of its own, and
//! then the evening goes on from that snapshot. The number of an evening is the seed of its cuts, so that a long run can
//! be done in pieces.

use std::collections::{BTreeMap, HashMap};

use crate::dots;
use crate::expected::{Listener, drawn};
use crate::watched::{Look, Watched};
use board_sim::table::{Noise, OneBoard};
use board_sim::time::{Span, Time};
use console::{Answer, Console, News};
use parts::chain::SharedChain;
use parts::engine::{Lanes, TableEngine};
use parts::hub75::Ghosts;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use shared_rules::money::Cents;
use shared_rules::round::Event;
use shared_rules::wire::message::Request;
use shared_rules::wire::role::Role;
use shared_rules::wire::sign::SignPicture;
use sign::{Colour, Page, PageBody, Sign};
use simulator::scenarios::games::first_rounds;
use simulator::table::{SeedOwner, fresh_seed, key_of, persons};
use simulator::table_driver::{TableDriver, at_once};

/// Cuts in the gate's evening.
const CUTS: usize = 24;

/// The environment may ask for evenings with more cuts each: their numbers, as in 0..20.
const CUTS_OF_LONG: usize = 100;
const EVENINGS_FROM: &str = "COINSPOT_SIGN_EVENINGS";

/// From the first picture of a new session to its amount, or from the cable; a line with noise repeats some messages.
const BACK_MS_MAX: u64 = 1_000;
const BACK_MS_MAX_IN_NOISE: u64 = 3_000;

/// A sign that hears nothing says so within this time, and the time of a look.
const STALE_MS: u64 = 1_300;

/// A page that is there stays for this time.
const STAYS_MS: u64 = 300;

/// Instructions in the evening, about: so that the cuts reach its end.
const CONTROLLER_INSTRUCTIONS: u64 = 155_000_000;
const SIGN_INSTRUCTIONS: u64 = 275_000_000;

/// Nanoseconds in a millisecond.
const MS: u64 = 1_000_000;

/// Something that is lost for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Lost {
    Sign,
    Controller,
    Cable,
}

/// A cut: of what, for how long, and whether the line is noisy from then on.
#[derive(Clone, Copy, Debug)]
struct Cut {
    lost: Lost,
    for_ms: u64,
    noise: Option<u64>,
}

/// The result of a cut.
#[derive(Debug)]
struct Outcome {
    cut: Cut,
    at: Time,
    /// The amount on the wire before it.
    before: Option<Cents>,
    /// The amount that is shown in the end.
    after: Cents,
    back_ms: u64,
    /// From power or cable to the right amount.
    all_ms: u64,
}

/// The cuts of an evening.
#[derive(Debug)]
pub struct Cuts {
    random: ChaCha8Rng,
    /// Their number.
    count: usize,
    /// Where the next cut is: the board whose instructions are counted, and their number.
    due: Option<(OneBoard, u64)>,
    outcomes: Vec<Outcome>,
}

/// The meaning of a screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    /// A page without the jackpot.
    Other,
    /// The jackpot as it was told.
    Current,
    /// A red amount, which may be out of date.
    Stale,
}

impl Meaning {
    fn of(page: &Page) -> Self {
        let is_award = page.heading.contains(": SEAT");
        match (&page.body, page.body_colour) {
            (PageBody::Amount(_), Colour::Red) => Self::Stale,
            (PageBody::Amount(_), _) if !is_award => Self::Current,
            _ => Self::Other,
        }
    }
}

type Dots = Vec<Colour>;

/// Every screen that the sign may show, by its dots.
#[derive(Default)]
struct Screens {
    /// The meaning, and the index of the last picture with this page while the link is up.
    known: HashMap<Dots, (Meaning, Option<usize>)>,
}

impl Screens {
    fn new() -> Self {
        let mut screens = Self::default();
        // A scan that has started lights nothing before the first page is drawn.
        screens
            .known
            .insert(vec![Colour::Off; 128 * 32], (Meaning::Other, None));
        for ms in [0, 1_000] {
            screens.add(&Sign::new(0).page(ms), None);
        }
        screens
    }

    fn add(&mut self, page: &Page, of: Option<usize>) {
        let entry = (Meaning::of(page), of);
        let known = self.known.entry(dots(&drawn(page))).or_insert(entry);
        known.1 = known.1.max(of);
    }

    /// Adds the pages of a picture that follows another one, or none.
    fn add_picture(&mut self, index: usize, picture: SignPicture, before: Option<SignPicture>) {
        const TURNS: u64 = 24;
        for turn in 0..TURNS {
            let ms = 2_000 * turn;
            let mut sign = Sign::new(0);
            sign.hear(picture, 0);
            self.add(&sign.page(ms), (turn == 0).then_some(index));
            sign.heartbeat(ms);
            self.add(&sign.page(ms), Some(index));
        }
        // On its way to a larger amount the sign shows less than the jackpot, for less than a second.
        let Some(before) = before else { return };
        for frame in 0..=45 {
            let mut sign = Sign::new(0);
            sign.hear(before, 0);
            sign.hear(picture, 5_000);
            let ms = 5_000 + 20 * frame;
            self.add(&sign.page(ms), Some(index));
            // The link is down: the amount turns red wherever it is.
            sign.heartbeat(ms - 1_000);
            self.add(&sign.page(ms), None);
        }
    }
}

impl Cuts {
    fn of_evening(number: u64, count: usize) -> Self {
        Self {
            random: ChaCha8Rng::seed_from_u64(number),
            count,
            due: None,
            outcomes: Vec::new(),
        }
    }

    /// Plays every cut before a time, which is the end of a millisecond.
    pub fn on_the_way(
        &mut self,
        watched: &mut Watched,
        chain: &SharedChain,
        (now_ms, until): (u64, Time),
    ) {
        while self.outcomes.len() < self.count {
            let (board, instruction) = self.due.unwrap_or_else(|| self.draw(watched));
            self.due = Some((board, instruction));
            if !watched.table.run_to_instruction(board, instruction, until) {
                return;
            }
            self.due = None;
            let cut = self.cut();
            let outcome = watched.tries(cut, chain, now_ms);
            self.outcomes.push(outcome);
        }
    }

    /// Draws the place of the next cut.
    fn draw(&mut self, watched: &Watched) -> (OneBoard, u64) {
        let (board, all) = match self.random.random_range(0..2) {
            0 => (OneBoard::Controller, CONTROLLER_INSTRUCTIONS),
            _ => (OneBoard::Sign, SIGN_INSTRUCTIONS),
        };
        let gap_max = 2 * all / u64::try_from(self.count + 5).expect("a small number");
        let gap = self.random.random_range(1..=gap_max);
        (board, watched.table.instructions(board) + gap)
    }

    fn cut(&mut self) -> Cut {
        let lost = match self.random.random_range(0..5) {
            0 | 1 => Lost::Sign,
            2 | 3 => Lost::Controller,
            _ => Lost::Cable,
        };
        let for_ms = match self.random.random_range(0..10) {
            0..6 => 30,
            6..8 => 400,
            _ => 1_500,
        };
        let is_noisy = self.random.random_range(0..2) == 0;
        Cut {
            lost,
            for_ms,
            noise: is_noisy.then(|| self.random.random()),
        }
    }
}

/// A cut that is tried: both boards, the felt, and a console of its own.
struct Trial<'a> {
    watched: &'a mut Watched,
    chain: &'a SharedChain,
    console: Console,
    lanes: Lanes,
    now_ms: u64,
}

impl Trial<'_> {
    fn run_ms(&mut self, count: u64) {
        (0..count).for_each(|_| self.step());
    }

    fn step(&mut self) {
        let now_ms = self.now_ms;
        self.now_ms += 1;
        self.chain.with(|chain| chain.advance_to(now_ms * MS));
        while let Some(bytes) = self.lanes.out.arrived(now_ms * 1_000) {
            self.console.receive(&bytes, now_ms);
        }
        let is_powered = self.watched.is_powered();
        while !is_powered && self.lanes.back.arrived(now_ms * 1_000).is_some() {}
        let until = self.watched.table.now() + Span::ms(1);
        self.watched.look_and_run(now_ms, until, &mut self.lanes);
        let console = &mut self.console;
        self.lanes
            .back
            .send_all(now_ms * 1_000, || console.transmit(now_ms));
        console.step(now_ms);
    }

    fn at_ms(&self) -> u64 {
        self.watched.table.now().as_us() / 1_000
    }
}

impl Watched {
    /// Tries a cut, and comes back to where it was.
    #[track_caller]
    fn tries(&mut self, cut: Cut, chain: &SharedChain, now_ms: u64) -> Outcome {
        let (boards, felt) = (self.table.snapshot(), chain.with(|chain| chain.clone()));
        let listener = self.listener.clone();
        let seed = fresh_seed(SeedOwner::Console, 22, 1);
        let mut trial = Trial {
            console: Console::new(key_of(Role::ShiftManager), persons(), &seed),
            lanes: Lanes::new(22),
            watched: self,
            chain,
            now_ms,
        };
        let outcome = trial.play(cut);
        self.stop_looking();
        self.table.restore(&boards);
        self.listener = listener;
        chain.with(|chain| *chain = felt);
        outcome
    }
}

impl Trial<'_> {
    #[track_caller]
    fn play(&mut self, cut: Cut) -> Outcome {
        let at = self.watched.table.now();
        let before = self.watched.listener.pictures.clone();
        self.watched.looks_at_everything();
        self.watched.table.cable.noise = cut.noise.map(Noise::new);
        let cut_ms = self.at_ms();
        match cut.lost {
            Lost::Sign => self.watched.sign_off(),
            Lost::Controller => self.watched.power_off(self.chain),
            Lost::Cable => self.watched.table.cable.is_out = true,
        }
        if cut.lost == Lost::Sign {
            assert!(!self.watched.table.sign.world().panel.is_lit(), "{cut:?}");
        }
        self.run_ms(cut.for_ms);
        match cut.lost {
            Lost::Sign => self.watched.table.sign_on(),
            Lost::Controller => self.watched.power_on(self.chain),
            Lost::Cable => self.watched.table.cable.is_out = false,
        }
        let on_ms = self.at_ms();
        self.watches(cut, &before, (cut_ms, on_ms), at)
    }

    /// Runs on until the right amount has been there for a while, and judges all that was seen.
    #[track_caller]
    fn watches(
        &mut self,
        cut: Cut,
        before: &[(Time, SignPicture)],
        (cut_ms, on_ms): (u64, u64),
        at: Time,
    ) -> Outcome {
        let mut judge = Judge::new(cut, before, (cut_ms, on_ms));
        loop {
            self.run_ms(50);
            let looks = std::mem::take(&mut self.watched.looks);
            judge.learns(&self.watched.listener);
            looks.iter().for_each(|look| judge.judges(look));
            let now_ms = self.at_ms();
            if let Some(right_ms) = judge.right_since_ms
                && now_ms >= right_ms + STAYS_MS
            {
                break;
            }
            assert!(now_ms <= on_ms + 2 * BACK_MS_MAX_IN_NOISE, "{judge:?}");
        }
        let panel = &self.watched.table.sign.world().panel;
        assert_eq!(panel.ghosts, Ghosts::default(), "{cut:?}");
        let outcome = judge.outcome(at);
        assert_eq!(self.meter(), Some(outcome.after), "{outcome:?}");
        outcome
    }

    /// The jackpot by the table's own meters.
    fn meter(&mut self) -> Option<Cents> {
        self.console.ask(Request::Meters);
        (0..1_000).find_map(|_| {
            self.run_ms(1);
            let news = self.console.drain_news();
            news.into_iter().find_map(|news| match news {
                News::Answer(Answer::Meters(meters)) => Some(meters.shown),
                _ => None,
            })
        })
    }
}

/// What has been seen since a cut.
struct Judge {
    cut: Cut,
    cut_ms: u64,
    on_ms: u64,
    before: Option<SignPicture>,
    /// The pictures that count: the last one before the cut, unless the sign has forgotten it, and those since.
    pictures: Vec<(u64, SignPicture)>,
    screens: Screens,
    heard: usize,
    /// When the right picture was first seen, and since when nothing else was.
    first_right_ms: Option<u64>,
    right_since_ms: Option<u64>,
}

impl std::fmt::Debug for Judge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{:?} at {} ms, on at {} ms, pictures {:?}",
            self.cut, self.cut_ms, self.on_ms, self.pictures
        )
    }
}

impl Judge {
    fn new(cut: Cut, before: &[(Time, SignPicture)], (cut_ms, on_ms): (u64, u64)) -> Self {
        let mut judge = Self {
            cut,
            cut_ms,
            on_ms,
            before: before.last().map(|(_, picture)| *picture),
            pictures: Vec::new(),
            screens: Screens::new(),
            heard: before.len(),
            first_right_ms: None,
            right_since_ms: None,
        };
        // A picture that has just come may not be shown yet.
        let still: &[(Time, SignPicture)] = match cut.lost {
            Lost::Sign => &[],
            _ => &before[before.len().saturating_sub(2)..],
        };
        still
            .iter()
            .for_each(|(_, picture)| judge.add(cut_ms, *picture));
        judge
    }

    fn add(&mut self, at_ms: u64, picture: SignPicture) {
        let before = self.pictures.last().map(|(_, before)| *before);
        self.screens
            .add_picture(self.pictures.len(), picture, before);
        self.pictures.push((at_ms, picture));
    }

    /// The pictures that have come since the last call.
    fn learns(&mut self, listener: &Listener) {
        let all = &listener.pictures;
        let new: Vec<(Time, SignPicture)> = all[self.heard..].to_vec();
        self.heard = all.len();
        for (at, picture) in new {
            self.add(at.as_us() / 1_000, picture);
        }
    }

    #[track_caller]
    fn judges(&mut self, look: &Look) {
        let colours = look.light.colours();
        let known = colours.and_then(|dots| self.screens.known.get(&dots));
        let Some((meaning, of)) = known else {
            assert!(
                self.is_change(look),
                "{self:?} {} ms\n{}",
                look.from_ms,
                look.light.picture()
            );
            return;
        };
        let is_cut_off = self.cut.lost != Lost::Sign && look.to_ms < self.on_ms;
        if is_cut_off && look.from_ms > self.cut_ms + STALE_MS {
            assert_ne!(*meaning, Meaning::Current, "{self:?} {} ms", look.from_ms);
        }
        if look.from_ms < self.on_ms {
            return;
        }
        // The last picture, or none before there is one in this life of the sign.
        let last = self.pictures.len().checked_sub(1);
        let is_right = last.is_some() && *of == last && self.is_told();
        if is_right {
            self.first_right_ms.get_or_insert(look.to_ms);
            self.right_since_ms.get_or_insert(look.to_ms);
        } else {
            self.right_since_ms = None;
        }
    }

    /// A new session begins with a picture. After a pulled cable the session goes on without one.
    fn is_told(&self) -> bool {
        self.cut.lost == Lost::Cable || self.told_ms().is_some()
    }

    fn told_ms(&self) -> Option<u64> {
        let mut since = self.pictures.iter().map(|(at_ms, _)| *at_ms);
        since.find(|at_ms| *at_ms >= self.on_ms)
    }

    /// True if this is the refresh in which one screen follows another.
    fn is_change(&self, look: &Look) -> bool {
        let rows = |dots: &Dots| -> Vec<Dots> { dots.chunks(128).map(<[_]>::to_vec).collect() };
        let Some(seen) = look.light.colours() else {
            return false;
        };
        let seen = rows(&seen);
        let all: Vec<Vec<Dots>> = self.screens.known.keys().map(rows).collect();
        // The rows of one screen down to some row, or from there on, and those of another.
        all.iter().any(|one| {
            let left: Vec<usize> = (0..seen.len()).filter(|y| seen[*y] != one[*y]).collect();
            left.len() < seen.len()
                && all
                    .iter()
                    .any(|other| left.iter().all(|y| seen[*y] == other[*y]))
        })
    }

    #[track_caller]
    fn outcome(self, at: Time) -> Outcome {
        let right_ms = self.first_right_ms.expect("the right amount");
        let linked_ms = self.told_ms().unwrap_or(self.on_ms).max(self.on_ms);
        let back_ms = right_ms.saturating_sub(linked_ms);
        let limit_ms = match self.cut.noise {
            None => BACK_MS_MAX,
            Some(_) => BACK_MS_MAX_IN_NOISE,
        };
        assert!(back_ms <= limit_ms, "{back_ms} ms: {self:?}");
        let (_, last) = self.pictures.last().expect("a picture");
        Outcome {
            cut: self.cut,
            at,
            before: self.before.and_then(|before| before.amount),
            after: last.amount.expect("an amount"),
            back_ms,
            all_ms: right_ms.saturating_sub(self.on_ms),
        }
    }
}

/// Plays an evening of five games with cuts on the way.
fn evening(number: u64, count: usize) -> Vec<Outcome> {
    let mut evening = TableDriver::<Watched>::before_configuration();
    evening.wait_ms(500);
    let mut is_first = true;
    for (game, play) in first_rounds() {
        evening.configures(at_once(game));
        evening.wait_ms(1_200);
        if std::mem::take(&mut is_first) {
            let watched = &mut evening.table.engine;
            watched.looks.clear();
            watched.stop_looking();
            watched.cuts = Some(Cuts::of_evening(number, count));
        }
        evening.says([Event::PlaceYourBets]);
        evening.bets(2, 1);
        evening.bets(5, 1);
        evening.wait_ms(300);
        evening.says([Event::NoMoreBets]);
        evening.wait_ms(1_500);
        evening.says(play);
        evening.says([Event::Settle]);
        evening.wait_ms(1_500);
        evening.confirms();
        evening.wait_ms(1_500);
        evening.says([Event::Paid]);
        evening.clears(2);
        evening.clears(5);
    }
    let watched = &mut evening.table.engine;
    let cuts = watched.cuts.take().expect("the cuts");
    println!(
        "instructions of the evening: {} of the controller, {} of the sign",
        watched.table.instructions(OneBoard::Controller),
        watched.table.instructions(OneBoard::Sign),
    );
    let pictures = &watched.listener.pictures;
    cuts.outcomes
        .iter()
        .for_each(|outcome| is_of_the_evening(outcome, pictures));
    cuts.outcomes
}

/// A cut leaves the amount as it was, or as the evening makes it right behind the cut: then its entry was durable. A
/// fault after the lock voids the round (RWS6 5.16, docs/faults.md), and the amount is that before it.
#[track_caller]
fn is_of_the_evening(outcome: &Outcome, pictures: &[(Time, SignPicture)]) {
    let next = pictures.iter().find(|(at, picture)| {
        *at >= outcome.at && *at < outcome.at + Span::s(1) && picture.amount != outcome.before
    });
    let next = next.and_then(|(_, picture)| picture.amount);
    let earlier = pictures.iter().rev().find(|(at, picture)| {
        *at < outcome.at && picture.amount.is_some() && picture.amount != outcome.before
    });
    let void = earlier.and_then(|(_, picture)| picture.amount);
    let void = void.filter(|void| Some(*void) < outcome.before);
    let after = Some(outcome.after);
    assert!(
        [outcome.before, next, void].contains(&after),
        "{outcome:?}, next {next:?}, void {void:?}"
    );
}

fn print(outcomes: &[Outcome]) {
    let mut kinds: BTreeMap<(Lost, bool), (usize, u64, u64)> = BTreeMap::new();
    for outcome in outcomes {
        let kind = (outcome.cut.lost, outcome.cut.noise.is_some());
        let (count, back_ms, all_ms) = kinds.entry(kind).or_default();
        *count += 1;
        *back_ms = (*back_ms).max(outcome.back_ms);
        *all_ms = (*all_ms).max(outcome.all_ms);
    }
    for ((lost, is_noisy), (count, back_ms, all_ms)) in kinds {
        let noise = if is_noisy { ", noisy" } else { "" };
        println!(
            "{count} cuts of {lost:?}{noise}: right at most {back_ms} ms after the link, {all_ms} ms after power or cable"
        );
    }
}

#[test]
fn cuts_at_random_instructions_of_five_games_show_nothing_wrong() {
    let numbers = std::env::var(EVENINGS_FROM).ok();
    let Some(numbers) = numbers else {
        let outcomes = evening(0, CUTS);
        assert!(outcomes.len() >= CUTS * 3 / 4, "{}", outcomes.len());
        return print(&outcomes);
    };
    let ends = numbers.split_once("..").expect("numbers, as in 0..20");
    let end = |text: &str| text.parse::<u64>().expect("a number");
    let mut all = Vec::new();
    for number in end(ends.0)..end(ends.1) {
        all.extend(evening(number, CUTS_OF_LONG));
        eprintln!("evening {number} is over: {} cuts", all.len());
    }
    print(&all);
}
