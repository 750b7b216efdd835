//! The simulated parts of a table. What stands for hardware shares no code with the controller: it is
//! written from data sheets and the board's description, so that both cannot be wrong in the same way.

pub mod chain;
pub mod console;
pub mod engine;
pub mod flash;
pub mod hex;
pub mod linked;
pub mod rig;
pub mod served;
pub mod sign;
pub mod table;
pub mod wire;
