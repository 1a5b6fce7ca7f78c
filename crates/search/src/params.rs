//! Tunable parameters of the search: one line each, with range and default.
//!
//! Name parts: `base` and `slope` of a linear function of depth, `margin` in centipawns, `depth` in
//! plies, `divisor`. A *free* step is one that costs no depth of its own.

/// The longest mate, in moves, that is searched for without late move reductions: where there are
/// many turns they hide a short mate, while a longer one is found in time only with them.
const SHORT_MATE: u32 = 3;
/// A base that makes every late move reduction 0, in hundredths of a ply.
const NO_REDUCTION: i32 = -100_000;

crate::tunable! {
    /// The tunable parameters of a search.
    pub struct Params;

    /// First half-width of an aspiration window.
    aspiration_margin: 14 in 4..=60;
    /// Shallowest iteration with an aspiration window.
    aspiration_depth: 4 in 2..=8;

    /// With a clock, the percentage of the usual time after which no new iteration starts.
    iteration_time: 100 in 50..=200;

    /// Reverse futility pruning: deepest node, margin per ply, reduction of it if improving.
    rfp_depth: 8 in 2..=14;
    rfp_margin: 78 in 20..=200;
    rfp_improving: 60 in 0..=150;
    /// Razoring: deepest node, margin and margin per ply.
    razor_depth: 3 in 0..=6;
    razor_base: 200 in 50..=500;
    razor_slope: 180 in 50..=500;

    /// Null-move pruning: shallowest node; reduction, one more ply per `null_divisor` plies of
    /// depth and per `null_margin` of the static evaluation above beta.
    null_depth: 3 in 2..=6;
    null_base: 3 in 2..=5;
    null_divisor: 3 in 2..=6;
    null_margin: 180 in 80..=400;

    /// Internal iterative reduction: shallowest node.
    iir_depth: 4 in 2..=8;

    /// Late move pruning: deepest node, steps tried at least, the same for free steps.
    lmp_depth: 8 in 2..=16;
    lmp_base: 3 in 1..=10;
    lmp_free_base: 2 in 1..=16;
    lmp_free_slope: 2 in 0..=16;
    /// Futility pruning of quiet steps: deepest node, margin and margin per ply.
    futility_depth: 7 in 2..=12;
    futility_base: 110 in 20..=300;
    futility_slope: 100 in 30..=250;
    /// History pruning: deepest node, history per ply below which a quiet step is pruned.
    history_depth: 4 in 1..=8;
    history_slope: 3500 in 500..=8000;
    /// SEE pruning: deepest node, allowed loss per ply (quiet steps: per ply squared).
    see_depth: 8 in 2..=12;
    see_noisy: 130 in 20..=200;
    see_quiet: 22 in 5..=80;

    /// Singular extension: shallowest node, margin per ply in hundredths, margin of a double
    /// extension.
    singular_depth: 7 in 5..=12;
    singular_margin: 150 in 50..=400;
    singular_double: 20 in 5..=60;

    /// Late move reductions in hundredths of a ply:
    /// `base + ln(depth) * ln(count) * 10000 / divisor`.
    lmr_base: 60 in 0..=200;
    lmr_divisor: 215 in 120..=400;
    lmr_noisy_base: 0 in -100..=150;
    lmr_noisy_divisor: 330 in 150..=600;
    /// History that makes a reduction one ply smaller.
    lmr_history: 9000 in 3000..=20000;
    /// Reduction added at an expected cut node, in hundredths of a ply.
    lmr_cut: 120 in 0..=300;
    /// Reduction subtracted at a PV node, for a step that gives check, and for a killer, in
    /// hundredths of a ply.
    lmr_pv: 90 in 0..=300;
    lmr_check: 90 in 0..=300;
    lmr_killer: 80 in 0..=300;
    /// Reduction added if not improving, in hundredths of a ply.
    lmr_not_improving: 60 in 0..=200;
    /// Reduction added for a free step, in hundredths of a ply.
    lmr_free: 60 in -100..=300;
    /// Reduction added where steps of the node's child have often failed high, and for a quiet step
    /// where the table step is noisy, in hundredths of a ply.
    lmr_cutoffs: 100 in 0..=300;
    lmr_noisy_table_step: 80 in 0..=300;
    /// Reduction subtracted per 64 centipawns of correction of the static evaluation, in hundredths
    /// of a ply.
    lmr_correction: 50 in 0..=300;
    /// A late step that beats the best score by this is searched a ply deeper after its reduced
    /// search failed high; 0 for never.
    lmr_deeper_margin: 40 in 0..=200;
    /// Hindsight: a node reached by a reduced step is searched a ply less deep if the static
    /// evaluations of both sides add up to more than this, and a ply deeper if to less than 0; 0
    /// for neither.
    hindsight_margin: 200 in 0..=600;

    /// Quiescence search: turns after which checks are not evaded and only the best step is tried.
    quiescence_turns: 5 in 1..=20;
    /// Quiescence search: turns in which quiet steps that give check are tried too, where the game
    /// generates them.
    quiet_check_turns: 1 in 0..=3;
    /// Quiescence search, delta pruning: a capture must bring the score within this of alpha.
    delta_margin: 170 in 50..=400;

    /// History bonus per ply of depth, and its largest value; the same for the malus.
    bonus_slope: 170 in 50..=400;
    bonus_limit: 1700 in 600..=4000;
    malus_slope: 150 in 50..=400;
    malus_limit: 1400 in 400..=4000;
    /// Percentages of the bonus: for a quiet table step that cuts the node off, for a late step by
    /// its search without reduction, for the opponent's quiet step before a node that fails low.
    table_cutoff_bonus: 100 in 0..=200;
    late_step_bonus: 100 in 0..=200;
    previous_step_bonus: 60 in 0..=200;
    /// Bonus of the opponent's quiet step per centipawn that the static evaluation fell by.
    eval_bonus: 6 in 0..=40;
    /// Weight of pawn history, in percent of the other histories'.
    pawn_history: 100 in 0..=200;
}

