//! The bytes of a frame, and a decoder that is fed with everything else.

use link::decoder::{Decoder, Dropped};
use link::frame::{Encoded, Frame, FrameBody, MAX_FRAME, Session};
use parts::hex;
use rand::rngs::ChaCha8Rng;
use rand::{Rng, RngExt, SeedableRng};
use shared_rules::wire::payload::{MAX_PAYLOAD, TooLong};

fn frame(from: u32, to: Option<u32>, body: FrameBody<'_>) -> Frame<'_> {
    let (from, to) = (Session::of_boot(from), to.map(Session::of_boot));
    Frame { from, to, body }
}

fn data(payload: &[u8]) -> Frame<'_> {
    let sequence = 0;
    frame(2, Some(1), FrameBody::Data { sequence, payload })
}

fn encoded(frame: Frame<'_>) -> Encoded {
    frame.encode().expect("a payload that fits")
}

/// Counts the frames in these bytes.
fn frames_in(decoder: &mut Decoder, bytes: &[u8]) -> usize {
    let ends = bytes.iter().filter(|byte| decoder.feed(**byte).is_some());
    ends.count()
}

/// What the decoder says about these bytes, of which it must drop every one.
fn dropped(bytes: &[u8]) -> Dropped {
    let mut decoder = Decoder::new();
    assert_eq!(frames_in(&mut decoder, bytes), 0);
    decoder.dropped()
}

/// One frame of each kind, worked out by hand from the description with another program's COBS and CRC. A sign or
/// a console that is not updated reads these bytes: if they change, the version has to.
#[test]
fn frozen_frames() {
    let heartbeat = frame(1, None, FrameBody::Heartbeat);
    let ack = frame(1, Some(2), FrameBody::Ack { next: 300 });
    let frozen = [
        (heartbeat, "00 05 01 808004 06 02 1ddffdfb 00"),
        (ack, "00 10 01 808004 01 808008 01 ac02 29d98b3f 00"),
        (
            data(b"coinspot"),
            "00 09 01 808008 01 808004 01 0e 08 636f696e73706f74 c83fac1c 00",
        ),
    ];
    for (frame, bytes) in frozen {
        let bytes = hex::bytes(bytes);
        assert_eq!(encoded(frame)[..], bytes[..], "{frame:?}");
        let mut decoder = Decoder::new();
        let (last, before) = bytes.split_last().expect("bytes");
        assert_eq!(frames_in(&mut decoder, before), 0);
        assert_eq!(decoder.feed(*last), Some(frame));
    }
}

/// The check of each of these is right, so that it is the reason itself which drops them.
#[test]
fn a_sound_frame_with_the_wrong_fields_is_dropped() {
    let version_2 = hex::bytes("00 05 02 808004 06 02 c71441cf 00");
    let one = Dropped {
        version: 1,
        ..Dropped::NONE
    };
    assert_eq!(dropped(&version_2), one);

    let unknown_kind = "00 05 01 808004 06 03 1e5c9609 00".to_owned();
    let byte_too_many = "00 05 01 808004 02 02 05 3225f0fd 00".to_owned();
    let filler = "55".repeat(MAX_PAYLOAD + 1);
    let too_long = format!("00 09 01 808008 01 808004 01 f7 f101 {filler} 07f4a501 00");
    for content in [unknown_kind, byte_too_many, too_long] {
        let one = Dropped {
            content: 1,
            ..Dropped::NONE
        };
        assert_eq!(dropped(&hex::bytes(&content)), one, "{content}");
    }
}

/// Every length, with the bytes that are worst for COBS and for postcard's numbers.
#[test]
fn every_payload_up_to_the_longest_comes_back() {
    let mut decoder = Decoder::new();
    for filler in [0x00, 0x01, 0xfe, 0xff] {
        for length in 0..=MAX_PAYLOAD {
            let payload = vec![filler; length];
            let from = (0..16).fold(Session::of_boot(u32::MAX), |last, _| last.renewed());
            let body = FrameBody::Data {
                sequence: u64::MAX,
                payload: &payload,
            };
            let frame = Frame {
                from,
                to: Some(from),
                body,
            };
            let bytes = encoded(frame);
            let (last, before) = bytes.split_last().expect("bytes");
            assert_eq!(frames_in(&mut decoder, before), 0);
            assert_eq!(decoder.feed(*last), Some(frame));
        }
    }
    assert_eq!(decoder.dropped(), Dropped::NONE);
    let too_long = [0xff; MAX_PAYLOAD + 1];
    assert_eq!(data(&too_long).encode(), Err(TooLong));
}

/// The check sees any change of a single bit, byte or delimiter, and the frame after it is not touched.
#[test]
fn no_single_change_passes() {
    let good = encoded(data(b"twenty bytes of text"));
    let after = encoded(frame(1, None, FrameBody::Heartbeat));
    for at in 1..good.len() - 1 {
        for difference in 1..=255 {
            let mut bad = good.to_vec();
            bad[at] ^= difference;
            let mut decoder = Decoder::new();
            assert_eq!(frames_in(&mut decoder, &bad), 0, "byte {at} ^ {difference}");
            assert!(decoder.dropped().total() > 0);
            assert_eq!(frames_in(&mut decoder, &after), 1);
        }
    }
}

#[test]
fn every_beginning_and_every_end_of_a_frame_is_dropped() {
    let good = encoded(data(b"twenty bytes of text"));
    for at in 2..good.len() - 1 {
        let (beginning, end) = good.split_at(at);
        let mut decoder = Decoder::new();
        assert_eq!(frames_in(&mut decoder, end), 0, "from {at}");
        assert_eq!(frames_in(&mut decoder, beginning), 0, "up to {at}");
        assert_eq!(frames_in(&mut decoder, &good), 1, "after {at}");
        assert_eq!(decoder.dropped().total(), 2);
    }
}

#[test]
fn what_is_longer_than_a_frame_is_followed_to_its_end() {
    let good = encoded(data(b"after it"));
    let mut stream = vec![0x01; 10 * MAX_FRAME];
    stream.extend(good);
    let mut decoder = Decoder::new();
    assert_eq!(frames_in(&mut decoder, &stream), 1);
    let expected = Dropped {
        too_long: 1,
        ..Dropped::NONE
    };
    assert_eq!(decoder.dropped(), expected);
}

/// A piece of a stream: noise as it comes, or noise that ends like a frame.
fn noise(random: &mut ChaCha8Rng, buffer: &mut [u8; 4_096]) {
    random.fill_bytes(buffer);
    if random.random() {
        // Well-formed COBS with a hundred candidates, so that the check is what has to stop them.
        for candidate in buffer.chunks_exact_mut(40) {
            candidate.iter_mut().for_each(|byte| *byte |= 1);
            candidate[0] = 39;
            candidate[39] = 0;
        }
    }
}

/// Each of the million candidates has one chance in 2^32: one in some 4,000 seeds would pass one. This does not.
#[test]
fn random_bytes_are_never_a_frame() {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let mut decoder = Decoder::new();
    let mut buffer = [0; 4_096];
    for _ in 0..20_000 {
        noise(&mut random, &mut buffer);
        assert_eq!(frames_in(&mut decoder, &buffer), 0);
    }
    let dropped = decoder.dropped();
    let millions = 20_000 * buffer.len() / 1_000_000;
    println!("{millions} million bytes: {dropped:?}");
    assert!(dropped.check > 500_000 && dropped.broken > 10_000);
    assert_eq!(frames_in(&mut decoder, &encoded(data(b"after it"))), 1);
}
