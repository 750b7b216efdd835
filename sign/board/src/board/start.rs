//! The start, from reset to a running sign: the self-check first; then the scan, so that the panels are under control
//! before anything else can fail; then the tasks.

use board_support::{key, last_words, program};
use defmt::{error, info};
use embassy_executor::Spawner;
use shared_rules::wire::role::Role;
use sign::{Page, Screen, SignEnd, SignTask};
use static_cell::ConstStaticCell;

use super::parts::Parts;
use super::shared::{FRAMES, check_in, now_ms};
use super::{panel, random, secret, tasks};

#[embassy_executor::main]
async fn main(_spawner: Spawner) {
    if let Some(screen) = start() {
        tasks::renderer::run(screen).await;
    }
}

/// Starts everything; none if the sign must not show any amount, which panels and log report. Not inlined, so that it
/// does not keep its part of the stack.
#[inline(never)]
fn start() -> Option<&'static mut Screen> {
    static SCREEN: ConstStaticCell<Screen> = ConstStaticCell::new(Screen::new());
    let Some(parts) = Parts::take() else {
        error!("the wire's rate cannot be set");
        return None;
    };
    let is_sound = program::is_sound();
    info!("image sound: {}", is_sound);
    if let Some(words) = last_words::take(parts.reset_cause) {
        error!("last words: {=[u8]:a}", words.as_bytes());
    }
    panel::start(parts.panels);
    let spawner = tasks::start();
    tasks::health::start(spawner, parts.life);
    let screen = SCREEN.take();
    if !is_sound {
        let Ok(()) = sign::draw(&Page::damaged(), screen);
        FRAMES.draw(screen);
        return None;
    }
    match sign_end() {
        Some(end) => tasks::link::start(spawner, parts.table, end),
        // The sign shows no amount, and the table opens no round.
        None => error!("no key, or no random numbers: no session is made"),
    }
    check_in(SignTask::Renderer);
    info!("start");
    Some(screen)
}

/// The sign's end of the wire, for this life of the sign; none without its key, or without random numbers.
#[inline(never)]
fn sign_end() -> Option<&'static mut SignEnd> {
    let ring = key::ring();
    let key = ring.of_role(Role::Sign)?.clone();
    let seed = random::seed()?;
    Some(secret::END.init_with(|| SignEnd::new(key, &seed, now_ms())))
}
