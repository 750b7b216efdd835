//! The host side of Coinspot: what the program `coinspot` does, as a library that tests can call.
#![forbid(unsafe_code)]

#[cfg(feature = "program")]
pub mod conform;
pub mod date;
#[cfg(feature = "program")]
pub mod demo;
#[cfg(feature = "program")]
pub mod gateway;
#[cfg(feature = "program")]
pub mod journal;
#[cfg(feature = "program")]
pub mod keys;
pub mod money;
#[cfg(feature = "program")]
pub mod odds;
#[cfg(feature = "program")]
pub mod ordinary;
#[cfg(feature = "program")]
pub mod picture;
#[cfg(feature = "program")]
pub mod pit_page;
pub mod pool;
pub mod settle;
pub mod show;
#[cfg(feature = "program")]
pub mod table;
pub mod terminal;
