//! The answer to `d` and `show`, in both protocols.

use std::fmt::Write;

use crate::session::Session;

/// Returns the board of `session`, and below it variant, position, check and outcome; without a
/// newline at the end.
pub(crate) fn board_text(session: &dyn Session) -> String {
    let drawing = match session.scene("") {
        Ok(scene) => scene.draw(),
        Err(error) => error.to_string(),
    };
    let mut text = format!(
        "{}\n\nVariant: {}\nPosition: {}",
        drawing.trim_end(),
        session.entry().name,
        session.position()
    );
    if session.is_check() {
        // Writing to a string cannot fail.
        write!(text, "\nCheck: {}", session.turn()).ok();
    }
    if let Some(outcome) = session.outcome() {
        write!(text, "\nOutcome: {outcome}").ok();
    }
    text
}
