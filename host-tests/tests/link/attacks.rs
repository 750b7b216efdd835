//! Somebody on the wire who has everything but the key: records, repeats, delays, reflects, crosses wires and invents.

use std::collections::BTreeSet;

use link::decoder::Decoder;
use link::frame::{Encoded, Frame, Head};
use link::{HELLO_MS, Link, SILENCE_MS, WELCOME_MS};
use parts::wire::Faults;
use rand::rngs::ChaCha8Rng;
use rand::{Rng, RngExt, SeedableRng};
use shared_rules::wire::key::SharedKey;
use shared_rules::wire::role::{Role, WireKind};
use simulator::engine::{SeedOwner, fresh_seed, key_of, key_ring};
use simulator::linked::{Linked, ToldByLink};

use crate::pair::{Pair, To, console, feed, kind, payload, table};

#[test]
fn every_frame_of_a_session_is_refused_when_it_comes_again() {
    let mut pair = Pair::met();
    pair.works("first");
    pair.run_ms(50);
    let recorded = pair.recorded.clone();
    let kinds: BTreeSet<u8> = recorded
        .iter()
        .map(|(_, frame)| match kind(frame) {
            Head::Knock => 0,
            Head::Hello { .. } => 1,
            Head::Welcome { .. } => 2,
            Head::Sealed { .. } => 3,
        })
        .collect();
    assert_eq!(kinds.len(), 4, "a knock, greetings and sealed frames");
    let session = pair.table.peer();
    for (to, frame) in &recorded {
        assert_eq!(
            pair.to(*to, frame),
            Vec::<String>::new(),
            "{to:?} {:?}",
            kind(frame)
        );
        pair.run_ms(60);
    }
    assert!(pair.is_up());
    assert_eq!((pair.table.peer(), pair.console.peer()), (session, session));
    pair.works("last");
}

/// Everything that was said between an earlier life of each side is worth nothing between later ones.
#[test]
fn frames_of_an_earlier_session_are_refused() {
    for (new_table, new_console) in [(true, false), (false, true), (true, true)] {
        let mut pair = Pair::met();
        pair.works("first");
        let recorded = pair.recorded.clone();
        if new_table {
            pair.table = table(2);
        }
        if new_console {
            pair.console = console(2);
        }
        // The recording first, so that it meets the new life before anything else does.
        for (to, frame) in &recorded {
            assert_eq!(
                pair.to(*to, frame),
                Vec::<String>::new(),
                "{:?}",
                kind(frame)
            );
        }
        pair.run_ms(1_000);
        assert!(pair.is_up());
        for (to, frame) in &recorded {
            assert_eq!(
                pair.to(*to, frame),
                Vec::<String>::new(),
                "{:?}",
                kind(frame)
            );
        }
        pair.works("last");
    }
}

/// Whatever one side says is nothing when that side hears it.
#[test]
fn frames_are_not_reflected() {
    let mut pair = Pair::new();
    for _ in 0..2_000 {
        pair.now_ms += 1;
        for (to, frame) in pair.due() {
            let back = match to {
                To::Table => To::Console,
                To::Console => To::Table,
            };
            assert_eq!(pair.to(back, &frame), Vec::<String>::new());
            pair.to(to, &frame);
        }
    }
    assert!(pair.is_up());
    assert_eq!(pair.table.statistics().sessions, 1);
    pair.works("after it");
}

