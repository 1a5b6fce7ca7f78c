//! Records of games: PGN, with moves of chess and Chess960 in standard algebraic notation and turns
//! of other games in the native one.
//!
//! In a match every game is one write, synchronized to the disk before the next, so a match that is
//! killed loses at most the games in progress. The next run reads from the record which games are
//! finished. [`games()`] reads whole games, of any program.

mod comment;
mod error;
mod fen;
mod file;
mod file_text;
mod game;
mod games;
pub mod nag;
mod read;
pub mod san;
mod tokens;
mod write;

pub use error::RecordError;
pub use file::{RecordFile, complete_games};
pub use file_text::read_file;
pub(crate) use file_text::require_regular_file;
pub use game::{Line, RecordedGame, RecordedResult, RecordedTurn, beginning};
pub use games::{Games, MAX_DEPTH, games, is_record, turn_alone};
pub use read::{MatchGame, match_games};
pub use write::{GameHeader, roster, text};

#[cfg(test)]
mod tests;
