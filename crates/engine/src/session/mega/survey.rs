//! What a position consists of, for people and programs: drawings, lists of parts, counts.

use std::sync::Arc;

use jabberwock_game::{PositionError, Variant, legal_turns};
use jabberwock_variants::{
    board::{Bitboard, Square, draw as draw_board},
    chess::Chess,
    mega::{Board, Game, Play},
};
use num_bigint::BigUint;

use crate::session::Survey;

/// Levels of boards on boards whose turns are listed.
const LISTED_LEVELS: usize = 2;

/// Turns that are made one after another to count deeper, at most.
const MOST_TURNS: u64 = 50_000;

/// The mega-board with the states of its mega-pieces, White below.
pub(super) fn draw(board: &Board) -> String {
    let men = draw_board(|square| {
        let piece = board.piece_at(square);
        piece.map(|piece| piece.to_string()).unwrap_or_default()
    });
    let names = |squares: Bitboard| -> String {
        let names: Vec<String> = squares
            .into_iter()
            .map(|square| square.to_string())
            .collect();
        if names.is_empty() {
            "none".to_owned()
        } else {
            names.join(" ")
        }
    };
    let (playable, besieged) = (names(board.playable()), names(board.besieged()));
    format!(
        "{men}\n+ armed, - disarmed, ! dethroned, else its game is running\n\
         to play on {playable}\nin check   {besieged}\n"
    )
}

/// The board on `path`: `a1`, or `a1/b2` for one on the board of a1.
///
/// # Errors
/// If there is no running game.
pub(super) fn draw_inner(board: &Board, path: &str) -> Result<String, PositionError> {
    let bad = |reason: String| PositionError::field("board", path, reason);
    let mut names = path.split('/');
    let mut place = String::new();
    let mut next = |board: &Board| -> Result<Option<Game>, PositionError> {
        let Some(name) = names.next() else {
            return Ok(None);
        };
        let square =
            Square::parse(name).ok_or_else(|| bad(format!("\"{name}\" is not a square")))?;
        place.push_str(name);
        let game = board.game(square).cloned();
        let game = game.ok_or_else(|| bad(format!("no game is running on {place}")))?;
        place.push('/');
        Ok(Some(game))
    };
    let mut game = Game::Large(Arc::new(board.clone()));
    loop {
        let inner = match &game {
            Game::Large(board) => next(board)?,
            Game::Small(position) => {
                if let Some(name) = names.next() {
                    return Err(bad(format!("there is no board {name} on a board of chess")));
                }
                return Ok(format!(
                    "{}\nposition {}\n",
                    Chess.draw(position),
                    Chess.text(position)
                ));
            }
        };
        match (inner, &game) {
            (Some(inner), _) => game = inner,
            (None, Game::Large(board)) => {
                return Ok(format!("{}\nposition {}\n", draw(board), board.text()));
            }
            (None, Game::Small(_)) => {}
        }
    }
}

/// What the legal turns consist of.
pub(super) fn survey(board: &Board) -> Survey {
    let count = board.count_text();
    let mut boards = Vec::new();
    let moves = mega_moves(board);
    let is_all = count.as_ref() == Some(&moves.len().to_string());
    if !is_all {
        list_boards(board, "", 1, &mut boards);
    }
    Survey {
        moves,
        boards,
        count,
    }
}

fn mega_moves(board: &Board) -> Vec<String> {
    let moves = board.moves().into_iter();
    let mut moves: Vec<String> = moves.map(|mv| Play::of(mv).to_string()).collect();
    moves.sort_unstable();
    moves
}

fn list_boards(board: &Board, path: &str, level: usize, list: &mut Vec<(String, Vec<String>)>) {
    for square in board.playable() {
        let Some(game) = board.game(square) else {
            continue;
        };
        let place = format!("{path}{square}");
        match game {
            Game::Small(position) => {
                let mut turns: Vec<String> = legal_turns(position.as_ref())
                    .iter()
                    .map(|turn| Chess.turn_text(position, turn))
                    .collect();
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
    if count > MOST_TURNS {
        return None;
    }
    let mut total = BigUint::ZERO;
    for play in plays(board)? {
        if let Ok(after) = board.after(&play) {
            total += perft(&after, depth - 1)?;
        }
    }
    Some(total)
}

/// The turns on `board` and some more that are not legal; `None` if they are too many.
fn plays(board: &Board) -> Option<Vec<Play>> {
    let boards = board.boards_of_a_turn() as usize;
    let mut drafts: Vec<Vec<(Bitboard, Arc<Play>)>> = vec![Vec::new()];
    for square in board.playable() {
        let inner: Vec<Play> = match board.game(square)? {
            Game::Small(position) => legal_turns(position.as_ref())
                .iter()
                .filter_map(|turn| Play::parse(0, &Chess.turn_text(position, turn)).ok())
                .collect(),
            Game::Large(inner) => plays(inner)?,
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
        if drafts.len() as u64 > 4 * MOST_TURNS {
            return None;
        }
    }
    let moves = board.moves().into_iter().map(Play::of);
    let turns = drafts
        .into_iter()
        .filter(|draft| draft.len() == boards && boards > 0);
    Some(moves.chain(turns.map(Play::boards)).collect())
}
