//! Boards drawn for people.

use jabberwock_game::{PositionError, Variant as _};

use super::board::{Board, Game};
use crate::{
    board::{Bitboard, Square, draw},
    chess::{self, Chess},
};

impl Board {
    /// The mega-pieces with their states, White below, and where the player to move may or must
    /// play.
    pub fn drawing(&self) -> String {
        let pieces = draw(|square| {
            let piece = self.piece_at(square);
            piece.map(|piece| piece.to_string()).unwrap_or_default()
        });
        let (playable, besieged) = (names(self.playable()), names(self.besieged()));
        format!(
            "{pieces}\n+ armed, - disarmed, ! dethroned, else its game is running\n\
             to play on {playable}\nin check   {besieged}\n"
        )
    }

    /// The board on `path`, with the text of its position: `a1`, or `a1/b2` for one on the board of
    /// a1.
    ///
    /// # Errors
    /// If there is no running game.
    pub fn drawing_of(&self, path: &str) -> Result<String, PositionError> {
        let error = |reason: String| PositionError::field("board", path, reason);
        let mut board = self;
        let mut small: Option<&chess::Position> = None;
        let mut place = String::new();
        for name in path.split('/') {
            if small.is_some() {
                let reason = format!("there is no board {name} on a board of chess");
                return Err(error(reason));
            }
            let square =
                Square::parse(name).ok_or_else(|| error(format!("\"{name}\" is not a square")))?;
            place.push_str(name);
            match board.game(square) {
                None => return Err(error(format!("no game is running on {place}"))),
                Some(Game::Small(position)) => small = Some(position),
                Some(Game::Large(inner)) => board = inner,
            }
            place.push('/');
        }
        let (drawing, text) = match small {
            Some(position) => (Chess.draw(position), Chess.text(position)),
            None => (board.drawing(), board.text()),
        };
        Ok(format!("{drawing}\nposition {text}\n"))
    }
}

/// `a1 b1`, or `none`.
fn names(squares: Bitboard) -> String {
    if squares.is_empty() {
        return "none".to_owned();
    }
    let names = squares.into_iter().map(|square| square.to_string());
    names.collect::<Vec<_>>().join(" ")
}
