//! The survey of a game of games: the parts and the number of its legal turns.

use std::sync::Arc;

use jabberwock_game::{Variant, legal_turns};
use jabberwock_search::StopToken;
use jabberwock_variants::{
    board::{Bitboard, Square},
    chess::{Chess, Position},
    mega::{Board, Game, Play},
};
use num_bigint::BigUint;

/// Levels of nested boards whose turns are listed.
const LISTED_LEVELS: usize = 2;

/// Maximum number of turns that are made one by one to count deeper.
const MAX_MADE: u64 = 50_000;

/// Maximum number of drafts that are tried to find these turns.
const MAX_DRAFTS: u64 = 4 * MAX_MADE;

/// The parts of the legal turns of a game with too many turns to be listed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Survey {
    /// The mega-moves, each of which is a turn; sorted bytewise.
    pub moves: Vec<String>,
    /// The turns on each board that may be played on, in the order of boards.
    pub boards: Vec<(String, Vec<String>)>,
    /// The exact number of legal turns in decimal digits; `None` if it has too many digits.
    pub count: Option<String>,
}

impl Survey {
    /// Returns the survey of `board`, whose game is not over.
    pub(super) fn new(board: &Board) -> Survey {
        let count = board.count_text();
        let mut boards = Vec::new();
        list_boards(board, "", 1, &mut boards);
        Survey {
            moves: mega_moves(board),
            boards,
            count,
        }
    }

    /// Returns the survey of a position without legal turns.
    pub(super) fn of_finished_game() -> Survey {
        Survey {
            count: Some("0".to_owned()),
            ..Survey::default()
        }
    }
}

fn mega_moves(board: &Board) -> Vec<String> {
    let moves = board.moves().into_iter();
    let mut moves: Vec<String> = moves.map(|mv| Play::of(mv).to_string()).collect();
    moves.sort_unstable();
    moves
}

/// Returns the texts of the legal turns of a game of chess.
fn chess_turns(position: &Position) -> impl Iterator<Item = String> {
    legal_turns(position)
        .into_iter()
        .map(|turn| Chess.turn_text(position, &turn))
}

/// Lists the turns on the boards of `board` and those nested in them; none if no board turn is
/// legal, as in mega-check.
fn list_boards(board: &Board, path: &str, level: usize, list: &mut Vec<(String, Vec<String>)>) {
    if !board.has_board_turn() {
        return;
    }
    for square in board.playable() {
        let Some(game) = board.game(square) else {
            continue;
        };
        let place = format!("{path}{square}");
        match game {
            Game::Small(position) => {
                let mut turns: Vec<String> = chess_turns(position).collect();
                turns.sort_unstable();
                list.push((place, turns));
            }
            Game::Large(inner) => {
                let path = format!("{place}/");
                list.push((place, mega_moves(inner)));
                if level < LISTED_LEVELS {
                    list_boards(inner, &path, level + 1, list);
                }
            }
        }
    }
}

/// Returns the number of sequences of `depth` turns; `None` if they are too many to be made, or
/// `stop` is set.
pub(super) fn perft(board: &Board, depth: u32, stop: &StopToken) -> Option<BigUint> {
    match depth {
        0 => return Some(BigUint::from(1_u32)),
        1 => return board.count_text()?.parse().ok(),
        _ => {}
    }
    let count: u64 = board.count_text()?.parse().ok()?;
    if count > MAX_MADE {
        return None;
    }
    let mut total = BigUint::ZERO;
    for play in candidates(board, stop)? {
        if let Ok(after) = board.after(&play) {
            total += perft(&after, depth - 1, stop)?;
        }
    }
    Some(total)
}

/// Returns the turns on `board`, and some that G8 forbids on boards with boards of higher levels;
/// `None` if they are too many, or `stop` is set.
fn candidates(board: &Board, stop: &StopToken) -> Option<Vec<Play>> {
    let mut turns: Vec<Play> = board.moves().into_iter().map(Play::of).collect();
    // In check there may be none, whatever the number of turns on the boards.
    if !board.has_board_turn() {
        return Some(turns);
    }
    let mut boards = Vec::new();
    for square in board.playable() {
        let inner = match board.game(square)? {
            Game::Small(position) => chess_turns(position)
                .filter_map(|text| Play::parse(0, &text).ok())
                .collect(),
            Game::Large(inner) => candidates(inner, stop)?,
        };
        boards.push((square, inner.into_iter().map(Arc::new).collect()));
    }
    let mut search = BoardTurns {
        board,
        boards,
        stop,
        tried: 0,
        found: &mut turns,
    };
    search.extend(0, &mut Vec::new())?;
    Some(turns)
}

