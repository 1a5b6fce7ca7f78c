//! Board turns (G6), made and tried one by one.

use std::{collections::BTreeMap, rc::Rc};

use shakmaty::Position;

use super::{InnerGame, MegaOracle, Square, Turn, text};
use crate::chess::move_text;

impl InnerGame {
    /// Returns every legal turn, if they are not more than `limit`.
    pub(super) fn turns(&self, limit: usize) -> Option<Vec<Turn>> {
        match self {
            InnerGame::Chess(pos) => Some(
                pos.legal_moves()
                    .iter()
                    .map(|mv| Turn::Move(move_text(*mv)))
                    .collect(),
            ),
            InnerGame::Mega(mega) => mega.turns(limit),
        }
    }
}

impl MegaOracle {
    /// Returns the games in which the player may make a turn, by square. (A running game without
    /// any would be over.)
    pub(super) fn playable(&self) -> BTreeMap<Square, Rc<InnerGame>> {
        self.pieces
            .iter()
            .filter_map(|(&at, piece)| piece.game.as_ref().map(|game| (at, game.clone())))
            .filter(|(_, game)| game.white_to_move() == self.white_to_move)
            .collect()
    }

    /// Returns the number of games in which a board turn is made.
    pub(super) fn boards_a_turn(&self) -> usize {
        self.playable().len().min(8)
    }

    /// Returns the position after `turn`, or why it is not legal.
    pub(super) fn after(&self, turn: &Turn) -> Result<MegaOracle, String> {
        if self.end().is_some() {
            return Err("the game is over".to_owned());
        }
        self.after_unless_stuck(turn)
    }

    /// Returns the same where the game is known to go on.
    pub(super) fn after_unless_stuck(&self, turn: &Turn) -> Result<MegaOracle, String> {
        let parts = match turn {
            Turn::Move(text) => {
                let mut steps = self.steps().into_iter();
                let step = steps.find(|&step| text::step(step) == *text);
                let after = step.and_then(|step| self.after_step(step));
                return after.ok_or_else(|| format!("{text} is no legal mega-move"));
            }
            Turn::Boards(parts) => parts,
        };
        let playable = self.playable();
        if parts.is_empty() || parts.len() != self.boards_a_turn() {
            return Err(format!("{} boards", parts.len()));
        }
        let played: Vec<Square> = parts.keys().copied().collect();
        let mut after = self.clone();
        for (at, part) in parts {
            let game = playable
                .get(at)
                .ok_or_else(|| format!("no turn to be made on {at:?}"))?;
            after.put(*at, game.after(part)?);
        }
        after.halfmove_clock = 0;
        after.passed_over = None;
        after
            .finish(&played)
            .ok_or_else(|| "G8: in mega-check at the end".to_owned())
    }

    fn put(&mut self, at: Square, game: InnerGame) {
        let piece = self.pieces.get_mut(&at).expect("a mega-piece");
        piece.game = Some(Rc::new(game));
    }

    /// Returns every legal turn, if those to be tried are not more than `limit`.
    pub(super) fn turns(&self, limit: usize) -> Option<Vec<Turn>> {
        if self.end().is_some() {
            return Some(Vec::new());
        }
        let mut turns: Vec<Turn> = self.mega_moves().into_keys().map(Turn::Move).collect();
        let mut candidates: Vec<BTreeMap<Square, Turn>> = vec![BTreeMap::new()];
        let boards = self.boards_a_turn();
        for (at, game) in self.playable() {
            let inner = game.turns(limit)?;
            let shorter: Vec<_> = candidates
                .iter()
                .filter(|parts| parts.len() < boards)
                .cloned()
                .collect();
            if candidates.len() + shorter.len() * inner.len() > limit {
                return None;
            }
            for parts in shorter {
                for turn in &inner {
                    let mut parts = parts.clone();
                    parts.insert(at, turn.clone());
                    candidates.push(parts);
                }
            }
        }
        for parts in candidates {
            let turn = Turn::Boards(parts);
            if self.after_unless_stuck(&turn).is_ok() {
                turns.push(turn);
            }
        }
        Some(turns)
    }
}
