//! The place of the key and of everything made of it: SRAM2, which readout protection covers as it does the flash. No
//! other variable may hold any of it, and no task across an `await`: a task's own variables are in SRAM1.
#![expect(
    unsafe_code,
    reason = "a section of the linker has to be named, and this one is zeroed at the start like any variable"
)]

use sign::SignEnd;
use static_cell::StaticCell;

/// The end of the wire, with its session.
#[unsafe(link_section = ".secret.end")]
pub(super) static END: StaticCell<SignEnd> = StaticCell::new();
