//! The wires to sign and console: bytes in, bytes out, and the link's own times.

use defmt::error;
use embassy_executor::SendSpawner;
use embassy_futures::select::{Either3, select3};
use embassy_stm32::usart::BufferedUart;
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::signal::Signal;
use embassy_time::{Instant, Timer};
use embedded_io_async::{Read, Write};
use firmware::health::Task;
use firmware::link::to_console::ToConsole;
use firmware::link::to_sign::ToSign;
use shared_rules::wire::frame::{Encoded, Session};

use crate::board::shared::{
    CONSOLE, CONSOLE_NEWS, NEWS, PICTURE, SIGN, SIGN_NEWS, check_in, now_ms,
};

/// Bytes taken from a port at a time: less than 6 ms of them.
const CHUNK_BYTES: usize = 64;

/// Starts both, for this life of the table.
pub(in crate::board) fn start(
    spawner: SendSpawner,
    session: Session,
    to_sign: BufferedUart<'static>,
    to_console: BufferedUart<'static>,
) {
    SIGN.lock(|end| end.replace(ToSign::new(session)));
    CONSOLE.lock(|end| end.replace(ToConsole::new(session)));
    match (sign(to_sign), console(to_console)) {
        (Ok(sign), Ok(console)) => {
            spawner.spawn(sign);
            spawner.spawn(console);
        }
        _ => error!("no room for the wires"),
    }
}

#[embassy_executor::task]
async fn sign(port: BufferedUart<'static>) {
    pump(port, Task::Sign, &SIGN_NEWS, &SignEnd).await;
}

#[embassy_executor::task]
async fn console(port: BufferedUart<'static>) {
    pump(port, Task::Console, &CONSOLE_NEWS, &ConsoleEnd).await;
}

/// The table's end of a wire.
trait End {
    fn receive(&self, bytes: &[u8]);
    fn transmit(&self) -> Option<Encoded>;
    fn poll_at(&self) -> u64;
}

struct SignEnd;

impl End for SignEnd {
    fn receive(&self, bytes: &[u8]) {
        SIGN.lock(|sign| {
            let mut sign = sign.borrow_mut();
            let now_ms = now_ms();
            bytes.iter().for_each(|byte| sign.receive(*byte, now_ms));
        });
    }

    fn transmit(&self) -> Option<Encoded> {
        let picture = PICTURE.lock(core::cell::Cell::get)?;
        SIGN.lock(|sign| sign.borrow_mut().transmit(&picture, now_ms()))
    }

    fn poll_at(&self) -> u64 {
        SIGN.lock(|sign| sign.borrow().poll_at())
    }
}

struct ConsoleEnd;

impl End for ConsoleEnd {
    fn receive(&self, bytes: &[u8]) {
        CONSOLE.lock(|console| {
            let mut console = console.borrow_mut();
            let now_ms = now_ms();
            bytes.iter().for_each(|byte| console.receive(*byte, now_ms));
        });
        NEWS.signal(());
    }

    fn transmit(&self) -> Option<Encoded> {
        CONSOLE.lock(|console| console.borrow_mut().transmit(now_ms()))
    }

    fn poll_at(&self) -> u64 {
        CONSOLE.lock(|console| console.borrow().poll_at())
    }
}

/// Moves bytes between a port and its end. Bytes with framing or noise errors come in as any others: the check of
/// the frame catches them. A frame that the port does not take is lost, which the link makes good.
async fn pump(
    mut port: BufferedUart<'static>,
    task: Task,
    news: &Signal<CriticalSectionRawMutex, ()>,
    end: &impl End,
) {
    let (mut out, mut back) = port.split_ref();
    let mut chunk = [0; CHUNK_BYTES];
    loop {
        while let Some(frame) = end.transmit() {
            let _ = out.write_all(&frame).await;
        }
        check_in(task);
        let next = Instant::from_millis(end.poll_at().max(now_ms().saturating_add(1)));
        match select3(back.read(&mut chunk), news.wait(), Timer::at(next)).await {
            Either3::First(Ok(count)) => end.receive(chunk.get(..count).unwrap_or_default()),
            Either3::First(Err(_)) | Either3::Second(()) | Either3::Third(()) => {}
        }
    }
}
