//! Engine options as data: one list used by both protocols.

use std::time::Duration;

use jabberwock_game::shortened;
use jabberwock_search::Settings;

use crate::{
    memory::{HashTooLarge, check_hash},
    strength::{ELO, FULL_SKILL, Strength},
};

/// The values of all options.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option of its own"
)]
pub struct Options {
    /// The settings of the search.
    pub settings: Settings,
    /// Principal variations to report, at least 1.
    pub multi_pv: usize,
    /// Whether the engine resigns lost games.
    pub resign: bool,
    /// The notation of turns over CECP.
    pub turn_encoding: TurnEncoding,
    /// The text of the start position of games over CECP; empty for the variant's start.
    pub position: String,
    /// `Skill Level`: 20 is full strength.
    pub skill: usize,
    /// Whether the strength is limited to `elo`.
    pub limit_strength: bool,
    /// `UCI_Elo`
    pub elo: usize,
    /// Whether the client allows pondering.
    pub ponder: bool,
    /// Whether scores over UCI include win, draw and loss probabilities.
    pub show_wdl: bool,
    /// Whether the client analyzes.
    pub analyse_mode: bool,
    /// `UCI_Chess960`: whether chess is Chess960.
    pub chess960: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            settings: Settings::default(),
            multi_pv: 1,
            resign: false,
            turn_encoding: TurnEncoding::Auto,
            position: String::new(),
            skill: FULL_SKILL,
            limit_strength: false,
            elo: *ELO.start(),
            ponder: false,
            show_wdl: false,
            analyse_mode: false,
            chess960: false,
        }
    }
}

/// The notation of turns over CECP.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnEncoding {
    /// As plies if the client is `XBoard`.
    Auto,
    /// In native text.
    Native,
    /// As plies of `XBoard`'s board.
    XBoard,
}

/// An option that a client can set.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// Its name in both protocols.
    pub name: &'static str,
    /// The values it takes.
    pub kind: OptionKind,
    /// The protocols that offer it.
    pub offered: Offered,
}

/// The protocols that offer an option. Some are commands in the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offered {
    /// CECP only.
    Cecp,
    /// UCI only.
    Uci,
    /// Both.
    Both,
}

/// The values of an option. The default is that of [`Options::default`].
#[derive(Clone, Copy, Debug)]
pub enum OptionKind {
    /// A whole number from `min` to `max`.
    Spin {
        /// The smallest value.
        min: usize,
        /// The largest value.
        max: usize,
        /// Returns the value.
        get: fn(&Options) -> usize,
        /// Changes the value.
        set: fn(&mut Options, usize) -> Result<(), HashTooLarge>,
    },
    /// A boolean.
    Check {
        /// Returns the value.
        get: fn(&Options) -> bool,
        /// Changes the value.
        set: fn(&mut Options, bool),
    },
    /// One of several words; the default is the first.
    Choice {
        /// The words.
        values: &'static [&'static str],
        /// Changes the value to the one with this index.
        set: fn(&mut Options, usize),
    },
    /// The text of the start position of games.
    Position,
    /// Clears the transposition table and the histories.
    ClearHash,
    /// Prints the text of the current position.
    ShowPosition,
    /// The name of a variant.
    Variant,
}

/// The maximum size of the transposition table, in mebibytes.
pub const MAX_HASH: usize = 1 << 16;
/// The maximum number of search threads.
pub const MAX_THREADS: usize = 1 << 10;
/// The maximum number of variations.
pub const MAX_VARIATIONS: usize = 256;

