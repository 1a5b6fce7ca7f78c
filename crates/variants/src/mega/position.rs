//! The position, possibly within a turn, and the steps of turns.
//!
//! A step is a mega-move, a move on a small board, or the entering of a board with a running game
//! of level 1 or higher: then a turn of that game follows, step by step. Boards are played on in
//! the order of squares, so a turn is a unique sequence of steps. A mega-board does not change
//! until its turn is complete (G10); the frames hold the steps until then.

use std::{collections::HashMap, sync::Arc};

use jabberwock_game::{Color, Key, Outcome, Reason, Sink, Stage, Step, Turn};

use super::{
    board::{Board, Game},
    choice::Fate,
    enumerate::{PartialBoardTurn, is_won_board},
    moves::MEGA_STALEMATE,
    play::{IllegalPlay, Play, is_won, small_after, small_move, small_moves},
};
use crate::{
    board::{Bitboard, Square},
    chess,
    fide::Move,
};

/// Key streams of the steps within a turn, one for each depth.
const WITHIN: u64 = 0x6100;

/// A position of a game of level 1 or higher.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    board: Arc<Board>,
    /// The boards entered, outermost first; none at the start of a turn.
    frames: Vec<Frame>,
}

/// A mega-board with an incomplete turn.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Frame {
    /// The square on the board around it; meaningless for the outermost.
    square: Square,
    /// The position before the turn.
    board: Arc<Board>,
    /// The boards played on, in the order of squares, with the games after their turns.
    done: Vec<(Square, Game)>,
    /// Whether the player may not win here, because that would open a line to the own mega-king on
    /// the board around (G8).
    may_not_win: bool,
}

/// The kinds of steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepKind {
    /// A mega-move, on the outermost board or on the board just entered.
    Move(Move),
    /// A move on the small board on this square.
    On(Square, Move),
    /// The board on this square is entered, and a turn of its game begins.
    Enter(Square),
}

impl StepKind {
    const MOVE: u32 = 1;
    const ON: u32 = 2;
    const ENTER: u32 = 3;

    /// Returns the step: a move (23 bits), a square (6), the kind (2).
    fn pack(self) -> Step {
        let (kind, square, mv) = match self {
            StepKind::Move(mv) => (StepKind::MOVE, Square::A1, mv.pack().bits()),
            StepKind::On(square, mv) => (StepKind::ON, square, mv.pack().bits()),
            StepKind::Enter(square) => (StepKind::ENTER, square, 0),
        };
        Step::new(mv | (square as u32) << 23 | kind << 29)
    }

    /// Decodes any 32 bits; `None` if they are not a valid step.
    fn unpack(step: Step) -> Option<StepKind> {
        let bits = step.bits();
        let mv = || Step::unpack(bits & 0x7f_ffff).and_then(Move::checked);
        let square = Square::from_bits(bits >> 23);
        let kind = match bits >> 29 & 3 {
            StepKind::MOVE => StepKind::Move(mv()?),
            StepKind::ON => StepKind::On(square, mv()?),
            StepKind::ENTER => StepKind::Enter(square),
            _ => return None,
        };
        (kind.pack() == step).then_some(kind)
    }
}

/// The turns that G8 on the mega-board around permits on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Permission {
    Closed,
    /// Any turn that does not win.
    NonWinning,
    Open,
}

impl Position {
    /// Creates a position at the start of a turn.
    pub fn new(board: Board) -> Position {
        Position {
            board: Arc::new(board),
            frames: Vec::new(),
        }
    }

    /// Returns the outermost mega-board at the start of the turn.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Within a turn: returns the boards of the outermost board on which it is complete, with the
    /// games after it.
    pub(super) fn done(&self) -> &[(Square, Game)] {
        self.frames.first().map_or(&[], |frame| &frame.done)
    }

    /// Makes a whole turn at once, in time that grows with the number of distinct games it changes
    /// (G20). The position is at the start of a turn.
    ///
    /// # Errors
    /// If the turn is illegal: the board and the reason.
    pub fn make(&mut self, play: &Play) -> Result<(), IllegalPlay> {
        self.board = Arc::new(self.board.after(play)?);
        Ok(())
    }

    /// Returns the steps of a turn that is legal at the start of this one.
    ///
    /// # Errors
    /// If the turn is illegal: the board and the reason.
    pub fn steps_of(&self, play: &Play) -> Result<Turn, IllegalPlay> {
        let mut turn = Turn::new();
        push_steps(&self.board, play, &mut turn)?;
        Ok(turn)
    }

