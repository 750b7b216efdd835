//! The jackpot sign: the portable state, pages and renderer of the display that players see. It accepts
//! [`SignPicture`]s and draws them on a matrix of 128 x 32 dots; it touches no hardware and no clock.
//!
//! ```text
//! SignPicture, heartbeat -> Sign (state) -> cycle -> Page (shown now) -> dots on a Screen
//!                                                                    '-> SignLines of text
//! Screen -> ScanFrames (what the row scan shifts out)
//! ```
//!
//! Terms:
//! - a *page* is the sign's content at one time: a heading, and below it an amount or words;
//! - a *turn* is the time for which a page stays when the content needs several pages;
//! - the *cycle* is the order in which pages take turns: news, jackpot, limits;
//! - to *roll* is to count up to a new amount with turning digits, like an odometer.
//!
//! Every decision is made before there is a [`Page`], so that dots and text cannot differ.
//!
//! [`SignPicture`]: shared_rules::wire::sign::SignPicture

#![no_std]
#![forbid(unsafe_code)]
#![deny(
    clippy::arithmetic_side_effects,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used
)]

mod amount;
mod cycle;
mod digits;
mod frames;
mod odometer;
mod page;
mod render;
pub mod scanning;
mod screen;
mod self_test;
mod sign_end;
mod state;
pub mod timing;
mod vital;
mod wheels;
mod words;

pub use amount::Amount;
pub use frames::{DRIVER_REGISTERS, DriverRegister, SCANNED_ROWS, ScanFrames, ScanRow};
pub use odometer::{Odometer, Reading};
pub use page::{Page, PageBody};
pub use render::draw;
pub use screen::{Colour, Screen};
pub use self_test::{SelfTest, TestPicture};
pub use sign_end::SignEnd;
pub use state::Sign;
pub use vital::{RENDERER_BEAT_MS, SignTask, Vitals};
pub use words::{SignLine, SignLines};
