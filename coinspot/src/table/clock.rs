//! The table in real time: a thread of its own steps it against the wall clock, takes asks from a short queue, and
//! publishes what changed. A slow page misses frames, never the table.

use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::{anyhow, bail};
use tokio::sync::mpsc::error::TryRecvError;
use tokio::sync::{mpsc, watch};

use super::ask::Ask;
use super::parts::Parts;
use super::play::TablePlay;
use super::words::capital;

/// Asks that wait for the table. Whoever asks while it is full is told so.
const QUEUE: usize = 64;

/// The pace of the thread. The table itself still makes a step for every millisecond.
const TICK: Duration = Duration::from_millis(1);

/// The pace of the sign's picture.
const FRAME: Duration = Duration::from_millis(33);

/// A machine that slept does not make up for the night.
const CATCH_UP_MS_MAX: u64 = 250;

/// An ask, and where its asker hears why it cannot be done.
#[derive(Debug)]
pub struct Asked<A = Ask> {
    /// The ask.
    pub ask: A,
    /// The way back to the asker.
    pub answer: mpsc::Sender<String>,
}

/// A running table.
#[derive(Debug)]
pub struct Running {
    /// Takes asks.
    pub asks: mpsc::Sender<Asked>,
    /// Gives the newest parts.
    pub parts: watch::Receiver<Parts>,
    /// Ends when every sender of [`Running::asks`] is gone.
    pub thread: JoinHandle<anyhow::Result<()>>,
}

/// Starts a table that `open` makes in its own thread, and comes back when it is open.
///
/// # Errors
/// If the table cannot be opened.
pub fn start(
    open: impl FnOnce() -> anyhow::Result<TablePlay> + Send + 'static,
) -> anyhow::Result<Running> {
    let (asks, asked) = mpsc::channel(QUEUE);
    let (publish, parts) = watch::channel(Parts::default());
    let (opened, is_open) = std::sync::mpsc::channel();
    let body = move || {
        // A table that does not open says so where its thread ends.
        let mut clock = Clock::new(open()?, publish);
        let _ = opened.send(());
        clock.run(asked);
        Ok(())
    };
    let thread = thread::Builder::new().name("table".into()).spawn(body)?;
    if is_open.recv().is_err() {
        thread
            .join()
            .map_err(|_| anyhow!("the table's thread ended"))??;
        bail!("the table ended as it opened");
    }
    Ok(Running {
        asks,
        parts,
        thread,
    })
}

struct Clock {
    play: TablePlay,
    publish: watch::Sender<Parts>,
    parts: Parts,
    drawn: Instant,
}

impl Clock {
    fn new(mut play: TablePlay, publish: watch::Sender<Parts>) -> Clock {
        let mut parts = Parts::default();
        parts.light(&play);
        parts.draw(&play);
        parts.write(&play);
        play.take_changed();
        publish.send_replace(parts.clone());
        Clock {
            play,
            publish,
            parts,
            drawn: Instant::now(),
        }
    }

    fn run(&mut self, mut asked: mpsc::Receiver<Asked>) {
        let mut last = Instant::now();
        while take_all(&mut asked, |ask, _| self.play.ask(ask)) {
            let passed_ms = u64::try_from(last.elapsed().as_millis()).unwrap_or(u64::MAX);
            last += Duration::from_millis(passed_ms);
            self.play.run_ms(passed_ms.min(CATCH_UP_MS_MAX));
            self.show();
            thread::sleep(TICK);
        }
    }

    fn show(&mut self) {
        let mut parts = self.parts.clone();
        parts.light(&self.play);
        if self.drawn.elapsed() >= FRAME {
            self.drawn = Instant::now();
            parts.draw(&self.play);
        }
        if self.play.take_changed() {
            parts.write(&self.play);
        }
        if parts != self.parts {
            self.parts = parts.clone();
            self.publish.send_replace(parts);
        }
    }
}

/// Does what was asked, and tells each asker why it cannot be done; false when nobody can ask any more.
pub(crate) fn take_all<A>(
    asked: &mut mpsc::Receiver<Asked<A>>,
    mut act: impl FnMut(&A, &mpsc::Sender<String>) -> Result<(), String>,
) -> bool {
    loop {
        match asked.try_recv() {
            Ok(Asked { ask, answer }) => {
                if let Err(why) = act(&ask, &answer) {
                    // Whoever does not listen need not hear it.
                    let _ = answer.try_send(capital(&why));
                }
            }
            Err(TryRecvError::Empty) => return true,
            Err(TryRecvError::Disconnected) => return false,
        }
    }
}
