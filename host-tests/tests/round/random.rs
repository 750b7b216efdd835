//! Random histories on the round alone, each step compared with the oracle: phase, questions, bets, refusals,
//! settlement.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use shared_rules::cite::{Cite, Paragraph};
use shared_rules::refusal::Refusal;
use simulator::simulate::stage::RoundStage;
use simulator::simulate::{Dice, EventComparison, Luck};

use crate::prelude::*;

const SEEDS: u64 = 30;
const STEPS: usize = 700;

/// Plays the histories of these seeds in every game, and looks at the events of each step with their answers.
fn play(
    seeds: &Range<u64>,
    mut look: impl FnMut(Game, &mut EventComparison<RoundStage>, &[Answered]),
) {
    for game in Game::ALL {
        for seed in seeds.clone() {
            let dice = Dice::new(seed, Luck::ABSURD, Some(game));
            EventComparison::play(RoundStage::default(), dice, STEPS, |played| {
                let answers = std::mem::take(&mut played.stage.answers);
                look(game, played, &answers);
            });
        }
    }
}

/// An event and the round's answer to it.
type Answered = (Event, Result<Transition, Refusal>);

/// Every citation of an answer.
fn cited_by(got: &Result<Transition, Refusal>) -> Option<Cite> {
    match got {
        Err(refusal) | Ok(Transition::Warned(refusal)) => Some(refusal.rule),
        Ok(
            Transition::Asked(_, rule)
            | Transition::Invalidated(_, rule)
            | Transition::Continues(rule)
            | Transition::Referred(rule)
            | Transition::Restricted(rule)
            | Transition::Voided(rule),
        ) => Some(*rule),
        Ok(_) => None,
    }
}

/// Every citation of the settlement.
fn cited_in(stage: &RoundStage) -> Vec<Cite> {
    let settlement = stage.settlement(1_000_000, 1_000_000);
    let seats = settlement.iter().flat_map(|settled| settled.seats.taken());
    let lines = seats.flat_map(|(_, seat)| &seat.wagers);
    lines.map(|line| line.rule).collect()
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

/// Every answer and every line of a settlement cites a paragraph of the game's own document.
#[test]
fn every_refusal_cites_a_paragraph_of_its_document() {
    let mut cited: BTreeMap<&str, BTreeSet<Paragraph>> = BTreeMap::new();
    play(&(SEEDS..2 * SEEDS), |game, played, answers| {
        let known = paragraphs(game);
        let by_answers = answers.iter().filter_map(|(_, got)| cited_by(got));
        for cite in by_answers.chain(cited_in(&played.stage)) {
            assert_eq!(cite.game(), game, "{answers:?}");
            let number = cite.paragraph().to_string();
            assert!(known.contains(number.as_str()), "{cite}: {answers:?}");
            let tag = game.rules().tag;
            cited.entry(tag).or_default().insert(cite.paragraph());
        }
    });
    // The histories went everywhere, or the check above says little.
    for (tag, paragraphs) in cited {
        assert!(paragraphs.len() >= 35, "{tag}: only {paragraphs:?}");
    }
}

/// The stage compares the round before and after each refusal.
#[test]
fn a_refused_event_changes_nothing() {
    let (refused, accepted, settled) = answers(SEEDS);
    println!("{refused} refused, {accepted} accepted, {settled} settled");
    assert!(refused > 10_000 && accepted > 10_000);
    assert!(settled > 1_000);
}

/// The numbers of events that were refused and accepted, and of rounds that were settled.
pub fn answers(seeds: u64) -> (usize, usize, usize) {
    let (mut refused, mut accepted, mut settled) = (0, 0, 0);
    play(&(0..seeds), |_, _, answers| {
        let errors = answers.iter().filter(|(_, got)| got.is_err()).count();
        let is_settled = |answer: &&Answered| answer.1 == Ok(Transition::Settled);
        refused += errors;
        accepted += answers.len() - errors;
        settled += answers.iter().filter(is_settled).count();
    });
    (refused, accepted, settled)
}
