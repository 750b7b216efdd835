//! Whole rounds settled, against the documents.

mod folds;
mod layout;
mod limits;
mod showdown;
mod three_card;
