//! The longest way down through an image's calls.
//!
//! Calls by address are in the code. Where a call through a pointer goes is not, so it counts
//! as reaching
//! - what the calling function itself has the address of;
//! - every function whose address is in data (tables of methods, wakers), or in the hands of a
//!   function that calls no pointers and so must be passing it on;
//! - but a task's `poll` only from the executor, and formatting only from formatting.
//!
//! A jump into another function counts as a call, although it gives its own frame back first.
//! Functions that call each other in a circle count once each. A panic ends the way: it is
//! looked at by itself, since nothing comes back from it.

use super::code::{Code, Function};
use super::frames::Frames;
use std::collections::{BTreeMap, BTreeSet};

/// Whose calls through pointers may be a task's `poll`; a waker's are not.
const EXECUTOR: [&str; 2] = [
    "<embassy_executor::raw::Executor>::",
    "<embassy_executor::platform::",
];
const TASK: &str = "<embassy_executor::raw::TaskStorage<";
const FORMATTING: &str = "core::fmt::";
const PANIC: &str = "__rustc::rust_begin_unwind";

/// Which tasks an executor polls, by their names.
pub type IsPolled<'a> = &'a dyn Fn(&str) -> bool;

/// The functions of an image, their frames and their calls.
#[derive(Debug)]
pub struct Graph<'a> {
    code: &'a Code,
    frames: &'a Frames,
    /// What any call through a pointer may reach.
    anyones: BTreeSet<u32>,
}

/// A way down.
#[derive(Clone, Debug, Default)]
pub struct Chain {
    /// Of all its frames.
    pub bytes: u32,
    /// From the first function on. Those that call each other in a circle are one link.
    pub links: Vec<Link>,
}

/// A function, or a circle of them.
#[derive(Clone, Debug)]
pub struct Link {
    /// Of their frames.
    pub bytes: u32,
    /// A person's names for them.
    pub names: Vec<String>,
}

impl<'a> Graph<'a> {
    /// Draws the graph.
    #[must_use]
    pub fn new(code: &'a Code, frames: &'a Frames) -> Self {
        let mut anyones = code.in_data.clone();
        for function in code.functions.values() {
            let passes_on = |of: &&u32| !function.calls_pointers || is_formatting(code.name(**of));
            anyones.extend(function.mentions.iter().filter(passes_on));
        }
        Self {
            code,
            frames,
            anyones,
        }
    }

    /// The longest way down from a function, where executors poll only those tasks. Adds all
    /// functions on any way down to those reached.
    #[must_use]
    pub fn worst(&self, root: u32, is_polled: IsPolled<'_>, reached: &mut BTreeSet<u32>) -> Chain {
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

    /// What a call to the function takes: assembly has no frame in the compiler's list.
    #[must_use]
    pub fn frame(&self, address: u32) -> u32 {
        let taken = || {
            self.code
                .functions
                .get(&address)
                .map(|function| function.taken)
        };
        self.frames
            .get(&address)
            .copied()
            .or_else(taken)
            .unwrap_or(0)
    }

    fn calls(&self, address: u32, is_polled: IsPolled<'_>) -> BTreeSet<u32> {
        let Some(function) = self.code.functions.get(&address) else {
            return BTreeSet::new();
        };
        let mut calls = function.calls.clone();
        if function.calls_pointers {
            calls.extend(self.pointed_at(function, is_polled));
        }
        calls.retain(|to| self.name(*to) != PANIC);
        calls
    }

    fn pointed_at(&self, caller: &Function, is_polled: IsPolled<'_>) -> Vec<u32> {
        let is_reached = |address: &u32| {
            let name = self.name(*address);
            !name.starts_with(TASK) && (is_formatting(&caller.name) || !is_formatting(name))
        };
        let anyones = self.anyones.iter().copied().filter(is_reached);
        let own = caller
            .mentions
            .iter()
            .copied()
            .filter(|of| !self.name(*of).starts_with(TASK));
        let mut reached: Vec<u32> = anyones.chain(own).collect();
        if EXECUTOR
            .iter()
            .any(|executor| caller.name.starts_with(executor))
        {
            let tasks = self.tasks().filter(|(_, name)| is_polled(name));
            reached.extend(tasks.map(|(address, _)| address));
        }
        reached
    }
}

fn is_formatting(name: &str) -> bool {
    name.contains(FORMATTING)
}

/// Tarjan's search: functions that reach each other come out together, after all that they
/// call.
struct Search<'a> {
    graph: &'a Graph<'a>,
    is_polled: IsPolled<'a>,
    order: BTreeMap<u32, usize>,
    open: Vec<u32>,
    done: BTreeMap<u32, Chain>,
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
        let below = circle
            .iter()
            .flat_map(calls)
            .filter_map(|to| self.done.get(&to));
        let mut chain = below
            .max_by_key(|chain| chain.bytes)
            .cloned()
            .unwrap_or_default();
        let link = Link {
            bytes: circle.iter().map(|of| self.graph.frame(*of)).sum(),
            names: circle
                .iter()
                .map(|of| self.graph.code.name(*of).to_owned())
                .collect(),
        };
        chain.bytes += link.bytes;
        chain.links.insert(0, link);
        for address in circle {
            self.done.insert(*address, chain.clone());
        }
    }
}
