//! How long a planner may go on.

use std::time::{Duration, Instant};

use jabberwock_search::{Limits, StopToken, Timer};

/// Time kept back for choosing a turn when all is looked at, at least.
const LEAST_RESERVE: Duration = Duration::from_millis(4);

/// The share of the time that is kept for choosing a turn.
const CHOOSING: f64 = 0.12;
const MOST_CHOOSING: Duration = Duration::from_millis(200);

/// While pondering nothing may take longer, since the hit can come at any moment.
const PATIENCE: Duration = Duration::from_millis(15);

/// Watches the limits of one turn.
#[derive(Debug)]
pub(super) struct Guard<'a> {
    timer: Timer,
    stop_token: &'a StopToken,
    limits: &'a Limits,
    /// Positions looked at so far, on boards of every level.
    pub(super) nodes: u64,
    /// Levels of boards on which a turn is chosen.
    levels: u32,
    /// What finding the turns to choose from takes on one of them.
    reserve: Duration,
    /// What choosing may take.
    choosing: Duration,
    /// By how much searches have overrun their time: the system has other things to do too.
    overrun: Duration,
}

impl<'a> Guard<'a> {
    pub(super) fn new(
        limits: &'a Limits,
        overhead: Duration,
        levels: u8,
        overrun: Duration,
        stop_token: &'a StopToken,
    ) -> Guard<'a> {
        let timer = Timer::new(limits, overhead);
        let time = timer.left().unwrap_or_default();
        Guard {
            choosing: time.mul_f64(CHOOSING).min(MOST_CHOOSING),
            // After a hitch of the system there must be time left to think.
            overrun: overrun.min(time / 10),
            levels: u32::from(levels),
            timer,
            stop_token,
            limits,
            nodes: 0,
            reserve: LEAST_RESERVE,
        }
    }

    pub(super) fn stop_token(&self) -> &'a StopToken {
        self.stop_token
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

    /// A search that had `time` took `taken`.
    pub(super) fn learn_overrun(&mut self, time: Option<Duration>, taken: Duration) {
        if let Some(time) = time {
            self.overrun = self.overrun.max(taken.saturating_sub(time));
        }
    }

    /// The largest overrun.
    pub(super) fn overrun(&self) -> Duration {
        self.overrun
    }

    /// The time that may still be spent on looking; `None` if nothing limits it.
    pub(super) fn left(&mut self) -> Option<Duration> {
        let left = self.left_in_all()?;
        Some(left.saturating_sub(self.reserve * self.levels + self.choosing))
    }

    /// The time until an answer is due; `None` if nothing limits it.
    fn left_in_all(&mut self) -> Option<Duration> {
        self.timer.update(self.stop_token);
        let left = self.timer.left()?;
        Some(left.saturating_sub(LEAST_RESERVE + self.overrun))
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

    /// When choosing a turn must end; `alone` if nothing else is to be done.
    pub(super) fn choosing_deadline(&mut self, alone: bool) -> Option<Instant> {
        let time = match self.left_in_all() {
            None if self.timer.is_pondering() => PATIENCE,
            None => return None,
            Some(left) if alone => left.mul_f64(0.6),
            Some(left) => left.min(self.choosing),
        };
        Some(Instant::now() + time)
    }

    /// The nodes that may still be spent.
    pub(super) fn nodes_left(&self) -> u64 {
        let limit = self.limits.nodes.unwrap_or(u64::MAX);
        limit.saturating_sub(self.nodes)
    }

    /// Whether looking must end.
    pub(super) fn is_over(&mut self) -> bool {
        self.stop_token.is_stopped()
            || self.nodes_left() == 0
            || self.left().is_some_and(|left| left.is_zero())
    }

    /// Whether even choosing must end.
    pub(super) fn is_late(&mut self) -> bool {
        self.timer.update(self.stop_token);
        self.stop_token.is_stopped() || self.left_in_all().is_some_and(|left| left.is_zero())
    }

    /// Waits until an answer may be given: an analysis, or thinking on the opponent's time, is
    /// ended by the stop token only.
    pub(super) fn wait_for_orders(&self) {
        let held =
            || self.limits.infinite || self.limits.ponder && !self.stop_token.is_ponder_hit();
        while held() && !self.stop_token.is_stopped() {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}
