//! The ledger of the table as its console can know it: every entry that is followed goes through the same
//! [`Ledger::apply`] as in the controller. So the page shows what the journal says, whatever runs the controller.

use std::mem;

use shared_rules::cards::{Card, CardSet};
use shared_rules::ledger::{Entry, Fault, Ledger, LedgerRefusal, Table};
use shared_rules::round::{Event, Phase, Transition};
use shared_rules::seats::{Seat, SeatSet};

/// The number of a journal's first entry.
const FIRST_ENTRY: u32 = 1;

/// The ledger, and the cards that it keeps to itself.
#[derive(Clone, Debug, Default)]
pub struct Replica {
    ledger: Ledger,
    dealer: Vec<Card>,
    community: Vec<Card>,
    has_begun: bool,
    is_partial: bool,
}

impl Replica {
    /// Applies the next entry of the journal.
    pub fn apply(&mut self, number: u32, entry: &Entry) {
        let is_first = !mem::replace(&mut self.has_begun, true);
        let begins_late = is_first && number > FIRST_ENTRY;
        let fits = self.ledger.apply(entry).is_ok();
        self.is_partial |= begins_late || !fits;
        if !fits {
            return;
        }
        match entry {
            Entry::Round(Event::PlaceYourBets) => {
                self.dealer.clear();
                self.community.clear();
            }
            Entry::Round(Event::Dealer(cards)) => self.dealer = cards.to_vec(),
            Entry::Round(Event::Community(cards)) => self.community.extend(cards),
            _ => {}
        }
    }

    /// Returns true if entries are missing: the journal is a ring, and overwritten entries cannot be followed any more.
    pub fn is_partial(&self) -> bool {
        self.is_partial
    }

    /// The ledger.
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// The table, once it has been configured.
    pub fn table(&self) -> Option<&Table> {
        self.ledger.table()
    }

    /// The seats whose sensors are faulty.
    pub fn faulty_seats(&self) -> SeatSet {
        let faults = self.ledger.faults();
        let is_faulty = |seat: &Seat| faults.contains(&Fault::Seat(*seat));
        Seat::ALL.into_iter().filter(is_faulty).collect()
    }

    /// Where the round is.
    pub fn phase(&self) -> Phase {
        self.ledger.phase()
    }

    /// Cards lie on the table until they are collected, when a round is paid or void.
    fn cards_lie(&self) -> bool {
        matches!(self.phase(), Phase::Playing | Phase::Settled)
    }

    /// The dealer's cards.
    pub fn dealer(&self) -> &[Card] {
        if self.cards_lie() { &self.dealer } else { &[] }
    }

    /// The community cards.
    pub fn community(&self) -> &[Card] {
        if self.cards_lie() {
            &self.community
        } else {
            &[]
        }
    }

    /// The cards of a seat.
    pub fn hand(&self, seat: Seat) -> Vec<Card> {
        if !self.cards_lie() {
            return Vec::new();
        }
        let record = self.table().map(|table| table.round().seats().get(seat));
        let set = record.and_then(|record| record.as_ref().map(|record| record.cards.set()));
        set.unwrap_or(CardSet::EMPTY).into_iter().collect()
    }

    /// Every card that lies on the table.
    pub fn cards_out(&self) -> CardSet {
        let shared = self.dealer().iter().chain(self.community()).copied();
        let hands = Seat::ALL.into_iter().flat_map(|seat| self.hand(seat));
        shared.chain(hands).fold(CardSet::EMPTY, |mut set, card| {
            // The ledger has none twice.
            let _ = set.insert(card);
            set
        })
    }

    /// The controller's answer to an event now. Bets that are not locked yet are not known here.
    pub fn would_accept(&self, event: &Event) -> Result<(), LedgerRefusal> {
        self.ledger.propose(event).map(drop)
    }

    /// The same with another event before it.
    pub fn would_accept_after(&self, before: &Event, event: &Event) -> Result<(), LedgerRefusal> {
        self.after(before)?.0.propose(event).map(drop)
    }

    /// The transition that an event would make now.
    pub fn would_become(&self, event: &Event) -> Result<Transition, LedgerRefusal> {
        self.after(event).map(|(_, transition)| transition)
    }

    /// A copy of the ledger after an event.
    fn after(&self, event: &Event) -> Result<(Ledger, Transition), LedgerRefusal> {
        let entry = self.ledger.propose(event)?;
        let mut ledger = self.ledger.clone();
        match entry.map(|entry| ledger.apply(&entry)) {
            None => Ok((ledger, Transition::Noted)),
            Some(Ok(transition)) => Ok((ledger, transition)),
            Some(Err(_)) => Err(LedgerRefusal::NotAnEntry),
        }
    }
}
