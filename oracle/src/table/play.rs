//! Cards and decisions between "No more bets" and settlement.

use super::betting::{Refused, STAKE_MAX};
use super::document::Document;
use super::round::{Phase, Round, Seated};
use super::words::{Card, Decision, Wager};

impl Round {
    fn in_play(&self) -> Result<(), Refused> {
        (self.phase == Phase::Playing).then_some(()).ok_or(Refused)
    }

    /// A seat that takes part in the round.
    pub fn taking_part(
        &mut self,
        seat: usize,
        document: &Document,
    ) -> Result<&mut Seated, Refused> {
        let seated = self.seats[seat].as_mut();
        seated
            .filter(|seat| seat.has_hand() && !Round::goes_back(seat, document))
            .ok_or(Refused)
    }

    /// Cards of a seat; entered again, they replace the ones before, as those of a reconstructed hand do (RWS6 1.21,
    /// 5.10.2, THB6 5.7).
    pub fn hand(
        &mut self,
        seat: usize,
        cards: &[Card],
        document: &Document,
    ) -> Result<(), Refused> {
        self.in_play()?;
        self.taking_part(seat, document)?;
        let others = self.seats.iter().enumerate();
        let others = others.filter(|(other, _)| *other != seat);
        let others = others.flat_map(|(_, seat)| seat.iter().flat_map(|seat| &seat.cards));
        let out = others.chain(&self.dealer).chain(&self.community).copied();
        let out: Vec<Card> = out.collect();
        if cards.len() != document.hand() || any_twice(cards, &out) {
            return Err(Refused);
        }
        self.taking_part(seat, document)?.cards = cards.to_vec();
        Ok(())
    }

    /// Complete hands move from one position to another while nobody has handled cards (THB6 5.2, RWS6 5.8.6).
    pub fn move_hand(
        &mut self,
        from: usize,
        to: usize,
        document: &Document,
    ) -> Result<(), Refused> {
        self.in_play()?;
        let one = self.taking_part(from, document)?.cards.clone();
        let other = self.taking_part(to, document)?.cards.clone();
        let nothing_moves = from == to || (one.is_empty() && other.is_empty());
        if self.cards_seen() || nothing_moves {
            return Err(Refused);
        }
        self.taking_part(from, document)?.cards = other;
        self.taking_part(to, document)?.cards = one;
        Ok(())
    }

    /// The dealer's cards, likewise.
    pub fn dealer(&mut self, cards: &[Card], document: &Document) -> Result<(), Refused> {
        self.in_play()?;
        let out: Vec<Card> = self.hands().chain(&self.community).copied().collect();
        if cards.len() != document.hand() || any_twice(cards, &out) {
            return Err(Refused);
        }
        self.dealer = cards.to_vec();
        Ok(())
    }

    /// The next community cards, when everybody has decided (THB6 3.9) and nobody may still withdraw.
    pub fn community(&mut self, cards: &[Card], document: &Document) -> Result<(), Refused> {
        self.in_play()?;
        let expected = match self.community.len() {
            _ if document.three_card => return Err(Refused),
            0 => 3,
            3 | 4 => 1,
            _ => 0,
        };
        let out = self.hands().chain(&self.dealer).chain(&self.community);
        let out: Vec<Card> = out.copied().collect();
        if cards.len() != expected || any_twice(cards, &out) {
            return Err(Refused);
        }
        let too_early = self.is_waiting() || !self.undecided().is_empty();
        if too_early && expected > 0 {
            return Err(Refused);
        }
        self.community.extend_from_slice(cards);
        Ok(())
    }

    fn hands(&self) -> impl Iterator<Item = &Card> {
        self.seats.iter().flatten().flat_map(|seat| &seat.cards)
    }

    /// A player has looked at the cards.
    pub fn view(&mut self, seat: usize, document: &Document) -> Result<(), Refused> {
        self.in_play()?;
        self.taking_part(seat, document)?;
        if !self.viewed.contains(&seat) {
            self.viewed.push(seat);
        }
        Ok(())
    }

