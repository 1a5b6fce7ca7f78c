//! A game of any level, shared and never changed (G1, G2, G20).

use std::sync::{Arc, OnceLock};

use jabberwock_game::{Color, Key, Outcome, Position as _, Reason, Variant as _};

use super::Board;
use crate::chess::{self, Chess};

/// The highest level there is.
pub const HIGHEST: u8 = 8;

/// A game of any level: chess at level 0, a mega-board above. Cloning it shares it.
#[derive(Clone)]
pub enum Game {
    /// A level-0 game (G1).
    Small(Arc<chess::Position>),
    /// A game of level 1 or higher (G2).
    Large(Arc<Board>),
}

impl Game {
    /// The untouched game of `level`: one object for each level, however many games it stands for
    /// (G20).
    pub fn start(level: u8) -> Game {
        static STARTS: [OnceLock<Game>; HIGHEST as usize + 1] =
            [const { OnceLock::new() }; HIGHEST as usize + 1];
        let start = STARTS[usize::from(level)].get_or_init(|| match level {
            0 => Game::Small(Arc::new(Chess.start())),
            _ => Game::Large(Arc::new(Board::untouched(level))),
        });
        start.clone()
    }

    /// 0 for chess.
    pub fn level(&self) -> u8 {
        match self {
            Game::Small(_) => 0,
            Game::Large(board) => board.level(),
        }
    }

    /// The player to move in this game (G3).
    pub fn turn(&self) -> Color {
        match self {
            Game::Small(pos) => pos.turn(),
            Game::Large(board) => board.turn(),
        }
    }

    /// The Zobrist key. Counters are no part of it (G19).
    pub fn key(&self) -> Key {
        match self {
            Game::Small(pos) => pos.key(),
            Game::Large(board) => board.key(),
        }
    }

    /// Whether the player to move has his king (level 0) or mega-king in check.
    pub fn is_check(&self) -> bool {
        match self {
            Game::Small(pos) => pos.is_check(),
            Game::Large(board) => board.is_check(),
        }
    }

    /// How the game has ended, read off the position (G1, G18, G19): repetition apart, which only
    /// the outermost game knows.
    pub fn outcome(&self) -> Option<Outcome> {
        match self {
            Game::Small(pos) => small_outcome(pos),
            Game::Large(board) => board.outcome(),
        }
    }

    /// The chess position of a level-0 game.
    pub fn small(&self) -> Option<&chess::Position> {
        match self {
            Game::Small(pos) => Some(pos),
            Game::Large(_) => None,
        }
    }

    /// The mega-board of a game of level 1 or higher.
    pub fn large(&self) -> Option<&Board> {
        match self {
            Game::Small(_) => None,
            Game::Large(board) => Some(board),
        }
    }

    /// Whether both are the same object.
    pub fn is_same(&self, other: &Game) -> bool {
        self.address() == other.address()
    }

    /// What tells objects apart: as long as the game lives, no other has this number.
    pub fn address(&self) -> usize {
        match self {
            Game::Small(pos) => Arc::as_ptr(pos).addr(),
            Game::Large(board) => Arc::as_ptr(board).addr(),
        }
    }
}

/// Counters included: what the text says. Objects that are shared are not looked into.
impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        self.is_same(other)
            || match (self, other) {
                (Game::Small(a), Game::Small(b)) => a == b,
                (Game::Large(a), Game::Large(b)) => a == b,
                _ => false,
            }
    }
}

impl Eq for Game {}

/// The ends of a level-0 game: checkmate first (G1).
fn small_outcome(pos: &chess::Position) -> Option<Outcome> {
    const MOST_PLIES: u32 = 100;
    if !pos.has_legal_step() {
        return Some(pos.outcome_when_stuck());
    }
    if pos.clock() >= MOST_PLIES {
        return Some(Outcome::draw(Reason::PLY_LIMIT));
    }
    pos.drawn_by_material().map(Outcome::draw)
}
