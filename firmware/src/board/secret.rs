//! The places of the keys and of everything made of one: SRAM2, which readout protection covers as it does the flash. No
//! other variable may hold any of it, and no task across an `await`: a task's own variables are in SRAM1. On the stack,
//! which is in SRAM2 too, it may lie.
#![expect(
    unsafe_code,
    reason = "a section of the linker has to be named, and this one is zeroed at the start like any variable"
)]

use link::to_console::ToConsole;
use link::to_sign::ToSign;
use shared_rules::wire::auth::Authenticator;
use shared_rules::wire::key::KeyRing;
use static_cell::StaticCell;

use super::guarded::SharedWithWires;

/// The keys that the board was given.
#[unsafe(link_section = ".secret.keys")]
pub(super) static KEYS: StaticCell<KeyRing> = StaticCell::new();

/// The keys of those who may give commands, and the one that acts, ready for its next code.
#[unsafe(link_section = ".secret.authenticator")]
pub(super) static AUTHENTICATOR: StaticCell<Authenticator> = StaticCell::new();

/// The end of the sign's wire, with its session.
#[unsafe(link_section = ".secret.sign")]
pub(super) static SIGN: StaticCell<SharedWithWires<ToSign>> = StaticCell::new();

/// The end of the console's wire, with its session.
#[unsafe(link_section = ".secret.console")]
pub(super) static CONSOLE: StaticCell<SharedWithWires<ToConsole>> = StaticCell::new();
