//! The round as a state machine: events in, a [`Transition`] or a [`Refusal`] out.
//!
//! ```text
//!            PlaceYourBets          NoMoreBets        Settle          Paid
//! Idle/Paid/Void -----> BetsOpen -----------> Playing ------> Settled ----> Paid
//!                          |                     |               |           |
//!                          '---------------------'-------Void----'-----------'
//! ```
//! *BetsOpen*: chips and stakes come and go. *Playing*: wagers are locked; cards and decisions come in.
//! *Settled*: everything is known. Until the next round commences a round can still be voided and a hand
//! invalidated; after that it stands (THB6 5.1.2, 5.3, 5.7, RWS6 5.19).
//!
//! Helpers of many events are not inlined: the rules are built for speed, and every copy takes room on the board.
//!
//! A refused event changes nothing. The round holds no clock and no jackpot: the same events always give the same
//! round, and [`Round::settlement`] settles it at a given meter.

use serde::{Deserialize, Serialize};

mod betting;
mod held;
mod irregular;
mod memory;
mod outcome;
mod play;

use heapless::Vec;

use crate::cards::Card;
use crate::cite::{Cite, Paragraph};
use crate::closed::{ClosedRound, Player, SeatRecord};
use crate::games::{DealingError, HandFault, NextRounds, Paragraphs, VoidCause};
use crate::jackpot::Jackpot;
use crate::money::{Cents, MoneyError};
use crate::pool::Rows;
use crate::refusal::{Reason, Refusal};
use crate::seats::{Seat, SeatMap, SeatSet};
use crate::settle::{
    Pricing, Settlement, progressive_goes_back, rows_made, settle_into, settle_void_into,
    settled_under_minimum,
};
use crate::wagers::{Terms, Wager};

pub use betting::{Bet, STAKE_MAX};
use held::HeldPlayers;
pub use memory::{LockedBets, SeatBets};

/// Cards as they are entered; a wrong number of cards can be entered, and is refused.
pub type CardList = Vec<Card, 8>;

/// An event at the table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Event {
    /// The dealer announces "Place your bets, please" (THB6 3.1).
    PlaceYourBets,
    /// The number of chips on the coin spot of a seat.
    Chips(Seat, u8),
    /// The stake on an area of a seat.
    Stake(Seat, Wager, Cents),
    /// This player now plays a seat.
    Player(Seat, Player),
    /// The dealer announces "No more bets" (THB6 3.2).
    NoMoreBets,
    /// The cards of a seat. Entered again, they replace the earlier ones.
    Hand(Seat, CardList),
    /// The dealer's cards, likewise.
    Dealer(CardList),
    /// The next community cards: three, then one, then one.
    Community(CardList),
    /// A player has seen or handled the cards of a seat.
    Viewed(Seat),
    /// The players at these seats raise by exactly the amount that the rules ask: Flop, Turn, River or Play.
    Raise(Wager, SeatSet),
    /// A player folds.
    Fold(Seat),
    /// A player is not there to decide.
    Absent(Seat),
    /// A player does not expose the hand for comparison.
    Unexposed(Seat),
    /// Everything is known: the round can be settled.
    Settle,
    /// Losing wagers are collected and winning ones paid.
    Paid,
    /// The round with this number is void.
    Void(u32, VoidCause),
    /// A hand of the round with this number is invalid.
    Invalidate(u32, Seat, HandFault),
    /// A player controls several hands by mistake.
    SeveralHands(Player),
    /// A dealing error that affects these seats.
    DealingError(DealingError, SeatSet),
    /// A player who was given the choice plays on or withdraws.
    Choose(Seat, Choice),
    /// The betting device or the progressive system is not fully functional.
    DeviceFault,
    /// The device works again.
    DeviceRepaired,
    /// The house's choice for the rounds after a fault, and the boxes that it is about.
    NextRounds(NextRounds, SeatSet),
    /// The power failed and is back.
    PowerFailure,
    /// The shift manager's decision on an open question.
    ShiftManager(Ruling),
    /// The complete hands of two seats change places (THB6 5.2, RWS6 5.8.6).
    MoveHand(Seat, Seat),
    /// The cards of a hand, put back into the order that was intended (RWS6 1.21).
    Reconstruct(Seat, CardList),
    /// The house bars a player or holds the player to one position, until it lifts that.
    HoldPlayer(Player, PlayerHold),
    /// The house permits these seats to withdraw (THB6 5.7.1).
    PermitWithdrawal(SeatSet),
}

/// The house's decision about a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
pub enum PlayerHold {
    /// No further play (THB6 5.9).
    Barred,
    /// One playing position (THB6 3.4.3, 5.10.3).
    OneSeat,
    /// The player is free again.
    Lifted,
}

