//! Heartbeats of the sign's tasks: the watchdog is fed only while each of them is recent.

use core::sync::atomic::{AtomicU32, Ordering};

/// The tasks that must be alive, each with the longest silence that is normal for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum SignTask {
    /// Lights a row 3,200 times a second.
    Scan,
    /// Talks to the table; heartbeats every 200 ms.
    Link,
    /// Draws, at least every [`RENDERER_BEAT_MS`].
    Renderer,
}

/// The renderer wakes this often even if nothing changes.
pub const RENDERER_BEAT_MS: u64 = 200;

impl SignTask {
    /// Every task.
    pub const ALL: [SignTask; 3] = [SignTask::Scan, SignTask::Link, SignTask::Renderer];

    /// The longest time without a heartbeat. The watchdog resets the chip after about a second.
    const fn patience_ms(self) -> u32 {
        match self {
            SignTask::Scan => 20,
            SignTask::Link | SignTask::Renderer => 500,
        }
    }
}

/// The time of each task's last heartbeat, in milliseconds that wrap after 49 days. A task is watched from its first one
/// on.
#[derive(Debug)]
pub struct Vitals {
    heard_ms: [AtomicU32; SignTask::ALL.len()],
}

/// In place of a time: the task has not started.
const NEVER: u32 = u32::MAX;

impl Vitals {
    /// No task has started.
    #[must_use]
    pub const fn new() -> Vitals {
        Vitals {
            heard_ms: [const { AtomicU32::new(NEVER) }; SignTask::ALL.len()],
        }
    }

    /// A task is alive.
    pub fn check_in(&self, task: SignTask, now_ms: u32) {
        if let Some(heard_ms) = self.heard_ms.get(task as usize) {
            // One millisecond in 49 days counts as the one before.
            heard_ms.store(now_ms.min(NEVER.wrapping_sub(1)), Ordering::Relaxed);
        }
    }

    /// A task that has been silent for too long, if there is one: then the watchdog must not be fed.
    #[must_use]
    pub fn silent(&self, now_ms: u32) -> Option<SignTask> {
        let heard = self
            .heard_ms
            .each_ref()
            .map(|ms| ms.load(Ordering::Relaxed));
        let mut tasks = SignTask::ALL.into_iter().zip(heard);
        let is_silent = |task: SignTask, heard_ms: u32| {
            let silence_ms = now_ms.wrapping_sub(heard_ms).cast_signed();
            heard_ms != NEVER && silence_ms > task.patience_ms().cast_signed()
        };
        tasks.find_map(|(task, heard_ms)| is_silent(task, heard_ms).then_some(task))
    }
}

impl Default for Vitals {
    fn default() -> Vitals {
        Vitals::new()
    }
}
