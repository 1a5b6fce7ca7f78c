//! The value of a game on a board to the mega-game.

use jabberwock_game::{Color, Score};
use jabberwock_variants::{
    board::{Square, attacks},
    fide::Role,
    mega::{Board, State},
};

use crate::piece_values::{armed_value, value_in_state};

/// What the end of a game changes on the mega-board for one player, in centipawns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SubgameValue {
    /// If that player wins the game.
    pub(crate) if_won: f64,
    /// If that player loses the game.
    pub(crate) if_lost: f64,
    /// A factor on the value of a turn in it now; 1 for most games.
    urgency: f64,
}

/// The expected result of a game with this score: from -1 for a loss to 1 for a win.
pub(crate) fn expected_result(score: Score) -> f64 {
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

impl SubgameValue {
    /// The value to `us` of the game on `square`; `None` if the square is empty.
    pub(crate) fn new(board: &Board, square: Square, us: Color) -> Option<SubgameValue> {
        let man = board.piece_at(square)?.man;
        let armed = f64::from(armed_value(man.role));
        let dethroned = match man.role {
            Role::King => f64::from(-value_in_state(Role::King, State::Dethroned)),
            _ => 0.0,
        };
        let (if_won, if_lost) = if man.color == us {
            (armed, -dethroned)
        } else {
            (dethroned, -armed)
        };
        // A knight needs no open line, and mates a king that its own pieces surround.
        let target = !man.color;
        let flight = attacks::king(board.men().king(target)).without(board.men().occupied());
        let urgency = match (man.role, flight.len()) {
            (Role::Knight, 0) => 2.6,
            (Role::Knight, 1) => 1.8,
            _ => 1.0,
        };
        Some(SubgameValue {
            if_won,
            if_lost,
            urgency,
        })
    }

    /// Half the difference between a win and a loss.
    fn half_range(self) -> f64 {
        (self.if_won - self.if_lost) / 2.0
    }

    /// The value of the running game if its expected result, from -1 to 1, is `result`.
    pub(crate) fn expected(self, result: f64) -> f64 {
        f64::midpoint(self.if_won, self.if_lost) + result * self.half_range()
    }

    /// The value of making a turn in it now. A game left alone stays as it is, so leaving it costs
    /// nothing: good games are played on, bad ones can wait.
    pub(crate) fn tempo(self, score: Score) -> f64 {
        let range = self.half_range() * self.urgency;
        match score.mate_moves() {
            Some(moves) if score.is_win() => range * (0.12 + 0.5 / f64::from(moves.max(1))),
            _ => range * (0.02 + 0.1 * expected_result(score)),
        }
    }
}