/// A player's choice after an irregularity.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Choice {
    /// Plays on.
    PlayOn,
    /// Takes the wagers back.
    Withdraw,
}

/// The shift manager's decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Ruling {
    /// The round goes on.
    PlayOn,
    /// The round is void.
    Void,
}

/// The result of an accepted event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Transition {
    /// The event is noted; the course of the round is the same.
    Noted,
    /// The event is noted, but the player has to correct the wager before the close.
    Warned(Refusal),
    /// Betting is open for the round with this number.
    Opened(u32),
    /// Bets are locked.
    Locked,
    /// Players are asked whether they play on.
    Asked(SeatSet, Cite),
    /// These hands are invalid and their wagers go back.
    Invalidated(SeatSet, Cite),
    /// The round goes on under this paragraph.
    Continues(Cite),
    /// The shift manager has to decide.
    Referred(Cite),
    /// The house's decision about the next rounds holds.
    Restricted(Cite),
    /// The round can be settled.
    Settled,
    /// The round is over.
    Paid,
    /// The round is void.
    Voided(Cite),
}

/// The phase of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
pub enum Phase {
    /// No round has been opened.
    Idle,
    /// Bets may be placed.
    BetsOpen,
    /// Bets are locked; cards and decisions come in.
    Playing,
    /// Everything is known.
    Settled,
    /// Over.
    Paid,
    /// Void under this paragraph.
    Void(Cite),
}

/// The restriction on the rounds after a device fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
enum Restriction {
    /// No restriction.
    None,
    /// The house has to decide first.
    Undecided,
    Closed,
    Blocked(SeatSet),
    WithoutProgressive,
}

/// A choice that the player at a seat has been given and has not made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
struct Question {
    /// The paragraph under which the player may withdraw.
    rule: Cite,
    /// A player who withdraws does so at every seat (THB6 5.16.1).
    all_seats: bool,
}

/// Players who had a wager under the minimum settled before (THB6 5.13): the latest, enough for two full tables.
type UnderMinimumPlayers = Vec<Player, 14>;

/// The round in play, with the facts that the next one has to know of the earlier ones.
#[derive(Clone, Debug, Hash)]
pub struct Round {
    terms: Terms,
    number: u32,
    phase: Phase,
    /// Bets have been locked, so that an entry has them.
    is_locked: bool,
    players: SeatMap<Player>,
    seats: SeatMap<Option<SeatRecord>>,
    dealer: CardList,
    community: CardList,
    /// In the order of viewing.
    viewed: Vec<Seat, 7>,
    questions: SeatMap<Option<Question>>,
    shift_manager_decides: bool,
    /// The restriction on this round.
    restriction: Restriction,
    /// The restriction from the next round on.
    next_rounds: Restriction,
    under_minimum: UnderMinimumPlayers,
    held: HeldPlayers,
    /// Seats whose player is absent at the present decision, and so checks (THB6 5.11).
    checked: SeatSet,
}

impl Round {
    /// A table at which no round has been opened, every seat with a player of its own.
    pub fn new(terms: Terms) -> Round {
        Round {
            terms,
            number: 0,
            phase: Phase::Idle,
            is_locked: false,
            players: SeatMap::from_fn(|seat| Player(seat.number())),
            seats: SeatMap::default(),
            dealer: Vec::new(),
            community: Vec::new(),
            viewed: Vec::new(),
            questions: SeatMap::default(),
            shift_manager_decides: false,
            restriction: Restriction::None,
            next_rounds: Restriction::None,
            under_minimum: Vec::new(),
            held: Vec::new(),
            checked: SeatSet::EMPTY,
        }
    }

    /// Accepts an event, or refuses it and stays as it is.
    pub fn step(&mut self, event: &Event) -> Result<Transition, Refusal> {
        match *event {
            Event::PlaceYourBets => self.open(),
            Event::Chips(seat, count) => self.chips(seat, count),
            Event::Stake(seat, wager, amount) => self.stake(seat, wager, amount),
            Event::Player(seat, player) => self.player(seat, player),
            Event::NoMoreBets => self.lock(),
            Event::Hand(seat, ref cards) => self.hand(seat, cards),
            Event::Dealer(ref cards) => self.dealer(cards),
            Event::Community(ref cards) => self.community(cards),
            Event::Viewed(seat) => self.viewed(seat),
            Event::Raise(wager, seats) => self.raise_all(wager, seats),
            Event::Fold(seat) => self.fold(seat),
            Event::Absent(seat) => self.absent(seat),
            Event::Unexposed(seat) => self.unexposed(seat),
            Event::Settle => self.settle(),
            Event::Paid => self.paid(),
            Event::Void(round, cause) => self.void(round, cause),
            Event::Invalidate(round, seat, fault) => self.invalidate(round, seat, fault),
            Event::SeveralHands(player) => self.several_hands(player),
            Event::DealingError(error, seats) => self.dealing_error(error, seats),
            Event::Choose(seat, choice) => self.choose(seat, choice),
            Event::DeviceFault => self.device_fault(),
            Event::DeviceRepaired => self.device_repaired(),
            Event::NextRounds(choice, seats) => self.next_rounds(choice, seats),
            Event::PowerFailure => self.power_failure(),
            Event::ShiftManager(ruling) => self.ruling(ruling),
            Event::MoveHand(from, to) => self.move_hand(from, to),
            Event::Reconstruct(seat, ref cards) => self.reconstruct(seat, cards),
            Event::HoldPlayer(player, hold) => self.hold_player(player, hold),
            Event::PermitWithdrawal(seats) => self.permit_withdrawal(seats),
        }
    }

