//! The value of a game on a board to the mega-game.

use jabberwock_game::{Color, Score};
use jabberwock_variants::{
    board::{Square, attacks},
    fide::Role,
    mega::{Board, State},
};

use crate::params::PlannerParams;

/// The effect of the end of a game on the mega-board for one player, in centipawns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SubgameValue {
    /// The value if that player wins the game.
    pub(crate) if_won: f64,
    /// The value if that player loses the game.
    pub(crate) if_lost: f64,
    /// A factor on the value of making a turn in the game now; 1 for most games.
    urgency: f64,
}

impl SubgameValue {
    /// Returns the value to `us` of the game on `square`; `None` if the square is empty.
    pub(crate) fn new(
        params: &PlannerParams,
        board: &Board,
        square: Square,
        us: Color,
    ) -> Option<SubgameValue> {
        let piece = board.piece_at(square)?.piece;
        let armed = f64::from(params.armed_value(piece.role));
        let dethroned = match piece.role {
            Role::King => f64::from(-params.value_in_state(Role::King, State::Dethroned)),
            _ => 0.0,
        };
        let (if_won, if_lost) = if piece.color == us {
            (armed, -dethroned)
        } else {
            (dethroned, -armed)
        };
        // A knight needs no open line, and mates a king that its own pieces surround.
        let target = !piece.color;
        let flight = attacks::king(board.pieces().king(target)).without(board.pieces().occupied());
        let urgency = match (piece.role, flight.len()) {
            (Role::Knight, 0) => f64::from(params.knight_mate) / 100.0,
            (Role::Knight, 1) => f64::from(params.knight_near_mate) / 100.0,
            _ => 1.0,
        };
        Some(SubgameValue {
            if_won,
            if_lost,
            urgency,
        })
    }

    /// Returns half the difference between a win and a loss.
    fn half_range(self) -> f64 {
        (self.if_won - self.if_lost) / 2.0
    }

    /// Returns the value of the running game if its expected result, from -1 to 1, is `result`.
    pub(crate) fn expected(self, result: f64) -> f64 {
        f64::midpoint(self.if_won, self.if_lost) + result * self.half_range()
    }

    /// Returns the value of making a turn in the game now. An unplayed game does not change, so not
    /// playing on it costs nothing: good games are played on, bad ones can wait.
    pub(crate) fn tempo(self, score: Score, params: &PlannerParams) -> f64 {
        let range = self.half_range() * self.urgency;
        let share = |thousandths: i32| f64::from(thousandths) / 1000.0;
        match score.mate_moves() {
            Some(moves) if score.is_win() => {
                let near = share(params.tempo_mate_near) / f64::from(moves.max(1));
                range * (share(params.tempo_mate) + near)
            }
            _ => {
                let result = params.expected_result(score);
                range * (share(params.tempo_base) + share(params.tempo_result) * result)
            }
        }
    }
}
