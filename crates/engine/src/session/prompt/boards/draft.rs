//! A turn of a game of any level, entered so far.

use std::sync::Arc;

use jabberwock_game::{Coord, TapTarget, counted};
use jabberwock_variants::{
    board::{Bitboard, Square},
    mega::{Board, Game, IllegalPlay, Play},
};

use super::{
    mega_moves::MoveDraft,
    small::{SmallBoards, SmallDraft},
};

/// A game and the part of a turn in it that is entered.
#[derive(Clone, Debug)]
pub(super) struct GameDraft {
    pub(super) game: Game,
    pub(super) entered: Entered,
    /// The turn, if it is complete.
    pub(super) complete: Option<Complete>,
}

/// The entered part of a turn.
#[derive(Clone, Debug)]
pub(super) enum Entered {
    /// Part of a turn on a board of chess, or nothing yet.
    Small(SmallDraft),
    /// Part of a mega-move.
    Move(MoveDraft),
    /// Part of a board turn, or nothing yet: the boards with entered taps, in the order of their
    /// first squares.
    Boards(Vec<Group>),
}

/// Equal boards with equal taps.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) squares: Bitboard,
    pub(super) draft: GameDraft,
}

/// A complete turn.
#[derive(Clone, Debug)]
pub(super) struct Complete {
    pub(super) play: Arc<Play>,
    /// The game after it, or the reason why it is not legal (mega G8).
    pub(super) after: Result<Game, IllegalPlay>,
}

/// Returns an error that concerns this board.
fn here(reason: impl Into<String>) -> IllegalPlay {
    IllegalPlay {
        path: Vec::new(),
        reason: reason.into(),
    }
}

impl GameDraft {
    /// Creates an empty draft.
    pub(super) fn new(game: Game, small_boards: &SmallBoards) -> GameDraft {
        let entered = match &game {
            Game::Small(position) => Entered::Small(SmallDraft::new(small_boards.get(position))),
            Game::Large(_) => Entered::Boards(Vec::new()),
        };
        GameDraft {
            game,
            entered,
            complete: None,
        }
    }

    /// Enters the tap on `target` of the game on `boards`, this one's if there are none.
    ///
    /// # Errors
    /// The board on which it does not fit, and the reason.
    pub(super) fn enter(
        &mut self,
        boards: &[Vec<Coord>],
        target: &TapTarget,
        small_boards: &SmallBoards,
    ) -> Result<(), IllegalPlay> {
        match (boards, &mut self.entered) {
            ([], Entered::Small(draft)) => draft.enter(target).map_err(here)?,
            ([], Entered::Move(draft)) => draft.enter(target).map_err(here)?,
            ([], Entered::Boards(groups)) => {
                if !groups.is_empty() {
                    return Err(here("boards are chosen, so no mega-piece may move (G5)"));
                }
                let Game::Large(board) = &self.game else {
                    return Ok(());
                };
                let mut draft = MoveDraft::new(board);
                draft.enter(target).map_err(here)?;
                self.entered = Entered::Move(draft);
            }
            ([squares, inner @ ..], Entered::Boards(groups)) => {
                if let Game::Large(board) = &self.game {
                    let tap = BoardTap {
                        squares: read_squares(squares)?,
                        inner,
                        target,
                    };
                    enter_on_boards(board, groups, &tap, small_boards)?;
                }
            }
            ([..], Entered::Move(_)) => {
                return Err(here("a mega-piece moves, so no board may be chosen (G5)"));
            }
            ([..], Entered::Small(_)) => {
                return Err(here("a small board has no boards to play on"));
            }
        }
        self.complete = self.turn().map(|play| Complete {
            after: self.game.after(&play),
            play: Arc::new(play),
        });
        Ok(())
    }

    /// Returns the turn, if it is complete; it may be illegal.
    fn turn(&self) -> Option<Play> {
        match (&self.entered, &self.game) {
            (Entered::Small(draft), _) => draft.turn(),
            (Entered::Move(draft), _) => draft.turn(),
            (Entered::Boards(groups), Game::Large(board)) => {
                let count = count(groups);
                let parts = groups.iter().map(|group| {
                    let complete = group.draft.complete.as_ref()?;
                    Some((group.squares, Arc::clone(&complete.play)))
                });
                let parts = parts.collect::<Option<Vec<_>>>()?;
                (count > 0 && count == board.boards_of_a_turn()).then(|| Play::boards(parts))
            }
            (Entered::Boards(_), Game::Small(_)) => None,
        }
    }

