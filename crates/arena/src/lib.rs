//! Matches between players of any of the games, and what their results say.

pub mod elo;
pub mod sprt;
