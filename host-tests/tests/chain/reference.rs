//! The sensors' judgement a second time, the slow way: one seat, one gate and one key after the other, with plain
//! counters. On random tables with random troubles both must read the same in every sample.

use firmware::chain::{EmitterBank, Input, Inputs, LEVELS, Level, Output, Outputs};
use firmware::chips::SeatReading;
use firmware::config::{
    ANTE_SAMPLES, CHAIN_PROOF_SAMPLES, DEAD_BANK_SAMPLES, GATE_SAMPLES, KEY_SAMPLES,
    UNREADABLE_SAMPLES,
};
use firmware::faults::{ChainFault, SeatFault, Standing};
use firmware::keys::{KeyReading, KeySet, TableKey};
use firmware::scan::{Sample, with_probes};
use firmware::sensors::{SensorReadings, Sensors};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use shared_rules::seats::{Seat, SeatMap};

/// The readings of a seat's gates, from the bottom: true for a beam, false for a chip.
type Beams = [bool; LEVELS as usize];

/// Samples of one reading. Time is counted in samples: a late scan makes it slower, never hastier.
#[derive(Clone, Copy, Debug)]
struct Debounce<T, const SAMPLES: u16> {
    latest: Option<T>,
    run: u16,
    settled: Option<T>,
}

impl<T: Copy + PartialEq, const SAMPLES: u16> Debounce<T, SAMPLES> {
    /// No sample accepted yet.
    const fn new() -> Self {
        Self {
            latest: None,
            run: 0,
            settled: None,
        }
    }

    /// Accepts the next sample.
    fn accept(&mut self, sample: T) {
        let agrees = self.latest == Some(sample);
        self.run = if agrees {
            self.run.saturating_add(1)
        } else {
            1
        };
        self.latest = Some(sample);
        self.settled = self.steady().or(self.settled);
    }

    /// The value on which the latest samples agree.
    fn steady(&self) -> Option<T> {
        self.latest.filter(|_| self.run >= SAMPLES)
    }

    /// The value on which the samples agreed last.
    const fn settled(&self) -> Option<T> {
        self.settled
    }

    /// Drops all samples: earlier ones cannot be trusted any more.
    const fn forget(&mut self) {
        *self = Self::new();
    }
}

impl<T: Copy + PartialEq, const SAMPLES: u16> Default for Debounce<T, SAMPLES> {
    fn default() -> Self {
        Self::new()
    }
}

/// The number of chips that block these beams; none if they are not a stack.
const fn stack_height(beams: Beams) -> Option<u8> {
    match beams {
        [true, true, true, true, true] => Some(0),
        [false, true, true, true, true] => Some(1),
        [false, false, true, true, true] => Some(2),
        [false, false, false, true, true] => Some(3),
        [false, false, false, false, true] => Some(4),
        [false, false, false, false, false] => Some(5),
        _ => None,
    }
}

/// The sensors of one seat.
#[derive(Clone, Copy, Debug)]
struct SeatSensors {
    gates: Debounce<Beams, GATE_SAMPLES>,
    ante: Debounce<bool, ANTE_SAMPLES>,
    /// Lit samples since the gates last were steady on a stack.
    unreadable: u16,
    /// The dark sample before. A broken chain shows only in the sample after it.
    in_the_dark: Option<(Beams, bool)>,
    /// Beams were seen in these of the last dark samples.
    dark: History,
    /// The last dark sample showed a beam.
    is_suspect: bool,
    fault: Standing<SeatFault>,
    not_empty_at_opening: bool,
}

impl Default for SeatSensors {
    fn default() -> Self {
        Self::new()
    }
}

impl SeatSensors {
    /// No sample accepted yet.
    const fn new() -> Self {
        Self {
            gates: Debounce::new(),
            ante: Debounce::new(),
            unreadable: 0,
            in_the_dark: None,
            dark: History::NEW,
            is_suspect: false,
            fault: Standing::new(None),
            not_empty_at_opening: false,
        }
    }

    /// Accepts a sample that came through a sound chain. `dead` counts the lit samples with a dead bank.
    fn accept(&mut self, seat: Seat, sample: Sample, dead: u16) {
        let beams = sample.inputs.beams(seat);
        let ante = sample.inputs.is_set(Input::AnteCovered(seat));
        let before = self.in_the_dark.take();
        let in_the_dark = before.and_then(|(beams, ante)| self.judge_dark(beams, ante));
        if !sample.is_lit() {
            self.in_the_dark = Some((beams, ante));
            self.is_suspect = beams.contains(&true);
        }
        if !self.is_suspect {
            self.ante.accept(ante);
        }
        let now = sample.is_lit().then(|| self.judge_lit(beams, dead > 0));
        let bank = sample.is_lit() && dead >= DEAD_BANK_SAMPLES;
        let bank = bank.then_some(SeatFault::Emitters);
        let all = [in_the_dark, now.flatten(), bank];
        self.fault.accept(all.into_iter().flatten().min());
        self.not_empty_at_opening &= !self.is_seen_empty();
    }

