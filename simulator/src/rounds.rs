//! Random rounds in the file format, all of them valid, to settle in two ways and compare. The same seed
//! gives the same rounds on every machine.

pub(crate) mod deck;
mod format;
mod seats;

pub use format::{
    JackpotFields, LimitFields, LimitsFields, ReadingsFields, RoundFields, SeatFields,
};

use deck::ArrangedDeck;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// The games that rounds can be made of.
pub const GAMES: [&str; 5] = ["thb6", "rws6", "ml6", "ml9", "tcp5"];

/// Of 100 rounds, how many are dealt from an arranged deck: royals and straight flushes are too rare to
/// wait for.
const ARRANGED_PERCENT: u32 = 60;

/// An endless row of rounds.
#[derive(Debug)]
pub struct Rounds {
    random: ChaCha8Rng,
}

impl Rounds {
    /// The rounds of this seed.
    pub fn new(seed: u64) -> Rounds {
        Rounds {
            random: ChaCha8Rng::seed_from_u64(seed),
        }
    }

    /// The next round of `game`, one of [`GAMES`].
    pub fn next(&mut self, game: &str) -> RoundFields {
        let game = *GAMES
            .iter()
            .find(|name| **name == game)
            .expect("one of GAMES");
        let mut seats = self.seats(game);
        let mut round = RoundFields {
            game,
            readings: self.readings(),
            unit: self.unit(&seats),
            jackpot: self.jackpot(),
            limits: self.limits(game),
            dealer: String::new(),
            community: None,
            seats: Vec::new(),
        };
        self.deal(&mut round, &mut seats);
        round.seats = seats;
        round
    }

    /// True in `percent` of 100 cases.
    fn percent(&mut self, percent: u32) -> bool {
        self.random.random_ratio(percent, 100)
    }

    fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.random.random_range(0..choices.len())]
    }

    /// A field: nothing is mostly left out and sometimes written as 0.
    fn field(&mut self, value: u64) -> Option<u64> {
        (value > 0 || self.percent(20)).then_some(value)
    }

    /// An amount of up to so many digits, as likely small as large.
    fn amount(&mut self, most_digits: u32) -> u64 {
        let digits = self.random.random_range(1..=most_digits);
        self.random.random_range(1..=10_u64.pow(digits))
    }

    fn readings(&mut self) -> Option<ReadingsFields> {
        self.percent(70).then(|| ReadingsFields {
            bonus_on_loss: self.reading(["letter", "hole_cards"]),
            dealer_qualifies: self.reading(["letter", "queen_high_or_better"]),
            unexposed_community: self.reading(["letter", "paid"]),
            fixed_awards: self.reading(["house", "meter"]),
            envy_for: self.reading(["seat", "player"]),
            envy_pair_plus: self.reading(["that_hand", "all"]),
            unexposed_unqualified: self.reading(["loses", "paid"]),
        })
    }

    fn reading(&mut self, [default, other]: [&'static str; 2]) -> Option<&'static str> {
        self.one_of(&[None, Some(default), Some(other), Some(other)])
    }

    /// Left out only where nobody has a progressive wager.
    fn unit(&mut self, seats: &[SeatFields]) -> Option<u64> {
        let placed = seats.iter().any(|seat| seat.progressive.is_some());
        let unit = if self.percent(70) {
            self.one_of(&[100, 500, 1000])
        } else {
            self.amount(4)
        };
        (placed || self.percent(50)).then_some(unit)
    }

    /// The meter is anything from 0 to $10,000,000, to the odd cent; both rates together are at most 100 %.
    fn jackpot(&mut self) -> Option<JackpotFields> {
        if self.percent(5) {
            return None;
        }
        let meter = if self.percent(5) { 0 } else { self.amount(9) };
        let reset = if self.percent(20) { 0 } else { self.amount(8) };
        let contribution = self.random.random_range(0..=5_000);
        let reserve = self.random.random_range(0..=5_000);
        Some(JackpotFields {
            meter: self.field(meter),
            reset: self.field(reset),
            contribution_bp: self.field(contribution),
            reserve_bp: self.field(reserve),
        })
    }

    fn limits(&mut self, game: &str) -> Option<LimitsFields> {
        match self.random.random_range(0..3) {
            0 => None,
            1 => Some(LimitsFields::ForAll(self.limit())),
            _ => Some(LimitsFields::ByWager {
                ante: self.percent(80).then(|| self.limit()),
                bonus: (game != "tcp5" && self.percent(80)).then(|| self.limit()),
                pair_plus: (game == "tcp5" && self.percent(80)).then(|| self.limit()),
            }),
        }
    }

    fn limit(&mut self) -> LimitFields {
        let min = self.amount(4);
        let max = min + self.amount(5);
        LimitFields {
            min: self.percent(80).then_some(min),
            max: self.percent(80).then_some(max),
        }
    }

    fn deck(&mut self, game: &str) -> ArrangedDeck {
        if !self.percent(ARRANGED_PERCENT) {
            ArrangedDeck::fair(&mut self.random)
        } else if game == "tcp5" {
            ArrangedDeck::for_three_cards(&mut self.random)
        } else {
            ArrangedDeck::for_holdem(&mut self.random)
        }
    }

    /// Deals the community, then the seats and the dealer, or the dealer first.
    fn deal(&mut self, round: &mut RoundFields, seats: &mut [SeatFields]) {
        let hand = if round.game == "tcp5" { 3 } else { 2 };
        let mut deck = self.deck(round.game);
        if hand == 2 {
            round.community = Some(self.community(&mut deck));
        }
        let dealer_first = self.percent(50);
        let dealer_wants = deck.hands_only || self.percent(30);
        if dealer_first {
            round.dealer = deck.deal(hand, dealer_wants, &mut self.random);
        }
        for seat in seats {
            let cards = deck.deal(hand, true, &mut self.random);
            seat.cards = (!may_hide_cards(seat) || self.percent(50)).then_some(cards);
        }
        if !dealer_first {
            round.dealer = deck.deal(hand, dealer_wants, &mut self.random);
        }
    }

    /// Flop, turn and river; each of them may leave the arranged cards to the hands.
    fn community(&mut self, deck: &mut ArrangedDeck) -> String {
        let mut cards = String::new();
        for (count, wanted_percent) in [(3, 90), (1, 35), (1, 35)] {
            let wanted = !deck.hands_only && self.percent(wanted_percent);
            cards += &deck.deal(count, wanted, &mut self.random);
        }
        cards
    }
}

/// The cards of an unexposed hand are unknown, and without a base wager there is no hand.
fn may_hide_cards(seat: &SeatFields) -> bool {
    let base = seat.ante.unwrap_or(0) + seat.pair_plus.unwrap_or(0);
    seat.exposed == Some(false) || base == 0
}
