//! One history of a seed: random steps, then a quiet end at which every table has to play again by itself.

use std::hash::{DefaultHasher, Hash, Hasher};

use shared_rules::games::Game;
use shared_rules::ledger::{LinkBook, Table};
use shared_rules::round::{Event, Phase};
use shared_rules::wire::message::Command;

use super::dice::{LinkDice, says, void};
use super::history::LinkStep;
use super::pit::{LinkedPit, PitTerms};
use super::table::SimulatedMember;
use crate::simulate::{CountKind, Difference, Failure, RandomRun, agree, shortest};

/// A history that does not end by itself ends after so many steps per round of a table.
const STEPS_A_ROUND_MAX: usize = 60;

/// Faults are over, lines are up and faults that stood have healed after this time. The clocks of both sequencers are
/// at most three seconds apart, and the letters of the one behind count once it has caught up.
const HEALED_MS: u64 = 5_000;

/// The turns in which rounds and claims come to their end.
const END_TURNS: usize = 60;

/// The time of one of them: permits and prices are repeated every second.
const END_TURN_MS: u64 = 1_200;

/// A press opens the round within this time, where nothing is wrong.
const OPENS_MS: u64 = 1_000;

/// A mistake that is planted, to show that it is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Planted {
    /// None.
    Nothing,
    /// A table opens its round without waiting for the pool's permit.
    NoPermits,
    /// The engine appends without looking at the last block.
    UnconditionalAppend,
    /// The pool takes every message that comes for a new one.
    NoNumbers,
}

/// The seed and the terms of a history.
#[derive(Clone, Copy, Debug)]
pub struct LinkPlan {
    /// The seed.
    pub seed: u64,
    /// The number of tables.
    pub tables: usize,
    /// Rounds per table.
    pub rounds: u32,
    /// The game; that of the seed without one.
    pub game: Option<Game>,
    /// The mistake that is planted.
    pub planted: Planted,
}

/// A history that did not.
pub type LinkFailure = Failure<LinkStep>;

/// Plays a random history.
///
/// # Errors
/// The first difference, with the steps that led to it.
pub fn run_link(plan: &LinkPlan) -> Result<RandomRun, Box<LinkFailure>> {
    let (mut dice, terms) = LinkDice::new(plan);
    let mut pit = LinkedPit::new(&terms);
    let mut history = Vec::new();
    let rounds = plan.tables * plan.rounds as usize;
    for _ in 0..rounds * STEPS_A_ROUND_MAX {
        if pit.watch.opened.len() >= rounds {
            break;
        }
        let step = dice.step(&pit);
        history.push(step.clone());
        if let Err(difference) = pit.step(&step) {
            return Err(Box::new(Failure {
                history,
                difference,
            }));
        }
    }
    match end_quietly(&mut pit) {
        Ok(()) => Ok(ended(pit)),
        Err(difference) => Err(Box::new(Failure {
            history,
            difference,
        })),
    }
}

/// Plays a history again, and says after which step something differs, and what: after the last one also whatever
/// differs at the quiet end.
fn replay(plan: &LinkPlan, history: &[LinkStep]) -> Option<(usize, Difference)> {
    let (_, terms): (LinkDice, PitTerms) = LinkDice::new(plan);
    let mut pit = LinkedPit::new(&terms);
    for (number, step) in history.iter().enumerate() {
        if let Err(difference) = pit.step(step) {
            return Some((number, difference));
        }
    }
    let difference = end_quietly(&mut pit).err()?;
    Some((history.len(), difference))
}

/// The shortest history that still fails.
pub fn shrink_link(plan: &LinkPlan, failure: LinkFailure) -> LinkFailure {
    shortest(failure, |history| replay(plan, history), simpler)
}

/// Steps that do less than this one.
fn simpler(step: &LinkStep) -> Vec<LinkStep> {
    match step {
        LinkStep::Wait(ms) if *ms > 1 => vec![LinkStep::Wait(ms / 2)],
        LinkStep::Say(table, commands) if commands.len() > 1 => {
            let without = |place: usize| {
                let mut fewer = commands.clone();
                fewer.remove(place);
                LinkStep::Say(*table, fewer)
            };
            (0..commands.len()).map(without).collect()
        }
        LinkStep::Lay(table, chips) => {
            let places = (0..chips.len()).filter(|place| chips[*place] > 0);
            let without = places.map(|place| {
                let mut fewer = chips.clone();
                fewer[place] = 0;
                LinkStep::Lay(*table, fewer)
            });
            without.collect()
        }
        _ => Vec::new(),
    }
}

fn ended(mut pit: LinkedPit) -> RandomRun {
    let mut digest = DefaultHasher::new();
    pit.watch.state.head_digest().bytes().hash(&mut digest);
    for table in &pit.tables {
        table.messages.hash(&mut digest);
    }
    let seconds = pit.passed_ms() / 1_000;
    let counts = &mut pit.counts;
    counts.one(CountKind::Runs, "linked pits");
    counts.add(CountKind::Time, "virtual seconds", seconds);
    let game = pit.watch.pool.terms().game.rules().key;
    counts.add(CountKind::RoundsBy, game, pit.watch.opened.len() as u64);
    counts.add(CountKind::Claims, "paid", pit.watch.paid.len() as u64);
    if pit.watch.pool.terms().jackpot.limit.is_some() {
        counts.one(CountKind::Runs, "of them with a limit");
    }
    for desk in &pit.desks {
        for (outcome, count) in &desk.line.outcomes {
            counts.add(CountKind::Log, outcome, *count);
        }
    }
    RandomRun {
        counts: pit.counts.clone(),
        digest: digest.finish(),
    }
}

