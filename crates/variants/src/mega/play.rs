//! Whole turns: their parts, their legality, and making them in one go (G5 to G10).

use std::{fmt, sync::Arc};

use jabberwock_game::{Color, Outcome, Position as _, Stage, Step, counted};

use super::{
    board::{Board, Game},
    piece::State,
};
use crate::{
    board::{Bitboard, Square},
    chess,
    fide::{Move, Role},
};

/// A turn of a game of any level, structured as its text. Equal parts are shared, so a turn on
/// millions of boards may be small.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Play {
    /// A move on a small board, or a mega-move (G7).
    Move {
        /// The origin square.
        from: Square,
        /// The target square.
        to: Square,
        /// The role that a pawn promotes to.
        promotion: Option<Role>,
    },
    /// A board turn (G6): disjoint sets of squares, each with the turn made on all of its boards;
    /// no two of these turns are equal, and the sets are ordered by their first squares.
    Boards(Vec<(Bitboard, Arc<Play>)>),
}

impl Play {
    /// Returns the turn that consists of this move.
    pub fn of(mv: Move) -> Play {
        Play::Move {
            from: mv.from,
            to: mv.to,
            promotion: mv.promotion,
        }
    }

    /// Returns the board turn of these parts, merging equal ones. The squares must be disjoint.
    pub fn boards(parts: impl IntoIterator<Item = (Bitboard, Arc<Play>)>) -> Play {
        let mut groups: Vec<(Bitboard, Arc<Play>)> = Vec::new();
        for (squares, play) in parts {
            match groups.iter_mut().find(|(_, other)| *other == play) {
                Some((group, _)) => *group |= squares,
                None => groups.push((squares, play)),
            }
        }
        groups.sort_by_key(|(squares, _)| squares.first());
        Play::Boards(groups)
    }

    /// Returns the turn made on the board on `square`.
    pub fn on(&self, square: Square) -> Option<&Play> {
        let Play::Boards(groups) = self else {
            return None;
        };
        let group = groups.iter().find(|(squares, _)| squares.contains(square));
        group.map(|(_, play)| &**play)
    }
}

/// The reason why a turn is illegal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalPlay {
    /// The path of nested boards to the error, outermost first; empty for the outermost game.
    pub path: Vec<Square>,
    /// The error, with the rule if there is one.
    pub reason: String,
}

impl IllegalPlay {
    pub(super) fn here(reason: impl Into<String>) -> IllegalPlay {
        IllegalPlay {
            path: Vec::new(),
            reason: reason.into(),
        }
    }

    /// Moves the error into the board on `square`.
    pub(super) fn on(mut self, square: Square) -> IllegalPlay {
        self.path.insert(0, square);
        self
    }

    /// Returns the error for a turn in a game that has ended.
    pub(super) fn game_over(outcome: Outcome) -> IllegalPlay {
        IllegalPlay::here(format!("the game is over: {outcome}"))
    }
}

/// Displays `on a1, b2: the king would be in check`.
impl fmt::Display for IllegalPlay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, square) in self.path.iter().enumerate() {
            let before = if index == 0 { "on " } else { ", " };
            write!(f, "{before}{square}")?;
        }
        let colon = if self.path.is_empty() { "" } else { ": " };
        write!(f, "{colon}{}", self.reason)
    }
}

/// The effect of a turn on a board (G9 to G11).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The square of the board after the turn.
    pub square: Square,
    /// The game after the turn.
    pub game: Game,
    /// The outcome of the game, if it has ended.
    pub outcome: Option<Outcome>,
}

impl Game {
    /// Returns the game after the turn `play` of the player to move; it may be finished. Time and
    /// memory grow with the number of distinct games that are changed (G20).
    ///
    /// # Errors
    /// If the turn is illegal: the board and the reason.
    pub fn after(&self, play: &Play) -> Result<Game, IllegalPlay> {
        match self {
            Game::Small(pos) => {
                let mv = small_move(pos, play)?;
                Ok(small_after(pos, mv.pack()))
            }
            Game::Large(board) => Ok(Game::Large(Arc::new(board.after(play)?))),
        }
    }

