//! A model of two tables and two sequencers on one log, over the real fold of the pool. It is small enough to visit
//! every state: every order of events, with letters and appends that are lost, late, repeated and overtaken, and with
//! crashes.
//!
//! The network needs no state of its own. A table repeats a message until it is acknowledged, so any message that it
//! has sent may reach any sequencer at any later time, any number of times, or never. A sequencer answers from the
//! blocks that it has read, so a table may hear the answer of any sequencer to any prefix of these blocks. That is more
//! than letters with ascending counters can do.
//!
//! | file | responsible for |
//! | --- | --- |
//! | `mod` | the states and their steps |
//! | `table` | a table: its rounds and its numbered messages |
//! | `fold` | the real fold of a log, and the letters that follow from it |
//! | `properties` | everything that must hold |

pub mod fold;
mod properties;
mod table;

use shared_rules::pool::TableEntry;
use stateright::{Model, Property};

pub use fold::{Folded, Told};
pub use table::ModelTable;

/// A mistake that the model can be given.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mistake {
    /// Tables take bets without waiting for the permit.
    NoPermits,
    /// The engine appends without looking at the last block.
    UnconditionalAppend,
    /// Sequencers take every message that comes for a new one.
    NoNumbers,
}

/// The size of the model.
#[derive(Clone, Copy, Debug)]
pub struct LinkModel {
    /// Rounds per table.
    pub rounds: u32,
    /// The events that happen at most so often.
    pub budget: Budget,
    pub mistake: Option<Mistake>,
}

/// Events that are left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Budget {
    /// Appends whose answer is lost, and that may arrive later.
    pub late: u8,
    /// Crashes of a sequencer.
    pub crashes: u8,
    /// Power cuts of a table.
    pub power_cuts: u8,
    /// Rounds that are void.
    pub voids: u8,
}

/// One entry of the log. Every block has one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Logged {
    pub table: usize,
    pub number: u32,
    pub entry: TableEntry,
}

/// A sequencer.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ModelSequencer {
    /// The blocks that it has read or believes to have appended. All its answers follow from them.
    pub view: Vec<Logged>,
    pub proposal: Option<Logged>,
}

/// A state.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct LinkModelState {
    pub log: Vec<Logged>,
    pub tables: [ModelTable; 2],
    pub sequencers: [ModelSequencer; 2],
    /// Appends under way: the block that they follow, and the entry.
    pub under_way: Vec<(usize, Logged)>,
    /// Times of dealing ascend: one for each lock.
    pub dealt: u64,
    pub budget: Budget,
}

/// A step.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ModelStep {
    /// The table asks for its next round.
    Ask(usize),
    /// The table hears a letter.
    Hear(usize, Told),
    /// The table opens its bets without a permit.
    OpenUnasked(usize),
    /// "No more bets".
    Lock(usize),
    /// The round is settled, with a major award or without one.
    Settle(usize, bool),
    /// The round is void.
    Void(usize),
    /// The supervisor confirms an award whose price is final.
    Confirm(usize),
    /// Power fails at the table and comes back.
    PowerCut(usize),
    /// A message of a table reaches a sequencer, which makes a block of it.
    Propose(usize, usize, u32),
    /// The engine answers an append.
    Append(usize),
    /// The engine carries an append out, and its answer is lost.
    AppendUnanswered(usize),
    /// An append is under way, and nobody waits for it any more.
    AppendLate(usize),
    /// It arrives.
    Arrive(usize),
    /// A sequencer reads the next block.
    Read(usize),
    /// A sequencer crashes and starts again from the log.
    Crash(usize),
}

impl LinkModelState {
    /// The engine: appends if the log has this many blocks; false if it has another number.
    fn append(&mut self, head: usize, entry: Logged, mistake: Option<Mistake>) -> bool {
        let fits = self.log.len() == head || mistake == Some(Mistake::UnconditionalAppend);
        if fits {
            self.log.push(entry);
        }
        fits
    }

    /// A sequencer reads the next block. Its own proposal is then in the log, or is made anew.
    fn read(&mut self, desk: usize) -> Option<()> {
        let sequencer = &mut self.sequencers[desk];
        sequencer.view.push(*self.log.get(sequencer.view.len())?);
        sequencer.proposal = None;
        Some(())
    }
}

/// The number of the last message of a table in some blocks.
pub fn last_number(blocks: &[Logged], table: usize) -> u32 {
    let of_table = blocks.iter().filter(|logged| logged.table == table);
    of_table.map(|logged| logged.number).max().unwrap_or(0)
}

impl LinkModel {
    fn table_steps(&self, state: &LinkModelState, table: usize, steps: &mut Vec<ModelStep>) {
        let of_table = &state.tables[table];
        if of_table.may_ask(self.rounds) {
            steps.push(ModelStep::Ask(table));
        }
        if of_table.awaits_permit() && self.mistake == Some(Mistake::NoPermits) {
            steps.push(ModelStep::OpenUnasked(table));
        }
        if of_table.takes_bets() {
            steps.push(ModelStep::Lock(table));
        }
        if of_table.is_locked() {
            steps.push(ModelStep::Settle(table, true));
            // Tables are alike: it is enough that one of them may lose.
            if table == 1 {
                steps.push(ModelStep::Settle(table, false));
            }
        }
        if state.budget.voids > 0 && of_table.may_be_void() {
            steps.push(ModelStep::Void(table));
        }
        if of_table.may_confirm() {
            steps.push(ModelStep::Confirm(table));
        }
        if state.budget.power_cuts > 0 {
            steps.push(ModelStep::PowerCut(table));
        }
        for sequencer in &state.sequencers {
            let folded = Folded::of(&sequencer.view);
            let told = folded.letters[table].iter().cloned();
            steps.extend(told.map(|told| ModelStep::Hear(table, told)));
        }
    }

