//! The trait [`Base`]: games to which denials can be added.

use std::fmt;

use arrayvec::ArrayVec;
use jabberwock_game::{Step, Variant};

/// A game to which denials can be added: its turns have movements.
pub trait Base: Variant {
    /// The storage of the steps of a turn: `Option<Step>` for one-step games.
    type Steps: Steps;

    /// [`jabberwock_game::Profile::params`] of the game with denials; those of the base if not
    /// tuned.
    const DENIAL_PARAMS: &'static str = Self::PROFILE.params;

    /// Returns the movement of a complete turn that is legal at `before`, where it begins.
    ///
    /// Called for many turns of every position in which a movement is excluded, so it must be
    /// cheap. The result is the same whether or not the last step of `turn` was passed through
    /// [`Base::without_letter`].
    fn movement(before: &Self::Position, turn: &[Step]) -> Movement;

    /// Returns the last step of a turn without its choice of promotion, which position texts omit.
    ///
    /// The result need not be legal anywhere. [`jabberwock_game::Variant::turn_text`] of a turn
    /// that ends with it gives the turn's text without a letter, and turns of one position that
    /// differ only in their letter become equal.
    fn without_letter(last: Step) -> Step;

    /// Returns the step with the players exchanged, as in [`jabberwock_game::Variant::mirror`].
    fn mirrored(step: Step) -> Step;
}

/// The movement of a turn on the board (denial D5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Movement {
    /// The identity of the movement: two turns of the same position have the same movement if and
    /// only if their numbers are equal. The kind of piece is part of it, because a movement that
    /// the board no longer shows is part of the position key (D15). If 64 bits do not suffice, the
    /// number is a hash, and collisions are as unlikely as those of position keys.
    pub number: u64,
    /// Whether it can be denied.
    pub denial: Deniable,
}

/// The versions of the rules in which a movement can be denied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deniable {
    /// Deniable in both versions.
    Always,
    /// Deniable in the hard version only: a move of the king (D7).
    Hard,
    /// Never deniable: another path leads to the same result (D6).
    Never,
}

impl Deniable {
    /// Whether it can be denied in the soft (if `soft`) or the hard version.
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
    /// Adds a step. The capacity suffices for the longest turn.
    fn push(&mut self, step: Step);

    /// Returns the steps so far.
    fn as_slice(&self) -> &[Step];

    /// Returns the last step, if there is any.
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
