//! The tasks: thin shims between a peripheral and the portable part that knows what to do.

pub(super) mod controller;
pub(super) mod health;
pub(super) mod scan;
pub(super) mod wire;