    /// Whether the player to move has a legal turn that does not win this game.
    pub(super) fn has_non_winning_turn(&self) -> bool {
        match self {
            Game::Small(pos) => small_moves(pos)
                .into_iter()
                .any(|step| !is_won(&small_after(pos, step), pos.turn())),
            Game::Large(board) => board.has_non_winning_turn(),
        }
    }
}

/// Whether `game` is over and `color` has won it.
pub(super) fn is_won(game: &Game, color: Color) -> bool {
    game.outcome()
        .is_some_and(|outcome| outcome.winner == Some(color))
}

/// Returns the game after a legal move.
pub(super) fn small_after(pos: &chess::Position, step: Step) -> Game {
    let mut pos = pos.clone();
    pos.play(step);
    Game::Small(Arc::new(pos))
}

/// Returns all legal moves of a level-0 game.
pub(super) fn small_moves(pos: &chess::Position) -> Vec<Step> {
    let mut moves = Vec::new();
    for stage in Stage::ALL {
        pos.generate(stage, &mut moves);
    }
    moves
}

/// Returns the legal move of `play` on a small board.
pub(super) fn small_move(pos: &chess::Position, play: &Play) -> Result<Move, IllegalPlay> {
    match *play {
        Play::Move {
            from,
            to,
            promotion,
        } => pos
            .find_move(from, to, promotion)
            .map_err(IllegalPlay::here),
        Play::Boards(_) => Err(IllegalPlay::here("a small board has no boards to play on")),
    }
}

impl Board {
    /// Returns the position after the turn `play` of the player to move, with all results applied.
    ///
    /// # Errors
    /// If the turn is illegal: the board and the reason.
    pub fn after(&self, play: &Play) -> Result<Board, IllegalPlay> {
        match *play {
            Play::Move {
                from,
                to,
                promotion,
            } => Ok(self.after_move(self.find_move(from, to, promotion)?)),
            Play::Boards(ref groups) => self.after_boards(&self.played(groups)?),
        }
    }

    /// Checks that `play` is a legal turn of the player to move.
    ///
    /// # Errors
    /// If it is illegal: the board and the reason.
    pub fn check(&self, play: &Play) -> Result<(), IllegalPlay> {
        self.after(play).map(|_| ())
    }

    /// Returns the effects of `play`, a turn of the player to move, on the games of this
    /// mega-board: those played on and those lost by G9, in the order of squares.
    ///
    /// # Errors
    /// If a turn on one of the boards is illegal: the board and the reason. G8 is not tested.
    pub fn changes(&self, play: &Play) -> Result<Vec<Change>, IllegalPlay> {
        let played = match play {
            Play::Boards(groups) => self.played(groups)?,
            Play::Move { .. } => Vec::new(),
        };
        let lost = Outcome::win(!self.turn, jabberwock_game::Reason::CHECKMATE);
        let unanswered = played.iter().fold(self.besieged(), |squares, (square, _)| {
            squares.without(Bitboard::of(*square))
        });
        let unanswered = unanswered.into_iter().filter_map(|square| {
            Some(Change {
                square,
                game: self.game(square)?.clone(),
                outcome: Some(lost),
            })
        });
        let played = played.into_iter().map(|(square, game)| Change {
            square,
            outcome: game.outcome(),
            game,
        });
        let mut changes: Vec<Change> = played.chain(unanswered).collect();
        changes.sort_by_key(|change| change.square);
        Ok(changes)
    }

    /// Returns the legal mega-move from one square to another.
    pub(super) fn find_move(
        &self,
        from: Square,
        to: Square,
        promotion: Option<Role>,
    ) -> Result<Move, IllegalPlay> {
        let mut found = None;
        self.moves_from(from, &mut |mv| {
            if mv.to == to && mv.promotion == promotion {
                found = Some(mv);
            }
        });
        found.ok_or_else(|| IllegalPlay::here(self.why_illegal(from, to, promotion)))
    }

