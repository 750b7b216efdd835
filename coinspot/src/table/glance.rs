//! A table at a glance: the state that the desk of a pit needs to play several tables.

use shared_rules::ledger::Fault;

use super::ask::{Ask, PressKey};
use super::chip_watch::FeltBets;
use super::play::TablePlay;
use super::troubles::TableTrouble;
use super::{stage, steps, view};

/// A table at one moment.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct TableGlance {
    /// The phase of its round, as the page calls it.
    pub phase_key: &'static str,
    /// The same in words.
    pub phase: String,
    /// The number of its round.
    pub round: u32,
    /// The cards of a hand of its game.
    pub hand_size: u8,
    /// Why no round can be opened.
    pub opening_refused: Option<String>,
    /// The dealer's next step.
    pub next: Option<Ask>,
    /// Awards with an amount that the supervisor has not confirmed.
    pub unconfirmed: usize,
    /// The table has power.
    pub is_powered: bool,
    /// The table hears its pool.
    pub hears_pool: bool,
    /// Somebody has cut its way to the pool.
    pub is_cut: bool,
}

impl TableGlance {
    /// The table as it is now.
    pub fn of(play: &TablePlay) -> TableGlance {
        let is_powered = play.engine().is_powered();
        let opening = || steps::key_refusal(play, &FeltBets::of(play), PressKey::PlaceYourBets);
        let mut steps = steps::of_dealer(play).into_iter();
        TableGlance {
            phase_key: view::phase_key(play.replica.phase()),
            phase: stage::name(&play.replica),
            round: stage::round_number(&play.replica),
            hand_size: stage::hand_size(&play.replica),
            opening_refused: match is_powered {
                true => opening(),
                false => Some("The table has no power".into()),
            },
            next: steps
                .find(|step| step.refused.is_none())
                .map(|step| step.ask),
            unconfirmed: play
                .replica
                .table()
                .map_or(0, |table| table.waiting().len()),
            is_powered,
            hears_pool: is_powered && !play.has_fault(Fault::Pool),
            is_cut: play.troubles.is_active(TableTrouble::PoolLink),
        }
    }
}