    /// Betting opens: chips that lie here now were there before, and count as no bet until the spot has been empty.
    fn open_betting(&mut self) {
        self.not_empty_at_opening = !self.is_seen_empty();
    }

    /// The chain broke: the seat's earlier samples are not trusted any more.
    const fn forget(&mut self) {
        self.gates.forget();
        self.ante.forget();
        self.unreadable = 0;
        self.in_the_dark = None;
        self.dark = History::NEW;
        self.is_suspect = false;
    }

    /// The seat's reading, if the chain is sound.
    fn reading(&self) -> SeatReading {
        let fault = self.fault();
        let chips = self.gates.settled().and_then(stack_height);
        let ante = self.ante.settled().unwrap_or(false);
        SeatReading {
            chips: chips.filter(|_| fault.is_none()).unwrap_or(0),
            ante: ante && fault != Some(SeatFault::Unplugged),
            fault,
        }
    }

    fn fault(&self) -> Option<SeatFault> {
        let left_over = self
            .not_empty_at_opening
            .then_some(SeatFault::NotEmptyAtOpening);
        self.fault.fault().or(left_over)
    }

    fn is_seen_empty(&self) -> bool {
        self.fault.fault().is_none() && self.gates.steady().and_then(stack_height) == Some(0)
    }

    fn judge_lit(&mut self, beams: Beams, is_frozen: bool) -> Option<SeatFault> {
        if !is_frozen && !self.is_suspect {
            self.gates.accept(beams);
        }
        let steady = self.gates.steady();
        if steady.and_then(stack_height).is_some() {
            self.unreadable = 0;
            return None;
        }
        self.unreadable = self.unreadable.saturating_add(1);
        let fault = steady.map_or(SeatFault::Unsteady, |_| SeatFault::Hole);
        (self.unreadable >= UNREADABLE_SAMPLES).then_some(fault)
    }

    fn judge_dark(&mut self, beams: Beams, ante: bool) -> Option<SeatFault> {
        let is_seen = beams.contains(&true);
        self.dark.push(is_seen);
        let name = if ante && beams == [true; LEVELS as usize] {
            SeatFault::Unplugged
        } else {
            SeatFault::StrayLight
        };
        (is_seen && self.dark.disturbed() >= 5).then_some(name)
    }
}

/// Which of the last 16 samples were disturbed, the latest first.
#[derive(Clone, Copy, Debug)]
struct History([bool; 16]);

impl History {
    const NEW: Self = Self([false; 16]);

    fn push(&mut self, is_disturbed: bool) {
        self.0.rotate_right(1);
        self.0[0] = is_disturbed;
    }

    fn disturbed(&self) -> usize {
        self.0.iter().filter(|disturbed| **disturbed).count()
    }
}

/// True if all gates of a bank are dark at two seats, each with a gate above a clear one.
fn has_dead_bank(inputs: Inputs) -> bool {
    let is_dead = |bank: usize, seat: &Seat| {
        let beams = inputs.beams(*seat);
        let gates = beams.iter().enumerate();
        let mut own = gates.filter(|(level, _)| level % 2 == bank);
        own.all(|(_, seen)| !seen) && stack_height(beams).is_none()
    };
    let seats = |bank| Seat::ALL.iter().filter(|seat| is_dead(bank, seat)).count();
    seats(0) >= 2 || seats(1) >= 2
}

/// The sensors of the keys.
#[derive(Clone, Copy, Debug, Default)]
struct KeySensors([Debounce<bool, KEY_SAMPLES>; TableKey::ALL.len()]);

impl KeySensors {
    /// Accepts a sample that came through a sound chain, and returns the keys that it made pressed.
    fn accept(&mut self, inputs: Inputs) -> KeySet {
        let sensors = TableKey::ALL.into_iter().zip(&mut self.0);
        sensors
            .filter_map(|(key, sensor)| {
                goes_down(sensor, inputs.is_set(key.input())).then_some(key)
            })
            .collect()
    }

    /// The keys that are down.
    fn held(&self) -> KeySet {
        let sensors = TableKey::ALL.into_iter().zip(&self.0);
        sensors
            .filter_map(|(key, sensor)| (sensor.settled() == Some(true)).then_some(key))
            .collect()
    }

