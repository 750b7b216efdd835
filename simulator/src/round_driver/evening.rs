//! An evening of random events, most of them likely, some of them absurd.
//!
//! The random numbers are seeded, so that an evening that fails can be seen again.

use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use shared_rules::cards::{Card, Deck};
use shared_rules::closed::Player;
use shared_rules::games::{DealingError, Game, HandFault, MainGame, NextRounds, VoidCause};
use shared_rules::money::Cents;
use shared_rules::refusal::Refusal;
use shared_rules::round::{CardList, Choice, Event, Phase, Round, Ruling, Transition};
use shared_rules::seats::{Seat, SeatSet};
use shared_rules::wagers::Wager;

use super::{RoundDriver, seat};

/// A table with limits of $10 to $100, at which things happen at random.
#[derive(Debug)]
pub struct Evening {
    /// The round in play.
    pub round: Round,
    random: ChaCha8Rng,
    deck: Deck,
}

/// Every cause that a console can give for a void round.
pub const VOID_CAUSES: [VoidCause; 11] = [
    VoidCause::ForeignCard,
    VoidCause::CardsMissingOrExtra,
    VoidCause::Unshuffled,
    VoidCause::TooFewCards,
    VoidCause::DealtIncorrectly,
    VoidCause::CommunityCount,
    VoidCause::DealerCount,
    VoidCause::TwoCardsExposed,
    VoidCause::CountInDoubt,
    VoidCause::BurntCardKept,
    VoidCause::ShiftManager,
];

/// One event of an evening.
#[derive(Debug)]
pub struct Happening {
    /// What happened.
    pub event: Event,
    /// What the round said to it.
    pub got: Result<Transition, Refusal>,
}

impl Evening {
    /// The evening with this number; the same number is the same evening.
    pub fn new(game: Game, seed: u64) -> Evening {
        Evening {
            round: RoundDriver::with_limits(game, 10, 100).round,
            random: ChaCha8Rng::seed_from_u64(seed),
            deck: Deck::new(),
        }
    }

    /// Lets the next thing happen. Cards of a refused event go back into the deck.
    pub fn happens(&mut self) -> Happening {
        let deck = self.deck.clone();
        let event = self.event();
        let got = self.round.step(&event);
        match got {
            Ok(Transition::Opened(_)) => self.deck = Deck::new(),
            Ok(_) => {}
            Err(_) => self.deck = deck,
        }
        Happening { event, got }
    }

    fn event(&mut self) -> Event {
        if self.random.random_ratio(1, 40) {
            return self.irregular();
        }
        match (self.random.random_range(0..12), self.round.phase()) {
            (0, _) => self.wager(),
            (1, _) => self.play(),
            (2, _) => self.decision_of_others(),
            (_, Phase::BetsOpen) => self.wager(),
            (_, Phase::Playing) => self.play(),
            (_, Phase::Settled) => Event::Paid,
            (3..=6, Phase::Idle | Phase::Paid | Phase::Void(_)) => self.decision_of_others(),
            (_, Phase::Idle | Phase::Paid | Phase::Void(_)) => Event::PlaceYourBets,
        }
    }

    /// What happens while bets are open.
    fn wager(&mut self) -> Event {
        let place = self.seat();
        match self.random.random_range(0..12) {
            0..=3 => Event::Stake(place, Wager::Ante, self.amount()),
            4..=5 => Event::Stake(place, Wager::Bonus, self.amount()),
            6 => Event::Stake(place, Wager::PairPlus, self.amount()),
            7..=9 => Event::Chips(place, self.random.random_range(0..=6)),
            10 => Event::Player(place, Player(self.random.random_range(1..=7))),
            _ => Event::NoMoreBets,
        }
    }

    /// What happens after the close, nearly always at a seat with something on it.
    fn play(&mut self) -> Event {
        let taken: Vec<Seat> = self.round.seats().taken().map(|(place, _)| place).collect();
        let any = taken.is_empty() || self.random.random_ratio(1, 10);
        let place = if any {
            self.seat()
        } else {
            self.one_of(&taken)
        };
        let hand = self.hand_size();
        match self.random.random_range(0..24) {
            0..=4 => Event::Hand(place, self.cards(hand)),
            5..=6 => Event::Dealer(self.cards(hand)),
            7..=8 => Event::Community(self.cards(3)),
            9..=11 => Event::Community(self.cards(1)),
            12..=17 => self.raise(place),
            18 => Event::Fold(place),
            19 => Event::Absent(place),
            20 => Event::Unexposed(place),
            21 => Event::Viewed(place),
            _ => Event::Settle,
        }
    }

