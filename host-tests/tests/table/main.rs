//! The whole table end to end, run by the host: every scenario, and what only the host can look at.

mod goes_back;
mod health;
mod house_rules;
mod latency;
mod noise;
mod wear;

use simulator::engine::HostEngine;

/// An evening at a table that the host runs.
type Evening = simulator::table_driver::TableDriver<HostEngine>;

macro_rules! on_the_host {
    ($module:ident::$scenario:ident) => {
        #[test]
        fn $scenario() {
            simulator::scenarios::$module::$scenario::<HostEngine>();
        }
    };
}

simulator::for_every_scenario!(on_the_host);
simulator::for_every_linked_scenario!(on_the_host);