    /// Flop, Turn, River or Play: in its time, once, of its size (THB6 3.9.2; RWS6 5.3 takes other sizes).
    pub fn raise(
        &mut self,
        seat: usize,
        wager: Wager,
        amount: Option<u64>,
        document: &Document,
    ) -> Result<(), Refused> {
        self.in_play()?;
        let shown = self.community.len();
        let seated = self.taking_part(seat, document)?;
        let due = if wager == Wager::Flop {
            2 * seated.ante
        } else {
            seated.ante
        };
        let amount = amount.unwrap_or(due);
        let in_time = match wager {
            Wager::Flop | Wager::Play => shown == 0,
            Wager::Turn => shown == 3 && seated.flop > 0,
            Wager::River => shown == 4 && seated.flop > 0,
            _ => false,
        };
        let fits = amount == due || (!document.mbs && amount > 0 && amount <= STAKE_MAX);
        // A hand that is not exposed is settled (THB6 3.10.1, RWS6 4.3); a check is a decision (THB6 5.11).
        let is_open = in_time && seated.exposed && seated.checked_at != Some(shown);
        let may = document.has_area(wager) && is_open && seated.ante > 0 && fits;
        if !may || seated.decision != Decision::Play || *seated.area(wager) > 0 {
            return Err(Refused);
        }
        *seated.area(wager) = amount;
        Ok(())
    }

    /// The same raise at several seats, all or none.
    pub fn raise_all(
        &mut self,
        wager: Wager,
        seats: &[usize],
        document: &Document,
    ) -> Result<(), Refused> {
        self.in_play()?;
        let before = self.clone();
        for seat in seats {
            if self.raise(*seat, wager, None, document).is_err() {
                *self = before;
                return Err(Refused);
            }
        }
        Ok(())
    }

    /// A player folds instead of playing on.
    pub fn fold(&mut self, seat: usize, document: &Document) -> Result<(), Refused> {
        self.in_play()?;
        self.taking_part(seat, document)?;
        if !self.undecided().contains(&seat) {
            return Err(Refused);
        }
        self.taking_part(seat, document)?.decision = Decision::Fold;
        Ok(())
    }

    /// A player is not there while something is left to decide. Before the first raise that is the hand's end; later
    /// MBS deems the Turn or the River of this moment checked (THB6 5.11), and RWS6 the hand folded (5.5, 5.6).
    pub fn absent(&mut self, seat: usize, document: &Document) -> Result<(), Refused> {
        self.in_play()?;
        let (undecided, shown) = (self.undecided(), self.community.len());
        let seated = self.taking_part(seat, document)?;
        // A hand that is not exposed is settled (THB6 3.10.1): nothing is left to decide.
        let plays = seated.decision == Decision::Play && seated.flop > 0 && seated.exposed;
        let at_turn = shown == 3 && seated.turn == 0;
        let at_river = shown == 4 && seated.river == 0;
        let is_open = seated.checked_at != Some(shown);
        let later = (seated.turn == 0 && shown < 4) || (seated.river == 0 && shown < 5);
        if undecided.contains(&seat) || (!document.mbs && plays && later) {
            seated.decision = Decision::Absent;
        } else if document.mbs && plays && is_open && (at_turn || at_river) {
            seated.checked_at = Some(shown);
        } else {
            return Err(Refused);
        }
        Ok(())
    }

    /// A player does not expose the hand, folded or not; not before the first decision.
    pub fn unexposed(&mut self, seat: usize, document: &Document) -> Result<(), Refused> {
        self.in_play()?;
        if self.undecided().contains(&seat) {
            return Err(Refused);
        }
        self.taking_part(seat, document)?.exposed = false;
        Ok(())
    }

    /// Everything is known; with every hand gone, nothing needs to be.
    pub fn settle(&mut self, document: &Document) -> Result<(), Refused> {
        self.in_play()?;
        let is_complete = self.in_round(document).is_empty() || self.cards_are_complete(document);
        if self.is_waiting() || !self.undecided().is_empty() || !is_complete {
            return Err(Refused);
        }
        self.phase = Phase::Settled;
        Ok(())
    }

    /// Wagers are collected and paid.
    pub fn paid(&mut self) -> Result<(), Refused> {
        if self.phase != Phase::Settled || self.is_waiting() {
            return Err(Refused);
        }
        self.phase = Phase::Paid;
        Ok(())
    }
}

/// One deck: no card is there twice (THB6 5.1, RWS6 5.8.3).
fn any_twice(cards: &[Card], out: &[Card]) -> bool {
    let twice = |(index, card)| cards[..index].contains(card) || out.contains(card);
    cards.iter().enumerate().any(twice)
}
