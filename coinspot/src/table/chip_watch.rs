//! Chips on the felt that are no bet: the reason, and the click that mends it.
//!
//! The ledger answers for the rules. It does not know of chips that lay on a spot when betting opened, or that were
//! moved while a link was down: of those this module keeps what a bystander sees.

use shared_rules::ledger::{Fault, Ledger, LedgerRefusal};
use shared_rules::refusal::{Reason, Refusal};
use shared_rules::round::{Event, Phase, Transition};
use shared_rules::seats::{Seat, SeatMap, SeatSet};

use super::ask::Ask;
use super::play::TablePlay;
use super::spots::Spots;
use super::steps::OfferedStep;
use super::troubles::TableTrouble;
use super::words;

/// Without its links the table accepts no bets.
pub const LINKS_NEEDED: &str = "9 NYCRR 5321.18(c)";

/// Chips that are no bet.
#[derive(Clone, PartialEq, Debug)]
pub struct NoBet {
    /// The chips on the spot.
    pub chips: u8,
    cause: String,
    outcome: &'static str,
    /// The paragraph; empty where no document speaks of it.
    rule: String,
    /// The click that mends it.
    pub remedy: Option<OfferedStep>,
}

impl NoBet {
    fn new(chips: u8, cause: String, rule: &str, remedy: Option<OfferedStep>) -> NoBet {
        NoBet {
            chips,
            cause,
            outcome: "no bet",
            rule: rule.to_owned(),
            remedy,
        }
    }

    /// A refusal of the rules, and the click that answers it.
    fn refused(seat: Seat, chips: u8, refusal: &LedgerRefusal) -> NoBet {
        let take_back = OfferedStep::free("Take back", Ask::Chips { seat, count: 0 });
        let LedgerRefusal::Rules(Refusal { reason, rule, .. }) = refusal else {
            return NoBet::new(chips, refusal.to_string(), "", Some(take_back));
        };
        let (on, amount) = (true, None);
        let ante = Ask::Ante { seat, on, amount };
        let (outcome, remedy) = match *reason {
            Reason::BaseMissing => ("no bet", OfferedStep::free("Place the Ante", ante)),
            Reason::TooManyUnits { most: count, .. } => (
                "the excess goes back",
                OfferedStep::free("Take the excess back", Ask::Chips { seat, count }),
            ),
            _ => ("no bet", take_back),
        };
        NoBet {
            outcome,
            ..NoBet::new(chips, reason.to_string(), &rule.to_string(), Some(remedy))
        }
    }

    /// For the seat.
    pub fn note(&self) -> String {
        self.line(self.outcome)
    }

    /// For the settlement.
    pub fn settled(&self) -> String {
        self.line("no bet, goes back")
    }

    fn line(&self, outcome: &str) -> String {
        let chips = words::chips(self.chips);
        let text = format!("{chips}, {}: {outcome}", self.cause);
        words::cited(&text, &self.rule)
    }
}

/// The bystander's memory of the spots.
#[derive(Clone, Debug, Default)]
pub struct ChipWatch {
    /// Spots with chips when betting opened, until a bet lamp tells that the controller has seen them empty since.
    before_opening: SeatSet,
    /// Spots whose chips were moved while a link was down.
    in_silence: SeatSet,
    /// Chips that were no bet at the close.
    at_close: SeatMap<Option<NoBet>>,
}

impl ChipWatch {
    /// Betting opens.
    pub fn open(&mut self, spots: &Spots) {
        let has_chips = |seat: &Seat| spots.seats.get(*seat).chips > 0;
        *self = ChipWatch {
            before_opening: Seat::ALL.into_iter().filter(has_chips).collect(),
            ..ChipWatch::default()
        };
    }

    /// Betting is closed, with these chips that are no bet.
    pub fn close(&mut self, at_close: SeatMap<Option<NoBet>>) {
        self.at_close = at_close;
    }

    /// Chips are moved while a link is down.
    pub fn moved_in_silence(&mut self, seat: Seat) {
        self.in_silence.insert(seat);
    }

    /// Both links are up: the controller looks at the spots again.
    pub fn links_are_up(&mut self) {
        self.in_silence = SeatSet::EMPTY;
    }

    /// Looks at the bet lamps: a spot with a lamp is counted again. True if that is news.
    pub fn see_lamps(&mut self, lit: u64) -> bool {
        let before = self.before_opening;
        let is_lit = |seat: &Seat| lit >> (1 + 5 * u32::from(seat.index())) & 0b1_1111 != 0;
        let counted = before.iter().filter(is_lit).collect();
        self.before_opening = before.without(counted);
        self.before_opening != before
    }

    /// The chips of a seat that were no bet at the close.
    pub fn no_bet_at_close(&self, seat: Seat) -> Option<&NoBet> {
        self.at_close.get(seat).as_ref()
    }
}

/// The ledger with everything that lies on the felt, and its answers to the chips.
#[derive(Debug)]
pub struct FeltBets {
    /// With the bets, which are no entries until they are locked.
    pub ledger: Ledger,
    answers: SeatMap<Option<Result<Transition, LedgerRefusal>>>,
}

