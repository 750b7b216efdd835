//! The start, from reset to a running table: the self-check first; then the scan, so that the lamps are right from the
//! first millisecond; then the controller; then the wires, which need fresh randomness.

use board_support::{dead_stack, key, last_words, program};
use defmt::{error, info};
use embassy_executor::Spawner;
use embassy_stm32::uid;
use firmware::felt::FeltEnd;
use firmware::health::Task;
use firmware::journal;
use firmware::lamps::Lamps;
use firmware::main_loop::{Ends, MainLoop};
use shared_rules::wire::auth::Authenticator;
use shared_rules::wire::key::KeyRing;
use static_cell::StaticCell;

use super::flash::Bank2;
use super::guarded::SharedWithScan;
use super::parts::Parts;
use super::rtc::RtcClock;
use super::shared::{check_in, now_ms};
use super::tasks::wire::{BoardConsole, BoardSign};
use super::{options, random, secret, supply, tasks};

/// The main loop, over the journal's flash.
pub(super) type BoardLoop = MainLoop<Bank2, &'static mut Authenticator>;

/// The felt, between the scan and the main loop.
pub(super) type BoardFelt = &'static SharedWithScan<FeltEnd>;

/// The parts with which the main loop exchanges data.
pub(super) type BoardEnds = Ends<BoardFelt, BoardSign, BoardConsole>;

#[embassy_executor::main]
async fn main(_spawner: Spawner) {
    if let Some((main_loop, ends)) = start() {
        tasks::controller::run(main_loop, ends).await;
    }
}

/// Starts everything up to the running table; none if the board is not fit for it, which the log reports. Not inlined,
/// so that it does not keep its part of the stack.
#[inline(never)]
fn start() -> Option<(&'static mut BoardLoop, BoardEnds)> {
    let Some(parts) = Parts::take() else {
        error!("a wire's rate cannot be set");
        return None;
    };
    let image_is_sound = program::is_sound();
    let last_words = last_words::take(parts.reset_cause);
    info!("image sound: {}", image_is_sound);
    options::report();
    if let Some(words) = &last_words {
        error!("last words: {=[u8]:a}", words.as_bytes());
    }
    let felt = felt(Lamps {
        fault: !image_is_sound,
        ..Lamps::default()
    });
    tasks::scan::start(parts.felt, felt);
    let executor = tasks::start();
    tasks::health::start(executor, parts.life);
    let Ok(main_loop) = main_loop(parts.flash) else {
        error!("the journal does not fit into the flash");
        return None;
    };
    check_in(Task::Controller);
    let keys = keys();
    let seed = random::seed();
    if seed.is_none() {
        // Both links stay down, which are faults that show.
        error!("no random numbers: no session is made");
    }
    let controller = main_loop.controller_mut();
    controller.set_supply(supply::is_low);
    controller.set_identity(uid::uid());
    controller.note_time(RtcClock::default().read(now_ms()), now_ms());
    controller.set_keys(keys);
    dead_stack::wipe();
    controller.start_watched(last_words, || check_in(Task::Controller));
    controller.image_is_sound(image_is_sound);
    let boot = controller.ledger().boots();
    match controller.halt() {
        None => info!("start {}", boot),
        Some(halt) => error!("halted: {}", halt),
    }
    let (sign, console) =
        tasks::wire::start(executor, keys, seed.as_ref(), parts.sign, parts.console);
    dead_stack::wipe();
    let ends = Ends {
        felt,
        sign,
        console,
    };
    Some((main_loop, ends))
}

/// The keys, in a place of their own: they would take their room of the stack for as long as the start lasts.
#[inline(never)]
fn keys() -> &'static KeyRing {
    secret::KEYS.init_with(key::ring)
}

/// The felt, with these lamps lit from the first exchange on.
#[inline(never)]
fn felt(lamps: Lamps) -> BoardFelt {
    static FELT: StaticCell<SharedWithScan<FeltEnd>> = StaticCell::new();
    FELT.init_with(|| SharedWithScan::new(FeltEnd::new(lamps)))
}

/// The main loop, in a place of its own: it is large, and lives as long as the table. Not inlined, so that it does not
/// keep as much of the stack.
#[inline(never)]
fn main_loop(flash: Bank2) -> Result<&'static mut BoardLoop, &'static mut journal::Error> {
    static MAIN_LOOP: StaticCell<Result<BoardLoop, journal::Error>> = StaticCell::new();
    let authenticator = secret::AUTHENTICATOR.init_with(|| Authenticator::new(KeyRing::new()));
    MAIN_LOOP
        .init_with(|| MainLoop::with(flash, authenticator))
        .as_mut()
}
