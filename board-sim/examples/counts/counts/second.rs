//! A second of the image at work: who issues how many instructions, how long the core sleeps, and for how long
//! interrupts are shut out.

use shared_rules::ledger::Entry;
use simulator::table::SimulatedTable;

use board_sim::board::Board;
use board_sim::chip::flash::ArrayOperation;
use board_sim::chip::map::FLASH;
use board_sim::cpu::{Share, Stretch};
use board_sim::table::{BoardEngine, TableWires};
use board_sim::time::Span;

const SECOND_MS: u64 = 1_000;

/// Words of the vector table.
const VECTORS: u32 = 98;

/// Who shares the core: what it does, and its handlers; of the thread none.
const SHARERS: [(&str, &[&str]); 6] = [
    ("controller", &[]),
    (SCAN, &["SWPMI1"]),
    ("wires, health", &["SAI1"]),
    ("bytes", &["UART4", "USART1"]),
    ("clock", &["TIM2"]),
    ("flash is ready", &["FLASH"]),
];
const SCAN: &str = "scan";

/// What each of them has done.
type Shares = [(&'static str, Share); SHARERS.len()];

/// What the core did in a second.
#[derive(Clone, Debug)]
pub struct Second {
    /// How long it slept.
    pub asleep: Span,
    /// Who issued instructions, waits in a loop among them.
    pub shares: Shares,
    /// The longest time for which interrupts were shut out.
    pub masked: Stretch,
    /// Whether a round was settled in it.
    pub settles: bool,
    /// Whether a page was being erased in it.
    pub erases: bool,
}

impl Second {
    /// The part of the second in which the core did not sleep, in thousandths.
    #[must_use]
    pub fn load(&self) -> u64 {
        let awake = Span::ms(SECOND_MS) - self.asleep;
        awake.whole(Span::ms(1))
    }

    /// The scan, once an entry.
    #[must_use]
    pub fn scan(&self) -> Share {
        let scan = self.shares.iter().find(|(who, _)| *who == SCAN);
        scan.map_or_else(Share::default, |(_, share)| *share)
    }

    /// Looks at a table for a second in which `each_ms` does something to it.
    pub(super) fn of(
        table: &mut SimulatedTable<BoardEngine>,
        mut each_ms: impl FnMut(&mut SimulatedTable<BoardEngine>, u64),
    ) -> Self {
        table.engine.board.measure_masked_anew();
        table.engine.board.measure_shares_anew();
        let asleep = table.engine.board.asleep();
        let (before, settled) = (shares(&table.engine.board), settlements(table));
        let mut erases = false;
        for ms in 0..SECOND_MS {
            each_ms(table, ms);
            table.step();
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
            masked: board.longest_masked(),
            settles: settlements(table) > settled,
            erases,
        }
    }
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
