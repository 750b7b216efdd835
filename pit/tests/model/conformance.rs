//! Walks through the model with the real sequencers and a real engine beside it: they take every step of the model's
//! sequencers, the log has the same entries, and every letter that a real one sends is one that the model lets a table
//! hear.

use pit::block::{Block, BlockNumber, Record};
use pit::drive;
use pit::engine::{Appended, LogEngine};
use pit::faulty::SeededRandom;
use pit::keys::LinkKeys;
use pit::memory::MemoryEngine;
use pit::sequencer::{Envelope, Sequencer};
use shared_rules::pool::message::{Direction, Letter, Membership, ToPool, ToTable, write_letter};
use shared_rules::wire::key::SharedKey;
use shared_rules::wire::payload::{self, Payload};
use stateright::Model;

use crate::link_model::fold::terms;
use crate::link_model::{Folded, LinkModel, LinkModelState, Logged, ModelStep, Told};

const LINK: u32 = 1;
const START_MS: u64 = 1_800_000_000_000;

fn key() -> SharedKey {
    SharedKey::new([0x5a; 32])
}

fn keys() -> LinkKeys {
    let mut keys = LinkKeys::new(LINK);
    (1..=2).for_each(|table| keys.insert(table, 1, key()));
    keys
}

/// A sequencer that starts from the log. Not inlined: a pool passes the stack on its way to the heap.
#[inline(never)]
fn start(log: &mut MemoryEngine) -> Sequencer {
    Sequencer::new(keys(), drive::open(log).expect("a log that holds"))
}

#[inline(never)]
fn found() -> MemoryEngine {
    let mut log = MemoryEngine::default();
    let founded = drive::open_or_found(&mut log, LINK, &terms(), START_MS);
    founded.expect("a new log");
    log
}

/// The model, and the real parts beside it.
struct Walk {
    model: LinkModel,
    state: LinkModelState,
    desks: [Sequencer; 2],
    log: MemoryEngine,
    under_way: Vec<(BlockNumber, Vec<u8>)>,
    now_ms: u64,
}

impl Walk {
    fn new(model: LinkModel) -> Walk {
        let mut log = found();
        Walk {
            model,
            state: model.init_states().remove(0),
            desks: [start(&mut log), start(&mut log)],
            log,
            under_way: Vec::new(),
            now_ms: START_MS,
        }
    }

    /// Takes one step on both sides; false if the model has none left.
    fn step(&mut self, random: &mut SeededRandom) -> bool {
        let mut steps = Vec::new();
        self.model.actions(&self.state, &mut steps);
        steps.retain(|step| {
            let next = self.model.next_state(&self.state, step.clone());
            next.is_some()
        });
        if steps.is_empty() {
            return false;
        }
        let place = random.below(steps.len() as u64);
        let chosen = steps[usize::try_from(place).expect("a place")].clone();
        let step = self.proposed_again(&steps).unwrap_or(chosen);
        if let Some(next) = self.model.next_state(&self.state, step.clone()) {
            self.now_ms += 1;
            self.carry_out(&step);
            self.state = next;
            self.compare(&step);
        }
        true
    }

    /// A real sequencer whose block came too late makes another one by itself. The model has that step too.
    fn proposed_again(&mut self, steps: &[ModelStep]) -> Option<ModelStep> {
        let idle = |desk: &usize| self.state.sequencers[*desk].proposal.is_none();
        let desks: Vec<usize> = [0, 1].into_iter().filter(idle).collect();
        let again = desks.into_iter().find_map(|desk| {
            let (_, block) = self.proposal(desk)?;
            let [logged] = records(&block)[..] else {
                panic!("one entry per block");
            };
            Some(ModelStep::Propose(desk, logged.table, logged.number))
        })?;
        assert!(steps.contains(&again), "{again:?} is no step of the model");
        Some(again)
    }

    fn proposal(&mut self, desk: usize) -> Option<(BlockNumber, Vec<u8>)> {
        let proposal = self.desks[desk].propose(self.now_ms)?;
        Some((proposal.expected_head, proposal.bytes.clone()))
    }

