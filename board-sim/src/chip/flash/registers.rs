//! The registers of the flash: keys, control, and the start of an erase. (RM0351, 3.7)

use super::{ArrayOperation, BANK_BYTES, Flash, PAGE_BYTES, PROGRAM_OPTIONS};
use crate::cpu::Refused;
use crate::time::Time;

pub(super) const ACR: u32 = 0x00;
pub(super) const PDKEYR: u32 = 0x04;
pub(super) const KEYR: u32 = 0x08;
pub(super) const OPTKEYR: u32 = 0x0C;
pub(super) const SR: u32 = 0x10;
pub(super) const CR: u32 = 0x14;
pub(super) const ECCR: u32 = 0x18;

pub(super) const ACR_RESET: u32 = 0x0000_0600;
pub(super) const ACR_WRITABLE: u32 = 0x0000_7F07;
pub(super) const KEYS: [u32; 2] = [0x4567_0123, 0xCDEF_89AB];

/// SR.
pub(super) const EOP: u32 = 1 << 0;
pub(super) const OPERR: u32 = 1 << 1;
pub(super) const PROGERR: u32 = 1 << 3;
pub(super) const WRPERR: u32 = 1 << 4;
pub(super) const PGAERR: u32 = 1 << 5;
pub(super) const SIZERR: u32 = 1 << 6;
pub(super) const PGSERR: u32 = 1 << 7;
pub(super) const BSY: u32 = 1 << 16;
pub(super) const ERRORS: u32 = 0x0000_03F8;
pub(super) const SR_CLEARABLE: u32 = 0x0000_C3FB;
/// CR.
pub(super) const PG: u32 = 1 << 0;
pub(super) const PER: u32 = 1 << 1;
pub(super) const MER1: u32 = 1 << 2;
pub(super) const BKER: u32 = 1 << 11;
pub(super) const MER2: u32 = 1 << 15;
pub(super) const STRT: u32 = 1 << 16;
pub(super) const EOPIE: u32 = 1 << 24;
pub(super) const ERRIE: u32 = 1 << 25;
pub(super) const OPTLOCK: u32 = 1 << 30;
pub(super) const LOCK: u32 = 1 << 31;
pub(super) const CR_WRITABLE: u32 =
    PG | PER | MER1 | 0xFF << 3 | BKER | MER2 | EOPIE | ERRIE | 1 << 26;
pub(super) const OPTSTRT: u32 = 1 << 17;
pub(super) const OBL_LAUNCH: u32 = 1 << 27;
/// Fast programming.
pub(super) const CR_NOT_MODELLED: u32 = 1 << 18;
/// ECCR.
pub(super) const BK_ECC: u32 = 1 << 19;
pub(super) const ECCIE: u32 = 1 << 24;
pub(super) const ECCC: u32 = 1 << 30;
pub(super) const ECCD: u32 = 1 << 31;

impl Flash {
    /// A register.
    ///
    /// # Errors
    /// There is no such register.
    pub fn read(&self, offset: u32) -> Result<u32, Refused> {
        Ok(match offset {
            ACR => self.acr,
            PDKEYR | KEYR | OPTKEYR => 0,
            SR if self.busy.is_some() || self.options_busy.is_some() => self.status | BSY,
            SR => self.status,
            CR => self.control,
            ECCR => self.ecc,
            _ => self.options.read(offset).ok_or_else(not_modelled)?,
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
            ECCR => self.set_ecc(value),
            OPTKEYR => self.option_key(value),
            _ if self.control & OPTLOCK == 0 => {
                self.options.write(offset, value).ok_or_else(not_modelled)?;
            }
            _ => return Err(not_modelled()),
        }
        Ok(())
    }

    /// Opens the option bytes, once the control register itself is open. (3.4.2)
    fn option_key(&mut self, key: u32) {
        if self.control & LOCK == 0 && self.options.unlock(key) {
            self.control &= !OPTLOCK;
        }
    }

    /// Flags are cleared by ones, and without ECCD there is nothing to interrupt for. (3.7.7)
    fn set_ecc(&mut self, value: u32) {
        self.ecc &= !(value & (ECCC | ECCD));
        self.ecc = self.ecc & !ECCIE | value & ECCIE;
        if self.ecc & ECCD == 0 {
            (self.nmi_at, self.nmi) = (None, false);
        }
    }

    /// Until when a store into the control register waits. (3.7.5)
    #[must_use]
    pub fn control_stall(&self, offset: u32) -> Option<Time> {
        let array = self.busy.map(|(_, until)| until);
        let until = array.max(self.options_busy)?;
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
        if self.control & OPTLOCK == 0 {
            self.start_options(value, now);
        }
    }

    /// Programs the option bytes, or loads them, which resets the chip.
    fn start_options(&mut self, control: u32, now: Time) {
        if control & OPTSTRT != 0 {
            self.options_busy = Some(now + PROGRAM_OPTIONS);
        }
        self.launch |= control & OBL_LAUNCH != 0;
    }

    /// Starts an erase of a page or of a bank.
    fn erase(&mut self, control: u32, now: Time) {
        let page = control >> 3 & 0xFF;
        let bank = BANK_BYTES;
        let wanted = match control & (PG | PER | MER1 | MER2) {
            PER => {
                let start = if control & BKER != 0 { bank } else { 0 };
                Some((start + page * PAGE_BYTES, PAGE_BYTES))
            }
            MER1 => Some((0, bank)),
            MER2 => Some((bank, bank)),
            _ => None,
        };
        match wanted {
            Some((offset, bytes)) if self.status & ERRORS == 0 => {
                self.begin(ArrayOperation::Erase { offset, bytes }, now);
            }
            _ => self.fail(PGSERR),
        }
    }
}

fn not_modelled() -> Refused {
    Refused::NotModelled("a register of FLASH".into())
}
