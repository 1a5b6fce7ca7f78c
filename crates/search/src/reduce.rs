//! Late move reductions (LMR): the later a step in the order, the shallower it is searched.

use crate::{
    node_context::{NodeContext, StepContext},
    params::Params,
};

const SIZE: usize = 64;
/// Cutoffs at the children of a node that make the next steps less promising.
const MANY_CUTOFFS: i32 = 3;

/// Base reductions in hundredths of a ply, by depth and number of the step.
#[derive(Debug)]
pub(crate) struct Reductions {
    quiet: Vec<i32>,
    noisy: Vec<i32>,
}

impl Reductions {
    pub(crate) fn new(params: &Params) -> Reductions {
        let table = |base: i32, divisor: i32| {
            let entry = |index: usize| {
                let (depth, count) = ((index / SIZE).max(1), (index % SIZE).max(1));
                let product = (depth as f64).ln() * (count as f64).ln();
                base + (product * 10_000.0 / f64::from(divisor)) as i32
            };
            (0..SIZE * SIZE).map(entry).collect()
        };
        Reductions {
            quiet: table(params.lmr_base, params.lmr_divisor),
            noisy: table(params.lmr_noisy_base, params.lmr_noisy_divisor),
        }
    }

    fn base(&self, is_noisy: bool, depth: i32, count: usize) -> i32 {
        let index = (depth.clamp(0, 63) as usize) * SIZE + count.min(SIZE - 1);
        if is_noisy {
            self.noisy[index]
        } else {
            self.quiet[index]
        }
    }
}

/// Returns the plies by which a late step is reduced, at least 0.
pub(crate) fn reduction(
    table: &Reductions,
    params: &Params,
    node: &NodeContext,
    step: &StepContext,
) -> i32 {
    let mut hundredths = table.base(step.is_noisy, node.depth, step.count);
    hundredths += if node.is_cut { params.lmr_cut } else { 0 };
    hundredths += if node.improving {
        0
    } else {
        params.lmr_not_improving
    };
    hundredths += if node.has_free_steps {
        params.lmr_free
    } else {
        0
    };
    hundredths -= if node.is_pv { params.lmr_pv } else { 0 };
    hundredths -= if step.gives_check {
        params.lmr_check
    } else {
        0
    };
    hundredths -= if step.is_killer { params.lmr_killer } else { 0 };
    hundredths += if step.cutoffs > MANY_CUTOFFS {
        params.lmr_cutoffs
    } else {
        0
    };
    hundredths += if node.has_noisy_table_step && !step.is_noisy {
        params.lmr_noisy_table_step
    } else {
        0
    };
    hundredths -= node.correction.abs() * params.lmr_correction / 64;
    hundredths -= step.history * 100 / params.lmr_history;
    (hundredths / 100).max(0)
}

#[cfg(test)]
mod tests {
    use jabberwock_game::Score;

    use super::{MANY_CUTOFFS, Reductions, reduction};
    use crate::{
        node_context::{NodeContext, StepContext},
        params::Params,
        window::Window,
    };

    #[test]
    fn later_steps_are_reduced_more_and_good_histories_less() {
        let params = Params::default();
        let table = Reductions::new(&params);
        let node = NodeContext {
            window: Window::zero(Score::DRAW),
            depth: 10,
            ply: 4,
            turns: 4,
            is_pv: false,
            is_cut: false,
            mid_turn: false,
            improving: true,
            has_free_steps: false,
            eval: None,
            raw_eval: None,
            correction: 0,
            has_noisy_table_step: false,
        };
        let step = |count, history| StepContext {
            count,
            is_first: false,
            is_noisy: false,
            is_killer: false,
            gives_check: false,
            cutoffs: 0,
            history,
        };
        let plies = |node: &NodeContext, step| reduction(&table, &params, node, &step);
        let reduction = |count, history| plies(&node, step(count, history));
        assert!(reduction(2, 0) < reduction(30, 0));
        assert!(reduction(30, 16_000) < reduction(30, 0));
        assert!(reduction(1, 40_000) >= 0);

        let after_cutoffs = StepContext {
            cutoffs: MANY_CUTOFFS + 1,
            ..step(30, 0)
        };
        assert!(plies(&node, after_cutoffs) > reduction(30, 0));
        let uncertain = NodeContext {
            correction: 640,
            ..node
        };
        assert!(plies(&uncertain, step(30, 0)) < reduction(30, 0));
    }
}
