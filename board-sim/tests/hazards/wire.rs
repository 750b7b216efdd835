//! A console that sends more than the table can answer at once.

use board_sim::board::Board;
use board_sim::chip::map::FLASH;
use board_sim::chip::pins::{ChipPin, Drive};
use board_sim::chip::usart::Departure;
use board_sim::chip::wires::{Serial, Wires};
use board_sim::table::{BoardEngine, key_page};
use board_sim::time::{Span, Time};
use link::decoder::Decoder;
use link::frame::{Encoded, Frame, FrameBody, Head, read_body};
use shared_rules::wire::message::Request;
use shared_rules::wire::payload;
use shared_rules::wire::role::{Role, WireKind};
use shared_rules::wire::session::{Greeting, SessionKeys, Speaker};
use simulator::engine::key_of;

const BAUD: u64 = 115_200;

/// An acknowledgement is longer than a heartbeat: these fill the port's buffer.
const HEARTBEATS: usize = 150;

/// One frame that is being sent, and the acknowledgement behind it.
const ANSWERED: Span = Span::ms(6);

/// What the table says to its console.
#[derive(Debug)]
struct Line {
    decoder: Decoder,
    welcome: Option<Head>,
    /// When it acknowledges the first payload.
    acknowledged: Option<Time>,
}

impl Wires for Line {
    fn drive(&mut self, _: ChipPin, _: Drive, _: Time) {}

    fn sense(&mut self, _: ChipPin, _: Time) -> bool {
        true
    }

    fn sent(&mut self, serial: Serial, departure: Departure) {
        if serial != Serial::Usart1 {
            return;
        }
        let Some(frame) = self.decoder.feed(departure.byte) else {
            return;
        };
        if matches!(frame.head, Head::Welcome { .. }) {
            self.welcome = Some(frame.head);
        }
        if let Some(FrameBody::Ack { next: 1, .. }) = read_body(frame.body) {
            self.acknowledged.get_or_insert(departure.at);
        }
    }
}

/// The keys of a simulated table, in their page.
fn give_keys(board: &mut Board<Line>) {
    let image = BoardEngine::built_image();
    let place = image.symbol("_key_start").expect("a place for the keys");
    let flash = board.flash_contents_mut();
    flash.load(place - FLASH, &key_page());
}

/// A console that says what it likes in a session of its own.
struct Console {
    keys: SessionKeys,
    sent: u64,
}

impl Console {
    /// Greets the table.
    fn greet(board: &mut Board<Line>) -> Console {
        let entry = key_of(Role::Dealer);
        let hello = Head::Hello {
            number: entry.number,
            offer: [1; 16],
            present: None,
        };
        let hello = Frame {
            head: hello,
            body: &[],
        };
        board.feed(
            Serial::Usart1,
            &hello.encode().expect("a short frame"),
            BAUD,
        );
        board.run_for(Span::ms(50)).expect("what is modelled");
        let Some(Head::Welcome { offer, .. }) = board.world().welcome else {
            panic!("no welcome");
        };
        let greeting = Greeting {
            wire: WireKind::Console,
            number: entry.number,
            of_initiator: [1; 16],
            of_responder: offer,
        };
        Console {
            keys: greeting.session(&entry.key),
            sent: 0,
        }
    }

    fn frame(&mut self, body: &FrameBody<'_>) -> Encoded {
        let body = payload::write(body).expect("a short body");
        self.sent += 1;
        let counter = self.sent;
        let tag = self.keys.tag(Speaker::Initiator, counter, &body);
        let head = Head::Sealed { counter, tag };
        Frame { head, body: &body }.encode().expect("a short frame")
    }
}

#[test]
fn a_request_behind_a_flood_of_heartbeats_is_acknowledged_within_milliseconds() {
    let mut slowest = Span::ZERO;
    for heartbeats in HEARTBEATS..HEARTBEATS + 20 {
        let line = Line {
            decoder: Decoder::new(),
            welcome: None,
            acknowledged: None,
        };
        let mut board = Board::new(BoardEngine::built_image(), line).expect("an image");
        give_keys(&mut board);
        board.power_on();
        board.run_for(Span::ms(400)).expect("what is modelled");
        let mut console = Console::greet(&mut board);
        for _ in 0..heartbeats {
            board.feed(Serial::Usart1, &console.frame(&FrameBody::Heartbeat), BAUD);
        }
        let hello = payload::write(&Request::Hello).expect("a short request");
        let request = FrameBody::Data {
            sequence: 0,
            payload: &hello,
        };
        board.feed(Serial::Usart1, &console.frame(&request), BAUD);
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
