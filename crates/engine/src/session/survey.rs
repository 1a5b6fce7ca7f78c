//! What the turns of a game of games consist of, and how many they are.

use std::sync::Arc;

use jabberwock_game::{Variant, legal_turns};
use jabberwock_variants::{
    board::Bitboard,
    chess::{Chess, Position},
    mega::{Board, Game, Play},
};
use num_bigint::BigUint;

/// Levels of boards on boards whose turns are listed.
const LISTED_LEVELS: usize = 2;

/// Most turns that are made one after another to count deeper.
const MAX_MADE: u64 = 50_000;

/// What the legal turns consist of in a game in which they are too many to be listed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Survey {
    /// The mega-moves, each of which is a turn; sorted bytewise.
    pub moves: Vec<String>,
    /// The turns on each board that may be played on, in the order of boards.
    pub boards: Vec<(String, Vec<String>)>,
    /// The exact number of legal turns in decimal digits; `None` if even the digits are too many.
    pub count: Option<String>,
}

impl Survey {
    /// The survey of `board`, where the game goes on.
    pub(super) fn new(board: &Board) -> Survey {
        let count = board.count_text();
        let mut boards = Vec::new();
        let moves = mega_moves(board);
        let only_moves = count.as_ref() == Some(&moves.len().to_string());
        if !only_moves {
            list_boards(board, "", 1, &mut boards);
        }
        Survey {
            moves,
            boards,
            count,
        }
    }

    /// The survey of a position without legal turns.
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

/// The texts of the legal turns of a game of chess.
fn chess_turns(position: &Position) -> impl Iterator<Item = String> {
    legal_turns(position)
        .into_iter()
        .map(|turn| Chess.turn_text(position, &turn))
}

fn list_boards(board: &Board, path: &str, level: usize, list: &mut Vec<(String, Vec<String>)>) {
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

/// The number of sequences of `depth` turns; `None` if they are too many to be made.
pub(super) fn perft(board: &Board, depth: u32) -> Option<BigUint> {
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
    for play in formal_turns(board)? {
        if let Ok(after) = board.after(&play) {
            total += perft(&after, depth - 1)?;
        }
    }
    Some(total)
}

/// The turns on `board` without regard to G8, so that some are not legal; `None` if they are too
/// many.
fn formal_turns(board: &Board) -> Option<Vec<Play>> {
    let boards = board.boards_of_a_turn() as usize;
    let mut drafts: Vec<Vec<(Bitboard, Arc<Play>)>> = vec![Vec::new()];
    for square in board.playable() {
        let inner: Vec<Play> = match board.game(square)? {
            Game::Small(position) => chess_turns(position)
                .filter_map(|text| Play::parse(0, &text).ok())
                .collect(),
            Game::Large(inner) => formal_turns(inner)?,
        };
        let mut longer = Vec::new();
        for draft in drafts.iter().filter(|draft| draft.len() < boards) {
            for play in &inner {
                let mut draft = draft.clone();
                draft.push((Bitboard::of(square), Arc::new(play.clone())));
                longer.push(draft);
            }
        }
        drafts.extend(longer);
        if drafts.len() as u64 > 4 * MAX_MADE {
            return None;
        }
    }
    let moves = board.moves().into_iter().map(Play::of);
    let turns = drafts
        .into_iter()
        .filter(|draft| draft.len() == boards && boards > 0);
    Some(moves.chain(turns.map(Play::boards)).collect())
}
