//! The image on the simulated chip as the engine of a table.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use anyhow::{Context, Result};
use parts::chain::SharedChain;
use parts::engine::{FreshEngine, KEYS, Lanes, TableEngine};
use parts::wire::Frames;

use super::{Noise, TableWires};
use crate::board::Board;
use crate::chip::flash::{ArrayTear, OptionBytes};
use crate::chip::map::FLASH;
use crate::chip::wires::{BoardInput, Serial};
use crate::cpu::NotModelled;
use crate::image::Image;
use crate::time::{Span, Time};

/// The environment variable that names another image than the one built by `cargo xtask image`.
pub const IMAGE: &str = "COINSPOT_IMAGE";

/// The environment variable that names a file in which every board notes its stack use, one line per life.
pub const STACK: &str = "COINSPOT_STACK";

const BAUD: u64 = 115_200;

/// Nanoseconds in a millisecond.
const MS: u64 = 1_000_000;

/// A board in a table.
#[derive(Debug)]
pub struct BoardEngine {
    /// The board.
    pub board: Board<TableWires>,
    /// Errors of the lines from sign and console.
    pub noise: Option<Noise>,
    to_sign: Frames,
    pub(super) to_console: Frames,
    /// The time up to which the board has been run.
    reached: Time,
    now_ms: u64,
}

impl BoardEngine {
    /// A board with this image and the keys of a simulated table.
    ///
    /// # Panics
    /// If the image cannot be run.
    #[must_use]
    pub fn with_image(image: Image) -> Self {
        Self::try_with_image(image).expect("an image that can be run")
    }

    /// The same for an unknown image.
    ///
    /// # Errors
    /// The image cannot be run.
    pub fn try_with_image(image: Image) -> Result<Self> {
        let key = image.symbol("_key_start").context("no place for the key")?;
        let mut board = Board::new(image, TableWires::new())?;
        board.flash_mut().set_options(OptionBytes::PROVISIONED);
        let flash = board.flash_contents_mut();
        flash.load(key - FLASH, &key_page());
        Ok(Self {
            board,
            noise: None,
            to_sign: Frames::default(),
            to_console: Frames::default(),
            reached: Time::ZERO,
            now_ms: 0,
        })
    }

    /// The image that was built, read once.
    ///
    /// # Panics
    /// If there is none: the message explains how to build it.
    #[must_use]
    pub fn built_image() -> Image {
        static BUILT: OnceLock<Image> = OnceLock::new();
        BUILT
            .get_or_init(|| {
                let path = image_path();
                Image::read(&path).unwrap_or_else(|error| {
                    panic!(
                        "{}: {error:#}; build it with `cargo xtask image`",
                        path.display()
                    )
                })
            })
            .clone()
    }

    /// Runs the millisecond that ends at `now_ms`, whatever the wires do.
    ///
    /// # Errors
    /// The program uses something that is not modelled.
    pub fn live(&mut self, now_ms: u64) -> Result<(), NotModelled> {
        let mut ran = Ok(());
        self.live_with(now_ms, |board, until| {
            ran = board.run_until(until).map(drop);
        });
        ran
    }

    /// The same; `run` runs the board up to a time.
    fn live_with(&mut self, now_ms: u64, run: impl FnOnce(&mut Board<TableWires>, Time)) {
        self.now_ms = now_ms;
        if self.board.is_on() {
            self.reached = self.reached + Span::ms(1);
            run(&mut self.board, self.reached);
        }
    }

    /// Runs the millisecond that ends at `now_ms`, with the bytes that have arrived on both wires.
    pub fn step_with(
        &mut self,
        now_ms: u64,
        (sign, console): (&mut Lanes, &mut Lanes),
        run: impl FnOnce(&mut Board<TableWires>, Time),
    ) {
        self.live_with(now_ms, run);
        if self.board.is_on() {
            self.exchange(now_ms * 1_000, Serial::Uart4, sign);
            self.exchange(now_ms * 1_000, Serial::Usart1, console);
        }
    }

