//! Some turn, found in no time: for whoever must answer at once.

use std::sync::Arc;

use jabberwock_variants::{
    fide::Move,
    mega::{Board, Game, Play, Position},
};

use super::{compose::Composer, subgame};

/// Some turn of a game that goes on, found in no time; none of `except`.
pub fn some_turn(board: &Board, except: &[Play]) -> Option<Play> {
    let moves = board.moves().into_iter().map(Play::of);
    let open = |play: &Play| !except.contains(play);
    let turn = moves.into_iter().find(open);
    turn.or_else(|| any_board_turn(board).filter(open))
        .or_else(|| first_turn(board).filter(open))
}

/// The first turn that the rules give step by step.
fn first_turn(board: &Board) -> Option<Play> {
    let position = Position::new(board.clone());
    let steps = jabberwock_game::first_turn(&position);
    (!steps.is_empty()).then(|| position.play_of(&steps))
}

/// Some turn of `game`.
pub(super) fn any_play(game: &Game) -> Option<Play> {
    match game {
        Game::Small(position) => {
            let turn = jabberwock_game::first_turn(position.as_ref());
            turn.first().map(|&step| Play::of(Move::unpack(step)))
        }
        Game::Large(board) => some_turn(board, &[]),
    }
}

fn any_board_turn(board: &Board) -> Option<Play> {
    let mut prospects = subgame::prospects(board);
    for prospect in &mut prospects {
        prospect.play = any_play(&prospect.game).map(Arc::new);
    }
    let items = subgame::items(board, &prospects);
    let composer = Composer {
        board,
        prospects: &prospects,
        items: &items,
        elsewhere: 0.0,
        history: None,
    };
    composer.board_turn().map(|candidate| candidate.play)
}
