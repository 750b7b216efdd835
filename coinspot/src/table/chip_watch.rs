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
    /// The paragraph; empty where no document speaks of it.
    rule: String,
    remedy: Option<OfferedStep>,
}

impl NoBet {
    /// For the seat.
    pub fn note(&self) -> String {
        self.line("no bet")
    }

    /// For the settlement.
    pub fn settled(&self) -> String {
        self.line("no bet, goes back")
    }

    /// The click that mends it.
    pub fn remedy(&self) -> Option<OfferedStep> {
        self.remedy.clone()
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
        let is_lit = |seat: &Seat| lit >> (5 * u32::from(seat.index())) & 0b1_1111 != 0;
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
        let (cause, rule, remedy) = self.cause(play, seat)?;
        Some(NoBet {
            chips,
            cause,
            rule,
            remedy,
        })
    }

    fn cause(&self, play: &TablePlay, seat: Seat) -> Option<(String, String, Option<OfferedStep>)> {
        let rules = play.rules()?;
        let answer = self.answers.get(seat).as_ref()?;
        let sensors = [Fault::Chain, Fault::Seat(seat)];
        let broken = sensors.into_iter().find(|fault| play.has_fault(*fault));
        let silent = [Fault::Sign, Fault::Console].into_iter();
        let silent = silent.into_iter().find(|fault| play.has_fault(*fault));
        Some(match (answer, broken, silent) {
            (Err(refusal), _, _) => refused(seat, refusal),
            (Ok(_), Some(fault), _) => {
                let cause = format!("not read: {}", words::fault(fault));
                (cause, String::new(), mending(play, fault))
            }
            _ if play.chips.before_opening.contains(seat) => (
                "there before the opening".into(),
                rules.cite(rules.paragraphs.bets_open).to_string(),
                Some(put_down_again(SeatSet::from_iter([seat]))),
            ),
            (Ok(_), _, Some(fault)) if play.chips.in_silence.contains(seat) => {
                let cause = format!("moved without {}", words::fault(fault));
                (cause, LINKS_NEEDED.into(), mending(play, fault))
            }
            (Ok(Transition::Warned(refusal)), _, _) => {
                refused(seat, &LedgerRefusal::Rules(*refusal))
            }
            _ => return None,
        })
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
        let locked = play.units_locked(seat);
        let at_close = play.chips.at_close.get(seat).as_ref();
        let count = at_close.map_or(locked, |no_bet| no_bet.chips);
        let text = format!(
            "{} locked, {} there: {} ({})",
            words::chips(locked),
            play.spots.seats.get(seat).chips,
            refusal.reason,
            refusal.rule
        );
        Some((text, step("Put back", Ask::Chips { seat, count })))
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

/// A refusal of the rules, and the click that answers it.
fn refused(seat: Seat, refusal: &LedgerRefusal) -> (String, String, Option<OfferedStep>) {
    let take_back = || step("Take back", Ask::Chips { seat, count: 0 });
    let LedgerRefusal::Rules(Refusal { reason, rule, .. }) = refusal else {
        return (refusal.to_string(), String::new(), Some(take_back()));
    };
    let remedy = match reason {
        Reason::BaseMissing => step(
            "Place the Ante",
            Ask::Ante {
                seat,
                on: true,
                amount: None,
            },
        ),
        Reason::TooManyUnits { most, .. } => {
            step("Take the excess back", Ask::Chips { seat, count: *most })
        }
        _ => take_back(),
    };
    (reason.to_string(), rule.to_string(), Some(remedy))
}

/// Lifts the chips of these seats and puts them down again: then they are a bet of this round.
pub fn put_down_again(seats: SeatSet) -> OfferedStep {
    let seats = seats.iter().collect();
    step("Lift and put down again", Ask::PutDownAgain { seats })
}

/// The click that ends the trouble behind a fault, where the page has begun it.
pub fn mending(play: &TablePlay, fault: Fault) -> Option<OfferedStep> {
    let troubles: &[TableTrouble] = match fault {
        Fault::Seat(_) => &[TableTrouble::StrayLight, TableTrouble::StuckGate],
        Fault::Chain => &[TableTrouble::BrokenChain],
        Fault::Sign => &[TableTrouble::SignCable],
        Fault::Console => &[TableTrouble::ConsoleNoise],
        Fault::Journal | Fault::Image => &[],
    };
    let is_behind = |trouble: &TableTrouble| {
        let seat = play.troubles.seat(*trouble);
        play.troubles.is_active(*trouble) && seat.is_none_or(|seat| fault == Fault::Seat(seat))
    };
    let name = troubles.iter().copied().find(is_behind)?;
    Some(step(name.labels().1, Ask::Trouble { name, on: false }))
}

fn step(label: &str, ask: Ask) -> OfferedStep {
    OfferedStep::free(label, ask)
}
