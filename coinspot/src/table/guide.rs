//! The guide through a round: one step at a time, from the cards to a paid royal flush. It is worked out anew from what
//! lies on the felt and from what the ledger would accept, so it follows whatever else somebody does.

use serde::Serialize;
use shared_rules::cards::{Card, Rank, Suit};
use shared_rules::evaluate::Category;
use shared_rules::ledger::Table;
use shared_rules::money::Cents;
use shared_rules::round::{Event, Phase, Transition};
use shared_rules::seats::Seat;
use shared_rules::settle::Payment;

use super::ask::{Ask, CardPlace, PressKey};
use super::chip_watch::FeltBets;
use super::hand_names::category;
use super::play::TablePlay;
use super::status::{StatusAlert, StatusLine};
use super::steps::{self, OfferedStep};
use super::troubles::TableTrouble;
use super::{stage, words};
use crate::money::{money, words as spaced};

/// The flop completes the royal flush, so that it also wins where only hand and flop count.
const FLOP: u8 = 3;

const WAIT: &str = "Wait for the table";

/// A step of the guide.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GuideStep {
    /// Its place in the round, from 1; none for what is not part of every round.
    pub place: Option<u8>,
    /// The places of the round.
    pub of: u8,
    /// The action, in a few words.
    pub title: String,
    /// The reason, in one sentence.
    pub why: String,
    /// The control that does it.
    pub control: Control,
    /// The seat of that control.
    pub seat: Option<u8>,
    /// The guide's own button, if it is the control.
    pub asks: Vec<Ask>,
}

/// A control of the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "named as on the page")]
pub enum Control {
    /// Nothing can be done but wait.
    None,
    /// The guide's own button.
    Own,
    PlaceYourBets,
    NoMoreBets,
    Ante,
    Coin,
    /// The first button of a seat.
    SeatStep,
    /// The first of the dealer's steps that the ledger accepts.
    DealerStep,
    /// The first remedy in the status line.
    Remedy,
    /// The trouble that has cut the power.
    PowerCut,
    Supervisor,
    Configure,
    Confirm,
}

/// The steps of a round, in their order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Pick = 1,
    Open,
    Ante,
    Chip,
    Close,
    Deal,
    Decide,
    Board,
    Settle,
    Key,
    Confirm,
    KeyBack,
    Pay,
}

/// The guide's next step. A table with a felt of its own is not guided: its chips lie elsewhere.
pub fn next(play: &TablePlay, bets: &FeltBets, status: &StatusLine) -> Option<GuideStep> {
    if !play.engine().has_felt() {
        return None;
    }
    let guide = Guide {
        play,
        bets,
        seat: seat(play),
    };
    Some(guide.trouble(status).unwrap_or_else(|| guide.of_round()))
}

/// The seat that is guided: one that plays or bets already, or one that cards are picked for.
fn seat(play: &TablePlay) -> Seat {
    let first = |is_it: &dyn Fn(Seat) -> bool| Seat::ALL.into_iter().find(|seat| is_it(*seat));
    let spot = |seat: Seat| play.spots.seats.get(seat);
    first(&|seat| play.units_at_stake(seat) > 0)
        .or_else(|| first(&|seat| spot(seat).chips > 0))
        .or_else(|| first(&|seat| !spot(seat).ante.is_zero()))
        .or_else(|| first(&|seat| play.shoe.picked(CardPlace::Seat(seat), 0).is_some()))
        .unwrap_or(play.spots.touched)
}

/// The cards of a royal flush of spades, the highest first.
fn royal_cards() -> impl Iterator<Item = Card> {
    let ranks = Rank::ALL.into_iter().rev().take(5);
    ranks.map(|rank| Card::new(rank, Suit::Spades))
}

struct Guide<'a> {
    play: &'a TablePlay,
    bets: &'a FeltBets,
    seat: Seat,
}