/// The enumeration of the board turns on a board. Drafts that no legal turn contains are not
/// extended.
struct BoardTurns<'a> {
    board: &'a Board,
    /// The turns on each board that may be played on.
    boards: Vec<(Square, Vec<Arc<Play>>)>,
    stop: &'a StopToken,
    /// The number of drafts so far.
    tried: u64,
    found: &'a mut Vec<Play>,
}

impl BoardTurns<'_> {
    /// Extends `draft` by boards from index `first` on; `None` if the drafts are too many, or on
    /// `stop`.
    fn extend(&mut self, first: usize, draft: &mut Vec<(Bitboard, Arc<Play>)>) -> Option<()> {
        let missing = self.board.boards_of_a_turn() as usize - draft.len();
        if missing == 0 {
            self.found.push(Play::boards(draft.iter().cloned()));
            return Some(());
        }
        for index in first..=self.boards.len() - missing {
            for turn in 0..self.boards[index].1.len() {
                self.tried += 1;
                if self.tried > MAX_DRAFTS || self.stop.is_stopped() {
                    return None;
                }
                let (square, turns) = &self.boards[index];
                draft.push((Bitboard::of(*square), Arc::clone(&turns[turn])));
                let play = Play::boards(draft.iter().cloned());
                if self.board.check_draft(&play).is_ok() {
                    self.extend(index + 1, draft)?;
                }
                draft.pop();
            }
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use jabberwock_search::StopToken;
    use jabberwock_variants::{
        find,
        mega::{Board, Play},
    };
    use num_bigint::BigUint;

    use super::{Survey, candidates, perft};

    fn perft_of(position: &str, depth: u32) -> Option<BigUint> {
        let board = Board::parse(1, position).unwrap();
        perft(&board, depth, &StopToken::new())
    }

    #[test]
    fn the_turns_behind_a_check_that_no_board_turn_ends_are_counted() {
        let check = "rnbqkbnr/pppp1ppp/8/8/4q+3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1 {}";
        assert_eq!(perft_of(check, 1), Some(BigUint::from(3_u32)));
        let board = Board::parse(1, check).unwrap();
        let after = board.moves().into_iter().map(|mv| {
            let after = board.after(&Play::of(mv)).unwrap();
            after.count_turns()
        });
        assert_eq!(perft_of(check, 2), Some(after.sum()));
    }

    #[test]
    fn no_boards_are_listed_where_a_mega_check_leaves_no_board_turn() {
        let places = |level, position: &str| {
            let survey = Survey::new(&Board::parse(level, position).unwrap());
            survey.boards.into_iter().map(|(place, _)| place).collect()
        };
        let inner = "r+6k-/8/8/8/8/8/8/K7 w - - 0 1 {}";
        let none: Vec<String> = places(1, inner);
        assert!(none.is_empty(), "{none:?}");
        let inner = inner.replace(' ', "_");
        let outer = format!("k-7/8/8/8/8/8/8/K7 w - - 0 1 {{a1={inner}}}");
        let places: Vec<String> = places(2, &outer);
        assert_eq!(places, ["a1"]);
    }

    #[test]
    fn the_turns_that_are_made_are_all_legal_ones() {
        let lines = find("mega").unwrap().perft.lines();
        let mut checked = 0;
        for line in lines.filter(|line| line.starts_with("mega ")) {
            let [_, position, count] = line.split(" ; ").collect::<Vec<_>>()[..] else {
                panic!("{line}");
            };
            let count: u64 = count.parse().unwrap();
            if count > 2_000 {
                continue;
            }
            let board = Board::parse(1, position).unwrap();
            let turns = candidates(&board, &StopToken::new()).unwrap();
            let texts: HashSet<String> = turns.iter().map(Play::to_string).collect();
            let legal = turns.iter().filter(|play| board.check(play).is_ok());
            assert_eq!((legal.count() as u64, texts.len() as u64), (count, count));
            checked += 1;
        }
        assert!(checked > 5, "{checked}");
    }

    #[test]
    fn counting_is_ended_by_the_token() {
        let stop = StopToken::new();
        stop.stop();
        let few = Board::parse(1, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 {}").unwrap();
        assert_eq!(perft(&few, 3, &stop), None);
    }
}
