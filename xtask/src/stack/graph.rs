//! The longest way down through an image's calls.
//!
//! Calls by address are in the code. Where a call through a pointer goes is not, so it counts
//! as reaching every function whose address is taken anywhere in the image, with two
//! exceptions: a task's `poll` is for executors only, and formatting for formatting and for
//! functions that take its address themselves.
//!
//! A jump into another function counts as a call, although it gives its own frame back first.
//! Functions that call each other in a circle count once each. A panic ends the way: it is
//! looked at by itself, since nothing comes back from it.

use super::code::{Code, Function};
use super::frames::StackFrames;
use std::collections::{BTreeMap, BTreeSet};

/// Functions whose calls through pointers may be a task's `poll`; a waker's are not.
const EXECUTOR: [&str; 2] = [
    "<embassy_executor::raw::Executor>::",
    "<embassy_executor::platform::",
];

/// In the names of the functions that cortex-m-rt makes of `main` and of handlers.
const ENTRY: &str = "__cortex_m_rt_";
const TASK: &str = "<embassy_executor::raw::TaskStorage<";
const FORMATTING: &str = "core::fmt::";
const PANIC: &str = "__rustc::rust_begin_unwind";

/// Which tasks an executor polls, by their names.
pub type IsPolled<'a> = &'a dyn Fn(&str) -> bool;

/// The functions of an image, their frames and their calls.
#[derive(Debug)]
pub struct Graph<'a> {
    code: &'a Code,
    frames: &'a StackFrames,
    /// The functions that a call through a pointer may reach.
    pointed_at: BTreeSet<u32>,
}

/// A way down.
#[derive(Clone, Debug, Default)]
pub struct CallChain {
    /// The sum of all its frames.
    pub bytes: u32,
    /// From the first function on. Those that call each other in a circle are one link.
    pub links: Vec<CallLink>,
}

/// A function, or a circle of them.
#[derive(Clone, Debug)]
pub struct CallLink {
    /// The sum of their frames.
    pub bytes: u32,
    /// A person's names for them.
    pub names: Vec<String>,
}

impl<'a> Graph<'a> {
    /// Draws the graph.
    #[must_use]
    pub fn new(code: &'a Code, frames: &'a StackFrames) -> Self {
        let mut pointed_at = code.in_data.clone();
        for function in code.functions.values() {
            pointed_at.extend(&function.mentions);
        }
        Self {
            code,
            frames,
            pointed_at,
        }
    }

    /// The longest way down from a function, where executors poll only those tasks. Adds all
    /// functions on any way down to those reached.
    #[must_use]
    pub fn worst(
        &self,
        root: u32,
        is_polled: IsPolled<'_>,
        reached: &mut BTreeSet<u32>,
    ) -> CallChain {
        let mut search = Search {
            graph: self,
            is_polled,
            order: BTreeMap::new(),
            open: Vec::new(),
            done: BTreeMap::new(),
        };
        search.visit(root);
        reached.extend(search.order.keys());
        search.done.remove(&root).unwrap_or_default()
    }

    /// A function's name.
    #[must_use]
    pub fn name(&self, address: u32) -> &str {
        self.code.name(address)
    }

    /// Where a panic starts.
    #[must_use]
    pub fn panic(&self) -> Option<u32> {
        let mut functions = self.code.functions.iter();
        functions.find_map(|(address, function)| (function.name == PANIC).then_some(*address))
    }

    /// The tasks' polls and their names.
    pub fn tasks(&self) -> impl Iterator<Item = (u32, &str)> {
        let functions = self.code.functions.iter();
        let named = functions.map(|(address, function)| (*address, function.name.as_str()));
        named.filter(|(_, name)| name.starts_with(TASK))
    }

    /// The stack that a call to the function takes: assembly has no frame in the compiler's list.
    #[must_use]
    pub fn frame(&self, address: u32) -> u32 {
        let reported = self.frames.get(&address).copied();
        let function = self.code.functions.get(&address);
        reported.unwrap_or_else(|| function.map_or(0, |function| function.taken))
    }

    fn calls(&self, address: u32, is_polled: IsPolled<'_>) -> BTreeSet<u32> {
        let Some(function) = self.code.functions.get(&address) else {
            return BTreeSet::new();
        };
        let mut calls = function.calls.clone();
        if function.calls_pointers {
            let reached = |to: &&u32| self.is_reached(**to, function, is_polled);
            calls.extend(self.pointed_at.iter().filter(reached));
        }
        calls.retain(|to| self.name(*to) != PANIC);
        calls
    }

    fn is_reached(&self, to: u32, caller: &Function, is_polled: IsPolled<'_>) -> bool {
        let name = self.name(to);
        if name.starts_with(TASK) {
            return may_poll(&caller.name) && is_polled(name);
        }
        let is_formatting = |name: &str| name.contains(FORMATTING);
        !is_formatting(name) || is_formatting(&caller.name) || caller.mentions.contains(&to)
    }
}

/// An executor, or a function that starts one and into which the compiler may have put it: `main` or a handler, which
/// alone have plain names.
fn may_poll(caller: &str) -> bool {
    let is_executor = |executor| caller.starts_with(executor);
    let is_entry = caller.contains(ENTRY) || !caller.contains("::");
    is_entry || EXECUTOR.into_iter().any(is_executor)
}

/// Tarjan's search: functions that reach each other come out together, after all that they
/// call.
struct Search<'a> {
    graph: &'a Graph<'a>,
    is_polled: IsPolled<'a>,
    order: BTreeMap<u32, usize>,
    open: Vec<u32>,
    done: BTreeMap<u32, CallChain>,
}

impl Search<'_> {
    /// The earliest open function that this one reaches.
    fn visit(&mut self, address: u32) -> usize {
        let mine = self.order.len();
        self.order.insert(address, mine);
        let depth = self.open.len();
        self.open.push(address);
        let mut earliest = mine;
        for to in self.graph.calls(address, self.is_polled) {
            if !self.order.contains_key(&to) {
                earliest = earliest.min(self.visit(to));
            } else if !self.done.contains_key(&to) {
                earliest = earliest.min(self.order[&to]);
            }
        }
        if earliest == mine {
            let circle = self.open.split_off(depth);
            self.close(&circle);
        }
        earliest
    }

    /// Functions that reach each other count once each, on top of the worst that any of them
    /// calls.
    fn close(&mut self, circle: &[u32]) {
        let calls = |address: &u32| self.graph.calls(*address, self.is_polled);
        let called = circle.iter().flat_map(calls);
        let below = called.filter_map(|to| self.done.get(&to));
        let deepest = below.max_by_key(|chain| chain.bytes);
        let mut chain = deepest.cloned().unwrap_or_default();
        let name = |of: &u32| self.graph.name(*of).to_owned();
        let link = CallLink {
            bytes: circle.iter().map(|of| self.graph.frame(*of)).sum(),
            names: circle.iter().map(name).collect(),
        };
        chain.bytes += link.bytes;
        chain.links.insert(0, link);
        for address in circle {
            self.done.insert(*address, chain.clone());
        }
    }
}
