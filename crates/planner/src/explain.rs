//! Explains a planned turn.

use std::sync::Arc;

use jabberwock_variants::mega::{Board, Play};

use crate::{
    candidate::Candidate,
    explanation::{ExplainedBoard, Explanation, MoveReason},
    subgame::{PlayableBoard, Subgame},
};

/// Returns the explanation of `candidate`, a turn on `board` that contains `draft`.
pub(crate) fn explain(
    board: &Board,
    draft: Option<&Play>,
    subgames: &[Subgame],
    playable: &[PlayableBoard],
    candidate: &Candidate,
) -> Explanation {
    let besieged = board.besieged();
    let explained = |index: usize, made: Option<&Play>| {
        let PlayableBoard {
            square,
            subgame,
            benefit,
            ..
        } = playable[index];
        let subgame = &subgames[subgame];
        let best = subgame.play.as_deref();
        let is_best = made.is_none() || made == best;
        ExplainedBoard {
            square,
            play: match made {
                Some(made) if !is_best => Some(Arc::new(made.clone())),
                _ => subgame.play.clone(),
            },
            score: is_best.then_some(subgame.score),
            gain: benefit.round() as i32,
            is_besieged: besieged.contains(square),
            is_drafted: subgame.draft.is_some(),
            inner: subgame.explanation.clone().filter(|_| is_best),
        }
    };
    let is_move = matches!(candidate.play, Play::Move { .. });
    let played = candidate.boards.iter().map(|&index| {
        let made = candidate.play.on(playable[index].square);
        explained(index, made)
    });
    let left = (0..playable.len()).filter(|index| !candidate.boards.contains(index));
    Explanation {
        reason: is_move.then(|| move_reason(board, draft, candidate)),
        played: played.collect(),
        left_alone: left.map(|index| explained(index, None)).collect(),
    }
}

fn move_reason(board: &Board, draft: Option<&Play>, candidate: &Candidate) -> MoveReason {
    if draft == Some(&candidate.play) {
        MoveReason::Given
    } else if board.is_check() {
        MoveReason::AnswersMegaCheck
    } else if candidate.after.outcome().is_some() {
        MoveReason::EndsGame
    } else if candidate.after.is_check() {
        MoveReason::GivesMegaCheck
    } else {
        MoveReason::BestScore
    }
}