impl Guide<'_> {
    /// Anything that stands in the way comes first.
    fn trouble(&self, status: &StatusLine) -> Option<GuideStep> {
        let play = self.play;
        if play.troubles.is_active(TableTrouble::PowerCut) {
            let title = TableTrouble::PowerCut.labels().1;
            return Some(self.aside(title, &status.waits, Control::PowerCut));
        }
        if play.engine().failure().is_some()
            || play.halted.is_some()
            || !play.engine().is_powered()
            || !play.engine().is_linked()
        {
            return Some(self.aside(WAIT, &status.waits, Control::None));
        }
        if play.replica.table().is_none() {
            return Some(match play.spots.supervisor {
                false => self.aside("Turn the key switch", &status.waits, Control::Supervisor),
                true => self.aside("Configure a game", &status.waits, Control::Configure),
            });
        }
        let mends = |alert: &&StatusAlert| alert.remedy.is_some();
        let alert = status.alerts.iter().find(mends)?;
        let title = alert.remedy.as_ref().map_or("", |step| &step.label);
        Some(self.aside(title, &alert.text, Control::Remedy))
    }

    fn of_round(&self) -> GuideStep {
        let replica = &self.play.replica;
        if stage::ruling_waits(replica).is_some() {
            return self.dealer(None, "The rules leave this to the shift manager");
        }
        let asked = replica.table().map(|table| table.round().asked());
        if let Some(seat) = asked.and_then(|seats| seats.iter().next()) {
            let why = stage::waits_for(replica);
            return GuideStep {
                seat: Some(seat.number()),
                ..self.aside("Play on", &why, Control::SeatStep)
            };
        }
        match replica.phase() {
            Phase::Idle | Phase::Paid | Phase::Void(_) => self.between_rounds(),
            Phase::BetsOpen => self.bets_open(),
            Phase::Playing => self.playing(),
            Phase::Settled => self.settled(),
        }
    }

    fn between_rounds(&self) -> GuideStep {
        let replica = &self.play.replica;
        if replica.phase() == Phase::Paid
            && let Some(royal) = self.royal_payment()
        {
            return self.done(&royal);
        }
        if replica.would_accept(&Event::PlaceYourBets).is_err() {
            return self.dealer(None, &stage::waits_for(replica));
        }
        let lies = |seat: Seat| self.play.spots.seats.get(seat).chips > 0;
        if Seat::ALL.into_iter().any(lies) {
            let rule = self.opening_rule();
            let why = format!("Chips that lie there before the opening are no bet{rule}.");
            return self.dealer(None, &why);
        }
        if let Some(pick) = self.pick() {
            return pick;
        }
        // A trouble that is over is mended in the table's own time.
        match steps::key_refusal(self.play, self.bets, PressKey::PlaceYourBets) {
            Some(why) => self.aside(WAIT, &why, Control::None),
            None => self.open(),
        }
    }

    fn open(&self) -> GuideStep {
        let rule = self.opening_rule();
        let why = format!(
            "The dealer opens the round: chips count as bets from now on, not before{rule}."
        );
        self.step(
            Place::Open,
            "Press Place your bets",
            &why,
            Control::PlaceYourBets,
        )
    }

    fn bets_open(&self) -> GuideStep {
        let play = self.play;
        if let Some(no_bet) = self.bets.no_bet(play, self.seat) {
            let why = no_bet.note();
            return match &no_bet.remedy {
                Some(remedy) => self.at_seat(Place::Chip, &remedy.label, &why, Control::SeatStep),
                // The trouble is over, and the table is about to see it.
                None => self.aside(WAIT, &why, Control::None),
            };
        }
        if let Some(pick) = self.pick() {
            return pick;
        }
        let number = self.seat.number();
        let spot = play.spots.seats.get(self.seat);
        if spot.ante.is_zero() && spot.side.is_zero() {
            let title = format!("Place the Ante of seat {number}");
            let why = match self.without_base() {
                Some(refusal) => format!("A chip alone is {refusal}: the Ante comes first."),
                None => "A seat takes part with its Ante.".into(),
            };
            return self.at_seat(Place::Ante, &title, &why, Control::Ante);
        }
        let takes_progressive = play
            .replica
            .table()
            .is_some_and(|table| table.round().takes_progressive());
        if spot.chips == 0 && takes_progressive {
            let title = format!("Put a chip on the coin spot of seat {number}");
            let unit = play.terms().map_or(Cents::ZERO, |terms| terms.unit);
            let why = format!(
                "This chip of {} is the bet on the jackpot: its lamp is lit once the controller counts it.",
                words::dollars(unit)
            );
            return self.at_seat(Place::Chip, &title, &why, Control::Coin);
        }
        let why = match self.bets.ledger.propose(&Event::NoMoreBets) {
            Ok(_) => "The bets are locked, and part of every chip goes onto the jackpot's meter.",
            Err(_) => "The dealer closes the bets once a hand takes part.",
        };
        self.step(Place::Close, "Press No more bets", why, Control::NoMoreBets)
    }

    fn playing(&self) -> GuideStep {
        let replica = &self.play.replica;
        if !stage::without_cards(replica).is_empty() {
            return self.pick().unwrap_or_else(|| {
                self.dealer(
                    Some(Place::Deal),
                    "Every seat with an Ante gets its hand: the picked cards where some were picked, random ones elsewhere.",
                )
            });
        }
        let next = self.next_step();
        match next.as_ref().map(|step| &step.ask) {
            Some(Ask::Tell { event: Event::Raise(..) }) => self.dealer(
                Some(Place::Decide),
                "Only a hand that plays on can win: each seat raises now or folds, and this raises for all at once.",
            ),
            Some(Ask::Deal) => self.dealer(
                Some(Place::Board),
                "These cards belong to every hand: with them the seats make their best five.",
            ),
            _ => self.dealer(
                Some(Place::Settle),
                "The dealer shows the hand, and every wager is settled with the paragraph that decides it.",
            ),
        }
    }

    fn settled(&self) -> GuideStep {
        let play = self.play;
        let waiting = play.replica.table().map_or(&[][..], Table::waiting);
        if let Some(award) = waiting.first() {
            let award = format!(
                "{} of seat {}, {}",
                spaced(award.award.name()),
                award.seat.number(),
                money(award.amount)
            );
            if !play.spots.supervisor {
                let why =
                    format!("The jackpot pays nothing without the supervisor: {award}, waits.");
                return self.step(Place::Key, "Turn the key switch", &why, Control::Supervisor);
            }
            let why = format!("The supervisor confirms each award by itself: {award}.");
            return self.step(Place::Confirm, "Press Confirm", &why, Control::Confirm);
        }
        if play.replica.would_accept(&Event::Paid).is_err() {
            return self.aside(
                "Wait for the pool",
                &stage::waits_for(&play.replica),
                Control::None,
            );
        }
        if play.spots.supervisor {
            let why = "While it is turned, rounds can be voided and games changed.";
            return self.step(
                Place::KeyBack,
                "Turn the key back",
                why,
                Control::Supervisor,
            );
        }
        self.dealer(
            Some(Place::Pay),
            "The dealer pays the winners, collects the rest and clears the felt: that ends the round.",
        )
    }

    fn done(&self, royal: &Payment) -> GuideStep {
        let title = format!("The {} is paid", spaced(royal.award.name()));
        let why = format!(
            "Seat {} has {} of the jackpot, and the round is over: play on as you like, the guide follows.",
            royal.seat.number(),
            money(royal.amount)
        );
        GuideStep {
            place: Some(self.places()),
            ..self.aside(&title, &why, Control::None)
        }
    }

    fn royal_payment(&self) -> Option<Payment> {
        let settlement = self.play.replica.table().and_then(Table::settlement)?;
        let is_royal = |payment: &&Payment| payment.award.name().contains("royal_flush");
        settlement.payments.iter().find(is_royal).copied()
    }

    /// Cards that win are picked as long as the seat has none; not if a royal flush is picked already.
    fn pick(&self) -> Option<GuideStep> {
        let size = stage::hand_size(&self.play.replica);
        let hand_is_there = !self.play.replica.hand(self.seat).is_empty();
        let out = self.play.replica.cards_out();
        let is_out = royal_cards().any(|card| out.contains(card));
        if hand_is_there || is_out || self.picked_category(size) == Some(Category::RoyalFlush) {
            return None;
        }
        let title = format!("Pick a royal flush for seat {}", self.seat.number());
        let why = "Royal flushes are rare: this lays the cards of one ready, and leaves the others to chance.";
        Some(GuideStep {
            asks: self.royal(size),
            ..self.at_seat(Place::Pick, &title, why, Control::Own)
        })
    }

    /// The places of the winning cards: the hand, and the flop where the game has one.
    fn royal_places(&self, hand_size: u8) -> impl Iterator<Item = (CardPlace, u8)> {
        let seat = CardPlace::Seat(self.seat);
        let board = stage::board_size(&self.play.replica).min(FLOP);
        let hand = (0..hand_size).map(move |index| (seat, index));
        hand.chain((0..board).map(|index| (CardPlace::Board, index)))
    }

    fn picked_category(&self, hand_size: u8) -> Option<Category> {
        let places = self.royal_places(hand_size);
        let picked = places.map(|(place, index)| self.play.shoe.picked(place, index));
        category(&picked.collect::<Option<Vec<Card>>>()?)
    }

    /// The picks that make a royal flush of spades, after those that would be in the way.
    fn royal(&self, hand_size: u8) -> Vec<Ask> {
        let picks: Vec<_> = self.royal_places(hand_size).zip(royal_cards()).collect();
        let is_in_the_way = |card: &Card| picks.iter().any(|(_, wanted)| wanted == card);
        let elsewhere = self
            .play
            .shoe
            .picks()
            .filter(|(_, card)| is_in_the_way(card));
        let left_to_chance = elsewhere.map(|((place, index), _)| Ask::Pick {
            place,
            index,
            card: None,
        });
        let picked = picks.iter().map(|((place, index), card)| Ask::Pick {
            place: *place,
            index: *index,
            card: Some(card.to_string()),
        });
        left_to_chance.chain(picked).collect()
    }

    /// The reason against a chip of a seat without its Ante.
    fn without_base(&self) -> Option<String> {
        let mut tried = self.bets.ledger.clone();
        match tried.bet(&Event::Chips(self.seat, 1)) {
            Ok(Transition::Warned(refusal)) => {
                Some(format!("{} ({})", refusal.reason, refusal.rule))
            }
            _ => None,
        }
    }

    /// The paragraph that opens the bets, in brackets.
    fn opening_rule(&self) -> String {
        let rules = self.play.rules();
        rules.map_or(String::new(), |rules| {
            format!(" ({})", rules.cite(rules.paragraphs.bets_open))
        })
    }

    fn next_step(&self) -> Option<OfferedStep> {
        let mut steps = steps::of_dealer(self.play).into_iter();
        steps.find(|step| step.refused.is_none())
    }

    fn dealer(&self, place: Option<Place>, why: &str) -> GuideStep {
        let Some(step) = self.next_step() else {
            return self.without_step(why);
        };
        let title = format!("Press {}", step.label);
        let step = self.aside(&title, why, Control::DealerStep);
        GuideStep {
            place: place.map(|place| self.number(place)),
            ..step
        }
    }

    /// The dealer can do nothing: the supervisor can, or everybody waits.
    fn without_step(&self, why: &str) -> GuideStep {
        let steps = steps::of_dealer(self.play);
        let needs_key = |step: &OfferedStep| step.refused.as_deref() == Some(words::KEY_NOT_TURNED);
        if steps.iter().any(needs_key) {
            return self.aside("Turn the key switch", why, Control::Supervisor);
        }
        let why = stage::waits_for(&self.play.replica);
        self.aside(WAIT, &why, Control::None)
    }

    fn at_seat(&self, place: Place, title: &str, why: &str, control: Control) -> GuideStep {
        GuideStep {
            seat: Some(self.seat.number()),
            ..self.step(place, title, why, control)
        }
    }

    fn step(&self, place: Place, title: &str, why: &str, control: Control) -> GuideStep {
        GuideStep {
            place: Some(self.number(place)),
            ..self.aside(title, why, control)
        }
    }

    fn aside(&self, title: &str, why: &str, control: Control) -> GuideStep {
        GuideStep {
            place: None,
            of: self.places(),
            title: title.to_owned(),
            why: why.to_owned(),
            control,
            seat: None,
            asks: Vec::new(),
        }
    }

    /// A game without community cards has a step less.
    fn number(&self, place: Place) -> u8 {
        let is_without = stage::board_size(&self.play.replica) == 0 && place > Place::Board;
        place as u8 - u8::from(is_without)
    }

    fn places(&self) -> u8 {
        self.number(Place::Pay)
    }
}
