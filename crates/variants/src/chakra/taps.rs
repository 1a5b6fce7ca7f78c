//! Turns as lists of taps.

use jabberwock_game::{Caption, Step, Tap, TapTarget, taps_of_text};

use super::{moves::Move, role::Role};

/// The choice of turning a chakra over, as in texts.
const TURNED: &str = "+";

/// Returns the list of taps of a turn.
pub(super) fn taps(step: Step) -> Vec<Tap> {
    match Move::unpack(step) {
        Move::Pass => vec![Tap::word("pass")],
        mv => taps_of_text(&mv.to_string()),
    }
}

/// Returns the caption of a choice, a word or a stop.
pub(super) fn caption(tap: &Tap) -> Caption {
    match &tap.target {
        TapTarget::Choice(text) if text == TURNED => Caption::words("turn the chakra over"),
        TapTarget::Choice(text) => {
            let mut letters = text.chars();
            let role = letters.next().and_then(Role::from_letter);
            role.map_or_else(|| Caption::of_tap(tap), |role| Caption::piece(role.name()))
        }
        TapTarget::Stop => Caption::words("leave the chakra as it is"),
        TapTarget::Word(_) => Caption::words("pass: transmit a piece back to where it stands"),
        TapTarget::Square(_) => Caption::of_tap(tap),
    }
}
