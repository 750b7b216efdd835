//! The engine that is the board's own program: the image on a simulated chip, in a process of its own that ends with
//! this one. The chip's simulator is never part of this program; what both say to each other is
//! [`parts::served`].

use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};
use std::{env, mem};

use anyhow::{Context, Result, bail};
use parts::chain::{Change, Cut, SharedChain};
use parts::engine::{Lanes, TableEngine};
use parts::served::{self, FromBoard, Moment, ToBoard};
use parts::wire::Frames;
use simulator::table::SimulatedTable;

use super::simulated::{PacedEngine, Simulated};
use super::words::printable;
use crate::terminal::tell;

/// The environment's name for another simulator than the one that was built with this program.
const SIMULATOR: &str = "COINSPOT_BOARD_SIM";

/// A board may take this long for a millisecond, on a machine that is busy with other things.
const PATIENCE: Duration = Duration::from_secs(10);

const BUILD_IT: &str = "build it with `cargo build --release -p board-sim`";

/// A table whose controller is the image.
pub type BoardTable = Simulated<ServedBoard>;

impl BoardTable {
    /// Starts the simulator with this image, or the one that was built, and waits until the table has come up.
    ///
    /// # Errors
    /// There is no simulator, or it cannot run the image.
    pub fn open(seed: u64, image: Option<&Path>) -> Result<BoardTable> {
        Ok(Simulated::start(seed, ServedBoard::start(image)?))
    }
}

/// The simulator as a process.
#[derive(Debug)]
struct Simulator(Child);

impl Simulator {
    /// Starts it. Its input is a pipe that ends when this program does, whatever the reason: then it ends too.
    fn start(image: Option<&Path>) -> Result<Simulator> {
        let program = find()?;
        let mut command = Command::new(&program);
        command.args(["serve", "--attended"]);
        if let Some(image) = image {
            command.arg("--image").arg(image);
        }
        let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let child = child.with_context(|| format!("cannot start {}", program.display()))?;
        Ok(Simulator(child))
    }

    /// Its first line says where it listens. If there is none, it has said on its own why.
    fn connect(&mut self) -> Result<TcpStream> {
        let mut address = String::new();
        if let Some(stdout) = self.0.stdout.take() {
            BufReader::new(stdout).read_line(&mut address)?;
        }
        if address.is_empty() {
            bail!("the simulated board has not started");
        }
        let stream = TcpStream::connect(address.trim()).context("the simulated board is gone")?;
        stream.set_nodelay(true)?;
        Ok(stream)
    }
}

impl Drop for Simulator {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The one that the environment names, or else the one that was built with this program.
fn find() -> Result<PathBuf> {
    if let Some(named) = env::var_os(SIMULATOR) {
        return Ok(named.into());
    }
    let name = format!("board-sim{}", env::consts::EXE_SUFFIX);
    let here = env::current_exe().unwrap_or_default();
    let here = here.parent().unwrap_or(Path::new("."));
    let places = [here.join(&name), here.join("../release").join(&name)];
    let found = places.into_iter().find(|place| place.is_file());
    found.with_context(|| {
        let here = here.display();
        format!("there is no {name} in {here}: {BUILD_IT}, or name another one in {SIMULATOR}")
    })
}

/// The image on its chip, seen from the table.
#[derive(Debug)]
pub struct ServedBoard {
    stream: TcpStream,
    told: Receiver<Result<FromBoard, String>>,
    /// The last millisecond that the board has reported.
    now: Moment,
    to_sign: Frames,
    to_console: Frames,
    is_on: bool,
    failure: Option<String>,
    /// Up to when time has passed here.
    due: Instant,
    /// Ends after the socket.
    _simulator: Simulator,
}

impl ServedBoard {
    fn start(image: Option<&Path>) -> Result<ServedBoard> {
        let mut simulator = Simulator::start(image)?;
        let stream = simulator.connect()?;
        Ok(ServedBoard {
            told: served::read(stream.try_clone()?),
            stream,
            now: Moment::default(),
            to_sign: Frames::default(),
            to_console: Frames::default(),
            is_on: false,
            failure: None,
            due: Instant::now(),
            _simulator: simulator,
        })
    }

