//! Frames out of a stream of bytes, against a second decoder in this file: it splits the stream at its zeros, undoes
//! COBS block by block, and computes the check bit by bit.
//!
//! - Every frame is accepted, or dropped for the same reason, by both decoders.
//! - A frame that is accepted encodes to the bytes that were sent; a number that was sent in more bytes than it needs
//!   comes out shorter.
//! - A decoder that starts in the middle hears the same from the next delimiter on.

use link::decoder::{Decoder, Dropped};
use link::frame::{DELIMITER, Frame, Head, VERSION};
use shared_rules::wire::payload::MAX_PAYLOAD;

use crate::input::{InputBytes, StepRow};

/// The longest frame before COBS: the numbers of `frame.rs`, added up again.
const MAX_RAW: usize = 1 + 1 + 10 + 8 + MAX_BODY + 4;
const MAX_BODY: usize = 1 + 10 + 2 + MAX_PAYLOAD;

/// Feeds the stream of an input to the decoder.
///
/// # Panics
/// If the decoder is wrong.
pub fn check(input: &[u8]) {
    let mut input = InputBytes::new(input);
    let late = usize::from(input.short());
    let stream = stream(&mut input);
    let heard = hear(&stream, 0);
    heard.compare(&expect(&stream));
    from_the_middle(&stream, late.min(stream.len()), &heard);
}