/// A key that opens one wire is worth nothing on the other, and a number that has no key is nobody's.
#[test]
fn nothing_crosses_from_one_wire_to_the_other() {
    let seed = fresh_seed(SeedOwner::Stranger, 0, 1);
    let sign = key_of(Role::Sign);
    let mut nobody = key_of(Role::Dealer);
    nobody.number = 77;
    for key in [
        sign.clone(),
        nobody,
        key_of(Role::Pool),
        key_of(Role::Journal),
    ] {
        let mut pair = Pair::new();
        pair.console = Link::initiator(WireKind::Console, key, &seed);
        pair.run_ms(2_000);
        assert_eq!((pair.table.peer(), pair.console.peer()), (None, None));
    }
    // The same key and offers on another wire make another session.
    let mut keys = shared_rules::wire::key::KeyRing::new();
    keys.add(sign.clone()).expect("room");
    let mut table = Link::responder(WireKind::Sign, &keys, Some(&seed));
    let mut crossed = Link::initiator(WireKind::Console, sign, &seed);
    for now_ms in 0..2_000 {
        while let Some(frame) = crossed.transmit(now_ms) {
            feed(&frame, |byte| {
                let _ = table.receive(byte, now_ms);
            });
        }
        while let Some(frame) = table.transmit(now_ms) {
            feed(&frame, |byte| {
                let _ = crossed.receive(byte, now_ms);
            });
        }
    }
    assert_eq!((table.peer(), crossed.peer()), (None, None));
}

#[test]
fn a_wrong_key_opens_nothing() {
    let mut stranger = key_of(Role::Dealer);
    stranger.key = SharedKey::new([0; 32]);
    let seed = fresh_seed(SeedOwner::Stranger, 0, 2);
    let mut pair = Pair::new();
    pair.console = Link::initiator(WireKind::Console, stranger, &seed);
    pair.run_ms(3_000);
    assert_eq!((pair.table.peer(), pair.console.peer()), (None, None));
}

/// Without randomness no session is made: neither side could be told from a recording.
#[test]
fn a_table_without_randomness_says_nothing() {
    let mut pair = Pair::new();
    pair.table = Link::responder(WireKind::Console, &key_ring(), None);
    pair.run_ms(3_000);
    assert!(pair.recorded.iter().all(|(to, _)| *to == To::Table));
    assert_eq!(pair.table.peer(), None);
}

/// A welcome with any bit changed, to the hello that it answers.
#[test]
fn a_forged_welcome_is_refused() {
    let mut pair = Pair::new();
    let hello = loop {
        pair.now_ms += 1;
        if let Some((To::Table, frame)) = pair.due().into_iter().find(|(to, _)| *to == To::Table) {
            break frame;
        }
    };
    pair.table_hears(&hello);
    let due = pair.due();
    let (_, welcome) = due
        .iter()
        .find(|(to, _)| *to == To::Console)
        .expect("a welcome");
    let Head::Welcome {
        number,
        offer,
        echo,
        tag,
    } = kind(welcome)
    else {
        panic!("no welcome");
    };
    for bit in 0..8 * 16 {
        let change = |bytes: [u8; 16]| {
            let mut bytes = bytes;
            bytes[bit / 8] ^= 1 << (bit % 8);
            bytes
        };
        let forged = [
            Head::Welcome {
                number,
                offer: change(offer),
                echo,
                tag,
            },
            Head::Welcome {
                number,
                offer,
                echo: change(echo),
                tag,
            },
            Head::Welcome {
                number,
                offer,
                echo,
                tag: change(tag),
            },
            Head::Welcome {
                number: number ^ 1 << (bit % 8),
                offer,
                echo,
                tag,
            },
        ];
        for head in forged {
            let frame = Frame { head, body: &[] }.encode().expect("short");
            assert_eq!(pair.console_hears(&frame), Vec::<String>::new());
        }
    }
    assert_eq!(pair.console_hears(welcome), Vec::<String>::new());
    let session = pair.console.peer();
    assert!(session.is_some());
    // It is good once.
    pair.console_hears(welcome);
    assert_eq!(pair.console.peer(), session);
}

