//! `board-sim serve`: the image in real time, for programs that bring a table to it. `board-sim start`: what a start on a
//! given journal comes to.
#![forbid(unsafe_code)]

use std::fs;
use std::io::{self, Write};
use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::process::{self, ExitCode};
use std::thread;

use anyhow::{Context, Result, ensure};
use board_sim::image::Image;
use board_sim::serve::serve;
use board_sim::start::{Start, put_journal, watch};
use board_sim::table::{BoardEngine, image_path};
use board_sim::time::Span;
use clap::{Args, Parser};
use serde_json::{Value, json};

/// An STM32L475 in a process
#[derive(Parser)]
#[command(version)]
enum Command {
    /// Run an image in real time behind a local socket: felt, lamps, both serial lines, power and log, as lines of JSON
    Serve(ServeArguments),
    /// Start an image on a journal, in virtual time, and print what the start came to as one JSON object
    Start(StartArguments),
}

#[derive(Args)]
struct ServeArguments {
    /// The image, an ELF file; without it the one that `cargo xtask image` has built
    #[arg(long, value_name = "PATH")]
    image: Option<PathBuf>,
    /// Where to listen, on this machine only; port 0 takes any that is free, and the first line of the output names it
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:0")]
    listen: SocketAddr,
    /// End when the standard input does: with the program that has started this one
    #[arg(long)]
    attended: bool,
}

#[derive(Args)]
#[command(after_help = "\
started_ms and instructions are from power to the line `start` of the log, null where it never comes; resets are those \
after power came; halted is the reason that the log gives, null where the image takes events; last_words are those of the \
life before a reset, or null. Nobody is on the wires, so that sign and console are missing after a second. It ends \
with 0 however the start went.")]
struct StartArguments {
    /// The journal: 524288 bytes of bank 2, as `coinspot simulate --keep-flash` writes it
    #[arg(long, value_name = "FILE")]
    flash: PathBuf,
    /// The image, an ELF file; without it the one that `cargo xtask image` has built
    #[arg(long, value_name = "PATH")]
    image: Option<PathBuf>,
    /// Seconds of virtual time for which the board is watched
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..=3_600))]
    seconds: u64,
    /// Cycles that an instruction takes: two cover the flash's wait states
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=100))]
    cycles_per_instruction: u32,
}

fn main() -> ExitCode {
    let ended = match Command::parse() {
        Command::Serve(arguments) => run(arguments),
        Command::Start(arguments) => start(&arguments),
    };
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: ServeArguments) -> Result<()> {
    let is_local = arguments.listen.ip().is_loopback();
    ensure!(
        is_local,
        "{} can be reached from elsewhere",
        arguments.listen
    );
    let image = read(arguments.image)?;
    let listener = TcpListener::bind(arguments.listen)
        .with_context(|| format!("cannot listen at {}", arguments.listen))?;
    if arguments.attended {
        thread::spawn(end_with_input);
    }
    // Whoever started this may not want to know.
    let _ = writeln!(io::stdout(), "{}", listener.local_addr()?);
    serve(&listener, &image)
}

fn start(arguments: &StartArguments) -> Result<()> {
    let journal = arguments.flash.display();
    let bytes = fs::read(&arguments.flash).with_context(|| format!("cannot read {journal}"))?;
    let mut engine = BoardEngine::try_with_image(read(arguments.image.clone())?)?;
    put_journal(&mut engine.board, &bytes).with_context(|| format!("{journal} is no journal"))?;
    let cycles = arguments.cycles_per_instruction;
    engine.board.set_cycles_per_instruction(cycles);
    let start = watch(&mut engine, Span::s(arguments.seconds))?;
    writeln!(io::stdout(), "{}", as_json(&start))?;
    Ok(())
}

fn as_json(start: &Start) -> Value {
    let started = start.started;
    json!({
        "started_ms": started.map(|started| started.after.as_us().div_ceil(1_000)),
        "instructions": started.map(|started| started.instructions),
        "resets": start.resets,
        "halted": start.halted,
        "last_words": start.last_words,
    })
}

/// Whatever is wrong with an image is said before anybody connects.
fn read(path: Option<PathBuf>) -> Result<Image> {
    let path = path.unwrap_or_else(image_path);
    let image = match path.exists() {
        true => Image::read(&path)?,
        false => Image::read(&path).context("build it with `cargo xtask image`")?,
    };
    BoardEngine::try_with_image(image.clone())?;
    Ok(image)
}

fn end_with_input() {
    // However it ends, nobody is there any more.
    let _ = io::copy(&mut io::stdin(), &mut io::sink());
    process::exit(0);
}
