//! Incomplete turns: whether a legal turn contains them, and their completion.
//!
//! A draft is a [`Play`] whose board turns may lack boards, at every level.

use std::sync::Arc;

use jabberwock_game::counted;

use super::{
    board::{Board, Game},
    choice::{BoardOptions, Fate, Feasible, Link, walk},
    play::{IllegalPlay, Play, is_won, small_after, small_move, small_moves},
};
use crate::{
    board::{Bitboard, Square},
    fide::Move,
};

/// A board of a draft, or one that completes it.
struct Part {
    square: Square,
    /// The part of the draft on the board, or the chosen turn.
    play: Arc<Play>,
    /// The fate of the mega-piece.
    fate: Fate,
}

impl Play {
    /// Whether this turn is `draft`, or `draft` with more boards, at any level.
    pub fn contains(&self, draft: &Play) -> bool {
        match draft {
            Play::Move { .. } => self == draft,
            Play::Boards(groups) => groups.iter().all(|(squares, part)| {
                let mut squares = squares.into_iter();
                squares.all(|square| self.on(square).is_some_and(|play| play.contains(part)))
            }),
        }
    }
}

impl Board {
    /// Returns a legal turn that contains `draft`. If there are several, the boards of `preferred`
    /// are played on in that order with these turns, as far as the rules and the draft allow.
    ///
    /// # Errors
    /// The place where the draft breaks a rule, or, if every turn that contains it breaks G8, the
    /// mega-king that is in check.
    pub fn complete(
        &self,
        draft: &Play,
        preferred: &[(Square, Arc<Play>)],
    ) -> Result<Play, IllegalPlay> {
        let Some(mut completion) = self.completion(draft)? else {
            return Ok(draft.clone());
        };
        completion.fill(preferred);
        let parts = completion.parts.into_iter();
        let play = Play::boards(parts.map(|part| (Bitboard::of(part.square), part.play)));
        self.check(&play)?;
        Ok(play)
    }

    /// Checks that a legal turn contains `draft`.
    ///
    /// # Errors
    /// As [`Board::complete`].
    pub fn check_draft(&self, draft: &Play) -> Result<(), IllegalPlay> {
        self.completion(draft).map(|_| ())
    }

    /// Returns the initial state of the completion of `draft`, which must have one; `None` if
    /// `draft` is a whole turn.
    fn completion(&self, draft: &Play) -> Result<Option<Completion<'_>>, IllegalPlay> {
        let Play::Boards(groups) = draft else {
            return self.check(draft).map(|()| None);
        };
        let parts = self.parts(groups)?;
        let (found, boards) = (parts.len() as u32, self.boards_of_a_turn());
        if found == boards && groups.iter().all(|(_, part)| self.is_whole(part)) {
            return self.check(draft).map(|()| None);
        }
        if found > boards {
            let k = self.playable().len();
            let found = counted(found, "board");
            let reason = format!("a turn on {found} instead of {boards} of {k} (G6)");
            return Err(IllegalPlay::here(reason));
        }
        let mut completion = Completion {
            board: self,
            links: self.links(),
            parts,
            passed: Bitboard::EMPTY,
        };
        if !completion.is_possible() {
            completion.avoid_wins();
            if !completion.is_possible() {
                let reason = "the mega-king would be in check whatever else is played (G8)";
                return Err(IllegalPlay::here(reason));
            }
        }
        Ok(Some(completion))
    }

    /// Whether a draft's turn on a board of this game is complete by itself.
    fn is_whole(&self, part: &Play) -> bool {
        self.level == 1 || matches!(part, Play::Move { .. })
    }

    /// Returns the boards of a draft, each of which can be completed by itself. If a game of a
    /// higher level might be won, it is assumed to be, as that is the worst case for G8.
    fn parts(&self, groups: &[(Bitboard, Arc<Play>)]) -> Result<Vec<Part>, IllegalPlay> {
        if let Some(outcome) = self.outcome {
            return Err(IllegalPlay::game_over(outcome));
        }
        let mut parts: Vec<Part> = Vec::new();
        for (squares, play) in groups {
            let mut known: Vec<(&Game, Result<(), IllegalPlay>)> = Vec::new();
            for square in *squares {
                let game = self.game_to_play(square)?;
                let index = known.iter().position(|(other, _)| other.is_same(game));
                let index = index.unwrap_or_else(|| {
                    known.push((game, game.check_draft(play)));
                    known.len() - 1
                });
                known[index].1.clone().map_err(|why| why.on(square))?;
                let fate = match game {
                    Game::Small(_) => self.fate(square, &game.after(play)?),
                    Game::Large(_) if self.vanishes_if_won(square) => Fate::Vanishes,
                    Game::Large(_) => Fate::Stays,
                };
                let play = Arc::clone(play);
                parts.push(Part { square, play, fate });
            }
        }
        Ok(parts)
    }
}

