//! Linked tables over a network: the pool's server, and the gateway between a table and its pool.
//!
//! ```text
//! table -- console's wire -- wire -- relay -- uplink -- WebSocket -- server -- pit::service
//! dealer's console -- TCP ---'
//! ```
//! A gateway carries letters and has no key to them: table and pool verify each other's letters end to end. It keeps
//! no state, so that it may end and start again at any moment.

pub mod packet;
pub mod relay;
pub mod rulings;
pub mod server;
pub mod stand;
pub mod uplink;
pub mod watching;
pub mod wire;
