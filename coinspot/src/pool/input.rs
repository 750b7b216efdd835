//! One line of a pool's log as JSON, and its way to an entry.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use shared_rules::games::RuleSet;
use shared_rules::jackpot::JackpotTerms;
use shared_rules::money::{BasisPoints, MicroCents};
use shared_rules::pool::{PoolEntry, PoolRefusal, PoolTerms, Rows, TableEntry};
use shared_rules::seats::{Seat, SeatMap, SeatSet};

use crate::settle::{Amount, Object, game_of, parse_line};

/// All fields of all kinds of lines; a line has those of its kind.
#[derive(serde::Deserialize, Default, Debug)]
#[serde(deny_unknown_fields, default)]
pub(super) struct LineIn<'a> {
    #[serde(borrow)]
    terms: Option<Object<TermsIn<'a>>>,
    ruling: Option<Object<RulingIn>>,
    table: Option<u32>,
    open: Option<u32>,
    lock: Option<u32>,
    settled: Option<u32>,
    void: Option<u32>,
    invalidate: Option<u32>,
    confirmed: Option<u32>,
    join: Option<Object<JoinIn>>,
    units: Option<BySeat<u8>>,
    dealt: Option<u64>,
    #[serde(borrow)]
    made: Option<BySeat<Vec<Cow<'a, str>>>>,
    returned: Option<Vec<Seat>>,
    registered: Option<Amount>,
    seat: Option<Seat>,
}

#[derive(serde::Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct TermsIn<'a> {
    #[serde(borrow)]
    game: Cow<'a, str>,
    unit: Amount,
    reset: Amount,
    contribution_bp: BasisPoints,
    reserve_bp: BasisPoints,
    #[serde(default)]
    limit: Option<Amount>,
}

#[derive(serde::Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct RulingIn {
    table: u32,
    round: u32,
    #[serde(default)]
    strike: bool,
}

#[derive(serde::Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct JoinIn {
    meter: u64,
    reserve: u64,
}

impl LineIn<'_> {
    pub(super) fn parse(line: &str) -> Result<LineIn<'_>, String> {
        if line.trim().is_empty() {
            return Err("the line is empty: an entry is a JSON object".into());
        }
        parse_line(line)
    }

    /// The entry of the line, for a game with these rules.
    pub(super) fn entry(mut self, rules: Option<&RuleSet>) -> Result<PoolEntry, String> {
        let kinds = self.kinds();
        let [kind] = kinds.as_slice() else {
            return Err(match kinds.as_slice() {
                [] => "an entry is one of terms, ruling, open, lock, settled, void, invalidate, confirmed, join"
                    .into(),
                several => format!("an entry is one thing, this is {}", several.join(" and ")),
            });
        };
        let entry = match (self.terms.take(), self.ruling.take()) {
            (Some(Object(terms)), _) => PoolEntry::Terms(terms.read()?),
            (_, Some(Object(ruling))) => ruling.read(),
            _ => self.table_entry(rules)?,
        };
        match self.left_over() {
            None => Ok(entry),
            Some(field) => Err(format!("{kind}: the field `{field}` does not belong here")),
        }
    }

    /// The kinds of entries that the line names.
    fn kinds(&self) -> Vec<&'static str> {
        let named = [
            (self.terms.is_some(), "terms"),
            (self.ruling.is_some(), "ruling"),
            (self.open.is_some(), "open"),
            (self.lock.is_some(), "lock"),
            (self.settled.is_some(), "settled"),
            (self.void.is_some(), "void"),
            (self.invalidate.is_some(), "invalidate"),
            (self.confirmed.is_some(), "confirmed"),
            (self.join.is_some(), "join"),
        ];
        let named = named.into_iter().filter(|(is_there, _)| *is_there);
        named.map(|(_, name)| name).collect()
    }

    /// Takes the fields of a table's message out of the line.
    fn table_entry(&mut self, rules: Option<&RuleSet>) -> Result<PoolEntry, String> {
        let table = needed(self.table.take(), "table")?;
        let message = if let Some(round) = self.open {
            TableEntry::Open(round)
        } else if let Some(round) = self.lock {
            TableEntry::Lock {
                round,
                units: units(&needed(self.units.take(), "units")?)?,
                dealt: needed(self.dealt.take(), "dealt")?,
            }
        } else if let Some(round) = self.settled {
            TableEntry::Settled {
                round,
                made: rows(&self.made.take().unwrap_or_default(), rules)?,
                returned: set(&self.returned.take().unwrap_or_default())?,
                registered: self.registered.take().map(|amount| amount.0),
            }
        } else if let Some(round) = self.void {
            TableEntry::Void(round)
        } else if let Some(round) = self.invalidate {
            TableEntry::Invalidate(round, needed(self.seat.take(), "seat")?)
        } else if let Some(round) = self.confirmed {
            TableEntry::Confirmed(round)
        } else {
            needed(self.join.take(), "join")?.0.read()
        };
        Ok(PoolEntry::Table(table, message))
    }

    /// A field that no part of the entry has taken.
    fn left_over(&self) -> Option<&'static str> {
        let fields = [
            (self.table.is_some(), "table"),
            (self.units.is_some(), "units"),
            (self.dealt.is_some(), "dealt"),
            (self.made.is_some(), "made"),
            (self.returned.is_some(), "returned"),
            (self.registered.is_some(), "registered"),
            (self.seat.is_some(), "seat"),
        ];
        let mut fields = fields.into_iter().filter(|(is_there, _)| *is_there);
        fields.next().map(|(_, name)| name)
    }
}