    /// The terms under which the round is played.
    pub const fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The number of the round, counted from 1.
    pub const fn number(&self) -> u32 {
        self.number
    }

    /// The phase of the round.
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// The seats that have chips or stakes on them.
    pub const fn seats(&self) -> &SeatMap<Option<SeatRecord>> {
        &self.seats
    }

    /// The seats that have been asked and have not answered.
    pub fn asked(&self) -> SeatSet {
        self.questions.which(|_| true)
    }

    /// The seats whose cards a player has seen or handled.
    pub fn viewed_seats(&self) -> SeatSet {
        self.viewed.iter().copied().collect()
    }

    /// True while a question to the players or the shift manager is open.
    pub fn is_waiting(&self) -> bool {
        self.nothing_waits().is_err()
    }

    /// True if the house takes no bets on this box in this round (RWS6 5.17.2b).
    pub fn is_blocked(&self, seat: Seat) -> bool {
        matches!(self.restriction, Restriction::Blocked(seats) if seats.contains(seat))
    }

    /// True if progressive wagers are taken in this round (RWS6 5.17.2c).
    pub fn takes_progressive(&self) -> bool {
        self.restriction != Restriction::WithoutProgressive
    }

    /// True if a device fault still restricts the rounds to come (RWS6 5.17.2).
    pub fn is_restricted(&self) -> bool {
        self.next_rounds != Restriction::None
    }

    /// True if progressive wagers would be taken in the next round.
    pub fn next_takes_progressive(&self) -> bool {
        self.next_rounds != Restriction::WithoutProgressive
    }

    /// All inputs of a settlement, once the cards and decisions are there.
    pub fn closed(&self) -> Result<ClosedRound, Refusal> {
        ClosedRound::new(&self.terms, &self.dealer, &self.community, &self.seats)
    }

    /// The settlement of the round at `jackpot`, which includes its contributions. A void round returns everything.
    pub fn settlement(&self, jackpot: &Jackpot) -> Result<Settlement, Refusal> {
        self.settlement_at(jackpot, Pricing::Own)
    }

    /// The same with the amounts of a linked table's awards.
    pub(crate) fn settlement_at(
        &self,
        jackpot: &Jackpot,
        pricing: Pricing,
    ) -> Result<Settlement, Refusal> {
        let mut settlement = Settlement::new(jackpot);
        settlement.pricing = pricing;
        self.settle_into(&mut settlement)?;
        Ok(settlement)
    }

    /// The same into an empty settlement, which is large. Not inlined, so that its instructions can be counted.
    #[inline(never)]
    pub(crate) fn settle_into(&self, settlement: &mut Settlement) -> Result<(), Refusal> {
        let settled = match self.phase {
            Phase::Void(rule) => self.settle_void(settlement, rule),
            // A seat without a hand has nothing but a progressive wager without its base.
            Phase::Settled | Phase::Paid if self.nobody_in_round() => {
                let rules = self.terms.rules;
                let rule = rules.cite(rules.paragraphs.base_missing_closed);
                self.settle_void(settlement, rule)
            }
            Phase::Settled | Phase::Paid => match &self.closed() {
                Ok(closed) => settle_into(settlement, closed),
                Err(refusal) => return Err(*refusal),
            },
            _ => return self.refuse(Reason::NotSettled, |p| p.round),
        };
        match settled {
            Ok(()) => Ok(()),
            Err(_) => self.refuse(Reason::AmountTooLarge, |p| p.over_maximum),
        }
    }

    /// The seats whose progressive wager goes back, once the round is over. A whole settlement gives the same, and is
    /// expensive.
    pub(crate) fn returned_progressives(&self) -> SeatSet {
        let all_go_back = matches!(self.phase, Phase::Void(_)) || self.nobody_in_round();
        self.seats.which(|record| {
            record.units > 0 && (all_go_back || progressive_goes_back(&self.terms, record))
        })
    }

