//! What goes with the engine instruction by instruction: the count, the time, the masks, and the way to the devices.
//!
//! The whole of the run is a limit: the hook stops in front of the instruction that would exceed it. Whatever has to
//! be looked at before the next instruction sets the limit to nothing.

use super::bus::{Bus, Refused};
use super::decode::{self, Exclusive, Kind, Known};
use super::engine::{Hooks, Refusal, RefusalKind, View};
use super::masks::{Masks, Meter};
use super::scb::{Fault, SEVONPEND};
use super::system::{self, Moment, System};
use crate::time::{Span, Time};

/// Something for the loop around the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Call {
    /// WFE or WFI is next.
    Wait { for_event: bool },
    /// An instruction that does nothing is next.
    Skip,
    /// An exclusive store is next. The engine's own monitor cannot be saved, nor closed by an exception.
    StoreExclusive,
    /// SVC, BKPT, or a return from an exception.
    Trap(u32),
    /// The last access failed.
    Fault(Fault),
    /// A store into the program's flash.
    StoreToCode {
        address: u32,
        bytes: u32,
        value: u32,
    },
    /// The model ends here.
    NotModelled(String),
}

/// Time and instructions: where they met last, and how long an instruction takes from there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Clock {
    time: Time,
    issued: u64,
    cycle: Span,
    /// Time that no instruction took: exceptions, sleep, waiting.
    other: Span,
}

impl Clock {
    fn at(&self, issued: u64) -> Time {
        self.time + self.cycle.times(issued - self.issued)
    }

    /// The first count at which this time has come.
    fn count_at(&self, time: Time) -> u64 {
        self.issued
            .saturating_add(time.since(self.time).covered_by(self.cycle))
    }
}

/// The hooks of the engine.
#[derive(Debug)]
pub(crate) struct Core<B> {
    /// Instructions issued, those among them whose condition fails.
    pub(crate) issued: u64,
    /// The run goes on while fewer are issued.
    pub(crate) limit: u64,
    /// The caller's own limit, whatever happens in between.
    pub(crate) until: u64,
    pub(crate) clock: Clock,
    pub(crate) pc: u32,
    pub(crate) masks: Masks,
    pub(crate) meter: Meter,
    /// The event register. (ARMv7-M ARM, B1.5.18)
    pub(crate) event: bool,
    /// The exclusive monitor.
    pub(crate) exclusive: bool,
    pub(crate) running: u32,
    pub(crate) system: System,
    pub(crate) call: Option<Call>,
    pub(crate) known: Known,
    pub(crate) bus: B,
}

/// What of the core is not in the engine's registers, for snapshots.
#[derive(Clone, Debug)]
pub(crate) struct State {
    issued: u64,
    clock: Clock,
    masks: Masks,
    meter: Meter,
    event: bool,
    exclusive: bool,
    running: u32,
    system: System,
}

impl<B: Bus> Core<B> {
    pub(crate) fn new(bus: B, known: Known) -> Self {
        let cycle = bus.cycle();
        Self {
            issued: 0,
            limit: 0,
            until: 0,
            clock: Clock {
                time: Time::ZERO,
                issued: 0,
                cycle,
                other: Span::ZERO,
            },
            pc: 0,
            masks: Masks::default(),
            meter: Meter::default(),
            event: false,
            exclusive: false,
            running: 0,
            system: System::default(),
            call: None,
            known,
            bus,
        }
    }

    pub(crate) fn now(&self) -> Time {
        self.clock.at(self.issued)
    }

    /// Cycles since the start, asleep or not.
    pub(crate) fn cycles(&self) -> u64 {
        self.issued + self.clock.other.whole(self.clock.cycle)
    }

    /// Time passes without instructions.
    pub(crate) fn pass(&mut self, span: Span) {
        self.clock.other = self.clock.other + span;
        self.clock.time = self.now() + span;
        self.clock.issued = self.issued;
    }

    pub(crate) fn pass_cycles(&mut self, count: u64) {
        self.pass(self.clock.cycle.times(count));
    }

