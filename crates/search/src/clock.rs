//! How long to think: from limits to moments.

use std::time::{Duration, Instant};

use crate::{Limits, StopToken};

/// Share of the remaining time that one turn may use at most.
const LARGEST_SHARE: f64 = 0.75;
/// Turns that are expected to be still to come when the clock does not say.
const HORIZON: f64 = 24.0;

/// Decides when a search must end.
#[derive(Debug)]
pub struct Timer {
    start: Instant,
    pondering: bool,
    /// Thinking stops between iterations after this, scaled by how settled the result is.
    soft: Option<Duration>,
    /// Thinking stops after this, wherever it is.
    hard: Option<Duration>,
    /// Whether `hard` is an order rather than a share of a clock.
    exact: bool,
}

impl Timer {
    /// One that begins now; `overhead` is kept back.
    pub fn new(limits: &Limits, overhead: Duration) -> Timer {
        let (soft, hard) = budget(limits, overhead);
        Timer {
            start: Instant::now(),
            pondering: limits.ponder,
            soft,
            hard,
            exact: limits.move_time.is_some(),
        }
    }

    /// Since the search began.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Notices that the turn pondered on was played. Time given for one turn begins now; a share
    /// of a clock has been running, since the opponent's time was ours.
    pub fn update(&mut self, stop_token: &StopToken) {
        if self.pondering && stop_token.is_ponder_hit() {
            self.pondering = false;
            if self.exact {
                self.hard = self.hard.map(|hard| hard + self.start.elapsed());
            }
        }
    }

    /// What is left of the time to be spent; `None` if nothing limits it.
    pub fn left(&self) -> Option<Duration> {
        let limit = match (self.soft, self.hard) {
            (Some(soft), Some(hard)) => Some(soft.min(hard)),
            (soft, hard) => soft.or(hard),
        };
        let limit = limit.filter(|_| !self.pondering)?;
        Some(limit.saturating_sub(self.elapsed()))
    }

    /// Whether the turn pondered on has yet to be played.
    pub fn is_pondering(&self) -> bool {
        self.pondering
    }

    /// Whether time is up in the middle of an iteration.
    pub fn is_up(&self) -> bool {
        !self.pondering && self.hard.is_some_and(|hard| self.elapsed() >= hard)
    }

    /// Whether the next iteration should not begin; `scale` is below 1 if the result is settled.
    pub fn is_enough(&self, scale: f64) -> bool {
        !self.pondering
            && self
                .soft
                .is_some_and(|soft| self.elapsed().as_secs_f64() >= soft.as_secs_f64() * scale)
    }

    /// Whether a clock is running, so that time saved is worth something.
    pub fn is_managed(&self) -> bool {
        !self.pondering && self.soft.is_some()
    }
}

/// Soft and hard limit.
fn budget(limits: &Limits, overhead: Duration) -> (Option<Duration>, Option<Duration>) {
    if limits.infinite {
        return (None, None);
    }
    if let Some(time) = limits.move_time {
        // A turn of a few milliseconds keeps a part of them rather than nothing.
        let time = time.saturating_sub(overhead).max(time / 2);
        return (None, Some(time));
    }
    let Some(clock) = limits.clock else {
        return (None, None);
    };
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
        usable * LARGEST_SHARE / turns.min(3.0).sqrt()
    };
    let soft = (share + increment * 0.75).min(most);
    let hard = (soft * 4.0).min(most);
    (
        Some(Duration::from_secs_f64(soft)),
        Some(Duration::from_secs_f64(hard)),
    )
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::budget;
    use crate::{Clock, Limits};

    fn of_clock(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> (Duration, Duration) {
        let clock = Clock {
            remaining: Duration::from_millis(remaining),
            increment: Duration::from_millis(increment),
            moves_to_go,
        };
        let limits = Limits {
            clock: Some(clock),
            ..Limits::default()
        };
        let (soft, hard) = budget(&limits, Duration::from_millis(10));
        (soft.unwrap(), hard.unwrap())
    }

    #[test]
    fn a_turn_never_uses_the_whole_clock() {
        for remaining in [1, 5, 20, 100, 1000, 60_000, 3_600_000] {
            for increment in [0, 10, 1000, 60_000] {
                for moves_to_go in [None, Some(1), Some(2), Some(5), Some(40), Some(1000)] {
                    let (soft, hard) = of_clock(remaining, increment, moves_to_go);
                    assert!(soft <= hard, "{remaining} {increment} {moves_to_go:?}");
                    assert!(hard < Duration::from_millis(remaining) || remaining <= 1);
                }
            }
        }
    }

    #[test]
    fn time_for_one_turn_keeps_the_overhead_back() {
        let limits = Limits {
            move_time: Some(Duration::from_millis(100)),
            ..Limits::default()
        };
        assert_eq!(
            budget(&limits, Duration::from_millis(10)),
            (None, Some(Duration::from_millis(90)))
        );
    }

    #[test]
    fn nothing_limits_an_infinite_search() {
        let limits = Limits {
            infinite: true,
            ..Limits::default()
        };
        assert_eq!(budget(&limits, Duration::ZERO), (None, None));
    }
}
