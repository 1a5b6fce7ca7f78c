//! The trait [`Base`]: games that denials can be laid over.

use std::fmt;

use arrayvec::ArrayVec;
use jabberwock_game::{Step, Variant};

/// A game that denials can be laid over: whose turns have movements.
pub trait Base: Variant {
    /// How the layer keeps the steps of a turn: `Option<Step>` for one-step games.
    type Steps: Steps;

    /// [`jabberwock_game::Profile::params`] of the game with denials; the base's, if not tuned.
    const DENIAL_PARAMS: &'static str = Self::PROFILE.params;

    /// The movement of a complete turn that is legal at `before`, where it begins.
    ///
    /// Called for many turns of every position in which one is excluded, so it must be cheap. The result is
    /// the same whether or not the last step of `turn` went through [`Base::without_letter`].
    fn movement(before: &Self::Position, turn: &[Step]) -> Movement;

    /// The last step of a turn without its choice of promotion, which position texts leave out.
    ///
    /// The result need not be legal anywhere. [`jabberwock_game::Variant::turn_text`] of a turn
    /// that ends with it gives the turn's text without a letter, and turns of one position that
    /// differ in their letter alone become the same.
    fn without_letter(last: Step) -> Step;

    /// The same step with the players exchanged, as [`jabberwock_game::Variant::mirror`] does it.
    fn mirrored(step: Step) -> Step;
}

/// What a turn does on the board (denial D5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Movement {
    /// Identifies the movement: two turns of the same position are the same movement exactly if
    /// their numbers are equal. The kind of piece is part of it, because a movement that the board
    /// no longer shows is part of the position key (D15). Where 64 bits do not suffice, the number
    /// is a hash, and collisions are as unlikely as those of position keys.
    pub number: u64,
    /// Whether it can be denied.
    pub denial: Deniable,
}

/// Whether a movement can be denied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deniable {
    /// In both versions.
    Always,
    /// In the hard version only: the king's (D7).
    Hard,
    /// In none: another path leads to the same result (D6).
    Never,
}

impl Deniable {
    /// Whether it can be denied in the soft or the hard version.
    pub fn holds(self, soft: bool) -> bool {
        match self {
            Deniable::Always => true,
            Deniable::Hard => !soft,
            Deniable::Never => false,
        }
    }
}

/// The steps of one turn, or of its beginning.
pub trait Steps: Clone + Eq + fmt::Debug + Default + Send + Sync + 'static {
    /// Adds a step. There is room for those of the longest turn.
    fn push(&mut self, step: Step);

    /// The steps so far.
    fn as_slice(&self) -> &[Step];

    /// The last step, if there is any.
    fn last_mut(&mut self) -> Option<&mut Step>;
}

impl Steps for Option<Step> {
    fn push(&mut self, step: Step) {
        *self = Some(step);
    }

    fn as_slice(&self) -> &[Step] {
        self.as_slice()
    }

    fn last_mut(&mut self) -> Option<&mut Step> {
        self.as_mut()
    }
}

impl<const N: usize> Steps for ArrayVec<Step, N> {
    fn push(&mut self, step: Step) {
        ArrayVec::push(self, step);
    }

    fn as_slice(&self) -> &[Step] {
        self
    }

    fn last_mut(&mut self) -> Option<&mut Step> {
        <[Step]>::last_mut(self)
    }
}
