//! One frame of a link: its bytes for the wire, and the way back.

use core::hint::black_box;

use link::decoder::Decoder;
use link::frame::{Encoded, Frame, FrameBody, Session};
use shared_rules::wire::payload::MAX_PAYLOAD;

use super::kept::Kept;

static PAYLOAD: [u8; MAX_PAYLOAD] = [0x5A; MAX_PAYLOAD];

static WIRE: Kept<Encoded> = Kept::new(Encoded::new());
static DECODER: Kept<Decoder> = Kept::new(Decoder::new());

/// A frame with so many bytes for its owner.
fn frame(bytes: u32) -> Frame<'static> {
    Frame {
        from: Session::of_boot(7),
        to: Some(Session::of_boot(9)),
        body: FrameBody::Data {
            sequence: 1_000,
            payload: PAYLOAD.get(..bytes as usize).unwrap_or_default(),
        },
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
                    bytes = match frame.body {
                        FrameBody::Data { payload, .. } => payload.len() as u32,
                        FrameBody::Ack { .. } | FrameBody::Heartbeat => 0,
                    };
                }
            }
        });
    });
    if frames == 1 { bytes } else { 0 }
}