    /// The rows of the pay table that the hands of a settled round make.
    #[inline(never)]
    pub(crate) fn rows_made(&self) -> Result<SeatMap<Rows>, Refusal> {
        match self.phase {
            Phase::Settled | Phase::Paid if !self.nobody_in_round() => {
                Ok(rows_made(&self.closed()?))
            }
            _ => Ok(SeatMap::default()),
        }
    }

    fn settle_void(&self, settlement: &mut Settlement, rule: Cite) -> Result<(), MoneyError> {
        settle_void_into(settlement, &self.terms, &self.seats, rule)
    }

    /// Ends the betting and the playing: everything is known (THB6 3.10).
    fn settle(&mut self) -> Result<Transition, Refusal> {
        self.in_play()?;
        self.nothing_waits()?;
        if let Some(seat) = self.undecided().first() {
            return Err(self.refusal(Reason::DecisionOpen, Some(seat), |p| p.decision));
        }
        // With every hand withdrawn there is nothing to compare, and the cards need not be known.
        if !self.nobody_in_round() {
            self.closed()?;
        }
        self.phase = Phase::Settled;
        Ok(Transition::Settled)
    }

    /// Concludes the round (THB6 1.1.13, RWS6 1.24).
    fn paid(&mut self) -> Result<Transition, Refusal> {
        if self.phase != Phase::Settled {
            return self.refuse(Reason::NotSettled, |p| p.round);
        }
        self.nothing_waits()?;
        self.phase = Phase::Paid;
        Ok(Transition::Paid)
    }

    /// The players who had a wager under the minimum settled, in this round too once it is over: it is settled once per
    /// player (THB6 5.13); a wager that went back or stood off does not count.
    fn under_minimum_so_far(&self) -> UnderMinimumPlayers {
        let mut players = self.under_minimum.clone();
        if self.phase != Phase::Paid {
            return players;
        }
        let settled = self.settled_under_minimum();
        let records = self.seats.taken();
        for (_, record) in records.filter(|(seat, _)| settled.contains(*seat)) {
            if players.contains(&record.player) {
                continue;
            }
            if players.is_full() {
                players.remove(0);
            }
            // The removal above has made room.
            let _ = players.push(record.player);
        }
        players
    }

    fn settled_under_minimum(&self) -> SeatSet {
        let limits = &self.terms.limits;
        let wagers = [Wager::Ante, Wager::Bonus, Wager::PairPlus];
        let under = |record: &SeatRecord| {
            wagers
                .iter()
                .any(|wager| limits.is_under(&record.stakes, *wager))
        };
        // To settle is expensive, and a wager under the minimum is rare.
        if self.seats.which(under).is_empty() {
            return SeatSet::EMPTY;
        }
        settled_under_minimum(&self.terms, &self.dealer, &self.community, &self.seats)
    }

    /// Refuses while a question to the players or the shift manager is open.
    #[inline(never)]
    fn nothing_waits(&self) -> Result<(), Refusal> {
        if self.shift_manager_decides {
            return self.refuse(Reason::ShiftManagerDecides, |p| p.not_covered);
        }
        match self.questions.taken().next() {
            Some((seat, question)) => Err(Refusal {
                reason: Reason::OptionOpen,
                seat: Some(seat),
                rule: question.rule,
            }),
            None => Ok(()),
        }
    }

    /// Refuses outside the time between "No more bets" and settlement.
    #[inline(never)]
    fn in_play(&self) -> Result<(), Refusal> {
        match self.phase {
            Phase::Playing => Ok(()),
            Phase::Idle => self.refuse(Reason::NoRound, |p| p.bets_open),
            Phase::BetsOpen => self.refuse(Reason::CardsBeforeClose, |p| p.bets_close),
            Phase::Settled | Phase::Paid => self.refuse(Reason::AlreadySettled, |p| p.round),
            Phase::Void(_) => self.refuse(Reason::Voided, |p| p.void_returns),
        }
    }

    /// A refusal under one of the paragraphs that every game has.
    fn refusal(
        &self,
        reason: Reason,
        seat: Option<Seat>,
        paragraph: impl Fn(&Paragraphs) -> Paragraph,
    ) -> Refusal {
        let rules = self.terms.rules;
        rules.refusal(reason, seat, paragraph(&rules.paragraphs))
    }

    fn refuse<T>(
        &self,
        reason: Reason,
        paragraph: impl Fn(&Paragraphs) -> Paragraph,
    ) -> Result<T, Refusal> {
        Err(self.refusal(reason, None, paragraph))
    }
}