    /// Returns the turn that consists of these steps, a legal whole turn or the beginning of one.
    pub fn play_of(&self, steps: &[Step]) -> Play {
        read_steps(&self.board, &mut steps.iter().copied())
    }

    /// Returns the kind of a step; `None` for bits that are not a step.
    pub fn meaning(step: Step) -> Option<StepKind> {
        StepKind::unpack(step)
    }

    /// Returns the position with the players exchanged at every level.
    pub(super) fn mirrored(&self) -> Position {
        fn mirror(board: &Board, known: &mut HashMap<usize, Game>) -> Board {
            board.mirrored(&mut |game| {
                if let Some(mirrored) = known.get(&game.address()) {
                    return mirrored.clone();
                }
                let mirrored = match game {
                    Game::Small(pos) => Game::Small(Arc::new(pos.mirrored())),
                    Game::Large(board) => Game::Large(Arc::new(mirror(board, known))),
                };
                known.insert(game.address(), mirrored.clone());
                mirrored
            })
        }
        Position::new(mirror(&self.board, &mut HashMap::new()))
    }

    /// Returns the mega-board of the next step, with the turn on it so far.
    fn partial(&self) -> PartialBoardTurn<'_> {
        match self.frames.last() {
            None => PartialBoardTurn::new(&self.board),
            Some(frame) => PartialBoardTurn::with(&frame.board, frame.done.clone()),
        }
    }

    /// Returns the mega-board on which a mega-move may be made as the next step.
    fn mover(&self) -> Option<&Board> {
        match self.frames.last() {
            None => Some(&self.board),
            Some(frame) => frame.done.is_empty().then_some(&*frame.board),
        }
    }

    /// Whether `test` is true of some legal step.
    fn any_step(&self, test: &mut dyn FnMut(Step) -> bool) -> bool {
        self.any_move(test) || self.any_board_step(test)
    }

    fn any_move(&self, test: &mut dyn FnMut(Step) -> bool) -> bool {
        let moves = self.mover().map(Board::moves).unwrap_or_default();
        moves
            .into_iter()
            .any(|mv| self.may_move(mv) && test(StepKind::Move(mv).pack()))
    }

    fn any_board_step(&self, test: &mut dyn FnMut(Step) -> bool) -> bool {
        if self.board.outcome.is_some() {
            return false;
        }
        let partial = self.partial();
        partial.candidates().into_iter().any(|square| {
            let gate = gate(&partial, square);
            match partial.board().game(square) {
                Some(Game::Small(pos)) if gate != Permission::Closed => {
                    small_moves(pos).into_iter().any(|step| {
                        let mv = Move::unpack(step);
                        self.may_play(gate, square, pos, mv)
                            && test(StepKind::On(square, mv).pack())
                    })
                }
                Some(Game::Large(board)) => {
                    self.may_enter(gate, square, board) && test(StepKind::Enter(square).pack())
                }
                _ => false,
            }
        })
    }

    /// Whether a legal mega-move on the innermost board is legal with respect to the boards around
    /// it.
    fn may_move(&self, mv: Move) -> bool {
        let Some(frame) = self.frames.last() else {
            return true;
        };
        let won = || is_won_board(&frame.board.after_move(mv), frame.board.turn);
        !(frame.may_not_win && won()) && self.is_completable_after(StepKind::Move(mv))
    }

    /// Whether a legal move on a small board allows the turn to be completed.
    fn may_play(&self, gate: Permission, square: Square, pos: &chess::Position, mv: Move) -> bool {
        let won = || is_won(&small_after(pos, mv.pack()), self.board.turn);
        match gate {
            Permission::Closed => false,
            Permission::NonWinning if won() => false,
            Permission::NonWinning | Permission::Open => {
                self.is_completable_after(StepKind::On(square, mv))
            }
        }
    }

    /// Whether a board may be entered.
    fn may_enter(&self, gate: Permission, square: Square, board: &Board) -> bool {
        match gate {
            Permission::Closed => false,
            Permission::NonWinning if !board.has_non_winning_turn() => false,
            Permission::NonWinning | Permission::Open => {
                self.is_completable_after(StepKind::Enter(square))
            }
        }
    }

    /// Whether the turn can be completed after a step that is legal on the innermost board. This
    /// can only fail within boards on which the player may not win.
    fn is_completable_after(&self, step: StepKind) -> bool {
        if !self.frames.iter().any(|frame| frame.may_not_win) {
            return true;
        }
        let mut after = self.clone();
        after.advance(step) && after.is_completable()
    }

    /// Whether some completion of the turn wins no board on which that is forbidden.
    fn is_completable(&self) -> bool {
        !self.frames.iter().any(|frame| frame.may_not_win) || self.any_step(&mut |_| true)
    }

    /// Makes a step; `false` if a board is left in a forbidden state.
    fn advance(&mut self, step: StepKind) -> bool {
        if self.frames.is_empty() && !matches!(step, StepKind::Move(_)) {
            self.frames.push(Frame {
                square: Square::A1,
                board: Arc::clone(&self.board),
                done: Vec::new(),
                may_not_win: false,
            });
        }
        match step {
            StepKind::Move(mv) => match self.frames.pop() {
                None => self.board = Arc::new(self.board.after_move(mv)),
                Some(frame) => {
                    let after = frame.board.after_move(mv);
                    return self.close(frame.square, frame.may_not_win, after);
                }
            },
            StepKind::On(square, mv) => {
                let Some(frame) = self.frames.last_mut() else {
                    return false;
                };
                if let Some(pos) = frame.board.game(square).and_then(Game::small) {
                    let game = small_after(pos, mv.pack());
                    frame.done.push((square, game));
                }
                return self.close_complete();
            }
            StepKind::Enter(square) => {
                let partial = self.partial();
                let may_not_win = gate(&partial, square) == Permission::NonWinning;
                if let Some(Game::Large(board)) = partial.board().game(square) {
                    let board = Arc::clone(board);
                    self.frames.push(Frame {
                        square,
                        board,
                        done: Vec::new(),
                        may_not_win,
                    });
                }
            }
        }
        true
    }

    /// Ends the turn on the board on `square` of the innermost frame, which led to `board`.
    fn close(&mut self, square: Square, may_not_win: bool, board: Board) -> bool {
        let lost = may_not_win && is_won_board(&board, self.board.turn);
        if let Some(frame) = self.frames.last_mut() {
            frame.done.push((square, Game::Large(Arc::new(board))));
            !lost && self.close_complete()
        } else {
            self.board = Arc::new(board);
            !lost
        }
    }

    /// Ends the turn on the innermost board if it is complete, and on those around it.
    fn close_complete(&mut self) -> bool {
        if self.partial().missing() > 0 {
            return true;
        }
        let Some(frame) = self.frames.pop() else {
            return true;
        };
        match frame.board.after_boards(&frame.done) {
            Ok(board) => self.close(frame.square, frame.may_not_win, board),
            Err(_) => false,
        }
    }

    /// Returns the key of the steps made in this turn.
    fn frames_key(&self) -> Key {
        let mut key = Key(0);
        for (stream, frame) in (WITHIN..).step_by(128).zip(&self.frames) {
            key ^= Key::random(stream, frame.square as u64);
            for (square, game) in &frame.done {
                let stream = stream + 64 + *square as u64;
                key ^= Key::random(stream, game.key().0);
            }
        }
        key
    }
}

