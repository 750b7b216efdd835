//! The functions that are counted, one module per subject. The program itself does nothing: it waits to be called.
#![allow(
    clippy::cast_possible_truncation,
    reason = "small counts, passed in registers"
)]

mod entries;
mod felt;
mod frames;
mod hands;
mod kept;
mod random;
mod rounds;

use core::panic::PanicInfo;

/// The board's crates make the link script ask for interrupts. None is enabled.
#[unsafe(link_section = ".vector_table.interrupts")]
#[unsafe(no_mangle)]
static __INTERRUPTS: [u32; 1] = [0];

/// The functions called from outside: this list makes the linker keep them.
#[used]
static CALLED: [extern "C" fn(u32, u32) -> u32; 17] = [
    hands::deal_hands,
    hands::rank_three,
    hands::rank_five,
    hands::rank_seven,
    hands::rank_seven_checked,
    hands::rank_seven_joined,
    hands::rank_seven_added,
    hands::rank_seven_by_aya,
    frames::encode_frame,
    frames::send_frame,
    frames::decode_frame,
    felt::start_scan,
    felt::scan_step,
    entries::format_journal,
    entries::append_entry,
    rounds::deal_round,
    rounds::settle_round,
];

#[cortex_m_rt::entry]
fn main() -> ! {
    wait()
}

/// Never returns, so that a count does not end unnoticed.
#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    wait()
}

fn wait() -> ! {
    loop {
        core::hint::spin_loop();
    }
}
