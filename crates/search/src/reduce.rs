//! Late step reductions: the later a step in the order, the shallower it is searched.

use crate::params::Params;

const SIZE: usize = 64;

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

    fn base(&self, noisy: bool, depth: i32, count: usize) -> i32 {
        let index = (depth.clamp(0, 63) as usize) * SIZE + count.min(SIZE - 1);
        if noisy {
            self.noisy[index]
        } else {
            self.quiet[index]
        }
    }
}

/// What a reduction depends on.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is an independent fact")]
pub(crate) struct LateStep {
    pub(crate) depth: i32,
    pub(crate) count: usize,
    pub(crate) noisy: bool,
    pub(crate) pv: bool,
    pub(crate) cut: bool,
    pub(crate) improving: bool,
    pub(crate) check: bool,
    pub(crate) killer: bool,
    /// A step that costs no depth of its own.
    pub(crate) small: bool,
    pub(crate) history: i32,
}

/// Plies to reduce by, at least 0.
pub(crate) fn reduction(table: &Reductions, params: &Params, late: LateStep) -> i32 {
    let mut hundredths = table.base(late.noisy, late.depth, late.count);
    hundredths += if late.cut { params.lmr_cut } else { 0 };
    hundredths += if late.improving {
        0
    } else {
        params.lmr_worsening
    };
    hundredths += if late.small { params.lmr_small } else { 0 };
    hundredths -= if late.pv { params.lmr_pv } else { 0 };
    hundredths -= if late.check { params.lmr_check } else { 0 };
    hundredths -= if late.killer { params.lmr_killer } else { 0 };
    hundredths -= late.history * 100 / params.lmr_history;
    (hundredths / 100).max(0)
}

#[cfg(test)]
mod tests {
    use super::{LateStep, Reductions, reduction};
    use crate::params::Params;

    #[test]
    fn later_steps_are_reduced_more_and_good_histories_less() {
        let params = Params::default();
        let table = Reductions::new(&params);
        let late = |count, history| {
            let late = LateStep {
                depth: 10,
                count,
                noisy: false,
                pv: false,
                cut: false,
                improving: true,
                check: false,
                killer: false,
                small: false,
                history,
            };
            reduction(&table, &params, late)
        };
        assert!(late(2, 0) < late(30, 0));
        assert!(late(30, 16_000) < late(30, 0));
        assert!(late(1, 40_000) >= 0);
    }
}
