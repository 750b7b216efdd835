//! Running a board up to a limit.

use super::Board;
use crate::chip::flash::FlashChange;
use crate::chip::wires::Wires;
use crate::chip::{Chip, Reset};
use crate::cpu::{Cpu, NotModelled, Pause, Until};
use crate::log;
use crate::time::{Span, Time};

/// Looks at the log at least this often, so that nothing in it is overwritten unseen.
const LOG_EVERY: Span = Span::ms(1);

/// The reason for which a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunEnd {
    /// The time or the count is reached.
    Reached,
    /// The awaited condition is met.
    Met,
    /// The chip has started again, for this reason, and is in front of its first instruction.
    Reset(Reset),
    /// There is no power.
    Off,
}

impl<W: Wires> Board<W> {
    /// Runs for some time.
    ///
    /// # Errors
    /// The program uses something that is not modelled.
    pub fn run_for(&mut self, span: Span) -> Result<RunEnd, NotModelled> {
        self.run_until(self.now() + span)
    }

    /// Runs up to a time. Resets do not end it: the chip starts again, as on a table.
    ///
    /// # Errors
    /// The program uses something that is not modelled.
    pub fn run_until(&mut self, time: Time) -> Result<RunEnd, NotModelled> {
        self.run_while(time, |_| true)
    }

    /// Runs up to a time, or until `goes_on` returns false. `goes_on` is called at least once per
    /// millisecond, and after a reset.
    ///
    /// # Errors
    /// The program uses something that is not modelled.
    pub fn run_while(
        &mut self,
        time: Time,
        mut goes_on: impl FnMut(&Self) -> bool,
    ) -> Result<RunEnd, NotModelled> {
        while self.is_on {
            let slice = time.min(self.now() + LOG_EVERY);
            self.step(Until::time(slice))?;
            if !goes_on(self) {
                return Ok(RunEnd::Met);
            }
            if self.now() >= time {
                return Ok(RunEnd::Reached);
            }
        }
        Ok(RunEnd::Off)
    }

    /// Runs until this many instructions have been issued since the start. An IT block is not cut in two: a run may
    /// end up to four instructions late.
    ///
    /// # Errors
    /// The program uses something that is not modelled.
    pub fn run_to_instruction(&mut self, count: u64) -> Result<RunEnd, NotModelled> {
        self.run_at_most(Time::NEVER, count)
    }

    /// Runs up to a time, or to an instruction as above, whichever comes first.
    ///
    /// # Errors
    /// The program uses something that is not modelled.
    pub fn run_at_most(&mut self, time: Time, count: u64) -> Result<RunEnd, NotModelled> {
        while self.is_on && self.now() < time && self.instructions() < count {
            let time = time.min(self.now() + LOG_EVERY);
            let until = Until {
                count,
                ..Until::time(time)
            };
            if let RunEnd::Reset(cause) = self.step(until)? {
                return Ok(RunEnd::Reset(cause));
            }
        }
        Ok(if self.is_on {
            RunEnd::Reached
        } else {
            RunEnd::Off
        })
    }

    /// Runs until the program is in front of the instruction at this address, which is not in an IT block; or up to a
    /// time. Where it stands there already, it stays.
    ///
    /// # Errors
    /// The program uses something that is not modelled.
    pub fn run_to(&mut self, address: u32, time: Time) -> Result<RunEnd, NotModelled> {
        while self.is_on && self.pc() != address {
            if self.now() >= time {
                return Ok(RunEnd::Reached);
            }
            let slice = time.min(self.now() + LOG_EVERY);
            self.step(Until {
                address: Some(address),
                ..Until::time(slice)
            })?;
        }
        Ok(if self.is_on { RunEnd::Met } else { RunEnd::Off })
    }

    /// Runs until the contents of the flash change, and returns the change; or up to a time.
    ///
    /// # Errors
    /// The program uses something that is not modelled.
    pub fn run_to_flash_change(&mut self, time: Time) -> Result<Option<FlashChange>, NotModelled> {
        let (before, _) = self.flash().changes();
        while self.is_on && self.now() < time {
            let slice = time.min(self.now() + LOG_EVERY);
            self.step(Until {
                event: true,
                ..Until::time(slice)
            })?;
            if self.flash().changes().0 != before {
                return Ok(self.flash().changes().1);
            }
        }
        Ok(None)
    }

    /// Runs one slice, and starts again after a reset.
    fn step(&mut self, until: Until) -> Result<RunEnd, NotModelled> {
        let pause = self.cpu.run(until)?;
        self.poll_log();
        let cause = match pause {
            Pause::Reached | Pause::Event => return Ok(RunEnd::Reached),
            Pause::ResetRequest => Reset::Software,
            Pause::ChipReset => self.cpu.bus().own_reset().unwrap_or(Reset::Watchdog),
        };
        self.reset(cause);
        Ok(RunEnd::Reset(cause))
    }

    pub(super) fn poll_log(&mut self) {
        if let Some(decoder) = &self.decoder {
            let now = self.cpu.now();
            self.log.poll(decoder, &Ram(&self.cpu), now);
        }
    }
}

/// Memory as the log looks into it.
struct Ram<'a, W: Wires>(&'a Cpu<Chip<W>>);

impl<W: Wires> log::Memory for Ram<'_, W> {
    fn word(&self, address: u32) -> Option<u32> {
        self.0.word(address)
    }

    fn bytes(&self, address: u32, count: usize) -> Option<&[u8]> {
        self.0.memory(address, count)
    }
}
