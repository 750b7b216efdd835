//! `board-sim serve`: the image in real time, for programs that bring a table to it.
#![forbid(unsafe_code)]

use std::io::{self, Write};
use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::process::{self, ExitCode};
use std::thread;

use anyhow::{Context, Result, ensure};
use board_sim::image::Image;
use board_sim::serve::serve;
use board_sim::table::{BoardEngine, image_path};
use clap::{Args, Parser};

/// An STM32L475 in a process
#[derive(Parser)]
#[command(version)]
enum Command {
    /// Run an image in real time behind a local socket: felt, lamps, both serial lines, power and log, as lines of JSON
    Serve(ServeArguments),
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

fn main() -> ExitCode {
    let Command::Serve(arguments) = Command::parse();
    match run(arguments) {
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

/// Whatever is wrong with an image is said before anybody connects.
fn read(path: Option<PathBuf>) -> Result<Image> {
    let how = "build it with `cargo xtask image`";
    let image = match path {
        Some(path) => Image::read(&path)?,
        None => Image::read(&image_path()).context(how)?,
    };
    BoardEngine::try_with_image(image.clone())?;
    Ok(image)
}

fn end_with_input() {
    // However it ends, nobody is there any more.
    let _ = io::copy(&mut io::stdin(), &mut io::sink());
    process::exit(0);
}
