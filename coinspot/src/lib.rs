//! The host side of Coinspot: what the program `coinspot` does, as a library that tests can call.
#![forbid(unsafe_code)]

pub mod conform;
pub mod date;
pub mod demo;
pub mod gateway;
pub mod journal;
pub mod keys;
pub mod money;
pub mod odds;
pub mod ordinary;
pub mod picture;
pub mod pit_page;
pub mod pool;
pub mod settle;
pub mod show;
pub mod table;
pub mod terminal;
