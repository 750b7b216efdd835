//! The host side of Coinspot: what the program `coinspot` does, as a library that tests can call.
#![forbid(unsafe_code)]

pub mod demo;
pub mod journal;
pub mod money;
pub mod odds;
pub mod ordinary;
pub mod picture;
pub mod settle;
pub mod show;
pub mod table;