/// Every option, in the order protocols list them.
pub const SPECS: &[OptionSpec] = &[
    OptionSpec {
        name: "Hash",
        kind: OptionKind::Spin {
            min: 1,
            max: MAX_HASH,
            get: |options| options.settings.hash_mib,
            set: |options, value| {
                check_hash(value)?;
                options.settings.hash_mib = value;
                Ok(())
            },
        },
        offered: Offered::Uci,
    },
    OptionSpec {
        name: "Threads",
        kind: OptionKind::Spin {
            min: 1,
            max: MAX_THREADS,
            get: |options| options.settings.threads,
            set: |options, value| {
                options.settings.threads = value;
                Ok(())
            },
        },
        offered: Offered::Uci,
    },
    OptionSpec {
        name: "MultiPV",
        kind: OptionKind::Spin {
            min: 1,
            max: MAX_VARIATIONS,
            get: |options| options.multi_pv,
            set: |options, value| {
                options.multi_pv = value;
                Ok(())
            },
        },
        offered: Offered::Both,
    },
    OptionSpec {
        name: "Move Overhead",
        kind: OptionKind::Spin {
            min: 0,
            max: 10_000,
            get: |options| options.settings.move_overhead.as_millis() as usize,
            set: |options, value| {
                options.settings.move_overhead = Duration::from_millis(value as u64);
                Ok(())
            },
        },
        offered: Offered::Both,
    },
    OptionSpec {
        name: "Skill Level",
        kind: OptionKind::Spin {
            min: 0,
            max: FULL_SKILL,
            get: |options| options.skill,
            set: |options, value| {
                options.skill = value;
                Ok(())
            },
        },
        offered: Offered::Both,
    },
    OptionSpec {
        name: "UCI_LimitStrength",
        kind: OptionKind::Check {
            get: |options| options.limit_strength,
            set: |options, value| options.limit_strength = value,
        },
        offered: Offered::Both,
    },
    OptionSpec {
        name: "UCI_Elo",
        kind: OptionKind::Spin {
            min: *ELO.start(),
            max: *ELO.end(),
            get: |options| options.elo,
            set: |options, value| {
                options.elo = value;
                Ok(())
            },
        },
        offered: Offered::Both,
    },
    OptionSpec {
        name: "Clear Hash",
        kind: OptionKind::ClearHash,
        offered: Offered::Both,
    },
    OptionSpec {
        name: "Resign",
        kind: OptionKind::Check {
            get: |options| options.resign,
            set: |options, value| options.resign = value,
        },
        offered: Offered::Cecp,
    },
    OptionSpec {
        name: "Turn Encoding",
        kind: OptionKind::Choice {
            values: &["auto", "native", "xboard"],
            set: |options, index| {
                options.turn_encoding = match index {
                    0 => TurnEncoding::Auto,
                    1 => TurnEncoding::Native,
                    _ => TurnEncoding::XBoard,
                };
            },
        },
        offered: Offered::Cecp,
    },
    OptionSpec {
        name: "Position",
        kind: OptionKind::Position,
        offered: Offered::Cecp,
    },
    OptionSpec {
        name: "Board",
        kind: OptionKind::ShowPosition,
        offered: Offered::Cecp,
    },
    OptionSpec {
        name: "Ponder",
        kind: OptionKind::Check {
            get: |options| options.ponder,
            set: |options, value| options.ponder = value,
        },
        offered: Offered::Uci,
    },
    OptionSpec {
        name: "UCI_Variant",
        kind: OptionKind::Variant,
        offered: Offered::Uci,
    },
    OptionSpec {
        name: "UCI_ShowWDL",
        kind: OptionKind::Check {
            get: |options| options.show_wdl,
            set: |options, value| options.show_wdl = value,
        },
        offered: Offered::Uci,
    },
    OptionSpec {
        name: "UCI_AnalyseMode",
        kind: OptionKind::Check {
            get: |options| options.analyse_mode,
            set: |options, value| options.analyse_mode = value,
        },
        offered: Offered::Uci,
    },
    OptionSpec {
        name: "UCI_Chess960",
        kind: OptionKind::Check {
            get: |options| options.chess960,
            set: |options, value| options.chess960 = value,
        },
        offered: Offered::Uci,
    },
];

/// Returns the options that `protocol`, either [`Offered::Cecp`] or [`Offered::Uci`], offers.
pub fn offered_by(protocol: Offered) -> impl Iterator<Item = &'static OptionSpec> {
    let specs = SPECS.iter();
    specs.filter(move |spec| spec.offered == protocol || spec.offered == Offered::Both)
}

