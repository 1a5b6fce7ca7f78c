//! Matches between players of any of the games, and what their results say.

pub mod elo;
pub mod openings;
pub mod pace;
pub mod player;
pub mod records;
pub mod referee;
pub mod report;
pub mod schedule;
pub mod sprt;
pub mod standing;
pub mod tournament;
pub mod tune;
