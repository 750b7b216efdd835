//! The measurements of the probe, and their bounds.

use std::fmt;

use anyhow::Result;
use shared_rules::games::{Game, MainGame};

use super::probe::{Count, Probe};

/// Rounds settled per game.
const ROUNDS: u32 = 200;

/// Steps of a scan, and entries of a journal: enough to fill several pages.
const STEPS: u32 = 100;
const ENTRIES: u32 = 200;

/// Bytes of a typical entry.
const ENTRY_BYTES: u32 = 40;

/// Payload bytes of a frame (about a picture for the sign, and the maximum), and the bounds of encoding and decoding.
const FRAMES: [(u32, u64, u64); 2] = [(20, 5_000, 4_400), (240, 27_000, 30_000)];

/// Instructions that the settlement of a full round of hold'em must not exceed.
const SETTLEMENT_BAR: u64 = 5_000;

type Counting = dyn Fn(&mut Probe) -> Result<Count>;

/// One measurement.
pub struct Line {
    /// A description of the work measured.
    pub what: String,
    /// The target of the mean.
    pub bar: Option<u64>,
    /// The bound of the mean, above which it is a regression. A hand or a settlement that meets its target is bounded
    /// by the target, and anything else by one and a half times its count when the bound was set.
    pub bound: u64,
    counting: Box<Counting>,
}

impl fmt::Debug for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl Line {
    /// Does the measurement.
    ///
    /// # Errors
    /// The probe cannot do it.
    pub fn count(&self, probe: &mut Probe) -> Result<Count> {
        (self.counting)(probe)
    }
}

fn line(
    what: impl Into<String>,
    bar: Option<u64>,
    bound: u64,
    counting: impl Fn(&mut Probe) -> Result<Count> + 'static,
) -> Line {
    Line {
        what: what.into(),
        bar,
        bound,
        counting: Box::new(counting),
    }
}

/// All measurements.
#[must_use]
pub fn lines() -> Vec<Line> {
    let mut lines = hands();
    lines.extend(Game::ALL.map(settlement));
    lines.push(line("scan, judgement alone", None, 370, scan));
    lines.push(line("append, in RAM", None, 16_500, append));
    lines.extend(FRAMES.into_iter().flat_map(frames));
    lines
}

fn hands() -> Vec<Line> {
    let hand = |what: &str, bar, bound, function: &'static str| {
        line(what, bar, bound, move |probe| probe.hands(function))
    };
    vec![
        hand("3 cards", Some(49), 49, "rank_three"),
        hand("5 cards", Some(63), 63, "rank_five"),
        hand("7 cards", Some(107), 107, "rank_seven"),
        hand("7 cards, none twice", None, 270, "rank_seven_checked"),
        hand("7 cards, incremental", Some(55), 55, "rank_seven_added"),
        hand("7 cards, 2 joined to 5", Some(55), 55, "rank_seven_joined"),
        hand("7 cards, aya_poker 0.1", None, 230, "rank_seven_by_aya"),
    ]
}

fn settlement(game: Game) -> Line {
    let rules = game.rules();
    let is_holdem = matches!(rules.main, MainGame::Holdem(_));
    let bar = is_holdem.then_some(SETTLEMENT_BAR);
    let what = format!("settlement, {}", rules.tag);
    let bound = bar.unwrap_or(8_000);
    line(what, bar, bound, move |probe| {
        many(ROUNDS, |seed| {
            probe.count("deal_round", game as u32, seed)?;
            probe.count("settle_round", 0, 0)
        })
    })
}

fn scan(probe: &mut Probe) -> Result<Count> {
    probe.count("start_scan", 0, 0)?;
    many(STEPS, |now_ms| probe.count("scan_step", now_ms, 0))
}

fn append(probe: &mut Probe) -> Result<Count> {
    probe.count("format_journal", 0, 0)?;
    many(ENTRIES, |_| probe.count("append_entry", ENTRY_BYTES, 0))
}

/// Encoding, and decoding.
fn frames((bytes, out, back): (u32, u64, u64)) -> [Line; 2] {
    let encode = move |probe: &mut Probe| probe.count("encode_frame", bytes, 0);
    let decode = move |probe: &mut Probe| {
        probe.count("send_frame", bytes, 0)?;
        probe.count("decode_frame", 0, 0)
    };
    let what = |way| format!("frame of {bytes} bytes, {way}");
    [
        line(what("out"), None, out, move |probe| {
            many(1, |_| encode(probe))
        }),
        line(what("in"), None, back, move |probe| {
            many(1, |_| decode(probe))
        }),
    ]
}

fn many(times: u32, mut count: impl FnMut(u32) -> Result<u64>) -> Result<Count> {
    (0..times).try_fold(Count::default(), |sum, time| Ok(sum.and(count(time)?)))
}
