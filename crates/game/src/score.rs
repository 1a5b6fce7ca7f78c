//! Scores of the search.

use std::{
    fmt,
    ops::{Add, AddAssign, Neg, Sub, SubAssign},
};

/// A score in centipawns for the player to move, or the distance to a forced win or loss.
///
/// Distances count *turns* (plies of the game), never steps, so that a game with two steps a turn
/// reports its mates like any other. The value always fits in 16 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Score(pub i32);

impl Score {
    /// The value of a draw.
    pub const DRAW: Score = Score(0);
    /// The score of a game that is won in the current position. [`Score::mate_in`] and
    /// [`Score::mated_in`] count from it.
    pub const MATE: Score = Score(32_000);
    /// Greater than every score.
    pub const INFINITE: Score = Score(32_001);
    /// The maximum distance, in turns, of a forced win or loss.
    pub const MAX_DISTANCE: i32 = 1_000;
    /// The greatest score that is not a forced win.
    pub const MAX_EVAL: Score = Score(Self::MATE.0 - Self::MAX_DISTANCE - 1);

    /// Returns the score of a forced win in `turns` turns for the player to move.
    pub const fn mate_in(turns: i32) -> Score {
        Score(Self::MATE.0 - turns)
    }

    /// Returns the score of a forced loss in `turns` turns for the player to move; 0 if mated
    /// already.
    pub const fn mated_in(turns: i32) -> Score {
        Score(turns - Self::MATE.0)
    }

    /// Whether the player to move has a forced win.
    pub const fn is_win(self) -> bool {
        self.0 > Self::MAX_EVAL.0
    }

    /// Whether the player to move has a forced loss.
    pub const fn is_loss(self) -> bool {
        self.0 < -Self::MAX_EVAL.0
    }

    /// Whether the score is a forced win or loss.
    pub const fn is_decisive(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// Returns the score of a static evaluation in centipawns, clamped to the range of scores that
    /// are not decisive.
    pub fn from_eval(centipawns: i32) -> Score {
        Score(centipawns.clamp(-Self::MAX_EVAL.0, Self::MAX_EVAL.0))
    }

    /// Returns the distance to mate in full moves of the winner, as UCI counts it: positive if the
    /// player to move wins, negative if it loses, `None` if no mate is forced, and `Some(0)` if the
    /// player to move is mated already.
    pub const fn mate_moves(self) -> Option<i32> {
        if self.is_win() {
            Some((Self::MATE.0 - self.0 + 1) / 2)
        } else if self.is_loss() {
            Some(-((Self::MATE.0 + self.0 + 1) / 2))
        } else {
            None
        }
    }

    /// Converts a score of a node `turns` turns from the root, whose distance to mate counts from
    /// the root, to one that counts from the node: what the transposition table stores.
    pub const fn to_table(self, turns: i32) -> Score {
        if self.is_win() {
            Score(self.0 + turns)
        } else if self.is_loss() {
            Score(self.0 - turns)
        } else {
            self
        }
    }

    /// Returns the inverse of [`Score::to_table`]: the stored score of a node `turns` turns from
    /// the root, counted from the root.
    pub const fn from_table(self, turns: i32) -> Score {
        if self.is_win() {
            Score(self.0 - turns)
        } else if self.is_loss() {
            Score(self.0 + turns)
        } else {
            self
        }
    }
}

impl Neg for Score {
    type Output = Score;

    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Score;

    fn add(self, centipawns: i32) -> Score {
        Score(self.0 + centipawns)
    }
}

impl Sub<i32> for Score {
    type Output = Score;

    fn sub(self, centipawns: i32) -> Score {
        Score(self.0 - centipawns)
    }
}

impl AddAssign<i32> for Score {
    fn add_assign(&mut self, centipawns: i32) {
        self.0 += centipawns;
    }
}

impl SubAssign<i32> for Score {
    fn sub_assign(&mut self, centipawns: i32) {
        self.0 -= centipawns;
    }
}

impl Sub for Score {
    type Output = i32;

    fn sub(self, other: Score) -> i32 {
        self.0 - other.0
    }
}

/// Displays `cp 35`, `mate 3` or `mate -2`, as UCI does.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mate_moves() {
            Some(moves) => write!(f, "mate {moves}"),
            None => write!(f, "cp {}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Score;

    #[test]
    fn mates_are_counted_in_moves_of_the_winner() {
        assert_eq!(Score::mate_in(1).mate_moves(), Some(1));
        assert_eq!(Score::mate_in(3).mate_moves(), Some(2));
        assert_eq!(Score::mated_in(2).mate_moves(), Some(-1));
        assert_eq!(Score::mated_in(4).mate_moves(), Some(-2));
        assert_eq!(Score(100).mate_moves(), None);
    }

    #[test]
    fn the_table_keeps_distances_from_the_node() {
        for score in [
            Score::mate_in(9),
            Score::mated_in(12),
            Score(17),
            Score(-300),
        ] {
            assert_eq!(score.to_table(5).from_table(5), score);
        }
        assert_eq!(Score::mate_in(9).to_table(5), Score::mate_in(4));
    }
}