impl Params {
    /// The names of the parameters that have an effect only with a clock: games with a node limit
    /// cannot tune them.
    pub const CLOCK_ONLY: &'static [&'static str] = &["iteration_time"];

    /// These parameters, changed for a search for mate in `moves` moves: the main search does not
    /// prune by static evaluation, which misses quiet sacrifices and zugzwangs, and up to
    /// [`SHORT_MATE`] moves it does not reduce late moves either.
    pub(crate) fn for_mate_search(self, moves: u32) -> Params {
        let (lmr_base, lmr_noisy_base) = if moves <= SHORT_MATE {
            (NO_REDUCTION, NO_REDUCTION)
        } else {
            (self.lmr_base, self.lmr_noisy_base)
        };
        Params {
            rfp_depth: 0,
            razor_depth: 0,
            null_depth: i32::MAX,
            lmp_depth: 0,
            futility_depth: 0,
            history_depth: 0,
            see_depth: 0,
            lmr_base,
            lmr_noisy_base,
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Params;
    use crate::tunable::Tunable as _;

    #[test]
    fn every_default_lies_in_its_range_and_can_be_set_by_name() {
        let mut params = Params::default();
        for &(name, min, default, max) in Params::ALL {
            assert!(min <= default && default <= max, "{name}");
            assert!(params.set(name, min) && params.set(name, max), "{name}");
            assert!(!params.set(name, max + 1), "{name}");
            assert!(params.set(name, default), "{name}");
            assert_eq!(params.get(name), Some(default), "{name}");
        }
        assert_eq!(params.get("nonsense"), None);
        assert!(!params.set("nonsense", 1));
        assert_eq!(params, Params::default());
    }
}
