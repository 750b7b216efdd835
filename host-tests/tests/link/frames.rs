//! The bytes of a frame, and a decoder that is fed with everything else.

use link::decoder::{Decoder, Dropped};
use link::frame::{Encoded, Frame, FrameBody, Head, MAX_BODY, MAX_FRAME, read_body};
use parts::hex;
use rand::rngs::ChaCha8Rng;
use rand::{Rng, RngExt, SeedableRng};
use shared_rules::wire::payload::{MAX_PAYLOAD, TooLong};

/// A sealed frame with this body, whose tag is not looked at here.
fn sealed(body: &[u8]) -> Frame<'_> {
    let (counter, tag) = (300, [0x77; 8]);
    let head = Head::Sealed { counter, tag };
    Frame { head, body }
}

fn greeting(head: Head) -> Frame<'static> {
    Frame { head, body: &[] }
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

fn body(body: &FrameBody<'_>) -> Vec<u8> {
    let mut buffer = [0; MAX_BODY + 1];
    postcard::to_slice(body, &mut buffer)
        .expect("a body")
        .to_vec()
}

/// One frame of each kind, worked out from the description with another program's COBS and CRC. A sign or a console
/// that is not updated reads these bytes: if they change, the version has to.
#[test]
fn frozen_frames() {
    let [offer, echo, tag, present] = [0x10, 0x20, 0x30, 0x40].map(|first| {
        let bytes: Vec<u8> = (first..first + 16).collect();
        <[u8; 16]>::try_from(bytes).expect("16 bytes")
    });
    let number = 7;
    let hello = |present| {
        greeting(Head::Hello {
            number,
            offer,
            present,
        })
    };
    let welcome = greeting(Head::Welcome {
        number,
        offer,
        echo,
        tag,
    });
    let heartbeat = body(&FrameBody::Heartbeat);
    let ack = body(&FrameBody::Ack { next: 5, of: 300 });
    let payload = b"coinspot";
    let data = body(&FrameBody::Data {
        sequence: 3,
        payload,
    });
    let frozen = [
        (greeting(Head::Knock), "00 0202053c4724d6 00"),
        (
            hello(None),
            "00 14020107101112131415161718191a1b1c1d1e1f05c93c1e37 00",
        ),
        (
            hello(Some(present)),
            "00 29020107101112131415161718191a1b1c1d1e1f01404142434445464748494a4b4c4d4e4f304fb57d 00",
        ),
        (
            welcome,
            "00 38020207101112131415161718191a1b1c1d1e1f202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f20612bcd 00",
        ),
        (
            sealed(&heartbeat),
            "00 120203ac02777777777777777702895030d1 00",
        ),
        (
            sealed(&ack),
            "00 150203ac0277777777777777770105ac0252723269 00",
        ),
        (
            sealed(&data),
            "00 0d0203ac0277777777777777770f0308636f696e73706f747871e45c 00",
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
    let other_version = hex::bytes("00 0203054bdf86c5 00");
    let one = Dropped {
        version: 1,
        ..Dropped::NONE
    };
    assert_eq!(dropped(&other_version), one);

    let unknown_kind = "00 07020423d0be11 00";
    let byte_too_many = "00 020206056be5fa1a 00";
    let empty_body = "00 110203ac02777777777777777773d6d4be 00";
    for content in [unknown_kind, byte_too_many, empty_body] {
        let one = Dropped {
            content: 1,
            ..Dropped::NONE
        };
        assert_eq!(dropped(&hex::bytes(content)), one, "{content}");
    }
}

#[test]
fn what_is_no_body_is_none() {
    let longest = [0x55; MAX_PAYLOAD];
    let data = |payload| FrameBody::Data {
        sequence: u64::MAX,
        payload,
    };
    let good = body(&data(&longest));
    assert_eq!(good.len(), MAX_BODY);
    assert_eq!(read_body(&good), Some(data(&longest)));
    let too_long = [0x55; MAX_PAYLOAD + 1];
    let beyond = body(&data(&too_long));
    assert_eq!(read_body(&beyond), None);
    for bytes in [&[][..], &[3], &[2, 0], &[1, 5], &good[..20]] {
        assert_eq!(read_body(bytes), None, "{bytes:02x?}");
    }
}

/// Every length, with the bytes that are worst for COBS and for postcard's numbers.
#[test]
fn every_body_up_to_the_longest_comes_back() {
    let mut decoder = Decoder::new();
    for filler in [0x00, 0x01, 0xfe, 0xff] {
        for length in 1..=MAX_BODY {
            let body = vec![filler; length];
            let head = Head::Sealed {
                counter: u64::MAX,
                tag: [filler; 8],
            };
            let frame = Frame { head, body: &body };
            let bytes = encoded(frame);
            let (last, before) = bytes.split_last().expect("bytes");
            assert_eq!(frames_in(&mut decoder, before), 0);
            assert_eq!(decoder.feed(*last), Some(frame));
        }
    }
    assert_eq!(decoder.dropped(), Dropped::NONE);
    let too_long = [0xff; MAX_BODY + 10];
    assert_eq!(sealed(&too_long).encode(), Err(TooLong));
}

/// The check sees any change of a single bit, byte or delimiter, and the frame after it is not touched.
#[test]
fn no_single_change_passes() {
    let good = encoded(sealed(b"twenty bytes of text"));
    let after = encoded(greeting(Head::Knock));
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
    let good = encoded(sealed(b"twenty bytes of text"));
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
    let good = encoded(sealed(b"after it"));
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
    assert_eq!(frames_in(&mut decoder, &encoded(sealed(b"after it"))), 1);
}
