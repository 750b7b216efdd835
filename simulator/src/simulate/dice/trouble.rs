//! Troubles and mistakes.

use oracle::table::words::{Cut, Key, Lay, Part, Trouble};
use oracle::table::{Phase, Reference, SEATS};
use parts::flash::Tear;
use rand::RngExt;
use shared_rules::cards::Card;
use shared_rules::closed::Player;
use shared_rules::games::{DealingError, HandFault, NextRounds, VoidCause};
use shared_rules::money::Cents;
use shared_rules::round::{CardList, Choice, Event, PlayerHold, Ruling};
use shared_rules::wagers::Wager;
use shared_rules::wire::message::Command;

use super::{Dice, says, seat};
use crate::simulate::history::{Attack, HistoryStep, Torn};

/// The cuts that the loop-back shows: all of the way back, and the first one of the way out.
const CUTS: [Cut; 14] = [
    Cut::OutOf165(0, false),
    Cut::OutOf165(1, false),
    Cut::OutOf165(2, false),
    Cut::OutOf165(3, false),
    Cut::OutOf165(4, false),
    Cut::OutOf165(5, false),
    Cut::Into595(0, false),
    Cut::OutOf165(0, true),
    Cut::OutOf165(1, true),
    Cut::OutOf165(2, true),
    Cut::OutOf165(3, true),
    Cut::OutOf165(4, true),
    Cut::OutOf165(5, true),
    Cut::Into595(0, true),
];

/// Every cause for an invalid hand.
pub(super) const HAND_FAULTS: [HandFault; 3] = [
    HandFault::WrongCount,
    HandFault::NotConfidential,
    HandFault::ShiftManager,
];

/// Every decision about a player.
pub(super) const HOLDS: [PlayerHold; 3] =
    [PlayerHold::Barred, PlayerHold::OneSeat, PlayerHold::Lifted];

/// Every wager.
const WAGERS: [Wager; 9] = [
    Wager::Ante,
    Wager::Bonus,
    Wager::Flop,
    Wager::Turn,
    Wager::River,
    Wager::Play,
    Wager::AnteBonus,
    Wager::PairPlus,
    Wager::Progressive,
];

/// Amounts in cents; the last one is more than any table takes.
const AMOUNTS: [u64; 7] = [0, 500, 1_000, 2_000, 10_000, 15_000, 1_000_000_000_001];

impl Dice {
    /// Something breaks, is mended, or attacks.
    pub(super) fn trouble(&mut self, reference: &Reference) -> HistoryStep {
        match self.random.random_range(0..20) {
            0..=2 => HistoryStep::PowerCut(self.one_of(&[0, 50, 2_000, 100_000])),
            3..=5 => self.torn(reference, 12),
            6..=8 => HistoryStep::Break(self.part()),
            9..=11 => self.repair(reference).unwrap_or(HistoryStep::Wait(1_500)),
            12..=14 => self.attack(),
            15..=17 => self.moves_chips(reference),
            _ => HistoryStep::Wait(self.random.random_range(1..70_000)),
        }
    }

    fn part(&mut self) -> Part {
        let place = self.random.random_range(0..SEATS);
        let gate = self.random.random_range(0..5);
        let troubles = [Trouble::Blocked, Trouble::Leaking, Trouble::Light];
        match self.random.random_range(0..10) {
            0..=2 => Part::Chain(self.one_of(&CUTS)),
            3 => Part::SeatCable(place),
            4..=6 => Part::Gate(place, gate, self.one_of(&troubles)),
            7 => Part::Sign,
            8 => Part::Console,
            _ => Part::Wires,
        }
    }

