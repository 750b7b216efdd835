//! The image in real time behind a local socket: a new board for each client, one client at a time.
//!
//! A millisecond of the board takes a millisecond of wall time if the machine keeps up; within it, time is the chip's
//! own. The messages on the socket are those of [`parts::served`].

use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, TryRecvError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use parts::chain::SharedChain;
use parts::engine::TableEngine;
use parts::served::{self, FromBoard, Moment, ToBoard};

use crate::chip::Reset;
use crate::chip::wires::Serial;
use crate::image::Image;
use crate::log::LoggedLine;
use crate::table::BoardEngine;

const STEP: Duration = Duration::from_millis(1);

/// Nanoseconds in a millisecond.
const MS: u64 = 1_000_000;

/// A machine that slept, or is too slow, catches up with at most this much.
const CATCH_UP_MAX: Duration = Duration::from_millis(250);

/// Seed of the random contents of the chain's chips at power-on, so that every run is the same.
const SEED: u64 = 1;

/// Serves one client after another.
///
/// # Errors
/// The socket is gone, or the image cannot be run.
pub fn serve(listener: &TcpListener, image: &Image) -> Result<()> {
    loop {
        let (stream, _) = listener.accept().context("nobody can connect any more")?;
        let mut session = Session::new(stream, image)?;
        if let Err(why) = session.run() {
            // A client that has gone does not need the message.
            let _ = session.tell(&FromBoard::Failed(format!("{why:#}")));
        }
    }
}

/// A board and its client.
struct Session {
    engine: BoardEngine,
    chain: SharedChain,
    asked: Receiver<Result<ToBoard, String>>,
    stream: TcpStream,
    now_ms: u64,
}

impl Session {
    fn new(stream: TcpStream, image: &Image) -> Result<Self> {
        // Without this option the socket is only slower.
        let _ = stream.set_nodelay(true);
        Ok(Self {
            engine: BoardEngine::try_with_image(image.clone())?,
            chain: SharedChain::new(SEED),
            asked: served::read(stream.try_clone()?),
            stream,
            now_ms: 0,
        })
    }

    /// Serves until the client is gone.
    fn run(&mut self) -> Result<()> {
        let mut due = Instant::now();
        while self.take_all()? {
            let now = Instant::now();
            if due > now {
                thread::sleep(due - now);
                continue;
            }
            let lived = self.live()?;
            self.tell(&FromBoard::Lived(lived))?;
            due = (due + STEP).max(now.checked_sub(CATCH_UP_MAX).unwrap_or(now));
        }
        Ok(())
    }

    /// Carries out the pending requests; false when the client is gone.
    fn take_all(&mut self) -> Result<bool> {
        loop {
            match self.asked.try_recv() {
                Ok(Ok(ask)) => self.take(ask)?,
                Ok(Err(why)) => bail!(why),
                Err(TryRecvError::Empty) => return Ok(true),
                Err(TryRecvError::Disconnected) => return Ok(false),
            }
        }
    }

    fn take(&mut self, ask: ToBoard) -> Result<()> {
        let is_on = self.engine.is_powered();
        match ask {
            ToBoard::Power(true) if !is_on => self.engine.power_on(&self.chain),
            ToBoard::Power(false) if is_on => self.engine.power_off(&self.chain),
            ToBoard::Felt(change) if !change.is_possible() => {
                bail!("the table has no place for {change:?}")
            }
            ToBoard::Felt(change) => self.engine.change(&self.chain, change),
            ToBoard::Cut(cut) => self.engine.cut(&self.chain, cut),
            ToBoard::Reset if is_on => self.engine.board.reset(Reset::Pin),
            ToBoard::Sign(bytes) if is_on => self.engine.feed(Serial::Uart4, &bytes),
            ToBoard::Console(bytes) if is_on => self.engine.feed(Serial::Usart1, &bytes),
            // Switching power on needs a board without power; the others need a board with power.
            ToBoard::Power(_) | ToBoard::Reset | ToBoard::Sign(_) | ToBoard::Console(_) => {}
        }
        Ok(())
    }

    fn live(&mut self) -> Result<Moment> {
        self.now_ms += 1;
        let now_ns = self.now_ms * MS;
        self.chain.with(|chain| chain.advance_to(now_ns));
        self.engine.live(self.now_ms)?;
        Ok(Moment {
            ms: self.now_ms,
            on: self.engine.is_powered(),
            lit: self.engine.lit(&self.chain),
            sign: self.engine.sent(Serial::Uart4),
            console: self.engine.sent(Serial::Usart1),
            log: self.engine.board.take_log().iter().map(worded).collect(),
        })
    }

    fn tell(&mut self, message: &FromBoard) -> Result<()> {
        Ok(served::write(&mut self.stream, message)?)
    }
}

/// The reading thread shares the socket: shutting the socket down ends it.
impl Drop for Session {
    fn drop(&mut self) {
        // The client may already have closed the socket.
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

fn worded(line: &LoggedLine) -> String {
    let level = line.level.as_deref().unwrap_or("");
    format!("{} {level:5} {}", line.at, line.text)
}
