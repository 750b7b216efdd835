//! The supply voltage as the controller sees it. While it falls, receivers under the felt read anything and a write may
//! not finish: nothing is sensed, and no further entry is begun. Between the detector's threshold and the brown-out
//! reset below it lies the time in which an entry under way becomes durable.

/// Asks the voltage detector: true while the supply is below its threshold.
pub type SupplyIsLow = fn() -> bool;

/// The answer where there is no detector, as on the host.
#[must_use]
pub const fn never_low() -> bool {
    false
}
