//! Some legal turn without any search, for answers that are due at once.

use std::sync::Arc;

use jabberwock_variants::{
    fide::Move,
    mega::{Board, Game, Play, Position},
};

use crate::{
    compose::Composer,
    params::PlannerParams,
    subgame::{playable_boards, subgames},
};

/// Returns a legal turn that is not among `except`; `None` if none was found.
pub fn some_turn(board: &Board, except: &[Play]) -> Option<Play> {
    let moves = board.moves().into_iter().map(Play::of);
    let allowed = |play: &Play| !except.contains(play);
    let turn = moves.into_iter().find(allowed);
    turn.or_else(|| some_board_turn(board).filter(allowed))
        .or_else(|| first_turn(board).filter(allowed))
}

/// Returns the first turn that the rules generate step by step.
fn first_turn(board: &Board) -> Option<Play> {
    let position = Position::new(board.clone());
    let steps = jabberwock_game::first_turn(&position);
    (!steps.is_empty()).then(|| position.play_of(&steps))
}

/// Returns a legal turn of `game` that contains `draft`; `None` if it is finished.
pub(crate) fn some_turn_of(game: &Game, draft: Option<&Play>) -> Option<Play> {
    match game {
        Game::Small(_) if draft.is_some() => draft.cloned(),
        Game::Small(position) => {
            let turn = jabberwock_game::first_turn(position.as_ref());
            turn.first().map(|&step| Play::of(Move::unpack(step)))
        }
        Game::Large(board) => match draft {
            Some(draft) => board.complete(draft, &[]).ok(),
            None => some_turn(board, &[]),
        },
    }
}

fn some_board_turn(board: &Board) -> Option<Play> {
    let mut subgames = subgames(board, None);
    for subgame in &mut subgames {
        subgame.play = some_turn_of(&subgame.game, None).map(Arc::new);
    }
    let params = PlannerParams::default();
    let playable = playable_boards(&params, board, &subgames);
    let composer = Composer {
        params: &params,
        board,
        subgames: &subgames,
        playable: &playable,
        waiting_value: 0.0,
        history: None,
    };
    composer.board_turn().map(|candidate| candidate.play)
}
