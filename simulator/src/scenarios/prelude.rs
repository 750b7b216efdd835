//! The vocabulary of the scenarios: the people at a table, what they say and do, and what they see.

pub(super) use crate::round_driver::{
    absent, ante, cards, chips, cite, community, dealer_hand, fold, hand, pair_plus, play_on,
    player, seat, seats, unexposed, viewed, withdraw,
};
pub(super) use crate::table_driver::{
    FeltKey, Lamp, Look, SETTLE_MS, START_MS, TableDriver, at_once, house, index, refusal,
};
pub(super) use console::Answer;
pub(super) use parts::chain::Change;
pub(super) use parts::engine::FreshEngine;
pub(super) use shared_rules::closed::Player;
pub(super) use shared_rules::games::{Game, HandFault, NextRounds, VoidCause};
pub(super) use shared_rules::ledger::{Configuration, Entry, Fault, RefusedKind};
pub(super) use shared_rules::money::Cents;
pub(super) use shared_rules::round::{Choice, Event, Phase, PlayerHold, Ruling};
pub(super) use shared_rules::seats::SeatSet;
pub(super) use shared_rules::settle::Outcome;
pub(super) use shared_rules::wagers::Wager;
pub(super) use shared_rules::wire::message::Command;

/// The refusal to open a round with a fault that concerns the whole table.
pub(super) const BROKEN: &str = "something is broken that a round needs";

/// The sign's page for rounds without progressive bets (RWS6 5.17.2c).
pub(super) const NOTICE: &str = "NO PROGRESSIVE BETS\nACCEPTED\nOR PAID";

/// A hold'em round from the deal to the river: everyone plays on, against a pair of threes. Turn and river help nobody.
pub(super) fn dealt(hands: &[(u8, &str)], flop: &str) -> Vec<Event> {
    let hole = hands.iter().map(|(number, cards)| hand(*number, cards));
    let playing = hands.iter().map(|(number, _)| seat(*number)).collect();
    let rest = [
        dealer_hand("3d3h"),
        Event::Raise(Wager::Flop, playing),
        community(flop),
        community("Kd"),
        community("4c"),
    ];
    hole.chain(rest).collect()
}

/// The sign's pages while an award waits for the supervisor, and the page of the phase.
pub(super) fn pending(seat: u8, amount: &str, award: &str, phase: &str) -> [String; 3] {
    announced("PENDING", seat, [amount, award], phase)
}

/// The same once it is confirmed.
pub(super) fn won(seat: u8, amount: &str, award: &str, phase: &str) -> [String; 3] {
    announced("WIN", seat, [amount, award], phase)
}

fn announced(state: &str, seat: u8, award: [&str; 2], phase: &str) -> [String; 3] {
    let [amount, name] = award.map(|line| format!("{state}: SEAT {seat}\n{line}"));
    [amount, name, phase.to_owned()]
}
