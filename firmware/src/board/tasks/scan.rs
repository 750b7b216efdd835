//! The scan task: scans the felt every millisecond, in an interrupt above all other tasks, so that neither a long
//! computation nor an erasure of a journal page delays it.

use defmt::{error, warn};
use embassy_executor::InterruptExecutor;
use embassy_stm32::interrupt::{self, InterruptExt};
use embassy_time::{Duration, Ticker};
use firmware::felt::FeltEnd;
use firmware::health::Task;
use firmware::lamps::Lamps;
use firmware::main_loop::Access;
use firmware::scan::Scanner;

use crate::board::guarded::SCAN;
use crate::board::parts::Felt;
use crate::board::shared::{NEWS, check_in, now_ms};
use crate::board::start::BoardFelt;
use crate::board::supply;

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
        chain,
        mut output_enable,
        test_button,
    } = felt;
    let mut ticker = Ticker::every(Duration::from_millis(1));
    let mut scanner = match Scanner::start(chain) {
        Ok(scanner) => scanner,
        // Without a first exchange the lamps stay dark, and the silence of this task ends in the watchdog.
        Err(_) => return error!("the chain does not answer"),
    };
    output_enable.set_low();
    loop {
        ticker.next().await;
        let lamps = tested(end.with(|felt| felt.lamps()), test_button.is_low());
        let sample = scanner.scan(lamps.outputs(now_ms())).ok();
        if sample.is_none() {
            warn!("no exchange with the chain");
        }
        if supply::is_low() {
            end.with(FeltEnd::sag);
        }
        if end.with(|felt| felt.accept(sample)) {
            NEWS.signal(());
        }
        check_in(Task::Scan);
    }
}

/// The lamps, or all of them while a person tests them.
fn tested(lamps: Lamps, button: bool) -> Lamps {
    if button && lamps.are_at_rest() {
        Lamps::test()
    } else {
        lamps
    }
}
