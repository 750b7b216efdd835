//! Observes the table after a step, and holds it against the reference.

use std::fmt;
use std::hash::{Hash, Hasher};

use oracle::table::{Money, Reference, SEATS, SeatWorth, Worth, names};
use shared_rules::money::Cents;
use shared_rules::wire::message::Meters;

use super::stage::Stage;
use super::translate;

/// When the lamps are looked at, in milliseconds after a step: apart by half of each blink.
const LOOKS_MS: [u64; 3] = [0, 125, 500];

/// By then the sign has rolled up to a new amount.
const ROLLED_MS: u64 = 900;

/// The observed state of the table.
#[derive(Clone, Debug)]
pub struct Observed {
    /// The meters that it reports; none where it has not been configured, or has no power.
    pub meters: Option<Meters>,
    /// The lines that are lit, and when.
    pub lit: Vec<(u64, u64)>,
    /// The pages of its sign, from some page on.
    pub pages: Vec<String>,
    /// The worth of the round.
    pub worth: Option<Worth>,
    /// It takes no events.
    pub is_halted: bool,
}

/// A disagreement.
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
            worth: stage.settlement().as_ref().map(translate::worth),
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
        let money = reference
            .account
            .money
            .as_ref()
            .filter(|_| reference.is_powered());
        agree(
            "the meters can be read",
            &money.is_some(),
            &self.meters.is_some(),
        )?;
        let (Some(money), Some(got)) = (money, &self.meters) else {
            return Ok(());
        };
        meters_agree(money, got)?;
        let round = reference.account.round.number;
        agree("round", &round, &got.round)
    }

    fn worth_agrees(&self, reference: &Reference) -> Result<(), Difference> {
        let money = reference
            .account
            .money
            .as_ref()
            .filter(|_| reference.is_powered());
        let expected = money.and_then(|money| money.worth.as_ref());
        worths_agree(expected, self.worth.as_ref())
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

/// Holds the meters of a table against the reference's.
pub fn meters_agree(money: &Money, got: &Meters) -> Result<(), Difference> {
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
        ("base", money.terms().reset.into(), got.base.get()),
        (
            "unreasonable contributions",
            money.excessive.into(),
            got.excessive.into(),
        ),
        ("shares won", money.won.len() as u128, got.shares_won.into()),
    ];
    for (what, expected, got) in amounts {
        agree(what, &expected, &got.into())?;
    }
    let limit = got.limit.map(Cents::get);
    agree("limit", &money.terms().limit, &limit)
}

/// Holds the settlement of a round against the reference's.
pub fn worths_agree(expected: Option<&Worth>, got: Option<&Worth>) -> Result<(), Difference> {
    agree("there is a settlement", &expected.is_some(), &got.is_some())?;
    let (Some(expected), Some(got)) = (expected, got) else {
        return Ok(());
    };
    agree("payments", &expected.payments, &got.payments)?;
    for seat in 0..SEATS {
        let what = format!("settlement of seat {}", seat + 1);
        agree(&what, &seat_worth(expected, seat), &seat_worth(got, seat))?;
    }
    Ok(())
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
