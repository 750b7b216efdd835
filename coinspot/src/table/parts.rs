//! The page in parts that change at their own pace, each a JSON message: lamps in milliseconds, the sign's dots some
//! thirty times a second, the rest when something happens.

use std::sync::Arc;

use embedded_graphics::geometry::Point;
use serde_json::json;
use sign::{Colour, Screen};

use super::engine::SignNow;
use super::glance::TableGlance;
use super::irregular;
use super::papers::Papers;
use super::play::TablePlay;
use super::socket::PageParts;
use super::view::View;

/// The 48 bits without the loop-back (0) and the emitters (43, 44), which change every millisecond and which nobody sees.
const LAMPS: u64 = !(1 << 0 | 1 << 43 | 1 << 44) & ((1 << 48) - 1);

/// The newest message of every part. A clone costs nothing.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Parts {
    /// `{"lamps": n}`: the 48 bits that the chain lights.
    pub lamps: Arc<str>,
    /// `{"sign": {"dots": "...", "text": "..."}}`.
    pub sign: Arc<str>,
    /// `{"view": {...}}`.
    pub view: Arc<str>,
    /// `{"irregular": [...]}`.
    pub irregular: Arc<str>,
    /// `{"log": [...]}`.
    pub log: Arc<str>,
    /// The table at a glance, for whoever plays several of them.
    pub glance: Arc<TableGlance>,
    /// The files that a page takes away.
    pub papers: Papers,
}

impl PageParts for Parts {
    /// A lamp is small and does not wait for a page to be drawn.
    fn messages(&self) -> Vec<&Arc<str>> {
        vec![
            &self.lamps,
            &self.view,
            &self.irregular,
            &self.log,
            &self.sign,
        ]
    }

    fn paper(&self, name: &str) -> Option<(&'static str, String)> {
        self.papers.named(name)
    }
}

impl Parts {
    /// Takes over the lamps.
    pub fn light(&mut self, play: &TablePlay) {
        let lit = play.engine().lit().map(|lit| lit & LAMPS);
        self.lamps = json!({ "lamps": lit }).to_string().into();
    }

    /// Takes over the sign.
    pub fn draw(&mut self, play: &TablePlay) {
        let sign = play
            .engine()
            .sign()
            .map(|SignNow { screen, text }| json!({ "dots": dots(&screen), "text": text }));
        self.sign = json!({ "sign": sign }).to_string().into();
    }

    /// Takes over everything else.
    pub fn write(&mut self, play: &TablePlay) {
        self.view = json!({ "view": View::of(play) }).to_string().into();
        let irregular = irregular::subjects(play);
        self.irregular = json!({ "irregular": irregular }).to_string().into();
        let lines: Vec<_> = play.log.lines().collect();
        self.log = json!({ "log": lines }).to_string().into();
        self.glance = TableGlance::of(play).into();
        self.papers = play.papers.clone();
    }
}

/// Two dots a hexadecimal digit, row by row from the upper left; of each dot bit 0 is red, bit 1 green.
pub fn dots(screen: &Screen) -> String {
    let mut text = String::with_capacity(2_048);
    for y in 0..Screen::HEIGHT {
        for x in (0..Screen::WIDTH).step_by(2) {
            let pair = colour(screen, x, y) | colour(screen, x + 1, y) << 2;
            text.extend(char::from_digit(pair, 16));
        }
    }
    text
}

fn colour(screen: &Screen, x: u32, y: u32) -> u32 {
    let at = Point::new(x.cast_signed(), y.cast_signed());
    u32::from(screen.dot(at).unwrap_or(Colour::Off) as u8)
}
