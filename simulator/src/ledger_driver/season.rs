//! Evenings of random events at a table whose house reconfigures it, whose supervisor confirms awards, whose
//! power fails, and whose cards are luckier than real ones, so that jackpots are won.
//!
//! The random numbers are seeded, so that a season that fails can be seen again.

use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use shared_rules::cards::Card;
use shared_rules::closed::{Decision, SeatCards, SeatRecord};
use shared_rules::games::{
    BonusOnLoss, DealerQualifies, FixedAwards, Game, HandFault, RuleReadings, UnexposedCommunity,
    VoidCause,
};
use shared_rules::jackpot::JackpotTerms;
use shared_rules::ledger::{Configuration, Entry, Fault};
use shared_rules::money::Cents;
use shared_rules::round::{CardList, Choice, Event, Phase, Ruling, Transition};
use shared_rules::seats::Seat;
use shared_rules::wagers::{Limit, Limits, Wager};

use super::{LedgerDriver, is_holdem, layout, rate};
use crate::round_driver::cards;
use crate::round_driver::evening::Evening;

/// Seats that are bet on most.
const LUCKY: [Seat; 3] = [Seat::One, Seat::Two, Seat::Three];

/// A table over several evenings.
#[derive(Debug)]
pub struct Season {
    /// The ledger and the books.
    pub keeper: LedgerDriver,
    evening: Evening,
    luck: Luck,
    random: ChaCha8Rng,
}

impl Season {
    /// The season with this number; the same number is the same season.
    pub fn new(game: Game, seed: u64) -> Season {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let configuration = any_house(game, &mut random);
        Season {
            keeper: LedgerDriver::new(&configuration),
            evening: Evening::new(game, seed),
            luck: Luck::new(&mut random),
            random,
        }
    }

    /// Lets the next thing happen: mostly an event of the round, which may be refused.
    pub fn goes_on(&mut self) {
        match self.random.random_range(0..400) {
            0..=3 => drop(self.keeper.power_cut()),
            4 => self.is_configured(),
            5..=7 => self.is_confirmed(),
            8 => self.has_a_fault(),
            _ => self.happens(),
        }
    }

    /// Cards of a refused event go back.
    fn happens(&mut self) {
        let event = match self.random.random_range(0..4) {
            0 => self.evening_goes_on(),
            _ => self.moves_on(),
        };
        let luck = self.luck.clone();
        let event = self.luck.deals(event);
        match self.keeper.take(&event) {
            Ok(Transition::Opened(_)) => self.luck = Luck::new(&mut self.random),
            Ok(_) => {}
            Err(_) => self.luck = luck,
        }
    }

    fn evening_goes_on(&mut self) -> Event {
        self.evening.round = self.keeper.table().round().clone();
        self.evening.happens().event
    }

    /// Something without which a round does not come to its end.
    fn moves_on(&mut self) -> Event {
        let asked = self.keeper.table().round().asked().iter().next();
        let phase = self.keeper.ledger.phase();
        match (asked, phase) {
            (Some(seat), _) => Event::Choose(seat, Choice::PlayOn),
            (_, Phase::BetsOpen) => self.bets(),
            (_, Phase::Playing) => self.plays(),
            (_, Phase::Settled | Phase::Paid) if self.random.random_ratio(1, 6) => self.is_undone(),
            (_, Phase::Settled) => Event::Paid,
            (_, Phase::Idle | Phase::Paid | Phase::Void(_)) => self.begins(),
        }
    }

    fn begins(&mut self) -> Event {
        match self.random.random_range(0..8) {
            0 => Event::DeviceRepaired,
            1 => Event::ShiftManager(Ruling::PlayOn),
            _ => Event::PlaceYourBets,
        }
    }

    /// What is found out after the settlement, and only counts until the next round commences. The supervisor,
    /// who has been called for it, may confirm an award at the same time.
    fn is_undone(&mut self) -> Event {
        if self.random.random() {
            self.is_confirmed();
        }
        let round = self.keeper.table().round().number();
        let seat = one_of(&LUCKY, &mut self.random);
        match self.random.random() {
            true => Event::Void(round, VoidCause::ForeignCard),
            false => Event::Invalidate(round, seat, HandFault::WrongCount),
        }
    }

    fn bets(&mut self) -> Event {
        let seat = one_of(&LUCKY, &mut self.random);
        match self.random.random_range(0..8) {
            0..=3 => Event::Stake(seat, Wager::Ante, Cents::dollars(10)),
            4..=6 => Event::Chips(seat, 1),
            _ => Event::NoMoreBets,
        }
    }

    fn plays(&mut self) -> Event {
        let table = self.keeper.table();
        let (count, raise) = match is_holdem(table.configuration().game) {
            true => (2, Wager::Flop),
            false => (3, Wager::Play),
        };
        let hands = || table.round().seats().taken();
        let without_cards = hands().find(|(_, record)| record.cards == SeatCards::Unknown);
        let undecided = hands().filter(|(_, record)| undecided(record));
        let raise = Event::Raise(raise, undecided.map(|(seat, _)| seat).collect());
        let hand = without_cards.map_or(Event::Settle, |(seat, _)| Event::Hand(seat, some(count)));
        if self.luck.others.is_empty() {
            return Event::Void(table.round().number(), VoidCause::CardsMissingOrExtra);
        }
        match self.random.random_range(0..8) {
            0 => Event::Dealer(some(count)),
            1 => raise,
            2 => Event::Community(some(3)),
            3 => Event::Community(some(1)),
            4 => Event::Settle,
            5 => Event::ShiftManager(Ruling::PlayOn),
            _ => hand,
        }
    }

