//! The pump, on ports made of memory.

use std::convert::Infallible;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use embedded_io_async::{ErrorType, Write};
use firmware::link::{Event, Full, Link, pump};
use shared_rules::wire::frame::{Payload, Session};

/// A port that takes a few bytes at a time.
#[derive(Default)]
struct Slow {
    written: Vec<u8>,
    flushed: usize,
}

impl ErrorType for Slow {
    type Error = Infallible;
}

impl Write for Slow {
    async fn write(&mut self, bytes: &[u8]) -> Result<usize, Infallible> {
        let count = bytes.len().min(3);
        self.written.extend(&bytes[..count]);
        Ok(count)
    }

    async fn flush(&mut self) -> Result<(), Infallible> {
        self.flushed = self.written.len();
        Ok(())
    }
}

/// Ports made of memory are never busy.
fn ready<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => value,
        Poll::Pending => panic!("it waits"),
    }
}

/// Lets one link speak and the other listen, through their ports.
fn carry(from: &mut Link, to: &mut Link, now_ms: u64) -> Vec<String> {
    let mut port = Slow::default();
    ready(pump::transmit(&mut port, from, || now_ms)).expect("memory");
    assert_eq!(port.flushed, port.written.len());
    let (mut told, mut rest) = (Vec::new(), &port.written[..]);
    while !rest.is_empty() {
        let owner = |event: Event<'_>| told.push(format!("{event:?}"));
        ready(pump::receive(&mut rest, to, || now_ms, owner)).expect("memory");
    }
    told
}

#[test]
fn the_pump_carries_payloads_and_answers() {
    let mut table = Link::new(Session::of_boot(1));
    let mut sign = Link::new(Session::of_boot(1));
    let first_contact = ["NewPeer { dropped: false }"];
    assert_eq!(carry(&mut table, &mut sign, 0), first_contact);
    assert_eq!(carry(&mut sign, &mut table, 0), first_contact);

    let payload = Payload::from_slice(&[7; 100]).expect("short");
    assert_eq!(table.send(payload.clone()), Ok(()));
    assert_eq!(table.send(payload), Err(Full));
    let told = format!("{:?}", Event::Payload(&[7; 100]));
    assert_eq!(carry(&mut table, &mut sign, 1), [told]);
    assert_eq!(carry(&mut sign, &mut table, 2), [""; 0]);
    assert!(table.is_free() && table.is_up(2));
    assert!(
        table.poll_at() > 2,
        "nothing is due before the next heartbeat"
    );
}