    /// A millisecond is over, in which something else has run the board: exchanges the bytes on the console's wire.
    pub(super) fn exchange_with_console(&mut self, now_ms: u64, console: &mut Lanes) {
        self.now_ms = now_ms;
        if self.board.is_on() {
            self.exchange(now_ms * 1_000, Serial::Usart1, console);
        }
    }

    /// Notes the stack use before the paint is gone. A file that cannot be written is noticed by its reader.
    fn note_stack(&self) {
        let file = std::env::var_os(STACK).map(|path| File::options().append(true).open(path));
        if let (Some(Ok(mut file)), Some(stack)) = (file, self.board.stack_use()) {
            let _ = writeln!(file, "{}", stack.used);
        }
    }

    /// The bytes sent on a line since the last look.
    pub fn sent(&mut self, serial: Serial) -> Vec<u8> {
        self.board.world_mut().take(serial)
    }

    /// Bytes begin to arrive on a line.
    pub fn feed(&mut self, serial: Serial, bytes: &[u8]) {
        match &mut self.noise {
            None => self.board.feed(serial, bytes, BAUD),
            Some(noise) => feed_through(&mut self.board, noise, serial, bytes),
        }
    }

    fn exchange(&mut self, now_us: u64, serial: Serial, lanes: &mut Lanes) {
        let sent = self.sent(serial);
        let frames = match serial {
            Serial::Uart4 => &mut self.to_sign,
            Serial::Usart1 => &mut self.to_console,
        };
        frames.take(&sent);
        while let Some(frame) = frames.give() {
            lanes.out.deliver(now_us, &frame);
        }
        while let Some(bytes) = lanes.back.arrived(now_us) {
            self.feed(serial, &bytes);
        }
    }
}

/// Bytes begin to arrive through a noisy line.
fn feed_through(board: &mut Board<TableWires>, noise: &mut Noise, serial: Serial, bytes: &[u8]) {
    for byte in bytes {
        let (arrival, spike) = noise.pass(*byte, BAUD);
        for arrival in [Some(arrival), spike].into_iter().flatten() {
            board.put(BoardInput::Byte(serial, arrival));
        }
    }
}

impl Drop for BoardEngine {
    fn drop(&mut self) {
        if self.board.is_on() {
            self.note_stack();
        }
    }
}

/// The page of keys of a simulated table, each with its check, as a board is provisioned.
#[must_use]
pub fn key_page() -> Vec<u8> {
    let record = |(number, role, key): (u8, u8, [u8; 32])| {
        let content = [&[number, role, 0, 0][..], &key].concat();
        let check = crc::Crc::<u32>::new(&crc::CRC_32_ISCSI).checksum(&content);
        [content, check.to_le_bytes().to_vec()].concat()
    };
    KEYS.into_iter().flat_map(record).collect()
}

/// The path of the image that was built, or of the one that the environment names.
#[must_use]
pub fn image_path() -> PathBuf {
    let built = "../target/thumbv7em-none-eabihf/image/firmware";
    std::env::var_os(IMAGE).map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join(built),
        PathBuf::from,
    )
}

impl FreshEngine for BoardEngine {
    fn fresh() -> Self {
        Self::with_image(Self::built_image())
    }
}

impl TableEngine for BoardEngine {
    /// The chip runs each millisecond after the rest of the table has, so the chain is one millisecond ahead.
    fn power_on(&mut self, chain: &SharedChain) {
        self.reached = self.board.now();
        let chain_ns = chain.with(|chain| chain.now_ns()).max(self.now_ms * MS);
        let ahead_ns = chain_ns + MS - self.reached.as_ps() / 1_000;
        self.board.world_mut().connect(chain.clone(), ahead_ns);
        self.board.power_on();
    }

    fn power_off(&mut self, chain: &SharedChain) {
        self.note_stack();
        self.board.power_off(ArrayTear::by_chance(self.now_ms));
        chain.with(|chain| chain.set_output_enable(true));
    }

    fn is_powered(&self) -> bool {
        self.board.is_on()
    }

    fn step(&mut self, now_ms: u64, _: &SharedChain, sign: &mut Lanes, console: &mut Lanes) {
        self.step_with(now_ms, (sign, console), |board, until| {
            let ran = board.run_until(until);
            assert!(ran.is_ok(), "{ran:?}");
        });
    }
}
