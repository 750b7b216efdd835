//! The felt: scan, debounce, chips, keys, lamps and faults, on the simulated shift chain.

mod banks;
mod broken;
mod chips;
mod faults;
mod keys;
mod lamps;
mod latency;
mod noise;
mod opening;
mod order;
mod reference;
mod scan;
