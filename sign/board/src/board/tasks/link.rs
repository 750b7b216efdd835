//! The link task: carries bytes between the port and the sign's end of the wire, keeps its deadlines, and hands the
//! sign's state to the renderer.

use core::future::pending;

use defmt::error;
use embassy_executor::SendSpawner;
use embassy_futures::select::{Either3, select3};
use embassy_stm32::usart::BufferedUart;
use embassy_time::{Instant, Timer};
use embedded_io_async::{Read, Write};
use sign::{SignEnd, SignTask};

use crate::board::shared::{STATE, check_in, now_ms};

/// Bytes taken from the port at a time: less than 6 ms of them.
const CHUNK_BYTES: usize = 64;

/// Starts the task.
pub(in crate::board) fn start(
    spawner: SendSpawner,
    port: BufferedUart<'static>,
    end: &'static mut SignEnd,
) {
    match link(port, end) {
        Ok(task) => spawner.spawn(task),
        Err(_) => error!("no room for the link"),
    }
}

/// Moves bytes. Those with framing or noise errors come in like any others: the check of the frame catches them. The
/// link retries a frame that the port does not accept.
///
/// A frame is written only when the one before has left. The port's buffer holds the longest frame, so it always has
/// room then.
#[embassy_executor::task]
async fn link(mut port: BufferedUart<'static>, end: &'static mut SignEnd) {
    let (mut out, mut back) = port.split_ref();
    let mut chunk = [0; CHUNK_BYTES];
    let mut is_sending = false;
    loop {
        if let Some(sign) = end.news(now_ms()) {
            STATE.signal(sign.clone());
        }
        if !is_sending {
            // A port that cannot send a frame does not count as alive.
            check_in(SignTask::Link);
            if let Some(frame) = end.transmit(now_ms()) {
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
        match select3(back.read(&mut chunk), Timer::at(next), sent).await {
            Either3::First(Ok(count)) => {
                let now_ms = now_ms();
                let bytes = chunk.get(..count).unwrap_or_default();
                bytes.iter().for_each(|byte| end.receive(*byte, now_ms));
            }
            Either3::Third(_) => is_sending = false,
            Either3::First(Err(_)) | Either3::Second(()) => {}
        }
    }
}
