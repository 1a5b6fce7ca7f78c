//! The prompts of games of games. A mega-move is entered like a turn of any game; a board turn is
//! entered board by board, in any order.
//!
//! Boards are grouped by equal games with equal taps, at every level, so a prompt grows with the
//! number of distinct games (mega G20), not with the number of boards.

mod board_turn;
mod draft;
mod instruction;
mod mega_moves;
mod small;
mod view;

use jabberwock_game::Tap;
use jabberwock_variants::mega::{Board, Game};

use super::{Prompt, PromptError};
use draft::GameDraft;

pub use board_turn::{BoardTurn, ChosenBoards, Refusal};
pub(in crate::session) use small::SmallBoards;

/// Returns the prompt after `taps` on `board`, where the game is not over.
///
/// # Errors
/// If no turn begins with `taps`, legal or refused for G8 alone.
pub(in crate::session) fn prompt(
    board: &Board,
    small_boards: &SmallBoards,
    taps: &[Tap],
) -> Result<Prompt, PromptError> {
    let mut draft = GameDraft::new(Game::Large(board.clone().into()), small_boards);
    for (index, tap) in taps.iter().enumerate() {
        draft
            .enter(&tap.boards, &tap.target, small_boards)
            .map_err(|illegal| PromptError::new(&taps[..=index], illegal.to_string()))?;
    }
    Ok(view::prompt(board, &draft, small_boards))
}
