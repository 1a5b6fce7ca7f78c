//! Records of games: PGN with turns in native notation.
//!
//! Every game is one write, synchronized to the disk before the next, so a match that is killed
//! loses at most the games in progress. The next run reads from the record which games are finished.

mod file;
mod read;
mod write;

pub use file::RecordFile;
pub use read::{RecordError, RecordedGame};
pub use write::{GameHeader, text};

#[cfg(test)]
mod tests;