/// Returns the turns that G8 permits on the board on `square` if it is played on next.
fn gate(partial: &PartialBoardTurn<'_>, square: Square) -> Permission {
    if !partial.has_completion(square, Fate::Stays) {
        Permission::Closed
    } else if partial.board().vanishes_if_won(square)
        && !partial.has_completion(square, Fate::Vanishes)
    {
        Permission::NonWinning
    } else {
        Permission::Open
    }
}

/// Adds the steps of `play`, a turn on `board`.
fn push_steps(board: &Board, play: &Play, turn: &mut Turn) -> Result<(), IllegalPlay> {
    match *play {
        Play::Move {
            from,
            to,
            promotion,
        } => turn.push(StepKind::Move(board.find_move(from, to, promotion)?).pack()),
        Play::Boards(ref groups) => {
            let mut parts: Vec<(Square, &Play)> = Vec::new();
            for (squares, play) in groups {
                parts.extend(squares.into_iter().map(|square| (square, &**play)));
            }
            parts.sort_unstable_by_key(|&(square, _)| square);
            for (square, play) in parts {
                match board.game(square) {
                    Some(Game::Small(pos)) => {
                        let mv = small_move(pos, play)?;
                        turn.push(StepKind::On(square, mv).pack());
                    }
                    Some(Game::Large(board)) => {
                        turn.push(StepKind::Enter(square).pack());
                        push_steps(board, play, turn)?;
                    }
                    None => {}
                }
            }
        }
    }
    Ok(())
}

