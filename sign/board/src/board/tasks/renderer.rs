//! The renderer's task: draws the sign's page, or the self-test, whenever it changes.

use embassy_futures::select::{Either3, select3};
use embassy_time::{Instant, Timer};
use sign::{Page, RENDERER_BEAT_MS, Screen, SelfTest, Sign, SignTask, TestPicture};

use crate::board::shared::{FRAMES, PRESSED, SHOWN, STATE, check_in, now_ms};

/// The version on the last picture of the self-test.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Draws for ever.
pub(in crate::board) async fn run(screen: &mut Screen) {
    let mut sign = Sign::new(now_ms());
    let mut test = SelfTest::new();
    let mut shown = None;
    loop {
        check_in(SignTask::Renderer);
        let now = now_ms();
        let content = Content::of(&sign, test, now);
        if shown.as_ref() != Some(&content) {
            content.draw(screen);
            show(screen).await;
            shown = Some(content);
        }
        let next = [sign.poll_at(now), test.poll_at(now)];
        let beat = now.saturating_add(RENDERER_BEAT_MS);
        let next = next.into_iter().flatten().fold(beat, u64::min);
        let next = Timer::at(Instant::from_millis(next));
        match select3(STATE.wait(), PRESSED.wait(), next).await {
            Either3::First(changed) => sign = changed,
            Either3::Second(()) => test.start(now_ms()),
            Either3::Third(()) => {}
        }
    }
}

/// What the panels show.
#[derive(PartialEq, Eq)]
enum Content {
    Page(Page),
    Test(TestPicture),
}

impl Content {
    fn of(sign: &Sign, test: SelfTest, now_ms: u64) -> Self {
        match test.picture(now_ms) {
            Some(picture) => Self::Test(picture),
            None => Self::Page(sign.page(now_ms)),
        }
    }

    fn draw(&self, screen: &mut Screen) {
        match self {
            Self::Test(picture) => picture.draw(VERSION, screen),
            Self::Page(page) => {
                let Ok(()) = sign::draw(page, screen);
            }
        }
    }
}

/// Hands the screen to the row scan, once the frame before is shown: at most one refresh, 5 ms, later.
async fn show(screen: &Screen) {
    while !FRAMES.draw(screen) {
        SHOWN.wait().await;
    }
}
