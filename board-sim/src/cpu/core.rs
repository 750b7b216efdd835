//! The state that goes with the engine, instruction by instruction: count, time, masks, and the way to the devices.
//!
//! A run is controlled by one limit: the hook stops in front of the instruction that would exceed it. A cause that
//! needs attention before the next instruction sets the limit to zero.

use super::bus::Bus;
use super::clock::Clock;
use super::decode::Known;
use super::masks::{Masks, Meter};
use super::scb::{CpuFault, SEVONPEND};
use super::system::{Moment, System};
use super::tally::Tally;
use super::{Pause, Until};
use crate::time::{Span, Time};

/// A request to the loop around the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Call {
    /// WFE or WFI is next.
    Wait { for_event: bool },
    /// An instruction without effect is next.
    Skip,
    /// An exclusive store is next. The engine's own monitor cannot be saved, nor closed by an exception.
    StoreExclusive,
    /// SVC, BKPT, or a return from an exception.
    Trap(u32),
    /// The last access failed.
    Fault(CpuFault),
    /// A store into the program's flash.
    StoreToCode {
        address: u32,
        bytes: u32,
        value: u32,
    },
    /// Something is not modelled: the run ends here.
    NotModelled(String),
}

/// The hooks of the engine.
#[derive(Debug)]
pub(crate) struct Core<B> {
    /// Instructions issued, including those whose condition fails.
    pub(crate) issued: u64,
    /// The run goes on while fewer instructions are issued.
    pub(crate) limit: u64,
    /// The caller's own limit, whatever happens in between.
    pub(crate) until: Until,
    /// An event has happened since the run began.
    pub(crate) happened: bool,
    /// The run has reached its stop address.
    pub(crate) arrived: bool,
    pub(crate) clock: Clock,
    pub(crate) pc: u32,
    pub(crate) masks: Masks,
    pub(crate) meter: Meter,
    pub(crate) tally: Tally,
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

/// The part of the core's state that is not in the engine's registers, for snapshots.
#[derive(Clone, Debug)]
pub(crate) struct State {
    issued: u64,
    clock: Clock,
    masks: Masks,
    meter: Meter,
    tally: Tally,
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
            until: Until::time(Time::ZERO),
            happened: false,
            arrived: false,
            clock: Clock::new(cycle),
            pc: 0,
            masks: Masks::default(),
            meter: Meter::default(),
            tally: Tally::default(),
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
        self.clock.cycles(self.issued)
    }

    /// Lets time pass without instructions.
    pub(crate) fn pass(&mut self, span: Span) {
        self.clock.pass(self.issued, span);
    }

    pub(crate) fn pass_cycles(&mut self, count: u64) {
        self.pass(self.clock.cycle().times(count));
    }

    /// Brings the devices up to the present time, and their requests to the core.
    pub(crate) fn settle(&mut self) {
        let now = self.now();
        self.happened |= self.next_event() <= now;
        self.bus.advance(now);
        if let Some(until) = self.bus.take_stall() {
            self.pass(until.since(now));
            self.happened = true;
            self.bus.advance(self.now());
        }
        let now = self.now();
        if self.system.systick.advance(now) {
            self.system.nvic.pend(super::nvic::SYS_TICK);
        }
        let cycle = self.bus.cycle();
        if cycle != self.clock.cycle() {
            self.clock.set_cycle(self.issued, cycle);
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

    /// Sets the count up to which the engine may run by itself.
    pub(crate) fn set_limit(&mut self) {
        self.limit = if self.has_work() {
            0
        } else {
            let time = self.until.time.min(self.next_event());
            self.until.count.min(self.clock.count_at(time))
        };
    }

    /// The reason for which the run is over, if it is.
    pub(crate) fn pause(&self) -> Option<Pause> {
        if self.system.scb.reset_requested {
            Some(Pause::ResetRequest)
        } else if self.bus.wants_reset() {
            Some(Pause::ChipReset)
        } else if self.arrived || self.now() >= self.until.time || self.issued >= self.until.count {
            Some(Pause::Reached)
        } else {
            (self.happened && self.until.event).then_some(Pause::Event)
        }
    }

    pub(super) fn has_work(&self) -> bool {
        self.call.is_some()
            || self.happened && self.until.event
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

    pub(super) fn moment(&self) -> Moment {
        Moment {
            now: self.now(),
            cycles: self.cycles(),
            cycle: self.clock.cycle(),
            running: self.running,
        }
    }

    pub(crate) fn state(&self) -> State {
        State {
            issued: self.issued,
            clock: self.clock,
            masks: self.masks,
            meter: self.meter.clone(),
            tally: self.tally.clone(),
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
        self.tally = state.tally;
        self.event = state.event;
        self.exclusive = state.exclusive;
        self.running = state.running;
        self.system = state.system;
        self.call = None;
    }

    /// Resets the core: everything but the count and the time.
    pub(crate) fn reset(&mut self) {
        self.set_masks(Masks::default());
        self.tally.reset(self.issued);
        self.event = false;
        self.exclusive = false;
        self.running = 0;
        self.system = System::default();
        self.call = None;
        self.system
            .systick
            .set_clock(self.clock.cycle(), self.now());
    }
}