    fn is_configured(&mut self) {
        let game = one_of(&Game::ALL, &mut self.random);
        let configuration = any_house(game, &mut self.random);
        let possible = self.keeper.ledger.can_be_configured();
        let got = self.keeper.write(&Entry::Configured(configuration));
        assert_eq!(got.is_ok(), possible, "{got:?}");
    }

    /// The supervisor turns the key, whether or not an award waits.
    fn is_confirmed(&mut self) {
        let nothing_waits = self.keeper.waiting().is_empty();
        let got = self.keeper.write(&Entry::Confirmed);
        assert!(got.is_err() || !nothing_waits);
    }

    fn has_a_fault(&mut self) {
        let fault = one_of(
            &[Fault::Sign, Fault::Chain, Fault::Seat(Seat::Two)],
            &mut self.random,
        );
        let entry = match self.keeper.ledger.faults().contains(&fault) {
            true => Entry::Healed(fault),
            false => Entry::Fault(fault),
        };
        assert_eq!(self.keeper.write(&entry), Ok(Transition::Noted));
    }
}

/// Whether a seat has still to raise or to fold.
fn undecided(record: &SeatRecord) -> bool {
    let raised = !record.stakes.flop.is_zero() || !record.stakes.play.is_zero();
    let decided = raised || record.decision != Decision::Play || record.returned.is_some();
    !record.stakes.ante.is_zero() && !decided
}

/// So many cards, whichever: luck deals others.
fn some(count: usize) -> CardList {
    Card::all().take(count).collect()
}

/// The cards of a round, shuffled so that one seat often has what it needs.
#[derive(Clone, Debug)]
struct Luck {
    seat: Seat,
    wanted: Vec<Card>,
    others: Vec<Card>,
}

impl Luck {
    fn new(random: &mut ChaCha8Rng) -> Luck {
        let hands = [
            "TsJsQsKsAs",
            "AhThJhQhKh",
            "5d6d7d8d9d",
            "8c8d2s8h8s",
            "",
            "",
        ];
        let wanted: Vec<Card> = cards(one_of(&hands, random)).to_vec();
        let mut others: Vec<Card> = Card::all().filter(|card| !wanted.contains(card)).collect();
        others.shuffle(random);
        Luck {
            seat: one_of(&LUCKY, random),
            wanted,
            others,
        }
    }

    /// The same event with other cards.
    fn deals(&mut self, event: Event) -> Event {
        match event {
            Event::Hand(seat, cards) => Event::Hand(seat, self.cards(&cards, seat == self.seat)),
            Event::Dealer(cards) => Event::Dealer(self.cards(&cards, false)),
            Event::Community(cards) => Event::Community(self.cards(&cards, cards.len() == 3)),
            other => other,
        }
    }

    /// As many cards, or when none are left, the same.
    fn cards(&mut self, cards: &CardList, lucky: bool) -> CardList {
        let draw = |card: &Card| {
            let wanted = if lucky { self.wanted.pop() } else { None };
            wanted.or_else(|| self.others.pop()).unwrap_or(*card)
        };
        cards.iter().map(draw).collect()
    }
}

/// A sound configuration: usual and unusual parameters.
pub fn any_house(game: Game, random: &mut ChaCha8Rng) -> Configuration {
    Configuration {
        game,
        readings: any_readings(random),
        unit: Cents::new(one_of(&[1, 333, 500, 2_500], random)),
        limits: one_of(&[Limits::default(), ten_to_hundred()], random),
        seats: layout(game),
        jackpot: any_jackpot(random),
    }
}

fn any_readings(random: &mut ChaCha8Rng) -> RuleReadings {
    use {BonusOnLoss as Bonus, DealerQualifies as Dealer, UnexposedCommunity as Unexposed};
    RuleReadings {
        bonus_on_loss: one_of(&[Bonus::Letter, Bonus::HoleCards], random),
        dealer_qualifies: one_of(&[Dealer::Letter, Dealer::QueenHighOrBetter], random),
        unexposed_community: one_of(&[Unexposed::Letter, Unexposed::Paid], random),
        fixed_awards: one_of(&[FixedAwards::House, FixedAwards::Meter], random),
    }
}

fn any_jackpot(random: &mut ChaCha8Rng) -> JackpotTerms {
    let reset = one_of(&[0, 1, 123_457, 1_000_000], random);
    let above = one_of(&[0, 7, 250_000], random);
    JackpotTerms {
        reset: Cents::new(reset),
        contribution: rate(random.random_range(0..=5_000)),
        reserve: rate(random.random_range(0..=5_000)),
        limit: one_of(&[None, Some(Cents::new(reset + above))], random),
    }
}

fn ten_to_hundred() -> Limits {
    let limit = Limit {
        min: Cents::dollars(10),
        max: Some(Cents::dollars(100)),
    };
    Limits {
        ante: limit,
        bonus: limit,
        pair_plus: limit,
    }
}

fn one_of<T: Copy>(choices: &[T], random: &mut ChaCha8Rng) -> T {
    *choices.choose(random).expect("not empty")
}
