//! A sign on the wall: its end of the wire, and what it shows.

use std::convert::Infallible;

use embedded_graphics::Pixel;
use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::geometry::{OriginDimensions, Point, Size};
use link::frame::Encoded;
use link::{Initiator, Link, LinkEvent, SILENCE_MS, Seed};
use shared_rules::wire::key::KeyEntry;
use shared_rules::wire::payload;
use shared_rules::wire::role::{Role, WireKind};
use shared_rules::wire::sign::{SignPicture, SignVersion};

use crate::engine::key_of;
use sign::{Colour, Page, Screen, Sign, SignLines, draw};

/// A sign with power.
#[derive(Debug)]
pub struct SignBoard {
    link: Link<Initiator>,
    sign: Sign,
    picture: Option<SignPicture>,
    /// The version that it reports.
    pub version: SignVersion,
    /// When each picture came.
    pub heard: Vec<(u64, SignPicture)>,
}

impl SignBoard {
    /// A sign that starts now and has the pairing key of simulated tables.
    pub fn new(seed: &Seed, now_ms: u64) -> SignBoard {
        SignBoard::with_key(key_of(Role::Sign), seed, now_ms)
    }

    /// The same with another key.
    pub fn with_key(key: KeyEntry, seed: &Seed, now_ms: u64) -> SignBoard {
        SignBoard {
            link: Link::initiator(WireKind::Sign, key, seed),
            sign: Sign::new(now_ms),
            picture: None,
            version: SignVersion::OURS,
            heard: Vec::new(),
        }
    }

    /// The picture that came last.
    pub fn picture(&self) -> Option<SignPicture> {
        self.picture
    }

    /// True while the table answers.
    pub fn is_up(&self, now_ms: u64) -> bool {
        self.link.is_up(now_ms)
    }

    /// The sign itself: what it will show if it hears nothing else.
    pub fn sign(&self) -> &Sign {
        &self.sign
    }

    /// What it shows, as text.
    pub fn lines(&self, now_ms: u64) -> SignLines {
        self.sign.lines(now_ms)
    }

    /// What it shows, as dots.
    pub fn screen(&self, now_ms: u64) -> Screen {
        let mut screen = Screen::new();
        let Ok(()) = self.sign.draw(now_ms, &mut screen);
        screen
    }

    pub(super) fn receive(&mut self, bytes: &[u8], now_ms: u64) {
        for byte in bytes {
            match self.link.receive(*byte, now_ms) {
                Some(LinkEvent::NewPeer { .. }) => {
                    let version = payload::write(&self.version).expect("a short message");
                    let _ = self.link.send(version);
                }
                Some(LinkEvent::Payload(message)) => {
                    if let Some(picture) = payload::read(message) {
                        self.sign.hear(picture, now_ms);
                        self.picture = Some(picture);
                        self.heard.push((now_ms, picture));
                    }
                }
                None => {}
            }
        }
    }

    pub(super) fn step(&mut self, now_ms: u64) {
        if self.link.is_up(now_ms) {
            // A link counts as up until it has been silent for as long as a sign waits: the sign need not wait again.
            self.sign.heartbeat((now_ms + 1).saturating_sub(SILENCE_MS));
        }
    }

    pub(super) fn transmit(&mut self, now_ms: u64) -> Option<Encoded> {
        self.link.transmit(now_ms)
    }
}

/// Every dot of a page is on the matrix, and the page lights some.
#[track_caller]
pub fn assert_fits(page: &Page) {
    let (lit, screen) = (lit_dots(page), Screen::new());
    let outside = lit.iter().find(|at| screen.dot(**at).is_none());
    assert_eq!(outside, None, "of {}", page.lines());
    assert!(!lit.is_empty(), "nothing is drawn of {}", page.lines());
}

/// The dots that a page lights, also where the matrix has none.
pub fn lit_dots(page: &Page) -> Vec<Point> {
    let mut canvas = Canvas(Vec::new());
    let Ok(()) = draw(page, &mut canvas);
    canvas.0
}

/// A matrix without edges, which keeps the lit dots.
struct Canvas(Vec<Point>);

impl OriginDimensions for Canvas {
    fn size(&self) -> Size {
        Screen::new().size()
    }
}

impl DrawTarget for Canvas {
    type Color = Colour;
    type Error = Infallible;

    fn draw_iter<I: IntoIterator<Item = Pixel<Colour>>>(
        &mut self,
        dots: I,
    ) -> Result<(), Infallible> {
        let lit = dots.into_iter().filter(|dot| dot.1 != Colour::Off);
        self.0.extend(lit.map(|dot| dot.0));
        Ok(())
    }
}
