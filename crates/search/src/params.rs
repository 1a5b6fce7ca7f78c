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

            /// The value of the parameter called `name`, if there is one.
            pub fn get(&self, name: &str) -> Option<i32> {
                match name {
                    $(stringify!($name) => Some(self.$name),)*
                    _ => None,
                }
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

    /// Quiescence: turns after which checks are not evaded and only the best step is tried.
    calm_turns: 5 in 1..=20;
    /// Quiescence: a capture must bring the score within this of alpha.
    delta_margin: 170 in 50..=400;

    /// History bonus a ply of depth, and its largest value.
    bonus_slope: 170 in 50..=400;
    bonus_limit: 1700 in 600..=4000;
    malus_slope: 150 in 50..=400;
    malus_limit: 1400 in 400..=4000;
}

/// What is wrong with a text of parameters.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{line}\" does not set a parameter of the search: {reason}")]
pub struct ParamsError {
    /// The offending line, shortened if it is long.
    pub line: String,
    /// What is wrong with it.
    pub reason: &'static str,
}

impl Params {
    /// The default with the changes of `text`: lines `name value`, `#` begins a comment.
    ///
    /// # Errors
    /// If a line is none, names no parameter, or its value is out of range.
    pub fn read(text: &str) -> Result<Params, ParamsError> {
        let mut params = Params::default();
        for line in text.lines() {
            let content = line.split('#').next().unwrap_or_default();
            let words: Vec<&str> = content.split_ascii_whitespace().collect();
            let error = |reason| ParamsError {
                line: jabberwock_game::shortened(line),
                reason,
            };
            match words[..] {
                [] => {}
                [name, value] => {
                    let value = value.parse().map_err(|_| error("no number"))?;
                    if params.get(name).is_none() {
                        return Err(error("unknown name"));
                    }
                    if !params.set(name, value) {
                        return Err(error("out of range"));
                    }
                }
                _ => return Err(error("not a name and a number")),
            }
        }
        Ok(params)
    }

    /// The lines by which these differ from the default: what [`Params::read`] reads.
    pub fn text(&self) -> String {
        Params::ALL
            .iter()
            .filter_map(|&(name, _, default, _)| {
                let value = self.get(name)?;
                (value != default).then(|| format!("{name} {value}\n"))
            })
            .collect()
    }

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
            assert_eq!(params.get(name), Some(default), "{name}");
        }
        assert_eq!(params.get("nonsense"), None);
        assert!(!params.set("nonsense", 1));
        assert_eq!(params, Params::default());
    }

    #[test]
    fn a_text_holds_what_differs_from_the_default() {
        let text = "rfp_margin 80 # tuned\n\n# nothing\nlmr_base 55\n";
        let params = Params::read(text).unwrap();
        assert_eq!((params.rfp_margin, params.lmr_base), (80, 55));
        assert_eq!(params.text(), "rfp_margin 80\nlmr_base 55\n");
        assert_eq!(Params::read(&params.text()), Ok(params));
        assert_eq!(Params::read(""), Ok(Params::default()));
    }

    #[test]
    fn wrong_lines_are_refused() {
        for (line, reason) in [
            ("rfp_margin", "not a name and a number"),
            ("rfp_margin 1 2", "not a name and a number"),
            ("rfp_margin x", "no number"),
            ("rfp_margin 100000", "out of range"),
            ("margin 1", "unknown name"),
        ] {
            let error = Params::read(line).unwrap_err();
            assert_eq!((error.line.as_str(), error.reason), (line, reason));
        }
    }
}
