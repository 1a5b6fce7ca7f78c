//! What a small game is worth to the mega-game.

use jabberwock_game::{Color, Score};
use jabberwock_variants::{
    board::{Square, attacks},
    fide::Role,
    mega::{Board, State},
};

use super::mega_board::{armed_value, value_of};

/// What the end of a game means for the player `us`, in centipawns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Stake {
    /// If he wins it.
    pub(super) won: f64,
    /// If he loses it.
    pub(super) lost: f64,
    /// How much sooner than others of the same value it should be decided: 1 is as any other.
    haste: f64,
}

/// How likely a player is to win: 1 surely, -1 surely not.
pub(super) fn expectation(score: Score) -> f64 {
    const SLOPE: f64 = 350.0;
    if score.is_win() {
        0.98
    } else if score.is_loss() {
        -0.98
    } else {
        let chance = 1.0 / (1.0 + 10_f64.powf(-f64::from(score.0) / SLOPE));
        0.95 * (2.0 * chance - 1.0)
    }
}

impl Stake {
    /// That of the game on `square`.
    pub(super) fn new(board: &Board, square: Square, us: Color) -> Option<Stake> {
        let man = board.piece_at(square)?.man;
        let armed = f64::from(armed_value(man.role));
        let dethroned = match man.role {
            Role::King => f64::from(-value_of(Role::King, State::Dethroned)),
            _ => 0.0,
        };
        let (won, lost) = if man.color == us {
            (armed, -dethroned)
        } else {
            (dethroned, -armed)
        };
        // A knight needs no open line, and mates a king who is hemmed in by his own men.
        let hunted = !man.color;
        let hemmed = attacks::king(board.men().king(hunted)).without(board.men().occupied());
        let haste = match (man.role, hemmed.len()) {
            (Role::Knight, 0) => 2.6,
            (Role::Knight, 1) => 1.8,
            _ => 1.0,
        };
        Some(Stake { won, lost, haste })
    }

    /// Half of what there is between a win and a loss.
    fn half(self) -> f64 {
        (self.won - self.lost) / 2.0
    }

    /// The worth of a running game that is won with this expectation.
    pub(super) fn worth(self, expectation: f64) -> f64 {
        f64::midpoint(self.won, self.lost) + expectation * self.half()
    }

    /// What is gained by making a turn in it rather than leaving it as it is, which costs nothing:
    /// nobody else can play on it. Games that go well should get on, bad ones can wait.
    pub(super) fn tempo(self, score: Score) -> f64 {
        let half = self.half() * self.haste;
        match score.mate_moves() {
            Some(moves) if score.is_win() => half * (0.12 + 0.5 / f64::from(moves.max(1))),
            _ => half * (0.02 + 0.1 * expectation(score)),
        }
    }
}
