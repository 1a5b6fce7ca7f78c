//! How fast a player must play, and the clock that holds him to it.

use std::{fmt, str::FromStr, time::Duration};

use jabberwock_search::{Clock, Limits};
use serde::Serialize;

/// A game's clock before it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Control {
    /// Time for the first `turns` turns, and again for each further such stretch.
    pub base: Duration,
    /// Time added after every turn.
    pub increment: Duration,
    /// Length of a stretch; `None` is the whole game.
    pub turns: Option<u32>,
}

/// What bounds each of a player's turns. Several bounds hold together; with none, he takes the time
/// he wants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Pace {
    /// A clock.
    pub control: Option<Control>,
    /// Exact time for a turn.
    pub move_time: Option<Duration>,
    /// Nodes of the search for a turn.
    pub nodes: Option<u64>,
    /// Depth of the search for a turn, in plies.
    pub depth: Option<u32>,
}

/// Text that is no time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is no time control: SECONDS, SECONDS+INCREMENT or TURNS/SECONDS+INCREMENT")]
pub struct ControlError(String);

/// `60`, `1+0.01`, `40/60+0.5`: seconds, of which the parts may be decimal.
impl FromStr for Control {
    type Err = ControlError;

    fn from_str(text: &str) -> Result<Control, ControlError> {
        let error = || ControlError(text.to_owned());
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
        Ok(Control {
            base,
            increment,
            turns,
        })
    }
}

/// A number of seconds, not negative and at most a year.
pub(crate) fn seconds(text: &str) -> Option<Duration> {
    const YEAR: f64 = 365.0 * 24.0 * 3600.0;
    let seconds: f64 = text.parse().ok()?;
    (0.0..=YEAR)
        .contains(&seconds)
        .then(|| Duration::from_secs_f64(seconds))
}

impl fmt::Display for Control {
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

/// `1+0.01`, `st 0.1`, `nodes 10000`, `depth 5`, or several of them; `none`.
impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        parts.extend(self.control.map(|control| control.to_string()));
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

/// A player's clock during a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watch {
    pace: Pace,
    clock: Option<Clock>,
}

impl Watch {
    pub(crate) fn new(pace: Pace) -> Watch {
        let clock = pace.control.map(|control| Clock {
            remaining: control.base,
            increment: control.increment,
            moves_to_go: control.turns,
        });
        Watch { pace, clock }
    }

    pub(crate) fn clock(&self) -> Option<Clock> {
        self.clock
    }

    /// What bounds the turn to come.
    pub(crate) fn limits(&self) -> Limits {
        Limits {
            clock: self.clock,
            move_time: self.pace.move_time,
            nodes: self.pace.nodes,
            depth: self.pace.depth,
            ..Limits::default()
        }
    }

    /// The longest that the turn to come may take; `None` if it may take for ever.
    pub(crate) fn allowed(&self) -> Option<Duration> {
        let clock = self.clock.map(|clock| clock.remaining);
        match (clock, self.pace.move_time) {
            (Some(clock), Some(turn)) => Some(clock.min(turn)),
            (clock, turn) => clock.or(turn),
        }
    }

    /// A turn took `elapsed`. An error, by how much, if that was more than the time left, `margin`
    /// being forgiven.
    pub(crate) fn spend(&mut self, elapsed: Duration, margin: Duration) -> Result<(), Duration> {
        let allowed = self.allowed().unwrap_or(Duration::MAX);
        let over = elapsed.saturating_sub(allowed);
        if let (Some(clock), Some(control)) = (&mut self.clock, &self.pace.control) {
            clock.remaining = clock.remaining.saturating_sub(elapsed) + control.increment;
            if let Some(left) = &mut clock.moves_to_go {
                *left -= 1;
                if *left == 0 {
                    *left = control.turns.unwrap_or(1);
                    clock.remaining += control.base;
                }
            }
        }
        if over > margin { Err(over) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Control, Pace, Watch};

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    fn watch(control: &str) -> Watch {
        Watch::new(Pace {
            control: Some(control.parse().unwrap()),
            ..Pace::default()
        })
    }

    fn remaining(watch: &Watch) -> Duration {
        watch.clock().unwrap().remaining
    }

    #[test]
    fn controls_are_read_and_written() {
        for text in ["60", "1+0.01", "40/60+0.5", "0.5+0.05"] {
            assert_eq!(text.parse::<Control>().unwrap().to_string(), text);
        }
        for bad in [
            "", "x", "0", "-1", "1+", "1+-1", "0/1", "1/", "inf", "1+nan", "1e99",
        ] {
            let error = bad.parse::<Control>().unwrap_err().to_string();
            assert!(error.contains(&format!("{bad:?}")), "{error}");
        }
    }

    #[test]
    fn an_increment_is_added_after_the_turn() {
        let mut watch = watch("1+0.1");
        assert_eq!(watch.spend(ms(300), ms(0)), Ok(()));
        assert_eq!(remaining(&watch), ms(800));
        assert_eq!(watch.spend(ms(801), ms(0)), Err(ms(1)));
    }

    #[test]
    fn a_margin_is_forgiven_but_not_given() {
        let mut watch = watch("1");
        assert_eq!(watch.spend(ms(1010), ms(20)), Ok(()));
        assert_eq!(remaining(&watch), ms(0));
        assert_eq!(watch.spend(ms(21), ms(20)), Err(ms(21)));
    }

    #[test]
    fn the_base_is_added_when_the_turns_are_made() {
        let mut watch = watch("2/1");
        assert_eq!(watch.clock().unwrap().moves_to_go, Some(2));
        assert_eq!(watch.spend(ms(500), ms(0)), Ok(()));
        assert_eq!(watch.clock().unwrap().moves_to_go, Some(1));
        assert_eq!(watch.spend(ms(400), ms(0)), Ok(()));
        assert_eq!(remaining(&watch), ms(1100));
        assert_eq!(watch.clock().unwrap().moves_to_go, Some(2));
    }

    #[test]
    fn without_a_clock_all_the_time_in_the_world_is_allowed() {
        let mut watch = Watch::new(Pace {
            nodes: Some(10),
            ..Pace::default()
        });
        assert_eq!(watch.allowed(), None);
        assert_eq!(watch.spend(ms(1_000_000), ms(0)), Ok(()));
    }
}
