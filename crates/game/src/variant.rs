//! The trait [`Variant`]: names, texts and scenes of a game.

use std::fmt;

use crate::{
    Caption, Layer, Position, PositionError, Profile, Scene, Step, Tap, Turn, TurnError, continued,
    taps_of_text,
};

/// A game: its start position, its notation, and its parameters for the search.
///
/// The value carries the options of a family (a level, a flag), so that one implementation serves
/// all its members. Texts follow `docs/rules/notation.md`; no text makes a method panic.
pub trait Variant: Copy + fmt::Debug + Send + Sync + 'static {
    /// Positions of this game.
    type Position: Position;

    /// The parameters for the search.
    const PROFILE: Profile;

    /// The text of the position before the first turn.
    const START: &'static str;

    /// The number of positions from which games start, [`Variant::START`] among them.
    const STARTS: u32 = 1;

    /// Returns the text of start position `number`, which is less than [`Variant::STARTS`].
    fn start_text(&self, _number: u32) -> String {
        Self::START.to_owned()
    }

    /// Returns the position before the first turn.
    fn start(&self) -> Self::Position {
        self.parse(Self::START).expect("START is a valid position")
    }

    /// Reads a position at the start of a turn.
    ///
    /// # Errors
    /// Names the offending field and text.
    fn parse(&self, text: &str) -> Result<Self::Position, PositionError>;

    /// Returns the canonical text of a position at the start of a turn.
    fn text(&self, pos: &Self::Position) -> String;

    /// Reads a complete legal turn.
    ///
    /// # Errors
    /// Names the text, and the rule that it breaks if it is a turn at all.
    fn parse_turn(&self, pos: &Self::Position, text: &str) -> Result<Turn, TurnError>;

    /// Returns the canonical text of a complete legal turn that begins at `pos`.
    fn turn_text(&self, pos: &Self::Position, turn: &[Step]) -> String;

    /// Returns the lists of taps that enter the legal turn `turn` of `pos`, or the beginning of
    /// one, the preferred list first; there is at least one. They are concatenations of the lists
    /// of its steps, [`Variant::step_taps`].
    ///
    /// The preferred lists of a position's turns differ. One may be the beginning of another, and
    /// alternative lists may coincide with those of other turns: front ends combine all of them,
    /// with [`TapTarget::Stop`](crate::TapTarget::Stop) where needed.
    fn taps(&self, pos: &Self::Position, turn: &[Step]) -> Vec<Vec<Tap>> {
        let mut lists = vec![Vec::new()];
        for (index, &step) in turn.iter().enumerate() {
            lists = continued(&lists, &self.step_taps(pos, &turn[..index], step));
        }
        lists
    }

    /// Returns the lists of taps that `step` adds to those of the steps `before` it in a turn that
    /// begins at `pos`, the preferred list first. By default there is one, derived from the text.
    fn step_taps(&self, pos: &Self::Position, before: &[Step], step: Step) -> Vec<Vec<Tap>> {
        let count = match before {
            [] => 0,
            _ => taps_of_text(&self.turn_text(pos, before)).len(),
        };
        let turn: Turn = before.iter().copied().chain([step]).collect();
        let taps = taps_of_text(&self.turn_text(pos, &turn));
        vec![taps.into_iter().skip(count).collect()]
    }

    /// Returns the caption of `tap`, a choice, a word or a stop that may follow `taps` in a turn
    /// that begins at `pos`.
    fn caption(&self, _pos: &Self::Position, _taps: &[Tap], tap: &Tap) -> Caption {
        Caption::of_tap(tap)
    }

    /// Returns an instruction for the player's next tap, a sentence without its full stop: *Put
    /// your hopper on an empty square*. `pos` may be in the middle of a turn, of which `taps` are
    /// entered. `None` selects a generic instruction.
    fn instruction(&self, _pos: &Self::Position, _taps: &[Tap]) -> Option<&'static str> {
        None
    }

    /// Returns the scene of `pos`, which may be within a turn.
    fn scene(&self, pos: &Self::Position) -> Scene;

    /// Whether an object that scenes of this game show as `layer` may leave the board without being
    /// captured during its player's turn.
    fn may_vanish(&self, _layer: &Layer) -> bool {
        false
    }

    /// Returns the position with the players' roles exchanged, if the rules have that symmetry.
    fn mirror(&self, pos: &Self::Position) -> Option<Self::Position>;

    /// Returns the parameters for the search.
    fn profile(&self) -> &'static Profile {
        const { &Self::PROFILE }
    }
}
