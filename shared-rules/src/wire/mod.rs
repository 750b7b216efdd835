//! The messages on the two links of the table: to the jackpot sign, and with the dealer's console. Only bytes and
//! types; `link` carries them.

pub mod auth;
pub mod key;
pub mod message;
pub mod payload;
pub mod role;
pub mod session;
pub mod sign;
pub mod table;
pub mod why;
