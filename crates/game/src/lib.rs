//! The interface between the rules of a game and its search.
//!
//! A player's *turn* is one or more *steps*. Rules implement [`Position`] (legal steps) and
//! [`Variant`] (names and notation); the evaluation of a position is a separate trait,
//! [`Evaluate`]. A search uses nothing else: it plays steps, compares [`Position::turn`] before and
//! after a step to decide whether to negate a score, and reads numbers from a [`Profile`].
//!
//! Everything here is independent of any particular game. The properties that every game must
//! satisfy are checked by the test crate `jabberwock-laws`.

mod color;
mod coord;
mod error;
mod evaluate;
mod hash;
mod history;
mod key;
mod outcome;
pub mod perft;
mod planes;
mod position;
mod profile;
mod scene;
mod score;
mod step;
mod tap;
mod taps;
mod text;
mod turns;
mod variant;

pub use color::{ByColor, Color};
pub use coord::{Coord, NotASquare};
pub use error::{PositionError, TurnError, WeightsError};
pub use evaluate::{
    Coefficient, Evaluate, Evaluator, HistoryIndex, NetworkKind, Removal, Scored, Term,
};
pub use hash::fnv1a;
pub use history::GameHistory;
pub use key::Key;
pub use outcome::{Outcome, Reason, result_text};
pub use planes::{INPUTS_PER_PLANE, PlaneMirror, Planes, View, inputs_of, on_other_wing};
pub use position::{Position, Stage};
pub use profile::Profile;
pub use scene::{DrawStyle, Layer, Level, Mark, MarkKind, Scene, SceneSquare, SubgameBoard, Tray};
pub use score::Score;
pub use step::{Count, Sink, Step, Turn};
pub use tap::{Tap, TapError, TapTarget};
pub use taps::{Caption, continued, taps_of_text};
pub use text::{counted, shortened, shortened_to, visible};
pub use turns::{
    adjudicate, complete, first_turn, for_each_turn, is_legal_turn, legal_turns, play,
    try_for_each_turn, try_for_each_turn_unmade,
};
pub use variant::Variant;
