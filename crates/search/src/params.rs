//! The numbers of the search that can be tuned: one line each, with range and default.
//!
//! Roles: `BASE` and `SLOPE` of a linear function, `MARGIN` in centipawns, `DEPTH` in plies,
//! `DIVISOR`. Margins are for a pawn of 100 centipawns and scale with the profile's pawn.

/// Declares the parameters: the struct, its defaults, and a table to read and set them by name.
macro_rules! params {
    ($($(#[$doc:meta])* $name:ident: $default:literal in $min:literal..=$max:literal;)*) => {
        /// The tunable numbers of a search.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[expect(missing_docs, reason = "the first of a group of parameters speaks for all")]
        pub struct Params {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Default for Params {
            fn default() -> Params {
                Params { $($name: $default,)* }
            }
        }

        impl Params {
            /// Name, smallest, default and largest value of each parameter.
            pub const ALL: &[(&str, i32, i32, i32)] =
                &[$((stringify!($name), $min, $default, $max),)*];

            /// Sets the parameter called `name`; false if there is none or `value` is out of range.
            pub fn set(&mut self, name: &str, value: i32) -> bool {
                match name {
                    $(stringify!($name) if ($min..=$max).contains(&value) => self.$name = value,)*
                    _ => return false,
                }
                true
            }
        }
    };
}

params! {
    /// First half-width of an aspiration window.
    aspiration_margin: 14 in 4..=60;
    /// Shallowest iteration with an aspiration window.
    aspiration_depth: 4 in 2..=8;

    /// Reverse futility pruning: deepest node, margin a ply, less if improving.
    rfp_depth: 8 in 2..=14;
    rfp_margin: 78 in 20..=200;
    rfp_improving: 60 in 0..=150;
    /// Razoring: deepest node, margin and margin a ply.
    razor_depth: 3 in 0..=6;
    razor_base: 200 in 50..=500;
    razor_slope: 180 in 50..=500;

    /// Null move: shallowest node; reduction, a further ply per this depth and per this surplus.
    null_depth: 3 in 2..=6;
    null_base: 3 in 2..=5;
    null_divisor: 3 in 2..=6;
    null_margin: 180 in 80..=400;

    /// Internal iterative reduction: shallowest node.
    iir_depth: 4 in 2..=8;

    /// Late step pruning: deepest node, steps tried at least, the same for small steps.
    lmp_depth: 8 in 2..=16;
    lmp_base: 3 in 1..=10;
    small_lmp_base: 2 in 1..=16;
    small_lmp_slope: 2 in 0..=16;
    /// Futility pruning of quiet steps: deepest node, margin and margin a ply.
    futility_depth: 7 in 2..=12;
    futility_base: 110 in 20..=300;
    futility_slope: 100 in 30..=250;
    /// History pruning: deepest node, value a ply below which a quiet step is skipped.
    history_depth: 4 in 1..=8;
    history_slope: 3500 in 500..=8000;
    /// Exchange pruning: deepest node, loss a ply (quiet: a ply squared) that is too much.
    exchange_depth: 8 in 2..=12;
    exchange_noisy: 130 in 20..=200;
    exchange_quiet: 22 in 5..=80;

    /// Singular extension: shallowest node, margin a ply in hundredths, margin of a double one.
    singular_depth: 7 in 5..=12;
    singular_margin: 150 in 50..=400;
    singular_double: 20 in 5..=60;

    /// Late step reductions in hundredths of a ply: `base + ln(depth) * ln(count) * 100 / divisor`.
    lmr_base: 60 in 0..=200;
    lmr_divisor: 215 in 120..=400;
    lmr_noisy_base: 0 in -100..=150;
    lmr_noisy_divisor: 330 in 150..=600;
    /// Reduced less for a good history: hundredths of a ply a this much.
    lmr_history: 9000 in 3000..=20000;
    /// Reduced more at an expected cut, in hundredths.
    lmr_cut: 120 in 0..=300;
    /// Reduced less in a principal variation, in check, for a killer, in hundredths.
    lmr_pv: 90 in 0..=300;
    lmr_check: 90 in 0..=300;
    lmr_killer: 80 in 0..=300;
    /// Reduced more if not improving, in hundredths.
    lmr_worsening: 60 in 0..=200;
    /// Reduced more for each small step of a turn, in hundredths.
    lmr_small: 60 in -100..=300;

    /// Quiescence: a capture must bring the score within this of alpha.
    delta_margin: 170 in 50..=400;

    /// History bonus a ply of depth, and its largest value.
    bonus_slope: 170 in 50..=400;
    bonus_limit: 1700 in 600..=4000;
    malus_slope: 150 in 50..=400;
    malus_limit: 1400 in 400..=4000;
}

impl Params {
    /// The same without pruning on static values, which a quiet sacrifice or a zugzwang deceives:
    /// for a search that looks for a mate and nothing else.
    pub(crate) fn for_mates(self) -> Params {
        Params {
            rfp_depth: 0,
            razor_depth: 0,
            null_depth: i32::MAX,
            lmp_depth: 0,
            futility_depth: 0,
            history_depth: 0,
            exchange_depth: 0,
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Params;

    #[test]
    fn every_default_lies_in_its_range_and_can_be_set_by_name() {
        let mut params = Params::default();
        for &(name, min, default, max) in Params::ALL {
            assert!(min <= default && default <= max, "{name}");
            assert!(params.set(name, min) && params.set(name, max), "{name}");
            assert!(!params.set(name, max + 1), "{name}");
            assert!(params.set(name, default), "{name}");
        }
        assert!(!params.set("nonsense", 1));
        assert_eq!(params, Params::default());
    }
}
