//! `coinspot monitor`: a table over a serial port or a socket, in the terminal. It only reads.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use coinspot::money::{exact, money};
use coinspot::table::engine::{Engine, Heard};
use coinspot::table::line::Address;
use coinspot::table::remote::Remote;
use coinspot::table::words;
use console::Answer;
use serde_json::json;
use shared_rules::halt::Halt;
use shared_rules::ledger::Entry;
use shared_rules::wire::message::Meters;

/// How often the wire is read, and how often the meters are asked for.
const TICK: Duration = Duration::from_millis(5);
const METERS: Duration = Duration::from_secs(1);

#[derive(Args)]
pub(crate) struct MonitorArguments {
    /// The serial port of a board, like /dev/ttyACM0
    #[arg(long, value_name = "PATH", required_unless_present = "socket")]
    port: Option<String>,
    /// The socket of a simulated board, like 127.0.0.1:7500
    #[arg(long, value_name = "HOST:PORT", conflicts_with = "port")]
    socket: Option<String>,
    /// One JSON object a line
    #[arg(long)]
    json: bool,
    /// End after so many seconds; Ctrl-C ends it without
    #[arg(long, value_name = "SECONDS")]
    seconds: Option<u64>,
}

pub(crate) fn monitor(arguments: &MonitorArguments) -> anyhow::Result<ExitCode> {
    let address = match (&arguments.port, &arguments.socket) {
        (_, Some(socket)) => Address::Socket(socket.clone()),
        (Some(path), None) => Address::Serial(path.clone()),
        (None, None) => anyhow::bail!("--port or --socket is needed"),
    };
    let mut watch = Watch {
        remote: Remote::open(address, None)?,
        json: arguments.json,
        linked: None,
        meters: None,
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let end = Duration::from_secs(arguments.seconds.unwrap_or(u64::MAX / 2));
    runtime.block_on(async {
        tokio::select! {
            watched = watch.run() => watched,
            _ = tokio::signal::ctrl_c() => Ok(()),
            () = tokio::time::sleep(end) => Ok(()),
        }
    })?;
    Ok(ExitCode::SUCCESS)
}

/// What has been shown so far.
struct Watch {
    remote: Remote,
    json: bool,
    linked: Option<bool>,
    meters: Option<Meters>,
}

impl Watch {
    async fn run(&mut self) -> anyhow::Result<()> {
        let mut ask = tokio::time::interval(METERS);
        let mut tick = tokio::time::interval(TICK);
        loop {
            tokio::select! {
                _ = ask.tick() => if self.remote.is_linked() && self.remote.is_idle() {
                    self.remote.ask_meters();
                },
                _ = tick.tick() => self.look()?,
            }
        }
    }

    fn look(&mut self) -> io::Result<()> {
        self.remote.run_ms(0);
        let linked = self.remote.is_linked();
        if self.linked != Some(linked) {
            self.linked = Some(linked);
            let text = if linked {
                "the table answers"
            } else {
                "the table does not answer"
            };
            self.write(&json!({ "linked": linked }), text)?;
        }
        for heard in self.remote.hear() {
            match heard {
                Heard::Entry(number, entry) => self.entry(number, &entry)?,
                Heard::Answer(Answer::Meters(meters)) => self.meters(meters)?,
                Heard::Halted(halt) => self.halted(halt)?,
                Heard::Answer(_) => {}
            }
        }
        Ok(())
    }

    fn entry(&self, number: u32, entry: &Entry) -> io::Result<()> {
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
        let text = format!(
            "  meters  round {}, jackpot {}, reserve {}, contributions {}, awards {}, hits {}",
            meters.round,
            money(meters.shown),
            exact(meters.reserve),
            exact(meters.totals.contributions),
            exact(meters.totals.awards),
            meters.totals.hits,
        );
        self.write(&object, &text)
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