    /// Returns the reason why the mega-move from one square to another is illegal.
    fn why_illegal(&self, from: Square, to: Square, promotion: Option<Role>) -> String {
        if let Some(outcome) = self.outcome {
            return format!("the game is over: {outcome}");
        }
        let Some(piece) = self.piece_at(from) else {
            return format!("{from} is empty");
        };
        if piece.piece.color != self.turn {
            return format!("the mega-piece on {from} is {}'s", piece.piece.color);
        }
        let (mut reaches, mut promotes) = (false, None);
        self.pseudo_legal_moves_from(from, &mut |mv| {
            if mv.to == to {
                reaches |= mv.promotion == promotion;
                promotes = Some(mv.promotion.is_some());
            }
        });
        let role = piece.piece.role.name();
        match (reaches, promotes) {
            (true, _) => "the mega-king would be in check (G8)".to_owned(),
            (_, Some(true)) => "a promotion letter q, r, b or n is missing (G17)".to_owned(),
            (_, Some(false)) => "nothing promotes here".to_owned(),
            _ if piece.state == State::Dethroned => {
                "a dethroned mega-king does not move (G12)".to_owned()
            }
            _ => format!("the mega-{role} {piece} cannot go from {from} to {to} (G12, G13)"),
        }
    }

    /// Returns the game on `square`, in which the player to move may make a turn.
    ///
    /// # Errors
    /// If no game is running there, or the opponent is to move in it.
    pub fn game_to_play(&self, square: Square) -> Result<&Game, IllegalPlay> {
        let Some(game) = self.game(square) else {
            let reason = "no game is running here (G11)";
            return Err(IllegalPlay::here(reason).on(square));
        };
        if game.turn() != self.turn {
            let reason = format!("it is {}'s move here (G3)", game.turn());
            return Err(IllegalPlay::here(reason).on(square));
        }
        Ok(game)
    }

    /// Returns the games after the turns `groups` on their boards, in the order of squares. Equal
    /// games with equal turns are computed once.
    pub(super) fn played(
        &self,
        groups: &[(Bitboard, Arc<Play>)],
    ) -> Result<Vec<(Square, Game)>, IllegalPlay> {
        if let Some(outcome) = self.outcome {
            return Err(IllegalPlay::game_over(outcome));
        }
        let mut played: Vec<(Square, Game)> = Vec::new();
        for (squares, play) in groups {
            let mut known: Vec<(&Game, Game)> = Vec::new();
            for square in *squares {
                let game = self.game_to_play(square)?;
                let found = known.iter().find(|(before, _)| before.is_same(game));
                let after = if let Some((_, after)) = found {
                    after.clone()
                } else {
                    let after = game
                        .after(play)
                        .map_err(|why_illegal| why_illegal.on(square))?;
                    known.push((game, after.clone()));
                    after
                };
                played.push((square, after));
            }
        }
        played.sort_by_key(|&(square, _)| square);
        Ok(played)
    }

    /// Returns the position after a board turn that led to the games `played`, all results applied
    /// together (G10).
    pub(super) fn after_boards(&self, played: &[(Square, Game)]) -> Result<Board, IllegalPlay> {
        let boards = self.boards_of_a_turn();
        let found = played.len();
        if found != boards as usize || found == 0 {
            let k = self.playable().len();
            let found = counted(found, "board");
            let reason = format!("a turn on {found} instead of {boards} of {k} (G6)");
            return Err(IllegalPlay::here(reason));
        }
        let mut board = self.clone();
        let mut lost = self.besieged();
        for (square, game) in played {
            lost = lost.without(Bitboard::of(*square));
            match game.outcome() {
                Some(outcome) => board.finish(*square, outcome.winner),
                None => board.set_game(*square, self.shared(game, &board)),
            }
        }
        board.lose(lost);
        if board.is_check() {
            let reason = "the mega-king would be in check (G8)";
            return Err(IllegalPlay::here(reason));
        }
        board.clocks.halfmove_clock = 0;
        board.pass_turn();
        board.settle();
        Ok(board)
    }

    /// Returns `game`, or the equal game that is already on `board`, so that equal games remain one
    /// object (G20).
    fn shared(&self, game: &Game, board: &Board) -> Game {
        let key = game.key();
        let mut others = board
            .to_move(!self.turn)
            .into_iter()
            .filter_map(|square| board.game(square));
        let equal = others.find(|other| other.key() == key && *other == game);
        equal.unwrap_or(game).clone()
    }
}
