//! The controller and its flash, without wires: an evening at the table, and power that fails at any moment of it.

mod chance;
mod checkpoints;
mod cuts;
mod damage;
mod desk;
mod evening;
mod liveness;
mod memory;
mod notes;
mod prelude;
mod record;
mod step;
mod visible;
mod wear;
