//! The trait [`Variant`]: names, texts and scenes of a game.

use std::fmt;

use crate::{
    Caption, Layer, Position, PositionError, Profile, Scene, Step, Tap, Turn, TurnError, continued,
    taps_of_text,
};

/// A game: its start, its texts, the numbers a search may read.
///
/// The value carries the options of a family (a level, a flag), so one implementation serves all
/// its members. Texts are those of `docs/rules/notation.md`; none can make a method panic.
pub trait Variant: Copy + fmt::Debug + Send + Sync + 'static {
    /// Positions of this game.
    type Position: Position;

    /// The numbers a search may read.
    const PROFILE: Profile;

    /// The text of the position before the first turn.
    const START: &'static str;

    /// The number of positions from which games start, [`Variant::START`] among them.
    const STARTS: u32 = 1;

    /// The text of start `number`, which is less than [`Variant::STARTS`].
    fn start_text(&self, _number: u32) -> String {
        Self::START.to_owned()
    }

    /// The position before the first turn.
    fn start(&self) -> Self::Position {
        self.parse(Self::START).expect("START is a valid position")
    }

    /// Reads a position at the start of a turn.
    ///
    /// # Errors
    /// Names the offending field and text.
    fn parse(&self, text: &str) -> Result<Self::Position, PositionError>;

    /// The one canonical text of a position at the start of a turn.
    fn text(&self, pos: &Self::Position) -> String;

    /// Reads a complete legal turn.
    ///
    /// # Errors
    /// Names the text, and the rule that it breaks if it is a turn at all.
    fn parse_turn(&self, pos: &Self::Position, text: &str) -> Result<Turn, TurnError>;

    /// The one canonical text of a complete legal turn that begins at `pos`.
    fn turn_text(&self, pos: &Self::Position, turn: &[Step]) -> String;

    /// The lists of taps by which the legal turn `turn` of `pos`, or the beginning of one, can be
    /// entered, the preferred one first; there is at least one. They are those of its steps,
    /// [`Variant::step_taps`], one after another.
    ///
    /// The preferred lists of a position's turns differ. One may be the beginning of another, and
    /// further ones may be like those of other turns: what a front end offers is made of all of
    /// them, with [`TapTarget::Stop`](crate::TapTarget::Stop) where needed.
    fn taps(&self, pos: &Self::Position, turn: &[Step]) -> Vec<Vec<Tap>> {
        let mut lists = vec![Vec::new()];
        for (index, &step) in turn.iter().enumerate() {
            lists = continued(&lists, &self.step_taps(pos, &turn[..index], step));
        }
        lists
    }

    /// The lists of taps that `step` adds to those of the steps `before` it in a turn that begins at
    /// `pos`, the preferred one first. By default there is one, read from the text.
    fn step_taps(&self, pos: &Self::Position, before: &[Step], step: Step) -> Vec<Vec<Tap>> {
        let count = match before {
            [] => 0,
            _ => taps_of_text(&self.turn_text(pos, before)).len(),
        };
        let turn: Turn = before.iter().copied().chain([step]).collect();
        let taps = taps_of_text(&self.turn_text(pos, &turn));
        vec![taps.into_iter().skip(count).collect()]
    }

    /// What people call `tap`, a choice, a word or a stop that may follow `taps` in a turn that
    /// begins at `pos`.
    fn caption(&self, _pos: &Self::Position, _taps: &[Tap], tap: &Tap) -> Caption {
        Caption::of_tap(tap)
    }

    /// What the player is to do next, as a sentence without its full stop: *Put your hopper on an
    /// empty square*. `pos` may be in the middle of a turn, of which `taps` are entered. `None`
    /// where general words will do.
    fn instruction(&self, _pos: &Self::Position, _taps: &[Tap]) -> Option<&'static str> {
        None
    }

    /// What the board shows at `pos`, which may be within a turn.
    fn scene(&self, pos: &Self::Position) -> Scene;

    /// Whether a thing that a scene of this game shows as `layer` may leave the board without being
    /// taken when its player makes a turn.
    fn may_vanish(&self, _layer: &Layer) -> bool {
        false
    }

    /// The same position with the players' roles exchanged, where the rules have that symmetry.
    fn mirror(&self, pos: &Self::Position) -> Option<Self::Position>;

    /// The numbers a search may read.
    fn profile(&self) -> &'static Profile {
        const { &Self::PROFILE }
    }
}