impl Game {
    /// Checks that a legal turn contains `draft`.
    fn check_draft(&self, draft: &Play) -> Result<(), IllegalPlay> {
        match self {
            Game::Small(pos) => small_move(pos, draft).map(|_| ()),
            Game::Large(board) => board.check_draft(draft),
        }
    }

    /// Returns a turn that contains `draft`.
    fn some_turn(&self, draft: Option<&Play>) -> Option<Play> {
        match (self, draft) {
            (Game::Small(pos), None) => {
                let step = small_moves(pos).into_iter().next()?;
                Some(Play::of(Move::unpack(step)))
            }
            (Game::Small(_), Some(play)) => Some(play.clone()),
            (Game::Large(board), Some(draft)) => board.complete(draft, &[]).ok(),
            (Game::Large(board), None) => {
                let mv = board.moves().into_iter().next().map(Play::of);
                mv.or_else(|| board.complete(&Play::Boards(Vec::new()), &[]).ok())
            }
        }
    }

    /// Returns a turn that contains `draft` and does not win. On boards with boards of higher
    /// levels only some turns are tried, as almost any of them qualifies.
    fn non_winning_turn(&self, draft: Option<&Play>) -> Option<Play> {
        let us = self.turn();
        match self {
            Game::Small(pos) => {
                let plays = small_moves(pos).into_iter().map(Move::unpack);
                plays.map(|mv| (Play::of(mv), mv)).find_map(|(play, mv)| {
                    let fits = draft.is_none_or(|draft| *draft == play);
                    (fits && !is_won(&small_after(pos, mv.pack()), us)).then_some(play)
                })
            }
            Game::Large(board) => board.non_winning_turn(draft),
        }
    }
}

impl Board {
    /// Returns a turn that contains `draft` and does not win this game.
    fn non_winning_turn(&self, draft: Option<&Play>) -> Option<Play> {
        let us = self.turn;
        let is_non_winning = |play: &Play| {
            let after = self.after(play);
            after.is_ok_and(|after| after.outcome.is_none_or(|end| end.winner != Some(us)))
        };
        let moves = self.moves().into_iter().map(Play::of);
        let mut moves = moves.filter(|play| draft.is_none_or(|draft| draft == play));
        if let Some(play) = moves.find(|play| is_non_winning(play)) {
            return Some(play);
        }
        let draft = match draft {
            Some(Play::Move { .. }) => return None,
            Some(draft) => draft.clone(),
            None => Play::Boards(Vec::new()),
        };
        if self.level == 1 {
            return self.non_winning_board_turn(&draft);
        }
        let non_winning_turns = self.playable().into_iter().filter_map(|square| {
            let play = self.game(square)?.non_winning_turn(draft.on(square))?;
            Some((square, Arc::new(play)))
        });
        let mut preferred: Vec<_> = non_winning_turns.collect();
        (0..preferred.len()).find_map(|_| {
            preferred.rotate_left(1);
            let play = self.complete(&draft, &preferred).ok()?;
            is_non_winning(&play).then_some(play)
        })
    }

