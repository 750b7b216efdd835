//! Measures the use of the stack: it is painted before the program starts, and the remaining paint is counted
//! afterwards.

use crate::image::Image;

/// A word that no program stores by coincidence, least of all twice in a row.
const PAINT: [u8; 4] = 0xC0DE_5A1E_u32.to_le_bytes();

/// The place of the stack, from the linker's symbols.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stack {
    pub(crate) bottom: u32,
    pub(crate) bytes: usize,
}

/// The deepest use of the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct StackUse {
    /// Bytes from the top that were stored into.
    pub used: usize,
    /// Bytes of the stack in all.
    pub size: usize,
}

impl Stack {
    pub(crate) fn of(image: &Image) -> Option<Self> {
        let (bottom, top) = (image.symbol("_stack_end")?, image.symbol("_stack_start")?);
        Some(Self {
            bottom,
            bytes: top.checked_sub(bottom)? as usize,
        })
    }
}

pub(crate) fn paint(memory: &mut [u8]) {
    memory
        .chunks_mut(4)
        .for_each(|word| word.copy_from_slice(PAINT.get(..word.len()).unwrap_or_default()));
}

/// From the bottom up, the first word without paint is the deepest that was used.
pub(crate) fn measure(memory: &[u8]) -> StackUse {
    let untouched = memory
        .chunks_exact(4)
        .take_while(|word| *word == PAINT)
        .count()
        * 4;
    StackUse {
        used: memory.len() - untouched,
        size: memory.len(),
    }
}
