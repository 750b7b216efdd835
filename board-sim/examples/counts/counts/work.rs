//! The whole image at work on an evening: a second without events, a second with everything at once, and two of its
//! functions where it calls them.

use anyhow::{Context, Result, ensure};
use parts::chain::Change;
use shared_rules::games::Game;
use shared_rules::round::Event;
use shared_rules::wagers::Wager;
use shared_rules::wire::message::Command;
use simulator::round_driver::{community, dealer_hand, hand, seats};
use simulator::table::SimulatedTable;
use simulator::table_driver::{SETTLE_MS, TableDriver, index};

use super::second::Second;
use board_sim::board::RunEnd;
use board_sim::cpu::Stretch;
use board_sim::stack::StackUse;
use board_sim::table::BoardEngine;
use board_sim::time::Span;

/// Rounds until one has everything in it: together they fill a page of the journal.
const ROUNDS: u64 = 16;

/// The game with the most units, and every seat in it.
const GAME: Game = Game::Ml9;
const HANDS: [&str; 7] = ["3h8s", "4h8c", "5h8d", "6h8h", "3sTc", "4sTd", "5sTh"];
const UNITS: u8 = 5;
const ALL: [u8; 7] = [1, 2, 3, 4, 5, 6, 7];

/// The seat whose chips are moved all the time, and the interval.
const RESTLESS: u8 = 7;
const MOVE_MS: u64 = 50;

/// The longest wait for a call of a function of the image, and the longest time that the call may take.
const PATIENCE_MS: u64 = 2_000;

/// A Settle command is done and shown within this time.
const AFTERMATH_MS: u64 = 500;

/// Turns of the controller among which is the one that carries out a command.
const SETTLE_TURNS: u32 = 40;

/// A turn of the controller without anything to do takes less.
const IDLE_TURN_MAX: u64 = 1_000;

/// Functions of the image, by full name.
const APPEND: &str = "<firmware::journal::Journal<firmware::board::flash::Bank2>>::put";
const SETTLE: &str = "<shared_rules::round::Round>::settle_into";
const SERVE: &str = "<firmware::controller::Controller<firmware::board::flash::Bank2, &mut shared_rules::wire::auth::Authenticator>>::serve";

/// The cost of one call of a function of the image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Took {
    /// Its own instructions, including waits for the flash, without those of interrupts.
    pub instructions: u64,
    /// The time until it returned.
    pub span: Span,
}

/// The work of the image on an evening.
#[derive(Clone, Debug)]
pub struct Work {
    /// The longest time for which interrupts were masked until a game was configured.
    pub start_masked: Stretch,
    /// A second between two rounds.
    pub idle: Second,
    /// A second in which a round is played as fast as the console can, chips are moved, and a page is erased.
    pub busy: Second,
    /// The entry that opens a round, from the call to the journal until it is durable.
    pub append: Took,
    /// The settlement of that round.
    pub settlement: Took,
    /// Settlements that one Settle command made.
    pub settlements: u32,
    /// The controller's instructions for a Settle command, from the decoded frame to its answer.
    pub settle_command: Took,
    /// The deepest use of the stack.
    pub stack: StackUse,
}

/// Runs the evening.
///
/// # Errors
/// One of these does not happen, or the image has no such function.
pub fn work() -> Result<Work> {
    let mut evening = TableDriver::<BoardEngine>::of(GAME);
    let start_masked = evening.table.engine.board.longest_masked();
    let idle = Second::of(&mut evening.table, |_, _| {});
    let mut seconds = (0..ROUNDS).map(|_| busy_second(&mut evening));
    let busy = seconds.find(|second| second.settles && second.erases);
    let busy = busy.context("no second has everything in it")?;
    let image = evening.table.engine.board.image();
    let [append, settle] = [APPEND, SETTLE].map(|name| image.function(name).context(name));
    let (append, settle) = (append?, settle?);
    let open = Command::Round(Event::PlaceYourBets);
    evening.table.console.command(open);
    let append = caught(&mut evening.table, append, PATIENCE_MS)?;
    place(&mut evening, UNITS);
    play_out(&mut evening.table);
    let settlement = caught(&mut evening.table, settle, PATIENCE_MS)?;
    let mut settlements = 1;
    while caught(&mut evening.table, settle, AFTERMATH_MS).is_ok() {
        settlements += 1;
    }
    evening.says([Event::Paid]);
    place(&mut evening, 0);
    let settle_command = settle_command(&mut evening)?;
    Ok(Work {
        start_masked,
        idle,
        busy,
        append,
        settlement,
        settlements,
        settle_command,
        stack: evening.table.engine.board.stack_use().context("a stack")?,
    })
}