/// The action required of the caller after an option was set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Configure the search: a value of [`Options`] has changed.
    Value,
    /// Clear the search's tables.
    ClearHash,
    /// Start games from the position with this text, which may be invalid.
    Position(String),
    /// Print the text of the current position.
    ShowPosition,
    /// Change to the variant with this name, which may not exist.
    Variant(String),
}

/// The reason why an option was not set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// There is no such option.
    #[error("unknown option \"{0}\"")]
    Unknown(String),
    /// The value cannot be parsed, or is out of range.
    #[error("option {name} is {expected}, not \"{value}\"")]
    Value {
        /// The option's name.
        name: &'static str,
        /// The values it accepts.
        expected: String,
        /// The value as given.
        value: String,
    },
    /// There is not enough memory.
    #[error("option Hash: {0}")]
    Memory(#[from] HashTooLarge),
}

impl Options {
    /// Returns the strength of the engine's turns; `None` is full strength. `UCI_Elo` takes
    /// precedence over `Skill Level` if the strength is limited by it.
    pub fn strength(&self) -> Option<Strength> {
        if self.limit_strength {
            return Some(Strength::of_elo(self.elo));
        }
        Strength::of_skill(self.skill)
    }

    /// Sets the option of `protocol` with this `name`, ignoring case.
    ///
    /// # Errors
    /// If `protocol` offers no such option, `value` is out of range, or there is too little memory.
    pub fn set(
        &mut self,
        protocol: Offered,
        name: &str,
        value: &str,
    ) -> Result<Change, OptionError> {
        let spec = offered_by(protocol)
            .find(|spec| spec.name.eq_ignore_ascii_case(name))
            .ok_or_else(|| OptionError::Unknown(shortened(name)))?;
        let refused = |expected: String| OptionError::Value {
            name: spec.name,
            expected,
            value: shortened(value),
        };
        match spec.kind {
            OptionKind::Spin { min, max, set, .. } => {
                let number = value.trim().parse().ok();
                let number = number.filter(|number| (min..=max).contains(number));
                let expected = || refused(format!("a number from {min} to {max}"));
                set(self, number.ok_or_else(expected)?)?;
            }
            OptionKind::Check { set, .. } => match value.trim() {
                "true" | "1" => set(self, true),
                "false" | "0" => set(self, false),
                _ => return Err(refused("true or false".to_owned())),
            },
            OptionKind::Choice { values, set } => {
                let wanted = value.trim();
                let mut words = values.iter();
                let index = words.position(|word| word.eq_ignore_ascii_case(wanted));
                let expected = || refused(format!("one of {}", values.join(", ")));
                set(self, index.ok_or_else(expected)?);
            }
            OptionKind::Position => return Ok(Change::Position(value.trim().to_owned())),
            OptionKind::ClearHash => return Ok(Change::ClearHash),
            OptionKind::ShowPosition => return Ok(Change::ShowPosition),
            OptionKind::Variant => return Ok(Change::Variant(value.trim().to_owned())),
        }
        Ok(Change::Value)
    }
}

#[cfg(test)]
mod tests {
    use super::{Change, Offered, OptionError, Options};

    #[test]
    fn a_value_in_range_is_taken_and_one_out_of_range_is_refused_by_name() {
        let mut options = Options::default();
        assert_eq!(options.set(Offered::Uci, "hash", "64"), Ok(Change::Value));
        assert_eq!(options.settings.hash_mib, 64);
        for bad in ["0", "-1", "65537", "many", "", "99999999999999999999"] {
            let error = options.set(Offered::Uci, "Hash", bad).unwrap_err();
            assert_eq!(
                error.to_string(),
                format!("option Hash is a number from 1 to 65536, not \"{bad}\"")
            );
        }
        assert_eq!(options.settings.hash_mib, 64);
    }

    #[test]
    fn a_protocol_has_only_its_own_options() {
        let mut options = Options::default();
        assert_eq!(
            options.set(Offered::Cecp, "Hash", "64"),
            Err(OptionError::Unknown("Hash".to_owned()))
        );
        assert_eq!(options.set(Offered::Cecp, "Resign", "1"), Ok(Change::Value));
        assert!(options.resign);
    }
}
