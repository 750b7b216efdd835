//! Settlement: a round with a hand in every position and a chip on every area, by chance.

use core::hint::black_box;

use shared_rules::cards::Card;
use shared_rules::closed::{ClosedRound, Player, SeatCards, SeatRecord};
use shared_rules::games::{Game, MainGame, RuleReadings, RuleSet};
use shared_rules::jackpot::{Jackpot, JackpotTerms};
use shared_rules::money::{BasisPoints, Cents};
use shared_rules::seats::{Seat, SeatMap};
use shared_rules::settle::{Settlement, settle_into};
use shared_rules::wagers::{Limits, Stakes, Terms, areas};

use super::kept::Kept;
use super::random::Deck;

const ANTE: Cents = Cents::dollars(10);
const UNIT: Cents = Cents::dollars(5);
const RESET: Cents = Cents::dollars(10_000);
const METER: Cents = Cents::dollars(123_456);

static CLOSED: Kept<Option<(ClosedRound, Jackpot)>> = Kept::new(None);

/// Deals a round of a game, and returns how many seats it has; none where the game's rules refuse it.
#[unsafe(no_mangle)]
pub(super) extern "C" fn deal_round(game: u32, seed: u32) -> u32 {
    let game = Game::ALL.get(game as usize);
    let closed = game.and_then(|game| Some((round(game.rules(), seed)?, jackpot()?)));
    let seats = closed.map_or(0, |(round, _)| round.seats().taken().count());
    CLOSED.with(|kept| *kept = closed);
    seats as u32
}

/// Settles it.
#[unsafe(no_mangle)]
pub(super) extern "C" fn settle_round(_: u32, _: u32) -> u32 {
    CLOSED.with(|kept| match kept {
        Some((round, jackpot)) => {
            let mut settlement = Settlement::new(jackpot);
            let is_settled = settle_into(&mut settlement, round).is_ok();
            black_box(&settlement);
            is_settled.into()
        }
        None => 0,
    })
}

fn round(rules: &'static RuleSet, seed: u32) -> Option<ClosedRound> {
    let mut deck = Deck::new(seed);
    let terms = Terms {
        rules,
        readings: RuleReadings::default(),
        unit: UNIT,
        limits: Limits::default(),
    };
    let seats = SeatMap::from_fn(|seat| {
        let is_there = seat <= rules.positions.1;
        is_there.then(|| record(rules, seat, &mut deck)).flatten()
    });
    let closed = match rules.main {
        MainGame::Holdem(_) => {
            let (dealer, community) = (draw::<2>(&mut deck)?, draw::<5>(&mut deck)?);
            ClosedRound::new(&terms, &dealer, &community, &seats)
        }
        MainGame::ThreeCard(_) => ClosedRound::new(&terms, &draw::<3>(&mut deck)?, &[], &seats),
    };
    closed.ok()
}

/// A seat that plays on, with every wager that the game has and as many units as it allows.
fn record(rules: &'static RuleSet, seat: Seat, deck: &mut Deck) -> Option<SeatRecord> {
    let cards = match rules.main {
        MainGame::Holdem(_) => SeatCards::new(rules, seat, &draw::<2>(deck)?),
        MainGame::ThreeCard(_) => SeatCards::new(rules, seat, &draw::<3>(deck)?),
    };
    let mut stakes = Stakes::default();
    for wager in areas(&rules.main) {
        *stakes.get_mut(*wager)? = ANTE.times(wager.antes()).ok()?;
    }
    Some(SeatRecord {
        stakes,
        units: rules.units_max,
        cards: cards.ok()?,
        ..SeatRecord::new(Player(seat.number()))
    })
}

fn jackpot() -> Option<Jackpot> {
    let terms = JackpotTerms {
        reset: RESET,
        contribution: BasisPoints::new(1_000)?,
        reserve: BasisPoints::new(500)?,
        limit: None,
    };
    Jackpot::new(terms, METER).ok()
}

fn draw<const N: usize>(deck: &mut Deck) -> Option<[Card; N]> {
    let mut cards = [Card::from_index(0)?; N];
    for (card, index) in cards.iter_mut().zip(deck.draw::<N>()) {
        *card = Card::from_index(index)?;
    }
    Some(cards)
}
