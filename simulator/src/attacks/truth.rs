//! What table, console and sign really said: everything that anybody believes has to be of it.

use std::collections::HashMap;

use link::SESSION_SILENCE_MS;
use link::decoder::Decoder;
use link::frame::{FrameBody, Head, read_body};
use shared_rules::round::Event;
use shared_rules::wire::payload;
use shared_rules::wire::sign::SignPicture;

use super::attacker::LaneName;
use crate::table::SimulatedTable;

/// The record of what was said.
#[derive(Debug, Default)]
pub(super) struct Truth {
    /// When the table said each picture last.
    pictures: HashMap<Vec<u8>, u64>,
    /// The table's last picture.
    last_picture: Option<SignPicture>,
    /// Orders to open a round.
    opens: u32,
    welcomes: u64,
}

impl Truth {
    /// The dealer gives an order.
    pub(super) fn order(&mut self, event: &Event) {
        self.opens += u32::from(*event == Event::PlaceYourBets);
    }

    /// A frame as its author sent it.
    pub(super) fn say(&mut self, lane: LaneName, frame: &[u8], now_ms: u64) {
        let mut decoder = Decoder::new();
        for byte in frame {
            let Some(frame) = decoder.feed(*byte) else {
                continue;
            };
            if matches!(frame.head, Head::Welcome { .. }) {
                self.welcomes += 1;
            }
            if lane == LaneName::ToSign
                && let Some(FrameBody::Data { payload, .. }) = read_body(frame.body)
                && let Some(picture) = payload::read(payload)
            {
                self.pictures.insert(payload.to_vec(), now_ms);
                self.last_picture = Some(picture);
            }
        }
    }

    /// Offers of a session that the table made.
    pub(super) const fn sessions(&self) -> u64 {
        self.welcomes
    }

    /// True if the sign has the table's last picture.
    pub(super) fn is_shown(&self, table: &SimulatedTable) -> bool {
        self.last_picture.is_some() && table.sign.picture() == self.last_picture
    }

    /// Holds what was accepted in the last step against the record.
    pub(super) fn judge(&self, table: &mut SimulatedTable) -> Result<(), String> {
        for (at_ms, picture) in table.sign.heard.drain(..) {
            let payload = payload::write(&picture).map_err(|_| "a long picture")?;
            let said_ms = self.pictures.get(payload.as_slice());
            let is_said = said_ms.is_some_and(|said| at_ms - said <= SESSION_SILENCE_MS);
            if !is_said {
                return Err(format!("the sign shows what nobody said: {picture:?}"));
            }
        }
        if table.console.misread > 0 {
            return Err("the console has accepted what no table says".into());
        }
        let ledger = table.engine.controller().ledger();
        let number = ledger.table().map_or(0, |table| table.round().number());
        if number > self.opens {
            return Err(format!("{number} rounds for {} orders", self.opens));
        }
        Ok(())
    }
}
