//! Restarts of either side, in the middle of everything, and devices that are exchanged.

use std::collections::BTreeMap;

use link::SILENCE_MS;
use parts::wire::Faults;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use shared_rules::wire::payload::Payload;
use simulator::linked::{Linked, ToldByLink};

const RESTARTS: usize = 4_000;

fn payload(number: u32) -> Payload {
    number.to_le_bytes().into_iter().collect()
}

fn number(payload: &[u8]) -> u32 {
    u32::from_le_bytes(payload.try_into().expect("four bytes"))
}

/// What the test knows about the payloads of one end.
#[derive(Default)]
struct Sender {
    /// All numbers below have been given to the link.
    sent: u32,
    /// The link has not said yet what became of it.
    under_way: Option<u32>,
    /// What the link reported as acknowledged.
    acknowledged: Vec<u32>,
    /// Given up, or forgotten in a restart.
    uncertain: usize,
    /// How often each number reached the other end's owner, in whichever of its lives.
    arrived: BTreeMap<u32, u32>,
}

impl Sender {
    /// Call before the link is looked at: `lost` says that the payload under way was not acknowledged.
    fn settle(&mut self, is_free: bool, lost: bool) {
        if lost {
            self.uncertain += usize::from(self.under_way.take().is_some());
        } else if is_free {
            self.acknowledged.extend(self.under_way.take());
        }
    }

    fn send(&mut self, wire: &mut Linked, end: usize) {
        let link = &mut wire.ends[end].link;
        if link.is_free() {
            link.send(payload(self.sent)).expect("it is free");
            self.under_way = Some(self.sent);
            self.sent += 1;
        }
    }

    fn arrive(&mut self, number: u32) {
        let last = self.arrived.last_key_value().map(|(last, _)| *last);
        assert!(last < Some(number), "{number} after {last:?}");
        *self.arrived.entry(number).or_default() += 1;
    }
}

/// Lets both owners do their work.
fn act(wire: &mut Linked, senders: &mut [Sender; 2]) {
    for end in 0..2 {
        let told = std::mem::take(&mut wire.ends[end].told);
        let lost = told.contains(&ToldByLink::NewPeer { dropped: true });
        senders[end].settle(wire.ends[end].link.is_free(), lost);
        for event in told {
            if let ToldByLink::Payload(bytes) = event {
                senders[1 - end].arrive(number(&bytes));
            }
        }
        senders[end].send(wire, end);
    }
}

/// Whatever was acknowledged arrived once; whatever was given up, once or never; nothing came out of order.
#[test]
fn restarts_lose_only_what_the_owner_is_told_about() {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let mut wire = Linked::new(3, Faults::HARSH);
    let mut senders = [Sender::default(), Sender::default()];
    for _ in 0..RESTARTS {
        let until = wire.now_ms() + random.random_range(0..2_000);
        while wire.now_ms() < until {
            act(&mut wire, &mut senders);
            wire.step();
        }
        act(&mut wire, &mut senders);
        let end = random.random_range(0..2);
        senders[end].settle(false, true);
        wire.restart(end);
    }
    for sender in &senders {
        let (acknowledged, uncertain) = (sender.acknowledged.len(), sender.uncertain);
        let sent = sender.sent;
        println!("{sent} sent, {acknowledged} acknowledged, {uncertain} given up");
        assert!(acknowledged > 5_000 && uncertain > 500);
        let mut acknowledged = sender.acknowledged.iter();
        let missing = acknowledged.find(|one| !sender.arrived.contains_key(one));
        assert_eq!(missing, None, "acknowledged and not there");
    }
}

/// The ends as a test finds them after a second on a good wire.
fn met() -> Linked {
    let mut wire = Linked::new(1, Faults::NONE);
    wire.run_until(1_000);
    assert_eq!(wire.ends[0].told, [ToldByLink::NewPeer { dropped: false }]);
    assert_eq!(wire.ends[1].told, [ToldByLink::NewPeer { dropped: false }]);
    wire.ends.iter_mut().for_each(|end| end.told.clear());
    wire
}

fn send(wire: &mut Linked, end: usize, number: u32) {
    let link = &mut wire.ends[end].link;
    link.send(payload(number)).expect("it is free");
}

