//! The flash: two banks that are read, programmed and erased each on its own. (RM0351, chapter 3)

mod array;
mod cut;
mod options;
mod registers;

pub use array::{Array, ArrayPage, BANK_BYTES, ERASED, Ecc, FLASH_BYTES, PAGE_BYTES, WORD_BYTES};
pub use cut::{ArrayTear, Remains};
pub use options::OptionBytes;

use options::Options;
use registers::{
    ACR_RESET, BK_ECC, ECCC, ECCD, ECCIE, EOP, EOPIE, ERRIE, ERRORS, LOCK, OPERR, OPTLOCK, PG,
    PGAERR, PGSERR, PROGERR, SIZERR, WRPERR,
};

use crate::time::{Span, Time};

/// Programming a double-word: the maximum of the data sheet (STM32L475xx, 6.3.10).
pub const PROGRAM: Span = Span::us(90);
/// Programming the option bytes: an erase, and some double-words.
pub const PROGRAM_OPTIONS: Span = Span::us(25_000);
/// Erasing a page or a bank: the typical time of a page.
pub const ERASE: Span = Span::us(22_020);

/// An operation of the array, which takes time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ArrayOperation {
    /// Programming the double-word at an offset.
    Program {
        /// Where.
        offset: u32,
        /// The value to program.
        value: u64,
    },
    /// Erasing some bytes from an offset on: a page, or a bank.
    Erase {
        /// Where.
        offset: u32,
        /// The number of bytes to erase.
        bytes: u32,
    },
}

impl ArrayOperation {
    /// Its first byte, and the number of bytes.
    const fn place(self) -> (u32, u32) {
        match self {
            Self::Program { offset, .. } => (offset, WORD_BYTES),
            Self::Erase { offset, bytes } => (offset, bytes),
        }
    }

    const fn span(self) -> Span {
        match self {
            Self::Program { .. } => PROGRAM,
            Self::Erase { .. } => ERASE,
        }
    }
}

/// A change of the contents, and its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FlashChange {
    /// The operation that was completed.
    pub operation: ArrayOperation,
    /// The time of its end.
    pub at: Time,
}

/// The flash and its registers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Flash {
    array: Array,
    acr: u32,
    status: u32,
    control: u32,
    ecc: u32,
    /// Number of correct keys so far. After a wrong key, none is accepted until a reset.
    keys: Option<usize>,
    /// The lower half of a double-word, waiting for the upper.
    lower: Option<(u32, u32)>,
    busy: Option<(ArrayOperation, Time)>,
    options: Options,
    /// The time at which the option bytes are programmed.
    options_busy: Option<Time>,
    /// The program asks for a reset that loads the option bytes.
    launch: bool,
    /// The time that the NMI takes to reach the core after a read of an unreadable double-word.
    nmi_latency: Span,
    /// The time at which the NMI reaches the core.
    nmi_at: Option<Time>,
    nmi: bool,
    changes: u64,
    last_change: Option<FlashChange>,
}

fn bank_of(offset: u32) -> usize {
    usize::from(offset >= BANK_BYTES)
}

impl Flash {
    /// As after a reset, with these contents.
    #[must_use]
    pub fn new(array: Array) -> Self {
        Self {
            array,
            acr: ACR_RESET,
            control: LOCK | OPTLOCK,
            keys: Some(0),
            ..Self::default()
        }
    }

    /// Resets the registers. The caller has finished or torn the operation under way.
    pub fn reset(&mut self) {
        let (changes, last_change) = (self.changes, self.last_change);
        let nmi_latency = self.nmi_latency;
        let array = std::mem::take(&mut self.array);
        let mut options = std::mem::take(&mut self.options);
        options.lock();
        *self = Self {
            options,
            nmi_latency,
            changes,
            last_change,
            ..Self::new(array)
        };
    }

    /// The contents.
    #[must_use]
    pub const fn array(&self) -> &Array {
        &self.array
    }

    /// The contents, to change them from outside.
    pub const fn array_mut(&mut self) -> &mut Array {
        &mut self.array
    }

    /// Loads the stored option bytes, as power-on and a launch do.
    pub const fn load_options(&mut self) {
        self.options.load();
    }

    /// Replaces the option bytes from outside.
    pub const fn set_options(&mut self, bytes: OptionBytes) {
        self.options.replace(bytes);
    }

    /// True if the program has asked for a reset that loads the option bytes.
    #[must_use]
    pub const fn launches(&self) -> bool {
        self.launch
    }

    /// The operation under way, and the time of its end.
    #[must_use]
    pub const fn busy(&self) -> Option<(ArrayOperation, Time)> {
        self.busy
    }

    /// Number of operations that have changed the contents so far, and the last of them.
    #[must_use]
    pub const fn changes(&self) -> (u64, Option<FlashChange>) {
        (self.changes, self.last_change)
    }

