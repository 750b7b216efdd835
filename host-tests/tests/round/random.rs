//! What must hold in every evening of random events.

use std::collections::{BTreeMap, BTreeSet};

use shared_rules::cite::{Cite, Paragraph};
use shared_rules::games::Game;
use shared_rules::refusal::{Reason, Refusal};
use shared_rules::round::{Bet, Event, Phase, Round, Transition};
use shared_rules::seats::Seat;
use shared_rules::settle::{Outcome, Settlement};
use shared_rules::wagers::Wager;
use simulator::round_driver::evening::{Evening, Happening};
use simulator::round_driver::{JACKPOT, RoundDriver, jackpot};

const EVENINGS: u64 = 30;
const EVENTS: usize = 1_000;

/// Every evening of every game.
pub fn evenings() -> impl Iterator<Item = (Game, Evening)> {
    let games = Game::ALL.into_iter();
    games.flat_map(|game| (0..EVENINGS).map(move |seed| (game, Evening::new(game, seed))))
}

fn settled(round: &Round) -> Result<Settlement, Refusal> {
    round.settlement(&jackpot(JACKPOT))
}

/// Every citation of an answer and of what the round is worth.
fn citations(round: &Round, got: &Result<Transition, Refusal>) -> Vec<Cite> {
    let mut cites = match got {
        Err(refusal) | Ok(Transition::Warned(refusal)) => vec![refusal.rule],
        Ok(
            Transition::Asked(_, rule)
            | Transition::Invalidated(_, rule)
            | Transition::Continues(rule)
            | Transition::Referred(rule)
            | Transition::Restricted(rule)
            | Transition::Voided(rule),
        ) => vec![*rule],
        Ok(_) => Vec::new(),
    };
    match settled(round) {
        Err(refusal) => cites.push(refusal.rule),
        Ok(settlement) => {
            let seats = settlement.seats.taken();
            let lines = seats.flat_map(|(_, seat)| &seat.wagers);
            cites.extend(lines.map(|line| line.rule));
        }
    }
    cites
}

/// The paragraph numbers of a game's document.
fn paragraphs(game: Game) -> BTreeSet<&'static str> {
    let index = match game {
        Game::Thb6 => include_str!("../../paragraphs/thb6.txt"),
        Game::Rws6 => include_str!("../../paragraphs/rws6.txt"),
        Game::Ml6 => include_str!("../../paragraphs/ml6.txt"),
        Game::Ml9 => include_str!("../../paragraphs/ml9.txt"),
        Game::Tcp5 => include_str!("../../paragraphs/tcp5.txt"),
    };
    index.lines().collect()
}

/// Whatever is answered or settled stands in the game's own document, under the number that is given.
#[test]
fn every_refusal_cites_a_paragraph_of_its_document() {
    let mut cited: BTreeMap<&str, BTreeSet<Paragraph>> = BTreeMap::new();
    for (game, mut evening) in evenings() {
        let known = paragraphs(game);
        for _ in 0..EVENTS {
            let Happening { event, got } = evening.happens();
            for cite in citations(&evening.round, &got) {
                assert_eq!(cite.game(), game, "{event:?}: {got:?}");
                let number = cite.paragraph().to_string();
                assert!(
                    known.contains(number.as_str()),
                    "{cite}: {event:?}: {got:?}"
                );
                let tag = game.rules().tag;
                cited.entry(tag).or_default().insert(cite.paragraph());
            }
        }
    }
    // The evenings went everywhere, or the check above says little.
    for (tag, paragraphs) in cited {
        assert!(paragraphs.len() >= 35, "{tag}: only {paragraphs:?}");
    }
}

/// What is refused leaves no trace.
#[test]
fn a_refused_event_changes_nothing() {
    let (refused, accepted) = refusals_change_nothing(evenings());
    assert!(
        refused > 10_000 && accepted > 10_000,
        "{refused}, {accepted}"
    );
}