/// One piece of a stream, as an input encodes it.
#[derive(Clone, Debug)]
pub enum Piece<'a> {
    /// Bytes as they are.
    Raw(&'a [u8]),
    /// The content of a frame, with its check, in COBS, between delimiters.
    Sealed(&'a [u8]),
    /// The same without the delimiter in front.
    Joined(&'a [u8]),
    /// The same with one bit changed on the wire.
    Damaged(&'a [u8], u16),
    /// A byte, repeated this many times.
    Run(u8, u16),
}

impl<'a> Piece<'a> {
    fn read(input: &mut InputBytes<'a>) -> Piece<'a> {
        match input.below(5) {
            0 => Piece::Raw(input.bytes()),
            1 => Piece::Sealed(input.bytes()),
            2 => Piece::Joined(input.bytes()),
            3 => Piece::Damaged(input.bytes(), input.short()),
            _ => Piece::Run(input.byte(), input.short() % 1_024),
        }
    }

    /// As an input.
    pub fn write(&self, row: &mut StepRow) {
        match *self {
            Piece::Raw(bytes) => row.byte(0).bytes(bytes),
            Piece::Sealed(content) => row.byte(1).bytes(content),
            Piece::Joined(content) => row.byte(2).bytes(content),
            Piece::Damaged(content, bit) => row.byte(3).bytes(content).short(bit),
            Piece::Run(byte, count) => row.byte(4).byte(byte).short(count),
        };
    }

    fn on_the_wire(&self) -> Vec<u8> {
        match *self {
            Piece::Raw(bytes) => bytes.to_vec(),
            Piece::Sealed(content) => sealed(content),
            Piece::Joined(content) => sealed(content).split_off(1),
            Piece::Damaged(content, bit) => {
                let mut bytes = sealed(content);
                let bit = usize::from(bit) % (8 * bytes.len());
                bytes[bit / 8] ^= 1 << (bit % 8);
                bytes
            }
            Piece::Run(byte, count) => vec![byte; usize::from(count)],
        }
    }
}

fn stream(input: &mut InputBytes) -> Vec<u8> {
    let mut stream = Vec::new();
    while !input.is_over() {
        stream.extend(Piece::read(input).on_the_wire());
    }
    stream
}

/// The result of a stream: the content of every frame with the position of its end, and the counts of dropped frames.
#[derive(Default, Debug)]
struct Heard {
    frames: Vec<(usize, Vec<u8>)>,
    dropped: Dropped,
}

impl Heard {
    /// Compares the result with the expected one, whose contents are as they were sent.
    fn compare(&self, expected: &Heard) {
        assert_eq!(self.dropped, expected.dropped, "dropped");
        assert_eq!(self.frames.len(), expected.frames.len(), "frames");
        for ((end, again), (sent_end, sent)) in self.frames.iter().zip(&expected.frames) {
            assert_eq!(end, sent_end);
            let shorter = again.len() < sent.len() && content_of(again) == content_of(sent);
            assert!(
                again == sent || shorter,
                "sent {sent:02x?}, is {again:02x?}"
            );
        }
    }
}

/// The frames that the decoder accepts from position `from` on.
fn hear(stream: &[u8], from: usize) -> Heard {
    let mut decoder = Decoder::new();
    let mut frames = Vec::new();
    for (at, byte) in stream.iter().enumerate().skip(from) {
        if let Some(frame) = decoder.feed(*byte) {
            let encoded = frame.encode().expect("it fitted into a frame before");
            frames.push((at, opened(&encoded)));
        }
    }
    Heard {
        frames,
        dropped: decoder.dropped(),
    }
}

/// The content of an encoded frame, whose ends and check must be right.
fn opened(encoded: &[u8]) -> Vec<u8> {
    let [DELIMITER, inner @ .., DELIMITER] = encoded else {
        panic!("no delimiters: {encoded:02x?}");
    };
    match judge(inner) {
        Verdict::Frame(content) => content,
        other => panic!("{other:?} is encoded: {encoded:02x?}"),
    }
}

/// A decoder that starts late hears every frame that begins behind the next delimiter, and nothing else from there on.
fn from_the_middle(stream: &[u8], late: usize, heard: &Heard) {
    let rest = stream[late..].iter();
    let Some(delimiter) = rest.clone().position(|byte| *byte == DELIMITER) else {
        return;
    };
    let from_there = |heard: &Heard| {
        let frames = heard.frames.iter();
        let behind = frames.filter(|(end, _)| *end > late + delimiter);
        behind.cloned().collect::<Vec<_>>()
    };
    assert_eq!(from_there(&hear(stream, late)), from_there(heard));
}

/// The expected result of a stream.
fn expect(stream: &[u8]) -> Heard {
    let mut expected = Heard::default();
    let mut end = 0;
    let mut parts: Vec<&[u8]> = stream.split(|byte| *byte == DELIMITER).collect();
    // The last part has no delimiter behind it.
    parts.pop();
    for part in parts {
        end += part.len();
        let dropped = &mut expected.dropped;
        match judge(part) {
            _ if part.is_empty() => {}
            Verdict::Frame(content) => expected.frames.push((end, content)),
            Verdict::Broken => dropped.broken += 1,
            Verdict::TooLong => dropped.too_long += 1,
            Verdict::Check => dropped.check += 1,
            Verdict::Version => dropped.version += 1,
            Verdict::Content => dropped.content += 1,
        }
        end += 1;
    }
    expected
}

#[derive(Debug)]
enum Verdict {
    Frame(Vec<u8>),
    Broken,
    TooLong,
    Check,
    Version,
    Content,
}

/// The verdict on the bytes between two delimiters.
fn judge(part: &[u8]) -> Verdict {
    let Some(raw) = without_cobs(part) else {
        return Verdict::Broken;
    };
    if raw.len() > MAX_RAW {
        return Verdict::TooLong;
    }
    match raw.split_last_chunk() {
        Some((content, check)) if crc_32c(content) == u32::from_le_bytes(*check) => {
            match content.first() {
                Some(&VERSION) if content_of(content).is_some() => Verdict::Frame(content.to_vec()),
                Some(&VERSION) => Verdict::Content,
                _ => Verdict::Version,
            }
        }
        _ => Verdict::Check,
    }
}

/// The frame in a content, if the content is exactly one frame.
fn content_of(content: &[u8]) -> Option<Frame<'_>> {
    let (_, fields) = content.split_first()?;
    let (head, body) = postcard::take_from_bytes(fields).ok()?;
    let is_sealed = matches!(head, Head::Sealed { .. });
    let fits = is_sealed != body.is_empty() && body.len() <= MAX_BODY;
    fits.then_some(Frame { head, body })
}

/// Undoes COBS: each block is its length and that many bytes less one. A zero follows the block unless it is a full one
/// or the last.
fn without_cobs(mut part: &[u8]) -> Option<Vec<u8>> {
    let mut raw = Vec::new();
    while let Some((length, rest)) = part.split_first() {
        let (block, rest) = rest.split_at_checked(usize::from(*length) - 1)?;
        raw.extend(block);
        if *length < 255 && !rest.is_empty() {
            raw.push(DELIMITER);
        }
        part = rest;
    }
    Some(raw)
}

/// A content with its check, in COBS, between delimiters.
pub fn sealed(content: &[u8]) -> Vec<u8> {
    let mut raw = content.to_vec();
    raw.extend(crc_32c(content).to_le_bytes());
    let mut bytes = vec![DELIMITER];
    let runs: Vec<&[u8]> = raw.split(|byte| *byte == DELIMITER).collect();
    for run in runs {
        let mut blocks = run.chunks_exact(254);
        for block in &mut blocks {
            bytes.push(255);
            bytes.extend(block);
        }
        let rest = blocks.remainder();
        bytes.push(u8::try_from(rest.len() + 1).unwrap_or(255));
        bytes.extend(rest);
    }
    bytes.push(DELIMITER);
    bytes
}

/// CRC-32C, bit by bit.
fn crc_32c(bytes: &[u8]) -> u32 {
    let mut register = u32::MAX;
    for byte in bytes {
        register ^= u32::from(*byte);
        for _ in 0..8 {
            let out = register & 1;
            register >>= 1;
            if out == 1 {
                register ^= 0x82F6_3B78;
            }
        }
    }
    !register
}
