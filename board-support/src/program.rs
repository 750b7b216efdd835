//! Locates the image and its check in memory, for the self-check of [`crate::image`]. It only reads the flash.
#![expect(
    unsafe_code,
    reason = "the linker knows where the image is, and only a pointer can read it"
)]

use core::ptr::{self, addr_of};
use core::slice;

use crate::image::{self, Stamp};

unsafe extern "C" {
    /// The image's first word.
    static __vector_table: u32;
    /// The end of the image, and its CRC: written by the linker and the build, see `image.x`.
    static _image_check: [u32; 2];
    /// See `memory.x`: the end of the flash that an image may fill.
    static _flash_end: u8;
}

/// True if the program is the one that was built.
#[must_use]
pub fn is_sound() -> bool {
    // SAFETY: `image.x` places two words there. Volatile, because the compiler must not think that it knows them.
    let [end, crc] = unsafe { ptr::read_volatile(addr_of!(_image_check)) };
    let start = addr_of!(__vector_table) as usize;
    let offset = (addr_of!(_image_check) as usize)
        .saturating_add(4)
        .saturating_sub(start);
    let length = (end as usize).saturating_sub(start);
    let longest = (addr_of!(_flash_end) as usize).saturating_sub(start);
    // SAFETY: from the vector table to `end` is the image, which nothing writes. A damaged `end` stays within the
    // flash.
    let image =
        unsafe { slice::from_raw_parts(addr_of!(__vector_table).cast(), length.min(longest)) };
    image::is_sound(image, Stamp { offset, crc })
}
