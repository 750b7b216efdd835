//! The wires to sign and console: bytes in, bytes out, and the link's own times.

use core::cell::RefCell;

use defmt::error;
use embassy_executor::Spawner;
use embassy_futures::select::{Either3, select3};
use embassy_stm32::usart::BufferedUart;
use embassy_sync::blocking_mutex::raw::NoopRawMutex;
use embassy_sync::signal::Signal;
use embassy_time::{Instant, Timer};
use embedded_io_async::{Read, Write};
use firmware::health::Task;
use firmware::link::to_console::ToConsole;
use shared_rules::wire::frame::Encoded;

use crate::board::shared::{NEWS, Wires, check_in, now_ms};

/// Bytes taken from a port at a time: less than 6 ms of them.
const CHUNK_BYTES: usize = 64;

/// Starts both.
pub(in crate::board) fn start(
    spawner: Spawner,
    wires: &'static Wires,
    to_sign: BufferedUart<'static>,
    to_console: BufferedUart<'static>,
) {
    match (sign(wires, to_sign), console(wires, to_console)) {
        (Ok(sign), Ok(console)) => {
            spawner.spawn(sign);
            spawner.spawn(console);
        }
        _ => error!("no room for the wires"),
    }
}

#[embassy_executor::task]
async fn sign(wires: &'static Wires, port: BufferedUart<'static>) {
    pump(port, Task::Sign, &wires.sign_news, wires).await;
}

#[embassy_executor::task]
async fn console(wires: &'static Wires, port: BufferedUart<'static>) {
    pump(port, Task::Console, &wires.console_news, &wires.console).await;
}

/// The table's end of a wire.
trait End {
    fn receive(&self, bytes: &[u8]);
    fn transmit(&self) -> Option<Encoded>;
    fn poll_at(&self) -> u64;
}

/// To the sign.
impl End for Wires {
    fn receive(&self, bytes: &[u8]) {
        let mut sign = self.sign.borrow_mut();
        bytes.iter().for_each(|byte| sign.receive(*byte, now_ms()));
    }

    fn transmit(&self) -> Option<Encoded> {
        self.sign
            .borrow_mut()
            .transmit(&self.picture.get(), now_ms())
    }

    fn poll_at(&self) -> u64 {
        self.sign.borrow().poll_at()
    }
}

/// To the console.
impl End for RefCell<ToConsole> {
    fn receive(&self, bytes: &[u8]) {
        let mut console = self.borrow_mut();
        bytes
            .iter()
            .for_each(|byte| console.receive(*byte, now_ms()));
        NEWS.signal(());
    }

    fn transmit(&self) -> Option<Encoded> {
        self.borrow_mut().transmit(now_ms())
    }

    fn poll_at(&self) -> u64 {
        self.borrow().poll_at()
    }
}

/// Moves bytes between a port and its end. Bytes with framing or noise errors come in as any others: the check of
/// the frame catches them. A frame that the port does not take is lost, which the link makes good.
async fn pump(
    mut port: BufferedUart<'static>,
    task: Task,
    news: &Signal<NoopRawMutex, ()>,
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