    /// The chain broke: earlier samples of the keys are not trusted any more.
    fn forget(&mut self) {
        *self = Self::default();
    }
}

fn goes_down(sensor: &mut Debounce<bool, KEY_SAMPLES>, down: bool) -> bool {
    let before = sensor.settled();
    sensor.accept(down);
    before == Some(false) && sensor.settled() == Some(true)
}

/// The state behind the readings.
#[derive(Clone, Debug)]
struct SlowSensors {
    seats: SeatMap<SeatSensors>,
    keys: KeySensors,
    chain: Standing<ChainFault>,
    /// The sample before looped back, or there was none.
    was_sound: bool,
    loop_backs: History,
    /// Lit samples in a row with a dead bank.
    dead: u16,
}

impl SlowSensors {
    /// Nothing is believed yet: the chain is unproven.
    fn new() -> Self {
        Self {
            seats: SeatMap::default(),
            keys: KeySensors::default(),
            chain: Standing::for_samples(ChainFault::Unproven, CHAIN_PROOF_SAMPLES),
            was_sound: true,
            loop_backs: History::NEW,
            dead: 0,
        }
    }

    /// Accepts the sample of a scan, and returns the readings now.
    fn accept(&mut self, sample: Sample) -> SensorReadings {
        let is_sound = sample.is_looped_back();
        self.loop_backs.push(!is_sound);
        if !is_sound && self.loop_backs.disturbed() >= 5 {
            return self.distrust(ChainFault::LoopBack);
        }
        if !core::mem::replace(&mut self.was_sound, is_sound) || !is_sound {
            return self.readings(KeySet::NONE);
        }
        self.chain.accept(None);
        if sample.is_lit() {
            let is_dead = has_dead_bank(sample.inputs);
            self.dead = if is_dead { self.dead + 1 } else { 0 };
        }
        for (seat, sensors) in self.seats.iter_mut() {
            sensors.accept(seat, sample, self.dead);
        }
        let pressed = self.keys.accept(sample.inputs);
        self.readings(pressed)
    }

    /// Notes that a scan failed, and returns the readings now: every seat is faulted.
    fn lose(&mut self) -> SensorReadings {
        self.distrust(ChainFault::NoExchange)
    }

    /// Betting opens: a spot that is not seen empty now is flagged until it has been seen empty.
    fn open_betting(&mut self) {
        for (_, seat) in self.seats.iter_mut() {
            seat.open_betting();
        }
    }

    fn distrust(&mut self, fault: ChainFault) -> SensorReadings {
        self.chain.accept(Some(fault));
        self.was_sound = false;
        self.dead = 0;
        for (_, seat) in self.seats.iter_mut() {
            seat.forget();
        }
        self.keys.forget();
        self.readings(KeySet::NONE)
    }

    fn readings(&self, pressed: KeySet) -> SensorReadings {
        let chain = self.chain.fault();
        if chain.is_some() {
            return SensorReadings {
                seats: SeatMap::from_fn(|_| SeatReading::NOT_READ),
                keys: KeyReading::default(),
                chain,
            };
        }
        SensorReadings {
            seats: SeatMap::from_fn(|seat| self.seats.get(seat).reading()),
            keys: KeyReading {
                held: self.keys.held(),
                pressed,
            },
            chain,
        }
    }
}

/// A table at random: levels that stay for a while, and now and then disturbed samples, light and broken chains.
struct RandomFelt {
    dice: ChaCha8Rng,
    shown: Outputs,
    chips: [u8; 7],
    /// Lines that differ from what the chips say.
    wrong: Vec<Input>,
    others: Vec<Input>,
    unplugged: Option<Seat>,
    dead_bank: Option<usize>,
    light: bool,
    broken: bool,
}

impl RandomFelt {
    fn new(seed: u64) -> Self {
        Self {
            dice: ChaCha8Rng::seed_from_u64(seed),
            shown: Outputs::OFF,
            chips: [0; 7],
            wrong: Vec::new(),
            others: Vec::new(),
            unplugged: None,
            dead_bank: None,
            light: false,
            broken: false,
        }
    }

    fn one_in(&mut self, chances: u32) -> bool {
        self.dice.random_range(0..chances) == 0
    }

    fn seat(&mut self) -> Seat {
        Seat::ALL[self.dice.random_range(0..7)]
    }

    fn gate(&mut self) -> Input {
        let level = Level::ALL[self.dice.random_range(0..5)];
        Input::BeamSeen(self.seat(), level)
    }

    fn contact(&mut self) -> Input {
        match self.dice.random_range(0..3) {
            0 => TableKey::ALL[self.dice.random_range(0..5)].input(),
            _ => Input::AnteCovered(self.seat()),
        }
    }

