//! The log of a running pool on standard error: sentences for people, or one JSON object a line for programs.

use std::thread;
use std::time::Duration;

use clap::ValueEnum;
use coinspot::terminal::tell;
use pit::service::{NoSnapshot, PoolDoor, PoolSnapshot, system_time};
use serde::Serialize;
use tokio::sync::oneshot;

/// The interval at which the pool is looked at for something to tell.
const LOOK: Duration = Duration::from_millis(250);

/// The form of the log.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(super) enum LogFormat {
    /// Sentences
    Text,
    /// One JSON object a line: at_ms, level, event, text
    Json,
}

#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Level {
    Info,
    /// Somebody has to look at it.
    Warning,
    /// The pool does not serve.
    Error,
}

#[derive(Serialize)]
struct LogLine<'a> {
    at_ms: u64,
    level: Level,
    event: &'a str,
    text: &'a str,
}

impl LogFormat {
    pub fn write(self, level: Level, event: &str, text: &str) {
        let line = LogLine {
            at_ms: system_time()(),
            level,
            event,
            text,
        };
        match (self, serde_json::to_string(&line)) {
            (LogFormat::Json, Ok(line)) => tell(&line),
            _ => tell(text),
        }
    }

    /// Tells the house of everything that it has to look at, until the pool ends. A pool that has halted is to be ended.
    pub fn watch(self, door: &PoolDoor, to_end: oneshot::Sender<String>) {
        let mut told = Told::default();
        loop {
            match door.snapshot() {
                Ok(snapshot) => {
                    told.tell(self, &snapshot);
                    if let Some(why) = snapshot.halted {
                        // The pool may be ending already.
                        let _ = to_end.send(why);
                        return;
                    }
                    thread::sleep(LOOK);
                }
                // A disk may hold up a commit for seconds: that is no end of the pool.
                Err(NoSnapshot::Late) => {
                    told.tell_trouble(self, Some("its log takes long to be written"));
                }
                Err(NoSnapshot::Stopped) => return,
            }
        }
    }
}

/// The state that was told last.
#[derive(Default)]
struct Told {
    noticed: u64,
    trouble: Option<String>,
    part: Option<(bool, Option<String>)>,
}

impl Told {
    fn tell(&mut self, log: LogFormat, snapshot: &PoolSnapshot) {
        let notices = snapshot.notices.iter();
        for shown in notices.filter(|shown| shown.number > self.noticed) {
            log.write(Level::Warning, "notice", &shown.notice.to_string());
        }
        self.noticed = snapshot
            .notices
            .back()
            .map_or(self.noticed, |last| last.number);
        self.tell_trouble(log, snapshot.trouble.as_deref());
        self.tell_part(log, snapshot);
    }

    fn tell_trouble(&mut self, log: LogFormat, trouble: Option<&str>) {
        if trouble == self.trouble.as_deref() {
            return;
        }
        match trouble {
            Some(why) => {
                log.write(
                    Level::Error,
                    "silent",
                    &format!("the pool is silent: {why}"),
                );
            }
            None => log.write(Level::Info, "serves", "the pool serves again"),
        }
        self.trouble = trouble.map(str::to_owned);
    }

    fn tell_part(&mut self, log: LogFormat, snapshot: &PoolSnapshot) {
        let part = Some((snapshot.leads, snapshot.leader.clone()));
        if part == self.part {
            return;
        }
        let block = snapshot.head;
        match (&snapshot.leads, &snapshot.leader) {
            // A pool that shares its log with no other has no name.
            (true, None) => {}
            (true, Some(_)) => {
                log.write(
                    Level::Info,
                    "leads",
                    &format!("this pool leads, from block {block} on"),
                );
            }
            (false, Some(name)) => {
                log.write(
                    Level::Info,
                    "stands_by",
                    &format!("this pool stands by, at block {block}: {name} leads"),
                );
            }
            (false, None) => {
                log.write(
                    Level::Warning,
                    "stands_by",
                    "this pool stands by, and no leader is known",
                );
            }
        }
        self.part = part;
    }
}
