//! The hooks of each instruction and of each access to a device, while the engine runs.

use super::bus::{Bus, Refused};
use super::core::{Call, Core};
use super::decode::{self, Class, Exclusive, Kind};
use super::engine::{Hooks, Refusal, RefusalKind, View};
use super::masks::Masks;
use super::scb::CpuFault;
use super::system;

impl<B: Bus> Core<B> {
    /// Handles an instruction that needs more than counting. `false` stops in front of it.
    fn attend(&mut self, address: u32, view: View) -> bool {
        let known = self.known.kind(address);
        let kind = known.unwrap_or_else(|| self.look_at(address, view));
        if let Kind::Inside(exclusive) = kind {
            self.pc = address;
            return self.touch_monitor(exclusive, true);
        }
        if self.issued >= self.limit {
            return false;
        }
        if self.known.stops_at(address) {
            self.arrived = true;
            return false;
        }
        self.pc = address;
        match kind {
            Kind::Wait { for_event } => return self.stop_for(Call::Wait { for_event }),
            Kind::Yield => return self.stop_for(Call::Skip),
            Kind::IfThen(count) => self.issued += u64::from(count),
            Kind::SendEvent => self.event = true,
            Kind::Exclusive(exclusive) if !self.touch_monitor(exclusive, false) => return false,
            _ => {}
        }
        self.issued += 1;
        match kind {
            Kind::SetMask {
                primask,
                faultmask,
                to,
            } => self.change_masks(|masks| {
                masks.primask = if primask { to } else { masks.primask };
                masks.faultmask = if faultmask { to } else { masks.faultmask };
            }),
            Kind::MoveToSpecial { from, special } => {
                let value = view.read(super::registers::core(from));
                self.change_masks(|masks| masks.move_to(special, value));
            }
            _ => {}
        }
        true
    }

    fn stop_for(&mut self, call: Call) -> bool {
        self.call(call);
        false
    }

    fn change_masks(&mut self, change: impl FnOnce(&mut Masks)) {
        let mut masks = self.masks;
        change(&mut masks);
        self.set_masks(masks);
        if self.has_work() {
            self.limit = 0;
        }
    }

    /// `false` if the instruction must not run.
    fn touch_monitor(&mut self, exclusive: Exclusive, in_block: bool) -> bool {
        match exclusive {
            Exclusive::None => {}
            Exclusive::Load => self.exclusive = true,
            Exclusive::Clear => self.exclusive = false,
            Exclusive::Store if in_block => {
                return self.stop_for(Call::NotModelled(
                    "an exclusive store in an IT block".into(),
                ));
            }
            Exclusive::Store => return self.stop_for(Call::StoreExclusive),
        }
        true
    }

    /// Decodes an instruction for the first time, and the IT block that it may begin.
    fn look_at(&mut self, address: u32, view: View) -> Kind {
        let [first, second] = view.code(address);
        let kind = decode::kind(first, second);
        self.known.set(address, kind);
        if let Kind::IfThen(count) = kind {
            let mut at = address + 2;
            for _ in 0..count {
                let [first, second] = view.code(at);
                self.known
                    .set(at, Kind::Inside(decode::exclusive(first, second)));
                at += if decode::is_wide(first) { 4 } else { 2 };
            }
        }
        kind
    }

    fn refuse(&mut self, refused: Refused, fault: CpuFault) {
        self.call(match refused {
            Refused::Nothing => Call::Fault(fault),
            Refused::NotModelled(what) => Call::NotModelled(what),
        });
    }

    fn system_read(&mut self, address: u32, bytes: u32) -> Result<u32, Refused> {
        let word = self.system.read(address & !3, self.moment());
        let word = word.ok_or_else(|| Refused::NotModelled("a register of the core".into()))?;
        Ok(part(word, address, bytes))
    }

    fn system_write(&mut self, address: u32, bytes: u32, value: u32) -> Result<(), Refused> {
        let (word, moment) = (address & !3, self.moment());
        let value = match bytes {
            4 => value,
            // Only priorities may be stored in parts, and they read back as they were stored.
            _ => merge(
                self.system.read(word, moment).unwrap_or(0),
                address,
                bytes,
                value,
            ),
        };
        let done = self.system.write(word, value, moment);
        done.ok_or_else(|| Refused::NotModelled("a register of the core".into()))
    }
}

impl<B: Bus> Hooks for Core<B> {
    #[inline]
    fn instruction(&mut self, address: u32, view: View) -> bool {
        let class = self.known.class(address);
        if class == Class::Plain {
            if self.issued >= self.limit {
                return false;
            }
            self.pc = address;
            self.issued += 1;
            return true;
        }
        class == Class::Counted || self.attend(address, view)
    }

    fn read(&mut self, address: u32, bytes: u32) -> u32 {
        // Events that were due while this instruction ran come first.
        if self.issued >= self.limit {
            self.settle();
            self.set_limit();
        }
        let read = match address {
            system::START..=system::END => self.system_read(address, bytes),
            _ => self.bus.read(address, bytes, self.now()),
        };
        if self.bus.take_changed() {
            self.settle();
            self.set_limit();
        }
        read.unwrap_or_else(|refused| {
            self.refuse(refused, CpuFault::BusRead { address });
            0
        })
    }

    fn write(&mut self, address: u32, bytes: u32, value: u32) {
        let written = match address {
            system::START..=system::END => self.system_write(address, bytes, value),
            _ => self.bus.write(address, bytes, value, self.now()),
        };
        self.settle();
        self.set_limit();
        if let Err(refused) = written {
            self.refuse(refused, CpuFault::BusWrite);
        }
    }

    fn watched(&mut self, address: u32, bytes: u32) {
        let _ = self.bus.read(address, bytes, self.now());
        self.settle();
        self.set_limit();
    }

    fn trap(&mut self, number: u32) {
        self.call(Call::Trap(number));
    }

    fn refused(&mut self, refusal: Refusal) {
        let Refusal {
            kind,
            address,
            bytes,
            value,
        } = refusal;
        self.call(match kind {
            RefusalKind::Write if self.known.covers(address) => Call::StoreToCode {
                address,
                bytes,
                value,
            },
            RefusalKind::Write => Call::Fault(CpuFault::BusWrite),
            RefusalKind::Read => Call::Fault(CpuFault::BusRead { address }),
            RefusalKind::Fetch if self.bus.is_memory(address) => {
                Call::NotModelled(format!("code outside bank 1, at {address:#010x}"))
            }
            RefusalKind::Fetch => Call::Fault(CpuFault::BusFetch),
        });
    }
}

/// The bytes of a word that an access covers.
fn part(word: u32, address: u32, bytes: u32) -> u32 {
    word >> (8 * (address & 3)) & mask(bytes)
}

/// A word with some of its bytes replaced.
fn merge(word: u32, address: u32, bytes: u32, value: u32) -> u32 {
    let shift = 8 * (address & 3);
    word & !(mask(bytes) << shift) | (value & mask(bytes)) << shift
}

const fn mask(bytes: u32) -> u32 {
    match bytes {
        1 => 0xFF,
        2 => 0xFFFF,
        _ => u32::MAX,
    }
}
