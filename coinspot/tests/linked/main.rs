//! Linked tables as programs: the pool and the gateways are processes of `coinspot`, the tables run the real
//! controller, and everything goes over sockets of this machine.

mod bad_input;
mod behind_a_gateway;
mod kill;
mod letters;
mod processes;
mod reconcile;
mod tables;
mod watching;
mod wires;