impl FeltBets {
    /// As the felt is now.
    pub fn of(play: &TablePlay) -> FeltBets {
        let mut ledger = play.replica.ledger().clone();
        let mut answers = SeatMap::default();
        if let Some(terms) = play.terms().filter(|_| play.engine().has_felt()) {
            if ledger.phase() == Phase::BetsOpen {
                for stake in play.spots.stakes(terms) {
                    // A refused stake is not on the table, and the lamps say so.
                    let _ = ledger.bet(&stake);
                }
            }
            for seat in terms.seats.iter() {
                let chips = Event::Chips(seat, play.spots.seats.get(seat).chips);
                *answers.get_mut(seat) = Some(ledger.bet(&chips));
            }
        }
        FeltBets { ledger, answers }
    }

    /// The chips of a seat that are no bet.
    pub fn no_bet(&self, play: &TablePlay, seat: Seat) -> Option<NoBet> {
        let chips = play.spots.seats.get(seat).chips;
        if chips == 0 || !play.engine().has_felt() {
            return None;
        }
        if matches!(self.ledger.phase(), Phase::Playing | Phase::Settled) {
            let at_close = play.chips.at_close.get(seat).clone();
            return at_close.filter(|no_bet| no_bet.chips == chips);
        }
        let rules = play.rules()?;
        let answer = self.answers.get(seat).as_ref()?;
        let standing =
            |faults: &[Fault]| faults.iter().copied().find(|fault| play.has_fault(*fault));
        let unread = standing(&[Fault::Chain, Fault::Seat(seat)]);
        let silent = standing(&[Fault::Sign, Fault::Console, Fault::Pool]);
        let broken = |cause, rule, fault| NoBet::new(chips, cause, rule, mending(play, fault));
        match (answer, unread, silent) {
            (Err(refusal), _, _) => Some(NoBet::refused(seat, chips, refusal)),
            (Ok(_), Some(fault), _) => {
                let cause = format!("not read: {}", words::fault(fault));
                Some(broken(cause, "", fault))
            }
            _ if play.chips.before_opening.contains(seat) => {
                let rule = rules.cite(rules.paragraphs.bets_open).to_string();
                let remedy = put_down_again(SeatSet::from_iter([seat]));
                let cause = "there before the opening".to_owned();
                Some(NoBet::new(chips, cause, &rule, Some(remedy)))
            }
            (Ok(_), _, Some(fault)) if play.chips.in_silence.contains(seat) => {
                let cause = format!("moved without {}", words::fault(fault));
                Some(broken(cause, LINKS_NEEDED, fault))
            }
            (Ok(Transition::Warned(refusal)), _, _) => {
                let refusal = LedgerRefusal::Rules(*refusal);
                Some(NoBet::refused(seat, chips, &refusal))
            }
            _ => None,
        }
    }

    /// Chips that were moved after the close, with the paragraph and the click that puts them back.
    pub fn moved(&self, play: &TablePlay, seat: Seat) -> Option<(String, OfferedStep)> {
        if !matches!(self.ledger.phase(), Phase::Playing | Phase::Settled)
            || self.no_bet(play, seat).is_some()
        {
            return None;
        }
        let Some(Err(LedgerRefusal::Rules(refusal))) = self.answers.get(seat) else {
            return None;
        };
        let chips = play.spots.seats.get(seat).chips;
        let at_close = play.chips.at_close.get(seat).as_ref();
        let count = at_close.map_or(play.units_locked(seat), |no_bet| no_bet.chips);
        // Chips that are not at stake may be taken at any time.
        if (play.units_at_stake(seat)..=count).contains(&chips) {
            return None;
        }
        let text = format!(
            "{} locked, {chips} there: {} ({})",
            words::chips(play.units_counted(seat)),
            refusal.reason,
            refusal.rule
        );
        let put_back = Ask::Chips { seat, count };
        Some((text, OfferedStep::free("Put back", put_back)))
    }

    /// The seats whose chips lay there before the opening.
    pub fn before_opening(&self, play: &TablePlay) -> SeatSet {
        let is_so = |seat: &Seat| play.spots.seats.get(*seat).chips > 0;
        let seats = play.chips.before_opening.iter().filter(is_so);
        match self.ledger.phase() {
            Phase::BetsOpen => seats.collect(),
            _ => SeatSet::EMPTY,
        }
    }
}

/// Lifts the chips of these seats and puts them down again: then they are a bet of this round.
pub fn put_down_again(seats: SeatSet) -> OfferedStep {
    let seats = seats.iter().collect();
    OfferedStep::free("Lift and put down again", Ask::PutDownAgain { seats })
}

/// The click that ends the trouble behind a fault, where the page has begun it.
pub fn mending(play: &TablePlay, fault: Fault) -> Option<OfferedStep> {
    let troubles: &[TableTrouble] = match fault {
        Fault::Seat(_) => &[TableTrouble::StrayLight, TableTrouble::StuckGate],
        Fault::Chain => &[TableTrouble::BrokenChain],
        Fault::Sign => &[TableTrouble::SignCable],
        Fault::Console => &[TableTrouble::ConsoleNoise],
        Fault::Pool => &[TableTrouble::PoolLink],
        Fault::Journal | Fault::Image => &[],
    };
    let is_behind = |trouble: &TableTrouble| {
        let seat = play.troubles.seat(*trouble);
        play.troubles.is_active(*trouble) && seat.is_none_or(|seat| fault == Fault::Seat(seat))
    };
    let name = troubles.iter().copied().find(is_behind)?;
    let mend = Ask::Trouble { name, on: false };
    Some(OfferedStep::free(name.labels().1, mend))
}