    fn change(&mut self) {
        if self.one_in(40) {
            let seat = usize::from(self.seat().index());
            self.chips[seat] = self.dice.random_range(0..=5);
        }
        if self.one_in(40) {
            let contact = self.contact();
            match self.others.iter().position(|other| *other == contact) {
                Some(place) => drop(self.others.remove(place)),
                None => self.others.push(contact),
            }
        }
        if self.one_in(2_000) {
            let gate = self.gate();
            self.wrong.push(gate);
        }
        if self.one_in(3_000) {
            self.wrong.clear();
        }
        if self.one_in(4_000) {
            self.unplugged = match self.unplugged {
                Some(_) => None,
                None => Some(self.seat()),
            };
        }
        if self.one_in(if self.dead_bank.is_some() { 600 } else { 6_000 }) {
            self.dead_bank = match self.dead_bank {
                Some(_) => None,
                None => Some(self.dice.random_range(0..2)),
            };
        }
        let (light, broken) = (self.light, self.broken);
        self.light ^= self.one_in(if light { 20 } else { 6_000 });
        self.broken ^= self.one_in(if broken { 20 } else { 6_000 });
    }

    fn sample(&mut self) -> Sample {
        self.change();
        let shown = with_probes(Outputs::OFF, self.shown);
        self.shown = shown;
        let is_lit = shown.is_on(Output::GateEmitters(EmitterBank::A));
        let mut inputs = Inputs::default();
        for seat in Seat::ALL {
            let chips = self.chips[usize::from(seat.index())];
            for level in Level::ALL {
                let bank = usize::from(level.index() % 2);
                let is_lit = is_lit && self.dead_bank != Some(bank);
                let is_seen = is_lit && level.index() >= chips;
                inputs = inputs.with(Input::BeamSeen(seat, level), is_seen);
            }
        }
        for input in &self.others {
            inputs = inputs.with(*input, true);
        }
        for gate in self.wrong.iter().filter(|_| is_lit) {
            inputs = inputs.with(*gate, !inputs.is_set(*gate));
        }
        if let Some(seat) = self.unplugged {
            let gates = Level::ALL.map(|level| Input::BeamSeen(seat, level));
            for input in gates.into_iter().chain([Input::AnteCovered(seat)]) {
                inputs = inputs.with(input, true);
            }
        }
        if self.light {
            let gate = self.gate();
            inputs = inputs.with(gate, true);
        }
        if self.one_in(200) {
            let input = if self.one_in(2) {
                self.gate()
            } else {
                self.contact()
            };
            inputs = inputs.with(input, !inputs.is_set(input));
        }
        let looped = shown.is_on(Output::LoopBack) ^ (self.broken && self.one_in(2));
        let inputs = inputs.with(Input::LoopBack, looped);
        Sample { shown, inputs }
    }
}

/// Kinds of readings that a comparison has met: without them it would prove little.
#[derive(Debug, Default)]
struct Met {
    faults: [u32; 7],
    bets: u32,
    presses: u32,
    breaks: u32,
}

impl Met {
    fn note(&mut self, readings: &SensorReadings) {
        self.breaks += u32::from(readings.chain == Some(ChainFault::LoopBack));
        self.presses += u32::from(!readings.keys.pressed.is_empty());
        for (_, seat) in readings.seats.iter() {
            self.bets += u32::from(seat.chips > 0);
            if let Some(fault) = seat.fault {
                self.faults[fault as usize] += 1;
            }
        }
    }
}

#[test]
fn words_are_judged_as_one_line_after_the_other() {
    let mut met = Met::default();
    for seed in 0..60 {
        let mut felt = RandomFelt::new(seed);
        let (mut slow, mut fast) = (SlowSensors::new(), Sensors::new());
        for number in 0..20_000 {
            if felt.one_in(5_000) {
                slow.open_betting();
                fast.open_betting();
            }
            let before = fast.readings();
            let is_lost = felt.one_in(8_000);
            let (expected, is_news) = if is_lost {
                (slow.lose(), fast.lose())
            } else {
                let sample = felt.sample();
                (slow.accept(sample), fast.accept(sample))
            };
            assert_eq!(fast.readings(), expected, "seed {seed}, sample {number}");
            assert_eq!(is_news, expected != before, "seed {seed}, sample {number}");
            met.note(&expected);
        }
    }
    println!("{met:?}");
    assert!(met.faults.iter().all(|count| *count > 1_000), "{met:?}");
    assert!(
        met.bets > 10_000 && met.presses > 100 && met.breaks > 1_000,
        "{met:?}"
    );
}