    fn sequencer_steps(&self, state: &LinkModelState, desk: usize, steps: &mut Vec<ModelStep>) {
        let sequencer = &state.sequencers[desk];
        if sequencer.proposal.is_some() {
            steps.extend([ModelStep::Append(desk), ModelStep::AppendUnanswered(desk)]);
            if state.budget.late > 0 {
                steps.push(ModelStep::AppendLate(desk));
            }
        } else {
            for (table, of_table) in state.tables.iter().enumerate() {
                let next = last_number(&sequencer.view, table) + 1;
                let numbers = match self.mistake {
                    Some(Mistake::NoNumbers) => 1..=of_table.sent(),
                    _ => next..=next.min(of_table.sent()),
                };
                steps.extend(numbers.map(|number| ModelStep::Propose(desk, table, number)));
            }
        }
        if sequencer.view.len() < state.log.len() {
            steps.push(ModelStep::Read(desk));
        }
        if state.budget.crashes > 0 {
            steps.push(ModelStep::Crash(desk));
        }
    }

    fn table_step(&self, state: &mut LinkModelState, step: &ModelStep) -> Option<()> {
        match step {
            ModelStep::Ask(table) => state.tables[*table].ask(),
            ModelStep::Hear(table, told) => state.tables[*table].hear(told),
            ModelStep::OpenUnasked(table) => state.tables[*table].open(),
            ModelStep::Lock(table) => {
                state.dealt += 1;
                state.tables[*table].lock(state.dealt);
            }
            ModelStep::Settle(table, wins) => state.tables[*table].settle(*wins),
            ModelStep::Void(table) => {
                state.budget.voids -= 1;
                state.tables[*table].void();
            }
            ModelStep::Confirm(table) => state.tables[*table].confirm(),
            ModelStep::PowerCut(table) => {
                state.budget.power_cuts -= 1;
                state.tables[*table].lose_power();
            }
            _ => return self.sequencer_step(state, step),
        }
        Some(())
    }

    fn sequencer_step(&self, state: &mut LinkModelState, step: &ModelStep) -> Option<()> {
        match *step {
            ModelStep::Propose(desk, table, number) => {
                let entry = state.tables[table].message(number)?;
                state.sequencers[desk].proposal = Some(Logged {
                    table,
                    number,
                    entry,
                });
            }
            ModelStep::Append(desk) => {
                let sequencer = &state.sequencers[desk];
                let (head, proposal) = (sequencer.view.len(), sequencer.proposal?);
                if !state.append(head, proposal, self.mistake) {
                    return state.read(desk);
                }
                let sequencer = &mut state.sequencers[desk];
                sequencer.view.push(proposal);
                sequencer.proposal = None;
            }
            ModelStep::AppendUnanswered(desk) => {
                let sequencer = &state.sequencers[desk];
                let (head, proposal) = (sequencer.view.len(), sequencer.proposal?);
                // The block may be there already; then there is no other state.
                state.append(head, proposal, self.mistake).then_some(())?;
            }
            ModelStep::AppendLate(desk) => {
                state.budget.late -= 1;
                let sequencer = &state.sequencers[desk];
                let append = (sequencer.view.len(), sequencer.proposal?);
                state.under_way.push(append);
            }
            ModelStep::Arrive(place) => {
                let (head, entry) = state.under_way.remove(place);
                state.append(head, entry, self.mistake);
            }
            ModelStep::Read(desk) => state.read(desk)?,
            ModelStep::Crash(desk) => {
                state.budget.crashes -= 1;
                state.sequencers[desk] = ModelSequencer {
                    view: state.log.clone(),
                    proposal: None,
                };
            }
            _ => return None,
        }
        Some(())
    }
}

impl Model for LinkModel {
    type State = LinkModelState;
    type Action = ModelStep;

    fn init_states(&self) -> Vec<LinkModelState> {
        vec![LinkModelState {
            log: Vec::new(),
            tables: Default::default(),
            sequencers: Default::default(),
            under_way: Vec::new(),
            dealt: 0,
            budget: self.budget,
        }]
    }

    fn actions(&self, state: &LinkModelState, steps: &mut Vec<ModelStep>) {
        for index in [0, 1] {
            self.table_steps(state, index, steps);
            self.sequencer_steps(state, index, steps);
        }
        steps.extend((0..state.under_way.len()).map(ModelStep::Arrive));
    }

    fn next_state(&self, last: &LinkModelState, step: ModelStep) -> Option<LinkModelState> {
        let mut state = last.clone();
        self.table_step(&mut state, &step)?;
        (state != *last).then_some(state)
    }

    fn properties(&self) -> Vec<Property<LinkModel>> {
        properties::all()
    }

    /// A log with a block too many is wrong already. An engine without a condition would append for ever.
    fn within_boundary(&self, state: &LinkModelState) -> bool {
        let messages: u32 = state.tables.iter().map(ModelTable::written).sum();
        u32::try_from(state.log.len()).is_ok_and(|blocks| blocks <= messages + 1)
    }
}