    /// A raise, nearly always of the right size.
    fn raise(&mut self, place: Seat) -> Event {
        let raises = [
            Wager::Flop,
            Wager::Flop,
            Wager::Play,
            Wager::Turn,
            Wager::River,
        ];
        let wager = self.one_of(&raises);
        let record = self.round.seats().get(place).as_ref();
        let ante = record.map_or(Cents::ZERO, |record| record.stakes.ante);
        let due = ante.times(wager.antes()).expect("a small amount");
        let wrong = self.random.random_ratio(1, 10);
        Event::Stake(place, wager, if wrong { self.amount() } else { due })
    }

    /// What players, the house and the shift manager say when they are asked, and when they are not.
    fn decision_of_others(&mut self) -> Event {
        let place = self.seat();
        match self.random.random_range(0..12) {
            0..=5 => Event::Choose(place, self.one_of(&[Choice::PlayOn, Choice::Withdraw])),
            6..=8 => Event::ShiftManager(self.one_of(&[Ruling::PlayOn, Ruling::Void])),
            9..=10 => Event::DeviceRepaired,
            _ => self.next_rounds(),
        }
    }

    fn next_rounds(&mut self) -> Event {
        use NextRounds::{BlockBox, CloseTable, WithoutProgressive};
        let choice = self.one_of(&[CloseTable, BlockBox, WithoutProgressive]);
        Event::NextRounds(choice, self.seats())
    }

    fn irregular(&mut self) -> Event {
        use DealingError::{BurntCardKept, DrawnTogether, Other};
        let round = self.round.number();
        let number = self.one_of(&[round, round, round.saturating_sub(1), round + 1]);
        let count = self.random.random_range(0..=8);
        match self.random.random_range(0..10) {
            0 => Event::Void(number, self.void_cause()),
            1 => {
                let fault = self.one_of(&[HandFault::WrongCount, HandFault::NotConfidential]);
                Event::Invalidate(number, self.seat(), fault)
            }
            2 => Event::SeveralHands(Player(self.random.random_range(1..=7))),
            3..=4 => {
                let error = self.one_of(&[BurntCardKept, DrawnTogether, Other]);
                Event::DealingError(error, self.seats())
            }
            5 => Event::DeviceFault,
            6 => Event::PowerFailure,
            7 => Event::Hand(self.seat(), self.cards(count)),
            8 => Event::Dealer(self.cards(count)),
            _ => Event::Community(self.cards(count)),
        }
    }

    fn void_cause(&mut self) -> VoidCause {
        self.one_of(&VOID_CAUSES)
    }

    /// Few seats, so that rounds come to their end.
    fn seat(&mut self) -> Seat {
        let numbers = [1, 1, 1, 1, 2, 2, 2, 3, 3, 7];
        seat(self.one_of(&numbers))
    }

    fn seats(&mut self) -> SeatSet {
        let count = self.random.random_range(0..3);
        (0..count).map(|_| self.seat()).collect()
    }

    fn amount(&mut self) -> Cents {
        Cents::dollars(self.one_of(&[0, 5, 10, 10, 10, 20, 100, 150]))
    }

    fn hand_size(&self) -> usize {
        match self.round.terms().rules.main {
            MainGame::Holdem(_) => 2,
            MainGame::ThreeCard(_) => 3,
        }
    }

    /// Cards that are left, or when there are none, any.
    fn cards(&mut self, count: usize) -> CardList {
        let random = &mut self.random;
        let deck = &mut self.deck;
        let cards = (0..count).map(|_| {
            let nth = random.random_range(0..52);
            let left = deck.left().len().max(1) as usize;
            let drawn = deck.draw(usize::from(nth) % left);
            drawn.or(Card::from_index(nth)).expect("one of 52")
        });
        cards.collect()
    }

    fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        *choices.choose(&mut self.random).expect("not empty")
    }
}
