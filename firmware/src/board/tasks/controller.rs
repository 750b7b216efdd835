//! The controller's task: runs the main loop whenever there is news or time has passed, and passes its news on to the
//! other tasks and the log.

use defmt::{Display2Format, error, info};
use embassy_futures::select::select;
use embassy_time::{Instant, Timer};
use firmware::controller::Halt;
use firmware::health::Task;
use firmware::main_loop::LoopNews;

use crate::board::rtc::RtcClock;
use crate::board::shared::{CONSOLE_NEWS, NEWS, SIGN_NEWS, check_in, now_ms};
use crate::board::start::{BoardEnds, BoardLoop};

/// Runs the table.
pub(in crate::board) async fn run(main_loop: &mut BoardLoop, ends: BoardEnds) {
    let mut halted = main_loop.controller().halt();
    let mut clock = RtcClock::default();
    loop {
        main_loop.note_time_of_day(clock.read(now_ms()));
        let news = main_loop.poll(&ends, now_ms);
        pass_on(news);
        if let Some(seconds) = news.clock {
            clock.set(seconds, now_ms());
        }
        tell_halt(main_loop.controller().halt(), &mut halted);
        check_in(Task::Controller);
        let next = Timer::at(Instant::from_millis(news.next_ms));
        select(NEWS.wait(), next).await;
    }
}

fn pass_on(news: LoopNews) {
    if news.opened {
        info!("bets are open");
    }
    if news.sign {
        SIGN_NEWS.signal(());
    }
    if news.console {
        CONSOLE_NEWS.signal(());
    }
}

/// Reports the reason of a halt in the log, once.
#[inline(never)]
fn tell_halt(halt: Option<Halt>, told: &mut Option<Halt>) {
    if let Some(halt) = halt.filter(|_| *told != halt) {
        error!("halted: {}", Display2Format(&halt));
    }
    *told = halt;
}
