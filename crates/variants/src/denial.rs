//! Denial (`docs/rules/denial.md`): one player holds the right to take back the opponent's last
//! turn; the opponent must then make another movement and gets the right.
//!
//! [`Layer`] adds denials to a base game, whose turns may have several steps.

mod base;
mod evaluate;
mod exclusion;
mod keys;
mod layer;
mod notation;
mod over_chess;
mod over_crazy;
mod position;
mod right;
mod scene;
#[cfg(test)]
mod tests;
mod xboard;

use jabberwock_game::{
    Caption, Layer as SceneLayer, PositionError, Profile, Scene, Step, Tap, TapTarget, Turn,
    TurnError, Variant,
};

pub use base::{Base, Deniable, Movement, Steps};
pub use evaluate::{DenialEvaluator, right::DenialFeatures};
pub use layer::{Layer, Options};
pub use position::{DENY, DRAW, DRAW_CLAIMED, Position, STALEMATE_ACCEPTED};
pub use right::{MAX_DENIALS, Right};
pub(crate) use xboard::LAYOUT as XBOARD;

impl<B: Base> Variant for Layer<B> {
    type Position = Position<B>;

    /// As without denials, but with two additional history slots ([`DENY`], [`DRAW`]) at the end of
    /// the butterfly and of the piece-to range, and with separate parameters.
    const PROFILE: Profile = Profile {
        butterfly_slots: B::PROFILE.butterfly_slots + 2,
        piece_to_slots: B::PROFILE.piece_to_slots + 2,
        params: B::DENIAL_PARAMS,
        ..B::PROFILE
    };

    /// The base's text: texts without the state of denials have that of the start (D18).
    const START: &'static str = B::START;

    fn parse(&self, text: &str) -> Result<Position<B>, PositionError> {
        notation::parse(self, text)
    }

    fn text(&self, pos: &Position<B>) -> String {
        notation::text(self, pos)
    }

    fn parse_turn(&self, pos: &Position<B>, text: &str) -> Result<Turn, TurnError> {
        notation::parse_turn(self, pos, text)
    }

    fn turn_text(&self, pos: &Position<B>, turn: &[Step]) -> String {
        notation::turn_text(self, pos, turn)
    }

    fn scene(&self, pos: &Position<B>) -> Scene {
        scene::scene(self, pos)
    }

    fn step_taps(&self, pos: &Position<B>, before: &[Step], step: Step) -> Vec<Vec<Tap>> {
        match step {
            DENY => vec![vec![Tap::word(notation::DENY_TEXT)]],
            DRAW => vec![vec![Tap::word(notation::DRAW_TEXT)]],
            _ => self.base.step_taps(pos.now(), before, step),
        }
    }

    fn caption(&self, pos: &Position<B>, taps: &[Tap], tap: &Tap) -> Caption {
        match &tap.target {
            TapTarget::Word(word) if word == notation::DENY_TEXT => {
                Caption::words("deny the last turn")
            }
            TapTarget::Word(word) if word == notation::DRAW_TEXT => {
                Caption::words("make the game a draw")
            }
            _ => self.base.caption(pos.now(), taps, tap),
        }
    }

    fn instruction(&self, pos: &Position<B>, taps: &[Tap]) -> Option<&'static str> {
        self.base.instruction(pos.now(), taps)
    }

    fn may_vanish(&self, layer: &SceneLayer) -> bool {
        self.base.may_vanish(layer)
    }

    fn mirror(&self, pos: &Position<B>) -> Option<Position<B>> {
        pos.mirrored(|pos| self.base.mirror(pos))
    }
}
