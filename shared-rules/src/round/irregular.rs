//! Irregularities: void rounds, invalid hands, choices for the players, faults, power failures. The rule set's tables
//! give the consequence of each; this module carries it out.

use super::{CardList, Choice, Phase, Question, Restriction, Round, Ruling, Transition};
use crate::cite::{Cite, Paragraph};
use crate::closed::{Player, SeatCards, SeatRecord};
use crate::games::{
    DealingError, DeviceFault, HandFault, NextRounds, PowerFailure, Reach, SeveralHands, VoidCause,
    VoidRule, VoidWhen,
};
use crate::refusal::{Place, Reason, Refusal};
use crate::seats::{Seat, SeatMap, SeatSet};

impl Round {
    /// Voids the round, if the rules provide for it and the next round has not commenced.
    pub(super) fn void(&mut self, round: u32, cause: VoidCause) -> Result<Transition, Refusal> {
        self.still_open_to_change(round)?;
        let rules = self.terms.rules;
        let Some(rule) = self.void_rule(cause) else {
            return self.refuse(Reason::NotProvided, |p| p.not_covered);
        };
        self.still_reaches(rule.reach, rule.paragraph)?;
        if let VoidWhen::Unseen { otherwise } = rule.when
            && self.cards_seen()
        {
            return self.refuse(Reason::CardsSeen, |_| otherwise);
        }
        Ok(self.make_void(rules.cite(rule.paragraph)))
    }

