//! Extensions, singular and by hindsight: pure functions of node and parameters.

use jabberwock_game::Score;

use crate::{
    info::Bound, node_context::NodeContext, params::Params, stack::MAX_STEPS, table::Entry,
};

/// Plies to search a node deeper (less deep if negative) that is reached by a step whose search is
/// reduced by `reduction` plies, as its static evaluation shows that the step was better or worse
/// than expected. `eval_sum` is the sum of the static evaluations before and after the step.
pub(crate) fn hindsight_plies(params: &Params, depth: i32, reduction: i32, eval_sum: i32) -> i32 {
    if params.hindsight_margin == 0 {
        0
    } else if reduction >= 3 && eval_sum <= 0 {
        1
    } else if reduction >= 2 && depth >= 2 && eval_sum > params.hindsight_margin {
        -1
    } else {
        0
    }
}

/// Whether `entry` is reliable enough to search whether its step is singular.
pub(crate) fn may_be_singular(params: &Params, node: &NodeContext, entry: &Entry) -> bool {
    node.depth >= params.singular_depth
        && entry.depth >= node.depth - 3
        && entry.bound != Bound::Upper
        && !entry.score.is_decisive()
        && node.ply < 2 * MAX_STEPS / 3
}

/// Returns the score that all steps but the table step must stay below.
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

/// Returns the plies by which a table step that is not singular is extended (reduced if negative).
pub(crate) fn non_singular_plies(node: &NodeContext, table_score: Score) -> i32 {
    if table_score >= node.window.beta {
        -2 + i32::from(node.is_pv)
    } else if node.is_cut {
        -1
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::hindsight_plies;
    use crate::params::Params;

    #[test]
    fn a_reduced_node_is_searched_deeper_if_the_step_was_good_and_less_deep_if_it_was_bad() {
        let params = Params::default();
        let margin = params.hindsight_margin;
        assert_eq!(hindsight_plies(&params, 6, 3, -10), 1);
        assert_eq!(hindsight_plies(&params, 6, 2, margin + 1), -1);
        assert_eq!(hindsight_plies(&params, 1, 2, margin + 1), 0);
        assert_eq!(hindsight_plies(&params, 6, 2, margin), 0);
        assert_eq!(hindsight_plies(&params, 6, 0, -10), 0);
        let without = Params {
            hindsight_margin: 0,
            ..params
        };
        assert_eq!(hindsight_plies(&without, 6, 3, -10), 0);
    }
}
