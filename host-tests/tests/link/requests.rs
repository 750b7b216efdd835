//! Requests that a console sends without waiting for the answers: what the wire has acknowledged is answered.

use firmware::controller::Controller;
use link::LinkEvent;
use link::to_console::{REQUESTS_MAX, ToConsole};
use parts::flash::{FlashChip, Socket};
use shared_rules::wire::message::{Report, Request};
use shared_rules::wire::payload;
use simulator::linked::EitherLink;
use simulator::table::{JOURNAL_PAGES, SeedOwner, fresh_seed, key_ring};

#[test]
fn requests_sent_without_waiting_are_all_answered() {
    let socket = Socket::new(FlashChip::new(JOURNAL_PAGES));
    let mut controller = Controller::new(socket).expect("a flash that fits");
    controller.start(&key_ring(), None);
    let seed = fresh_seed(SeedOwner::Table, 0, 1);
    let mut table = ToConsole::new(&key_ring(), Some(&seed));
    let mut console = EitherLink::of(1, 1);
    let request = payload::write(&Request::Hello).expect("a short request");
    let (mut sent, mut answers) = (0, 0);
    for now_ms in 0..5_000 {
        if sent < REQUESTS_MAX && console.is_free() && console.send(request.clone()).is_ok() {
            sent += 1;
        }
        for byte in console.transmit(now_ms).into_iter().flatten() {
            table.receive(byte, now_ms);
        }
        // The table is busy until every request has been acknowledged.
        if sent == REQUESTS_MAX && console.is_free() {
            let turn = table.turn();
            let said = turn.and_then(|turn| controller.serve(&turn, now_ms));
            said.into_iter().for_each(|message| table.say(message));
        }
        for byte in table.transmit(now_ms).into_iter().flatten() {
            if let Some(LinkEvent::Payload(report)) = console.receive(byte, now_ms) {
                assert!(matches!(payload::read(report), Some(Report::Hello { .. })));
                answers += 1;
            }
        }
    }
    assert_eq!((sent, answers), (REQUESTS_MAX, REQUESTS_MAX));
}
