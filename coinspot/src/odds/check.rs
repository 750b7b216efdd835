//! The exact odds against chance: random rounds go through the settlement itself, and what they bring must
//! agree with what was counted, within the error of so many rounds.

mod finding;
mod player;

pub use finding::Finding;

use odds::fraction::Fraction;
use odds::game::{Deals, GameOdds};
use odds::parallel::Workers;
use odds::wager::{WagerKind, WagerOdds};
use player::{Dealt, Player};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use shared_rules::games::Award;
use shared_rules::jackpot::{Jackpot, JackpotTerms};
use shared_rules::settle::{Outcome, SeatResult, settle};
use shared_rules::wagers::{self, Limits, Terms};

/// The stake on everything but the coin spot, in cents.
const STAKE: u64 = 100;
/// Rounds that are dealt from one stream of random numbers.
pub const BATCH: u64 = 10_000;
/// An award that is expected less often than this is told, but not judged.
const SELDOM: f64 = 10.0;

/// The return of one wager over all rounds.
#[derive(Clone, Debug)]
struct Sum {
    /// In cents, beyond the stake.
    net: i64,
    /// For another player's hands, in cents.
    envy: u64,
    /// Number of payments for each line.
    lines: Vec<u64>,
}

/// Plays so many rounds of a game in every way that its odds tell of.
///
/// # Errors
/// If a round cannot be settled.
pub fn check(
    odds: &GameOdds,
    deals: &Deals,
    rounds: u64,
    seed: u64,
    workers: &Workers,
) -> Result<Vec<Finding>, String> {
    let table = Table::new(odds, deals)?;
    let batches: Vec<u64> = (0..rounds.div_ceil(BATCH)).collect();
    let start = || Ok(table.nothing());
    let parts = workers.each(
        &batches,
        start,
        |sums: &mut Result<Vec<Vec<Sum>>, String>, _, batch| {
            // Other cards for every game.
            let mut random = ChaCha8Rng::seed_from_u64(seed ^ (odds.rules.game as u64) << 32);
            random.set_stream(*batch);
            for _ in 0..BATCH.min(rounds - batch * BATCH) {
                let played = sums.as_mut().map(|sums| table.play(&mut random, sums));
                if let Ok(Err(error)) = played {
                    *sums = Err(error);
                }
            }
        },
    );
    let mut all = table.nothing();
    for part in parts {
        add(&mut all, &part?);
    }
    Ok(table.findings(&all, rounds))
}

fn add(all: &mut [Vec<Sum>], part: &[Vec<Sum>]) {
    for (sum, part) in all.iter_mut().flatten().zip(part.iter().flatten()) {
        sum.net += part.net;
        sum.envy += part.envy;
        let lines = sum.lines.iter_mut().zip(&part.lines);
        lines.for_each(|(sum, part)| *sum += part);
    }
}

/// A game, who plays it, and the wagers that each of them is there for.
struct Table<'a> {
    odds: &'a GameOdds,
    terms: Terms,
    jackpot: Jackpot,
    players: Vec<(Player<'a>, Vec<&'a WagerOdds>)>,
}

