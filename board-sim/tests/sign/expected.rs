//! The pages that a sign has to show: the portable sign on the host hears what passes on the wire, without a word of its
//! own.

use board_sim::chip::usart::Departure;
use board_sim::time::Time;
use link::decoder::Decoder;
use link::frame::{FrameBody, Head};
use shared_rules::wire::payload;
use shared_rules::wire::sign::SignPicture;
use sign::{Page, Screen, Sign};

/// A listener on the wire from the table.
#[derive(Clone, Debug)]
pub struct Listener {
    decoder: Decoder,
    /// The number of the data heard last in this session: a retry is no news.
    last: Option<u64>,
    /// The pictures, each with the time at which its last byte arrived.
    pub pictures: Vec<(Time, SignPicture)>,
}

impl Listener {
    pub const fn new() -> Self {
        Self {
            decoder: Decoder::new(),
            last: None,
            pictures: Vec::new(),
        }
    }

    pub fn hear(&mut self, bytes: &[Departure]) {
        for departure in bytes {
            let Some(frame) = self.decoder.feed(departure.byte) else {
                continue;
            };
            if let Head::Welcome { .. } = frame.head {
                self.last = None;
            }
            let Ok(FrameBody::Data { sequence, payload }) = postcard::from_bytes(frame.body) else {
                continue;
            };
            if self.last != Some(sequence) {
                self.last = Some(sequence);
                let picture = payload::read(payload).expect("a picture");
                self.pictures.push((departure.at, picture));
            }
        }
    }

    /// A sign that has heard all of it up to a time, by the common clock, and a heartbeat then.
    pub fn sign(&self, now_ms: u64) -> Sign {
        let mut sign = Sign::new(0);
        let heard = self.pictures.iter().map(|(at, picture)| (ms(*at), picture));
        for (at_ms, picture) in heard.take_while(|(at_ms, _)| *at_ms <= now_ms) {
            sign.hear(*picture, at_ms);
        }
        sign.heartbeat(now_ms);
        sign
    }

    /// The page from one time to another, in milliseconds; none if it changes within.
    pub fn page(&self, from_ms: u64, to_ms: u64) -> Option<Page> {
        let mut times = self.pictures.iter().map(|(at, _)| ms(*at));
        if times.any(|at_ms| (from_ms..=to_ms).contains(&at_ms)) {
            return None;
        }
        let sign = self.sign(to_ms);
        let page = sign.page(to_ms);
        let stays = (from_ms..to_ms).all(|ms| sign.page(ms) == page);
        stays.then_some(page)
    }
}

const fn ms(at: Time) -> u64 {
    at.as_us() / 1_000
}

/// The dots of a page.
pub fn drawn(page: &Page) -> Screen {
    let mut screen = Screen::new();
    let Ok(()) = sign::draw(page, &mut screen);
    screen
}
