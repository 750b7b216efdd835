//! Two boards on one wire: the controller's image and the sign's, in one virtual time, as the engine of a table.
//!
//! The boards are run by turns, a slice at a time that is shorter than a byte on the wire. A byte is known at its start
//! bit, so that neither board ever runs past one that it has not been given.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use anyhow::{Context, Result};
use parts::chain::SharedChain;
use parts::engine::{FreshEngine, Lanes, TableEngine};
use parts::hub75::Driver;
use parts::wire::Frames;

use super::line_end::SLICE;
use super::noise::Noise;
use super::{BoardEngine, SignWires, TableWires, key_page};
use crate::board::{Board, Snapshot};
use crate::chip::flash::ArrayTear;
use crate::chip::map::FLASH;
use crate::chip::usart::{Arrival, Departure};
use crate::image::Image;
use crate::time::{Span, Time};

/// The environment variable that names another image than the one built by `cargo xtask image sign`.
pub const SIGN_IMAGE: &str = "COINSPOT_SIGN_IMAGE";

/// A table whose sign is a board as well.
#[derive(Debug)]
pub struct SignedTable {
    /// The controller.
    pub controller: BoardEngine,
    /// The sign.
    pub sign: Board<SignWires>,
    /// The wire between them.
    pub cable: SignCable,
    /// The common time, and the common times at which each board's clock stood at zero: a board's clock stops while it
    /// has no power.
    now: Time,
    controller_ahead: Span,
    sign_ahead: Span,
}

/// All that both boards and the wire between them hold at one moment. The felt is not theirs.
#[derive(Debug)]
pub struct SignedSnapshot {
    controller: Snapshot<TableWires>,
    to_console: Frames,
    sign: Snapshot<SignWires>,
    cable: SignCable,
    now: Time,
    controller_ahead: Span,
    sign_ahead: Span,
}

/// One of the two boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "named like what they are")]
pub enum OneBoard {
    Controller,
    Sign,
}

/// The wire between the two boards.
#[derive(Clone, Debug, Default)]
pub struct SignCable {
    /// No byte arrives.
    pub is_out: bool,
    /// Errors of the line, in both directions.
    pub noise: Option<Noise>,
    /// The bytes that have left the controller, with the common time at which each has arrived.
    pub heard: Vec<Departure>,
}

impl SignedTable {
    /// Two boards without power.
    ///
    /// # Errors
    /// An image cannot be run.
    pub fn new(controller: BoardEngine, sign: Image) -> Result<Self> {
        let mut controller = controller;
        controller.board.world_mut().sign.connect();
        let key = sign.symbol("_key_start").context("no place for the key")?;
        let mut sign = Board::new(sign, SignWires::new(Driver::Plain))?;
        sign.world_mut().table.connect();
        sign.flash_contents_mut().load(key - FLASH, &key_page());
        Ok(Self {
            controller,
            sign,
            cable: SignCable::default(),
            now: Time::ZERO,
            controller_ahead: Span::ZERO,
            sign_ahead: Span::ZERO,
        })
    }

    /// The sign's image that was built, read once.
    ///
    /// # Panics
    /// If there is none: the message explains how to build it.
    #[must_use]
    pub fn built_sign() -> Image {
        static BUILT: OnceLock<Image> = OnceLock::new();
        BUILT
            .get_or_init(|| {
                let path = sign_image_path();
                Image::read(&path).unwrap_or_else(|error| {
                    panic!(
                        "{}: {error:#}; build it with `cargo xtask image sign`",
                        path.display()
                    )
                })
            })
            .clone()
    }

    /// The time of both boards.
    #[must_use]
    pub const fn now(&self) -> Time {
        self.now
    }

    /// A time of the sign's clock.
    #[must_use]
    pub fn sign_time(&self, at: Time) -> Time {
        before(at, self.sign_ahead)
    }

    /// Switches the sign's power on.
    pub fn sign_on(&mut self) {
        self.sign_ahead = self.now.since(Time::ZERO) - self.sign.now().since(Time::ZERO);
        self.sign.power_on();
    }

    /// Switches the sign's power off. Its panels keep theirs.
    pub fn sign_off(&mut self) {
        self.sign.power_off(ArrayTear::by_chance(0));
        self.sign.world_mut().table.forget();
        let now = before(self.now, self.controller_ahead);
        self.controller.board.world_mut().sign.cut_off(now);
    }

    /// Runs both boards up to a time.
    pub fn run_until(&mut self, until: Time) {
        while self.now < until {
            let next = until.min(self.now + SLICE);
            let controller = &mut self.controller.board;
            if controller.is_on() {
                let ran = controller.run_until(before(next, self.controller_ahead));
                assert!(ran.is_ok(), "the controller: {ran:?}");
            }
            if self.sign.is_on() {
                let ran = self.sign.run_until(before(next, self.sign_ahead));
                assert!(ran.is_ok(), "the sign: {ran:?}");
            }
            self.exchange();
            self.now = next;
        }
    }

    /// Instructions that a board has issued since the beginning.
    #[must_use]
    pub fn instructions(&self, board: OneBoard) -> u64 {
        match board {
            OneBoard::Controller => self.controller.board.instructions(),
            OneBoard::Sign => self.sign.instructions(),
        }
    }