/// A sealed frame with any bit of counter, tag or body changed is noise, and the frame itself is good afterwards.
#[test]
fn a_changed_frame_is_refused_and_counted() {
    let mut pair = Pair::met();
    pair.console.send(payload("good")).expect("it is free");
    pair.now_ms += 1;
    let due = pair.due();
    let (_, good) = due.iter().find(|(to, _)| *to == To::Table).expect("data");
    let mut decoder = Decoder::new();
    let frame = good.iter().find_map(|byte| {
        decoder
            .feed(*byte)
            .map(|frame| (frame.head, frame.body.to_vec()))
    });
    let (Head::Sealed { counter, tag }, body) = frame.expect("a frame") else {
        panic!("not sealed");
    };
    let mut forged = 0;
    let mut refuse = |pair: &mut Pair, counter, tag, body: &[u8]| {
        let head = Head::Sealed { counter, tag };
        let frame = Frame { head, body }.encode().expect("short");
        assert_eq!(pair.table_hears(&frame), Vec::<String>::new());
        forged += 1;
    };
    for bit in 0..64 {
        let mut other = tag;
        other[bit / 8] ^= 1 << (bit % 8);
        refuse(&mut pair, counter, other, &body);
    }
    for other in [counter + 1, counter + 1_000, u64::MAX] {
        refuse(&mut pair, other, tag, &body);
    }
    for bit in 0..8 * body.len() {
        let mut other = body.clone();
        other[bit / 8] ^= 1 << (bit % 8);
        refuse(&mut pair, counter, tag, &other);
    }
    assert_eq!(pair.table.statistics().forged, forged);
    assert_eq!(pair.table_hears(good).len(), 1);
    pair.run_ms(1_000);
    assert!(pair.is_up());
}

/// Hellos without end, with the number of a key that the table has: the session goes on, and a welcome is answered no
/// more often than every 50 ms.
#[test]
fn a_flood_of_hellos_ends_nothing() {
    let mut random = ChaCha8Rng::seed_from_u64(4);
    let mut pair = Pair::met();
    let session = pair.table.peer();
    let before = pair.recorded.len();
    for _ in 0..5_000 {
        let mut offer = [0; 16];
        random.fill_bytes(&mut offer);
        let number = random.random_range(0..=10);
        let present = random
            .random::<bool>()
            .then(|| session.expect("a session").session);
        let head = Head::Hello {
            number,
            offer,
            present,
        };
        let frame = Frame { head, body: &[] }.encode().expect("short");
        pair.table_hears(&frame);
        pair.run_ms(1);
        assert!(pair.is_up());
    }
    let welcomes = pair.recorded[before..]
        .iter()
        .filter(|(_, frame)| matches!(kind(frame), Head::Welcome { .. }))
        .count();
    let most = usize::try_from(5_000 / WELCOME_MS + 1).expect("few");
    assert!((1..=most).contains(&welcomes), "{welcomes}");
    assert_eq!(pair.table.peer(), session);
    pair.works("after it");
}

/// A console that starts while the flood goes on is in as soon as it ends, and in most cases before.
#[test]
fn after_a_flood_the_console_is_in_at_once() {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let mut pair = Pair::new();
    for _ in 0..2_000 {
        let mut offer = [0; 16];
        random.fill_bytes(&mut offer);
        let head = Head::Hello {
            number: 1,
            offer,
            present: None,
        };
        let frame = Frame { head, body: &[] }.encode().expect("short");
        pair.table_hears(&frame);
        pair.run_ms(1);
    }
    pair.run_ms(HELLO_MS + WELCOME_MS);
    assert!(pair.is_up());
}

/// Knocks prove nothing: a link that works keeps its session, and a hello goes out no more often than every 200 ms.
#[test]
fn a_flood_of_knocks_ends_nothing() {
    let knock = Frame {
        head: Head::Knock,
        body: &[],
    }
    .encode()
    .expect("short");
    let mut pair = Pair::met();
    let session = pair.console.peer();
    for _ in 0..5_000 {
        pair.console_hears(&knock);
        pair.run_ms(1);
    }
    assert_eq!(pair.console.peer(), session);
    pair.works("after it");

    let mut alone = console(3);
    let hellos = (0..2_000).filter(|now_ms| {
        feed(&knock, |byte| {
            let _ = alone.receive(byte, *now_ms);
        });
        alone.transmit(*now_ms).is_some()
    });
    assert_eq!(
        hellos.count(),
        usize::try_from(2_000 / HELLO_MS).expect("few")
    );
}

