//! What goes over the two links of the table: to the jackpot sign, and with the dealer's console.

pub mod sign;