fn arrived(number: u32) -> ToldByLink {
    ToldByLink::Payload(payload(number).to_vec())
}

#[test]
fn a_payload_that_is_sent_before_the_first_contact_is_not_dropped() {
    let mut wire = Linked::new(1, Faults::NONE);
    send(&mut wire, 0, 5);
    wire.run_until(1_000);
    assert_eq!(wire.ends[0].told, [ToldByLink::NewPeer { dropped: false }]);
    let told = [ToldByLink::NewPeer { dropped: false }, arrived(5)];
    assert_eq!(wire.ends[1].told, told);
}

#[test]
fn a_restart_drops_what_was_under_way_and_says_so() {
    let mut wire = met();
    wire.lanes[0].cut(true);
    send(&mut wire, 0, 1);
    wire.run_until(1_500);
    wire.restart(1);
    wire.lanes[0].cut(false);
    wire.run_until(3_000);
    assert_eq!(wire.ends[0].told, [ToldByLink::NewPeer { dropped: true }]);
    assert_eq!(wire.ends[1].told, [ToldByLink::NewPeer { dropped: false }]);
    // The new life is an ordinary one.
    send(&mut wire, 0, 2);
    send(&mut wire, 1, 3);
    wire.run_until(4_000);
    assert_eq!(wire.ends[0].told[1..], [arrived(3)]);
    assert_eq!(wire.ends[1].told[1..], [arrived(2)]);
    assert!(wire.is_up(0) && wire.is_up(1));
}

/// A console is unplugged, another takes its place, and the first one comes back: it has kept its power and its numbers,
/// and would take new data for old if the table took it for the one that has just been there.
#[test]
fn a_device_that_comes_back_after_another_is_met_anew() {
    let mut wire = met();
    (0..3).for_each(|number| {
        send(&mut wire, 0, number);
        wire.run_until(wire.now_ms() + 100);
    });
    assert_eq!(wire.ends[1].told.len(), 3);

    wire.run_until(2_000);
    let unplugged = wire.replace(1, 9);
    wire.run_until(2_000 + 2 * SILENCE_MS);
    assert_eq!(wire.ends[0].told, [ToldByLink::NewPeer { dropped: false }]);
    send(&mut wire, 0, 3);
    wire.run_until(5_000);
    let told = &wire.ends[1].told;
    assert!(told.contains(&arrived(3)), "{told:?}");

    wire.ends[1] = unplugged;
    wire.run_until(8_000);
    wire.ends[1].told.clear();
    for number in 4..8 {
        send(&mut wire, 0, number);
        wire.run_until(wire.now_ms() + 200);
    }
    assert_eq!(wire.ends[1].told, [4, 5, 6, 7].map(arrived));
}

/// Either side restarts at any moment of a heartbeat's time, and the link is back within a second.
#[test]
fn the_link_is_back_within_a_second_of_a_restart() {
    for (end, late_ms) in (0..2).flat_map(|end| (0..=200).map(move |ms| (end, ms))) {
        let mut wire = met();
        wire.run_until(1_000 + late_ms);
        wire.restart(end);
        wire.run_until(2_000 + late_ms);
        assert!(
            wire.is_up(0) && wire.is_up(1),
            "end {end} after {late_ms} ms"
        );
        send(&mut wire, 0, 2);
        send(&mut wire, 1, 3);
        wire.run_until(wire.now_ms() + 50);
        assert_eq!(wire.ends[0].told.last(), Some(&arrived(3)));
        assert_eq!(wire.ends[1].told.last(), Some(&arrived(2)));
    }
}

/// The same while the two are still greeting each other, and with a slow wire.
#[test]
fn a_restart_in_any_phase_of_the_greeting_heals() {
    for (end, at_ms) in (0..2).flat_map(|end| (0..=40).map(move |ms| (end, ms))) {
        let mut wire = Linked::new(1, Faults::NONE);
        wire.run_until(at_ms);
        wire.restart(end);
        wire.run_until(at_ms + 1_000);
        assert!(wire.is_up(0) && wire.is_up(1), "end {end} at {at_ms} ms");
    }
}
