//! A round as the file format writes it; what is `None` is left out.

use serde::Serialize;

/// One line of a file of rounds.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "named as in the file format")]
pub struct RoundFields {
    pub game: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub readings: Option<ReadingsFields>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub jackpot: Option<JackpotFields>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limits: Option<LimitsFields>,
    pub dealer: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub community: Option<String>,
    pub seats: Vec<SeatFields>,
}

/// How the house reads what the documents leave open.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "named as in the file format")]
pub struct ReadingsFields {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bonus_on_loss: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dealer_qualifies: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unexposed_community: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fixed_awards: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub envy_for: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub envy_pair_plus: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unexposed_unqualified: Option<&'static str>,
}

/// The jackpot before the round.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "named as in the file format")]
pub struct JackpotFields {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub meter: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reset: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contribution_bp: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reserve_bp: Option<u64>,
}

/// One limit for all wagers, or one for each.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
#[allow(missing_docs, reason = "named as in the file format")]
pub enum LimitsFields {
    ForAll(LimitFields),
    ByWager {
        #[serde(skip_serializing_if = "Option::is_none")]
        ante: Option<LimitFields>,
        #[serde(skip_serializing_if = "Option::is_none")]
        bonus: Option<LimitFields>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pair_plus: Option<LimitFields>,
    },
}

/// The smallest and the largest wager.
#[derive(Clone, Copy, Debug, Serialize)]
#[allow(missing_docs, reason = "named as in the file format")]
pub struct LimitFields {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<u64>,
}

/// One seat.
#[derive(Clone, Debug, Default, Serialize)]
#[allow(missing_docs, reason = "named as in the file format")]
pub struct SeatFields {
    pub seat: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ante: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bonus: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flop: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub river: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub play: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pair_plus: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub progressive: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cards: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decision: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exposed: Option<bool>,
}