    /// Returns the complete turns on boards, at every level; `None` if there is none.
    pub(super) fn finished_parts(&self) -> Option<Play> {
        if let Some(complete) = &self.complete {
            return Some(Play::clone(&complete.play));
        }
        let Entered::Boards(groups) = &self.entered else {
            return None;
        };
        let parts = groups.iter().filter_map(|group| {
            let play = group.draft.finished_parts()?;
            Some((group.squares, Arc::new(play)))
        });
        let parts: Vec<_> = parts.collect();
        (!parts.is_empty()).then(|| Play::boards(parts))
    }

    /// Returns the reason why no legal turn contains the complete parts of this one (mega G8).
    pub(super) fn refusal(&self) -> Option<IllegalPlay> {
        if let Some(complete) = &self.complete {
            return complete.after.clone().err();
        }
        let (Entered::Boards(groups), Game::Large(board)) = (&self.entered, &self.game) else {
            return None;
        };
        if groups.is_empty() {
            return why_no_board_turn(board);
        }
        board.check_draft(&self.finished_parts()?).err()
    }

    /// Whether the same taps are entered in the same game.
    fn is_like(&self, other: &GameDraft) -> bool {
        self.game == other.game
            && match (&self.entered, &other.entered) {
                (Entered::Small(a), Entered::Small(b)) => a.entered() == b.entered(),
                (Entered::Move(a), Entered::Move(b)) => a.entered() == b.entered(),
                (Entered::Boards(a), Entered::Boards(b)) => {
                    let mut pairs = a.iter().zip(b);
                    a.len() == b.len()
                        && pairs.all(|(a, b)| a.squares == b.squares && a.draft.is_like(&b.draft))
                }
                _ => false,
            }
    }
}

/// Returns the number of boards in `groups`.
pub(super) fn count(groups: &[Group]) -> u32 {
    groups.iter().map(|group| group.squares.len()).sum()
}

/// Returns the reason why no board turn of `board` is legal, if none is.
pub(super) fn why_no_board_turn(board: &Board) -> Option<IllegalPlay> {
    let reason = if board.playable().is_empty() {
        "there is no board to play on (G6)"
    } else if board.has_board_turn() {
        return None;
    } else {
        "after any board turn the mega-king would be in check (G8)"
    };
    Some(here(reason))
}

/// A tap on boards of a mega-board.
struct BoardTap<'a> {
    squares: Bitboard,
    /// The boards within these, level by level.
    inner: &'a [Vec<Coord>],
    target: &'a TapTarget,
}

fn read_squares(squares: &[Coord]) -> Result<Bitboard, IllegalPlay> {
    let squares = squares.iter().map(|&coord| {
        let square = Square::ALL.into_iter();
        let mut found = square.filter(|&square| Coord::from(square) == coord);
        found
            .next()
            .ok_or_else(|| here(format!("there is no square {coord}")))
    });
    squares.collect()
}

/// Enters a tap on equal boards, which form one group.
fn enter_on_boards(
    board: &Board,
    groups: &mut Vec<Group>,
    tap: &BoardTap<'_>,
    small_boards: &SmallBoards,
) -> Result<(), IllegalPlay> {
    let squares = tap.squares;
    let first = squares.first().ok_or_else(|| here("no board is named"))?;
    let holder = groups
        .iter()
        .position(|group| group.squares.contains(first));
    let mut draft = match holder {
        Some(index) => groups[index].draft.clone(),
        None => GameDraft::new(board.game_to_play(first)?.clone(), small_boards),
    };
    for square in squares {
        let is_equal = match holder {
            Some(index) => groups[index].squares.contains(square),
            None => {
                groups.iter().all(|group| !group.squares.contains(square))
                    && *board.game_to_play(square)? == draft.game
            }
        };
        if !is_equal {
            let reason = format!("the boards {first} and {square} or the taps there differ");
            return Err(here(reason));
        }
    }
    if holder.is_none() {
        if let Some(reason) = why_no_board_turn(board) {
            return Err(reason);
        }
        let (found, boards) = (count(groups) + squares.len(), board.boards_of_a_turn());
        if found > boards {
            let k = board.playable().len();
            let found = counted(found, "board");
            let reason = format!("a turn on {found} instead of {boards} of {k} (G6)");
            return Err(here(reason));
        }
    }
    draft
        .enter(tap.inner, tap.target, small_boards)
        .map_err(|mut illegal| {
            illegal.path.insert(0, first);
            illegal
        })?;
    if let Some(index) = holder {
        let rest = groups[index].squares.without(squares);
        groups[index].squares = rest;
        if rest.is_empty() {
            groups.remove(index);
        }
    }
    match groups.iter_mut().find(|group| group.draft.is_like(&draft)) {
        Some(group) => group.squares |= squares,
        None => groups.push(Group { squares, draft }),
    }
    groups.sort_by_key(|group| group.squares.first());
    Ok(())
}