    fn tell(&mut self, ask: &ToBoard) {
        if let Err(error) = served::write(&mut self.stream, ask) {
            self.fail(&error.to_string());
        }
    }

    /// The first reason is the one that matters.
    fn fail(&mut self, why: &str) {
        let why = || format!("the simulated board has stopped: {}", printable(why));
        self.failure.get_or_insert_with(why);
    }

    /// Takes over the next millisecond that the board has lived through, if it has; or waits for it.
    fn take_moment(&mut self, waits: bool) -> bool {
        let patience = if waits { PATIENCE } else { Duration::ZERO };
        match self.told.recv_timeout(patience) {
            Ok(Ok(FromBoard::Lived(now))) => {
                now.log
                    .iter()
                    .for_each(|line| tell(&format!("board {}", printable(line))));
                self.now = now;
                return true;
            }
            Ok(Ok(FromBoard::Failed(why)) | Err(why)) => self.fail(&why),
            Err(RecvTimeoutError::Disconnected) => self.fail("its process has ended"),
            Err(RecvTimeoutError::Timeout) if waits => self.fail("it does not answer"),
            Err(RecvTimeoutError::Timeout) => {}
        }
        false
    }

    /// Returns true if the table is ahead of the wall clock: never at the page's own pace, but at that of a script.
    fn is_ahead(&mut self, count: u64) -> bool {
        self.due += Duration::from_millis(count);
        self.due > Instant::now()
    }
}

impl PacedEngine for ServedBoard {
    /// The board has a clock of its own: the table around it lives through what the board has lived through.
    fn pass(table: &mut SimulatedTable<ServedBoard>, count: u64) -> u64 {
        let waits = table.engine.is_ahead(count);
        let mut lived = 0;
        while table.engine.take_moment(waits && lived < count) {
            table.step();
            lived += 1;
        }
        if waits {
            table.engine.due = Instant::now();
        }
        // A board that has stopped is silent: sign and console say so in their own time.
        if table.engine.failure.is_some() {
            table.run_ms(count);
            return count;
        }
        lived
    }

    fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }
}

impl TableEngine for ServedBoard {
    /// The image is the user's.
    const SPEAKS_THE_PROTOCOL: bool = false;

    fn power_on(&mut self, _: &SharedChain) {
        self.is_on = true;
        self.tell(&ToBoard::Power(true));
    }

    fn power_off(&mut self, _: &SharedChain) {
        self.is_on = false;
        self.tell(&ToBoard::Power(false));
    }

    fn is_powered(&self) -> bool {
        self.is_on && self.failure.is_none()
    }

    fn step(&mut self, now_ms: u64, _: &SharedChain, sign: &mut Lanes, console: &mut Lanes) {
        let now_us = now_ms * 1_000;
        self.to_sign.take(&mem::take(&mut self.now.sign));
        self.to_console.take(&mem::take(&mut self.now.console));
        sign.out.send_all(now_us, || self.to_sign.give());
        console.out.send_all(now_us, || self.to_console.give());
        while let Some(bytes) = sign.back.arrived(now_us) {
            self.tell(&ToBoard::Sign(bytes));
        }
        while let Some(bytes) = console.back.arrived(now_us) {
            self.tell(&ToBoard::Console(bytes));
        }
    }

    fn change(&mut self, _: &SharedChain, change: Change) {
        self.tell(&ToBoard::Felt(change));
    }

    fn cut(&mut self, _: &SharedChain, cut: Option<Cut>) {
        self.tell(&ToBoard::Cut(cut));
    }

    fn lit(&self, _: &SharedChain) -> u64 {
        if self.is_powered() { self.now.lit } else { 0 }
    }
}
