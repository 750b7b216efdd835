//! Health: tracks the heartbeats of the tasks. The watchdog is fed only while every task checks in.

/// The tasks that must be alive, each with the longest silence that is normal for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Task {
    /// Scans the chain every millisecond.
    Scan,
    /// Owns the ledger; an append may wait for two erasures of a flash page in each log.
    Controller,
    /// Talks to the sign; heartbeats every 200 ms.
    Sign,
    /// Talks to the console; heartbeats every 200 ms.
    Console,
}

impl Task {
    /// Every task.
    pub const ALL: [Self; 4] = [Self::Scan, Self::Controller, Self::Sign, Self::Console];

    /// The longest time without a heartbeat. The watchdog resets the chip after about a second; a task that is silent
    /// for longer than this hangs.
    const fn patience_ms(self) -> u64 {
        match self {
            Self::Scan => 20,
            Self::Controller | Self::Sign | Self::Console => 500,
        }
    }
}

/// The time of each task's last heartbeat. A task is watched from its first check-in on: one that has not been started
/// is not silent.
#[derive(Clone, Copy, Debug, Default)]
pub struct Health {
    heard_ms: [Option<u64>; Task::ALL.len()],
}

impl Health {
    /// No task has started.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            heard_ms: [None; Task::ALL.len()],
        }
    }

    /// A task is alive.
    pub fn check_in(&mut self, task: Task, now_ms: u64) {
        if let Some(heard_ms) = self.heard_ms.get_mut(task as usize) {
            *heard_ms = Some(now_ms);
        }
    }

    /// A task that has been silent for too long, if there is one: then the watchdog must not be fed.
    #[must_use]
    pub fn silent(&self, now_ms: u64) -> Option<Task> {
        let tasks = Task::ALL.into_iter().zip(self.heard_ms);
        let is_silent = |task: Task, heard_ms| now_ms.saturating_sub(heard_ms) > task.patience_ms();
        tasks
            .filter_map(|(task, heard_ms)| is_silent(task, heard_ms?).then_some(task))
            .next()
    }
}
