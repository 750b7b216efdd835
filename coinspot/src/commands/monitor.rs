//! `coinspot monitor`: a table over a serial port or a socket, in the terminal. It only reads.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use clap::{ArgGroup, Args};
use coinspot::money::{exact, money};
use coinspot::table::engine::LiveEngine;
use coinspot::table::line::Address;
use coinspot::table::remote::Remote;
use coinspot::table::{stage, words};
use console::{Answer, News, Replica};
use serde_json::json;
use shared_rules::halt::Halt;
use shared_rules::ledger::{Entry, JackpotHit};
use shared_rules::wire::message::{Meters, NoiseCounts};
use shared_rules::wire::sign::SignVersion;

use super::key;

/// The interval at which the wire is read.
const TICK: Duration = Duration::from_millis(5);

/// The interval at which the meters are asked for.
const METERS: Duration = Duration::from_secs(1);

/// The longest time-out: a day.
const TIMEOUT_S_MAX: u64 = 86_400;

#[derive(Args)]
#[command(group(ArgGroup::new("wire").args(["port", "socket"]).required(true)))]
pub(crate) struct MonitorArguments {
    /// The serial port of a board, like /dev/ttyACM0
    #[arg(long, value_name = "PATH")]
    port: Option<String>,
    /// A socket that carries the bytes of the console's wire, like 127.0.0.1:7500
    #[arg(long, value_name = "HOST:PORT")]
    socket: Option<String>,
    /// A file with a key of the table, as `cargo xtask key` makes it: a reader's is enough. Without it only a simulated
    /// table is reached
    #[arg(long, value_name = "FILE")]
    key: Option<PathBuf>,
    /// One JSON object a line
    #[arg(long)]
    json: bool,
    /// End after so many seconds; Ctrl-C ends it without
    #[arg(long, value_name = "SECONDS")]
    seconds: Option<u64>,
    /// End with an error if the table has not answered so many seconds after the start; once it has, it is watched
    /// through any silence
    #[arg(long, value_name = "SECONDS", default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..=TIMEOUT_S_MAX))]
    timeout: u64,
}

pub(crate) fn monitor(arguments: &MonitorArguments) -> Result<ExitCode> {
    let address = match (&arguments.port, &arguments.socket) {
        (_, Some(socket)) => Address::Socket(socket.clone()),
        (Some(path), None) => Address::Serial(path.clone()),
        (None, None) => bail!("--port or --socket is needed"),
    };
    let mut watch = Watch::open(address, arguments)?;
    let runtime = super::runtime()?;
    runtime.block_on(async {
        tokio::select! {
            watched = watch.run() => watched,
            _ = tokio::signal::ctrl_c() => Ok(()),
        }
    })?;
    Ok(ExitCode::SUCCESS)
}

/// A table that is watched, and what has been shown of it so far.
struct Watch {
    address: Address,
    remote: Remote,
    json: bool,
    started: Instant,
    /// The time that is left to watch from the start; without it until Ctrl-C.
    end: Option<Duration>,
    /// The time that the table has for its first answer.
    timeout: Duration,
    has_answered: bool,
    linked: Option<bool>,
    meters: Option<Meters>,
    noise: Option<NoiseCounts>,
    /// The number of the next hit of the jackpot that has not been written.
    next_hit: u32,
    sign: Option<Option<SignVersion>>,
    replica: Replica,
    /// The sentence about the next step that was written last.
    waits: String,
}

impl Watch {
    fn open(address: Address, arguments: &MonitorArguments) -> Result<Watch> {
        let end = arguments.seconds.map(Duration::from_secs);
        let timeout = Duration::from_secs(arguments.timeout);
        Ok(Watch {
            remote: Remote::open(address.clone(), &key::of_watcher(arguments.key.as_deref())?)?,
            address,
            json: arguments.json,
            started: Instant::now(),
            end,
            timeout: end.map_or(timeout, |end| end.min(timeout)),
            has_answered: false,
            linked: None,
            meters: None,
            noise: None,
            next_hit: 1,
            sign: None,
            replica: Replica::default(),
            waits: String::new(),
        })
    }

    async fn run(&mut self) -> Result<()> {
        let mut ask = tokio::time::interval(METERS);
        let mut tick = tokio::time::interval(TICK);
        while !self.is_over()? {
            tokio::select! {
                _ = ask.tick() => if self.remote.is_linked() && self.remote.is_idle() {
                    self.remote.ask_meters();
                    self.remote.ask_noise();
                    self.remote.ask_sign();
                },
                _ = tick.tick() => self.look()?,
            }
            if let Some(why) = self.remote.failure() {
                bail!("{why}");
            }
        }
        Ok(())
    }