    fn carry_out(&mut self, step: &ModelStep) {
        match *step {
            ModelStep::Propose(desk, table, number) => {
                let letter = self.letter(table, number);
                let accepted = self.desks[desk].accept(&letter, self.now_ms);
                assert!(accepted.is_ok(), "{accepted:?}");
            }
            ModelStep::Append(desk) => {
                let (head, block) = self.proposal(desk).expect("a block");
                match self.log.append(head, &block) {
                    Appended::Done => self.desks[desk].appended(self.now_ms),
                    Appended::Conflict => self.read(desk),
                    Appended::Unknown(trouble) => panic!("{trouble}"),
                }
            }
            ModelStep::AppendUnanswered(desk) => {
                let (head, block) = self.proposal(desk).expect("a block");
                let _ = self.log.append(head, &block);
            }
            ModelStep::AppendLate(desk) => {
                let append = self.proposal(desk).expect("a block");
                self.under_way.push(append);
            }
            ModelStep::Arrive(place) => {
                let (head, block) = self.under_way.remove(place);
                let _ = self.log.append(head, &block);
            }
            ModelStep::Read(desk) => self.read(desk),
            ModelStep::Crash(desk) => self.desks[desk] = start(&mut self.log),
            _ => {}
        }
    }

    fn read(&mut self, desk: usize) {
        let next = self.desks[desk].state().head() + 1;
        let block = self.log.read(next).expect("an engine");
        self.desks[desk].found(&block.expect("a block"), self.now_ms);
    }

    fn letter(&self, table: usize, number: u32) -> Payload {
        let entry = self.state.tables[table].message(number);
        let message = ToPool::Entry {
            number,
            seen: None,
            entry: entry.expect("a message"),
        };
        let membership = Membership {
            link: LINK,
            table: name(table),
            generation: 1,
        };
        let letter = write_letter(&key(), Direction::ToPool, membership, 1, 0, &message);
        letter.expect("a short letter")
    }

    fn compare(&mut self, step: &ModelStep) {
        let head = self.log.extent().expect("an engine").head;
        let blocks = (2..=head).map(|number| self.log.read(number).expect("an engine"));
        let log: Vec<Logged> = blocks.flatten().flat_map(|block| records(&block)).collect();
        assert_eq!(log, self.state.log, "after {step:?}");
        for (desk, modelled) in self.desks.iter_mut().zip(&self.state.sequencers) {
            assert_eq!(desk.halted(), None);
            let blocks = usize::try_from(desk.state().head() - 1).expect("few blocks");
            assert_eq!(blocks, modelled.view.len(), "after {step:?}");
            let folded = Folded::of(&modelled.view);
            while let Some(envelope) = desk.pop_letter() {
                let letters = &folded.letters[usize::from(envelope.table == 2)];
                if let Some(told) = told(&envelope) {
                    assert!(letters.contains(&told), "{told:?} after {step:?}");
                }
            }
        }
    }
}

const fn name(table: usize) -> u32 {
    if table == 0 { 1 } else { 2 }
}

/// The entries of a block.
fn records(block: &[u8]) -> Vec<Logged> {
    let (block, _) = Block::open(block).expect("a block");
    let records = block.records.into_iter().map(|record| {
        let Record::Accepted(message) = record else {
            panic!("{record:?}");
        };
        let content = message.content().expect("a message");
        Logged {
            table: usize::from(message.table == 2),
            number: content.number,
            entry: content.entry,
        }
    });
    records.collect()
}

/// The letter in the words of the model, if it decides anything there.
fn told(envelope: &Envelope) -> Option<Told> {
    let letter: Letter<'_> = payload::read(&envelope.letter).expect("a letter");
    let message = letter.open(&key(), Direction::ToTable);
    match message.expect("a genuine letter") {
        ToTable::Ack(number) => Some(Told::Ack(number)),
        ToTable::Permit(round) => Some(Told::Permit(round)),
        ToTable::Priced {
            round,
            awards,
            is_final: true,
            after,
        } => Some(Told::Price {
            round,
            awards: awards.to_vec(),
            after,
        }),
        _ => None,
    }
}

/// Random walks from the beginning to the end of the model.
pub fn walks(model: LinkModel, seeds: u64) -> usize {
    let mut blocks = 0;
    for seed in 0..seeds {
        let mut random = SeededRandom::new(seed);
        let mut walk = Walk::new(model);
        while walk.step(&mut random) {}
        blocks += walk.state.log.len();
    }
    blocks
}
