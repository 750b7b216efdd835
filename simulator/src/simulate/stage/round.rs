//! The round by itself, under the terms of a house.

use oracle::table::{Account, Bet as ExpectedBet, Reference, SEATS, Verdict, words};
use shared_rules::games::{FixedAwards, Game, RuleReadings};
use shared_rules::jackpot::{Jackpot, JackpotTerms};
use shared_rules::ledger::Configuration;
use shared_rules::money::Cents;
use shared_rules::refusal::Refusal;
use shared_rules::round::{Bet, Event, Round, Transition};
use shared_rules::seats::Seat;
use shared_rules::settle::Settlement;
use shared_rules::wagers::Terms;
use shared_rules::wire::message::Command;

use super::{EventStage, digest};
use crate::simulate::check::{Difference, agree, worths_agree};
use crate::simulate::translate::{self, Word};

/// A round, once there are terms to play it under.
#[derive(Debug, Default)]
pub struct RoundStage {
    /// The round.
    pub round: Option<Round>,
    /// The events that it was told, with its answers, since somebody took them last.
    pub answers: Vec<(Event, Result<Transition, Refusal>)>,
    /// The house's configuration, as it was set last.
    set: Option<Configuration>,
}

impl EventStage for RoundStage {
    const HAS_MEMORY: bool = false;

    fn event(&mut self, event: &Event, verdict: Verdict) -> Result<bool, Difference> {
        // Seats in use and awards are the ledger's.
        let (Some(round), false) = (&mut self.round, verdict == Verdict::RefusedByLedger) else {
            return Ok(false);
        };
        let before = digest(round);
        let got = round.step(event);
        if got.is_err() {
            let what = format!("the round after {event:?} was refused");
            agree(&what, &before, &digest(round))?;
        }
        self.answers.push((event.clone(), got));
        Ok(got.is_ok())
    }

    fn house(&mut self, command: &Command, is_taken: bool) -> bool {
        if let (Command::Configure(house), true) = (command, is_taken) {
            self.set = Some(*house);
            self.renew(house.terms());
        }
        is_taken
    }

    fn holds(&mut self, house: &words::House) {
        let fixed_awards = match house.readings.meter_pays_fixed_awards {
            true => FixedAwards::Meter,
            false => FixedAwards::House,
        };
        let set = self.set.map(|set| Configuration {
            game: Game::from_oracle(&house.game),
            unit: Cents::from_oracle(&house.unit),
            readings: RuleReadings {
                fixed_awards,
                ..set.readings
            },
            ..set
        });
        let terms = set.map(|set| set.terms());
        let parameters = |of: &Terms| (of.rules.key, of.unit, of.readings.fixed_awards);
        let is_new = |terms: &Terms| {
            let now = self.round.as_ref().map(Round::terms);
            now.is_none_or(|now| parameters(now) != parameters(terms))
        };
        if let Some(terms) = terms.filter(is_new) {
            self.renew(terms);
        }
    }

    fn power_cut(&mut self) {}

    fn agrees_with(&self, reference: &Reference) -> Result<(), Difference> {
        let Some(round) = &self.round else {
            return Ok(());
        };
        round_agrees(round, &reference.account)?;
        let money = reference.account.money.as_ref();
        let expected = money.and_then(|money| money.worth.as_ref());
        let (shown, reset) = money.map_or((0, 0), |money| (money.settled_at, money.begins_at));
        let settlement = self.settlement(shown, reset);
        let got = settlement.as_ref().map(translate::worth);
        worths_agree(expected, got.as_ref())
    }
}

impl RoundStage {
    fn renew(&mut self, terms: Terms) {
        let renewed = self.round.as_ref().map(|round| round.renewed(terms));
        self.round = Some(renewed.unwrap_or_else(|| Round::new(terms)));
    }

    /// The settlement of the round, if there is one, at a meter that shows so many cents, and when all of it was won,
    /// so many.
    pub fn settlement(&self, shown: u64, reset: u64) -> Option<Settlement> {
        let terms = JackpotTerms {
            reset: Cents::new(reset),
            limit: None,
            ..self.set?.jackpot
        };
        let jackpot = Jackpot::new(terms, Cents::new(shown));
        let jackpot = jackpot.expect("a meter that fits");
        self.round.as_ref()?.settlement(&jackpot).ok()
    }
}

/// Holds a round against the reference's: phase, number, questions, bets.
pub fn round_agrees(round: &Round, account: &Account) -> Result<(), Difference> {
    let expected = &account.round;
    agree(
        "the phase",
        &expected.phase,
        &translate::phase(round.phase()),
    )?;
    agree("the number", &expected.number, &round.number())?;
    let asked = (0..SEATS).filter(|seat| expected.asked[*seat].is_some());
    agree(
        "the seats that are asked",
        &asked.collect(),
        &round.asked().to_oracle(),
    )?;
    agree(
        "an answer is waited for",
        &expected.is_waiting(),
        &round.is_waiting(),
    )?;
    let Some(document) = account.document() else {
        return Ok(());
    };
    let bets = (0..SEATS).map(|seat| expected.bet(seat, &document));
    let got = Seat::ALL.map(|seat| bet(round.bet(seat)));
    agree("the bets", &bets.collect(), &got.to_vec())
}

fn bet(from: Bet) -> ExpectedBet {
    match from {
        Bet::None => ExpectedBet::None,
        Bet::Acceptable(units) => ExpectedBet::Acceptable(units),
        Bet::NotAcceptable(units, _) => ExpectedBet::NotAcceptable(units),
        Bet::Locked(units) => ExpectedBet::Locked(units),
    }
}