/// Plays a round, and measures the first turn of the controller after its Settle command in which there is something to
/// do: the one that carries it out. Those after it send the entries to the console.
fn settle_command(evening: &mut TableDriver<BoardEngine>) -> Result<Took> {
    let serve = evening.table.engine.board.image().function(SERVE);
    let serve = serve.context(SERVE)?;
    evening.says([Event::PlaceYourBets]);
    place(evening, UNITS);
    let events = round();
    let before = events.iter().filter(|event| **event != Event::Settle);
    for event in before {
        evening.says([event.clone()]);
    }
    evening.table.console.command(Command::Round(Event::Settle));
    for _ in 0..SETTLE_TURNS {
        let turn = caught(&mut evening.table, serve, PATIENCE_MS)?;
        if turn.instructions > IDLE_TURN_MAX {
            return Ok(turn);
        }
    }
    anyhow::bail!("no turn carries it out")
}

/// A table of which the controller is in front of the turn that carries out a Settle command, and the address to which
/// that turn returns.
///
/// # Errors
/// It does not come to that.
pub fn before_settle_command() -> Result<(TableDriver<BoardEngine>, u32)> {
    let mut evening = TableDriver::<BoardEngine>::of(GAME);
    busy_second(&mut evening);
    evening.says([Event::PlaceYourBets]);
    place(&mut evening, UNITS);
    for event in round().iter().filter(|event| **event != Event::Settle) {
        evening.says([event.clone()]);
    }
    let image = evening.table.engine.board.image();
    let serve = image.function(SERVE).context(SERVE)?;
    evening.table.console.command(Command::Round(Event::Settle));
    for _ in 0..PATIENCE_MS {
        let board = &mut evening.table.engine.board;
        if board.run_to(serve, board.now() + Span::ms(1))? != RunEnd::Met {
            evening.table.step();
            continue;
        }
        let [.., back, _] = board.registers().core;
        let back = back & !1;
        // The turn is tried on a copy of the board.
        let mut copy = board.fork()?;
        let before = copy.share(0).instructions;
        copy.run_to(back, copy.now() + Span::ms(PATIENCE_MS))?;
        if copy.share(0).instructions - before > IDLE_TURN_MAX {
            return Ok((evening, back));
        }
        board.run_to(back, board.now() + Span::ms(PATIENCE_MS))?;
    }
    anyhow::bail!("no turn carries it out")
}

fn busy_second(evening: &mut TableDriver<BoardEngine>) -> Second {
    evening.says([Event::PlaceYourBets]);
    place(evening, UNITS);
    play_out(&mut evening.table);
    let second = Second::of(&mut evening.table, |table, ms| {
        if ms.is_multiple_of(MOVE_MS) {
            let one_less = (ms / MOVE_MS).is_multiple_of(2);
            let chips = UNITS - u8::from(one_less);
            table.change(Change::Chips(index(RESTLESS), chips));
        }
    });
    evening.says([Event::Paid]);
    place(evening, 0);
    second
}

/// Every seat gets an Ante and this many chips, or neither if `chips` is zero.
fn place(evening: &mut TableDriver<BoardEngine>, chips: u8) {
    for seat in ALL.map(index) {
        evening.table.change(Change::Ante(seat, chips > 0));
        evening.table.change(Change::Chips(seat, chips));
    }
    evening.wait_ms(SETTLE_MS);
}

/// Gives the console the rest of the round at once.
fn play_out(table: &mut SimulatedTable<BoardEngine>) {
    let play = round().into_iter();
    play.for_each(|event| table.console.command(Command::Round(event)));
}

/// A round from the close of betting to its settlement.
fn round() -> Vec<Event> {
    let all = || seats(&ALL);
    let hands = ALL.into_iter().zip(HANDS);
    let dealt = hands.map(|(seat, cards)| hand(seat, cards));
    let rest = [
        dealer_hand("AcAd"),
        Event::Raise(Wager::Flop, all()),
        community("2c7d9h"),
        Event::Raise(Wager::Turn, all()),
        community("Js"),
        Event::Raise(Wager::River, all()),
        community("Kd"),
        Event::Settle,
    ];
    [Event::NoMoreBets]
        .into_iter()
        .chain(dealt)
        .chain(rest)
        .collect()
}

/// Runs the table to the next call of a function, and its board through that call. If the call takes longer than a
/// millisecond, the rest of the table lags behind.
fn caught(
    table: &mut SimulatedTable<BoardEngine>,
    function: u32,
    patience_ms: u64,
) -> Result<Took> {
    for _ in 0..patience_ms {
        let board = &mut table.engine.board;
        if board.run_to(function, board.now() + Span::ms(1))? == RunEnd::Met {
            let [.., back, _] = board.registers().core;
            let (from, before) = (board.now(), board.share(0).instructions);
            let end = board.run_to(back & !1, from + Span::ms(PATIENCE_MS))?;
            ensure!(end == RunEnd::Met, "it does not return");
            return Ok(Took {
                instructions: board.share(0).instructions - before,
                span: board.now().since(from),
            });
        }
        table.step();
    }
    anyhow::bail!("it is not called")
}
