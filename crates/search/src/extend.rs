//! Conditions of the singular extension: pure functions of node and parameters.

use jabberwock_game::Score;

use crate::{
    info::Bound, node_context::NodeContext, params::Params, stack::MAX_STEPS, table::Entry,
};

/// Whether `entry` is reliable enough to search whether its step is singular.
pub(crate) fn may_be_singular(params: &Params, node: &NodeContext, entry: &Entry) -> bool {
    node.depth >= params.singular_depth
        && entry.depth >= node.depth - 3
        && entry.bound != Bound::Upper
        && !entry.score.is_decisive()
        && node.ply < 2 * MAX_STEPS / 3
}

/// The score that all steps but the table step must stay below.
pub(crate) fn singular_beta(params: &Params, node: &NodeContext, table_score: Score) -> Score {
    table_score - params.singular_margin * node.depth / 100
}

/// Whether a singular step deserves a double extension: `score`, the best of the other steps, is
/// far below `singular_beta`.
pub(crate) fn is_clearly_singular(
    params: &Params,
    node: &NodeContext,
    score: Score,
    singular_beta: Score,
) -> bool {
    !node.is_pv && score < singular_beta - params.singular_double
}

/// Plies to extend a table step by that is not singular (a reduction if negative).
pub(crate) fn non_singular_plies(node: &NodeContext, table_score: Score) -> i32 {
    if table_score >= node.window.beta {
        -2 + i32::from(node.is_pv)
    } else if node.is_cut {
        -1
    } else {
        0
    }
}
