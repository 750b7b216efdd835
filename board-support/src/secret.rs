//! Zeros the memory of the keys at every start, before anything uses it: nothing of an earlier life stays there, and a
//! cell in it is empty. cortex-m-rt does the same for other variables, and knows nothing of this section.
#![expect(
    unsafe_code,
    reason = "memory that the start-up code does not know has to be zeroed by hand"
)]

use core::arch::global_asm;

// Called by cortex-m-rt before any Rust code. The section begins and ends at whole words (`image.x`).
global_asm!(
    ".section .text.__pre_init, \"ax\"",
    ".global __pre_init",
    ".type __pre_init, %function",
    ".thumb_func",
    "__pre_init:",
    "ldr r0, =_secret_start",
    "ldr r1, =_secret_end",
    "movs r2, #0",
    "1: cmp r0, r1",
    "beq 2f",
    "stmia r0!, {{r2}}",
    "b 1b",
    "2: bx lr",
    ".size __pre_init, . - __pre_init",
);
