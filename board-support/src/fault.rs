//! The end of the program: handles hard faults, panics among them, keeps the last words, and resets the chip.
//!
//! panic-probe writes a panic to the log, and then runs into an undefined instruction on purpose. A panic therefore
//! arrives here like any other fault, and its text is the end of the log's buffer.
#![expect(
    unsafe_code,
    reason = "a fault's stack frame, the stack pointer and the log's buffer are raw memory"
)]

use core::arch::naked_asm;
use core::ptr::{self, addr_of};

use cortex_m::peripheral::SCB;

use crate::last_words::{self, KeptWords, TEXT_BYTES};

unsafe extern "C" {
    static _stack_start: u32;
    static _stack_end: u32;
    /// See `memory.x` and `image.x`: the program is between them.
    static _flash_start: u8;
    static _image_end: u8;
    static _SEGGER_RTT: LogBuffer;
}

/// The log's ring in RAM, as SEGGER's RTT lays it out.
#[repr(C)]
struct LogBuffer {
    id: [u8; 16],
    channels: [u32; 2],
    name: u32,
    ring: *const u8,
    size: usize,
    write: usize,
    read: usize,
    flags: u32,
}

/// Keeps these words, and resets the chip.
pub fn end(words: KeptWords) -> ! {
    last_words::keep(words);
    SCB::sys_reset()
}

/// A fault that nothing else handles. The fault may lie in the stack, so the stack begins anew before anything is
/// pushed.
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

/// `frame` is the address of the saved registers, if the stack had room for them.
extern "C" fn tell(frame: usize) -> ! {
    let top = addr_of!(_stack_start) as usize;
    let bottom = addr_of!(_stack_end) as usize;
    if frame < bottom {
        end(KeptWords::of("stack overflow"));
    }
    if frame.saturating_add(FRAME_BYTES) > top {
        end(KeptWords::of("hard fault, and no stack"));
    }
    // SAFETY: a whole frame lies in the stack, and the processor aligns the word.
    let at = unsafe { ptr::read_volatile((frame + PC_OFFSET) as *const u32) };
    if is_undefined_on_purpose(at as usize) {
        // SAFETY: interrupts are off for good, so no other code uses the log.
        end(printable_tail(unsafe { &*addr_of!(_SEGGER_RTT) }));
    }
    // SAFETY: the register can always be read.
    let why = unsafe { (*SCB::PTR).cfsr.read() };
    let words = KeptWords::of("hard fault at ").then_hex(at);
    end(words.then(", ").then_hex(why))
}

/// Eight registers, without those of the floating point, which lie above them.
const FRAME_BYTES: usize = 32;
const PC_OFFSET: usize = 24;

fn is_code(at: usize) -> bool {
    (addr_of!(_flash_start) as usize..addr_of!(_image_end) as usize).contains(&at)
}

/// True if the instruction there is the one that panic-probe ends with.
fn is_undefined_on_purpose(at: usize) -> bool {
    const UDF: u16 = 0xDE00;
    // SAFETY: the address is in the flash, which can always be read.
    is_code(at) && unsafe { ptr::read_volatile((at & !1) as *const u16) } & 0xFF00 == UDF
}

/// The text at the end of the log. Frames hold text as it is, between a few bytes that are not text.
fn printable_tail(log: &LogBuffer) -> KeptWords {
    let (size, write) = (log.size, log.write);
    let back = |count: usize| (write + size).checked_sub(count)?.checked_rem(size);
    // SAFETY: an index below `size` is in the ring.
    let byte = |count| back(count).map(|index| unsafe { ptr::read_volatile(log.ring.add(index)) });
    let mut length = 0;
    let mut text = 0;
    while length < size && text < TEXT_BYTES {
        length += 1;
        text += usize::from(byte(length).is_some_and(is_text));
    }
    let mut words = KeptWords::of("");
    let tail = (1..=length).rev().filter_map(byte);
    tail.filter(|byte| is_text(*byte))
        .for_each(|byte| words.push(byte));
    words
}

const fn is_text(byte: u8) -> bool {
    byte == b' ' || byte.is_ascii_graphic()
}