    /// Mends something that is broken, if anything is.
    pub(super) fn repair(&mut self, reference: &Reference) -> Option<HistoryStep> {
        let felt = &reference.felt;
        let mut broken: Vec<Part> = felt.cut.map(Part::Chain).into_iter().collect();
        let pulled = (0..SEATS).filter(|seat| !felt.plugged[*seat]);
        broken.extend(pulled.map(Part::SeatCable));
        let gates = felt.gates.iter().flatten().flatten();
        broken.extend(gates.take(1).map(|trouble| Part::Gate(0, 0, *trouble)));
        broken.extend((!reference.sign_is_in).then_some(Part::Sign));
        broken.extend((!reference.console_is_in).then_some(Part::Console));
        if broken.is_empty() {
            return None;
        }
        Some(HistoryStep::Mend(self.one_of(&broken)))
    }

    /// Power is cut within one of the next flash operations of something that would have happened anyway.
    pub(super) fn torn(&mut self, reference: &Reference, within: usize) -> HistoryStep {
        let during = match reference.account.round.phase {
            _ if self.one_in(5) => HistoryStep::PowerCut(100),
            Phase::Open => {
                self.one_of_steps(HistoryStep::Press(Key::NoMoreBets), Event::NoMoreBets)
            }
            Phase::Idle | Phase::Paid | Phase::Void if self.one_in(2) => {
                self.one_of_steps(HistoryStep::Press(Key::PlaceYourBets), Event::PlaceYourBets)
            }
            Phase::Settled => says(Event::Paid),
            Phase::Playing if reference.account.house.is_some() => self.playing(reference),
            _ => HistoryStep::Say(Command::Clock(self.random.random())),
        };
        HistoryStep::Torn(Torn {
            after: self.random.random_range(0..within),
            tear: self.one_of(&Tear::ALL),
            seed: self.random.random(),
            during: Box::new(during),
        })
    }

    fn one_of_steps(&mut self, step: HistoryStep, event: Event) -> HistoryStep {
        if self.one_in(2) { step } else { says(event) }
    }

    fn attack(&mut self) -> HistoryStep {
        let number = self.random.random_range(0..128);
        HistoryStep::Attack(match self.random.random_range(0..5) {
            0 | 1 => Attack::Forged(number),
            2 => Attack::Replayed,
            3 => Attack::Truncated(number),
            _ => {
                let mut bytes = vec![self.random.random_range(4..128)];
                bytes.extend(self.random.random::<[u8; 20]>());
                Attack::Foreign(bytes)
            }
        })
    }

    fn moves_chips(&mut self, reference: &Reference) -> HistoryStep {
        let place = self.seat_of(reference);
        HistoryStep::Lay(vec![Lay {
            seat: place,
            chips: self.random.random_range(0..=5),
            ante: reference.felt.antes[place] != self.one_in(4),
        }])
    }

    /// Something that is not its turn, or not right, or irregular.
    pub(super) fn mistake(&mut self, reference: &Reference) -> HistoryStep {
        let place = seat(self.random.random_range(0..SEATS));
        let number = reference.account.round.number;
        let number = self.one_of(&[number, number, number, number.saturating_sub(1), number + 1]);
        match self.random.random_range(0..28) {
            0 => HistoryStep::Press(self.one_of(&[Key::PlaceYourBets, Key::NoMoreBets, Key::Void])),
            1 => HistoryStep::Supervisor(!reference.felt.supervisor),
            2 => HistoryStep::Say(Command::Confirm),
            3 => HistoryStep::Say(Command::Configure(self.house(reference))),
            4 => says(Event::Void(number, self.one_of(&VoidCause::ALL))),
            5 => {
                let fault = self.one_of(&HAND_FAULTS);
                says(Event::Invalidate(number, place, fault))
            }
            6 => says(Event::SeveralHands(Player(self.random.random_range(1..=7)))),
            7 => {
                let errors = [
                    DealingError::BurntCardKept,
                    DealingError::DrawnTogether,
                    DealingError::Other,
                ];
                let error = self.one_of(&errors);
                says(Event::DealingError(error, self.some_seats()))
            }
            8 => says(self.one_of_events()),
            9 => says(Event::Player(
                place,
                Player(self.random.random_range(1..=7)),
            )),
            10 => says(Event::Viewed(place)),
            11 => says(Event::Unexposed(place)),
            12 => says(Event::Absent(place)),
            13 => says(Event::Fold(place)),
            14 => says(Event::Hand(place, self.any_cards())),
            15 => says(Event::Dealer(self.any_cards())),
            16 => says(Event::Community(self.any_cards())),
            17 => says(Event::Choose(place, Choice::Withdraw)),
            18 => says(Event::Chips(place, self.random.random_range(0..=5))),
            19 => {
                let wagers = [
                    Wager::Flop,
                    Wager::Turn,
                    Wager::River,
                    Wager::Play,
                    Wager::Ante,
                ];
                says(Event::Raise(self.one_of(&wagers), self.some_seats()))
            }
            20 => {
                let wagers = [Wager::Flop, Wager::Turn, Wager::Play, Wager::Progressive];
                let amount = Cents::new(self.one_of(&[0, 1_000, 2_000, 2_500]));
                says(Event::Stake(place, self.one_of(&wagers), amount))
            }
            21 => says(Event::MoveHand(place, self.any_seat())),
            22 => says(Event::Reconstruct(place, self.any_cards())),
            23 => says(Event::PermitWithdrawal(self.some_seats())),
            24 => HistoryStep::Say(Command::Overrule(number)),
            25 => says(self.holds()),
            26 => self.many_holds(),
            _ => self.stake(reference, usize::from(place.index())),
        }
    }

