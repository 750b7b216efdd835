//! The keys of the tables of one link.

use std::collections::BTreeMap;

use shared_rules::pool::TableNumber;
use shared_rules::pool::message::Membership;
use shared_rules::wire::key::SharedKey;

/// The keys of one link: one for each table and generation. It does not print them.
#[derive(Clone, Debug)]
pub struct LinkKeys {
    link: u32,
    keys: BTreeMap<(TableNumber, u32), SharedKey>,
}

impl LinkKeys {
    /// No keys yet.
    #[must_use]
    pub const fn new(link: u32) -> LinkKeys {
        LinkKeys {
            link,
            keys: BTreeMap::new(),
        }
    }

    /// The number of the link.
    #[must_use]
    pub const fn link(&self) -> u32 {
        self.link
    }

    /// Adds the key of a table's generation.
    pub fn insert(&mut self, table: TableNumber, generation: u32, key: SharedKey) {
        self.keys.insert((table, generation), key);
    }

    /// The key of this place in the link.
    #[must_use]
    pub fn get(&self, membership: &Membership) -> Option<&SharedKey> {
        let key = self.keys.get(&(membership.table, membership.generation))?;
        (membership.link == self.link).then_some(key)
    }
}
