//! From reset to a running table: the self-check first, then the scan, so that the lamps tell the truth from the
//! first millisecond, then the controller, and with its boot count the wires.

use defmt::{Display2Format, error, info};
use embassy_executor::Spawner;
use firmware::controller::Controller;
use firmware::health::Task;
use firmware::journal;
use firmware::lamps::Lamps;
use link::frame::Session;
use static_cell::StaticCell;

use super::flash::Bank2;
use super::parts::Parts;
use super::shared::{check_in, show};
use super::tasks::wire::Ends;
use super::{image, key, last_words, tasks};

/// The controller that the board runs.
pub(super) type BoardController = Controller<Bank2>;

#[embassy_executor::main]
async fn main(_spawner: Spawner) {
    if let Some((controller, ends)) = start() {
        tasks::controller::run(controller, ends).await;
    }
}

/// Everything up to the running table; nothing where the board is not made for it, which the log says. Not inlined, so
/// that it does not take its part of the stack for ever.
#[inline(never)]
fn start() -> Option<(&'static mut BoardController, Ends)> {
    let Some(parts) = Parts::take() else {
        error!("a wire's rate cannot be set");
        return None;
    };
    let image_is_sound = image::is_sound();
    let last_words = last_words::take(parts.reset_cause);
    show(Lamps {
        fault: !image_is_sound,
        ..Lamps::default()
    });
    info!("image sound: {}", image_is_sound);
    if let Some(words) = &last_words {
        error!("last words: {=[u8]:a}", words.as_bytes());
    }
    tasks::scan::start(parts.felt);
    let executor = tasks::start();
    tasks::health::start(executor, parts.life);
    let Ok(controller) = controller(parts.flash) else {
        error!("the journal does not fit into the flash");
        return None;
    };
    check_in(Task::Controller);
    controller.start_watched(key::read(), last_words, || check_in(Task::Controller));
    controller.image_is_sound(image_is_sound);
    let boot = controller.ledger().boots();
    match controller.halt() {
        None => info!("start {}", boot),
        Some(halt) => error!("halted: {}", Display2Format(&halt)),
    }
    let ends = tasks::wire::start(executor, Session::of_boot(boot), parts.sign, parts.console);
    Some((controller, ends))
}

/// The controller, in a place of its own: it is large, and lives as long as the table. Not inlined, so that it does not
/// take as much of the stack for ever.
#[inline(never)]
fn controller(flash: Bank2) -> Result<&'static mut BoardController, &'static mut journal::Error> {
    static CONTROLLER: StaticCell<Result<BoardController, journal::Error>> = StaticCell::new();
    CONTROLLER.init_with(|| Controller::new(flash)).as_mut()
}
