//! The flash: two banks that are read, programmed and erased each on its own. (RM0351, chapter 3)

mod array;
mod cut;

pub use array::{Array, BANK_BYTES, ERASED, Ecc, FLASH_BYTES, PAGE_BYTES, WORD_BYTES};
pub use cut::Tear;

use crate::cpu::Refused;
use crate::time::{Span, Time};

const ACR: u32 = 0x00;
const PDKEYR: u32 = 0x04;
const KEYR: u32 = 0x08;
const OPTKEYR: u32 = 0x0C;
const SR: u32 = 0x10;
const CR: u32 = 0x14;
const ECCR: u32 = 0x18;
const OPTR: u32 = 0x20;
/// Protection, which is off.
const PROTECTION: [(u32, u32); 8] = [
    (0x24, 0xFFFF_FFFF),
    (0x28, 0x0000_0000),
    (0x2C, 0x0000_00FF),
    (0x30, 0x0000_00FF),
    (0x44, 0xFFFF_FFFF),
    (0x48, 0x0000_0000),
    (0x4C, 0x0000_00FF),
    (0x50, 0x0000_00FF),
];

const ACR_RESET: u32 = 0x0000_0600;
const ACR_WRITABLE: u32 = 0x0000_7F07;
/// As shipped: two banks, watchdogs started by software, no protection.
const OPTR_VALUE: u32 = 0xFFEF_F8AA;
const KEYS: [u32; 2] = [0x4567_0123, 0xCDEF_89AB];

/// SR.
const EOP: u32 = 1 << 0;
const OPERR: u32 = 1 << 1;
const PROGERR: u32 = 1 << 3;
const PGAERR: u32 = 1 << 5;
const SIZERR: u32 = 1 << 6;
const PGSERR: u32 = 1 << 7;
const BSY: u32 = 1 << 16;
const ERRORS: u32 = 0x0000_03F8;
const SR_CLEARABLE: u32 = 0x0000_C3FB;
/// CR.
const PG: u32 = 1 << 0;
const PER: u32 = 1 << 1;
const MER1: u32 = 1 << 2;
const BKER: u32 = 1 << 11;
const MER2: u32 = 1 << 15;
const STRT: u32 = 1 << 16;
const EOPIE: u32 = 1 << 24;
const ERRIE: u32 = 1 << 25;
const OPTLOCK: u32 = 1 << 30;
const LOCK: u32 = 1 << 31;
const CR_WRITABLE: u32 = PG | PER | MER1 | 0xFF << 3 | BKER | MER2 | EOPIE | ERRIE | 1 << 26;
/// Option bytes and fast programming.
const CR_NOT_MODELLED: u32 = 1 << 17 | 1 << 18 | 1 << 27;
/// ECCR.
const BK_ECC: u32 = 1 << 19;
const ECCIE: u32 = 1 << 24;
const ECCC: u32 = 1 << 30;
const ECCD: u32 = 1 << 31;

/// How long things take, after the data sheet (STM32L475xx, 6.3.10): at most for a double-word, typically for a page.
pub const PROGRAM: Span = Span::us(90);
/// Erasing a page or a bank.
pub const ERASE: Span = Span::us(22_020);

/// Something that takes time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// Programming the double-word at an offset.
    Program {
        /// Where.
        offset: u32,
        /// What.
        value: u64,
    },
    /// Erasing some bytes from an offset on: a page, or a bank.
    Erase {
        /// Where.
        offset: u32,
        /// How many.
        bytes: u32,
    },
}

impl Operation {
    const fn offset(self) -> u32 {
        match self {
            Self::Program { offset, .. } | Self::Erase { offset, .. } => offset,
        }
    }

    const fn span(self) -> Span {
        match self {
            Self::Program { .. } => PROGRAM,
            Self::Erase { .. } => ERASE,
        }
    }
}

