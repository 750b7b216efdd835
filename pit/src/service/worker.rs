//! The thread of a running pool.

use std::collections::{BTreeMap, VecDeque};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Receiver;
use std::time::Duration;

use shared_rules::pool::TableNumber;

use super::lines::Lines;
use super::snapshot::{PoolSnapshot, ShownNotice, Surroundings};
use super::{LineNumber, ORDERS_MAX, Order, PoolNews, TimeOfDay, Wake, next_order};
use crate::drive;
use crate::engine::{EngineTrouble, LogEngine};
use crate::lead::{Leadership, PoolRole, Reign};
use crate::sequencer::{Ignored, Sequencer};

/// An engine that cannot serve is tried again after this time, and the log of a pool without letters is read again.
const RETRY_MS: u64 = 100;

/// Notices that are kept for the pages.
const NOTICES_MAX: usize = 100;

pub(super) struct Worker<E> {
    sequencer: Sequencer,
    engine: E,
    time: TimeOfDay,
    killed: Arc<AtomicBool>,
    lines: Lines,
    heard_ms: BTreeMap<TableNumber, u64>,
    ignored: u64,
    noticed: u64,
    notices: VecDeque<ShownNotice>,
    trouble: Option<EngineTrouble>,
    leadership: Leadership,
    /// The term in which this pool leads.
    term: Option<u64>,
}

impl<E: LogEngine> Worker<E> {
    pub fn new(
        sequencer: Sequencer,
        engine: E,
        time: TimeOfDay,
        killed: Arc<AtomicBool>,
        leadership: Leadership,
    ) -> Worker<E> {
        Worker {
            sequencer,
            engine,
            time,
            killed,
            lines: Lines::default(),
            heard_ms: BTreeMap::new(),
            ignored: 0,
            noticed: 0,
            notices: VecDeque::new(),
            trouble: None,
            leadership,
            term: None,
        }
    }

    /// Serves until it is stopped, killed, or left alone.
    pub fn run(mut self, orders: &Receiver<Order>) {
        loop {
            let wake = next_order(orders, self.pause());
            let is_idle = matches!(wake, Wake::Late);
            let taken = self.take_role();
            let flow = match wake {
                Wake::Order(order) => self.carry_out_all(order, orders),
                Wake::Late => ControlFlow::Continue(()),
                Wake::Alone => ControlFlow::Break(()),
            };
            if self.killed.load(Ordering::Acquire) {
                return;
            }
            let now_ms = (self.time)();
            self.trouble = taken.and_then(|()| self.commit(is_idle, now_ms)).err();
            self.tell(now_ms);
            if flow.is_break() {
                return;
            }
        }
    }

    /// Takes the part that the pool is given. A new leader has folded the whole log before it accepts a letter.
    fn take_role(&mut self) -> Result<(), EngineTrouble> {
        match self.leadership.role() {
            PoolRole::Leads(reign) if self.term == Some(reign.term) => {
                self.sequencer.count_between(reign.counters);
                Ok(())
            }
            PoolRole::Leads(reign) => {
                self.step_down();
                self.begin(&reign)
            }
            PoolRole::StandsBy => {
                self.step_down();
                Ok(())
            }
        }
    }

    fn begin(&mut self, reign: &Reign) -> Result<(), EngineTrouble> {
        let now_ms = (self.time)();
        if drive::catch_up(&mut self.sequencer, &mut self.engine, now_ms)? {
            self.sequencer.count_between(reign.counters);
            self.term = Some(reign.term);
        }
        Ok(())
    }

    fn step_down(&mut self) {
        if self.term.take().is_some() {
            self.sequencer.stand_by();
            self.lines.clear();
        }
    }

    /// The time until something is due. A pool that cannot do anything does not turn in circles.
    fn pause(&mut self) -> Duration {
        let due_ms = self.sequencer.poll_at().saturating_sub((self.time)());
        let can_act =
            self.trouble.is_none() && self.sequencer.halted().is_none() && self.term.is_some();
        let ms = if can_act {
            due_ms.clamp(1, RETRY_MS)
        } else {
            RETRY_MS
        };
        Duration::from_millis(ms)
    }

