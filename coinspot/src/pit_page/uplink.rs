//! A table's way to the pool of the pit: channels within this process.

use std::sync::mpsc::{Receiver, TryRecvError};
use std::sync::{Arc, Mutex, PoisonError};

use pit::service::{GatewayLine, NotOffered, PoolDoor, PoolNews};
use shared_rules::wire::payload::Payload;
use simulator::table::LetterRelay;

/// The door of the pool that runs now. It is empty while none does.
#[derive(Clone, Debug, Default)]
pub struct PoolOutlet(Arc<Mutex<Option<PoolDoor>>>);

impl PoolOutlet {
    /// Another pool runs from now on, or none.
    pub fn set(&self, door: Option<PoolDoor>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = door;
    }

    fn attach(&self) -> Option<(GatewayLine, Receiver<PoolNews>)> {
        let door = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        door.as_ref()?.attach_channel().ok()
    }
}

/// A table's line. It finds the next pool by itself when a pool ends.
#[derive(Debug)]
pub struct Uplink {
    outlet: PoolOutlet,
    line: Option<(GatewayLine, Receiver<PoolNews>)>,
}

impl Uplink {
    /// A line to whichever pool runs.
    pub const fn new(outlet: PoolOutlet) -> Uplink {
        Uplink { outlet, line: None }
    }
}

impl LetterRelay for Uplink {
    /// Letters that a pool does not accept are lost: the table sends them again.
    fn exchange(&mut self, letters: Vec<Payload>, _now_ms: u64) -> Vec<Payload> {
        if self.line.is_none() {
            self.line = self.outlet.attach();
        }
        let Some((line, news)) = &self.line else {
            return Vec::new();
        };
        let refuses = |letter: &Payload| line.offer(letter.to_vec()) == Err(NotOffered::Stopped);
        let mut is_gone = letters.iter().any(refuses);
        let mut answers = Vec::new();
        loop {
            match news.try_recv() {
                Ok(PoolNews::Letter(letter)) => answers.push(*letter),
                Ok(PoolNews::Ignored(_)) => {}
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => {
                    is_gone = true;
                    break;
                }
            }
        }
        if is_gone {
            self.line = None;
        }
        answers
    }
}
