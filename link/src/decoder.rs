//! Decodes frames from a stream of bytes. The decoder holds one frame and nothing else, and touches no I/O.
//!
//! It accepts one byte after another and returns a frame when its last byte completes it. A damaged frame is dropped as
//! a whole and counted by reason; the next delimiter is a new beginning. The decoder never panics, whatever the stream
//! holds.

use cobs::{DecodeResult, DecoderState};

use crate::frame::{self, Frame, Head, MAX_BODY, MAX_RAW, VERSION};

/// Frames dropped since the start, by reason.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Dropped {
    /// The frame ended where COBS says that it goes on: bytes are lost, or it is noise.
    pub broken: u32,
    /// Longer than any frame.
    pub too_long: u32,
    /// The CRC does not match the bytes.
    pub check: u32,
    /// Sound, but of another version.
    pub version: u32,
    /// Sound, but not the fields of a frame: the other side is at fault, not the wire.
    pub content: u32,
}

/// The reason for dropping a frame.
#[derive(Clone, Copy)]
enum Reason {
    Broken,
    TooLong,
    Check,
    Version,
    Content,
}

impl Dropped {
    /// No frame dropped yet.
    pub const NONE: Self = Self {
        broken: 0,
        too_long: 0,
        check: 0,
        version: 0,
        content: 0,
    };

    /// The sum over all reasons.
    #[must_use]
    pub fn total(&self) -> u32 {
        let reasons = [
            self.broken,
            self.too_long,
            self.check,
            self.version,
            self.content,
        ];
        reasons.into_iter().fold(0, u32::saturating_add)
    }

    fn count(&mut self, reason: Reason) {
        let count = match reason {
            Reason::Broken => &mut self.broken,
            Reason::TooLong => &mut self.too_long,
            Reason::Check => &mut self.check,
            Reason::Version => &mut self.version,
            Reason::Content => &mut self.content,
        };
        *count = count.saturating_add(1);
    }
}

/// Accepts bytes and returns frames.
#[derive(Debug)]
pub struct Decoder {
    cobs: DecoderState,
    raw: heapless::Vec<u8, MAX_RAW>,
    overflowed: bool,
    dropped: Dropped,
}

impl Default for Decoder {
    fn default() -> Self {
        Self::new()
    }
}

impl Decoder {
    /// A decoder that has received nothing.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            cobs: DecoderState::Idle,
            raw: heapless::Vec::new(),
            overflowed: false,
            dropped: Dropped::NONE,
        }
    }

    /// Accepts the next byte, and returns the frame that it completes.
    pub fn feed(&mut self, byte: u8) -> Option<Frame<'_>> {
        let frame = match self.gather(byte) {
            Ok(false) => return None,
            Ok(true) => read(&self.raw),
            Err(reason) => Err(reason),
        };
        frame.map_err(|reason| self.dropped.count(reason)).ok()
    }

    /// Frames dropped since the start.
    #[must_use]
    pub const fn dropped(&self) -> Dropped {
        self.dropped
    }

    /// Undoes COBS by one byte; true at the end of a frame. A frame that is too long is still followed to its end,
    /// since only there a new frame can begin.
    fn gather(&mut self, byte: u8) -> Result<bool, Reason> {
        if matches!(self.cobs, DecoderState::Idle) {
            self.raw.clear();
            self.overflowed = false;
        }
        match self.cobs.feed(byte).map_err(|_| Reason::Broken)? {
            DecodeResult::NoData => Ok(false),
            DecodeResult::DataContinue(byte) => {
                self.overflowed |= self.raw.push(byte).is_err();
                Ok(false)
            }
            DecodeResult::DataComplete if self.overflowed => Err(Reason::TooLong),
            DecodeResult::DataComplete => Ok(true),
        }
    }
}

/// Verifies a frame from the outside in: the check, the version, the fields.
fn read(raw: &[u8]) -> Result<Frame<'_>, Reason> {
    let (content, check) = raw.split_last_chunk().ok_or(Reason::Check)?;
    if frame::check(&[content]) != u32::from_le_bytes(*check) {
        return Err(Reason::Check);
    }
    let (version, fields) = content.split_first().ok_or(Reason::Version)?;
    if *version != VERSION {
        return Err(Reason::Version);
    }
    let (head, body) = postcard::take_from_bytes(fields).map_err(|_| Reason::Content)?;
    let is_sealed = matches!(head, Head::Sealed { .. });
    if is_sealed == body.is_empty() || body.len() > MAX_BODY {
        return Err(Reason::Content);
    }
    Ok(Frame { head, body })
}
