//! Random evenings with random power cuts, those during a restart included. One seed reproduces a run.

use parts::flash::{FlashChip, Socket, Tear};
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use shared_rules::games::Game;
use shared_rules::ledger::Ledger;
use shared_rules::wire::message::Command;
use simulator::round_driver::evening::Evening;

use crate::cuts::is_balanced;
use crate::desk::{Desk, entry};
use crate::evening::house;
use crate::record::SMALL;
use crate::step::{Step, configures, supervised};

const SEED: u64 = 20_190_802;
const CUTS: u32 = 1_500;

/// A table, and what its console knows of it.
struct Run {
    random: ChaCha8Rng,
    flash: Socket,
    /// What all entries so far lead to, and the number of the next.
    book: Ledger,
    next: u32,
    steps: u32,
    entries: usize,
}

#[test]
fn random_evenings_survive_random_cuts() {
    let mut run = Run {
        random: ChaCha8Rng::seed_from_u64(SEED),
        flash: Socket::new(FlashChip::new(SMALL)),
        book: Ledger::new(),
        next: 0,
        steps: 0,
        entries: 0,
    };
    for cut in 0..CUTS {
        let context = format!("seed {SEED}, cut {cut}");
        let mut desk = run.restart(&context);
        run.play_until_power_fails(&mut desk);
        run.take_lines(&desk, &context);
    }
    let rounds = run.book.table().map_or(0, |table| table.round().number());
    let Run { steps, entries, .. } = run;
    println!("seed {SEED}: {CUTS} cuts in {steps} steps, {entries} entries, {rounds} rounds");
    assert!(rounds > CUTS / 20, "rounds get somewhere");
}

impl Run {
    /// Starts, perhaps after cuts during the start, and finds what the console knows.
    fn restart(&mut self, context: &str) -> Desk {
        while self.random.random_ratio(1, 4) {
            self.plan_cut(12);
            drop(Desk::start(self.flash.clone(), None));
        }
        self.flash.chip().power_on();
        let desk = Desk::start(self.flash.clone(), Some(self.next));
        assert_eq!(desk.controller.halt(), None, "{context}");
        self.take_lines(&desk, context);
        assert_eq!(kept(desk.ledger()), kept(&self.book), "{context}");
        assert!(is_balanced(desk.ledger()), "{context}");
        desk
    }

    fn plan_cut(&mut self, within: usize) {
        let mut chip = self.flash.chip();
        chip.power_on();
        chip.clear_history();
        let tear = *Tear::ALL.choose(&mut self.random).expect("not empty");
        chip.cut_power_after(
            self.random.random_range(0..within),
            tear,
            self.random.random(),
        );
    }

    fn play_until_power_fails(&mut self, desk: &mut Desk) {
        self.plan_cut(400);
        let mut evening = Evening::new(Game::Ml9, self.random.random());
        while self.flash.chip().is_powered() {
            let steps = self.next_steps(desk, &mut evening);
            for step in steps {
                desk.tries(&step);
                self.steps += 1;
            }
        }
    }

    fn next_steps(&mut self, desk: &Desk, evening: &mut Evening) -> Vec<Step> {
        let game = *Game::ALL.choose(&mut self.random).expect("not empty");
        let Some(table) = desk.ledger().table() else {
            return configures(house(game));
        };
        match self.random.random_range(0..400) {
            0 => configures(house(game)),
            1..6 => supervised(Step::Does(Command::Confirm)),
            _ => {
                evening.round = table.round().clone();
                vec![Step::Does(Command::Round(evening.happens().event))]
            }
        }
    }

    /// Every entry that the console was sent follows the one before it, and fits the book.
    fn take_lines(&mut self, desk: &Desk, context: &str) {
        let known = self.next;
        for (number, bytes) in desk.lines.iter().filter(|line| line.0 >= known) {
            let applied = self.book.apply(&entry(bytes));
            assert!(applied.is_ok(), "{context}, entry {number}: {applied:?}");
            self.next = number + 1;
            self.entries += 1;
        }
    }
}

/// What outlives every restart.
fn kept(ledger: &Ledger) -> String {
    let table = ledger.table().map(|table| {
        let round = table.round().number();
        (
            table.configuration(),
            table.jackpot(),
            table.totals(),
            table.waiting(),
            round,
        )
    });
    format!("{:?} {:?} {table:?}", ledger.boots(), ledger.faults())
}
