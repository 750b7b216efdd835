//! A long run of tests, watched: on a terminal one line that is written over, elsewhere a line for each test. A run
//! without any test is an error, because a misspelt filter would pass as a success.

use std::io::{self, BufRead, BufReader, IsTerminal, Write};
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::step;

/// Runs `cargo test` like a step and shows its progress. `filters` are those that the command was given.
///
/// # Errors
/// A test that fails, a command that does not start, a filter that no test's name contains, or no test at all.
pub(crate) fn run(name: &str, tests: &mut Command, filters: &[&str]) -> Result<(), String> {
    run_to(&mut io::stdout(), name, tests, filters)
}

/// The same, with the progress written to `out`.
///
/// # Errors
/// As above.
pub fn run_to(
    out: &mut dyn Write,
    name: &str,
    tests: &mut Command,
    filters: &[&str],
) -> Result<(), String> {
    eprintln!("==> {name}");
    tests.current_dir(step::root()).stdout(Stdio::piped());
    let failed = |error: io::Error| format!("step `{name}`: {error}");
    let mut child = tests.spawn().map_err(failed)?;
    let mut progress = Progress::new(out, filters);
    if let Some(output) = child.stdout.take() {
        for line in BufReader::new(output).lines() {
            progress.take(&line.map_err(failed)?).map_err(failed)?;
        }
    }
    progress.clear().map_err(failed)?;
    let status = child.wait().map_err(failed)?;
    let seconds = progress.started.elapsed().as_secs_f32();
    if !status.success() {
        return Err(format!(
            "step `{name}` failed after {seconds:.1} s: {status}"
        ));
    }
    progress
        .check()
        .map_err(|why| format!("step `{name}`: {why}"))?;
    eprintln!("==> {name}: {} tests in {seconds:.1} s", progress.all);
    Ok(())
}

struct Progress<'a> {
    out: &'a mut dyn Write,
    started: Instant,
    is_terminal: bool,
    /// Tests of the program that runs at present, and how many of them are over.
    here: usize,
    done: usize,
    /// All that are over.
    all: usize,
    /// Filters that have chosen no test yet.
    unmatched: Vec<&'a str>,
}

impl<'a> Progress<'a> {
    fn new(out: &'a mut dyn Write, filters: &[&'a str]) -> Self {
        Self {
            out,
            started: Instant::now(),
            is_terminal: io::stdout().is_terminal(),
            here: 0,
            done: 0,
            all: 0,
            unmatched: filters.to_vec(),
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
            return writeln!(self.out, "{line}");
        };
        self.unmatched.retain(|filter| !test.contains(filter));
        self.done += 1;
        self.all += 1;
        self.show(test)
    }

    fn show(&mut self, test: &str) -> io::Result<()> {
        let (done, here) = (self.done, self.here);
        let seconds = self.started.elapsed().as_secs();
        self.clear()?;
        write!(self.out, "{seconds:4} s  {done:3} of {here:3}  {test}")?;
        if !self.is_terminal {
            return writeln!(self.out);
        }
        self.out.flush()
    }

    /// A run in which no test failed must have had tests, and some for each filter.
    fn check(&self) -> Result<(), String> {
        if let [filter, ..] = self.unmatched.as_slice() {
            return Err(format!("no test whose name contains `{filter}` has run"));
        }
        match self.all {
            0 => Err("no test has run".to_owned()),
            _ => Ok(()),
        }
    }

    /// Takes the line away that is written over.
    fn clear(&mut self) -> io::Result<()> {
        if self.is_terminal {
            write!(self.out, "\r\x1b[K")?;
        }
        Ok(())
    }
}

/// The number of tests in `running 58 tests`.
fn announced(line: &str) -> Option<usize> {
    let rest = line.strip_prefix("running ")?;
    rest.split(' ').next()?.parse().ok()
}
