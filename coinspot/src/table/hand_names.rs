//! The names of the hands on the felt: each seat's best hand, the one that its progressive bet counts, and the dealer's.

use shared_rules::cards::{Card, Rank};
use shared_rules::evaluate::{Category, Hand};
use shared_rules::ledger::Table;
use shared_rules::round::Phase;
use shared_rules::seats::Seat;
use shared_rules::settle::Outcome;
use shared_rules::wagers::Wager;

use super::play::TablePlay;
use super::{stage, words};
use crate::money::words as spaced;

/// The hand of a seat. With a progressive bet it says what the bet counts, and once settled which award it wins.
pub fn of_seat(play: &TablePlay, seat: Seat) -> Option<String> {
    let hand = play.replica.hand(seat);
    let name = name(play, &hand)?;
    if let Some(counted) = progressive(play, seat, &name) {
        return Some(counted);
    }
    let is_final = play.replica.community().len() == usize::from(stage::board_size(&play.replica));
    let so_far = if is_final { "" } else { " so far" };
    Some(match play.units_at_stake(seat) {
        0 => format!("{}{so_far}", words::capital(&name)),
        _ => format!("Progressive: {name}{so_far}"),
    })
}

/// The dealer's hand, once it is shown.
pub fn of_dealer(play: &TablePlay) -> Option<String> {
    let name = name(play, play.replica.dealer())?;
    Some(format!("Dealer: {name}"))
}

/// The result of a settled progressive bet.
fn progressive(play: &TablePlay, seat: Seat, hand: &str) -> Option<String> {
    if play.replica.phase() != Phase::Settled {
        return None;
    }
    let settlement = play.replica.table().and_then(Table::settlement)?;
    let wagers = &settlement.seats.get(seat).as_ref()?.wagers;
    let line = wagers
        .iter()
        .find(|line| line.wager == Wager::Progressive)?;
    Some(match (line.award, line.outcome) {
        (Some(award), _) => format!("Progressive wins: {}", spaced(award.name())),
        (None, Outcome::Returned) => format!("Progressive goes back: {hand}"),
        (None, _) => format!("Progressive: {hand}, no award"),
    })
}

/// The kind of hand that these cards make, if there are as many as a hand has at any time of a round.
pub fn category(cards: &[Card]) -> Option<Category> {
    if let [first, second] = cards {
        let is_pair = first.rank() == second.rank();
        return Some([Category::HighCard, Category::OnePair][usize::from(is_pair)]);
    }
    ranked::<3>(cards, |hand| hand.rank().category())
        .or_else(|| ranked::<5>(cards, |hand| hand.rank().category()))
        .or_else(|| ranked::<6>(cards, |hand| hand.rank().category()))
        .or_else(|| ranked::<7>(cards, |hand| hand.rank().category()))
}

fn ranked<const N: usize>(cards: &[Card], rank: impl Fn(Hand<N>) -> Category) -> Option<Category> {
    let cards: [Card; N] = cards.try_into().ok()?;
    Hand::new(cards).ok().map(rank)
}

/// The name of a hand with the community cards; one without a combination is called by its highest card.
fn name(play: &TablePlay, hand: &[Card]) -> Option<String> {
    if hand.is_empty() {
        return None;
    }
    let cards = [hand, play.replica.community()].concat();
    let highest = cards.iter().map(|card| card.rank()).max()?;
    Some(match category(&cards)? {
        Category::HighCard => format!("{} high", called(highest)),
        category => spaced(category.name()),
    })
}

fn called(rank: Rank) -> String {
    match rank {
        Rank::Ace => "ace".into(),
        Rank::King => "king".into(),
        Rank::Queen => "queen".into(),
        Rank::Jack => "jack".into(),
        Rank::Ten => "ten".into(),
        other => other.letter().to_string(),
    }
}
