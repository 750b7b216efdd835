//! The round in play as a list of plain fields, and the questions that everything else asks about it.

use super::document::Document;
use super::words::{Card, Decision, PlayerHold, Wager};

/// Seats of the largest layout.
pub const SEATS: usize = 7;

/// Where a round is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "named as in the controller's description")]
pub enum Phase {
    Idle,
    Open,
    Playing,
    Settled,
    Paid,
    Void,
}

/// The restriction of rounds after a fault of the device (RWS6 5.17.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "named as in the document")]
pub enum Restriction {
    None,
    Undecided,
    Closed,
    Blocked([bool; SEATS]),
    WithoutProgressive,
}

/// The wagers and cards of a seat, and the decisions of its player.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs, reason = "named as in the documents")]
pub struct Seated {
    pub player: u8,
    pub ante: u64,
    pub bonus: u64,
    pub pair_plus: u64,
    pub flop: u64,
    pub turn: u64,
    pub river: u64,
    pub play: u64,
    pub units: u8,
    pub cards: Vec<Card>,
    pub decision: Decision,
    pub exposed: bool,
    /// The community cards that lay open when its player was absent: a check at that decision only (THB6 5.11).
    pub checked_at: Option<usize>,
    /// Invalidated or withdrawn: everything goes back.
    pub returned: bool,
    /// Its player had a wager under the minimum settled before (THB6 5.13).
    pub under_before: bool,
}

impl Seated {
    /// A seat with nothing on it.
    pub fn new(player: u8) -> Seated {
        Seated {
            player,
            ante: 0,
            bonus: 0,
            pair_plus: 0,
            flop: 0,
            turn: 0,
            river: 0,
            play: 0,
            units: 0,
            cards: Vec::new(),
            decision: Decision::Play,
            exposed: true,
            checked_at: None,
            returned: false,
            under_before: false,
        }
    }

    /// A hand is dealt here.
    pub fn has_hand(&self) -> bool {
        self.ante + self.pair_plus > 0
    }

    /// Anything has been bet here.
    pub fn has_bet(&self) -> bool {
        self.has_hand() || self.bonus > 0 || self.units > 0
    }

    /// The units that count: what is over the maximum goes back (MBS 5.14, RWS6 5.1.1).
    pub fn counted_units(&self, document: &Document) -> u8 {
        self.units.min(document.units_max)
    }

    /// The stake on an area.
    pub fn area(&mut self, wager: Wager) -> &mut u64 {
        match wager {
            Wager::Ante => &mut self.ante,
            Wager::Bonus => &mut self.bonus,
            Wager::Flop => &mut self.flop,
            Wager::Turn => &mut self.turn,
            Wager::River => &mut self.river,
            Wager::Play => &mut self.play,
            Wager::PairPlus => &mut self.pair_plus,
            Wager::AnteBonus | Wager::Progressive => unreachable!("no area of its own"),
        }
    }

    /// The wager with which it played on.
    pub fn first_raise(&self) -> u64 {
        self.flop + self.play
    }
}

/// A round.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs, reason = "named as what they hold")]
pub struct Round {
    pub phase: Phase,
    pub number: u32,
    pub players: [u8; SEATS],
    pub seats: [Option<Seated>; SEATS],
    pub dealer: Vec<Card>,
    pub community: Vec<Card>,
    /// Bets have been locked: until then no entry holds them.
    pub was_locked: bool,
    /// In the order of viewing.
    pub viewed: Vec<usize>,
    /// The seats whose players may still withdraw; true where that is at all seats of the player at once (THB6 5.16.1).
    pub asked: [Option<bool>; SEATS],
    pub manager_decides: bool,
    pub restriction: Restriction,
    pub next: Restriction,
    /// Players with a wager under the minimum so far, the last fourteen.
    pub under_minimum: Vec<u8>,
    /// Players who are barred or held to one seat.
    pub held: Vec<(u8, PlayerHold)>,
    /// A hand was invalidated for its number of cards: the house may permit others to withdraw (THB6 5.7.1).
    pub had_wrong_count: bool,
}