    /// Returns a board turn of a game of level 1 that contains `draft` and does not win.
    fn non_winning_board_turn(&self, draft: &Play) -> Option<Play> {
        let Play::Boards(groups) = draft else {
            return None;
        };
        let fixed = self.played(groups).ok()?;
        let games = self.non_winning_completion(&fixed)?;
        let parts = games.into_iter().map(|(square, after)| {
            let pos = self.game(square)?.small()?;
            let mut moves = small_moves(pos).into_iter();
            let step = moves.find(|&step| small_after(pos, step) == after)?;
            let play = Play::of(Move::unpack(step));
            Some((Bitboard::of(square), Arc::new(play)))
        });
        parts.collect::<Option<Vec<_>>>().map(Play::boards)
    }
}

/// The state of the completion of a draft to a board turn.
struct Completion<'a> {
    board: &'a Board,
    links: Vec<Link>,
    /// The boards of the draft and those chosen.
    parts: Vec<Part>,
    /// Boards that are not played on.
    passed: Bitboard,
}

impl Completion<'_> {
    /// Whether some choice among the remaining boards is a legal turn (G6, G8).
    fn is_possible(&self) -> bool {
        let board = self.board;
        let missing = board.boards_of_a_turn() - self.parts.len() as u32;
        let ways = walk::<Feasible>(&self.links, |square, split| {
            match self.parts.iter().find(|part| part.square == square) {
                Some(part) => BoardOptions::Decided(part.fate),
                None if self.passed.contains(square) => {
                    BoardOptions::Decided(board.left_alone(square))
                }
                None => board.feasible(square, split),
            }
        });
        ways[0].open.0 >> missing & 1 == 1
    }

    /// Chooses a non-winning turn on each board of the draft that has one.
    fn avoid_wins(&mut self) {
        for part in &mut self.parts {
            let game = self.board.game(part.square);
            let is_non_winning = |game: &Game| game.non_winning_turn(Some(&part.play)).is_some();
            if part.fate == Fate::Vanishes && game.is_some_and(is_non_winning) {
                part.fate = Fate::Stays;
            }
        }
    }

    /// Adds boards and turns until the turn is whole, keeping it possible.
    fn fill(&mut self, preferred: &[(Square, Arc<Play>)]) {
        for index in 0..self.parts.len() {
            let draft = Arc::clone(&self.parts[index].play);
            self.choose(index, Some(&draft), preferred);
        }
        let first = preferred.iter().map(|&(square, _)| square);
        for square in first.chain(self.board.playable()) {
            if self.parts.len() as u32 == self.board.boards_of_a_turn() {
                break;
            }
            let is_taken = self.parts.iter().any(|part| part.square == square);
            if is_taken || self.passed.contains(square) {
                continue;
            }
            self.parts.push(Part {
                square,
                play: Arc::new(Play::Boards(Vec::new())),
                fate: Fate::Stays,
            });
            if !self.choose(self.parts.len() - 1, None, preferred) {
                self.parts.pop();
                self.passed |= Bitboard::of(square);
            }
        }
    }

    /// Chooses the turn of a part, one that contains `draft`; `false` if none keeps the whole turn
    /// possible.
    fn choose(
        &mut self,
        index: usize,
        draft: Option<&Play>,
        preferred: &[(Square, Arc<Play>)],
    ) -> bool {
        let square = self.parts[index].square;
        let Some(game) = self.board.game(square) else {
            return false;
        };
        let fits = |play: &Play| draft.is_none_or(|draft| play.contains(draft));
        let mut preferred = preferred.iter().filter(|(other, _)| *other == square);
        let wanted = preferred.find(|(_, play)| fits(play) && game.after(play).is_ok());
        let wanted = wanted.map(|(_, play)| Arc::clone(play));
        let wanted = wanted.or_else(|| game.some_turn(draft).map(Arc::new));
        let non_winning = std::iter::once_with(|| game.non_winning_turn(draft).map(Arc::new));
        for play in wanted.into_iter().chain(non_winning.flatten()) {
            let Ok(after) = game.after(&play) else {
                continue;
            };
            let part = &mut self.parts[index];
            part.fate = self.board.fate(square, &after);
            part.play = play;
            if self.is_possible() {
                return true;
            }
        }
        false
    }
}