    fn one_of_events(&mut self) -> Event {
        let events = [
            Event::PlaceYourBets,
            Event::NoMoreBets,
            Event::Settle,
            Event::Paid,
            Event::DeviceFault,
            Event::DeviceRepaired,
            Event::PowerFailure,
            Event::ShiftManager(Ruling::Void),
            Event::NextRounds(NextRounds::BlockBox, self.some_seats()),
        ];
        events[self.random.random_range(0..events.len())].clone()
    }

    /// Anything that can be said, in whatever phase the round is.
    pub(super) fn absurdity(&mut self, reference: &Reference) -> HistoryStep {
        let place = seat(self.random.random_range(0..SEATS));
        let number = reference.account.round.number;
        let player = Player(self.random.random_range(1..=3));
        let amount = Cents::new(self.one_of(&AMOUNTS));
        says(match self.random.random_range(0..20) {
            0..=2 => Event::Chips(place, self.random.random_range(0..=6)),
            3 | 4 => Event::Stake(place, self.one_of(&WAGERS), amount),
            5 => Event::Raise(self.one_of(&WAGERS), self.some_seats()),
            6 => Event::Choose(place, self.one_of(&[Choice::PlayOn, Choice::Withdraw])),
            7 => Event::ShiftManager(self.one_of(&[Ruling::PlayOn, Ruling::Void])),
            8 => {
                let choices = [
                    NextRounds::CloseTable,
                    NextRounds::BlockBox,
                    NextRounds::WithoutProgressive,
                ];
                Event::NextRounds(self.one_of(&choices), self.some_seats())
            }
            9 => Event::Invalidate(number, place, self.one_of(&HAND_FAULTS)),
            10 => Event::Void(number, self.one_of(&VoidCause::ALL)),
            11 => Event::Player(place, player),
            12 => Event::SeveralHands(player),
            13 => Event::Viewed(place),
            14 => Event::MoveHand(place, self.any_seat()),
            15 => Event::Reconstruct(place, self.any_cards()),
            16 => Event::HoldPlayer(player, self.one_of(&HOLDS)),
            17 => Event::PermitWithdrawal(self.some_seats()),
            18 => self.one_of(&[Event::Unexposed, Event::Absent])(place),
            _ => self.one_of_events(),
        })
    }

    /// Any number of any cards, mostly those of a hand.
    fn any_cards(&mut self) -> CardList {
        let count = self.one_of(&[0, 1, 2, 2, 2, 3, 3, 3, 5, 8]);
        let card = |index| Card::from_index(index).expect("one of 52");
        (0..count)
            .map(|_| card(self.random.random_range(0..52)))
            .collect()
    }
}
