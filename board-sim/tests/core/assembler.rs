//! Just enough Thumb to write small programs in. (ARMv7-M ARM, A7.7)

/// The stack that the programs use, and where they leave results.
pub const STACK_TOP: u32 = 0x1000_8000;
pub const RESULTS: u32 = 0x2000_0000;

/// A program: code behind a table of vectors.
pub struct Program {
    vectors: [u32; 112],
    code: Vec<u16>,
}

impl Program {
    /// A program that begins here.
    pub fn new() -> Self {
        let mut program = Self {
            vectors: [0; 112],
            code: Vec::new(),
        };
        program.vectors[0] = STACK_TOP;
        program.vectors[1] = program.here() | 1;
        program
    }

    /// Where the next instruction will be.
    pub fn here(&self) -> u32 {
        0x0800_0000 + 4 * 112 + 2 * u32::try_from(self.code.len()).unwrap_or(0)
    }

    /// The handler of an exception begins here.
    pub fn vector(&mut self, exception: usize) -> &mut Self {
        self.vectors[exception] = self.here() | 1;
        self
    }

    /// Half-words as they are.
    pub fn raw(&mut self, code: &[u16]) -> &mut Self {
        self.code.extend(code);
        self
    }

    /// MOVW and MOVT.
    pub fn set(&mut self, register: u16, value: u32) -> &mut Self {
        let [low, high] =
            [value & 0xFFFF, value >> 16].map(|half| u16::try_from(half).unwrap_or(0));
        for (opcode, half) in [(0xF240, low), (0xF2C0, high)] {
            let first = opcode | half >> 12 | (half >> 11 & 1) << 10;
            self.raw(&[
                first,
                (half >> 8 & 0b111) << 12 | register << 8 | half & 0xFF,
            ]);
        }
        self
    }

    /// LDR and STR with a register of 0-7, at an offset in words.
    pub fn load(&mut self, register: u16, base: u16, words: u16) -> &mut Self {
        self.raw(&[0x6800 | words << 6 | base << 3 | register])
    }

    pub fn store(&mut self, register: u16, base: u16, words: u16) -> &mut Self {
        self.raw(&[0x6000 | words << 6 | base << 3 | register])
    }

    /// ADDS with a small number.
    pub fn add(&mut self, register: u16, number: u16) -> &mut Self {
        self.raw(&[0x3000 | register << 8 | number])
    }

    /// Appends a number to the list at RESULTS, whose length is its first word. Uses r4 to r6.
    pub fn note(&mut self, number: u32) -> &mut Self {
        self.set(4, RESULTS).load(5, 4, 0).add(5, 1).store(5, 4, 0);
        // r6 = r4 + 4 * r5
        self.raw(&[0xEB04, 0x0685]).set(5, number).store(5, 6, 0)
    }

    /// Writes a word to an address. Uses r4 and r5.
    pub fn poke(&mut self, address: u32, value: u32) -> &mut Self {
        self.set(4, address).set(5, value).store(5, 4, 0)
    }

    pub fn nop(&mut self) -> &mut Self {
        self.raw(&[0xBF00])
    }

    /// B to itself.
    pub fn stop(&mut self) -> &mut Self {
        self.raw(&[0xE7FE])
    }

    /// BX LR.
    pub fn end(&mut self) -> &mut Self {
        self.raw(&[0x4770])
    }

    /// The bytes for the flash.
    pub fn bytes(&self) -> Vec<u8> {
        let vectors = self.vectors.iter().flat_map(|word| word.to_le_bytes());
        vectors
            .chain(self.code.iter().flat_map(|half| half.to_le_bytes()))
            .collect()
    }
}
