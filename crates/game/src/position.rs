//! The trait [`Position`]: the rules of a game, as used by the search.

use std::fmt;

use crate::{Color, Key, Outcome, Reason, Sink, Step};

/// A class of steps, generated together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// Steps after which a static evaluation cannot be trusted: captures, promotions, explosions.
    ///
    /// In the middle of a turn the noisy stage is never empty unless no step is legal: it holds at
    /// least one step towards the turn's end, so that quiescence can finish a turn it began.
    Noisy,
    /// Every other step.
    Quiet,
}

impl Stage {
    /// Both stages, noisy first.
    pub const ALL: [Stage; 2] = [Stage::Noisy, Stage::Quiet];
}

/// A position of a game, possibly in the middle of a turn.
///
/// Positions are copied and played forward, never unmade. They hold only the state that the rules
/// depend on: no evaluation, and no history of the game (see [`crate::GameHistory`]).
pub trait Position: Clone + Eq + fmt::Debug + Send + Sync + 'static {
    /// Returns the player who makes the next step. It stays the same until the turn is complete.
    fn turn(&self) -> Color;

    /// Whether a new turn begins here, rather than the next step of a started turn. Always true in
    /// games whose turns are one step.
    fn at_turn_start(&self) -> bool {
        true
    }

    /// Returns the Zobrist key, updated incrementally by [`Position::play`]. It covers the whole
    /// state, including the steps made in this turn, except counters. Positions that are equal
    /// under the repetition rule have the same key.
    fn key(&self) -> Key;

    /// Returns the key computed from scratch; always equal to [`Position::key`].
    fn recomputed_key(&self) -> Key;

    /// Returns the key of this position in the transposition table: [`Position::key`] combined with
    /// any state on which the future of the game depends but which the repetition rule ignores.
    fn table_key(&self) -> Key {
        self.key()
    }

    /// Returns [`Position::table_key`] after the legal `step`, if that is cheap to compute. It is
    /// only used for prefetching, so it may be wrong for uncommon steps. `None` by default.
    fn key_after(&self, _: Step) -> Option<Key> {
        None
    }

    /// Pushes every legal step of `stage` to `sink`, each once, in an order that depends on nothing
    /// but the position. Every step can be completed to a legal turn. A position with an
    /// [`Position::outcome`] has none.
    fn generate<S: Sink>(&self, stage: Stage, sink: &mut S);

    /// Pushes every legal step to `sink`, each once: those of both stages, in any order that
    /// depends on nothing but the position.
    fn generate_all<S: Sink>(&self, sink: &mut S) {
        for stage in Stage::ALL {
            self.generate(stage, sink);
        }
    }

    /// Pushes some of the legal steps of [`Stage::Quiet`] that give check to `sink`, each once, for
    /// quiescence search. Called at the start of a turn only, and not in check. None by default.
    fn generate_quiet_checks<S: Sink>(&self, _: &mut S) {}

    /// Whether `step` is legal here. It may be any 32 bits: a step of another position or variant,
    /// as the transposition table may hold, or no step at all.
    fn is_legal(&self, step: Step) -> bool;

    /// Whether `step`, which is legal, is one of [`Stage::Noisy`].
    fn is_noisy(&self, step: Step) -> bool;

    /// Whether the legal `step` ends the turn. Always true in games whose turns are one step.
    fn completes_turn(&self, _: Step) -> bool {
        true
    }

    /// Makes `step`, which is legal.
    fn play(&mut self, step: Step);

    /// Returns the step, a complete turn, by which the player to move refuses the turn that was
    /// just made: it leads back to the position where that turn began, and its player makes
    /// another. The continuation does not depend on which turn was refused, and refusals of
    /// different turns never exclude the same turn.
    fn refusal(&self) -> Option<Step> {
        None
    }

    /// Whether at least one step is legal.
    fn has_legal_step(&self) -> bool {
        Stage::ALL.iter().any(|&stage| {
            let mut count = crate::Count::default();
            self.generate(stage, &mut count);
            count.0 > 0
        })
    }

    /// Whether the player to move begins the turn in check. Always `false` within a turn.
    fn is_check(&self) -> bool;

    /// Whether the player to move loses at once unless they answer a threat: a check, or another
    /// threat of the variant's rules. A static evaluation of such a position is meaningless. Always
    /// `false` within a turn.
    fn is_forced_to_respond(&self) -> bool {
        self.is_check()
    }

    /// Returns an outcome that is decided without generating steps (a lost king, a backstab, a bare
    /// army). Called at every node, so it must be cheap.
    fn outcome(&self) -> Option<Outcome> {
        None
    }

    /// Returns the outcome if no step is legal at the start of a turn: by default checkmate in
    /// check, stalemate otherwise.
    fn outcome_when_stuck(&self) -> Outcome {
        if self.is_check() {
            Outcome::win(!self.turn(), Reason::CHECKMATE)
        } else {
            Outcome::draw(Reason::STALEMATE)
        }
    }

    /// Returns the number of plies (turns of one player) since the count towards the variant's ply
    /// limit was last reset.
    fn clock(&self) -> u32;

    /// Returns the greatest number of turns back at which an equal position can lie, the range of
    /// the search for repetitions.
    fn reversible_turns(&self) -> u32 {
        self.clock()
    }

    /// Returns the reason if the game is drawn by insufficient material. Steps are still generated.
    fn drawn_by_material(&self) -> Option<Reason> {
        None
    }

    /// Returns the position after the player to move passes, for null move pruning; `None` in
    /// check, within a turn, and where passing is likely to be better than any real turn
    /// (zugzwang).
    fn null_move(&self) -> Option<Self>;
}
