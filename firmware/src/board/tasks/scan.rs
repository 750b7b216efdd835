//! The scan task: scans the felt every millisecond, in an interrupt above all other tasks, so that neither a long
//! computation nor an erasure of a journal page delays it.

use defmt::{error, warn};
use embassy_executor::InterruptExecutor;
use embassy_stm32::interrupt::{self, InterruptExt};
use embassy_time::{Duration, Instant, Timer};
use firmware::chain::Outputs;
use firmware::felt::FeltEnd;
use firmware::health::Task;
use firmware::main_loop::Access;
use firmware::scan::ScanCycle;

use crate::board::guarded::SCAN;
use crate::board::parts::Felt;
use crate::board::shared::{NEWS, check_in, check_in_at, now_ms};
use crate::board::start::BoardFelt;
use crate::board::supply;

/// The most by which a scan starts late on purpose.
const DITHER_US_MAX: u32 = 60;

/// Between two scans.
const INTERVAL: Duration = Duration::from_millis(1);

static EXECUTOR: InterruptExecutor = InterruptExecutor::new();

/// The interrupt of a peripheral that the board does not use.
#[cortex_m_rt::interrupt]
#[allow(
    unsafe_code,
    reason = "an executor must be polled from its own interrupt, and this is it"
)]
unsafe fn SWPMI1() {
    // SAFETY: the interrupt is only enabled by starting the executor.
    unsafe { EXECUTOR.on_interrupt() }
}

/// Starts the scan.
pub(in crate::board) fn start(felt: Felt, end: BoardFelt) {
    interrupt::SWPMI1.set_priority(SCAN);
    // The scan is watched from here on, even if it never gets to its first exchange.
    check_in(Task::Scan);
    match scan(felt, end) {
        Ok(task) => EXECUTOR.start(interrupt::SWPMI1).spawn(task),
        Err(_) => error!("no room for the scan"),
    }
}

#[embassy_executor::task]
async fn scan(felt: Felt, end: BoardFelt) {
    let Felt {
        mut chain,
        mut output_enable,
        test_button,
    } = felt;
    let mut clock = ScanClock::start();
    if chain.exchange(Outputs::OFF).await.is_err() {
        // Without a first exchange the lamps stay dark, and the silence of this task ends in the watchdog.
        return error!("the chain does not answer");
    }
    output_enable.set_low();
    let mut cycle = ScanCycle::new();
    loop {
        let now_ms = clock.next().await;
        let lamps = end.with(|felt| felt.outputs(now_ms, test_button.is_low()));
        let inputs = chain.exchange(cycle.next(lamps)).await;
        let sample = inputs.ok().map(|inputs| cycle.sample(inputs));
        if sample.is_none() {
            warn!("no exchange with the chain");
        }
        if supply::is_low() {
            end.with(FeltEnd::sag);
        }
        if end.with(|felt| felt.accept(sample)) {
            NEWS.signal(());
        }
        check_in_at(Task::Scan, now_ms);
    }
}

/// The time of each scan: every millisecond, and a little later by chance, so that no lighting flickers in step with it.
/// One that is late is late; the ones it has missed are not made up.
struct ScanClock {
    due: Instant,
    dice: u32,
    now_ms: u64,
    /// When the next millisecond begins. Counting them takes less than dividing.
    next_ms: Instant,
}

impl ScanClock {
    fn start() -> Self {
        let now_ms = now_ms();
        Self {
            due: Instant::now() + INTERVAL,
            dice: 1,
            now_ms,
            next_ms: Instant::from_millis(now_ms.saturating_add(1)),
        }
    }

    fn dither(&mut self) -> Duration {
        // Xorshift (Marsaglia 2003).
        self.dice ^= self.dice << 13;
        self.dice ^= self.dice >> 17;
        self.dice ^= self.dice << 5;
        Duration::from_micros((self.dice % (DITHER_US_MAX + 1)).into())
    }

    /// Waits for the next scan, and returns the time in milliseconds since the start.
    async fn next(&mut self) -> u64 {
        Timer::at(self.due + self.dither()).await;
        let now = Instant::now();
        self.due = (self.due + INTERVAL).max(now);
        while self.next_ms <= now {
            self.next_ms += INTERVAL;
            self.now_ms = self.now_ms.saturating_add(1);
        }
        self.now_ms
    }
}