impl<'a> Table<'a> {
    fn new(odds: &'a GameOdds, deals: &'a Deals) -> Result<Table<'a>, String> {
        let sign = &odds.house.sign;
        // The meter is given as it stands with this round's contributions.
        let terms = JackpotTerms {
            reset: sign.reset,
            ..JackpotTerms::default()
        };
        let players = Player::all(odds, deals).into_iter().enumerate();
        let players = players.map(|(number, player)| {
            let is_for = |wager: &&WagerOdds| match wager.strategy {
                Some(strategy) => strategy == player.strategy(),
                None => number == 0,
            };
            let wagers = odds.all().filter(is_for).collect();
            (player, wagers)
        });
        Ok(Table {
            odds,
            terms: Terms {
                rules: odds.rules,
                readings: odds.house.readings,
                unit: sign.unit,
                limits: Limits::default(),
            },
            jackpot: Jackpot::new(terms, sign.meter).map_err(|error| error.to_string())?,
            players: players.collect(),
        })
    }

    fn nothing(&self) -> Vec<Vec<Sum>> {
        let sums = |wagers: &Vec<&WagerOdds>| {
            let sums = wagers.iter().map(|wager| Sum {
                net: 0,
                envy: 0,
                lines: vec![0; wager.lines.len()],
            });
            sums.collect()
        };
        self.players
            .iter()
            .map(|(_, wagers)| sums(wagers))
            .collect()
    }

    /// Deals a round, and lets everybody play it in turn.
    fn play(&self, random: &mut ChaCha8Rng, sums: &mut [Vec<Sum>]) -> Result<(), String> {
        let dealt = Dealt::new(random, self.odds.rules);
        for ((player, wagers), sums) in self.players.iter().zip(sums) {
            let round = dealt.round(&self.terms, self.odds.house.sign.units, player)?;
            let settled = settle(&round, &self.jackpot).map_err(|error| error.to_string())?;
            let seat = settled.seats.get(Dealt::SEAT).as_ref().ok_or("a seat")?;
            for (wager, sum) in wagers.iter().zip(sums) {
                enter(wager, sum, seat);
            }
        }
        Ok(())
    }

    fn findings(&self, sums: &[Vec<Sum>], rounds: u64) -> Vec<Finding> {
        let mut findings = Vec::new();
        for ((player, wagers), sums) in self.players.iter().zip(sums) {
            for (wager, sum) in wagers.iter().zip(sums) {
                let strategy = player.strategy();
                findings.push(self.mean(wager, strategy, sum, rounds));
                findings.extend(awards(wager, strategy, sum, rounds));
                findings.extend(self.envy(wager, strategy, sum, rounds));
            }
        }
        findings
    }

    /// The mean return of a wager, for each unit staked.
    fn mean(&self, wager: &WagerOdds, strategy: &'static str, sum: &Sum, rounds: u64) -> Finding {
        let stake = match wager.kind {
            WagerKind::Progressive => self.odds.house.sign.stake(),
            _ => Fraction::whole(STAKE.into()),
        };
        let found = Fraction::new(sum.net.into(), rounds.into()) / stake;
        let error = wager.variance() / Fraction::whole(rounds.into());
        Finding {
            wager: wager.kind,
            strategy,
            what: "mean".into(),
            expected: -wager.edge().value(),
            found: found.value(),
            error: error.value().sqrt(),
            judged: true,
        }
    }

    /// The mean award for another player's hand, in cents (TCP5 3.14).
    fn envy(
        &self,
        wager: &WagerOdds,
        strategy: &'static str,
        sum: &Sum,
        rounds: u64,
    ) -> Option<Finding> {
        let rows = self.odds.rules.progressive.awards.iter();
        let rows = rows.zip(&wager.lines).filter_map(|(row, line)| {
            let cents = Fraction::whole(row.envy?.get().into());
            Some((cents, Fraction::ways(line.ways, wager.of)))
        });
        let rows: Vec<(Fraction, Fraction)> = rows.collect();
        let mean: Fraction = rows.iter().map(|(cents, part)| *cents * *part).sum();
        let square: Fraction = rows
            .iter()
            .map(|(cents, part)| cents.squared() * *part)
            .sum();
        let variance = (square - mean.squared()) / Fraction::whole(rounds.into());
        let is_told = wager.kind == WagerKind::Progressive && !rows.is_empty();
        is_told.then(|| Finding {
            wager: wager.kind,
            strategy,
            what: "envy".into(),
            expected: mean.value(),
            found: Fraction::ways(sum.envy, rounds).value(),
            error: variance.value().sqrt(),
            judged: rounds * wager.lines[0].ways >= 10 * wager.of,
        })
    }
}

/// The frequency of each award.
fn awards(
    wager: &WagerOdds,
    strategy: &'static str,
    sum: &Sum,
    rounds: u64,
) -> impl Iterator<Item = Finding> {
    let lines = wager.lines.iter().zip(&sum.lines);
    let lines = lines.filter(|_| wager.kind == WagerKind::Progressive);
    lines.map(move |(line, found)| {
        let part = Fraction::ways(line.ways, wager.of);
        let expected = (part * Fraction::whole(rounds.into())).value();
        let variance = expected * (1.0 - part.value());
        Finding {
            wager: wager.kind,
            strategy,
            what: line.award.clone(),
            expected,
            found: Fraction::whole((*found).into()).value(),
            error: variance.sqrt(),
            judged: expected >= SELDOM,
        }
    })
}

/// Enters what a settled seat brought to a wager.
fn enter(wager: &WagerOdds, sum: &mut Sum, seat: &SeatResult) {
    sum.envy += seat.envy.get();
    for line in seat
        .wagers
        .iter()
        .filter(|line| kind(line.wager) == wager.kind)
    {
        let stake = line.stake.get().cast_signed();
        let pays = line.pays.get().cast_signed();
        sum.net += match (line.outcome, wager.kind) {
            (Outcome::Lose, _) => -stake,
            (Outcome::Win, WagerKind::Progressive) => pays - stake,
            (Outcome::Win, _) => pays,
            (Outcome::Push | Outcome::Returned, _) => 0,
        };
        if let Some(award) = line.award.map(Award::name) {
            let mut lines = wager.lines.iter().zip(&mut sum.lines);
            if let Some((_, count)) = lines.find(|(line, _)| line.award == award) {
                *count += 1;
            }
        }
    }
}

/// The wager with odds of its own to which a wager on the layout belongs.
const fn kind(wager: wagers::Wager) -> WagerKind {
    use wagers::Wager::{Ante, AnteBonus, Bonus, Flop, PairPlus, Play, Progressive, River, Turn};
    match wager {
        Ante | Flop | Turn | River | Play | AnteBonus => WagerKind::Main,
        Bonus => WagerKind::Bonus,
        PairPlus => WagerKind::PairPlus,
        Progressive => WagerKind::Progressive,
    }
}