    /// Lets time reach the devices, and what they ask for reach the core.
    pub(crate) fn settle(&mut self) {
        let now = self.now();
        self.bus.advance(now);
        if let Some(until) = self.bus.take_stall() {
            self.pass(until.since(now));
            self.bus.advance(self.now());
        }
        let now = self.now();
        if self.system.systick.advance(now) {
            self.system.nvic.pend(super::nvic::SYS_TICK);
        }
        let cycle = self.bus.cycle();
        if cycle != self.clock.cycle {
            self.clock = Clock {
                time: now,
                issued: self.issued,
                cycle,
                ..self.clock
            };
            self.system.systick.set_clock(cycle, now);
        }
        let before = self.system.nvic.pending();
        self.system
            .nvic
            .set_lines(self.bus.interrupts(), self.bus.nmi());
        let is_new = self.system.nvic.pending() & !before != 0;
        self.event |= is_new && self.system.scb.scr & SEVONPEND != 0;
    }

    pub(crate) fn next_event(&self) -> Time {
        self.bus.next_event().min(self.system.systick.next_event())
    }

    /// How far the engine may run by itself.
    pub(crate) fn set_limit(&mut self) {
        self.limit = if self.has_work() {
            0
        } else {
            self.until.min(self.clock.count_at(self.next_event()))
        };
    }

    /// The count at which a time has come.
    pub(crate) fn count_at(&self, time: Time) -> u64 {
        self.clock.count_at(time)
    }

    fn has_work(&self) -> bool {
        self.call.is_some()
            || self.bus.wants_reset()
            || self.system.scb.reset_requested
            || self.system.nvic.deliverable(self.masks).is_some()
    }

    pub(crate) fn call(&mut self, call: Call) {
        self.call.get_or_insert(call);
        self.limit = 0;
    }

    pub(crate) fn set_masks(&mut self, masks: Masks) {
        if masks != self.masks {
            self.masks = masks;
            self.meter.changed(masks, self.now(), self.issued, self.pc);
        }
    }

    fn moment(&self) -> Moment {
        Moment {
            now: self.now(),
            cycles: (self.cycles() & u64::from(u32::MAX)) as u32,
            cycle: self.clock.cycle,
            running: self.running,
        }
    }

    pub(crate) fn state(&self) -> State {
        State {
            issued: self.issued,
            clock: self.clock,
            masks: self.masks,
            meter: self.meter.clone(),
            event: self.event,
            exclusive: self.exclusive,
            running: self.running,
            system: self.system.clone(),
        }
    }

    pub(crate) fn set_state(&mut self, state: &State) {
        let state = state.clone();
        self.issued = state.issued;
        self.clock = state.clock;
        self.masks = state.masks;
        self.meter = state.meter;
        self.event = state.event;
        self.exclusive = state.exclusive;
        self.running = state.running;
        self.system = state.system;
        self.call = None;
    }

    /// As after a reset of the core: all but the count and the time.
    pub(crate) fn reset(&mut self) {
        self.set_masks(Masks::default());
        self.event = false;
        self.exclusive = false;
        self.running = 0;
        self.system = System::default();
        self.call = None;
        self.system.systick.set_clock(self.clock.cycle, self.now());
    }

    /// An instruction that needs more than counting.
    #[cold]
    fn attend(&mut self, address: u32, kind: Kind, view: View) -> bool {
        let kind = if kind == Kind::Unknown {
            self.look_at(address, view)
        } else {
            kind
        };
        if let Kind::Inside(exclusive) = kind {
            self.pc = address;
            return self.touch_monitor(exclusive, true);
        }
        if self.issued >= self.limit {
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

    /// Looks at an instruction for the first time, and at the block that it may begin.
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

    fn refuse(&mut self, refused: Refused, fault: Fault) {
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
            // Only priorities are stored in parts, and they read back as they are.
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
        let kind = self.known.get(address);
        if kind != Kind::Plain {
            return self.attend(address, kind, view);
        }
        if self.issued >= self.limit {
            return false;
        }
        self.pc = address;
        self.issued += 1;
        true
    }

    fn read(&mut self, address: u32, bytes: u32) -> u32 {
        // What was due while this instruction ran comes first.
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
            self.refuse(refused, Fault::BusRead { address });
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
            self.refuse(refused, Fault::BusWrite);
        }
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
            RefusalKind::Write => Call::Fault(Fault::BusWrite),
            RefusalKind::Read => Call::Fault(Fault::BusRead { address }),
            RefusalKind::Fetch if self.bus.is_memory(address) => {
                Call::NotModelled(format!("code outside bank 1, at {address:#010x}"))
            }
            RefusalKind::Fetch => Call::Fault(Fault::BusFetch),
        });
    }
}

/// The bytes of a word that an access is about.
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
