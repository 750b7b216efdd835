//! The end of the program: panics and hard faults. Its last words are kept, and it starts again; the next start writes
//! them into the journal and the log.
#![expect(
    unsafe_code,
    reason = "a fault's stack frame and the stack pointer are raw memory"
)]

use core::arch::naked_asm;
use core::panic::{Location, PanicInfo};
use core::ptr::{self, addr_of};

use cortex_m::interrupt;
use cortex_m::peripheral::SCB;

use super::last_words::{self, Words};

unsafe extern "C" {
    static _stack_start: u32;
    static _stack_end: u32;
}

/// Keeps these words, and starts again.
pub(super) fn end(words: Words) -> ! {
    last_words::keep(words);
    SCB::sys_reset()
}

/// A panic says where it is, and the source says the rest: its message would bring all of `core::fmt` along.
#[expect(
    unused_attributes,
    reason = "rustc ignores it, LLVM does not: inlined into what calls it, it shows that no message is ever read"
)]
#[inline(always)]
#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    panicked_at(info.location())
}

#[inline(never)]
fn panicked_at(location: Option<&Location<'_>>) -> ! {
    interrupt::disable();
    let (file, line) = location.map_or(("", 0), |at| (at.file(), at.line()));
    // The end of a path tells more than its start.
    let from = file.len().saturating_sub(PATH_BYTES_MAX);
    let file = file.get(from..).unwrap_or_default();
    end(Words::of("panic at ")
        .then(file)
        .then(":")
        .then_number(line, 10))
}

/// What the words have room for beside the rest.
const PATH_BYTES_MAX: usize = 48;

/// A fault that nothing else handles. The stack may be what is wrong, so it begins anew before anything is pushed.
#[unsafe(naked)]
#[unsafe(no_mangle)]
#[unsafe(link_section = ".HardFault.board")]
unsafe extern "C" fn HardFault() -> ! {
    naked_asm!(
        "mrs r0, msp",
        "ldr r1, ={top}",
        "msr msp, r1",
        "b {tell}",
        top = sym _stack_start,
        tell = sym tell,
    )
}

/// `frame` is where the processor has put its registers, if the stack had room for them.
extern "C" fn tell(frame: usize) -> ! {
    let top = addr_of!(_stack_start) as usize;
    let bottom = addr_of!(_stack_end) as usize;
    if frame < bottom {
        end(Words::of("stack overflow"));
    }
    if frame.saturating_add(FRAME_BYTES) > top {
        end(Words::of("hard fault, and no stack"));
    }
    // SAFETY: a whole frame lies in the stack, and the word is aligned, as the processor sees to.
    let at = unsafe { ptr::read_volatile((frame + PC_OFFSET) as *const u32) };
    // SAFETY: the register can always be read.
    let why = unsafe { (*SCB::PTR).cfsr.read() };
    let words = Words::of("hard fault at 0x").then_number(at, 16);
    end(words.then(", 0x").then_number(why, 16))
}

/// Eight registers without those of the floating point, which lie above them.
const FRAME_BYTES: usize = 32;
const PC_OFFSET: usize = 24;
