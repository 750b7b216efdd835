//! The shortest history that still fails: chunks of steps are left out as long as something differs, then single ones,
//! then what is left of them is made simpler.

use std::fmt::Debug;

use super::check::Difference;
use super::history::HistoryStep;
use super::run::{Failure, RunPlan, replay};

/// Shortens a failure. Whatever differs, and not only what differed first, counts as one.
pub fn shrink(plan: &RunPlan, failure: Failure) -> Failure {
    shortest(failure, |history| replay(plan, history), simpler)
}

/// The same for steps of any kind, which `replay` plays and `simpler` makes simpler.
pub(crate) fn shortest<S: Clone>(
    failure: Failure<S>,
    replay: impl Fn(&Vec<S>) -> Option<(usize, Difference)>,
    simpler: impl Fn(&S) -> Vec<S>,
) -> Failure<S> {
    let mut shortest = failure;
    let mut chunk = shortest.history.len().div_ceil(2);
    while chunk > 0 {
        let before = shortest.history.len();
        drop_chunks(&replay, &mut shortest, chunk);
        let is_done = chunk == 1 && shortest.history.len() == before;
        chunk = if chunk == 1 && !is_done { 1 } else { chunk / 2 };
    }
    simplify(&replay, &simpler, &mut shortest);
    shortest
}

/// Leaves out every chunk of this size without which the history still fails, the last ones first.
fn drop_chunks<S: Clone>(
    replay: &impl Fn(&Vec<S>) -> Option<(usize, Difference)>,
    shortest: &mut Failure<S>,
    chunk: usize,
) {
    let mut end = shortest.history.len();
    while end > 0 {
        let start = end.saturating_sub(chunk);
        let mut shorter = shortest.history.clone();
        shorter.drain(start..end.min(shorter.len()));
        try_instead(replay, shortest, shorter);
        end = start.min(shortest.history.len());
    }
}

/// Takes a history if it fails, up to where it does.
fn try_instead<S>(
    replay: &impl Fn(&Vec<S>) -> Option<(usize, Difference)>,
    shortest: &mut Failure<S>,
    mut history: Vec<S>,
) -> bool {
    let Some((number, difference)) = replay(&history) else {
        return false;
    };
    history.truncate(number + 1);
    *shortest = Failure {
        history,
        difference,
    };
    true
}

/// Makes single steps simpler, as long as the history still fails.
fn simplify<S: Clone>(
    replay: &impl Fn(&Vec<S>) -> Option<(usize, Difference)>,
    simpler: &impl Fn(&S) -> Vec<S>,
    shortest: &mut Failure<S>,
) {
    let mut number = 0;
    while number < shortest.history.len() {
        let simpler = shortest.history.get(number).map(simpler);
        let simplified = simpler.into_iter().flatten().any(|step| {
            let mut history = shortest.history.clone();
            history[number] = step;
            try_instead(replay, shortest, history)
        });
        if !simplified {
            number += 1;
        }
    }
}

/// Steps that do less than this one.
fn simpler(step: &HistoryStep) -> Vec<HistoryStep> {
    match step {
        HistoryStep::Lay(lays) if lays.len() > 1 => {
            let without = |place: usize| {
                let mut fewer = lays.clone();
                fewer.remove(place);
                HistoryStep::Lay(fewer)
            };
            (0..lays.len()).map(without).collect()
        }
        HistoryStep::Wait(ms) if *ms > 1 => vec![HistoryStep::Wait(ms / 2)],
        HistoryStep::PowerCut(1..) => vec![HistoryStep::PowerCut(0)],
        HistoryStep::Torn(torn) => vec![(*torn.during).clone()],
        _ => Vec::new(),
    }
}

impl<S: Debug> Failure<S> {
    /// For people: the steps, each in one line, and what differs after the last.
    pub fn report(&self) -> String {
        let Failure {
            history,
            difference,
        } = self;
        let steps = history.iter().enumerate();
        let steps = steps.map(|(number, step)| format!("{number:4}  {step:?}\n"));
        let steps: String = steps.collect();
        format!("{steps}{difference}")
    }
}