    /// The time until which an access to this offset has to wait, if its bank is busy.
    #[must_use]
    pub fn stall(&self, offset: u32) -> Option<Time> {
        let (operation, until) = self.busy?;
        (bank_of(operation.place().0) == bank_of(offset)).then_some(until)
    }

    /// Sets the latency of the NMI after a read that fails. The manual does not specify it: a program must work with
    /// any. The default is zero.
    pub const fn set_nmi_latency(&mut self, latency: Span) {
        self.nmi_latency = latency;
    }

    /// Completes the operations that are due.
    pub fn advance(&mut self, now: Time) {
        if self.nmi_at.is_some_and(|at| at <= now) {
            self.nmi_at = None;
            self.nmi = true;
        }
        if self.options_busy.is_some_and(|until| until <= now) {
            self.options_busy = None;
            self.options.store();
        }
        if let Some((operation, until)) = self.busy
            && until <= now
        {
            self.busy = None;
            self.array.apply(operation);
            self.status |= if self.control & EOPIE != 0 { EOP } else { 0 };
            self.changes += 1;
            self.last_change = Some(FlashChange {
                operation,
                at: until,
            });
        }
    }

    /// The time at which the operation under way ends, or the NMI reaches the core.
    #[must_use]
    pub fn next_event(&self) -> Time {
        let done = self.busy.map_or(Time::NEVER, |(_, until)| until);
        let options = self.options_busy.unwrap_or(Time::NEVER);
        done.min(self.nmi_at.unwrap_or(Time::NEVER)).min(options)
    }

    /// True while it requests an interrupt: end of operation, error, or a corrected bit. (3.6)
    #[must_use]
    pub const fn interrupt(&self) -> bool {
        self.status & EOP != 0 && self.control & EOPIE != 0
            || self.status & OPERR != 0 && self.control & ERRIE != 0
            || self.ecc & ECCC != 0 && self.ecc & ECCIE != 0
    }

    /// True while it requests the NMI: a double-word cannot be read.
    #[must_use]
    pub const fn nmi(&self) -> bool {
        self.nmi
    }

    /// Reads bytes, and records their ECC errors in the register.
    pub fn load(&mut self, offset: u32, bytes: u32, now: Time) -> u32 {
        if let Some(ecc) = self.array.ecc(offset) {
            self.note_ecc(offset, ecc, now);
        }
        let shift = 8 * (offset % 8);
        let word = self.array.word(offset) >> shift;
        let mask = if bytes >= 4 {
            u64::from(u32::MAX)
        } else {
            (1 << (8 * bytes)) - 1
        };
        u32::try_from(word & mask).unwrap_or(0)
    }

    /// The address is that of the first error, until all flags are cleared. (3.3.4)
    fn note_ecc(&mut self, offset: u32, ecc: Ecc, now: Time) {
        let flag = match ecc {
            Ecc::Corrected => ECCC,
            Ecc::Uncorrectable => ECCD,
            Ecc::Weak => return,
        };
        if self.ecc & (ECCC | ECCD) == 0 {
            let bank = if bank_of(offset) == 1 { BK_ECC } else { 0 };
            let address = (offset % BANK_BYTES) & !(WORD_BYTES - 1);
            self.ecc = self.ecc & ECCIE | address | bank;
        }
        if flag & !self.ecc & ECCD != 0 {
            self.nmi_at = Some(now + self.nmi_latency);
        }
        self.ecc |= flag;
    }

    /// A store into the array: two words make a double-word. (3.3.7)
    pub fn store(&mut self, offset: u32, bytes: u32, value: u32, now: Time) {
        if self.control & LOCK != 0 || self.control & PG == 0 || self.status & ERRORS != 0 {
            return self.fail(PGSERR);
        }
        if bytes != 4 {
            return self.fail(SIZERR);
        }
        match self.lower.take() {
            None if offset.is_multiple_of(WORD_BYTES) => self.lower = Some((offset, value)),
            Some((lower, low)) if lower + 4 == offset => {
                self.program(lower, u64::from(low) | u64::from(value) << 32, now);
            }
            _ => self.fail(PGAERR),
        }
    }

    /// Only an erased double-word can be programmed; any can be overwritten with zeros.
    fn program(&mut self, offset: u32, value: u64, now: Time) {
        let is_erased = self.array.word(offset) == ERASED && self.array.ecc(offset).is_none();
        if !is_erased && value != 0 {
            return self.fail(PROGERR);
        }
        self.begin(ArrayOperation::Program { offset, value }, now);
    }

    fn begin(&mut self, operation: ArrayOperation, now: Time) {
        let (offset, bytes) = operation.place();
        if self.options.protects(offset, bytes) {
            return self.fail(WRPERR);
        }
        self.busy = Some((operation, now + operation.span()));
    }

    fn fail(&mut self, error: u32) {
        self.lower = None;
        self.status |= error;
        self.status |= if self.control & ERRIE != 0 { OPERR } else { 0 };
    }
}
