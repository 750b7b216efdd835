//! A second of the image at work: the instructions of each part, the time that the core sleeps, and the time for which
//! interrupts are masked.

use shared_rules::ledger::Entry;
use simulator::table::SimulatedTable;

use super::probe::Count;
use board_sim::board::Board;
use board_sim::chip::flash::ArrayOperation;
use board_sim::chip::map::FLASH;
use board_sim::cpu::{Share, Stretch};
use board_sim::table::{BoardEngine, TableWires};
use board_sim::time::Span;

const SECOND_MS: u64 = 1_000;

/// Words of the vector table.
const VECTORS: u32 = 98;

/// The parts of the image that share the core: a name, and the handlers. The thread has no handler.
const SHARERS: [(&str, &[&str]); 6] = [
    ("controller", &[]),
    (SCAN, &["SWPMI1", "DMA1_CHANNEL2"]),
    ("wires, health", &["SAI1"]),
    ("bytes", &["UART4", "USART1"]),
    (CLOCK, &["TIM2"]),
    ("flash is ready", &["FLASH"]),
];
const SCAN: &str = "scan";
const CLOCK: &str = "clock";

/// The share of each part.
type Shares = [(&'static str, Share); SHARERS.len()];

/// The work of the core in one second.
#[derive(Clone, Debug)]
pub struct Second {
    /// The time that the core slept.
    pub asleep: Span,
    /// The instructions of each part, including those of busy waits.
    pub shares: Shares,
    /// The instructions for the scan in each millisecond, with those of the clock that wakes it.
    pub scans: Count,
    /// The longest time for which interrupts were masked.
    pub masked: Stretch,
    /// True if a round was settled in this second.
    pub settles: bool,
    /// True if a page was being erased in this second.
    pub erases: bool,
}

impl Second {
    /// The part of the second in which the core was awake, in thousandths.
    #[must_use]
    pub fn load(&self) -> u64 {
        let awake = Span::ms(SECOND_MS) - self.asleep;
        awake.whole(Span::ms(1))
    }

    /// The share of the scan: one scan starts it twice and is ended by an interrupt of the DMA.
    #[must_use]
    pub fn scan(&self) -> Share {
        let scan = self.shares.iter().find(|(who, _)| *who == SCAN);
        scan.map_or_else(Share::default, |(_, share)| *share)
    }

    /// Measures a table for a second; `each_ms` is called every millisecond to act on it.
    pub(super) fn of(
        table: &mut SimulatedTable<BoardEngine>,
        mut each_ms: impl FnMut(&mut SimulatedTable<BoardEngine>, u64),
    ) -> Self {
        table.engine.board.measure_masked_anew();
        table.engine.board.measure_shares_anew();
        let asleep = table.engine.board.asleep();
        let (before, settled) = (shares(&table.engine.board), settlements(table));
        let (mut erases, mut scans) = (false, Count::default());
        for ms in 0..SECOND_MS {
            each_ms(table, ms);
            let before = shares(&table.engine.board);
            table.step();
            let after = shares(&table.engine.board);
            scans = scans.and(for_the_scan(&before, &after));
            let busy = table.engine.board.flash().busy();
            erases |= matches!(busy, Some((ArrayOperation::Erase { .. }, _)));
        }
        let board = &table.engine.board;
        let mut shares = shares(board);
        for ((_, share), (_, before)) in shares.iter_mut().zip(before) {
            *share = share.since(before);
        }
        Self {
            asleep: board.asleep() - asleep,
            shares,
            scans,
            masked: board.longest_masked(),
            settles: settlements(table) > settled,
            erases,
        }
    }
}

/// The instructions for the scan: its own, and those of the clock, each of whose interrupts may wake it.
fn for_the_scan(before: &Shares, after: &Shares) -> u64 {
    let of = |who| {
        let share = |shares: &Shares| {
            shares
                .iter()
                .find(|(it, _)| *it == who)
                .map(|(_, share)| *share)
        };
        share(after)
            .unwrap_or_default()
            .since(share(before).unwrap_or_default())
    };
    of(SCAN).instructions + of(CLOCK).instructions
}

fn settlements(table: &SimulatedTable<BoardEngine>) -> usize {
    let entries = table.console.entries.values();
    let settled = entries.filter(|entry| matches!(entry, Entry::Settled(_)));
    settled.count()
}

fn shares(board: &Board<TableWires>) -> Shares {
    let of = |handler: &&str| exception(board, handler).map(|it| board.share(it));
    SHARERS.map(|(who, handlers)| {
        let share = match handlers {
            [] => board.share(0),
            _ => handlers
                .iter()
                .filter_map(of)
                .fold(Share::default(), Share::and),
        };
        (who, share)
    })
}

/// The number of the exception with this handler.
fn exception(board: &Board<TableWires>, handler: &str) -> Option<u32> {
    let handler = board.image().symbol(handler)? | 1;
    (1..VECTORS).find(|number| board.word(FLASH + 4 * number) == Some(handler))
}
