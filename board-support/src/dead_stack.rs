//! The part of the stack that functions have left behind. A value that is moved takes along whatever lies in its unused
//! places, so that parts of a key could get from there into SRAM1, which readout protection does not cover.

use core::arch::asm;
use core::ptr::addr_of;

/// More than the functions that read the keys take.
const WIPED_BYTES: usize = 8_192;

unsafe extern "C" {
    static _stack_end: u32;
}

/// Overwrites what lies below the stack pointer.
#[inline(never)]
pub fn wipe() {
    let bottom = addr_of!(_stack_end) as usize;
    // SAFETY: nothing below the stack pointer is alive. An interrupt that comes while the loop runs uses the same place
    // and has returned before the loop goes on.
    unsafe {
        asm!(
            "mov {at}, sp",
            "sub {end}, {at}, {bytes}",
            "cmp {end}, {bottom}",
            "it lo",
            "movlo {end}, {bottom}",
            "2:",
            "cmp {at}, {end}",
            "itt hi",
            "strhi {zero}, [{at}, #-4]!",
            "bhi 2b",
            at = out(reg) _,
            end = out(reg) _,
            bytes = in(reg) WIPED_BYTES,
            bottom = in(reg) bottom,
            zero = in(reg) 0,
        );
    }
}
