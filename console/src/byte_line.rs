//! The line between a console and its table: bytes in, bytes out.

use std::io::{self, ErrorKind, Read, Write};

use crate::Console;

/// The most that is read before the console answers. A faster table has to wait.
const READ_MAX: usize = 1 << 16;

/// An open line, such as a serial port or a socket. Reading must not wait: with nothing to read it fails with
/// `WouldBlock` or `TimedOut`.
pub trait ByteLine: Read + Write {}

impl<T: Read + Write> ByteLine for T {}

impl Console {
    /// Receives the bytes that have arrived, and writes the frames that are due.
    ///
    /// # Errors
    /// The line is gone.
    pub fn exchange(&mut self, line: &mut dyn ByteLine, now_ms: u64) -> io::Result<()> {
        let bytes = read_arrived(line)?;
        self.receive(&bytes, now_ms);
        self.step(now_ms);
        while let Some(frame) = self.transmit(now_ms) {
            line.write_all(&frame)?;
        }
        Ok(())
    }
}

/// The bytes that have arrived, without waiting for more.
///
/// # Errors
/// The line is gone.
pub fn read_arrived(line: &mut dyn ByteLine) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut buffer = [0; 1_024];
    while bytes.len() < READ_MAX {
        match line.read(&mut buffer) {
            Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
            Ok(count) => bytes.extend(&buffer[..count]),
            Err(error) if is_empty(&error) => break,
            Err(error) => return Err(error),
        }
    }
    Ok(bytes)
}

fn is_empty(error: &io::Error) -> bool {
    use ErrorKind::{Interrupted, TimedOut, WouldBlock};
    matches!(error.kind(), WouldBlock | TimedOut | Interrupted)
}