    fn void_rule(&self, cause: VoidCause) -> Option<&'static VoidRule> {
        let mut voids = self.terms.rules.irregular.voids.iter();
        voids.find(|rule| rule.cause == cause)
    }

    /// Refuses a paragraph that speaks of the course of the round, once the round is paid.
    fn still_reaches(&self, reach: Reach, paragraph: Paragraph) -> Result<(), Refusal> {
        if reach == Reach::Payment && self.phase == Phase::Paid {
            return self.refuse(Reason::RoundConcluded, |_| paragraph);
        }
        Ok(())
    }

    /// The shift manager voids a round that has been settled, until the next one commences (THB6 6.1, RWS6 5.23). The
    /// ledger takes its awards back, confirmed ones too.
    pub(crate) fn overrule(&mut self, round: u32) -> Result<Transition, Refusal> {
        self.still_open_to_change(round)?;
        if !matches!(self.phase, Phase::Settled | Phase::Paid) {
            return self.refuse(Reason::NotSettled, |p| p.not_covered);
        }
        let rules = self.terms.rules;
        Ok(self.make_void(rules.cite(rules.paragraphs.not_covered)))
    }

    /// The complete hands of two seats change places, while nobody has seen cards (THB6 5.2, RWS6 5.8.6).
    pub(super) fn move_hand(&mut self, from: Seat, to: Seat) -> Result<Transition, Refusal> {
        self.in_play()?;
        let Some(rule) = self.void_rule(VoidCause::DealtIncorrectly) else {
            return self.refuse(Reason::NotProvided, |p| p.not_covered);
        };
        if let VoidWhen::Unseen { otherwise } = rule.when
            && self.cards_seen()
        {
            return self.refuse(Reason::CardsSeen, |_| otherwise);
        }
        let hands = (self.taking_part(from)?.cards, self.taking_part(to)?.cards);
        if from == to {
            return Err(self.refusal(Reason::NotProvided, Some(from), |_| rule.paragraph));
        }
        if hands == (SeatCards::Unknown, SeatCards::Unknown) {
            let reason = Reason::CardsMissing(Place::Player);
            return Err(self.refusal(reason, Some(from), |_| rule.paragraph));
        }
        for (seat, cards) in [(from, hands.1), (to, hands.0)] {
            if let Some(record) = self.seats.get_mut(seat) {
                record.cards = cards;
            }
        }
        Ok(Transition::Continues(self.terms.rules.cite(rule.paragraph)))
    }

    /// A hand is put back into the order that was intended: its player goes on with it (RWS6 1.21, 5.10.2).
    pub(super) fn reconstruct(
        &mut self,
        seat: Seat,
        cards: &CardList,
    ) -> Result<Transition, Refusal> {
        self.hand(seat, cards)?;
        let rules = self.terms.rules;
        Ok(Transition::Continues(
            rules.cite(rules.paragraphs.reconstructed),
        ))
    }

    /// The house permits players to withdraw, after a hand with a wrong number of cards (THB6 5.7.1).
    pub(super) fn permit_withdrawal(&mut self, seats: SeatSet) -> Result<Transition, Refusal> {
        self.still_open_to_change(self.number)?;
        let rules = self.terms.rules;
        let mut faults = rules.irregular.hand_faults.iter();
        let permitting = faults.find_map(|fault| Some((fault, fault.others_may_withdraw?)));
        let Some((fault, paragraph)) = permitting else {
            return self.refuse(Reason::NotProvided, |p| p.not_covered);
        };
        let rule = rules.cite(fault.paragraph);
        let invalid = self.seats.which(|record| record.returned == Some(rule));
        if invalid.is_empty() {
            return self.refuse(Reason::NoOption, |_| paragraph);
        }
        let asked = self.in_round().and(seats);
        if asked.is_empty() {
            return self.refuse(Reason::NotInRound, |_| paragraph);
        }
        let cite = rules.cite(paragraph);
        self.ask(asked, cite, false);
        Ok(Transition::Asked(asked, cite))
    }

    /// Invalidates a hand, or with it every hand of its player (THB6 5.7, 5.9, RWS6 5.15).
    pub(super) fn invalidate(
        &mut self,
        round: u32,
        seat: Seat,
        fault: HandFault,
    ) -> Result<Transition, Refusal> {
        self.still_open_to_change(round)?;
        if self.phase == Phase::BetsOpen {
            return self.refuse(Reason::CardsBeforeClose, |p| p.bets_close);
        }
        let player = self.taking_part(seat)?.player;
        let rules = self.terms.rules;
        let mut faults = rules.irregular.hand_faults.iter();
        let Some(rule) = faults.find(|rule| rule.fault == fault) else {
            return self.refuse(Reason::NotProvided, |p| p.not_covered);
        };
        self.still_reaches(rule.reach, rule.paragraph)?;
        let invalid = match rule.every_hand {
            true => self.hands_of(player),
            false => SeatSet::from_iter([seat]),
        };
        let cite = rules.cite(rule.paragraph);
        self.give_back(invalid, cite);
        Ok(Transition::Invalidated(invalid, cite))
    }

    /// Invalidates the hands of a player with several, except those that the rules keep (THB6 5.10, RWS6 5.18).
    pub(super) fn several_hands(&mut self, player: Player) -> Result<Transition, Refusal> {
        self.in_play()?;
        let hands = self.hands_of(player);
        let all_but = |kept: Option<Seat>| hands.without(kept.into_iter().collect());
        let (invalid, paragraph) = match self.terms.rules.irregular.several_hands {
            SeveralHands::KeepViewedElseFirst { viewed, unviewed } => {
                let seen: SeatSet = self.viewed.iter().copied().collect();
                let unseen = hands.without(seen);
                if unseen == hands {
                    (all_but(hands.first()), unviewed)
                } else {
                    (unseen, viewed)
                }
            }
            SeveralHands::KeepFirstViewed { paragraph } => {
                let seen: SeatSet = self.viewed.iter().copied().collect();
                let mut viewed = self.viewed.iter().copied();
                let first = viewed.find(|seat| hands.contains(*seat));
                (all_but(first).and(seen), paragraph)
            }
        };
        if invalid.is_empty() {
            return self.refuse(Reason::OnlyOneHand, |_| paragraph);
        }
        let rule = self.terms.rules.cite(paragraph);
        self.give_back(invalid, rule);
        Ok(Transition::Invalidated(invalid, rule))
    }

    /// A player's hands.
    fn hands_of(&self, player: Player) -> SeatSet {
        let of_player = self.seats.which(|record| record.player == player);
        of_player.and(self.in_round())
    }

    /// A dealing error gives the affected players a choice (RWS6 5.9, 5.10, 5.14.1), or goes to the shift manager if
    /// the rules do not cover it (THB6 6.1).
    pub(super) fn dealing_error(
        &mut self,
        error: DealingError,
        affected: SeatSet,
    ) -> Result<Transition, Refusal> {
        self.in_play()?;
        let rules = self.terms.rules;
        let mut errors = rules.irregular.dealing_errors.iter();
        let Some(rule) = errors.find(|rule| rule.error == error) else {
            return Ok(self.refer());
        };
        if rule.void_if_seen && self.cards_seen() {
            return Ok(self.make_void(rules.cite(rule.paragraph)));
        }
        let in_round = self.in_round();
        let asked = match error {
            DealingError::Other => in_round.and(affected),
            _ => in_round,
        };
        let paragraph = rules.cite(rules.paragraphs.options);
        self.ask(asked, paragraph, false);
        Ok(Transition::Asked(asked, rules.cite(rule.paragraph)))
    }

    /// A player plays on or withdraws.
    pub(super) fn choose(&mut self, seat: Seat, choice: Choice) -> Result<Transition, Refusal> {
        let Some(question) = *self.questions.get(seat) else {
            return Err(self.refusal(Reason::NoOption, Some(seat), |p| p.options));
        };
        let player = self.seats.get(seat).map(|record| record.player);
        let same_player = |other: &SeatRecord| question.all_seats && Some(other.player) == player;
        let mut answered = self.seats.which(same_player).and(self.asked());
        answered.insert(seat);
        for seat in answered.iter() {
            *self.questions.get_mut(seat) = None;
        }
        if choice == Choice::PlayOn {
            return Ok(Transition::Noted);
        }
        self.give_back(answered, question.rule);
        Ok(Transition::Invalidated(answered, question.rule))
    }

    /// The power failed and is back (THB6 5.16, RWS6 5.7).
    pub(super) fn power_failure(&mut self) -> Result<Transition, Refusal> {
        let rules = self.terms.rules;
        let undecided = rules.cite(rules.paragraphs.power_failure_undecided);
        let decided = rules.cite(rules.paragraphs.power_failure_decided);
        match self.phase {
            Phase::Idle | Phase::Paid | Phase::Void(_) => Ok(Transition::Noted),
            _ if self.outcome_established() => Ok(Transition::Continues(decided)),
            _ => match rules.irregular.power_failure {
                PowerFailure::Void => Ok(self.make_void(undecided)),
                // While bets are open every player may withdraw without being asked.
                PowerFailure::OfferWithdrawal if self.phase == Phase::BetsOpen => {
                    Ok(Transition::Continues(undecided))
                }
                PowerFailure::OfferWithdrawal => {
                    let asked = self.in_round();
                    self.ask(asked, undecided, true);
                    Ok(Transition::Asked(asked, undecided))
                }
            },
        }
    }

    /// The betting device or the progressive system fails (RWS6 5.16, 5.17, THB6 6.1).
    pub(super) fn device_fault(&mut self) -> Result<Transition, Refusal> {
        let rules = self.terms.rules;
        self.next_rounds = Restriction::Undecided;
        match rules.irregular.device_fault {
            DeviceFault::ShiftManager => Ok(self.refer()),
            DeviceFault::VoidUnlessSeen {
                unseen,
                seen,
                next_rounds,
            } => match self.phase {
                Phase::Idle | Phase::Paid | Phase::Void(_) => {
                    Ok(Transition::Referred(rules.cite(next_rounds)))
                }
                Phase::BetsOpen | Phase::Playing if !self.cards_seen() => {
                    Ok(self.make_void(rules.cite(unseen)))
                }
                _ => Ok(Transition::Continues(rules.cite(seen))),
            },
        }
    }

    /// The device works again: no restriction holds from the next round on.
    pub(super) fn device_repaired(&mut self) -> Result<Transition, Refusal> {
        self.next_rounds = Restriction::None;
        Ok(Transition::Noted)
    }

    /// Accepts the house's choice for the rounds after a fault (RWS6 5.17.2).
    pub(super) fn next_rounds(
        &mut self,
        choice: NextRounds,
        seats: SeatSet,
    ) -> Result<Transition, Refusal> {
        if self.next_rounds == Restriction::None {
            return Err(self.restricted(Reason::NothingToRule, None, None));
        }
        self.next_rounds = match choice {
            NextRounds::CloseTable => Restriction::Closed,
            NextRounds::BlockBox => Restriction::Blocked(seats),
            NextRounds::WithoutProgressive => Restriction::WithoutProgressive,
        };
        Ok(Transition::Restricted(self.restriction_rule(Some(choice))))
    }

    /// Accepts the shift manager's decision on an open question.
    pub(super) fn ruling(&mut self, ruling: Ruling) -> Result<Transition, Refusal> {
        if !self.shift_manager_decides {
            return self.refuse(Reason::NothingToRule, |p| p.not_covered);
        }
        let rules = self.terms.rules;
        if ruling == Ruling::Void {
            self.still_reaches(Reach::Payment, rules.paragraphs.not_covered)?;
        }
        self.shift_manager_decides = false;
        let rule = rules.cite(rules.paragraphs.not_covered);
        let in_round = !matches!(self.phase, Phase::Idle | Phase::Void(_));
        Ok(match ruling {
            Ruling::Void if in_round => self.make_void(rule),
            _ => Transition::Continues(rule),
        })
    }

    /// A refusal under the rule about the rounds after a fault.
    pub(super) fn restricted(
        &self,
        reason: Reason,
        seat: Option<Seat>,
        choice: Option<NextRounds>,
    ) -> Refusal {
        Refusal {
            reason,
            seat,
            rule: self.restriction_rule(choice),
        }
    }

    #[inline(never)]
    fn restriction_rule(&self, choice: Option<NextRounds>) -> Cite {
        let rules = self.terms.rules;
        let paragraph = match (rules.irregular.device_fault, choice) {
            (DeviceFault::ShiftManager, _) => rules.paragraphs.not_covered,
            (DeviceFault::VoidUnlessSeen { next_rounds, .. }, None) => next_rounds,
            (DeviceFault::VoidUnlessSeen { .. }, Some(choice)) => choice.paragraph(),
        };
        rules.cite(paragraph)
    }

    fn refer(&mut self) -> Transition {
        self.shift_manager_decides = true;
        let rules = self.terms.rules;
        Transition::Referred(rules.cite(rules.paragraphs.not_covered))
    }

    /// Asks the seats that have not been asked before.
    fn ask(&mut self, seats: SeatSet, rule: Cite, all_seats: bool) {
        for seat in seats.iter() {
            let question = self.questions.get_mut(seat);
            question.get_or_insert(Question { rule, all_seats });
        }
    }

    #[inline(never)]
    fn give_back(&mut self, seats: SeatSet, rule: Cite) {
        for seat in seats.iter() {
            if let Some(record) = self.seats.get_mut(seat) {
                record.returned = Some(rule);
            }
            *self.questions.get_mut(seat) = None;
        }
    }

    fn make_void(&mut self, rule: Cite) -> Transition {
        self.phase = Phase::Void(rule);
        self.questions = SeatMap::default();
        self.shift_manager_decides = false;
        Transition::Voided(rule)
    }

    /// Refuses unless `round` can still be voided or have a hand invalidated: the next round has not commenced (THB6
    /// 5.3, 5.7, RWS6 5.19).
    fn still_open_to_change(&self, round: u32) -> Result<(), Refusal> {
        match self.phase {
            _ if round < self.number => {
                self.refuse(Reason::EarlierRound, |p| p.earlier_rounds_stand)
            }
            Phase::Idle => self.refuse(Reason::NoRound, |p| p.round),
            _ if round > self.number => self.refuse(Reason::NoRound, |p| p.round),
            Phase::Void(_) => self.refuse(Reason::Voided, |p| p.void_returns),
            _ => Ok(()),
        }
    }
}
