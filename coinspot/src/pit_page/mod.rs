//! The pit in the browser: the tables of one link side by side, and the log of their pool beneath them.
//!
//! ```text
//! page -- asks --> socket -> desk -> pool room: starts and kills the pool
//!                              |---> script: plays tables by their own asks
//! page <- parts -- socket <- desk <- log reader <- the pool's log in its file
//!
//! table's page <-> its own socket and clock, as at the live table
//! table's console <-> uplink <-> pool service
//! ```
//! Each table is the live table of [`crate::table`] with its own thread, page and socket. Meter, queue and log are
//! folded from the blocks in the file, as any auditor would, and never asked from the running pool: the page shows the
//! same while the pool is dead.

pub mod ask;
mod claims;
pub mod desk;
pub mod log_reader;
mod log_words;
pub mod pool_room;
mod scenes;
mod script;
pub mod server;
mod status;
pub mod tables;
mod uplink;
mod view;