impl Round {
    /// No round has been opened.
    pub fn new() -> Round {
        Round {
            phase: Phase::Idle,
            number: 0,
            players: [1, 2, 3, 4, 5, 6, 7],
            seats: Default::default(),
            dealer: Vec::new(),
            community: Vec::new(),
            was_locked: false,
            viewed: Vec::new(),
            asked: [None; SEATS],
            manager_decides: false,
            restriction: Restriction::None,
            next: Restriction::None,
            under_minimum: Vec::new(),
            held: Vec::new(),
            had_wrong_count: false,
        }
    }

    /// The same table without a round: what outlives rounds is kept.
    pub fn cleared(&self) -> Round {
        Round {
            number: self.number,
            players: self.players,
            next: self.next,
            under_minimum: self.under_minimum.clone(),
            held: self.held.clone(),
            ..Round::new()
        }
    }

    /// No round is going on.
    pub fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Idle | Phase::Paid | Phase::Void)
    }

    /// Somebody has been asked something and has not answered.
    pub fn is_waiting(&self) -> bool {
        self.manager_decides || self.asked.iter().any(Option::is_some)
    }

    /// A player has seen cards: looked, decided, or the flop is open.
    pub fn cards_seen(&self) -> bool {
        let decided = |seat: &Seated| seat.decision == Decision::Fold || seat.first_raise() > 0;
        !self.viewed.is_empty()
            || !self.community.is_empty()
            || self.seats.iter().flatten().any(decided)
    }

    /// A hand goes back as a whole: invalidated, withdrawn, or its player was absent without having played
    /// on (THB6 5.11, TCP5 5.11: Pair Plus alone has nothing to decide).
    pub fn goes_back(seat: &Seated, document: &Document) -> bool {
        let pair_plus_alone = seat.ante == 0 && seat.pair_plus > 0;
        let absent = document.mbs
            && seat.decision == Decision::Absent
            && seat.first_raise() == 0
            && !pair_plus_alone;
        seat.returned || absent
    }

    /// The seats on which a hand is played.
    pub fn in_round(&self, document: &Document) -> Vec<usize> {
        self.seats_where(|seat| seat.has_hand() && !Round::goes_back(seat, document))
    }

    /// The seats that still have to play on or to fold.
    pub fn undecided(&self) -> Vec<usize> {
        self.seats_where(|seat| {
            seat.ante > 0
                && !seat.returned
                && seat.decision == Decision::Play
                && seat.first_raise() == 0
        })
    }

    /// The seats of which this holds.
    pub fn seats_where(&self, holds: impl Fn(&Seated) -> bool) -> Vec<usize> {
        let seats = self.seats.iter().enumerate();
        let such = seats.filter(|(_, seat)| seat.as_ref().is_some_and(&holds));
        such.map(|(index, _)| index).collect()
    }

    /// Everything lies open that settlement looks at.
    pub fn cards_are_complete(&self, document: &Document) -> bool {
        let community = if document.three_card { 0 } else { 5 };
        let missing = |seat: &Seated| seat.cards.is_empty() && cards_matter(seat, document);
        self.dealer.len() == document.hand()
            && self.community.len() == community
            && self.seats_where(missing).is_empty()
    }
}

impl Default for Round {
    fn default() -> Round {
        Round::new()
    }
}

/// Cards do not matter where the hand is not exposed or goes back, nor those of a folded hand unless something
/// outlives the fold: its award, others' envy, Pair Plus.
fn cards_matter(seat: &Seated, document: &Document) -> bool {
    if !seat.has_hand() || !seat.exposed || Round::goes_back(seat, document) {
        return false;
    }
    let folded = match seat.decision {
        Decision::Play => false,
        Decision::Fold => true,
        Decision::Absent => !document.mbs,
    };
    let outlives = document.fold_keeps_awards && (seat.units > 0 || document.three_card);
    !folded || outlives || seat.pair_plus > 0
}
