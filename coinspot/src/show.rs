//! `coinspot show`: one settled round as a table for people, with the paragraph behind every line.

use std::fmt::Write;

use shared_rules::cards::Card;
use shared_rules::evaluate::Category;
use shared_rules::money::Cents;
use shared_rules::seats::Seat;
use shared_rules::settle::{Outcome, Payment, SeatResult, Source, WagerResult};

use crate::money::{money, suit};
use crate::odds::cost;
use crate::settle::{Checked, RoundIn, RoundOut};
use crate::terminal::Colours;

const BOLD: &str = "1";
const FAINT: &str = "2";
const RED: &str = "31";
const GREEN: &str = "32";

/// The round of a line of JSON, settled and written out.
pub fn show(line: &str, colours: Colours) -> Result<String, String> {
    let checked = RoundIn::parse(line)?.check()?;
    let settled = RoundOut::settle(&checked)?;
    let page = Page {
        checked: &checked,
        settled: &settled,
        colours,
    };
    page.write().map_err(|error| error.to_string())
}

struct Page<'a> {
    checked: &'a Checked,
    settled: &'a RoundOut,
    colours: Colours,
}

impl Page<'_> {
    fn write(&self) -> Result<String, std::fmt::Error> {
        let mut out = String::new();
        let rules = self.checked.round.terms().rules;
        let title = format!("{} ({})", rules.title, rules.house);
        let version = format!("{}, version {}", rules.tag, rules.version);
        writeln!(out, "{}  {version}", self.colours.paint(BOLD, &title))?;
        writeln!(out, "\n  dealer     {}", self.cards(&self.checked.dealer))?;
        if !self.checked.community.is_empty() {
            writeln!(out, "  community  {}", self.cards(&self.checked.community))?;
        }
        for (seat, result) in self.settled.settlement.seats.taken() {
            self.seat(&mut out, seat, result)?;
        }
        self.jackpot(&mut out)?;
        if let Some(cost) = cost(rules, self.checked.round.terms().readings) {
            writeln!(out, "\n  {}", self.colours.paint(FAINT, &cost))?;
        }
        Ok(out)
    }

    fn seat(&self, out: &mut String, seat: Seat, result: &SeatResult) -> std::fmt::Result {
        let record = self.checked.round.seats().get(seat).as_ref();
        let cards: Vec<Card> = record.map_or(vec![], |r| r.cards.set().into_iter().collect());
        let hand = result
            .hand
            .map_or("not exposed", Category::name)
            .replace('_', " ");
        let hand = format!("{}  {hand}", self.cards(&cards));
        let head = self.colours.paint(BOLD, &format!("seat {}", seat.number()));
        writeln!(out, "\n  {head}     {}", hand.trim_start())?;
        for line in &result.wagers {
            self.wager(out, line)?;
        }
        if !result.envy.is_zero() {
            writeln!(out, "    {:<12}{:>25}", "envy", money(result.envy))?;
        }
        let net = Cents::new(result.net.unsigned_abs());
        let (sign, colour) = if result.net < 0 {
            ('-', RED)
        } else {
            ('+', GREEN)
        };
        let net = format!("{:>25}", format!("{sign}{}", money(net)));
        writeln!(out, "    {:<12}{}", "net", self.colours.paint(colour, &net))
    }

    fn wager(&self, out: &mut String, line: &WagerResult) -> std::fmt::Result {
        let outcome = match line.outcome {
            Outcome::Win => "wins",
            Outcome::Lose => "loses",
            Outcome::Push => "stands off",
            Outcome::Returned => "goes back",
        };
        let name = line.wager.name().replace('_', " ");
        let stake = money(line.stake);
        let pays = match line.pays.is_zero() {
            true => String::new(),
            false => money(line.pays),
        };
        let rule = self.colours.paint(FAINT, &line.rule.to_string());
        let award = line
            .award
            .map_or("", |award| award.name())
            .replace('_', " ");
        let text = format!("    {name:<12}{stake:>12}  {outcome:<11}{pays:>14}  {rule}  {award}");
        writeln!(out, "{}", text.trim_end())
    }

    fn jackpot(&self, out: &mut String) -> std::fmt::Result {
        let settlement = &self.settled.settlement;
        writeln!(out)?;
        for payment in &settlement.payments {
            self.payment(out, payment)?;
        }
        let jackpot = &settlement.jackpot;
        let reset = settlement
            .payments
            .iter()
            .any(|payment| self.takes_all(payment));
        let reset = match reset {
            true => format!(" + {} reset", money(jackpot.terms().reset)),
            false => String::new(),
        };
        let before = money(self.settled.before);
        let contributed = money(self.settled.contributed);
        let paid = money(settlement.paid_from_meter);
        let after = self.colours.paint(BOLD, &money(jackpot.shown()));
        writeln!(
            out,
            "  jackpot    {before} + {contributed} from this round - {paid} paid{reset} = {after}"
        )
    }

    fn takes_all(&self, payment: &Payment) -> bool {
        let mut awards = self.checked.round.terms().rules.progressive.awards.iter();
        awards.any(|row| row.award == payment.award && row.takes_all())
    }

    fn payment(&self, out: &mut String, payment: &Payment) -> std::fmt::Result {
        let from = match payment.from {
            Source::Meter => "from the jackpot",
            Source::House => "by the house",
            Source::Pool => "from the shared jackpot",
        };
        let (seat, award) = (
            payment.seat.number(),
            payment.award.name().replace('_', " "),
        );
        let amount = money(payment.amount);
        writeln!(out, "  paid       {amount} to seat {seat}, {award}, {from}")
    }

    fn cards(&self, cards: &[Card]) -> String {
        let cards = cards.iter().map(|card| self.card(*card));
        cards.collect::<Vec<_>>().join(" ")
    }

    fn card(&self, card: Card) -> String {
        let (suit, red) = suit(card.suit());
        let text = format!("{}{suit}", card.rank().letter());
        if red {
            self.colours.paint(RED, &text)
        } else {
            text
        }
    }
}
