//! Time controls: the limits of every turn of a player.

use std::{fmt, str::FromStr, time::Duration};

use serde::Serialize;

/// The settings of a game's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ClockSettings {
    /// Time for each period of `turns` turns.
    pub base: Duration,
    /// Time added after every turn.
    pub increment: Duration,
    /// Turns of a period; `None` is the whole game.
    pub turns: Option<u32>,
}

/// The limits of each of a player's turns. Several limits apply together; without any, a turn may
/// take any time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TimeControl {
    /// The clock of the game.
    pub clock: Option<ClockSettings>,
    /// The exact time for a turn.
    pub move_time: Option<Duration>,
    /// Nodes searched for a turn.
    pub nodes: Option<u64>,
    /// Depth searched for a turn, in plies.
    pub depth: Option<u32>,
}

impl TimeControl {
    /// Whether the search of a player depends on time: true without limits, as nothing is known
    /// then.
    pub fn depends_on_time(&self) -> bool {
        let has_time = self.clock.is_some() || self.move_time.is_some();
        has_time || (self.nodes.is_none() && self.depth.is_none())
    }
}

/// An invalid time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "invalid time control \"{0}\": expected SECONDS, SECONDS+INCREMENT or TURNS/SECONDS+INCREMENT"
)]
pub struct TimeControlError(String);

/// Parses `60`, `1+0.01`, `40/60+0.5`: base and increment in seconds, decimals allowed.
impl FromStr for ClockSettings {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<ClockSettings, TimeControlError> {
        let error = || TimeControlError(text.to_owned());
        let (turns, rest) = match text.split_once('/') {
            Some((turns, rest)) => (Some(turns), rest),
            None => (None, text),
        };
        let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let turns = match turns.map(str::parse) {
            Some(Ok(0) | Err(_)) => return Err(error()),
            Some(Ok(turns)) => Some(turns),
            None => None,
        };
        let base = seconds(base).ok_or_else(error)?;
        let increment = seconds(increment).ok_or_else(error)?;
        if base.is_zero() {
            return Err(error());
        }
        Ok(ClockSettings {
            base,
            increment,
            turns,
        })
    }
}

/// Reads a number of seconds from 0 to a year, so that sums of times cannot overflow.
pub fn seconds(text: &str) -> Option<Duration> {
    const YEAR: f64 = 365.0 * 24.0 * 3600.0;
    let seconds: f64 = text.parse().ok()?;
    (0.0..=YEAR)
        .contains(&seconds)
        .then(|| Duration::from_secs_f64(seconds))
}

impl fmt::Display for ClockSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(turns) = self.turns {
            write!(f, "{turns}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if self.increment.is_zero() {
            Ok(())
        } else {
            write!(f, "+{}", self.increment.as_secs_f64())
        }
    }
}

/// Displays `1+0.01`, `st 0.1`, `nodes 10000`, `depth 5`, or several of them; `none`.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        parts.extend(self.clock.map(|clock| clock.to_string()));
        parts.extend(
            self.move_time
                .map(|time| format!("st {}", time.as_secs_f64())),
        );
        parts.extend(self.nodes.map(|nodes| format!("nodes {nodes}")));
        parts.extend(self.depth.map(|depth| format!("depth {depth}")));
        if parts.is_empty() {
            parts.push("none".to_owned());
        }
        f.write_str(&parts.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::ClockSettings;

    #[test]
    fn clock_settings_are_read_and_written() {
        for text in ["60", "1+0.01", "40/60+0.5", "0.5+0.05"] {
            assert_eq!(text.parse::<ClockSettings>().unwrap().to_string(), text);
        }
        for bad in [
            "", "x", "0", "-1", "1+", "1+-1", "0/1", "1/", "inf", "1+nan", "1e99",
        ] {
            let error = bad.parse::<ClockSettings>().unwrap_err().to_string();
            assert!(error.contains(&format!("{bad:?}")), "{error}");
        }
    }
}
