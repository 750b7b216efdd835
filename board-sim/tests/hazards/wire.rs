//! A console that sends more than the table can answer at once.

use board_sim::board::Board;
use board_sim::chip::pins::{ChipPin, Drive};
use board_sim::chip::usart::Departure;
use board_sim::chip::wires::{Serial, Wires};
use board_sim::table::BoardEngine;
use board_sim::time::{Span, Time};
use link::decoder::Decoder;
use link::frame::{Encoded, Frame, FrameBody, Session};
use shared_rules::wire::message::Request;
use shared_rules::wire::payload;

const BAUD: u64 = 115_200;

/// An acknowledgement is longer than a heartbeat: these fill the port's buffer.
const HEARTBEATS: usize = 150;

/// One frame that is being sent, and the acknowledgement behind it.
const ANSWERED: Span = Span::ms(6);

/// When the table acknowledges the first payload.
#[derive(Debug)]
struct Line {
    decoder: Decoder,
    acknowledged: Option<Time>,
}

impl Wires for Line {
    fn drive(&mut self, _: ChipPin, _: Drive, _: Time) {}

    fn sense(&mut self, _: ChipPin, _: Time) -> bool {
        true
    }

    fn sent(&mut self, serial: Serial, departure: Departure) {
        if serial == Serial::Usart1
            && let Some(frame) = self.decoder.feed(departure.byte)
            && frame.body == (FrameBody::Ack { next: 1 })
        {
            self.acknowledged.get_or_insert(departure.at);
        }
    }
}

fn from_console(body: FrameBody<'_>) -> Encoded {
    let session = Session::of_boot(1);
    let frame = Frame {
        from: session,
        to: Some(session).filter(|_| body != FrameBody::Heartbeat),
        body,
    };
    frame.encode().expect("a short frame")
}

#[test]
fn a_request_behind_a_flood_of_heartbeats_is_acknowledged_within_milliseconds() {
    let mut slowest = Span::ZERO;
    for heartbeats in HEARTBEATS..HEARTBEATS + 20 {
        let line = Line {
            decoder: Decoder::new(),
            acknowledged: None,
        };
        let mut board = Board::new(BoardEngine::built_image(), line).expect("an image");
        board.power_on();
        board.run_for(Span::ms(400)).expect("what is modelled");
        for _ in 0..heartbeats {
            board.feed(Serial::Usart1, &from_console(FrameBody::Heartbeat), BAUD);
        }
        let hello = payload::write(&Request::Hello).expect("a short request");
        let request = FrameBody::Data {
            sequence: 0,
            payload: &hello,
        };
        board.feed(Serial::Usart1, &from_console(request), BAUD);
        while board.arriving(Serial::Usart1) > 0 {
            board.run_for(Span::us(100)).expect("what is modelled");
        }
        let sent = board.now();
        board.run_for(Span::ms(500)).expect("what is modelled");
        let acknowledged = board.world().acknowledged.expect("an acknowledgement");
        slowest = slowest.max(acknowledged.since(sent));
    }
    println!("acknowledged after {slowest:?} at most");
    assert!(slowest <= ANSWERED, "{slowest:?}");
}
