//! A board in a process of its own: the messages on its socket, one JSON object per line.
//!
//! ```text
//! {"felt":{"Chips":[3,2]}}   {"console":[0,2,1,0]}   {"power":false}      to the board
//! {"lived":{"ms":1201,"on":true,"lit":4398046511104,"sign":[0,3]}}        from it, every millisecond
//! ```
//! Both ends have the types from here, so that no program has to link the simulated chip. The shift chain is at the
//! board's end: between two edges of its clock there is no time for a socket.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::chain::{Change, Cut};

/// The longest line that is read.
const LONGEST: u64 = 1 << 16;

/// Capacity of the queue of unread messages: a second's worth. A sender that is further ahead has to wait.
const QUEUE: usize = 1_000;

/// A message to the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ToBoard {
    /// Power comes or goes. The flash keeps what it holds.
    Power(bool),
    /// The reset button.
    Reset,
    /// Something happens on the felt.
    Felt(Change),
    /// A data line of the chain is cut, or mended.
    Cut(Option<Cut>),
    /// Bytes from the sign.
    Sign(Vec<u8>),
    /// Bytes from the console.
    Console(Vec<u8>),
}

/// A message from the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FromBoard {
    /// The board has run for a millisecond.
    Lived(Moment),
    /// The board cannot go on, for this reason. No message follows.
    Failed(String),
}

/// A board at the end of a millisecond, and what has happened in it.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Moment {
    /// The board's time.
    pub ms: u64,
    /// True while the board has power.
    pub on: bool,
    /// The outputs that the 595s drive, one bit per line.
    pub lit: u64,
    /// Bytes to the sign.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sign: Vec<u8>,
    /// Bytes to the console.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub console: Vec<u8>,
    /// Lines of the program's log.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub log: Vec<String>,
}

/// Writes a message.
///
/// # Errors
/// The other end is gone.
pub fn write(wire: &mut impl Write, message: &impl Serialize) -> io::Result<()> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    wire.write_all(&line)
}

/// Reads messages in a thread of its own until the other end is gone, or sends something that is no message.
pub fn read<T>(wire: TcpStream) -> Receiver<Result<T, String>>
where
    T: DeserializeOwned + Send + 'static,
{
    let (sender, receiver) = sync_channel(QUEUE);
    thread::spawn(move || {
        let mut lines = BufReader::new(wire);
        while let Some(message) = next(&mut lines) {
            let is_last = message.is_err();
            if sender.send(message).is_err() || is_last {
                return;
            }
        }
    });
    receiver
}

fn next<T: DeserializeOwned>(lines: &mut impl BufRead) -> Option<Result<T, String>> {
    let mut line = String::new();
    match lines.take(LONGEST).read_line(&mut line) {
        Ok(0) => None,
        Ok(_) => {
            Some(serde_json::from_str(&line).map_err(|error| format!("not understood: {error}")))
        }
        Err(error) => Some(Err(error.to_string())),
    }
}
