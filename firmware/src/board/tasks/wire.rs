//! The wire tasks, to sign and console: carry bytes between a port and the link, and keep the link's deadlines.

use core::future::pending;

use defmt::error;
use embassy_executor::SendSpawner;
use embassy_futures::select::{Either4, select4};
use embassy_stm32::usart::BufferedUart;
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::signal::Signal;
use embassy_time::{Instant, Timer};
use embedded_io_async::{Read, Write};
use firmware::health::Task;
use firmware::main_loop::Access;
use link::Seed;
use link::frame::{DELIMITER, Encoded};
use link::to_console::ToConsole;
use link::to_sign::ToSign;
use shared_rules::wire::key::KeyRing;

use crate::board::guarded::SharedWithWires;
use crate::board::secret;
use crate::board::shared::{CONSOLE_NEWS, NEWS, SIGN_NEWS, check_in, now_ms};

/// Bytes taken from a port at a time: less than 6 ms of them.
const CHUNK_BYTES: usize = 64;

/// The table's end of the wire to the sign.
pub(in crate::board) type BoardSign = &'static SharedWithWires<ToSign>;

/// The table's end of the wire to the console.
pub(in crate::board) type BoardConsole = &'static SharedWithWires<ToConsole>;

/// Starts both tasks, for this life of the table: its keys and its randomness.
#[inline(never)]
pub(in crate::board) fn start(
    spawner: SendSpawner,
    keys: &KeyRing,
    seed: Option<&Seed>,
    to_sign: BufferedUart<'static>,
    to_console: BufferedUart<'static>,
) -> (BoardSign, BoardConsole) {
    let sign = &*secret::SIGN.init_with(|| SharedWithWires::new(ToSign::new(keys, seed)));
    let console = &*secret::CONSOLE.init_with(|| SharedWithWires::new(ToConsole::new(keys, seed)));
    let tasks = [
        wire(to_sign, Task::Sign, &SIGN_NEWS, End::Sign(sign)),
        wire(
            to_console,
            Task::Console,
            &CONSOLE_NEWS,
            End::Console(console),
        ),
    ];
    for task in tasks {
        match task {
            Ok(task) => spawner.spawn(task),
            Err(_) => error!("no room for the wires"),
        }
    }
    (sign, console)
}

/// The table's end of a wire.
enum End {
    Sign(BoardSign),
    Console(BoardConsole),
}

impl End {
    fn receive(&self, bytes: &[u8]) {
        let now_ms = now_ms();
        match self {
            Self::Sign(end) => end.with(|sign| {
                bytes.iter().for_each(|byte| sign.receive(*byte, now_ms));
            }),
            Self::Console(end) => {
                end.with(|console| {
                    bytes.iter().for_each(|byte| console.receive(*byte, now_ms));
                });
                // Between its ends a frame is no news.
                if bytes.contains(&DELIMITER) {
                    NEWS.signal(());
                }
            }
        }
    }

    fn transmit(&self) -> Option<Encoded> {
        match self {
            Self::Sign(end) => end.with(|sign| sign.transmit(now_ms())),
            Self::Console(end) => end.with(|console| console.transmit(now_ms())),
        }
    }

    fn poll_at(&self) -> u64 {
        match self {
            Self::Sign(end) => end.with(|sign| sign.poll_at()),
            Self::Console(end) => end.with(|console| console.poll_at()),
        }
    }
}

/// Moves bytes between a port and its end. Bytes with framing or noise errors come in like any others: the check of the
/// frame catches them. The link retries a frame that the port does not accept.
///
/// A frame is written only when the one before has left. The port's buffer holds the longest frame, so it always has
/// room then; if it had not, the driver would wait without asking to be woken, until some other event wakes the task.
#[embassy_executor::task(pool_size = 2)]
async fn wire(
    mut port: BufferedUart<'static>,
    task: Task,
    news: &'static Signal<CriticalSectionRawMutex, ()>,
    end: End,
) {
    let (mut out, mut back) = port.split_ref();
    let mut chunk = [0; CHUNK_BYTES];
    let mut is_sending = false;
    loop {
        if !is_sending {
            // A port that cannot send a frame does not count as alive.
            check_in(task);
            if let Some(frame) = end.transmit() {
                is_sending = out.write_all(&frame).await.is_ok();
            }
        }
        let next = Instant::from_millis(end.poll_at().max(now_ms().saturating_add(1)));
        let sent = async {
            match is_sending {
                true => out.flush().await,
                false => pending().await,
            }
        };
        match select4(back.read(&mut chunk), news.wait(), Timer::at(next), sent).await {
            Either4::First(Ok(count)) => end.receive(chunk.get(..count).unwrap_or_default()),
            Either4::Fourth(_) => is_sending = false,
            Either4::First(Err(_)) | Either4::Second(()) | Either4::Third(()) => {}
        }
    }
}
