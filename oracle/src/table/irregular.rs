//! Irregularities: void rounds, invalid hands, choices, faults of the device, power failures.

use super::betting::Refused;
use super::document::{Document, outlasts_payment};
use super::round::{Phase, Restriction, Round, SEATS};
use super::words::{Choice, DealingError, HandFault, NextRounds, Ruling, VoidCause};

/// The effect of an irregularity on the money.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// Nothing.
    None,
    /// Wagers go back that were to be settled, or were: what the round is worth has to be worked out again.
    WagersGoBack,
}

impl Round {
    /// The round with this number is void: a wrong count of community or dealer's cards until the next round commences
    /// (THB6 5.3, RWS6 5.8.7, 5.19), anything else in the course of the round.
    pub fn void(
        &mut self,
        number: u32,
        cause: VoidCause,
        document: &Document,
    ) -> Result<Change, Refused> {
        self.can_be_changed(number, outlasts_payment(cause))?;
        if !document.voids(cause, self.cards_seen()) {
            return Err(Refused);
        }
        Ok(self.make_void())
    }

    fn can_be_changed(&self, number: u32, after_payment: bool) -> Result<(), Refused> {
        let is_out_of_reach = match self.phase {
            Phase::Idle | Phase::Void => true,
            Phase::Paid => !after_payment,
            Phase::Open | Phase::Playing | Phase::Settled => false,
        };
        if is_out_of_reach || number != self.number {
            return Err(Refused);
        }
        Ok(())
    }

    /// The shift manager voids a settled or paid round (THB6 6.1, RWS6 5.23).
    pub fn overrule(&mut self, number: u32) -> Result<(), Refused> {
        if !matches!(self.phase, Phase::Settled | Phase::Paid) || number != self.number {
            return Err(Refused);
        }
        self.make_void();
        Ok(())
    }

    fn make_void(&mut self) -> Change {
        self.phase = Phase::Void;
        self.asked = [None; SEATS];
        self.manager_decides = false;
        Change::WagersGoBack
    }

    /// A hand is invalid: with a wrong count of cards until the next round commences (THB6 5.7, RWS6 5.15), and for a
    /// breach of confidence every hand of the player (THB6 5.9).
    pub fn invalidate(
        &mut self,
        number: u32,
        seat: usize,
        fault: HandFault,
        document: &Document,
    ) -> Result<Change, Refused> {
        self.can_be_changed(number, fault == HandFault::WrongCount)?;
        if self.phase == Phase::Open {
            return Err(Refused);
        }
        let player = self.taking_part(seat, document)?.player;
        if !document.invalidates(fault) {
            return Err(Refused);
        }
        let invalid = match fault {
            HandFault::WrongCount | HandFault::ShiftManager => vec![seat],
            HandFault::NotConfidential => self.hands_of(player, document),
        };
        self.give_back(&invalid);
        self.had_wrong_count |= fault == HandFault::WrongCount;
        Ok(Change::WagersGoBack)
    }

    /// After a wrong count of cards in somebody's hand the house may permit others to withdraw, until the next round
    /// commences (THB6 5.7.1).
    pub fn permit_withdrawal(
        &mut self,
        seats: &[usize],
        document: &Document,
    ) -> Result<Change, Refused> {
        let mut permitted = self.in_round(document);
        permitted.retain(|seat| seats.contains(seat));
        let is_provided = document.mbs && self.had_wrong_count && self.phase != Phase::Void;
        if !is_provided || permitted.is_empty() {
            return Err(Refused);
        }
        self.ask(&permitted, false);
        Ok(Change::None)
    }

    fn hands_of(&self, player: u8, document: &Document) -> Vec<usize> {
        let mut hands = self.in_round(document);
        hands.retain(|seat| {
            self.seats[*seat]
                .as_ref()
                .is_some_and(|s| s.player == player)
        });
        hands
    }

    /// A player has several hands by mistake: those looked at are kept, or else the first (THB6 5.10); RWS6 5.18 keeps
    /// the one that was looked at first, and those not looked at.
    pub fn several_hands(&mut self, player: u8, document: &Document) -> Result<Change, Refused> {
        if self.phase != Phase::Playing {
            return Err(Refused);
        }
        let hands = self.hands_of(player, document);
        let viewed = |seat: &usize| self.viewed.contains(seat);
        let invalid: Vec<usize> = if !document.mbs {
            let first = self.viewed.iter().find(|seat| hands.contains(seat));
            let later = |seat: &&usize| viewed(seat) && Some(*seat) != first;
            hands.iter().filter(later).copied().collect()
        } else if hands.iter().any(viewed) {
            hands.iter().filter(|seat| !viewed(seat)).copied().collect()
        } else {
            hands.iter().skip(1).copied().collect()
        };
        if invalid.is_empty() {
            return Err(Refused);
        }
        self.give_back(&invalid);
        Ok(Change::WagersGoBack)
    }

