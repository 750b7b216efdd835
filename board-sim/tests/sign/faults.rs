//! Power cuts of either board, a cable that is pulled, a noisy line: the right amount comes back, a wrong one never
//! shows, and a stale one is red.

use std::collections::BTreeMap;

use crate::Measured;
use crate::expected::drawn;
use crate::watched::Watched;
use board_sim::table::Noise;
use board_sim::time::Span;
use parts::hub75::Ghosts;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use shared_rules::games::Game;
use shared_rules::money::Cents;
use shared_rules::wire::sign::SignPicture;
use sign::{Colour, Screen, Sign};
use simulator::table_driver::TableDriver;

/// From power or cable to the right amount: a board starts, the link notices that it has, and then a second.
const BACK_MS_MAX: u64 = 3_000;

/// A sign that hears nothing says so within this time, and the time of a look.
const STALE_MS_MAX: u64 = 1_300;

/// Cuts of each board. The seed decides their times.
const CUTS: u64 = 12;
const SEED: u64 = 22;

/// Two bets on a jackpot of $10,000.
const AMOUNT: Cents = Cents::new(1_000_100);

/// Turns of the longest cycle of pages.
const TURNS: u64 = 16;

/// A page's colour says that the amount may be out of date.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shown {
    Current,
    Stale,
    WithoutAmount,
}

/// A table whose bets are locked: its amount stays.
struct Evening {
    driver: TableDriver<Watched>,
    random: ChaCha8Rng,
}

impl Evening {
    fn locked(seed: u64) -> Self {
        let mut driver = TableDriver::locked(Game::Thb6, &[(2, 1), (5, 1)]);
        driver.wait_ms(2_500);
        let engine: &mut Watched = &mut driver.table.engine;
        assert!(!engine.judge().is_empty());
        (engine.looks_always, engine.is_finest) = (true, true);
        engine.pause_ms = 20;
        engine.looks.clear();
        let random = ChaCha8Rng::seed_from_u64(seed);
        Self { driver, random }
    }

    fn engine(&mut self) -> &mut Watched {
        &mut self.driver.table.engine
    }

    /// Some time within the next three heartbeats, anywhere in a byte or an instruction.
    fn some_time(&mut self) {
        let ms = self.random.random_range(1..600);
        self.run_ms(ms);
        let ps = self.random.random_range(0..1_000_000_000);
        self.engine().run_for(Span::ps(ps));
    }

    /// Milliseconds pass on the table, with or without power.
    fn run_ms(&mut self, count: u64) {
        self.driver.table.run_ms(count);
    }

    /// The meaning of every screen that the sign may show with what it has heard.
    fn meanings(&mut self) -> Vec<(Screen, Shown)> {
        // A scan that has started lights nothing before the first page is drawn.
        let mut meanings = vec![(Screen::new(), Shown::WithoutAmount)];
        for ms in [0, 1_000] {
            meanings.push((drawn(&Sign::new(0).page(ms)), Shown::WithoutAmount));
        }
        let pictures: Vec<SignPicture> = self
            .engine()
            .listener
            .pictures
            .iter()
            .map(|(_, p)| *p)
            .collect();
        for picture in pictures {
            if picture.amount.is_some_and(|amount| amount != AMOUNT) {
                continue;
            }
            for turn in 0..TURNS {
                for (heard_ms, shown) in [(2_000 * turn, Shown::Current), (0, Shown::Stale)] {
                    let mut sign = Sign::new(0);
                    sign.hear(picture, 0);
                    sign.heartbeat(heard_ms);
                    let page = sign.page(2_000 * turn);
                    let is_red = page.body_colour == Colour::Red;
                    let shown = if is_red { Shown::Stale } else { shown };
                    meanings.push((drawn(&page), shown));
                }
            }
        }
        meanings
    }

