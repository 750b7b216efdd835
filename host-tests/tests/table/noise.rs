//! Bits that are flipped on the chain's data lines at random, through the whole controller: a game whose rounds a device
//! fault voids (RWS6 5.16) goes on, and every bet is the one that was placed.

use parts::chain::Change;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use shared_rules::games::Game;
use shared_rules::ledger::Entry;
use shared_rules::round::Event;
use shared_rules::seats::{Seat, SeatSet};
use shared_rules::wagers::Wager;
use shared_rules::wire::message::Command;
use simulator::engine::JOURNAL_PAGES;
use simulator::round_driver::{community, dealer_hand, hand};
use simulator::simulate::stage::{CommandAnswer, Lean, Stage};
use simulator::table_driver::house;

/// One bit in so many is flipped, in each direction.
const ONE_IN: u32 = 10_000;

/// The rounds, unless the environment names another number.
const ROUNDS: u32 = 1_000;
const ROUNDS_FROM: &str = "COINSPOT_NOISY_ROUNDS";

/// Rounds between two looks at the journal.
const LOOK_EVERY: u32 = 20;

/// The supervisor's key on the chain.
const SUPERVISOR: usize = 3;

/// Chips come to rest and are read within this time, flipped bits or not.
const SETTLED_MS: u64 = 40;

const HANDS: [&str; 7] = ["3h8s", "4h8c", "5h8d", "6h8h", "3sTc", "4sTd", "5sTh"];

fn says(stage: &mut Lean, command: &Command) {
    let answer = stage.say(command);
    assert_eq!(answer, Some(CommandAnswer::Done), "{command:?}");
    stage.scan_ms(2);
}

/// A configured table on which the noise begins.
fn noisy_table() -> Lean {
    let mut stage = Lean::new(1, JOURNAL_PAGES);
    stage.scan_ms(1_300);
    stage.change(Change::Key(SUPERVISOR, true));
    stage.scan_ms(SETTLED_MS);
    says(&mut stage, &Command::Configure(house(Game::Rws6)));
    stage.change(Change::Key(SUPERVISOR, false));
    stage.scan_ms(SETTLED_MS);
    stage.disturb_chain(ONE_IN, 2);
    stage
}

/// The chips of each seat that has an Ante; the first seat always has one.
type Bets = Vec<(Seat, u8)>;

fn random_bets(dice: &mut ChaCha8Rng) -> Bets {
    let units_max = Game::Rws6.rules().units_max;
    let seats = Seat::ALL.into_iter();
    let seats: Vec<Seat> = seats
        .filter(|seat| *seat == Seat::One || dice.random())
        .collect();
    let chips = seats
        .into_iter()
        .map(|seat| (seat, dice.random_range(0..=units_max)));
    chips.collect()
}

fn lay(stage: &mut Lean, bets: &Bets) {
    for seat in Seat::ALL {
        let bet = bets.iter().find(|(at, _)| *at == seat);
        let index = seat.index().into();
        stage.change(Change::Ante(index, bet.is_some()));
        stage.change(Change::Chips(index, bet.map_or(0, |(_, chips)| *chips)));
    }
    stage.scan_ms(SETTLED_MS);
}

/// A round from its opening to its end, with these bets.
fn play(stage: &mut Lean, bets: &Bets) {
    let mut does = |event| says(stage, &Command::Round(event));
    does(Event::PlaceYourBets);
    // A spot must be seen empty first: with a bit flipped right at the opening that takes 10 ms, less than a hand does.
    stage.scan_ms(SETTLED_MS);
    lay(stage, bets);
    let mut does = |event| says(stage, &Command::Round(event));
    does(Event::NoMoreBets);
    for (seat, _) in bets {
        does(hand(seat.number(), HANDS[usize::from(seat.index())]));
    }
    does(dealer_hand("AcAd"));
    let all: SeatSet = bets.iter().map(|(seat, _)| *seat).collect();
    for (wager, text) in [
        (Wager::Flop, "2c7d9h"),
        (Wager::Turn, "Js"),
        (Wager::River, "Kd"),
    ] {
        does(Event::Raise(wager, all));
        does(community(text));
    }
    does(Event::Settle);
    does(Event::Paid);
    lay(stage, &Vec::new());
}

/// Looks at the entries: of each round the bets are those that were placed, and nothing speaks of a fault.
fn check(entries: &[Entry], played: &[Bets]) {
    let mut locked = Vec::new();
    for entry in entries {
        match entry {
            Entry::Locked(bets) => locked.push(bets),
            Entry::Settled(_) | Entry::Boot(_) | Entry::Configured(_) => {}
            note if note.is_note() => {}
            Entry::Round(Event::Void(..) | Event::DeviceFault) => panic!("{entry:?}"),
            Entry::Round(_) => {}
            _ => panic!("{entry:?}"),
        }
    }
    assert_eq!(locked.len(), played.len());
    for (locked, played) in locked.into_iter().zip(played) {
        let read = locked.iter().map(|bet| (bet.seat, bet.units));
        assert_eq!(read.collect::<Bets>(), *played);
        assert!(locked.iter().all(|bet| !bet.ante.is_zero()));
    }
}

#[test]
fn rounds_with_one_bit_in_ten_thousand_flipped() {
    let rounds = std::env::var(ROUNDS_FROM).map_or(ROUNDS, |text| text.parse().expect("a number"));
    let mut stage = noisy_table();
    let mut dice = ChaCha8Rng::seed_from_u64(3);
    let mut next = stage.next_entry();
    for _ in 0..rounds.div_ceil(LOOK_EVERY) {
        let played: Vec<Bets> = (0..LOOK_EVERY).map(|_| random_bets(&mut dice)).collect();
        played.iter().for_each(|bets| play(&mut stage, bets));
        check(&stage.entries(next), &played);
        next = stage.next_entry();
        stage.with_flash(parts::flash::FlashChip::clear_history);
    }
    let noise = stage.noise_counts();
    println!("{rounds} rounds, {} ms: {noise:?}", stage.now_ms());
    assert!(noise.chain > 10 && noise.in_the_dark > 10, "{noise:?}");
}
