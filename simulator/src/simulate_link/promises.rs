//! Holds a table against the log: every price that it shows is the log's final one and is in its journal, it takes no
//! bets without a permit, and it pays in the order of the log.

use shared_rules::ledger::{Entry, LinkEntry, Table};
use shared_rules::pool::message::LinkWin;
use shared_rules::round::Phase;
use shared_rules::wire::sign::Banner;

use super::table::SimulatedMember;
use super::watch::LogWatch;
use crate::simulate::stage::Stage;
use crate::simulate::{CountKind, Counts, Difference, agree};

/// Folds a new entry of the journal, and checks the entries that follow from the log.
pub fn note_entry(
    table: &mut SimulatedMember,
    entry: &Entry,
    watch: &LogWatch,
    counts: &mut Counts,
) -> Result<(), Difference> {
    match entry {
        Entry::Link(LinkEntry::Priced(round, awards)) => {
            let claim = (table.number, *round);
            counts.one(CountKind::Claims, "prices written down by a table");
            let is_struck = watch.struck.contains(&claim);
            let is_price = watch
                .finals
                .get(&claim)
                .is_some_and(|last| **last == **awards);
            if !(is_price || is_struck && awards.is_empty()) {
                let what = format!("the price of {claim:?} at its table");
                agree(
                    &what,
                    &watch.finals.get(&claim).cloned(),
                    &Some(awards.to_vec()),
                )?;
            }
        }
        Entry::Link(LinkEntry::Registered(amount)) => {
            table
                .registered
                .insert(table.replica.table().map_or(0, |t| t.round().number()));
            let was_shown = watch.shown.contains(amount);
            agree(
                "a registered amount was shown by the pool",
                &true,
                &was_shown,
            )?;
        }
        Entry::Confirmed => note_confirmation(table, watch)?,
        Entry::Boot(_) => counts.one(CountKind::Power, "starts"),
        _ => {}
    }
    table.note(entry)
}

/// A claim is paid when the log says that its price is final, and not before.
fn note_confirmation(table: &mut SimulatedMember, watch: &LogWatch) -> Result<(), Difference> {
    let waiting = table
        .replica
        .table()
        .and_then(|t| t.waiting().first().copied());
    table.confirmed.extend(waiting);
    let Some(award) = waiting.filter(|_| table.replica.link().is_some()) else {
        return Ok(());
    };
    let claim = (table.number, award.round);
    let is_known = table.registered.contains(&award.round) || watch.struck.contains(&claim);
    let is_due = watch.is_final(claim) || watch.paid.contains(&claim);
    let what = format!("{claim:?} is confirmed when it is its turn");
    agree(&what, &true, &(is_known || is_due))
}

/// Checks everything that the table shows now.
pub fn check_shown(table: &SimulatedMember, watch: &LogWatch) -> Result<(), Difference> {
    let Some(ledger) = table.lean.ledger() else {
        return Ok(());
    };
    let name = table.number;
    agree(
        &format!("table {name} is halted"),
        &false,
        &table.lean.is_halted(),
    )?;
    let waiting =
        |table: Option<&Table>| table.map(|t| (t.waiting().to_vec(), t.unpriced().to_vec()));
    let durable = waiting(table.replica.table());
    let what = format!("the awards of table {name}, by its journal and by itself");
    agree(&what, &durable, &waiting(ledger.table()))?;
    let round = table.round();
    if round.phase() == Phase::BetsOpen && ledger.is_linked_round() {
        let is_permitted = watch.opened.contains(&(name, round.number()));
        let what = format!(
            "table {name}, round {}: the permit for bets",
            round.number()
        );
        agree(&what, &true, &is_permitted)?;
    }
    check_sign(table, watch)
}

/// The sign of a linked table shows an amount that the pool had, and awards that are durable.
fn check_sign(table: &SimulatedMember, watch: &LogWatch) -> Result<(), Difference> {
    let picture = table
        .lean
        .picture()
        .filter(|_| table.replica.link().is_some());
    let Some(picture) = picture else {
        return Ok(());
    };
    let is_shown = picture
        .amount
        .is_none_or(|amount| watch.shown.contains(&amount));
    let is_durable = match picture.banner {
        Banner::Pending(win) => {
            let waiting = table.replica.table().map_or(&[][..], Table::waiting);
            let mut waiting = waiting.iter();
            waiting.any(|w| (w.seat, w.award, w.amount) == (win.seat, win.award, win.amount))
        }
        Banner::LinkWinner(win) => watch.wins.contains(&win) || is_own(table, &win),
        Banner::None | Banner::Unpriced(..) | Banner::Winner(_) => true,
    };
    let what = format!("the sign of table {}: {picture:?}", table.number);
    agree(&what, &(true, true), &(is_shown, is_durable))
}

/// An award that the table's own supervisor has confirmed. The log may not have heard of it yet.
fn is_own(table: &SimulatedMember, win: &LinkWin) -> bool {
    let mut confirmed = table.confirmed.iter();
    win.table == table.number
        && confirmed
            .any(|own| (own.seat, own.award, own.amount) == (win.seat, win.award, win.amount))
}
