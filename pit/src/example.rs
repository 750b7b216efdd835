//! Terms for tests, benches and demonstrations.

use shared_rules::games::Game;
use shared_rules::jackpot::JackpotTerms;
use shared_rules::money::{BasisPoints, Cents};
use shared_rules::pool::PoolTerms;

/// A unit of $5 of which a fifth goes on the meter and a twentieth into the reserve, and a reset value of $50,000.
#[must_use]
pub fn example_terms(game: Game) -> PoolTerms {
    let rate = |points| BasisPoints::new(points).unwrap_or_default();
    PoolTerms {
        game,
        unit: Cents::dollars(5),
        jackpot: JackpotTerms {
            reset: Cents::dollars(50_000),
            contribution: rate(2_000),
            reserve: rate(500),
            limit: None,
        },
    }
}
