//! `position`: transition from one game to the next, or to the next turn of the same one.

use crate::session::Session;

/// Takes turns back until `kept` are left and makes `turns`; on failure leaves the game unchanged
/// and returns the reason.
pub(super) fn change_turns(
    session: &mut dyn Session,
    kept: usize,
    turns: &[String],
) -> Result<(), String> {
    let excess = session.turns().len() - kept;
    let undone: Vec<String> = (0..excess).filter_map(|_| session.undo()).collect();
    for (played, turn) in turns.iter().enumerate() {
        if let Err(error) = session.play(turn) {
            for _ in 0..played {
                session.undo();
            }
            for turn in undone.iter().rev() {
                let replayed = session.play(turn);
                debug_assert!(replayed.is_ok(), "a turn played once can be played again");
            }
            return Err(error.to_string());
        }
    }
    Ok(())
}

/// Sets up a game; on failure leaves it unchanged and returns the reason.
pub(super) fn set_position(
    session: &mut dyn Session,
    text: Option<&str>,
    turns: &[String],
) -> Result<(), String> {
    let before = session.origin();
    let played: Vec<String> = session.turns().into_iter().map(Into::into).collect();
    match text {
        Some(text) => session
            .set_position(text)
            .map_err(|error| error.to_string())?,
        None => session.reset(),
    }
    for turn in turns {
        if let Err(error) = session.play(turn) {
            let restored = session.set_position(&before);
            debug_assert_eq!(restored, Ok(()), "the origin is a position");
            for turn in &played {
                let replayed = session.play(turn);
                debug_assert!(replayed.is_ok(), "a turn played once can be played again");
            }
            return Err(error.to_string());
        }
    }
    Ok(())
}