    /// The meaning of each look since the last call, with its end. A screen that is none of those fails, but for the
    /// refresh in which one of them follows another.
    #[track_caller]
    fn seen(&mut self) -> Vec<(u64, Shown)> {
        let meanings = self.meanings();
        let looks = std::mem::take(&mut self.engine().looks);
        let mut seen = Vec::new();
        for look in looks {
            match meanings.iter().find(|(screen, _)| look.light.shows(screen)) {
                Some((_, shown)) => seen.push((look.to_ms, *shown)),
                None => assert!(
                    is_change(&look.light, &meanings),
                    "{} ms\n{}",
                    look.from_ms,
                    look.light.picture()
                ),
            }
        }
        let panel = &self.engine().table.sign.world().panel;
        assert_eq!(panel.ghosts, Ghosts::default());
        seen
    }

    /// Runs until the sign shows the current amount again, and returns how long that took.
    #[track_caller]
    fn back_ms(&mut self) -> u64 {
        let from_ms = self.driver.table.now_ms();
        self.run_ms(BACK_MS_MAX + 200);
        let seen = self.seen();
        let (_, last) = seen.last().expect("a look");
        assert_eq!(*last, Shown::Current);
        let last_other = seen
            .iter()
            .rev()
            .find(|(_, shown)| *shown != Shown::Current);
        let back_ms = last_other.map_or(0, |(to_ms, _)| to_ms.saturating_sub(from_ms));
        assert!(back_ms <= BACK_MS_MAX, "{back_ms} ms");
        back_ms
    }
}

/// True if this is the refresh in which one screen follows another.
fn is_change(light: &Measured, meanings: &[(Screen, Shown)]) -> bool {
    let screens = || meanings.iter().map(|(screen, _)| screen);
    screens().any(|before| screens().any(|after| light.changes(before, after)))
}

#[test]
fn a_sign_that_loses_power_shows_the_right_amount_again() {
    let mut evening = Evening::locked(SEED);
    let mut times_ms = Vec::new();
    for cut in 0..CUTS {
        evening.some_time();
        evening.engine().sign_off();
        assert!(!evening.engine().table.sign.world().panel.is_lit());
        // Short enough for the table not to notice, and long.
        evening.run_ms([30, 400, 1_500][(cut % 3) as usize]);
        evening.seen();
        evening.engine().table.sign_on();
        times_ms.push(evening.back_ms());
    }
    print_times("the sign's power", &times_ms);
}

#[test]
fn a_controller_that_loses_power_leaves_a_stale_amount_and_then_the_right_one() {
    let mut evening = Evening::locked(SEED + 1);
    let mut times_ms = Vec::new();
    for _ in 0..CUTS / 2 {
        evening.some_time();
        evening.driver.table.power_off();
        evening.run_ms(STALE_MS_MAX);
        let seen = evening.seen();
        assert_eq!(seen.last().map(|(_, shown)| *shown), Some(Shown::Stale));
        evening.driver.table.power_on();
        times_ms.push(evening.back_ms());
    }
    print_times("the controller's power", &times_ms);
}

#[test]
fn without_its_cable_the_amount_is_red() {
    let mut evening = Evening::locked(SEED + 2);
    let mut times_ms = Vec::new();
    for _ in 0..CUTS / 2 {
        evening.some_time();
        evening.engine().table.cable.is_out = true;
        evening.run_ms(STALE_MS_MAX);
        let seen = evening.seen();
        assert_eq!(seen.last().map(|(_, shown)| *shown), Some(Shown::Stale));
        evening.engine().table.cable.is_out = false;
        times_ms.push(evening.back_ms());
    }
    print_times("the cable", &times_ms);
}

#[test]
fn noise_on_the_line_shows_nothing_wrong() {
    let mut evening = Evening::locked(SEED + 3);
    evening.engine().table.cable.noise = Some(Noise::new(SEED));
    evening.run_ms(20_000);
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    for (_, shown) in evening.seen() {
        *counts.entry(format!("{shown:?}")).or_default() += 1;
    }
    let noise = evening.engine().table.cable.noise.take();
    println!(
        "looks: {counts:?}, bytes: {:?}",
        noise.map(|noise| noise.hit)
    );
    evening.back_ms();
}

fn print_times(what: &str, times_ms: &[u64]) {
    let worst = times_ms.iter().max().expect("a time");
    println!("from {what} to the right amount: {worst} ms at most of {times_ms:?}");
}
