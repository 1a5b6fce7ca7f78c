//! The limits of planning one turn: time, nodes, depth, the stop token.

use std::time::{Duration, Instant};

use jabberwock_search::{Limits, StopToken, Timer};

/// Least time kept back for composing a turn after the searches.
const MIN_RESERVE: Duration = Duration::from_millis(4);

/// The share of the time kept back for evaluating the candidates.
const EVALUATION_SHARE: f64 = 0.12;
const MAX_EVALUATION_TIME: Duration = Duration::from_millis(200);

/// Longest search while pondering, since the hit can come at any moment.
const PONDER_SLICE: Duration = Duration::from_millis(15);

/// The budget of one turn.
#[derive(Debug)]
pub(crate) struct TimeBudget<'a> {
    timer: Timer,
    stop_token: &'a StopToken,
    limits: &'a Limits,
    nodes: u64,
    /// Levels of boards on which a turn is composed.
    levels: u32,
    /// Longest time that composing the candidates on one of them took, with a margin.
    reserve: Duration,
    /// Time for evaluating the candidates.
    evaluation_time: Duration,
    /// Longest time by which a search exceeded its limit, on a busy machine.
    overrun: Duration,
}

impl<'a> TimeBudget<'a> {
    /// Creates a budget of a turn with these `limits` and their `timer`. `levels` is the level of
    /// the game; `overrun` is that of earlier turns.
    pub(crate) fn new(
        timer: Timer,
        limits: &'a Limits,
        levels: u8,
        overrun: Duration,
        stop_token: &'a StopToken,
    ) -> TimeBudget<'a> {
        let time = timer.remaining().or_else(|| timer.allotted());
        let time = time.unwrap_or_default();
        TimeBudget {
            evaluation_time: time.mul_f64(EVALUATION_SHARE).min(MAX_EVALUATION_TIME),
            // After a long interruption by the system there must be time left to search.
            overrun: overrun.min(time / 10),
            levels: u32::from(levels),
            timer,
            stop_token,
            limits,
            nodes: 0,
            reserve: MIN_RESERVE,
        }
    }

    /// Returns the token that stops the searches immediately.
    pub(crate) fn stop_token(&self) -> &'a StopToken {
        self.stop_token
    }

    /// Returns the time since the start.
    pub(crate) fn elapsed(&self) -> Duration {
        self.timer.elapsed()
    }

    /// Returns the nodes searched so far, on boards of every level.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Counts the nodes of a search.
    pub(crate) fn add_nodes(&mut self, nodes: u64) {
        self.nodes += nodes;
    }

    /// Returns the nodes that may still be searched.
    pub(crate) fn nodes_left(&self) -> u64 {
        let limit = self.limits.nodes.unwrap_or(u64::MAX);
        limit.saturating_sub(self.nodes)
    }

    /// Returns the deepest search of a game of chess, in plies.
    pub(crate) fn depth(&self) -> Option<u32> {
        self.limits.depth
    }

    /// Records that composing the candidates took `time`.
    pub(crate) fn record_composing(&mut self, time: Duration) {
        self.reserve = self.reserve.max(time * 3 / 2);
    }

    /// Records that a search limited to `limit` took `taken`.
    pub(crate) fn record_search(&mut self, limit: Option<Duration>, taken: Duration) {
        if let Some(limit) = limit {
            self.overrun = self.overrun.max(taken.saturating_sub(limit));
        }
    }

    /// Returns the longest time by which a search exceeded its limit.
    pub(crate) fn overrun(&self) -> Duration {
        self.overrun
    }

    /// Returns the time left for searches; `None` if unlimited.
    fn time_for_searches(&mut self) -> Option<Duration> {
        let left = self.time_left()?;
        Some(left.saturating_sub(self.reserve * self.levels + self.evaluation_time))
    }

    /// Returns the time until the result is due; `None` if unlimited.
    fn time_left(&mut self) -> Option<Duration> {
        self.timer.update(self.stop_token);
        let left = self.timer.remaining()?;
        Some(left.saturating_sub(MIN_RESERVE + self.overrun))
    }

    /// Returns the time limit of one search; `None` if unlimited.
    pub(crate) fn search_time(&mut self) -> Option<Duration> {
        let left = self.time_for_searches();
        if self.timer.is_pondering() {
            Some(PONDER_SLICE)
        } else {
            left
        }
    }

    /// Returns the deadline of the evaluation of the candidates. `only_task` is set if there are no
    /// games to search.
    pub(crate) fn evaluation_deadline(&mut self, only_task: bool) -> Option<Instant> {
        let time = match self.time_left() {
            None if self.timer.is_pondering() => PONDER_SLICE,
            None => return None,
            Some(left) if only_task => left.mul_f64(0.6),
            Some(left) => left.min(self.evaluation_time),
        };
        Some(Instant::now() + time)
    }

    /// Whether searches must end.
    pub(crate) fn is_spent(&mut self) -> bool {
        self.stop_token.is_stopped()
            || self.nodes_left() == 0
            || self.time_for_searches().is_some_and(|left| left.is_zero())
    }

    /// Whether the result is due, with no time left even for composing.
    pub(crate) fn is_due(&mut self) -> bool {
        self.timer.update(self.stop_token);
        self.stop_token.is_stopped() || self.time_left().is_some_and(|left| left.is_zero())
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use jabberwock_search::{Clock, Limits, StopToken, Timer};

    use super::{MIN_RESERVE, TimeBudget};

    #[test]
    fn candidates_are_evaluated_after_a_ponder_hit_too() {
        let clock = Clock {
            remaining: Duration::from_hours(1),
            ..Clock::default()
        };
        let limits = Limits {
            clock: Some(clock),
            ponder: true,
            ..Limits::default()
        };
        let timer = Timer::new(&limits, Duration::ZERO);
        let stop_token = StopToken::new();
        let mut budget = TimeBudget::new(timer, &limits, 1, MIN_RESERVE, &stop_token);
        assert_eq!(budget.overrun(), MIN_RESERVE);
        stop_token.ponder_hit();
        let begin = Instant::now();
        let deadline = budget.evaluation_deadline(false).expect("a clock runs");
        assert!(deadline - begin > Duration::from_millis(100));
    }
}