fn needed<T>(field: Option<T>, name: &str) -> Result<T, String> {
    field.ok_or_else(|| format!("the field `{name}` is missing"))
}

impl TermsIn<'_> {
    fn read(&self) -> Result<PoolTerms, String> {
        Ok(PoolTerms {
            game: game_of(&self.game)?,
            unit: self.unit.0,
            jackpot: JackpotTerms {
                reset: self.reset.0,
                contribution: self.contribution_bp,
                reserve: self.reserve_bp,
                limit: self.limit.map(|limit| limit.0),
            },
        })
    }
}

impl RulingIn {
    const fn read(&self) -> PoolEntry {
        if self.strike {
            PoolEntry::Strike(self.table, self.round)
        } else {
            PoolEntry::DoNotWait(self.table, self.round)
        }
    }
}

impl JoinIn {
    const fn read(&self) -> TableEntry {
        TableEntry::Join {
            meter: MicroCents::new(self.meter),
            reserve: MicroCents::new(self.reserve),
        }
    }
}

fn units(given: &BySeat<u8>) -> Result<SeatMap<u8>, String> {
    let mut units = SeatMap::default();
    for (seat, count) in &given.0 {
        if *count == 0 {
            return Err(PoolRefusal::Units(*seat).to_string());
        }
        *units.get_mut(*seat) = *count;
    }
    Ok(units)
}

fn rows(given: &BySeat<Vec<Cow<str>>>, rules: Option<&RuleSet>) -> Result<SeatMap<Rows>, String> {
    let rules = rules.ok_or(super::NO_TERMS)?;
    let mut made = SeatMap::<Rows>::default();
    for (seat, names) in &given.0 {
        if names.is_empty() {
            return Err(format!("seat {}: the list of rows is empty", seat.number()));
        }
        for name in names {
            let mut awards = rules.progressive.awards.iter().map(|row| row.award);
            let award = awards.find(|award| award.name() == name);
            let is_known = award.is_some_and(|award| made.get_mut(*seat).insert(rules, award));
            if !is_known {
                let (seat, tag) = (seat.number(), rules.tag);
                return Err(format!("seat {seat}: {tag} has no award \"{name}\""));
            }
        }
    }
    Ok(made)
}

fn set(seats: &[Seat]) -> Result<SeatSet, String> {
    let mut set = SeatSet::EMPTY;
    for seat in seats {
        if set.contains(*seat) {
            return Err(format!("seat {}: in `returned` twice", seat.number()));
        }
        set.insert(*seat);
    }
    Ok(set)
}

/// An object whose keys are seats, each once.
#[derive(Debug)]
struct BySeat<T>(Vec<(Seat, T)>);

impl<T> Default for BySeat<T> {
    fn default() -> BySeat<T> {
        BySeat(Vec::new())
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for BySeat<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<BySeat<T>, D::Error> {
        deserializer.deserialize_map(BySeatVisitor(PhantomData))
    }
}

struct BySeatVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for BySeatVisitor<T> {
    type Value = BySeat<T>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object whose keys are seats")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<BySeat<T>, A::Error> {
        let mut seats: Vec<(Seat, T)> = Vec::new();
        while let Some(key) = map.next_key::<Cow<str>>()? {
            let seat = key.parse().ok().and_then(Seat::new);
            let seat = seat.ok_or_else(|| A::Error::custom(format!("\"{key}\" is no seat")))?;
            if seats.iter().any(|(other, _)| *other == seat) {
                let number = seat.number();
                return Err(A::Error::custom(format!("seat {number} is there twice")));
            }
            seats.push((seat, map.next_value()?));
        }
        Ok(BySeat(seats))
    }
}
