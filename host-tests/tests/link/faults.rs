//! A link over a wire that does everything wrong, in both directions, all the time.

use parts::wire::Faults;
use shared_rules::wire::payload::{MAX_PAYLOAD, Payload};
use simulator::linked::{Linked, ToldByLink};

/// Payloads in each direction.
const PAYLOADS: u64 = 100_000;

/// More than this for a payload and its retries, on average, and the link is stuck rather than slow.
const MS_PER_PAYLOAD_MAX: u64 = 2_000;

/// The payload with this number: its number and then bytes that follow from it. One in a thousand has the full
/// length, the others up to 40 bytes.
fn payload(number: u64) -> Payload {
    let length = match usize::try_from(number % 1_000) {
        Ok(short @ ..999) => 8 + short % 33,
        _ => MAX_PAYLOAD,
    };
    let mixed = number.wrapping_mul(0x9e37_79b9_7f4a_7c15).to_le_bytes();
    let filler = mixed.into_iter().cycle();
    let bytes = number.to_le_bytes().into_iter().chain(filler);
    bytes.take(length).collect()
}

/// One end's owner: sends the payloads in their order, and expects those of the other end in theirs.
#[derive(Default)]
struct Owner {
    sent: u64,
    received: u64,
}

impl Owner {
    fn act(&mut self, wire: &mut Linked, end: usize) {
        for told in std::mem::take(&mut wire.ends[end].told) {
            match told {
                ToldByLink::Payload(bytes) => {
                    // In order and once.
                    assert_eq!(bytes[..], payload(self.received)[..], "end {end}");
                    self.received += 1;
                }
                ToldByLink::NewPeer { dropped } => {
                    assert!(!dropped, "nobody restarted: end {end} at {}", wire.now_ms());
                }
            }
        }
        let link = &mut wire.ends[end].link;
        if self.sent < PAYLOADS && link.is_free() {
            link.send(payload(self.sent)).expect("it is free");
            self.sent += 1;
        }
    }
}

#[test]
fn a_million_faults_change_nothing() {
    let mut wire = Linked::new(1, Faults::HARSH);
    let mut owners = [Owner::default(), Owner::default()];
    while owners.iter().any(|owner| owner.received < PAYLOADS) {
        for (end, owner) in owners.iter_mut().enumerate() {
            owner.act(&mut wire, end);
        }
        wire.step();
        let limit = PAYLOADS * MS_PER_PAYLOAD_MAX;
        assert!(wire.now_ms() < limit, "stuck at {}", owners[0].received);
    }
    let faults: u64 = wire.lanes.iter().map(|lane| lane.faults.total()).sum();
    println!(
        "{PAYLOADS} payloads each way in {} s of virtual time; {} frames arrived sound, {faults} faults",
        wire.now_ms() / 1_000,
        wire.passed()
    );
    for (end, lane) in wire.ends.iter().zip(&wire.lanes) {
        let statistics = end.link.statistics();
        println!("{:?}\n{statistics:?}", lane.faults);
        // Every fault of the wire was met, and none that only a faulty peer could make.
        let dropped = statistics.dropped;
        assert!(dropped.broken > 0 && dropped.check > 0);
        assert!(statistics.repeated > 0 && statistics.retried > 0);
        assert_eq!((dropped.version, dropped.content), (0, 0));
        assert!(statistics.replayed > 0);
        assert_eq!((statistics.impossible, statistics.forged), (0, 0));
        assert_eq!(statistics.sessions, 1);
    }
    assert!(faults >= 1_000_000, "only {faults} faults");
}

#[test]
fn the_same_seed_gives_the_same_wire() {
    let run = |seed| {
        let mut wire = Linked::new(seed, Faults::HARSH);
        wire.run_until(20_000);
        (wire.passed(), format!("{:?}", wire.lanes))
    };
    assert_eq!(run(7), run(7));
    assert_ne!(run(7), run(8));
}

/// What a table can count on: payloads a second on a sound wire.
#[test]
fn a_sound_wire_carries_175_short_payloads_a_second() {
    for (length, least) in [(20, 175), (MAX_PAYLOAD, 35)] {
        let mut wire = Linked::new(1, Faults::NONE);
        wire.run_until(1_000);
        let mut sent = 0;
        while wire.now_ms() < 2_000 {
            let link = &mut wire.ends[0].link;
            if link.is_free() {
                let bytes = std::iter::repeat_n(0x55, length).collect();
                link.send(bytes).expect("it is free");
                sent += 1;
            }
            wire.step();
        }
        println!("{sent} payloads of {length} bytes in a second");
        assert!(sent >= least, "only {sent} of {length} bytes");
        assert_eq!(wire.ends[0].link.statistics().retried, 0);
    }
}
