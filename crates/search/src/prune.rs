//! Margins of pruning: pure functions of depth and parameters.

use crate::params::Params;

/// Reverse futility pruning (RFP): by how much the static value must exceed beta.
pub(crate) fn reverse_futility_margin(params: &Params, depth: i32, improving: bool) -> i32 {
    params.rfp_margin * depth - if improving { params.rfp_improving } else { 0 }
}

/// Razoring: by how much the static value must lie below alpha.
pub(crate) fn razor_margin(params: &Params, depth: i32) -> i32 {
    params.razor_base + params.razor_slope * depth
}

/// Null move pruning: plies taken off the depth of the reply.
pub(crate) fn null_reduction(params: &Params, depth: i32, surplus: i32) -> i32 {
    params.null_base + depth / params.null_divisor + (surplus / params.null_margin).clamp(0, 3)
}

/// Late step pruning (late move pruning, LMP): how many steps are tried before quiet ones are
/// given up. `small` is a step that costs no depth of its own.
pub(crate) fn late_limit(params: &Params, depth: i32, improving: bool, small: bool) -> usize {
    let limit = if small {
        params.small_lmp_base + params.small_lmp_slope * depth
    } else {
        (params.lmp_base + depth * depth) / if improving { 1 } else { 2 }
    };
    limit.max(1) as usize
}

/// Futility pruning: by how much the static value must lie below alpha.
pub(crate) fn futility_margin(params: &Params, depth: i32) -> i32 {
    params.futility_base + params.futility_slope * depth
}

/// Exchange pruning: the gain (a loss, mostly) that a step's exchange must reach.
pub(crate) fn exchange_threshold(params: &Params, depth: i32, noisy: bool) -> i32 {
    if noisy {
        -params.exchange_noisy * depth
    } else {
        -params.exchange_quiet * depth * depth
    }
}
