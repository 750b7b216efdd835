//! The program's log: defmt frames in the ring that SEGGER's RTT keeps in RAM, read without touching it.
//!
//! To the program no debugger is connected: it keeps writing, and lines that are not read in time are overwritten.

use anyhow::{Result, anyhow};
use defmt_decoder::{DecodeError, Table};

use crate::image::Image;
use crate::time::Time;

/// The control block: an identity of 16 bytes, two counts, then the first up-channel: name, ring, size, write offset.
const RING: u32 = 28;
const SIZE: u32 = 32;
const WRITE: u32 = 36;

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedLine {
    /// The time of reading; the line was written at most a millisecond before.
    pub at: Time,
    /// INFO and so on, if the line has a level.
    pub level: Option<String>,
    /// The text.
    pub text: String,
}

/// Decodes the log of an image.
#[derive(Debug)]
pub struct LogDecoder {
    block: u32,
    table: Table,
}

/// The read position in the log. It belongs to a board, and is copied with it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reader {
    read: u32,
    bytes: Vec<u8>,
    lines: Vec<LoggedLine>,
}

/// The log's access to memory.
pub(crate) trait Memory {
    fn word(&self, address: u32) -> Option<u32>;
    fn bytes(&self, address: u32, count: usize) -> Option<&[u8]>;
}

impl LogDecoder {
    /// A decoder for this image, if the image logs.
    ///
    /// # Errors
    /// The image logs in an unknown format.
    pub fn new(image: &Image) -> Result<Option<Self>> {
        // Without the ring nothing is logged, whatever formats a crate of the image knows.
        let Some(block) = image.symbol("_SEGGER_RTT") else {
            return Ok(None);
        };
        let table =
            Table::parse(image.elf()).map_err(|error| anyhow!("the log's format: {error}"))?;
        let Some(table) = table else { return Ok(None) };
        Ok(Some(Self { block, table }))
    }
}

impl Reader {
    /// The program has started again, and its ring with it.
    pub(crate) fn restart(&mut self) {
        self.read = 0;
        self.bytes.clear();
    }

    /// Reads the bytes written since the last call.
    pub(crate) fn poll(&mut self, decoder: &LogDecoder, memory: &impl Memory, now: Time) {
        if let Some(written) = self.written(decoder, memory) {
            self.bytes.extend(written);
            self.decode(decoder, now);
        }
    }

    fn written(&mut self, decoder: &LogDecoder, memory: &impl Memory) -> Option<Vec<u8>> {
        let field = |offset| memory.word(decoder.block + offset);
        let (write, size) = (field(WRITE)?, field(SIZE)?);
        if write == self.read || write >= size {
            return None;
        }
        let ring = memory.bytes(field(RING)?, size as usize)?;
        let count = (write + size - self.read) % size;
        let new = ring
            .iter()
            .cycle()
            .skip(self.read as usize)
            .take(count as usize)
            .copied()
            .collect();
        self.read = write;
        Some(new)
    }

    fn decode(&mut self, decoder: &LogDecoder, now: Time) {
        let mut stream = decoder.table.new_stream_decoder();
        stream.received(&self.bytes);
        loop {
            match stream.decode() {
                Ok(frame) => self.lines.push(LoggedLine {
                    at: now,
                    level: frame.level().map(|level| level.as_str().to_uppercase()),
                    text: frame.display_message().to_string(),
                }),
                Err(DecodeError::Malformed) if decoder.table.encoding().can_recover() => {}
                Err(_) => break,
            }
        }
        self.keep_rest();
    }

    /// Frames end with a zero: the bytes behind the last zero belong to an incomplete frame.
    fn keep_rest(&mut self) {
        let end = self
            .bytes
            .iter()
            .rposition(|byte| *byte == 0)
            .map_or(0, |at| at + 1);
        self.bytes.drain(..end);
    }

    pub(crate) fn take(&mut self) -> Vec<LoggedLine> {
        std::mem::take(&mut self.lines)
    }
}
