//! One frame of a link: its bytes for the wire, and the way back.

use core::hint::black_box;

use link::decoder::Decoder;
use link::frame::{Encoded, Frame, Head, MAX_BODY};

use super::kept::Kept;

static BODY: [u8; MAX_BODY] = [0x5A; MAX_BODY];

static WIRE: Kept<Encoded> = Kept::new(Encoded::new());
static DECODER: Kept<Decoder> = Kept::new(Decoder::new());

/// A sealed frame with a body of so many bytes.
fn frame(bytes: u32) -> Frame<'static> {
    Frame {
        head: Head::Sealed {
            counter: 1_000,
            tag: [0x77; 8],
        },
        body: BODY.get(..bytes as usize).unwrap_or_default(),
    }
}

/// Encodes it.
#[unsafe(no_mangle)]
pub(super) extern "C" fn encode_frame(bytes: u32, _: u32) -> u32 {
    u32::from(black_box(&frame(bytes).encode()).is_ok())
}

/// Puts it on the wire, and returns how many bytes are there.
#[unsafe(no_mangle)]
pub(super) extern "C" fn send_frame(bytes: u32, _: u32) -> u32 {
    WIRE.with(|wire| {
        *wire = frame(bytes).encode().unwrap_or_default();
        wire.len() as u32
    })
}

/// Decodes what is there, and returns how many bytes its owner gets.
#[unsafe(no_mangle)]
pub(super) extern "C" fn decode_frame(_: u32, _: u32) -> u32 {
    let (mut frames, mut bytes) = (0, 0);
    WIRE.with(|wire| {
        DECODER.with(|decoder| {
            for byte in wire {
                if let Some(frame) = decoder.feed(*byte) {
                    frames += 1;
                    bytes = frame.body.len() as u32;
                }
            }
        });
    });
    if frames == 1 { bytes } else { 0 }
}
