//! Search requests and settings.

use std::{ops::ControlFlow, time::Duration};

use jabberwock_game::{
    GameHistory, Position, Step, Turn, first_turn, is_legal_turn, try_for_each_turn_unmade,
};

use crate::limits::Limits;

/// Settings that stay the same from search to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Number of search threads, at least 1. At most four for each processor are started.
    pub threads: usize,
    /// Size of the transposition table in mebibytes, at least 1.
    pub hash_mib: usize,
    /// Time reserved for each turn for delays outside the search.
    pub move_overhead: Duration,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            threads: 1,
            hash_mib: 16,
            move_overhead: Duration::from_millis(20),
        }
    }
}

/// One search to be made.
#[derive(Clone, Debug)]
pub struct Request<P> {
    /// The position to search: the start of a turn in a game that is not over.
    pub position: P,
    /// The game so far; its last key is that of `position`.
    pub history: GameHistory,
    /// The limits of the search.
    pub limits: Limits,
    /// Number of lines to report, at least 1.
    pub multi_pv: usize,
    /// If given, only these turns are searched. Illegal turns are ignored.
    pub only: Option<Vec<Turn>>,
    /// These turns are not searched.
    pub except: Vec<Turn>,
}

impl<P: Position> Request<P> {
    /// Returns any legal turn that the request allows, found without a search; empty if there is
    /// none.
    pub fn any_turn(&self) -> Turn {
        let pos = &self.position;
        let is_allowed =
            |turn: &[Step]| !self.except.iter().any(|refused| refused.as_slice() == turn);
        if let Some(only) = &self.only {
            let mut only = only.iter();
            let turn = only.find(|turn| is_allowed(turn) && is_legal_turn(pos, turn));
            return turn.cloned().unwrap_or_default();
        }
        let mut found = first_turn(pos);
        if !is_allowed(&found) {
            found.clear();
            let _ = try_for_each_turn_unmade(pos, &mut |turn| {
                if !is_allowed(turn) {
                    return ControlFlow::Continue(());
                }
                found = Turn::from_slice(turn);
                ControlFlow::Break(())
            });
        }
        found
    }
}
