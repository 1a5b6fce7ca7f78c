//! The prompt of a game that is over.

use jabberwock_game::{Outcome, Scene, Tap};

use super::{Prompt, PromptError, words};

/// Returns the prompt of a game that is over, without targets.
///
/// # Errors
/// If there are any taps.
pub(in crate::session) fn of_finished_game(
    outcome: Outcome,
    taps: &[Tap],
    mut scene: Scene,
) -> Result<Prompt, PromptError> {
    scene.finish();
    match taps.first() {
        Some(_) => Err(PromptError::new(&taps[..1], words::game_over(outcome))),
        None => Ok(Prompt {
            targets: Vec::new(),
            turn: None,
            scene,
            words: words::game_over(outcome),
            board_turn: None,
        }),
    }
}