/// Answers are worth the time at which their questions were asked: kept back, they do not keep a dead link up.
#[test]
fn hoarded_answers_do_not_keep_a_dead_link_up() {
    let mut pair = Pair::met();
    let dead_ms = pair.now_ms;
    let mut hoard = Vec::new();
    // The table still hears and answers; its answers are kept back.
    for _ in 0..700 {
        pair.now_ms += 1;
        for (to, frame) in pair.due() {
            match to {
                To::Table => drop(pair.table_hears(&frame)),
                To::Console => hoard.push(frame),
            }
        }
    }
    assert!(hoard.len() >= 3, "{}", hoard.len());
    // Then it is gone, and one of the answers is let go every now and then.
    let mut hoard = hoard.into_iter();
    while pair.now_ms < dead_ms + 700 + SILENCE_MS {
        pair.now_ms += 1;
        pair.console.transmit(pair.now_ms);
        if pair.now_ms.is_multiple_of(150)
            && let Some(answer) = hoard.next()
        {
            pair.console_hears(&answer);
        }
    }
    assert!(!pair.console.is_up(pair.now_ms));
    for answer in hoard {
        pair.console_hears(&answer);
    }
    assert!(!pair.console.is_up(pair.now_ms));
}

/// A frame that is kept back and let go after a later one is none; after its session it is none either.
#[test]
fn a_frame_that_is_held_back_is_refused() {
    let mut pair = Pair::met();
    pair.console.send(payload("held back")).expect("it is free");
    pair.now_ms += 1;
    let due = pair.due();
    let held: Vec<Encoded> = due.into_iter().map(|(_, frame)| frame).collect();
    // The retry comes through, and then the frame that was held back.
    pair.run_ms(500);
    assert!(pair.console.is_free());
    for frame in &held {
        assert_eq!(pair.table_hears(frame), Vec::<String>::new());
    }
    pair.console = console(2);
    pair.run_ms(1_000);
    for frame in &held {
        assert_eq!(pair.table_hears(frame), Vec::<String>::new());
    }
    assert!(pair.is_up());
}

/// Offers are never used twice, whatever is asked and however often a side starts.
#[test]
fn offers_are_used_once() {
    let mut offers = BTreeSet::new();
    for life in 1..=50 {
        let mut alone = table(life);
        for turn in 0..20_u8 {
            let now_ms = 1_000 * u64::from(turn);
            let offer = [turn + 1; 16];
            let head = Head::Hello {
                number: 1,
                offer,
                present: None,
            };
            let hello = Frame { head, body: &[] }.encode().expect("short");
            feed(&hello, |byte| {
                let _ = alone.receive(byte, now_ms);
            });
            let welcome = alone.transmit(now_ms).expect("a welcome");
            let Head::Welcome { offer, echo, .. } = kind(&welcome) else {
                panic!("no welcome");
            };
            assert_eq!(echo, [turn + 1; 16]);
            assert!(offers.insert(offer), "used twice");
        }
    }
}

/// A recorder at a wire that loses, repeats and delays everything lets its whole record go between two other lives.
#[test]
fn a_record_of_a_bad_wire_is_worth_nothing() {
    let mut wire = Linked::new(9, Faults::HARSH);
    for start in 1..=30 {
        for end in 0..2 {
            let link = &mut wire.ends[end].link;
            if link.is_free() {
                link.send(payload(&format!("{start}"))).expect("it is free");
            }
        }
        wire.run_until(start * 700);
        wire.restart(usize::from(start % 2 == 0));
        for end in 0..2 {
            // Nothing of an earlier life: each payload is of a start that has been.
            for told in wire.ends[end].told.drain(..) {
                if let ToldByLink::Payload(bytes) = told {
                    let number: u64 = String::from_utf8(bytes)
                        .expect("text")
                        .parse()
                        .expect("a number");
                    assert!(
                        number <= start && number + 4 >= start,
                        "{number} at {start}"
                    );
                }
            }
        }
    }
    wire.lanes
        .iter_mut()
        .for_each(|lane| lane.set_rates(Faults::NONE));
    wire.run_until(wire.now_ms() + 1_500);
    assert!(wire.is_up(0) && wire.is_up(1));
}
