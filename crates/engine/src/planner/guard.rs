//! How long a planner may go on.

use std::time::Duration;

use jabberwock_search::{Limits, Signal, Timer};

/// Time kept back for choosing a turn when all is looked at, at least.
const LEAST_RESERVE: Duration = Duration::from_millis(4);

/// While pondering nothing may take longer, since the hit can come at any moment.
const PATIENCE: Duration = Duration::from_millis(15);

/// Watches the limits of one turn.
#[derive(Debug)]
pub(super) struct Guard<'a> {
    timer: Timer,
    signal: &'a Signal,
    limits: &'a Limits,
    /// Positions looked at so far, on boards of every level.
    pub(super) nodes: u64,
    /// Levels of boards on which a turn is chosen.
    levels: u32,
    /// What choosing a turn on one of them takes.
    reserve: Duration,
}

impl<'a> Guard<'a> {
    pub(super) fn new(
        limits: &'a Limits,
        overhead: Duration,
        levels: u8,
        signal: &'a Signal,
    ) -> Guard<'a> {
        Guard {
            levels: u32::from(levels),
            timer: Timer::new(limits, overhead),
            signal,
            limits,
            nodes: 0,
            reserve: LEAST_RESERVE,
        }
    }

    pub(super) fn signal(&self) -> &'a Signal {
        self.signal
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.timer.elapsed()
    }

    /// The deepest search of a game of chess, in plies.
    pub(super) fn depth(&self) -> Option<u32> {
        self.limits.depth
    }

    /// Choosing a turn took so long.
    pub(super) fn learn_reserve(&mut self, taken: Duration) {
        self.reserve = self.reserve.max(taken * 3 / 2);
    }

    /// The time that may still be spent on looking; `None` if nothing limits it.
    pub(super) fn left(&mut self) -> Option<Duration> {
        self.timer.update(self.signal);
        let left = self.timer.left()?;
        Some(left.saturating_sub(self.reserve * self.levels))
    }

    /// The time that one search may take.
    pub(super) fn search_time(&mut self) -> Option<Duration> {
        let left = self.left();
        if self.timer.is_pondering() {
            Some(PATIENCE)
        } else {
            left
        }
    }

    /// The time that choosing a turn may take, `share` of what is left.
    pub(super) fn choosing_time(&mut self, share: f64) -> Duration {
        const FREE: Duration = Duration::from_millis(500);
        let left = self.left().unwrap_or(FREE).mul_f64(share);
        if self.timer.is_pondering() {
            left.min(PATIENCE)
        } else {
            left
        }
    }

    /// The nodes that may still be spent.
    pub(super) fn nodes_left(&self) -> u64 {
        let limit = self.limits.nodes.unwrap_or(u64::MAX);
        limit.saturating_sub(self.nodes)
    }

    /// Whether looking must end.
    pub(super) fn is_over(&mut self) -> bool {
        self.signal.is_stopped()
            || self.nodes_left() == 0
            || self.left().is_some_and(|left| left.is_zero())
    }

    /// Whether even choosing must end.
    pub(super) fn is_late(&mut self) -> bool {
        self.timer.update(self.signal);
        self.signal.is_stopped() || self.timer.left().is_some_and(|left| left.is_zero())
    }

    /// Waits until an answer may be given: an analysis, or thinking on the opponent's time, is
    /// ended by a signal only.
    pub(super) fn wait_for_orders(&self) {
        let held = || self.limits.infinite || self.limits.ponder && !self.signal.is_ponder_hit();
        while held() && !self.signal.is_stopped() {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}