/// What has changed in the flash, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Change {
    /// What was done.
    pub operation: Operation,
    /// When it was done.
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
    /// How many of the keys have come; after a wrong one there is no more until a reset.
    keys: Option<usize>,
    /// The lower half of a double-word, waiting for the upper.
    lower: Option<(u32, u32)>,
    busy: Option<(Operation, Time)>,
    changes: u64,
    last_change: Option<Change>,
}

fn bank_of(offset: u32) -> usize {
    usize::from(offset as usize >= BANK_BYTES)
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

    /// A reset. What is under way is finished first by whoever calls this, or torn.
    pub fn reset(&mut self) {
        let (changes, last_change) = (self.changes, self.last_change);
        let array = std::mem::take(&mut self.array);
        *self = Self {
            changes,
            last_change,
            ..Self::new(array)
        };
    }

    /// What it holds.
    #[must_use]
    pub const fn array(&self) -> &Array {
        &self.array
    }

    /// What it holds, to change it from outside.
    pub const fn array_mut(&mut self) -> &mut Array {
        &mut self.array
    }

    /// What is under way, and until when.
    #[must_use]
    pub const fn busy(&self) -> Option<(Operation, Time)> {
        self.busy
    }

    /// How many operations have changed the contents so far, and the last of them.
    #[must_use]
    pub const fn changes(&self) -> (u64, Option<Change>) {
        (self.changes, self.last_change)
    }

    /// Until when an access to this offset has to wait: its bank may be busy.
    #[must_use]
    pub fn stall(&self, offset: u32) -> Option<Time> {
        let (operation, until) = self.busy?;
        (bank_of(operation.offset()) == bank_of(offset)).then_some(until)
    }

    /// Finishes what is due.
    pub fn advance(&mut self, now: Time) {
        if let Some((operation, until)) = self.busy
            && until <= now
        {
            self.busy = None;
            self.apply(operation);
            self.status |= if self.control & EOPIE != 0 { EOP } else { 0 };
            self.changes += 1;
            self.last_change = Some(Change {
                operation,
                at: until,
            });
        }
    }

    fn apply(&mut self, operation: Operation) {
        match operation {
            Operation::Program { offset, value } => self.array.set_word(offset, value, None),
            Operation::Erase { offset, bytes } => {
                for word in (offset..offset + bytes).step_by(WORD_BYTES) {
                    self.array.set_word(word, ERASED, None);
                }
            }
        }
    }

    /// When the operation under way ends.
    #[must_use]
    pub fn next_event(&self) -> Time {
        self.busy.map_or(Time::NEVER, |(_, until)| until)
    }

    /// Whether it asks for an interrupt: an end, an error, or a corrected bit. (3.6)
    #[must_use]
    pub const fn interrupt(&self) -> bool {
        self.status & EOP != 0 && self.control & EOPIE != 0
            || self.status & OPERR != 0 && self.control & ERRIE != 0
            || self.ecc & ECCC != 0 && self.ecc & ECCIE != 0
    }

    /// Whether it asks for the interrupt that nothing masks: a double-word that cannot be read.
    #[must_use]
    pub const fn nmi(&self) -> bool {
        self.ecc & ECCD != 0
    }

    /// Reads bytes; what their ECC says goes into the register.
    pub fn load(&mut self, offset: u32, bytes: u32) -> u32 {
        if let Some(ecc) = self.array.ecc(offset) {
            self.note_ecc(offset, ecc);
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

    /// The first error stays until it is cleared. (3.7.8)
    fn note_ecc(&mut self, offset: u32, ecc: Ecc) {
        let flag = match ecc {
            Ecc::Corrected => ECCC,
            Ecc::Uncorrectable => ECCD,
        };
        if self.ecc & (ECCC | ECCD) == 0 {
            let bank = if bank_of(offset) == 1 { BK_ECC } else { 0 };
            let address = offset % BANK_BYTES as u32 & !7;
            self.ecc = self.ecc & ECCIE | address | bank;
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
            None if offset % 8 == 0 => self.lower = Some((offset, value)),
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
        self.begin(Operation::Program { offset, value }, now);
    }

    fn begin(&mut self, operation: Operation, now: Time) {
        self.busy = Some((operation, now + operation.span()));
    }

    fn fail(&mut self, error: u32) {
        self.lower = None;
        self.status |= error;
        self.status |= if self.control & ERRIE != 0 { OPERR } else { 0 };
    }

    /// A register.
    ///
    /// # Errors
    /// There is no such register.
    pub fn read(&self, offset: u32) -> Result<u32, Refused> {
        Ok(match offset {
            ACR => self.acr,
            PDKEYR | KEYR | OPTKEYR => 0,
            SR => self.status | if self.busy.is_some() { BSY } else { 0 },
            CR => self.control,
            ECCR => self.ecc,
            OPTR => OPTR_VALUE,
            _ => protection(offset)
                .ok_or_else(|| Refused::NotModelled("a register of FLASH".into()))?,
        })
    }

    /// Stores. The control register is out of reach while something is under way: see [`Flash::control_stall`].
    ///
    /// # Errors
    /// There is no such register, or it takes what is not modelled, or a wrong key, which is a bus error.
    pub fn write(&mut self, offset: u32, value: u32, now: Time) -> Result<(), Refused> {
        match offset {
            ACR => self.acr = value & ACR_WRITABLE,
            KEYR => self.key(value)?,
            SR => self.status &= !(value & SR_CLEARABLE),
            CR if value & CR_NOT_MODELLED == 0 => self.set_control(value, now),
            ECCR => {
                self.ecc &= !(value & (ECCC | ECCD));
                self.ecc = self.ecc & !ECCIE | value & ECCIE;
            }
            _ => return Err(Refused::NotModelled("a register of FLASH".into())),
        }
        Ok(())
    }

    /// Until when a store into the control register waits. (3.7.5)
    #[must_use]
    pub fn control_stall(&self, offset: u32) -> Option<Time> {
        let (_, until) = self.busy?;
        (offset == CR).then_some(until)
    }

    fn key(&mut self, key: u32) -> Result<(), Refused> {
        let count = self.keys.ok_or(Refused::Nothing)?;
        if KEYS.get(count) != Some(&key) {
            self.keys = None;
            return Err(Refused::Nothing);
        }
        self.keys = Some(count + 1);
        if count + 1 == KEYS.len() {
            self.control &= !LOCK;
        }
        Ok(())
    }

    fn set_control(&mut self, value: u32, now: Time) {
        if self.control & LOCK != 0 {
            return;
        }
        self.control = value & CR_WRITABLE | self.control & OPTLOCK | value & LOCK;
        if value & LOCK != 0 {
            self.keys = self.keys.map(|_| 0);
        }
        if value & PG == 0 {
            self.lower = None;
        }
        if value & STRT != 0 {
            self.erase(value, now);
        }
    }

    /// Starts an erase of a page or of a bank.
    fn erase(&mut self, control: u32, now: Time) {
        let page = control >> 3 & 0xFF;
        let bank = BANK_BYTES as u32;
        let wanted = match control & (PG | PER | MER1 | MER2) {
            PER => {
                let start = if control & BKER != 0 { bank } else { 0 };
                Some((start + page * PAGE_BYTES as u32, PAGE_BYTES as u32))
            }
            MER1 => Some((0, bank)),
            MER2 => Some((bank, bank)),
            _ => None,
        };
        match wanted {
            Some((offset, bytes)) if self.status & ERRORS == 0 => {
                self.begin(Operation::Erase { offset, bytes }, now);
            }
            _ => self.fail(PGSERR),
        }
    }
}

fn protection(offset: u32) -> Option<u32> {
    PROTECTION
        .iter()
        .find(|(register, _)| *register == offset)
        .map(|(_, value)| *value)
}
