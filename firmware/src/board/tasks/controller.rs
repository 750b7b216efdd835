//! The controller's task: brings it what the felt and the console say, and carries what it shows to the lamps, the
//! sign and the console.

use defmt::{Display2Format, error, info};
use embassy_futures::select::select;
use embassy_time::Timer;
use firmware::controller::Halt;
use firmware::health::Task;
use firmware::sensors::SensorReadings;
use link::to_console::Turn;

use super::wire::Ends;
use crate::board::shared::{CONSOLE_NEWS, INBOX, NEWS, PICTURE, SIGN_NEWS, check_in, now_ms, show};
use crate::board::start::BoardController;

/// How often the controller looks at its clock when nothing happens: links go down and faults heal by time alone.
const TICK_MS: u64 = 10;

/// Runs the table. What it calls is not inlined: each takes its part of the stack only while it runs.
pub(in crate::board) async fn run(controller: &mut BoardController, ends: Ends) {
    let mut felt = None;
    let mut halted = controller.halt();
    loop {
        take_felt(controller, &mut felt);
        take_links(controller, &ends);
        serve_console(controller, &ends);
        tell_opened(controller, &mut felt);
        show_all(controller);
        tell_halt(controller, &mut halted);
        check_in(Task::Controller);
        select(NEWS.wait(), Timer::after_millis(TICK_MS)).await;
    }
}

/// What the scan has read since the last time, in its order; or, since time passes too, what was read last.
#[inline(never)]
fn take_felt(controller: &mut BoardController, felt: &mut Option<SensorReadings>) {
    let mut is_new = false;
    while let Some(readings) = INBOX.lock(|inbox| inbox.borrow_mut().take()) {
        is_new = true;
        *felt = Some(readings);
        controller.sense(&readings, now_ms());
        show(controller.lamps(now_ms()));
        tell_opened(controller, felt);
    }
    if let Some(readings) = felt.filter(|_| !is_new) {
        controller.sense(&readings, now_ms());
    }
}

/// The sensors have to know at once that betting has opened, by a key or by the console: what lies there now was there
/// before, and what is put down next is a bet.
fn tell_opened(controller: &mut BoardController, felt: &mut Option<SensorReadings>) {
    if controller.take_opened() {
        info!("bets are open");
        // What was read before says nothing about bets.
        INBOX.lock(|inbox| inbox.borrow_mut().open_betting());
        *felt = None;
    }
}

#[inline(never)]
fn take_links(controller: &mut BoardController, ends: &Ends) {
    let now_ms = now_ms();
    let sign_up = ends.sign.lock(|sign| sign.borrow().is_up(now_ms));
    let console_up = (ends.console).lock(|console| console.borrow().is_up(now_ms));
    controller.links(sign_up, console_up, now_ms);
}

/// As long as there is something to do for it and the wire takes the answer.
#[inline(never)]
fn serve_console(controller: &mut BoardController, ends: &Ends) {
    while let Some(turn) = ends.console.lock(|console| console.borrow_mut().turn()) {
        let is_free = turn == Turn::Free;
        match controller.serve(&turn, now_ms()) {
            Some(message) => {
                ends.console
                    .lock(|console| console.borrow_mut().say(message));
                CONSOLE_NEWS.signal(());
            }
            None if is_free => return,
            None => {}
        }
    }
}

/// Says in the log why the table is halted, once.
#[inline(never)]
fn tell_halt(controller: &BoardController, told: &mut Option<Halt>) {
    let halt = controller.halt();
    if let Some(halt) = halt.filter(|_| *told != halt) {
        error!("halted: {}", Display2Format(&halt));
    }
    *told = halt;
}

#[inline(never)]
fn show_all(controller: &BoardController) {
    show(controller.lamps(now_ms()));
    let picture = Some(controller.picture());
    if PICTURE.lock(|shown| shown.replace(picture)) != picture {
        SIGN_NEWS.signal(());
    }
}
