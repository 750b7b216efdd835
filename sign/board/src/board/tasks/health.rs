//! The health task: feeds the watchdog while every task's heartbeat is current, shows it with the heartbeat lamp, and
//! watches the test button.

use board_support::last_words::{self, KeptWords};
use defmt::error;
use embassy_executor::SendSpawner;
use embassy_time::Timer;
use sign::SignTask;

use crate::board::parts::Life;
use crate::board::shared::{PRESSED, silent};

/// Short enough for a watchdog of a second and for the shortest patience; long enough for a button that bounces.
const FEED_MS: u64 = 50;

/// Half a beat of the lamp, in feeds.
const BEAT_FEEDS: u32 = 10;

/// Starts the watch.
pub(in crate::board) fn start(spawner: SendSpawner, life: Life) {
    match watch(life) {
        Ok(task) => spawner.spawn(task),
        Err(_) => error!("no room for the watch"),
    }
}

#[embassy_executor::task]
async fn watch(life: Life) {
    let Life {
        mut watchdog,
        mut heartbeat,
        test_button,
    } = life;
    let mut was_pressed = false;
    let mut feeds = 0;
    let hung = loop {
        watchdog.pet();
        Timer::after_millis(FEED_MS).await;
        if let Some(task) = silent() {
            break task;
        }
        let is_pressed = test_button.is_low();
        if is_pressed && !was_pressed {
            PRESSED.signal(());
        }
        was_pressed = is_pressed;
        feeds = (feeds + 1) % BEAT_FEEDS;
        if feeds == 0 {
            heartbeat.toggle();
        }
    };
    let words = words(hung);
    error!("{}", words);
    last_words::keep(KeptWords::of(words));
}

const fn words(hung: SignTask) -> &'static str {
    match hung {
        SignTask::Scan => "watchdog: the row scan was silent",
        SignTask::Link => "watchdog: the link was silent",
        SignTask::Renderer => "watchdog: the renderer was silent",
    }
}
