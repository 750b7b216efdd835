//! The entries of a pool's log, as its JSON Lines write them.

use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::marker::PhantomData;

/// An entry of the log. The field that names the kind of a table's entry holds the number of the round.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(untagged, deny_unknown_fields)]
#[allow(missing_docs, reason = "named as in the lines of a log")]
pub enum Entry {
    /// The terms of the pool.
    Terms { terms: Terms },
    /// A table asks for the permit to take bets.
    Open { table: u32, open: u32 },
    /// Bets are locked.
    Lock {
        table: u32,
        lock: u32,
        units: BySeat<u64>,
        dealt: i64,
    },
    /// A whole round is settled: the rows that each seat has made.
    Settled {
        table: u32,
        settled: u32,
        made: BySeat<Vec<String>>,
        returned: Vec<u32>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        registered: Option<u64>,
    },
    /// The supervisor has confirmed an award of the round.
    Confirmed { table: u32, confirmed: u32 },
    /// The round is void.
    Void { table: u32, void: u32 },
    /// The hand of one seat is invalid.
    Invalidate {
        table: u32,
        invalidate: u32,
        seat: u32,
    },
    /// The house decides.
    Ruling { ruling: Ruling },
    /// A table joins with its own meters.
    Join { table: u32, join: Brought },
}

/// The terms of a pool, in cents and basis points.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "named as in the lines of a log")]
pub struct Terms {
    pub game: String,
    pub unit: u64,
    pub reset: u64,
    pub contribution_bp: u64,
    pub reserve_bp: u64,
    pub limit: Option<u64>,
}

/// A decision about a round: not to wait for it, or to strike its claim.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "named as in the lines of a log")]
pub struct Ruling {
    pub table: u32,
    pub round: u32,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub strike: bool,
}

/// The meters that a table brings, in micro-cents.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "named as in the lines of a log")]
pub struct Brought {
    pub meter: u64,
    pub reserve: u64,
}

/// A JSON object whose keys are seats. It keeps a seat that is there twice, so that it can be refused.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BySeat<T>(pub Vec<(u32, T)>);

impl<T> BySeat<T> {
    /// The seats, in the order of the line.
    pub fn seats(&self) -> impl Iterator<Item = u32> {
        self.0.iter().map(|(seat, _)| *seat)
    }
}

impl<T: Serialize> Serialize for BySeat<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(seat, value)| (seat.to_string(), value)))
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for BySeat<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(SeatVisitor(PhantomData))
    }
}

struct SeatVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for SeatVisitor<T> {
    type Value = BySeat<T>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object whose keys are seats")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<BySeat<T>, A::Error> {
        let mut seats = Vec::new();
        while let Some(key) = map.next_key::<String>()? {
            let seat = key
                .parse()
                .map_err(|_| A::Error::custom(format!("{key:?} is no seat")))?;
            seats.push((seat, map.next_value()?));
        }
        Ok(BySeat(seats))
    }
}