/// Reads a turn on `board` from its steps.
fn read_steps(board: &Board, steps: &mut impl Iterator<Item = Step>) -> Play {
    let mut parts: Vec<(Bitboard, Arc<Play>)> = Vec::new();
    while parts.len() < board.boards_of_a_turn() as usize || parts.is_empty() {
        let (square, play) = match steps.next().and_then(StepKind::unpack) {
            Some(StepKind::Move(mv)) => return Play::of(mv),
            Some(StepKind::On(square, mv)) => (square, Play::of(mv)),
            Some(StepKind::Enter(square)) => match board.game(square) {
                Some(Game::Large(board)) => (square, read_steps(board, steps)),
                _ => break,
            },
            None => break,
        };
        parts.push((Bitboard::of(square), Arc::new(play)));
    }
    Play::boards(parts)
}

impl jabberwock_game::Position for Position {
    fn turn(&self) -> Color {
        self.board.turn
    }

    fn at_turn_start(&self) -> bool {
        self.frames.is_empty()
    }

    fn key(&self) -> Key {
        self.board.key() ^ self.frames_key()
    }

    fn recomputed_key(&self) -> Key {
        self.board.recomputed_key() ^ self.frames_key()
    }

    /// Generates mega-moves first, so that taking the first step of each list completes a turn
    /// quickly.
    fn generate<S: Sink>(&self, stage: Stage, sink: &mut S) {
        let mut take = |step: Step| {
            if self.is_noisy(step) == (stage == Stage::Noisy) {
                sink.push(step);
            }
            false
        };
        self.any_move(&mut take);
        if (stage == Stage::Quiet) == self.frames.is_empty() {
            self.any_board_step(&mut take);
        }
    }

    fn is_legal(&self, step: Step) -> bool {
        if self.board.outcome.is_some() {
            return false;
        }
        let partial = self.partial();
        match StepKind::unpack(step) {
            None => false,
            Some(StepKind::Move(mv)) => {
                self.mover().is_some_and(|board| board.is_legal_move(mv)) && self.may_move(mv)
            }
            Some(StepKind::On(square, mv)) => {
                let pos = partial.board().game(square).and_then(Game::small);
                pos.is_some_and(|pos| {
                    partial.candidates().contains(square)
                        && jabberwock_game::Position::is_legal(pos, mv.pack())
                        && self.may_play(gate(&partial, square), square, pos, mv)
                })
            }
            Some(StepKind::Enter(square)) => {
                let board = partial.board().game(square).and_then(Game::large);
                board.is_some_and(|board| {
                    partial.candidates().contains(square)
                        && self.may_enter(gate(&partial, square), square, board)
                })
            }
        }
    }

    /// Captures and promotions of mega-pieces; within a turn every step.
    fn is_noisy(&self, step: Step) -> bool {
        !self.frames.is_empty()
            || matches!(StepKind::unpack(step), Some(StepKind::Move(mv)) if mv.is_noisy())
    }

    fn completes_turn(&self, step: Step) -> bool {
        let around = match StepKind::unpack(step) {
            Some(StepKind::Move(_)) => self.frames.len().saturating_sub(1),
            Some(StepKind::On(..)) if self.frames.is_empty() => {
                return self.board.boards_of_a_turn() == 1;
            }
            Some(StepKind::On(..)) => self.frames.len(),
            _ => return false,
        };
        self.frames[..around]
            .iter()
            .all(|frame| frame.board.boards_of_a_turn() as usize == frame.done.len() + 1)
    }

    fn play(&mut self, step: Step) {
        if let Some(kind) = StepKind::unpack(step) {
            self.advance(kind);
        }
    }

    fn has_legal_step(&self) -> bool {
        self.board.outcome.is_none() && self.any_step(&mut |_| true)
    }

    fn is_check(&self) -> bool {
        self.frames.is_empty() && self.board.is_check()
    }

    /// Returns any outcome but repetition: a finished game has no legal turns (G18a), so it must be
    /// known at every node.
    fn outcome(&self) -> Option<Outcome> {
        self.board.outcome.filter(|_| self.frames.is_empty())
    }

    fn outcome_when_stuck(&self) -> Outcome {
        let stuck = Outcome::win(!self.board.turn, MEGA_STALEMATE);
        self.board.outcome.unwrap_or(stuck)
    }

    fn clock(&self) -> u32 {
        self.board.halfmove_clock()
    }

    /// Independent of the clock of G19: board turns reset it, but pieces that move out and back on
    /// small boards can repeat a position.
    fn reversible_turns(&self) -> u32 {
        u32::MAX
    }

    fn drawn_by_material(&self) -> Option<Reason> {
        None
    }

    fn null_move(&self) -> Option<Position> {
        None
    }
}
