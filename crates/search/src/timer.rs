//! Time management: from limits to points in time.

use std::time::{Duration, Instant};

use crate::{
    limits::{Clock, Limits},
    stop_token::StopToken,
};

/// Largest share of the remaining time that one turn may use.
const MAX_SHARE: f64 = 0.75;
/// Expected number of turns to come if the clock has no further time control.
const HORIZON: f64 = 24.0;

/// Decides when a search must end.
#[derive(Debug)]
pub struct Timer {
    start: Instant,
    pondering: bool,
    /// No new iteration starts after this, scaled by the stability of the result.
    soft: Option<Duration>,
    /// The search stops after this, even in the middle of an iteration.
    hard: Option<Duration>,
    /// Whether `hard` is an exact time for the turn rather than a share of a clock.
    exact: bool,
}

impl Timer {
    /// A timer that starts now. `overhead` is subtracted from the time available.
    pub fn new(limits: &Limits, overhead: Duration) -> Timer {
        let (soft, hard) = time_limits(limits, overhead);
        Timer {
            start: Instant::now(),
            pondering: limits.ponder,
            soft,
            hard,
            exact: limits.move_time.is_some(),
        }
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Ends pondering if the turn pondered on was played. An exact time for the turn starts now; a
    /// share of a clock has been running from the start, as the time pondered was free.
    pub fn update(&mut self, stop_token: &StopToken) {
        if self.pondering && stop_token.is_ponder_hit() {
            self.pondering = false;
            if self.exact {
                self.hard = self.hard.map(|hard| hard + self.start.elapsed());
            }
        }
    }

    /// Time left for this search; `None` if it is not limited.
    pub fn left(&self) -> Option<Duration> {
        let limit = match (self.soft, self.hard) {
            (Some(soft), Some(hard)) => Some(soft.min(hard)),
            (soft, hard) => soft.or(hard),
        };
        let limit = limit.filter(|_| !self.pondering)?;
        Some(limit.saturating_sub(self.elapsed()))
    }

    /// Whether the search ponders, and the expected turn has not been played yet.
    pub fn is_pondering(&self) -> bool {
        self.pondering
    }

    /// Whether the search must stop now, even in the middle of an iteration.
    pub fn is_up(&self) -> bool {
        !self.pondering && self.hard.is_some_and(|hard| self.elapsed() >= hard)
    }

    /// Whether no new iteration should start; `scale` is below 1 if the result is stable.
    pub fn is_enough(&self, scale: f64) -> bool {
        !self.pondering
            && self
                .soft
                .is_some_and(|soft| self.elapsed().as_secs_f64() >= soft.as_secs_f64() * scale)
    }

    /// Whether a clock is running, so that time saved can be used for later turns.
    pub fn is_managed(&self) -> bool {
        !self.pondering && self.soft.is_some()
    }
}

/// Soft and hard time limit.
fn time_limits(limits: &Limits, overhead: Duration) -> (Option<Duration>, Option<Duration>) {
    if limits.infinite {
        return (None, None);
    }
    if let Some(time) = limits.move_time {
        // Half of a very short time is used even if the overhead is larger.
        let time = time.saturating_sub(overhead).max(time / 2);
        return (None, Some(time));
    }
    match limits.clock {
        Some(clock) => {
            let (soft, hard) = clock_limits(clock, overhead);
            (Some(soft), Some(hard))
        }
        None => (None, None),
    }
}

/// Soft and hard time limit for one turn with `clock`.
fn clock_limits(clock: Clock, overhead: Duration) -> (Duration, Duration) {
    let left = clock.remaining.as_secs_f64();
    let usable = (left - overhead.as_secs_f64()).max(left * 0.2).max(0.001);
    let turns = clock
        .moves_to_go
        .map_or(HORIZON, |turns| f64::from(turns.clamp(1, 40)));
    let increment = clock.increment.as_secs_f64();
    let share = if turns <= 1.0 {
        usable * 0.9
    } else {
        usable / (turns + 1.0)
    };
    let most = if turns <= 1.0 {
        usable * 0.95
    } else {
        usable * MAX_SHARE / turns.min(3.0).sqrt()
    };
    let soft = (share + increment * 0.75).min(most);
    let hard = (soft * 4.0).min(most);
    (Duration::from_secs_f64(soft), Duration::from_secs_f64(hard))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{clock_limits, time_limits};
    use crate::limits::{Clock, Limits};

    const OVERHEAD: Duration = Duration::from_millis(10);

    #[test]
    fn a_turn_never_uses_the_whole_clock() {
        for remaining in [1, 5, 20, 100, 1000, 60_000, 3_600_000] {
            for increment in [0, 10, 1000, 60_000] {
                for moves_to_go in [None, Some(1), Some(2), Some(5), Some(40), Some(1000)] {
                    let clock = Clock {
                        remaining: Duration::from_millis(remaining),
                        increment: Duration::from_millis(increment),
                        moves_to_go,
                    };
                    let (soft, hard) = clock_limits(clock, OVERHEAD);
                    assert!(soft <= hard, "{clock:?}");
                    assert!(hard < clock.remaining || remaining <= 1, "{clock:?}");
                }
            }
        }
    }

    #[test]
    fn the_overhead_is_subtracted_from_an_exact_time() {
        let limits = Limits {
            move_time: Some(Duration::from_millis(100)),
            ..Limits::default()
        };
        assert_eq!(
            time_limits(&limits, OVERHEAD),
            (None, Some(Duration::from_millis(90)))
        );
    }

    #[test]
    fn an_infinite_search_has_no_time_limit() {
        let limits = Limits {
            infinite: true,
            move_time: Some(Duration::from_millis(100)),
            ..Limits::default()
        };
        assert_eq!(time_limits(&limits, OVERHEAD), (None, None));
    }
}