    /// Returns true when the time is up.
    ///
    /// # Errors
    /// The table has not answered in time.
    fn is_over(&self) -> Result<bool> {
        let passed = self.started.elapsed();
        if !self.has_answered && passed >= self.timeout {
            let (address, seconds) = (&self.address, self.timeout.as_secs());
            let check = address.what_to_check();
            bail!("the table at {address} has not answered within {seconds} s: {check}");
        }
        Ok(self.end.is_some_and(|end| passed >= end))
    }

    fn look(&mut self) -> io::Result<()> {
        self.remote.run_ms(0);
        let linked = self.remote.is_linked();
        self.has_answered |= linked;
        if self.linked != Some(linked) {
            self.linked = Some(linked);
            let text = if linked {
                "the table answers"
            } else {
                "the table does not answer"
            };
            self.write(&json!({ "linked": linked }), text)?;
        }
        let all_news = self.remote.hear();
        let is_new = all_news.iter().any(|news| matches!(news, News::Entry(..)));
        for news in all_news {
            match news {
                News::Entry(number, entry) => self.entry(number, &entry)?,
                News::Answer(Answer::Meters(meters)) => self.meters(meters)?,
                News::Answer(Answer::Noise(noise)) => self.noise(noise)?,
                News::Answer(Answer::Sign(version)) => self.sign(version)?,
                News::Halted(halt) => self.halted(halt)?,
                News::Answer(Answer::Hits(first, hits)) => self.hits(first, &hits)?,
                News::Answer(_) => {}
            }
        }
        if is_new { self.waits() } else { Ok(()) }
    }

    /// Writes what the round waits for, where that is news. A journal without its beginning does not tell.
    fn waits(&mut self) -> io::Result<()> {
        let waits = stage::waits_for(&self.replica);
        if self.replica.is_partial() || waits == self.waits {
            return Ok(());
        }
        self.write(&json!({ "status": waits }), &format!("  status  {waits}"))?;
        self.waits = waits;
        Ok(())
    }

    fn entry(&mut self, number: u32, entry: &Entry) -> io::Result<()> {
        self.replica.apply(number, entry);
        let text = words::entry(entry);
        let object = json!({ "entry": number, "kind": words::kind(entry), "text": text });
        self.write(&object, &format!("{number:>8}  {text}"))
    }

    fn halted(&self, halt: Halt) -> io::Result<()> {
        let reason = halt.to_string();
        let text = format!("the table is halted: {reason}");
        self.write(&json!({ "halted": reason }), &text)
    }

    fn meters(&mut self, meters: Meters) -> io::Result<()> {
        if self.meters == Some(meters) {
            return Ok(());
        }
        self.meters = Some(meters);
        let object = json!({ "meters": meters });
        let waits = meters.postponed.as_ref().map(words::postponed);
        let waits = waits.map_or_else(String::new, |waits| format!(". {waits}"));
        let text = format!(
            "  meters  round {}, jackpot {}, reserve {}, contributions {}, awards {}, hits {}{waits}",
            meters.round,
            money(meters.shown),
            exact(meters.reserve),
            exact(meters.totals.contributions),
            exact(meters.totals.awards),
            meters.shares_won,
        );
        if self.next_hit <= meters.shares_won {
            self.remote.ask_hits(self.next_hit);
        }
        self.write(&object, &text)
    }

    /// Writes the jackpot's hits, and asks for those that had no room beside them.
    fn hits(&mut self, first: u32, hits: &[JackpotHit]) -> io::Result<()> {
        for (number, hit) in (first..).zip(hits) {
            let object = json!({ "hit": number, "of": hit });
            self.write(&object, &format!("     hit  {number}: {}", words::hit(hit)))?;
            self.next_hit = number.saturating_add(1);
        }
        if !hits.is_empty() {
            self.remote.ask_hits(self.next_hit);
        }
        Ok(())
    }

    /// Writes the disturbed samples of the felt where there are more of them than before.
    fn noise(&mut self, noise: NoiseCounts) -> io::Result<()> {
        let known = self.noise.replace(noise).unwrap_or_default();
        if known == noise {
            return Ok(());
        }
        let object = json!({ "noise": noise });
        let text = format!(
            "   noise  {} samples with a wrong loop-back, {} with a beam in the dark",
            noise.chain, noise.in_the_dark,
        );
        self.write(&object, &text)
    }

    /// Writes the version of the sign where it is another one.
    fn sign(&mut self, version: Option<SignVersion>) -> io::Result<()> {
        if self.sign.replace(version) == Some(version) {
            return Ok(());
        }
        let other = version.and_then(words::other_sign);
        let object = json!({ "sign": version, "notice": other });
        let text = other.unwrap_or_else(|| words::sign_version(version));
        self.write(&object, &format!("    sign  {text}"))
    }

    fn write(&self, object: &serde_json::Value, text: &str) -> io::Result<()> {
        let mut output = io::stdout().lock();
        match self.json {
            true => writeln!(output, "{object}")?,
            false => writeln!(output, "{text}")?,
        }
        output.flush()
    }
}
