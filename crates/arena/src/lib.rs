//! Matches between players of every game, statistics of their results, and tuning by games.

pub mod adjudication;
pub mod analysis;
pub mod annotate;
pub mod description;
pub mod elo;
pub mod game_clock;
pub mod join;
pub mod openings;
mod plain_text;
pub mod played_game;
pub mod player;
pub mod position_line;
pub mod records;
pub mod referee;
pub mod report;
pub mod schedule;
pub mod scoreboard;
pub mod shard;
pub mod sprt;
pub mod time_control;
pub mod tournament;
pub mod tune;
mod workers;