    /// A dealing error: RWS6 gives the affected players a choice (5.9, 5.10, 5.14.1), or voids the round where a kept
    /// burnt card has been seen (5.9); for MBS it is the shift manager's (THB6 6.1).
    pub fn dealing_error(
        &mut self,
        error: DealingError,
        affected: &[usize],
        document: &Document,
    ) -> Result<Change, Refused> {
        if self.phase != Phase::Playing {
            return Err(Refused);
        }
        if document.mbs {
            self.manager_decides = true;
            return Ok(Change::None);
        }
        if error == DealingError::BurntCardKept && self.cards_seen() {
            return Ok(self.make_void());
        }
        let mut asked = self.in_round(document);
        asked.retain(|seat| error != DealingError::Other || affected.contains(seat));
        self.ask(&asked, false);
        Ok(Change::None)
    }

    /// A player who was asked plays on or withdraws.
    pub fn choose(&mut self, seat: usize, choice: Choice) -> Result<Change, Refused> {
        let all_seats = self.asked[seat].ok_or(Refused)?;
        let player = self.seats[seat].as_ref().map(|seat| seat.player);
        let same_player = |other: &usize| {
            let of_player = self.seats[*other].as_ref().map(|seat| seat.player) == player;
            *other == seat || (all_seats && of_player && self.asked[*other].is_some())
        };
        let answered: Vec<usize> = (0..SEATS).filter(same_player).collect();
        if choice == Choice::Withdraw {
            self.give_back(&answered);
            return Ok(Change::WagersGoBack);
        }
        answered.iter().for_each(|seat| self.asked[*seat] = None);
        Ok(Change::None)
    }

    /// The power failed and is back: once an outcome is established play goes on (THB6 5.16.2, RWS6 5.7.1); before
    /// that RWS6 voids the round (5.7.2), and MBS asks the players, who while bets are open need not be asked.
    pub fn power_failure(&mut self, is_decided: bool, document: &Document) -> Change {
        match self.phase {
            Phase::Open | Phase::Playing if is_decided => Change::None,
            Phase::Open | Phase::Playing if !document.mbs => self.make_void(),
            Phase::Playing => {
                let asked = self.in_round(document);
                self.ask(&asked, true);
                Change::None
            }
            _ => Change::None,
        }
    }

    /// The betting device fails: RWS6 voids the round while nobody has seen cards (5.16), and the house decides about
    /// the next ones (5.17.2); for MBS it is the shift manager's (THB6 6.1).
    pub fn device_fault(&mut self, document: &Document) -> Change {
        self.next = Restriction::Undecided;
        if document.mbs {
            self.manager_decides = true;
            return Change::None;
        }
        if matches!(self.phase, Phase::Open | Phase::Playing) && !self.cards_seen() {
            return self.make_void();
        }
        Change::None
    }

    /// A fault of the device does not stop the round: RWS6 plays it on once somebody has seen cards (5.17.1).
    pub fn is_played_on(&self, document: &Document) -> bool {
        !document.mbs && matches!(self.phase, Phase::Playing | Phase::Settled)
    }

    /// The device works again.
    pub fn device_repaired(&mut self) {
        self.next = Restriction::None;
    }

    /// The house decides about the rounds after a fault, where there is one.
    pub fn next_rounds(&mut self, choice: NextRounds, seats: &[usize]) -> Result<Change, Refused> {
        if self.next == Restriction::None {
            return Err(Refused);
        }
        self.next = match choice {
            NextRounds::CloseTable => Restriction::Closed,
            NextRounds::BlockBox => {
                Restriction::Blocked(std::array::from_fn(|seat| seats.contains(&seat)))
            }
            NextRounds::WithoutProgressive => Restriction::WithoutProgressive,
        };
        Ok(Change::None)
    }

    /// The shift manager decides what waits.
    pub fn ruling(&mut self, ruling: Ruling) -> Result<Change, Refused> {
        // A round that is paid has concluded (THB6 1.1.13): its void is another ruling, with the key turned.
        let is_too_late = ruling == Ruling::Void && self.phase == Phase::Paid;
        if !self.manager_decides || is_too_late {
            return Err(Refused);
        }
        self.manager_decides = false;
        let there_is_a_round = !matches!(self.phase, Phase::Idle | Phase::Void);
        if ruling == Ruling::Void && there_is_a_round {
            return Ok(self.make_void());
        }
        Ok(Change::None)
    }

    /// Whoever has been asked before is not asked again.
    fn ask(&mut self, seats: &[usize], all_seats: bool) {
        for seat in seats {
            self.asked[*seat].get_or_insert(all_seats);
        }
    }

    fn give_back(&mut self, seats: &[usize]) {
        for seat in seats {
            if let Some(seated) = &mut self.seats[*seat] {
                seated.returned = true;
            }
            self.asked[*seat] = None;
        }
    }
}
