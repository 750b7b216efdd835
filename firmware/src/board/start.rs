//! From reset to a running table: the self-check first, then the scan, so that the lamps tell the truth from the
//! first millisecond, then the controller, and with its boot count the wires.

use defmt::{error, info};
use embassy_executor::Spawner;
use embassy_futures::select::{Either, select};
use embassy_time::Timer;
use firmware::controller::Controller;
use firmware::health::Task;
use firmware::lamps::Lamps;
use shared_rules::wire::frame::Session;
use static_cell::StaticCell;

use super::flash::Bank2;
use super::parts::Parts;
use super::shared::{self, Wires};
use super::{image, key, last_words, tasks};

/// The journal of a new board is erased first: 256 pages of 25 ms. Three times that, and something hangs.
const START_MS_MAX: u64 = 20_000;
const START_CHECK_IN_MS: u64 = 100;

/// The controller that the board runs.
pub(super) type BoardController = Controller<Bank2>;

#[embassy_executor::main]
async fn main(spawner: Spawner) {
    let Some(parts) = Parts::take() else {
        return error!("a wire's rate cannot be set");
    };
    let image_is_sound = image::is_sound();
    let last_words = last_words::take(parts.reset_cause);
    shared::show(Lamps {
        fault: !image_is_sound,
        ..Lamps::default()
    });
    tasks::scan::start(parts.felt);
    tasks::health::start(spawner, parts.life);
    info!("image sound: {}", image_is_sound);
    if let Some(words) = &last_words {
        error!("last words: {}", words.as_str());
    }
    let start = Controller::start(parts.flash, key::read(), last_words);
    let Ok(mut controller) = while_checked_in(start).await else {
        return error!("the journal does not fit into the flash");
    };
    controller.image_is_sound(image_is_sound).await;
    let boot = controller.ledger().boots();
    info!("start {}, halted: {}", boot, controller.halt().is_some());
    let wires = wires(Session::of_boot(boot), &controller);
    tasks::wire::start(spawner, wires, parts.sign, parts.console);
    tasks::controller::run(controller, wires).await;
}

/// The wires, which live as long as the table.
fn wires(session: Session, controller: &BoardController) -> &'static Wires {
    static WIRES: StaticCell<Wires> = StaticCell::new();
    WIRES.init_with(|| Wires::new(session, controller.picture()))
}

/// What takes long at the start, with the tasks that are not there yet excused.
async fn while_checked_in<T>(start: impl Future<Output = T>) -> T {
    let mut start = core::pin::pin!(start);
    for _ in 0..START_MS_MAX / START_CHECK_IN_MS {
        for task in [Task::Controller, Task::Sign, Task::Console] {
            shared::check_in(task);
        }
        let pause = Timer::after_millis(START_CHECK_IN_MS);
        if let Either::First(done) = select(&mut start, pause).await {
            return done;
        }
    }
    start.await
}