    /// Carries out this order and those that have arrived with it: they share a commit.
    fn carry_out_all(&mut self, first: Order, orders: &Receiver<Order>) -> ControlFlow<()> {
        let arrived = orders.try_iter().take(ORDERS_MAX);
        let mut all = [first].into_iter().chain(arrived);
        all.try_for_each(|order| self.carry_out(order))
    }

    fn carry_out(&mut self, order: Order) -> ControlFlow<()> {
        // A letter that arrives while others are accepted was dealt later than they were received.
        let now_ms = (self.time)();
        match order {
            Order::Letter(line, letter) => self.accept(line, &letter, now_ms),
            // A line that is dropped is told so.
            Order::Attach(line, sink) if self.term.is_some() => self.lines.attach(line, sink),
            Order::Attach(..) => {}
            Order::Detach(line) => self.lines.detach(line),
            Order::Rule(given) if self.term.is_some() => self.sequencer.rule(given, now_ms),
            // Whoever has asked waits for a notice, and asks another pool.
            Order::Rule(_) => {}
            // A caller that has not waited needs no answer.
            Order::Snapshot(to_caller) => drop(to_caller.try_send(self.snapshot(now_ms))),
            Order::Stop => return ControlFlow::Break(()),
        }
        ControlFlow::Continue(())
    }

    fn accept(&mut self, line: LineNumber, letter: &[u8], now_ms: u64) {
        let accepted = match self.term {
            Some(_) => self.sequencer.accept(letter, now_ms),
            None => Err(Ignored::StandsBy),
        };
        match accepted {
            Ok(table) => {
                self.lines.meet(table, line);
                self.heard_ms.insert(table, now_ms);
            }
            Err(why) => {
                self.ignored = self.ignored.saturating_add(1);
                self.lines.tell(line, PoolNews::Ignored(why));
            }
        }
    }

    /// Appends what waits. An idle pool also looks for the blocks of another one on the same log, and one that stands by
    /// does nothing else.
    fn commit(&mut self, is_idle: bool, now_ms: u64) -> Result<(), EngineTrouble> {
        let overtaken = self.sequencer.overtaken();
        // Questions may come more often than a pool is idle.
        if is_idle || self.term.is_none() {
            drive::catch_up(&mut self.sequencer, &mut self.engine, now_ms)?;
        }
        if self.term.is_some() {
            drive::commit(&mut self.sequencer, &mut self.engine, now_ms)?;
        }
        if self.term.is_some() && self.sequencer.overtaken() != overtaken {
            self.leadership.doubt();
        }
        self.leadership.note_head(self.sequencer.state().head());
        Ok(())
    }

    /// Sends letters and keeps notices. A pool whose engine cannot serve is silent, so that its tables take no bets.
    fn tell(&mut self, now_ms: u64) {
        let is_silent = self.trouble.is_some() || self.term.is_none();
        if !is_silent {
            self.sequencer.poll(now_ms);
        }
        while let Some(envelope) = self.sequencer.pop_letter() {
            if !is_silent {
                self.lines.deliver(&envelope);
            }
        }
        while let Some(notice) = self.sequencer.pop_notice() {
            self.noticed = self.noticed.saturating_add(1);
            if self.notices.len() == NOTICES_MAX {
                self.notices.pop_front();
            }
            self.notices.push_back(ShownNotice {
                number: self.noticed,
                at_ms: now_ms,
                notice,
            });
        }
    }

    fn snapshot(&self, at_ms: u64) -> PoolSnapshot {
        let around = Surroundings {
            at_ms,
            lines: &self.lines,
            heard_ms: &self.heard_ms,
            ignored: self.ignored,
            notices: &self.notices,
            trouble: self.trouble.as_ref().map(ToString::to_string),
            leads: self.term.is_some(),
            leadership: &self.leadership,
        };
        PoolSnapshot::of(&self.sequencer, &around)
    }
}
