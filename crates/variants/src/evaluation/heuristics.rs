//! What a game declares for the heuristics of the search: move ordering, pruning, histories.

use jabberwock_game::{HistoryIndex, Key, Scored, Stage, Step, Variant};

use crate::board::{Bitboard, Man, PieceKind, Square};

/// What the search reads of positions and steps besides the static value. The methods are those of
/// [`jabberwock_game::Evaluator`].
pub trait SearchHeuristics: Variant {
    /// Where the history tables keep the statistics of `step`, which is legal.
    fn history_index(pos: &Self::Position, step: Step) -> HistoryIndex;

    /// Adds to the value of each of `steps`, all of `stage`, what can be said of it without
    /// searching, on the scale of histories.
    fn score_moves(pos: &Self::Position, stage: Stage, steps: &mut [Scored]);

    /// Material gained at once by `step`, in centipawns.
    fn captured_value(pos: &Self::Position, step: Step) -> i32;

    /// Whether the exchange that `step` begins gains at least `threshold` centipawns.
    fn see_ge(pos: &Self::Position, step: Step, threshold: i32) -> bool;

    /// The key of the correction history.
    fn correction_key(pos: &Self::Position) -> Key;
}

/// The index of a move of `man`. `victim` is 0 for a move that captures nothing.
pub fn history_index<R: PieceKind>(
    man: Man<R>,
    from: Square,
    to: Square,
    victim: u8,
) -> HistoryIndex {
    HistoryIndex {
        butterfly: (man.color.index() * 4096 + from.index() * 64 + to.index()) as u16,
        piece_to: (man.index() * 64 + to.index()) as u16,
        victim,
    }
}

/// The value that orders captures: the most valuable victim first, then the least valuable
/// attacker. `attacker` is the index of its role.
pub fn capture_score(captured_value: i32, attacker: usize) -> i32 {
    16 * captured_value - attacker as i32
}

/// The value that orders quiet moves of a piece worth `value` centipawns, where lesser enemy pieces
/// attack the squares `attacked`: away from them first, onto them last.
pub fn quiet_score(value: i32, attacked: Bitboard, from: Square, to: Square) -> i32 {
    let flees = i32::from(attacked.contains(from));
    let loses = i32::from(attacked.contains(to));
    8 * value * (flees - loses)
}
