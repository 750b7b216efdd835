//! Random histories: nothing differs, the same seed is the same history, and whatever differs is found and made short.

use firmware::controller::Controller;
use parts::flash::{FlashChip, Socket};
use shared_rules::games::Game;
use shared_rules::wire::key::KeyRing;
use simulator::simulate::{Layer, Life, Luck, Observed, RunPlan, Tamper, honest, run, shrink};

fn plan(seed: u64, rounds: u32, tamper: Tamper) -> RunPlan {
    RunPlan {
        seed,
        rounds,
        game: None,
        luck: Luck::BAD,
        layer: Layer::of_seed(seed),
        tamper,
    }
}

/// Runs without and with every layer.
#[test]
fn nothing_differs() {
    for seed in (0..12).chain([19]) {
        if let Err(failure) = run(&plan(seed, 15, honest)) {
            panic!("seed {seed}: {}", failure.report());
        }
    }
}

/// The same on each layer, with people who say anything at any time.
#[test]
fn nothing_absurd_differs() {
    let layers = [
        (Layer::Round, 300),
        (Layer::Ledger, 300),
        (Layer::Controller, 25),
    ];
    for (layer, rounds) in layers {
        for seed in 100..106 {
            let plan = RunPlan {
                luck: Luck::ABSURD,
                layer,
                ..plan(seed, rounds, honest)
            };
            if let Err(failure) = run(&plan) {
                let shortest = shrink(&plan, *failure).report();
                panic!("{layer:?}, seed {seed}: {shortest}");
            }
        }
    }
}

#[test]
fn the_same_seed_is_the_same_run() {
    for seed in [3, 19] {
        let [one, other] = [(); 2].map(|()| run(&plan(seed, 8, honest)).map_err(|_| ()));
        assert!(one.is_ok());
        assert_eq!(one, other);
    }
    let digest = |seed| run(&plan(seed, 2, honest)).map_or(0, |run| run.digest);
    assert_ne!(digest(3), digest(4));
}

/// Such a table is found out, and what shows it is short.
fn is_found(tamper: Tamper, what: &str, steps_max: usize) {
    let mut plans = (0..5).map(|seed| plan(seed, 20, tamper));
    let found = plans.find_map(|plan| Some((plan, run(&plan).err()?)));
    let (plan, failure) = found.expect("a table that lies");
    let shortest = shrink(&plan, *failure);
    let difference = &shortest.difference;
    assert!(difference.what.contains(what), "{difference}");
    assert!(shortest.history.len() <= steps_max, "{}", shortest.report());
}

#[test]
fn a_lamp_that_does_not_light_is_found() {
    // The first bet lamp of seat 3, from when there is something to light.
    let dark: Tamper = |seen| seen.lit.iter_mut().for_each(|(_, lit)| *lit &= !(1 << 10));
    is_found(dark, "lamps", 5);
}

#[test]
fn a_cent_on_the_meter_is_found() {
    fn one_more(seen: &mut Observed) {
        if let Some(meters) = seen.meters.as_mut().filter(|meters| meters.round > 0) {
            let cent = meters.meter.plus(shared_rules::money::MicroCents::new(1));
            meters.meter = cent.expect("a small amount");
        }
    }
    is_found(one_more, "meter", 5);
}

#[test]
fn a_wrong_line_of_the_sign_is_found() {
    fn other_words(seen: &mut Observed) {
        for page in &mut seen.pages {
            *page = page.replace("NO MORE BETS", "BETS OPEN");
        }
    }
    is_found(other_words, "pages of the sign", 5);
}

#[test]
fn a_payment_of_a_cent_less_is_found() {
    fn one_less(seen: &mut Observed) {
        let seats = seen.worth.iter_mut().flat_map(|worth| &mut worth.seats);
        let lines = seats.flat_map(|seat| &mut seat.lines);
        let paid = lines.filter(|line| line.pays > 0);
        paid.for_each(|line| line.pays -= 1);
    }
    is_found(one_less, "settlement of seat", 16);
}

fn flash_of(seed: u64, rounds: u32) -> Vec<u8> {
    let mut life = Life::new(seed, Some(Game::Tcp5));
    let played = life.play_to(rounds, |_| {});
    assert!(played.is_ok(), "{played:?}");
    life.flash()
}

/// A journal of one age is the same whether its life was stopped on the way or not.
#[test]
fn a_life_leaves_the_same_journal_each_time() {
    let flash = flash_of(1, 12);
    assert!(flash == flash_of(1, 12), "the same seed");
    assert!(flash != flash_of(2, 12), "another seed");
    let mut life = Life::new(1, Some(Game::Tcp5));
    for rounds in [0, 5, 12] {
        life.play_to(rounds, |_| {}).expect("no difference");
    }
    assert!(flash == life.flash(), "stopped on the way");
}

#[test]
fn a_table_starts_from_the_journal_of_a_life() {
    for rounds in [0, 30] {
        let mut life = Life::new(3, Some(Game::Ml9));
        life.play_to(rounds, |_| {}).expect("no difference");
        let chip = FlashChip::from_image(&life.flash());
        let mut table = Controller::new(Socket::new(chip)).expect("a flash that fits");
        table.start(&KeyRing::new(), None);
        assert_eq!(table.halt(), None);
        let number = table.ledger().table().map(|table| table.round().number());
        assert_eq!(number, (rounds > 0).then_some(rounds + 1));
        let meter = table.ledger().table().map(|table| table.jackpot().meter());
        assert_eq!(meter, life.meters().map(|meters| meters.meter));
    }
}