/// Faults end. Rounds in play are void, awards are confirmed, and then every table plays a round by itself.
fn end_quietly(pit: &mut LinkedPit) -> Result<(), Difference> {
    pit.calm();
    pit.step(&LinkStep::Wait(HEALED_MS))?;
    for _ in 0..END_TURNS {
        for table in 0..pit.tables.len() {
            if let Some(step) = ending(table, &pit.tables[table]) {
                pit.step(&step)?;
            }
        }
        pit.step(&LinkStep::Wait(END_TURN_MS))?;
        if is_at_rest(pit) {
            break;
        }
    }
    check_rest(pit)?;
    for table in 0..pit.tables.len() {
        plays_again(pit, table)?;
    }
    check_rest(pit)
}

/// The next step towards the end of a table's round and awards.
fn ending(index: usize, table: &SimulatedMember) -> Option<LinkStep> {
    let round = table.round();
    let of_table = table.ledger().table();
    if round.is_waiting() || matches!(round.phase(), Phase::BetsOpen | Phase::Playing) {
        return Some(says(index, void(round)));
    }
    if of_table.is_some_and(|table| !table.waiting().is_empty()) {
        return Some(LinkStep::Say(index, vec![Command::Confirm]));
    }
    if round.phase() == Phase::Settled {
        return Some(says(index, Event::Paid));
    }
    // The permit came too late for the press, and claims wait for this round (RWS6 4.5): the dealer presses again.
    let asked = table.ledger().link().and_then(LinkBook::asked);
    let is_asked = asked.is_some_and(|asked| asked > round.number());
    is_asked.then(|| says(index, Event::PlaceYourBets))
}

/// The numbers of the last message of a table, by its journal and by the log.
fn last_numbers(pit: &LinkedPit, table: &SimulatedMember) -> (u32, u32) {
    let written = table.replica.link().map_or(0, LinkBook::last_number);
    let member = pit.watch.state.member(table.number);
    (written, member.map_or(0, pit::state::Member::last_number))
}

fn is_at_rest(pit: &LinkedPit) -> bool {
    let is_over = |(index, table): (usize, &SimulatedMember)| {
        let (written, logged) = last_numbers(pit, table);
        let unpriced = table.ledger().table().map_or(&[][..], Table::unpriced);
        ending(index, table).is_none() && written == logged && unpriced.is_empty()
    };
    pit.watch.pool.queue().next().is_none() && pit.tables.iter().enumerate().all(is_over)
}

/// Every message is in the log, no claim is left, and nobody is in quarantine.
fn check_rest(pit: &LinkedPit) -> Result<(), Difference> {
    for table in &pit.tables {
        let name = table.number;
        let (written, logged) = last_numbers(pit, table);
        agree(
            &format!("the log has every message of table {name}"),
            &written,
            &logged,
        )?;
        let member = pit.watch.state.member(name);
        let quarantine = member.and_then(pit::state::Member::quarantine);
        agree(
            &format!("the quarantine of table {name}"),
            &None,
            &quarantine,
        )?;
        let of_table = table.ledger().table();
        let waits = of_table.map(|t| (t.waiting().to_vec(), t.unpriced().to_vec()));
        let nothing = Some((Vec::new(), Vec::new()));
        agree(
            &format!("the awards that wait at table {name}"),
            &nothing,
            &waits,
        )?;
    }
    let queue = pit
        .watch
        .pool
        .queue()
        .map(|claim| (claim.table, claim.round));
    agree("the claims that are left", &Vec::new(), &queue.collect())?;
    for desk in &pit.desks {
        let head = desk.sequencer.as_ref().map(|s| s.state().head_digest());
        let known = Some(pit.watch.state.head_digest());
        agree("the last block of a sequencer", &known, &head)?;
    }
    Ok(())
}

/// One press opens a round; without bets it is then closed and settled, or void.
fn plays_again(pit: &mut LinkedPit, table: usize) -> Result<(), Difference> {
    let name = pit.tables[table].number;
    if pit.tables[table].ledger().link().is_none() {
        pit.step(&LinkStep::Join(table))?;
        pit.step(&LinkStep::Wait(HEALED_MS))?;
    }
    pit.step(&LinkStep::Lay(table, vec![0; 7]))?;
    pit.step(&says(table, Event::PlaceYourBets))?;
    pit.step(&LinkStep::Wait(OPENS_MS))?;
    let phase = pit.tables[table].round().phase();
    agree(
        &format!("table {name} plays again"),
        &Phase::BetsOpen,
        &phase,
    )?;
    let is_linked = pit.tables[table].ledger().is_linked_round();
    let is_without = !pit.tables[table].round().takes_progressive();
    agree(
        &format!("table {name} plays with its pool"),
        &true,
        &(is_linked || is_without),
    )?;
    let ends = says(table, void(pit.tables[table].round()));
    pit.step(&ends)?;
    pit.step(&LinkStep::Wait(END_TURN_MS))
}
