//! Values of mega-pieces, in centipawns.

use jabberwock_variants::{fide::Role, mega::State};

/// The cost of a dethroned mega-king, which cannot move.
const DETHRONED: i32 = 700;

/// The value of an armed mega-piece.
pub(crate) const fn armed_value(role: Role) -> i32 {
    match role {
        Role::Pawn => 160,
        Role::Knight => 380,
        Role::Bishop => 350,
        Role::Rook => 520,
        Role::Queen => 950,
        Role::King => 200,
    }
}

/// The value of a mega-piece in `state` to its owner. That of a neutral one depends on its game,
/// and is 0 here.
pub(crate) const fn value_in_state(role: Role, state: State) -> i32 {
    match state {
        State::Armed => armed_value(role),
        State::Disarmed => 15 + armed_value(role) / 20,
        State::Dethroned => -DETHRONED,
        State::Neutral => 0,
    }
}
