//! What is seen of the table after a step, held against the reference.

use std::fmt;
use std::hash::{Hash, Hasher};

use shared_rules::settle::{Outcome, Settlement, Source};
use shared_rules::wire::message::Meters;

use super::reference::{Line, Payment, Reference, SeatWorth, Worth, names};
use super::stage::Stage;

/// When the lamps are looked at, in milliseconds after a step: apart by half of each blink.
const LOOKS_MS: [u64; 3] = [0, 125, 500];

/// By then the sign has rolled up to a new amount.
const ROLLED_MS: u64 = 900;

/// What is seen of the table.
#[derive(Clone, Debug)]
pub struct Observed {
    /// What it says of its meters; none where it has not been configured, or has no power.
    pub meters: Option<Meters>,
    /// What is lit, and when.
    pub lit: Vec<(u64, u64)>,
    /// The pages of its sign, from some page on.
    pub pages: Vec<String>,
    /// What the round is worth.
    pub worth: Option<Worth>,
    /// Whether it takes no events.
    pub is_halted: bool,
}

/// What does not agree.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "named as what they say")]
pub struct Difference {
    pub what: String,
    pub expected: String,
    pub got: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Difference {
            what,
            expected,
            got,
        } = self;
        write!(f, "{what}\n  expected {expected}\n  got      {got}")
    }
}

/// Says so if two things differ.
pub fn agree<T: PartialEq + fmt::Debug>(
    what: &str,
    expected: &T,
    got: &T,
) -> Result<(), Difference> {
    if expected == got {
        return Ok(());
    }
    Err(Difference {
        what: what.into(),
        expected: format!("{expected:?}"),
        got: format!("{got:?}"),
    })
}

impl Observed {
    /// Looks at the table, which takes some time.
    pub fn of(stage: &mut impl Stage, pages: usize) -> Observed {
        let began_ms = stage.now_ms();
        let mut lit = Vec::with_capacity(LOOKS_MS.len());
        for look_ms in LOOKS_MS {
            stage.skip_ms((began_ms + look_ms).saturating_sub(stage.now_ms()));
            lit.push((stage.now_ms(), stage.lit()));
        }
        Observed {
            meters: stage.meters(),
            lit,
            pages: stage.pages(stage.now_ms() + ROLLED_MS, pages),
            worth: stage.settlement().as_ref().map(worth_of),
            is_halted: stage.is_halted(),
        }
    }

    /// Holds it against the reference.
    pub fn agrees_with(&self, reference: &Reference) -> Result<(), Difference> {
        agree("the table is halted", &false, &self.is_halted)?;
        self.meters_agree(reference)?;
        self.worth_agrees(reference)?;
        self.lamps_agree(reference)?;
        self.pages_agree(reference)
    }

    fn meters_agree(&self, reference: &Reference) -> Result<(), Difference> {
        let money = reference.money.as_ref().filter(|_| reference.is_powered());
        agree(
            "the meters can be read",
            &money.is_some(),
            &self.meters.is_some(),
        )?;
        let (Some(money), Some(got)) = (money, &self.meters) else {
            return Ok(());
        };
        let sums = money.sums();
        let amounts = [
            ("meter", sums.meter, got.meter.get()),
            ("reserve", sums.reserve, got.reserve.get()),
            ("overflow", sums.overflow, got.overflow.get()),
            ("seeds", sums.seeds, got.totals.seeds.get()),
            (
                "contributions",
                sums.contributions,
                got.totals.contributions.get(),
            ),
            ("awards", sums.awards, got.totals.awards.get()),
            ("hits", sums.hits.into(), got.totals.hits.into()),
            ("amount on the sign", money.shown().into(), got.shown.get()),
            ("round", reference.round.number.into(), got.round.into()),
        ];
        for (what, expected, got) in amounts {
            agree(what, &expected, &got.into())?;
        }
        Ok(())
    }

    fn worth_agrees(&self, reference: &Reference) -> Result<(), Difference> {
        let money = reference.money.as_ref().filter(|_| reference.is_powered());
        let expected = money.and_then(|money| money.worth.as_ref());
        agree(
            "there is a settlement",
            &expected.is_some(),
            &self.worth.is_some(),
        )?;
        let (Some(expected), Some(got)) = (expected, &self.worth) else {
            return Ok(());
        };
        agree("payments", &expected.payments, &got.payments)?;
        for seat in 0..super::reference::SEATS {
            let what = format!("settlement of seat {}", seat + 1);
            agree(&what, &seat_worth(expected, seat), &seat_worth(got, seat))?;
        }
        Ok(())
    }

    fn lamps_agree(&self, reference: &Reference) -> Result<(), Difference> {
        for (now_ms, got) in &self.lit {
            let (known, expected) = reference.lit(*now_ms);
            let wrong = (expected ^ got) & known;
            if wrong != 0 {
                let states = reference.lamps(*now_ms);
                return Err(Difference {
                    what: format!("lamps at {now_ms} ms"),
                    expected: format!("lit: {}; {states:?}", names(expected & wrong)),
                    got: format!("lit: {}", names(got & wrong)),
                });
            }
        }
        Ok(())
    }

    /// Pages take turns: the row may begin with any of them.
    fn pages_agree(&self, reference: &Reference) -> Result<(), Difference> {
        let expected = reference.pages();
        let count = expected.len();
        let rotated = |by: usize| (0..count).map(move |page| (page + by) % count);
        let is_row = |by: usize| rotated(by).map(|page| &expected[page]).eq(&self.pages);
        if (0..count).any(is_row) {
            return Ok(());
        }
        agree("pages of the sign", &expected, &self.pages)
    }
}

impl Hash for Observed {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.lit.hash(state);
        self.pages.hash(state);
        let meters = self.meters.as_ref();
        meters
            .map(|m| (m.meter.get(), m.reserve.get(), m.round))
            .hash(state);
    }
}

/// The lines of a seat with something on them, in the order of their names. Of what goes back the maximum does not
/// matter.
fn seat_worth(worth: &Worth, seat: usize) -> Option<SeatWorth> {
    let mut seats = worth.seats.iter().filter(|worth| worth.seat == seat);
    let mut seat = seats.next()?.clone();
    seat.lines
        .retain(|line| line.stake + line.excess > 0 || line.outcome != "returned");
    for line in seat
        .lines
        .iter_mut()
        .filter(|line| line.outcome == "returned")
    {
        line.stake += std::mem::take(&mut line.excess);
    }
    seat.lines.sort_by(|a, b| a.wager.cmp(&b.wager));
    (!seat.lines.is_empty()).then_some(seat)
}

/// The table's settlement in the reference's words.
fn worth_of(settlement: &Settlement) -> Worth {
    let seats = settlement.seats.taken().map(|(seat, result)| SeatWorth {
        seat: seat.index().into(),
        lines: result
            .wagers
            .iter()
            .map(|line| Line {
                wager: line.wager.name().into(),
                stake: line.stake.get(),
                excess: line.excess.get(),
                outcome: outcome(line.outcome).into(),
                pays: line.pays.get(),
                award: line.award.map(|award| award.name().into()),
            })
            .collect(),
        envy: result.envy.get(),
        net: result.net,
    });
    let payments = settlement.payments.iter().map(|payment| Payment {
        seat: payment.seat.index().into(),
        award: payment.award.name().into(),
        amount: payment.amount.get(),
        from_meter: payment.from == Source::Meter,
    });
    Worth {
        seats: seats.collect(),
        payments: payments.collect(),
    }
}

fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "win",
        Outcome::Lose => "lose",
        Outcome::Push => "push",
        Outcome::Returned => "returned",
    }
}
