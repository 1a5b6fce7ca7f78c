//! The inputs of pruning, reductions and extensions.

use jabberwock_game::Score;

use crate::window::Window;

/// The state of a node while its steps are searched.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
pub(crate) struct NodeContext {
    /// Alpha rises with the best score.
    pub(crate) window: Window,
    /// Remaining depth in plies.
    pub(crate) depth: i32,
    /// Steps from the root.
    pub(crate) ply: usize,
    /// Completed turns from the root.
    pub(crate) turns: i32,
    /// Whether the window is open (PV node).
    pub(crate) is_pv: bool,
    /// Whether a score of at least beta is expected (cut node).
    pub(crate) is_cut: bool,
    /// Whether the side to move is in the middle of its turn.
    pub(crate) mid_turn: bool,
    /// Whether the static evaluation is above that of this side's previous turn.
    pub(crate) improving: bool,
    /// Whether steps here cost no depth of their own.
    pub(crate) has_free_steps: bool,
    /// Static evaluation with correction; `None` in check and in the middle of a turn.
    pub(crate) eval: Option<Score>,
    /// Static evaluation without correction, if it was computed here.
    pub(crate) raw_eval: Option<Score>,
    /// Correction of the static evaluation, in centipawns.
    pub(crate) correction: i32,
    /// Whether the table step, which is tried first, is noisy.
    pub(crate) has_noisy_table_step: bool,
}

/// One step of a node.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
pub(crate) struct StepContext {
    /// Number of the step in the order tried, from 1; a refusal does not count.
    pub(crate) count: usize,
    /// Whether no step has been searched before.
    pub(crate) is_first: bool,
    pub(crate) is_noisy: bool,
    pub(crate) is_killer: bool,
    pub(crate) gives_check: bool,
    /// Earlier steps of the node after which the child failed high.
    pub(crate) cutoffs: i32,
    /// History of the step.
    pub(crate) history: i32,
}
