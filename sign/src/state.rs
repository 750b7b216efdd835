//! The sign's state: the last picture, the time of the last contact with the table, and the page that follows from
//! both.
//!
//! Time is passed in, and [`Sign::poll_at`] passes the next deadline out.

use embedded_graphics::draw_target::DrawTarget;
use shared_rules::money::Cents;
use shared_rules::wire::sign::{Banner, SignFault, SignPicture};

use super::cycle;
use super::odometer::Odometer;
use super::page::Page;
use super::render;
use super::screen::Colour;
use super::timing::{SILENCE_MS, TURN_MS};
use super::words::SignLines;

/// A sign.
#[derive(Clone, Debug)]
pub struct Sign {
    picture: Option<SignPicture>,
    odometer: Odometer,
    /// The time at which anything was received last.
    heard_ms: u64,
    /// The time at which the pages changed last, and the turn of the cycle with which they started.
    changed_ms: u64,
    first_turn: usize,
}

impl Sign {
    /// A sign that has just been switched on.
    #[must_use]
    pub const fn new(now_ms: u64) -> Sign {
        Sign {
            picture: None,
            odometer: Odometer::still(Cents::ZERO),
            heard_ms: now_ms,
            changed_ms: now_ms,
            first_turn: 0,
        }
    }

    /// Accepts a picture as it arrives.
    pub fn hear(&mut self, picture: SignPicture, now_ms: u64) {
        let before = self.picture.replace(picture);
        let known_before = before.is_some_and(|before| before.amount.is_some());
        match picture.amount {
            Some(amount) if known_before && may_roll(picture.banner) => {
                self.odometer.roll_to(amount, now_ms);
            }
            amount => self.odometer = Odometer::still(amount.unwrap_or_default()),
        }
        if before.is_none_or(|before| but_amount(before) != but_amount(picture)) {
            self.changed_ms = now_ms;
            let has_news = before.is_none_or(|before| news(&before) != news(&picture));
            // News start with their first page. Without news the call has changed, which stands over the jackpot.
            self.first_turn = if has_news {
                0
            } else {
                cycle::jackpot_turn(&picture)
            };
        }
        self.heartbeat(now_ms);
    }

    /// Notes that the table is there and has no new picture.
    pub fn heartbeat(&mut self, now_ms: u64) {
        self.heard_ms = now_ms;
    }

    /// True once nothing has been received for too long.
    #[must_use]
    pub const fn link_lost(&self, now_ms: u64) -> bool {
        now_ms >= self.lost_ms()
    }

    const fn lost_ms(&self) -> u64 {
        self.heard_ms.saturating_add(SILENCE_MS)
    }

    /// The page at a time.
    #[must_use]
    pub fn page(&self, now_ms: u64) -> Page {
        let link_lost = self.link_lost(now_ms);
        match &self.picture {
            None => Page::without_picture(link_lost),
            Some(picture) => {
                let subject = cycle::subject(picture, self.turn(picture, now_ms));
                Page::of(picture, subject, self.odometer.read(now_ms), link_lost)
            }
        }
    }

    /// The page at a time, as text.
    #[must_use]
    pub fn lines(&self, now_ms: u64) -> SignLines {
        self.page(now_ms).lines()
    }

    /// Draws the page at a time over the previous content.
    pub fn draw<D>(&self, now_ms: u64, target: &mut D) -> Result<(), D::Error>
    where
        D: DrawTarget<Color = Colour>,
    {
        render::draw(&self.page(now_ms), target)
    }

    /// The time to draw again unless something is received earlier: nothing changes until then. `None` means never.
    #[must_use]
    pub fn poll_at(&self, now_ms: u64) -> Option<u64> {
        let silence = (!self.link_lost(now_ms)).then(|| self.lost_ms());
        let frame = self.odometer.next_frame_ms(now_ms);
        let turn = self.next_turn_ms(now_ms);
        [silence, frame, turn].into_iter().flatten().min()
    }

    /// The turn of the cycle. A lost link starts with the jackpot's, which shows the loss at once; a win takes its turns
    /// as before.
    fn turn(&self, picture: &SignPicture, now_ms: u64) -> usize {
        let first = if self.link_lost(now_ms) {
            cycle::jackpot_turn(picture)
        } else {
            self.first_turn
        };
        let turns = usize::try_from(self.turns(now_ms)).unwrap_or(usize::MAX);
        first
            .saturating_add(turns)
            .checked_rem(cycle::turns(picture))
            .unwrap_or_default()
    }

    /// Turns completed since the pages started.
    const fn turns(&self, now_ms: u64) -> u64 {
        now_ms.saturating_sub(self.pages_ms(now_ms)) / TURN_MS
    }

    /// The time at which the pages started to take turns.
    const fn pages_ms(&self, now_ms: u64) -> u64 {
        if self.link_lost(now_ms) {
            self.lost_ms()
        } else {
            self.changed_ms
        }
    }

    fn next_turn_ms(&self, now_ms: u64) -> Option<u64> {
        let picture = self.picture.as_ref()?;
        let next = self.turns(now_ms).saturating_add(1).saturating_mul(TURN_MS);
        (cycle::turns(picture) > 1).then(|| self.pages_ms(now_ms).saturating_add(next))
    }
}

/// All of a picture but its amount: the pages and their headings.
const fn but_amount(picture: SignPicture) -> SignPicture {
    SignPicture {
        amount: None,
        ..picture
    }
}

/// The news of a picture.
const fn news(picture: &SignPicture) -> (Banner, bool, Option<SignFault>) {
    (picture.banner, picture.no_progressive_bets, picture.fault)
}

/// True if the jackpot may roll to its new value: not while a win is on the sign, when every amount is exact.
const fn may_roll(banner: Banner) -> bool {
    matches!(banner, Banner::None)
}