/// How many events were refused in these evenings, and how many were not.
pub fn refusals_change_nothing(evenings: impl Iterator<Item = (Game, Evening)>) -> (u32, u32) {
    let (mut refused, mut accepted) = (0, 0);
    for (game, mut evening) in evenings {
        for _ in 0..EVENTS {
            let before = format!("{:?}", evening.round);
            let Happening { event, got } = evening.happens();
            if got.is_err() {
                assert_eq!(
                    format!("{:?}", evening.round),
                    before,
                    "{game:?}: {event:?}"
                );
                refused += 1;
            } else {
                accepted += 1;
            }
        }
    }
    (refused, accepted)
}

/// The same events give the same round and the same settlement: a round holds no clock and no chance.
#[test]
fn replaying_a_rounds_events_gives_the_same_settlement() {
    let mut settlements = 0;
    for (game, mut evening) in evenings() {
        let mut again = RoundDriver::with_limits(game, 10, 100).round;
        for _ in 0..EVENTS {
            let Happening { event, got } = evening.happens();
            let Ok(transition) = got else { continue };
            assert_eq!(again.step(&event), Ok(transition), "{game:?}: {event:?}");
            assert_eq!(again.phase(), evening.round.phase());
            let settlement = settled(&again);
            assert_eq!(settlement, settled(&evening.round), "{game:?}: {event:?}");
            settlements += u32::from(transition == Transition::Settled);
        }
    }
    assert!(settlements > 500, "only {settlements} rounds were settled");
}

/// What lies on the areas of the seats, in cents, by the accepted events alone.
type Placed = BTreeMap<(u8, &'static str), u64>;

/// Notes what an event is about to place, if it is accepted.
fn note(placed: &mut Placed, round: &Round, event: &Event) {
    let mut put = |place: Seat, wager: Wager, cents: u64| match cents {
        0 => placed.remove(&(place.number(), wager.name())),
        _ => placed.insert((place.number(), wager.name()), cents),
    };
    match *event {
        Event::PlaceYourBets => placed.clear(),
        Event::Stake(place, wager, amount) => drop(put(place, wager, amount.get())),
        Event::Chips(place, count) => {
            let unit = round.terms().unit.get();
            put(place, Wager::Progressive, unit * u64::from(count));
        }
        Event::NoMoreBets => not_taken(placed, round),
        _ => {}
    }
}

/// Takes away what is not locked at the close: chips that are no wager, and a Bonus without its Ante.
fn not_taken(placed: &mut Placed, round: &Round) {
    for place in Seat::ALL {
        let key = |wager: Wager| (place.number(), wager.name());
        if let Bet::NotAcceptable(_, refusal) = round.bet(place)
            && refusal.reason != Reason::BaseMissing
        {
            placed.remove(&key(Wager::Progressive));
        }
        if !placed.contains_key(&key(Wager::Ante)) {
            placed.remove(&key(Wager::Bonus));
        }
    }
}

/// What is settled, with what is given back above the limits.
fn accounted_for(settlement: &Settlement) -> Placed {
    let mut sum = Placed::new();
    for (place, result) in settlement.seats.taken() {
        for line in &result.wagers {
            let cents = line.stake.get() + line.excess.get();
            if cents > 0 {
                let twice = sum.insert((place.number(), line.wager.name()), cents);
                assert_eq!(twice, None, "{line:?} is there twice");
            }
            let returned = line.outcome == Outcome::Returned;
            assert!(!returned || line.pays.is_zero(), "{line:?}");
        }
    }
    sum
}

/// Every wager that was placed and locked is settled or given back, to the cent, and none twice.
#[test]
fn returned_and_settled_stakes_add_up() {
    let mut rounds = BTreeSet::new();
    for (number, (game, mut evening)) in evenings().enumerate() {
        let mut placed = Placed::new();
        for _ in 0..EVENTS {
            let before = evening.round.clone();
            let Happening { event, got } = evening.happens();
            if got.is_ok() {
                note(&mut placed, &before, &event);
            }
            let Ok(settlement) = settled(&evening.round) else {
                let ended = matches!(
                    evening.round.phase(),
                    Phase::Settled | Phase::Paid | Phase::Void(_)
                );
                assert!(!ended, "{game:?}: {event:?}: a round without a settlement");
                continue;
            };
            assert_eq!(accounted_for(&settlement), placed, "{game:?}: {event:?}");
            rounds.insert((number, evening.round.number()));
        }
    }
    assert!(rounds.len() > 1_000, "only {} rounds ended", rounds.len());
}
