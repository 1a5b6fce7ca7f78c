//! The default search profile of games on the 8x8 board.

use jabberwock_game::Profile;

use super::square::Square;

/// Returns the profile of a game with one step a turn, a draw after 100 plies without progress, and
/// `kinds` kinds of pieces. Other games use it as the base of a struct update.
pub const fn profile(kinds: usize) -> Profile {
    Profile {
        step_depth: &[1],
        ply_limit: Some(100),
        repetitions: 3,
        butterfly_slots: 2 * Square::COUNT * Square::COUNT,
        piece_to_slots: 2 * kinds * Square::COUNT,
        victim_slots: kinds + 1,
        continuations: &[1, 2, 4],
        params: "",
    }
}
