//! A settlement as JSON.

use serde::ser::{Serialize, SerializeMap, SerializeSeq, SerializeStruct, Serializer};
use shared_rules::closed::ClosedRound;
use shared_rules::evaluate::Category;
use shared_rules::jackpot::Jackpot;
use shared_rules::money::{Cents, MicroCents, MoneyError};
use shared_rules::seats::Seat;
use shared_rules::settle::{
    Outcome, Payment, SeatResult, Settlement, Source, WagerResult, accepted_progressives, settle,
};
use shared_rules::wagers::Wager;

use super::input::Checked;

/// A settled round with what the answer says about the jackpot.
pub(crate) struct RoundOut {
    pub(crate) settlement: Settlement,
    order: Vec<Seat>,
    pub(crate) before: Cents,
    pub(crate) contributed: Cents,
    reserved: Cents,
}

impl RoundOut {
    /// Puts the round's contributions on the meter, then settles it.
    pub(crate) fn settle(checked: &Checked) -> Result<RoundOut, String> {
        let Checked { round, order, .. } = checked;
        let mut jackpot = checked.jackpot;
        let before = jackpot.shown();
        let (contributed, mut settlement) = contribute(round, &mut jackpot)
            .and_then(|contributed| Ok((contributed, settle(round, &jackpot)?)))
            .map_err(|error| error.to_string())?;
        return_beyond(&mut settlement, checked).map_err(|error| error.to_string())?;
        Ok(RoundOut {
            settlement,
            order: order.clone(),
            before,
            contributed,
            reserved: jackpot.reserve().cents_floor(),
        })
    }
}

/// Adds the units that the rules do not even count to the excess of their wager.
fn return_beyond(settlement: &mut Settlement, checked: &Checked) -> Result<(), MoneyError> {
    let unit = checked.round.terms().unit.get();
    for (seat, units) in &checked.units_beyond {
        let seat = settlement.seats.get_mut(*seat).iter_mut();
        let lines = seat.flat_map(|seat| &mut seat.wagers);
        for line in lines.filter(|line| line.wager == Wager::Progressive) {
            let beyond = unit.checked_mul(*units).ok_or(MoneyError::Overflow)?;
            line.excess = line.excess.plus(Cents::new(beyond))?;
        }
    }
    Ok(())
}

/// The exact sum of the contributions, rounded down once.
fn contribute(round: &ClosedRound, jackpot: &mut Jackpot) -> Result<Cents, MoneyError> {
    let mut sum = MicroCents::ZERO;
    for (_, stake) in accepted_progressives(round) {
        sum = sum.plus(jackpot.contribute(stake)?.meter)?;
    }
    Ok(sum.cents_floor())
}

impl Serialize for RoundOut {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("round", 3)?;
        out.serialize_field("seats", &Seats(self))?;
        out.serialize_field("awards", &Awards(&self.settlement.payments))?;
        out.serialize_field("jackpot", &JackpotOut(self))?;
        out.end()
    }
}

struct Seats<'a>(&'a RoundOut);

impl Serialize for Seats<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_seq(Some(self.0.order.len()))?;
        for &seat in &self.0.order {
            if let Some(result) = self.0.settlement.seats.get(seat) {
                out.serialize_element(&SeatOut(seat, result))?;
            }
        }
        out.end()
    }
}

struct SeatOut<'a>(Seat, &'a SeatResult);

impl Serialize for SeatOut<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let SeatOut(seat, result) = self;
        let mut out = serializer.serialize_struct("seat", 5)?;
        out.serialize_field("seat", &seat.number())?;
        out.serialize_field("hand", &result.hand.map(Category::name))?;
        out.serialize_field("wagers", &Wagers(&result.wagers))?;
        out.serialize_field("envy", &result.envy.get())?;
        out.serialize_field("net", &result.net)?;
        out.end()
    }
}

struct Wagers<'a>(&'a [WagerResult]);

impl Serialize for Wagers<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_map(Some(self.0.len()))?;
        for line in self.0 {
            out.serialize_entry(line.wager.name(), &WagerOut(line))?;
        }
        out.end()
    }
}

struct WagerOut<'a>(&'a WagerResult);

impl Serialize for WagerOut<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let line = self.0;
        let outcome = match line.outcome {
            Outcome::Win => "win",
            Outcome::Lose => "lose",
            Outcome::Push => "push",
            Outcome::Returned => "returned",
        };
        let mut out = serializer.serialize_map(None)?;
        out.serialize_entry("stake", &line.stake.get())?;
        out.serialize_entry("outcome", outcome)?;
        out.serialize_entry("pays", &line.pays.get())?;
        if !line.excess.is_zero() {
            out.serialize_entry("excess", &line.excess.get())?;
        }
        if let Some(award) = line.award {
            out.serialize_entry("award", award.name())?;
        }
        out.serialize_entry("rule", &format_args!("{}", line.rule))?;
        out.end()
    }
}

struct Awards<'a>(&'a [Payment]);

impl Serialize for Awards<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(PaymentOut))
    }
}

struct PaymentOut<'a>(&'a Payment);

impl Serialize for PaymentOut<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let payment = self.0;
        let from = match payment.from {
            Source::Meter => "meter",
            Source::House => "house",
            Source::Pool => "pool",
        };
        let mut out = serializer.serialize_struct("award", 4)?;
        out.serialize_field("seat", &payment.seat.number())?;
        out.serialize_field("award", payment.award.name())?;
        out.serialize_field("amount", &payment.amount.get())?;
        out.serialize_field("from", from)?;
        out.end()
    }
}

struct JackpotOut<'a>(&'a RoundOut);

impl Serialize for JackpotOut<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let round = self.0;
        let mut out = serializer.serialize_struct("jackpot", 5)?;
        out.serialize_field("before", &round.before.get())?;
        out.serialize_field("contributed", &round.contributed.get())?;
        out.serialize_field("reserved", &round.reserved.get())?;
        out.serialize_field("paid", &round.settlement.paid_from_meter.get())?;
        out.serialize_field("after", &round.settlement.jackpot.shown().get())?;
        out.end()
    }
}
