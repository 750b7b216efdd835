//! The health task: feeds the watchdog while every task's heartbeat is current, and shows it with the heartbeat lamp.
//! When one is missing, the watchdog resets the chip, and the next start names the task.

use board_support::last_words::{self, KeptWords};
use defmt::error;
use embassy_executor::SendSpawner;
use embassy_time::Timer;
use firmware::health::Task;

use crate::board::parts::Life;
use crate::board::shared::silent;

/// Short enough for a watchdog of a second and for the shortest patience.
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
    } = life;
    let hung = loop {
        for _ in 0..BEAT_FEEDS {
            watchdog.pet();
            Timer::after_millis(FEED_MS).await;
            if silent().is_some() {
                break;
            }
        }
        if let Some(task) = silent() {
            break task;
        }
        heartbeat.toggle();
    };
    let words = words(hung);
    error!("{}", words);
    last_words::keep(KeptWords::of(words));
}

const fn words(hung: Task) -> &'static str {
    match hung {
        Task::Scan => "watchdog: the scan was silent",
        Task::Controller => "watchdog: the controller was silent",
        Task::Sign => "watchdog: the sign's wire was silent",
        Task::Console => "watchdog: the console's wire was silent",
    }
}
