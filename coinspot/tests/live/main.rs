//! The live table without a browser: the server and its guard, the table behind it, and the commands.
#![allow(missing_docs, reason = "tests")]

mod audit;
mod commands;
mod connections;
mod engine;
mod felt;
mod files;
mod guide;
mod hostile;
mod install;
mod irregular;
mod papers;
mod pipes;
mod pit;
mod pit_program;
mod pit_watch;
mod readings;
mod remote;
mod server;
mod sockets;
mod status;
mod terminal;
mod waits;
