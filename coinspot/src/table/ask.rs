//! Asks of the page, or of a script, to the table: one JSON object, `{"do": "chips", "seat": 3, "count": 2}`.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use shared_rules::money::Cents;
use shared_rules::round::Event;
use shared_rules::seats::Seat;

use super::troubles::TableTrouble;
use crate::settle::ReadingsIn;

/// Everything that can be done at the table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum Ask {
    /// The number of chips on a coin spot.
    Chips {
        /// The player's seat.
        seat: Seat,
        /// 0 to 5.
        count: u8,
    },
    /// A chip more on a coin spot, or one less.
    Chip {
        /// The player's seat.
        seat: Seat,
        /// Put down or taken back.
        on: bool,
    },
    /// An Ante, or none.
    Ante {
        /// The player's seat.
        seat: Seat,
        /// Placed or taken back.
        on: bool,
        /// The amount in cents; the smallest one where it is left out.
        #[serde(default)]
        amount: Option<Cents>,
    },
    /// Bonus or Pair Plus, whichever the game has.
    Side {
        /// The player's seat.
        seat: Seat,
        /// Placed or taken back.
        on: bool,
        /// The amount in cents; as much as the smallest Ante where it is left out.
        #[serde(default)]
        amount: Option<Cents>,
    },
    /// Chips are lifted and put down again: what lay there before the opening is then a bet.
    PutDownAgain {
        /// The players' seats.
        seats: Vec<Seat>,
    },
    /// One of the dealer's keys is pressed.
    Press {
        /// Which.
        key: PressKey,
    },
    /// A switch is turned.
    Turn {
        /// Which.
        switch: Switch,
        /// Turned or back.
        on: bool,
    },
    /// A card is picked for the deal; none lets chance decide again.
    Pick {
        /// Where it goes.
        place: CardPlace,
        /// The how-many-th card of that place, from 0.
        index: u8,
        /// Like `As`.
        card: Option<String>,
    },
    /// The cards that come next: the hands, the flop, the turn, the river.
    Deal,
    /// The console tells the table an event that the page was offered: a decision, a choice, an irregularity.
    Tell {
        /// The event, as it goes over the wire.
        event: Event,
    },
    /// A hand is put back into the order that was intended.
    Reconstruct {
        /// The player's seat.
        seat: Seat,
        /// Its cards, like `As`.
        cards: Vec<String>,
    },
    /// The shift manager voids a settled round, confirmed awards included.
    Overrule {
        /// The number of the round.
        round: u32,
    },
    /// The dealer's hand is shown, and the round settled.
    Settle,
    /// Winners are paid, losers collected, and the felt is cleared.
    Pay,
    /// Everything is taken off the felt.
    Clear,
    /// The supervisor confirms the award that has waited longest.
    Confirm,
    /// The house configures a game.
    Configure {
        /// Its short name, like `ml9`.
        game: String,
        /// The house's readings where they are not the default.
        #[serde(default)]
        readings: ReadingsIn,
    },
    /// A trouble begins or is mended.
    Trouble {
        /// Which.
        name: TableTrouble,
        /// Begins or ends.
        on: bool,
    },
}

/// The dealer's keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "named as on the table")]
pub enum PressKey {
    PlaceYourBets,
    NoMoreBets,
    Void,
}

impl PressKey {
    /// All of them, in the order of the chain.
    pub const ALL: [PressKey; 3] = [
        PressKey::PlaceYourBets,
        PressKey::NoMoreBets,
        PressKey::Void,
    ];
}

/// Switches that stay as they are turned.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Switch {
    /// The supervisor's key switch.
    Supervisor,
    /// The service door.
    Door,
}

/// Where cards lie.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CardPlace {
    /// Before a player.
    Seat(Seat),
    /// Before the dealer.
    Dealer,
    /// The community cards.
    Board,
}

/// The longest text of an ask that is looked at.
pub const LONGEST: usize = 1_024;

/// Reads an ask, or says what is wrong with it.
///
/// # Errors
/// Says what was expected.
pub fn read<A: DeserializeOwned>(text: &str) -> Result<A, String> {
    if text.len() > LONGEST {
        return Err(format!("a message of more than {LONGEST} bytes"));
    }
    serde_json::from_str(text).map_err(|error| format!("not understood: {error}"))
}
