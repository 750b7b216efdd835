//! The model for the checker: which steps there are in a state, and what must hold in every state.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use stateright::{Model, Property};

use crate::attacker;
use crate::record::Promise;
use crate::world::{Mistake, SIDES, Side, Step, World, is_kept};

/// Steps that are left, by side where there are two numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Budget {
    /// Frames that a side says while the attacker is there.
    pub words: [u8; 2],
    /// Payloads of its owner.
    pub payloads: [u8; 2],
    pub restarts: [u8; 2],
    /// Spans of time that pass.
    pub waits: u8,
    /// Frames that the attacker makes.
    pub inventions: u8,
}

/// Long enough for a retry, a hello and a heartbeat; for a link that goes down; for a session that ends.
const WAITS_MS: [u64; 3] = [200, 1_000, 10_000];

/// The size of the model.
#[derive(Clone, Copy, Debug)]
pub struct WireModel {
    pub budget: Budget,
    pub mistake: Option<Mistake>,
}

impl WireModel {
    /// The protocol without a mistake.
    pub const fn of(budget: Budget) -> WireModel {
        WireModel {
            budget,
            mistake: None,
        }
    }
}

/// A state: two of them are equal if the same can happen in both.
#[derive(Clone)]
pub struct WireState {
    world: Arc<World>,
    budget: Budget,
    fingerprint: u64,
}

impl WireState {
    fn new(world: World, budget: Budget) -> WireState {
        let fingerprint = world.fingerprint();
        WireState {
            world: Arc::new(world),
            budget,
            fingerprint,
        }
    }
}

impl PartialEq for WireState {
    fn eq(&self, other: &WireState) -> bool {
        (self.fingerprint, self.budget) == (other.fingerprint, other.budget)
    }
}

impl Hash for WireState {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (self.fingerprint, self.budget).hash(hasher);
    }
}

impl std::fmt::Debug for WireState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let World { now_ms, record, .. } = &*self.world;
        write!(f, "{now_ms} ms, {:?}, {record:?}", self.budget)
    }
}

impl Budget {
    /// Pays for a step; none if nothing is left for it.
    fn pay(&mut self, step: &Step) -> Option<()> {
        let left = match step {
            Step::Deliver(..) => return Some(()),
            Step::Speak(side) => &mut self.words[*side as usize],
            Step::Send(side) => &mut self.payloads[*side as usize],
            Step::Restart(side) => &mut self.restarts[*side as usize],
            Step::Wait(_) => &mut self.waits,
            Step::Invent(..) => &mut self.inventions,
        };
        *left = left.checked_sub(1)?;
        Some(())
    }
}

impl Model for WireModel {
    type State = WireState;
    type Action = Step;

    fn init_states(&self) -> Vec<WireState> {
        vec![WireState::new(World::new(self.mistake), self.budget)]
    }

    fn actions(&self, state: &WireState, steps: &mut Vec<Step>) {
        let world = &state.world;
        for side in SIDES {
            steps.push(Step::Speak(side));
            steps.push(Step::Restart(side));
            if world.is_free(side) {
                steps.push(Step::Send(side));
            }
            steps.extend((0..world.said.len()).map(|number| Step::Deliver(number, side)));
        }
        steps.extend(WAITS_MS.map(Step::Wait));
        if state.budget.inventions > 0 {
            let made = attacker::inventions(world).into_iter();
            steps.extend(made.map(|(frame, to)| Step::Invent(Box::new(frame), to)));
        }
    }

    fn next_state(&self, state: &WireState, step: Step) -> Option<WireState> {
        let mut budget = state.budget;
        budget.pay(&step)?;
        let mut world = World::clone(&state.world);
        world.step(&step)?;
        let is_unchanged = world.fingerprint() == state.fingerprint;
        (!is_unchanged).then(|| WireState::new(world, budget))
    }

    fn properties(&self) -> Vec<Property<Self>> {
        fn keeps<const NUMBER: usize>(_: &WireModel, state: &WireState) -> bool {
            is_kept(&state.world, Promise::ALL[NUMBER])
        }
        let kept = [
            keeps::<0>, keeps::<1>, keeps::<2>, keeps::<3>, keeps::<4>, keeps::<5>, keeps::<6>,
        ];
        let promises = Promise::ALL.into_iter().zip(kept);
        let mut properties: Vec<Property<Self>> = promises
            .map(|(promise, kept)| Property::always(promise.name(), kept))
            .collect();
        properties.push(Property::always(
            "once the attacker stops, both are in a session within two seconds",
            |model: &WireModel, state: &WireState| {
                model.mistake.is_some() || state.world.recovers()
            },
        ));
        properties.push(Property::sometimes(
            "both are up",
            |_, state: &WireState| SIDES.iter().all(|side| state.world.is_up(*side)),
        ));
        if self.budget.payloads[Side::Console as usize] > 0 {
            properties.push(Property::sometimes(
                "a payload arrives",
                |_, state: &WireState| state.world.record.accepted_by(Side::Table) > 0,
            ));
        }
        properties
    }
}
