//! How far a long run of tests is: on a terminal one line that is written over, elsewhere a line for each test.

use std::io::{self, BufRead, BufReader, IsTerminal, Write};
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::step;

/// Runs `cargo test` like a step, and shows how far it is.
pub(crate) fn run(name: &str, tests: &mut Command) -> Result<(), String> {
    eprintln!("==> {name}");
    tests.current_dir(step::root()).stdout(Stdio::piped());
    let failed = |error: io::Error| format!("step `{name}`: {error}");
    let mut child = tests.spawn().map_err(failed)?;
    let mut progress = Progress::new();
    if let Some(output) = child.stdout.take() {
        for line in BufReader::new(output).lines() {
            progress.take(&line.map_err(failed)?).map_err(failed)?;
        }
    }
    progress.clear().map_err(failed)?;
    let status = child.wait().map_err(failed)?;
    let (tests, seconds) = (progress.all, progress.started.elapsed().as_secs_f32());
    if !status.success() {
        return Err(format!(
            "step `{name}` failed after {seconds:.1} s: {status}"
        ));
    }
    eprintln!("==> {name}: {tests} tests in {seconds:.1} s");
    Ok(())
}

struct Progress {
    started: Instant,
    is_terminal: bool,
    /// Tests of the program that runs at present, and how many of them are over.
    here: usize,
    done: usize,
    /// All that are over.
    all: usize,
}

impl Progress {
    fn new() -> Self {
        Self {
            started: Instant::now(),
            is_terminal: io::stdout().is_terminal(),
            here: 0,
            done: 0,
            all: 0,
        }
    }

    /// A line of the test's output.
    fn take(&mut self, line: &str) -> io::Result<()> {
        if let Some(count) = announced(line) {
            (self.here, self.done) = (count, 0);
        }
        let passed = line
            .strip_prefix("test ")
            .and_then(|line| line.strip_suffix(" ... ok"));
        let Some(test) = passed else {
            self.clear()?;
            return writeln!(io::stdout(), "{line}");
        };
        self.done += 1;
        self.all += 1;
        self.show(test)
    }

    fn show(&self, test: &str) -> io::Result<()> {
        let (done, here) = (self.done, self.here);
        let seconds = self.started.elapsed().as_secs();
        self.clear()?;
        write!(io::stdout(), "{seconds:4} s  {done:3} of {here:3}  {test}")?;
        if !self.is_terminal {
            return writeln!(io::stdout());
        }
        io::stdout().flush()
    }

    /// Takes the line away that is written over.
    fn clear(&self) -> io::Result<()> {
        if self.is_terminal {
            write!(io::stdout(), "\r\x1b[K")?;
        }
        Ok(())
    }
}

/// The number of tests in `running 58 tests`.
fn announced(line: &str) -> Option<usize> {
    let rest = line.strip_prefix("running ")?;
    rest.split(' ').next()?.parse().ok()
}
