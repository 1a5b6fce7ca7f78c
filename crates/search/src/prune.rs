//! Conditions of pruning: pure functions of node and parameters.

use jabberwock_game::Score;

use crate::{node_context::NodeContext, params::Params};

/// Reverse futility pruning: returns the node's score if the static evaluation is far above beta.
pub(crate) fn reverse_futility(params: &Params, node: &NodeContext, eval: Score) -> Option<Score> {
    let improving = if node.improving {
        params.rfp_improving
    } else {
        0
    };
    let margin = params.rfp_margin * node.depth - improving;
    let beta = node.window.beta;
    let prunes = node.depth <= params.rfp_depth && !beta.is_decisive() && eval - margin >= beta;
    prunes.then(|| Score(i32::midpoint(eval.0, beta.0)))
}

/// Razoring: whether the static evaluation is so far below alpha that only noisy steps can help.
pub(crate) fn is_razored(params: &Params, node: &NodeContext, eval: Score) -> bool {
    let margin = params.razor_base + params.razor_slope * node.depth;
    node.depth <= params.razor_depth && eval + margin <= node.window.alpha
}

/// Null-move pruning: returns the depth of the search after a null move, `None` if it is not tried.
pub(crate) fn null_move_depth(params: &Params, node: &NodeContext, eval: Score) -> Option<i32> {
    let (depth, beta) = (node.depth, node.window.beta);
    let surplus = eval - beta;
    let allowed = node.is_cut && depth >= params.null_depth && surplus >= 0 && !beta.is_loss();
    allowed.then(|| {
        let surplus_reduction = (surplus / params.null_margin).clamp(0, 3);
        depth - (params.null_base + depth / params.null_divisor + surplus_reduction)
    })
}

/// Internal iterative reduction (IIR): whether the node is searched a ply less deep because it has
/// no table step, so that its step ordering is poor.
pub(crate) fn is_reduced_without_table_step(params: &Params, node: &NodeContext) -> bool {
    node.depth >= params.iir_depth && (node.is_pv || node.is_cut) && !node.mid_turn
}

/// Late move pruning (LMP): whether the quiet steps from number `count` on are skipped.
pub(crate) fn is_late(params: &Params, node: &NodeContext, count: usize) -> bool {
    let depth = node.depth;
    if depth > params.lmp_depth {
        return false;
    }
    let limit = if node.has_free_steps {
        params.lmp_free_base + params.lmp_free_slope * depth
    } else {
        (params.lmp_base + depth * depth) / if node.improving { 1 } else { 2 }
    };
    count > limit.max(1) as usize
}

/// History pruning: whether the history of a quiet step is too bad.
pub(crate) fn has_bad_history(params: &Params, node: &NodeContext, history: i32) -> bool {
    node.depth <= params.history_depth && history < -params.history_slope * node.depth
}

/// Futility pruning: whether the static evaluation is so far below alpha that no quiet step helps.
pub(crate) fn is_futile(params: &Params, node: &NodeContext) -> bool {
    let margin = params.futility_base + params.futility_slope * node.depth;
    node.depth <= params.futility_depth
        && !node.is_pv
        && node
            .eval
            .is_some_and(|eval| eval + margin <= node.window.alpha)
}

/// SEE pruning: returns the minimum gain of a step by static exchange evaluation, in centipawns;
/// `None` if there is no limit.
pub(crate) fn see_threshold(params: &Params, node: &NodeContext, is_noisy: bool) -> Option<i32> {
    if node.depth > params.see_depth || node.mid_turn {
        return None;
    }
    Some(if is_noisy {
        -params.see_noisy * node.depth
    } else {
        -params.see_quiet * node.depth * node.depth
    })
}

#[cfg(test)]
mod tests {
    use jabberwock_game::Score;

    use super::{is_futile, is_late, null_move_depth, reverse_futility, see_threshold};
    use crate::{node_context::NodeContext, params::Params, window::Window};

    fn node(depth: i32) -> NodeContext {
        NodeContext {
            window: Window::zero(Score(0)),
            depth,
            ply: 4,
            turns: 4,
            is_pv: false,
            is_cut: true,
            mid_turn: false,
            improving: false,
            has_free_steps: false,
            eval: Some(Score(0)),
            raw_eval: Some(Score(0)),
            correction: 0,
            has_noisy_table_step: false,
        }
    }

    #[test]
    fn a_node_far_above_beta_is_pruned_and_deep_ones_are_not() {
        let params = Params::default();
        let far = Score(params.rfp_margin * 3 + 1);
        let score = reverse_futility(&params, &node(3), far).unwrap();
        assert!(score >= Score(1) && score < far);
        assert_eq!(reverse_futility(&params, &node(4), far), None);
        let deep = node(params.rfp_depth + 1);
        assert_eq!(reverse_futility(&params, &deep, Score(9_000)), None);
    }

    #[test]
    fn a_null_move_is_tried_at_cut_nodes_above_beta_only() {
        let params = Params::default();
        let depth = null_move_depth(&params, &node(8), Score(1)).unwrap();
        assert!(depth < 7);
        let more = null_move_depth(&params, &node(8), Score(5_000)).unwrap();
        assert_eq!(more, depth - 3);
        assert_eq!(null_move_depth(&params, &node(8), Score(0)), None);
        let all_node = NodeContext {
            is_cut: false,
            ..node(8)
        };
        assert_eq!(null_move_depth(&params, &all_node, Score(1)), None);
    }

    #[test]
    fn fewer_quiet_steps_are_tried_where_the_evaluation_does_not_improve() {
        let params = Params::default();
        let improving = NodeContext {
            improving: true,
            ..node(4)
        };
        let count = |node: &NodeContext| (1..100).find(|&count| is_late(&params, node, count));
        assert!(count(&node(4)) < count(&improving));
        assert_eq!(count(&node(params.lmp_depth + 1)), None);
        assert!(!is_late(&params, &node(1), 1));
    }

    #[test]
    fn futility_pruning_spares_pv_nodes_and_good_evaluations() {
        let params = Params::default();
        let bad = NodeContext {
            eval: Some(Score(-2_000)),
            ..node(3)
        };
        assert!(is_futile(&params, &bad));
        assert!(!is_futile(&params, &NodeContext { is_pv: true, ..bad }));
        assert!(!is_futile(&params, &node(3)));
        assert!(!is_futile(&params, &NodeContext { eval: None, ..bad }));
    }

    #[test]
    fn deeper_nodes_allow_larger_material_losses() {
        let params = Params::default();
        for is_noisy in [false, true] {
            assert!(
                see_threshold(&params, &node(5), is_noisy)
                    < see_threshold(&params, &node(2), is_noisy)
            );
        }
        let mid_turn = NodeContext {
            mid_turn: true,
            ..node(2)
        };
        assert_eq!(see_threshold(&params, &mid_turn, true), None);
    }
}
