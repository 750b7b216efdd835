//! Random rounds that are played on the image: the instructions of their settlements and of the hands in them, in the
//! image's own functions.

use anyhow::{Context, Result, ensure};
use board_sim::board::{Board, RunEnd};
use board_sim::table::{BoardEngine, TableWires};
use board_sim::time::Span;
use parts::chain::Change;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;
use shared_rules::cards::Card;
use shared_rules::games::{Game, MainGame};
use shared_rules::money::Cents;
use shared_rules::round::{CardList, Event};
use shared_rules::seats::{Seat, SeatSet};
use shared_rules::wagers::{Wager, areas};
use shared_rules::wire::message::Command;
use simulator::table_driver::{SETTLE_MS, TableDriver};

use super::probe::Count;

/// Functions of the image, by full name: a settlement, the check of its inputs, and the value of a seat's cards beside
/// the shared ones. The ranking of a hand is inlined wherever the image does it; the last of these is little more.
const SETTLE: &str = "<shared_rules::round::Round>::settle_into";
const CLOSE: &str = "<shared_rules::closed::ClosedRound>::new";
const BESIDE: &str = "<shared_rules::settle::showing::Shared>::beside";

/// A function is called within this time, and returns within as much.
const PATIENCE_MS: u64 = 1_000;

/// A Settle command is done and shown within this time.
const AFTERMATH_MS: u64 = 100;

/// The environment variable that names another number of rounds than the usual one.
const ROUNDS_FROM: &str = "COINSPOT_PLAYED_ROUNDS";

/// Rounds of each game.
const ROUNDS: u32 = 200;

const SEED: u64 = 1;
const STAKE: Cents = Cents::dollars(10);

/// The instructions in some rounds of a game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Played {
    /// Settlements, without the check of their inputs.
    pub settlement: Count,
    /// The checks of their inputs.
    pub close: Count,
    /// Seats whose hand was ranked beside the shared cards.
    pub hand: Count,
}

/// The number of rounds that are played of each game.
///
/// # Errors
/// The environment names no number.
pub fn rounds() -> Result<u32> {
    std::env::var(ROUNDS_FROM).map_or(Ok(ROUNDS), |text| text.parse().context(ROUNDS_FROM))
}

/// Plays random rounds of a game, with a hand in every position and a chip on every area.
///
/// # Errors
/// The image does not do what is asked of it, or has no such function.
pub fn played(game: Game, rounds: u32) -> Result<Played> {
    let mut evening = TableDriver::<BoardEngine>::of(game);
    let image = evening.table.engine.board.image();
    let [settle, close, beside] =
        [SETTLE, CLOSE, BESIDE].map(|name| image.function(name).context(name));
    let functions = [settle?, close?, beside?];
    let mut dice = ChaCha8Rng::seed_from_u64(SEED);
    let mut played = Played::default();
    for _ in 0..rounds {
        evening.says([Event::PlaceYourBets]);
        place(&mut evening, game, game.rules().units_max);
        let events = round(game, &mut dice).into_iter();
        for event in events.chain([Event::Settle]) {
            evening.table.console.command(Command::Round(event));
        }
        count(
            &mut evening,
            functions,
            positions(game).iter().count(),
            &mut played,
        )?;
        evening.wait_ms(AFTERMATH_MS);
        evening.clears_up();
        place(&mut evening, game, 0);
    }
    Ok(played)
}

/// Every position gets an Ante and this many chips, or neither if `chips` is zero.
fn place(evening: &mut TableDriver<BoardEngine>, game: Game, chips: u8) {
    for seat in positions(game).iter() {
        let index = seat.index().into();
        evening.table.change(Change::Ante(index, chips > 0));
        evening.table.change(Change::Chips(index, chips));
    }
    evening.wait_ms(SETTLE_MS);
}

fn positions(game: Game) -> SeatSet {
    let last = game.rules().positions.1;
    Seat::ALL.into_iter().filter(|seat| *seat <= last).collect()
}

/// A round from the bets that the felt does not see to its last decision.
fn round(game: Game, dice: &mut ChaCha8Rng) -> Vec<Event> {
    let mut deck: Vec<Card> = (0..52).filter_map(Card::from_index).collect();
    deck.shuffle(dice);
    let mut draw = |count: usize| -> CardList { deck.drain(..count).collect() };
    let (seats, main) = (positions(game), &game.rules().main);
    let placed = areas(main)
        .iter()
        .filter(|wager| wager.is_placed_first() && **wager != Wager::Ante);
    let mut events: Vec<Event> = placed
        .flat_map(|wager| seats.iter().map(|seat| Event::Stake(seat, *wager, STAKE)))
        .collect();
    events.push(Event::NoMoreBets);
    let each = if matches!(main, MainGame::Holdem(_)) {
        2
    } else {
        3
    };
    events.extend(seats.iter().map(|seat| Event::Hand(seat, draw(each))));
    events.push(Event::Dealer(draw(each)));
    match main {
        MainGame::Holdem(_) => {
            for (wager, cards) in [(Wager::Flop, 3), (Wager::Turn, 1), (Wager::River, 1)] {
                events.push(Event::Raise(wager, seats));
                events.push(Event::Community(draw(cards)));
            }
        }
        MainGame::ThreeCard(_) => events.push(Event::Raise(Wager::Play, seats)),
    }
    events
}

/// Counts the next settlement, and what it calls.
fn count(
    evening: &mut TableDriver<BoardEngine>,
    [settle, close, beside]: [u32; 3],
    seats: usize,
    played: &mut Played,
) -> Result<()> {
    let mut is_called = false;
    for _ in 0..PATIENCE_MS {
        let board = &mut evening.table.engine.board;
        is_called = board.run_to(settle, board.now() + Span::ms(1))? == RunEnd::Met;
        if is_called {
            break;
        }
        evening.table.step();
    }
    ensure!(is_called, "nothing is settled");
    let board = &mut evening.table.engine.board;
    let (back, before) = (back(board), issued(board));
    to(board, close)?;
    let close = call(board)?;
    played.close = played.close.and(close);
    for _ in 0..seats {
        to(board, beside)?;
        played.hand = played.hand.and(call(board)?);
    }
    to(board, back)?;
    played.settlement = played.settlement.and(issued(board) - before - close);
    Ok(())
}

/// The address to which the function at whose first instruction the board is returns.
fn back(board: &Board<TableWires>) -> u32 {
    let [.., back, _] = board.registers().core;
    back & !1
}

/// The instructions of the thread.
fn issued(board: &Board<TableWires>) -> u64 {
    board.share(0).instructions
}

fn to(board: &mut Board<TableWires>, address: u32) -> Result<()> {
    let end = board.run_to(address, board.now() + Span::ms(PATIENCE_MS))?;
    ensure!(end == RunEnd::Met, "it does not get there");
    Ok(())
}

/// Runs the function at whose first instruction the board is, and returns its instructions.
fn call(board: &mut Board<TableWires>) -> Result<u64> {
    let (back, before) = (back(board), issued(board));
    to(board, back)?;
    Ok(issued(board) - before)
}
