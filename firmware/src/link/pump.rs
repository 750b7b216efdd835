//! Moves bytes between a [`Link`] and a serial port, whichever has `embedded-io-async`'s traits.
//!
//! A task waits for the first of two things, bytes or [`Link::poll_at`], and then lets both functions run:
//! neither waits for the other side. Bytes with framing or noise errors may come in as any others: the check of
//! the frame catches them.

use super::{Event, Link};
use embedded_io_async::{Read, Write};

/// Bytes taken from the port at a time: less than 6 ms of them at 115,200 baud.
const CHUNK: usize = 64;

/// Waits for bytes, takes in those that are there, and hands each event to the owner. May be cancelled if the
/// port's `read` may.
///
/// # Errors
/// Those of the port. The bytes before are taken in; go on reading.
pub async fn receive<R: Read>(
    port: &mut R,
    link: &mut Link,
    clock_ms: impl Fn() -> u64,
    mut owner: impl FnMut(Event<'_>),
) -> Result<(), R::Error> {
    let mut chunk = [0; CHUNK];
    let count = port.read(&mut chunk).await?;
    let now_ms = clock_ms();
    for byte in chunk.iter().take(count) {
        if let Some(event) = link.receive(*byte, now_ms) {
            owner(event);
        }
    }
    Ok(())
}

/// Writes out every frame that is due and waits until it is out; the port keeps the bytes that come in meanwhile.
///
/// # Errors
/// Those of the port. The frame that was being written is lost, which the link makes good.
pub async fn transmit<W: Write>(
    port: &mut W,
    link: &mut Link,
    clock_ms: impl Fn() -> u64,
) -> Result<(), W::Error> {
    while let Some(frame) = link.transmit(clock_ms()) {
        port.write_all(&frame).await?;
    }
    port.flush().await
}
