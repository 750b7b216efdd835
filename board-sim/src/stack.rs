//! How much of the stack was used: it is painted before the program starts, and the paint is looked for afterwards.

use crate::image::Image;

/// A word that nobody stores by chance, least of all twice in a row.
const PAINT: [u8; 4] = 0xC0DE_5A1E_u32.to_le_bytes();

/// Where the stack is, as the linker says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stack {
    pub(crate) bottom: u32,
    pub(crate) bytes: usize,
}

/// How far down it went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct StackUse {
    /// Bytes that were stored into, from the top.
    pub used: usize,
    /// Bytes that there are.
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
