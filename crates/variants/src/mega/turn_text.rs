//! Texts of turns (`docs/rules/notation.md`, *mega, recursive-N*).

use std::{fmt, sync::Arc};

use jabberwock_game::TurnError;

use super::{braces, play::Play};
use crate::{
    board::Bitboard,
    fide::{Role, read_squares},
};

impl Play {
    /// Parses a turn of a game of `level`, whether or not it is legal. Orders and groupings other
    /// than the canonical ones are accepted.
    ///
    /// # Errors
    /// Names the part of the text that is wrong.
    pub fn parse(level: u8, text: &str) -> Result<Play, TurnError> {
        parse(level, text)
    }
}

/// Displays the canonical text: `e2e4`, `{a1,b1=e2e4;c1=g1f3}`.
impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&text(self))
    }
}

fn parse(level: u8, text: &str) -> Result<Play, TurnError> {
    if !text.starts_with('{') {
        let (from, to, promotion) = read_squares(text)
            .ok_or_else(|| TurnError::malformed(text, "neither squares like e2e4 nor {...}"))?;
        return Ok(Play::Move {
            from,
            to,
            promotion,
        });
    }
    if level == 0 {
        let reason = "a small board has no boards to play on";
        return Err(TurnError::malformed(text, reason));
    }
    let inside = braces::inside(text).map_err(|reason| TurnError::malformed(text, reason))?;
    if inside.is_empty() {
        return Err(TurnError::malformed(text, "a board turn has a board"));
    }
    let mut known = Bitboard::EMPTY;
    let mut parts = Vec::new();
    for entry in braces::split(inside, ';') {
        let wrong = |reason: String| TurnError::malformed(entry, reason);
        let (squares, turn) = entry
            .split_once('=')
            .ok_or_else(|| wrong("a part is squares, =, a turn".to_owned()))?;
        let squares: Bitboard = braces::squares(squares)
            .map_err(wrong)?
            .into_iter()
            .collect();
        if let Some(square) = (known & squares).first() {
            return Err(wrong(format!("{square} is named twice")));
        }
        known |= squares;
        parts.push((squares, Arc::new(parse(level - 1, turn)?)));
    }
    Ok(Play::boards(parts))
}

/// Writes a turn.
fn text(play: &Play) -> String {
    match play {
        Play::Move {
            from,
            to,
            promotion,
        } => {
            let letter = promotion.map(Role::letter);
            format!("{from}{to}{}", letter.map(String::from).unwrap_or_default())
        }
        Play::Boards(groups) => {
            let parts: Vec<(Bitboard, String)> = groups
                .iter()
                .map(|(squares, play)| (*squares, text(play)))
                .collect();
            braces::write(parts.iter().map(|(squares, text)| (*squares, text)))
        }
    }
}
