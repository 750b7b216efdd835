//! The probe: a program for the board whose functions are called one at a time and counted. It is built as the image is.

use std::fmt;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use board_sim::board::{Board, RunEnd};
use board_sim::chip::wires::Nothing;
use board_sim::image::Image;
use board_sim::time::Span;

/// The environment variable that names another probe than the one built by `cargo xtask counts`.
pub const PROBE: &str = "COINSPOT_PROBE";

/// Far more than the probe takes to its first line.
const START: Span = Span::s(1);

/// The seed of all dealt cards.
const SEED: u32 = 1;

/// The instructions of some work, done several times.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Instructions in all.
    pub total: u64,
    /// Number of times that it was done.
    pub times: u64,
    /// The most instructions of a single time.
    pub most: u64,
}

impl Count {
    /// Both together.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        Self {
            total: self.total + other.total,
            times: self.times + other.times,
            most: self.most.max(other.most),
        }
    }

    /// The mean, to a tenth.
    #[must_use]
    pub fn mean(self) -> f64 {
        (self.total * 10 / self.times.max(1)) as f64 / 10.0
    }

    /// Adds one more time.
    #[must_use]
    pub fn and(self, instructions: u64) -> Self {
        Self {
            total: self.total + instructions,
            times: self.times + 1,
            most: self.most.max(instructions),
        }
    }
}

/// The mean, with one decimal where that is significant, and the maximum.
impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = self.total * 10 / self.times.max(1);
        let mean = if tenths < 10_000 {
            format!("{}.{}", tenths / 10, tenths % 10)
        } else {
            (tenths / 10).to_string()
        };
        write!(f, "{mean:>8} {:>8}", self.most)
    }
}

/// A probe that waits to be called.
#[derive(Debug)]
pub struct Probe {
    board: Board<Nothing>,
}

impl Probe {
    /// The probe that was built.
    ///
    /// # Errors
    /// It has not been built, or does not start.
    pub fn built() -> Result<Self> {
        let image = Image::read(&path()).context("build it with `cargo xtask counts`")?;
        let main = image.symbol("main").context("a probe without a main")? & !1;
        let mut board = Board::new(image, Nothing)?;
        board.power_on();
        let end = board.run_to(main, board.now() + START)?;
        ensure!(end == RunEnd::Met, "the probe does not start");
        Ok(Self { board })
    }

    /// Instructions from entry to return of a function, which must not return zero.
    pub(super) fn count(&mut self, name: &str, one: u32, other: u32) -> Result<u64> {
        let (value, instructions) = self.call(name, one, other)?;
        ensure!(value != 0, "{name} does not do its work");
        Ok(instructions)
    }

    /// The count per hand, ranked by this function as one of many in a loop.
    pub(super) fn hands(&mut self, function: &str) -> Result<Count> {
        let (hands, _) = self.call("deal_hands", SEED, 0)?;
        let mut of = |first, count| Ok(self.call(function, first, count)?.1);
        let nothing: u64 = of(0, 0)?;
        let all: u64 = of(0, hands)?;
        let each = (0..hands).map(|hand| of(hand, 1));
        let most = each.reduce(|one, other: Result<u64>| Ok(one?.max(other?)));
        Ok(Count {
            total: all - nothing,
            times: hands.into(),
            most: most.context("no hands")?? - nothing,
        })
    }

    fn call(&mut self, name: &str, one: u32, other: u32) -> Result<(u32, u64)> {
        let function = self.board.image().symbol(name);
        let function = function.with_context(|| format!("no function {name}"))?;
        let called = self.board.call(function, [one, other, 0, 0]);
        let called = called.with_context(|| name.to_owned())?;
        Ok((called.value, called.instructions))
    }
}

fn path() -> PathBuf {
    let built = "../target/thumbv7em-none-eabihf/image/counts-probe";
    std::env::var_os(PROBE).map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join(built),
        PathBuf::from,
    )
}