    /// Runs both boards until one of them has issued so many instructions, or up to a time. True at the instruction: that
    /// board is in front of the next one, and the other at the same time.
    pub fn run_to_instruction(&mut self, board: OneBoard, count: u64, until: Time) -> bool {
        while self.now < until {
            let next = until.min(self.now + SLICE);
            let ahead = match board {
                OneBoard::Controller => self.controller_ahead,
                OneBoard::Sign => self.sign_ahead,
            };
            let limit = before(next, ahead);
            let (ran, reached) = match board {
                OneBoard::Controller => {
                    let board = &mut self.controller.board;
                    (board.run_at_most(limit, count), board.now())
                }
                OneBoard::Sign => (self.sign.run_at_most(limit, count), self.sign.now()),
            };
            assert!(ran.is_ok(), "{board:?}: {ran:?}");
            let is_there = self.instructions(board) >= count;
            // The other one follows; a board that is there already stays.
            self.run_until(if is_there { reached + ahead } else { next });
            if is_there {
                return true;
            }
        }
        false
    }

    /// Keeps all that both boards hold.
    #[must_use]
    pub fn snapshot(&self) -> SignedSnapshot {
        SignedSnapshot {
            controller: self.controller.board.snapshot(),
            to_console: self.controller.to_console.clone(),
            sign: self.sign.snapshot(),
            cable: self.cable.clone(),
            now: self.now,
            controller_ahead: self.controller_ahead,
            sign_ahead: self.sign_ahead,
        }
    }

    /// Goes to what a snapshot of these boards holds.
    pub fn restore(&mut self, snapshot: &SignedSnapshot) {
        self.controller.board.restore(&snapshot.controller);
        self.controller.to_console.clone_from(&snapshot.to_console);
        self.sign.restore(&snapshot.sign);
        self.cable.clone_from(&snapshot.cable);
        self.now = snapshot.now;
        self.controller_ahead = snapshot.controller_ahead;
        self.sign_ahead = snapshot.sign_ahead;
    }

    /// A millisecond has been run, the one that ends at `now_ms`: exchanges the bytes on the console's wire.
    pub fn end_step(&mut self, now_ms: u64, console: &mut Lanes) {
        self.controller.exchange_with_console(now_ms, console);
    }

    /// Gives each board the bytes that the other has begun to send.
    fn exchange(&mut self) {
        let (controller, sign) = (&mut self.controller.board, &mut self.sign);
        for mut departure in controller.world_mut().sign.take_begun() {
            departure.at = departure.at + self.controller_ahead;
            self.cable.heard.push(departure);
            let is_on = sign.is_on();
            for arrival in self.cable.pass(departure).filter(|_| is_on) {
                let at = before(departure.at, self.sign_ahead);
                sign.world_mut().table.expect(at, arrival);
            }
        }
        for departure in sign.world_mut().table.take_begun() {
            let is_on = controller.is_on();
            for arrival in self.cable.pass(departure).filter(|_| is_on) {
                let at = before(departure.at + self.sign_ahead, self.controller_ahead);
                controller.world_mut().sign.expect(at, arrival);
            }
        }
    }
}

/// A common time on a board's own clock.
fn before(at: Time, ahead: Span) -> Time {
    Time::ZERO + (at.since(Time::ZERO) - ahead)
}

impl SignCable {
    /// The arrivals at the other end: the byte or a wrong one, and a spike behind it, or none.
    fn pass(&mut self, departure: Departure) -> impl Iterator<Item = Arrival> + use<> {
        let clean = Arrival {
            byte: departure.byte,
            noise: false,
            framing: false,
            bit: departure.bit,
        };
        let (arrival, spike) = match &mut self.noise {
            None => (clean, None),
            Some(noise) => noise.disturb(clean),
        };
        let arrivals = [Some(arrival), spike];
        let arrives = !self.is_out;
        arrivals.into_iter().flatten().filter(move |_| arrives)
    }
}

/// The path of the sign's image that was built, or of the one that the environment names.
#[must_use]
pub fn sign_image_path() -> PathBuf {
    let built = "../target/thumbv7em-none-eabihf/image/sign-board";
    std::env::var_os(SIGN_IMAGE).map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join(built),
        PathBuf::from,
    )
}

impl FreshEngine for SignedTable {
    fn fresh() -> Self {
        Self::new(BoardEngine::fresh(), Self::built_sign()).expect("an image that can be run")
    }
}

/// The sign's lanes of the table lead nowhere: the sign's board is on the wire. Power of the table is the controller's
/// power; the sign is switched on with it for the first time.
impl TableEngine for SignedTable {
    fn power_on(&mut self, chain: &SharedChain) {
        let clock = self.controller.board.now();
        self.controller_ahead = self.now.since(Time::ZERO) - clock.since(Time::ZERO);
        self.controller.power_on(chain);
        if self.sign.resets().is_empty() {
            self.sign_on();
        }
    }

    fn power_off(&mut self, chain: &SharedChain) {
        self.controller.power_off(chain);
        self.controller.board.world_mut().sign.forget();
        let now = before(self.now, self.sign_ahead);
        self.sign.world_mut().table.cut_off(now);
    }

    fn is_powered(&self) -> bool {
        self.controller.is_powered()
    }

    fn step(&mut self, now_ms: u64, _: &SharedChain, _: &mut Lanes, console: &mut Lanes) {
        self.run_until(self.now + Span::ms(1));
        self.end_step(now_ms, console);
    }
}
