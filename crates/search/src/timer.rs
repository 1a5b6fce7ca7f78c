//! Time management: the soft and the hard limit of a search, and delays of the system.

use std::time::{Duration, Instant};

use crate::{
    limits::{Clock, Limits},
    stop_token::StopToken,
};

/// Largest share of the remaining time that one turn may use.
const MAX_SHARE: f64 = 0.75;
/// Expected number of turns to come if the clock has no further time control.
const DEFAULT_MOVES_TO_GO: f64 = 24.0;

/// The time reserved on a clock, in longest delays.
const RESERVED_DELAYS: f64 = 2.0;
/// Checks of the limits follow each other within this time unless the machine is busy.
const USUAL_GAP: Duration = Duration::from_millis(8);

/// Longer delays are outliers, and count as this.
const MAX_DELAY: Duration = Duration::from_millis(250);
/// Longest mean lag that is subtracted from the time of a turn.
const MAX_MEAN_LAG: Duration = Duration::from_millis(2500);
/// The factor by which a search or turn without delays reduces the known ones.
const DELAY_DECAY: f64 = 0.95;
/// A shorter search without any decays them less: it may be too short to meet those of a busy
/// machine.
const FULL_DECAY_TIME: Duration = Duration::from_millis(20);

/// Delays of the system and the protocol: the time by which a search overruns its limit because the
/// machine is busy, and the lag, the time that a turn takes on the clock beyond the time the engine
/// used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Delays {
    /// The longest recent delay: earlier ones decay by [`DELAY_DECAY`].
    longest: Duration,
    /// The mean delay of the latest searches.
    mean: Duration,
    /// The longest recent lag: earlier ones decay by [`DELAY_DECAY`].
    longest_lag: Duration,
    /// The mean lag of the latest turns.
    mean_lag: Duration,
}

impl Delays {
    /// Updates the delays by those of a search, whose `timer` was checked at every opportunity.
    pub fn add_search(&mut self, timer: &Timer) {
        let weight = timer.last_check.div_duration_f64(FULL_DECAY_TIME).min(1.0);
        let decay = DELAY_DECAY.powf(weight);
        let longest = timer.longest_gap.min(MAX_DELAY);
        self.longest = longest.max(self.longest.mul_f64(decay));
        if self.longest < USUAL_GAP {
            self.longest = Duration::ZERO;
        }
        let mean = timer.mean_delay().min(MAX_DELAY);
        self.mean = self.mean.mul_f64(decay) + mean.mul_f64(1.0 - decay);
    }

    /// Updates the lags by that of the last turn, if it is known.
    pub fn add_lag(&mut self, limits: &Limits) {
        let Some(lag) = limits.clock.and_then(|clock| clock.lag) else {
            return;
        };
        let longest = self.longest_lag.mul_f64(DELAY_DECAY);
        self.longest_lag = longest.max(lag.min(MAX_DELAY));
        let lag = lag.min(MAX_MEAN_LAG);
        self.mean_lag = self.mean_lag.mul_f64(DELAY_DECAY) + lag.mul_f64(1.0 - DELAY_DECAY);
    }

    /// Returns the time reserved on a clock for delays of later turns.
    fn reserve(&self) -> Duration {
        let longest_lag = Some(self.longest_lag).filter(|&lag| lag >= USUAL_GAP);
        self.longest
            .max(longest_lag.unwrap_or_default())
            .mul_f64(RESERVED_DELAYS)
    }

    /// Returns the mean delay and lag of a turn together.
    fn mean(&self) -> Duration {
        self.mean + self.mean_lag
    }
}

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
    /// Whether a search in the opponent's time ends at `hard`, even before the opponent's turn. On
    /// a machine with delays a finished result is printed at once, while a thread that computes
    /// would be scheduled late.
    may_end_while_pondering: bool,
    /// The time of the last check, since the start.
    last_check: Duration,
    /// The longest time between two checks, if it was not a usual one.
    longest_gap: Duration,
    /// The sum of the squares of such times, in seconds.
    gaps_squared: f64,
}

impl Timer {
    /// Creates a timer that starts now. `overhead` is subtracted from the time available.
    pub fn new(limits: &Limits, overhead: Duration) -> Timer {
        Timer::since(Instant::now(), limits, overhead, Delays::default())
    }

    /// Returns a timer that started when the search was asked for. `overhead` is subtracted from
    /// the time available; of a clock, more is reserved for delays like those of earlier searches.
    pub fn since(start: Instant, limits: &Limits, overhead: Duration, delays: Delays) -> Timer {
        let (soft, hard) = time_limits(limits, overhead, delays);
        let exact = limits.move_time.is_some();
        Timer {
            start,
            pondering: limits.ponder,
            soft,
            hard,
            exact,
            may_end_while_pondering: !exact && !delays.longest.is_zero(),
            last_check: start.elapsed(),
            longest_gap: Duration::ZERO,
            gaps_squared: 0.0,
        }
    }

    /// Returns the time after which a search with these limits must stop if no delays are known;
    /// `None` if its time is not limited.
    pub fn hard_limit(limits: &Limits, overhead: Duration) -> Option<Duration> {
        time_limits(limits, overhead, Delays::default()).1
    }

    /// Records a check of the limits.
    pub fn note_check(&mut self) {
        let now = self.elapsed();
        let gap = now.saturating_sub(self.last_check);
        if gap > USUAL_GAP {
            self.longest_gap = self.longest_gap.max(gap);
            self.gaps_squared += gap.as_secs_f64().powi(2);
        }
        self.last_check = now;
    }

    /// Returns the time from a random moment of this search to the next check, if it falls into a
    /// gap that is longer than usual: half of the gap, with the probability of its share of the
    /// time.
    fn mean_delay(&self) -> Duration {
        let elapsed = self.last_check.as_secs_f64();
        if elapsed > 0.0 {
            Duration::from_secs_f64(self.gaps_squared / (2.0 * elapsed))
        } else {
            Duration::ZERO
        }
    }

    /// Returns the time since the search began.
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

    /// Returns the time of this turn, used or not, also while the search ponders; `None` if it is
    /// not limited.
    pub fn allotted(&self) -> Option<Duration> {
        match (self.soft, self.hard) {
            (Some(soft), Some(hard)) => Some(soft.min(hard)),
            (soft, hard) => soft.or(hard),
        }
    }

    /// Returns the time left for this search; `None` if it is not limited.
    pub fn remaining(&self) -> Option<Duration> {
        let limit = self.allotted().filter(|_| !self.pondering)?;
        Some(limit.saturating_sub(self.elapsed()))
    }

    /// Whether the search ponders, and the expected turn has not been played yet.
    pub fn is_pondering(&self) -> bool {
        self.pondering
    }

    /// Whether the search must stop now, even in the middle of an iteration.
    pub fn is_hard_limit_reached(&self) -> bool {
        (!self.pondering || self.may_end_while_pondering)
            && self.hard.is_some_and(|hard| self.elapsed() >= hard)
    }

    /// Whether no new iteration should start; `scale` is below 1 if the result is stable.
    pub fn is_soft_limit_reached(&self, scale: f64) -> bool {
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

/// Returns the soft and the hard time limit.
fn time_limits(
    limits: &Limits,
    overhead: Duration,
    delays: Delays,
) -> (Option<Duration>, Option<Duration>) {
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
            let (soft, hard) = clock_limits(clock, overhead, delays);
            (Some(soft), Some(hard))
        }
        None => (None, None),
    }
}

/// Returns the soft and the hard time limit for one turn with `clock`.
fn clock_limits(clock: Clock, overhead: Duration, delays: Delays) -> (Duration, Duration) {
    let left = clock.remaining.as_secs_f64();
    let reserved = overhead.as_secs_f64() + delays.reserve().as_secs_f64();
    let usable = (left - reserved).max(left * 0.2).max(0.001);
    let turns = clock
        .moves_to_go
        .map_or(DEFAULT_MOVES_TO_GO, |turns| f64::from(turns.clamp(1, 40)));
    // A clock that has fallen to its reserve recovers by its increment: an immediate answer is
    // rarely delayed, as the system prefers threads that have slept.
    let above_reserve = ((left - reserved) / reserved.max(0.001)).clamp(0.0, 1.0);
    let increment = clock.increment.as_secs_f64() * 0.75 * above_reserve;
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
    // The lateness of a turn is lost for later turns.
    let soft = (share + increment - delays.mean().as_secs_f64()).max(share * 0.1);
    let soft = soft.min(most);
    let hard = (soft * 4.0).min(most);
    (Duration::from_secs_f64(soft), Duration::from_secs_f64(hard))
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::{
        Delays, FULL_DECAY_TIME, MAX_DELAY, RESERVED_DELAYS, Timer, clock_limits, time_limits,
    };
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
                        lag: None,
                    };
                    let (soft, hard) = clock_limits(clock, OVERHEAD, Delays::default());
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
            time_limits(&limits, OVERHEAD, Delays::default()),
            (None, Some(Duration::from_millis(90)))
        );
    }

    #[test]
    fn more_is_reserved_of_a_clock_after_delays() {
        let limits = |remaining, delay| {
            let clock = Clock {
                remaining: Duration::from_millis(remaining),
                increment: Duration::from_millis(10),
                ..Clock::default()
            };
            let longest = Duration::from_millis(delay);
            let mean = longest / 10;
            let delays = Delays {
                longest,
                mean,
                ..Delays::default()
            };
            clock_limits(clock, OVERHEAD, delays)
        };
        let ((soft, hard), (late_soft, late_hard)) = (limits(300, 0), limits(300, 50));
        assert!(late_soft < soft.mul_f64(0.75) && late_hard < hard.mul_f64(0.75));
        // With enough time, delays make little difference.
        let ((soft, _), (late_soft, _)) = (limits(60_000, 0), limits(60_000, 50));
        assert!(late_soft > soft.mul_f64(0.95) && late_soft < soft);
    }

    #[test]
    fn a_clock_that_has_fallen_to_what_is_reserved_grows_back_by_its_increment() {
        let increment = Duration::from_millis(10);
        let soft = |remaining, overhead| {
            let clock = Clock {
                remaining: Duration::from_millis(remaining),
                increment,
                ..Clock::default()
            };
            let delays = Delays {
                longest: Duration::from_millis(20),
                mean: Duration::from_millis(1),
                ..Delays::default()
            };
            clock_limits(clock, overhead, delays).0
        };
        // 50 ms are reserved: the overhead and two delays.
        assert!(soft(50, OVERHEAD) < increment / 10);
        assert!(soft(30, OVERHEAD) < increment / 10);
        assert!((increment / 4..increment / 2).contains(&soft(75, OVERHEAD)));
        assert!(soft(200, OVERHEAD) > increment.mul_f64(0.75));
        assert!(soft(1, Duration::ZERO) < increment / 10);
    }

    #[test]
    fn delays_are_learnt_from_rare_checks_and_forgotten_slowly() {
        let mut delays = Delays::default();
        let mut timer = Timer::new(&Limits::default(), OVERHEAD);
        timer.last_check = FULL_DECAY_TIME;
        timer.longest_gap = Duration::from_millis(5);
        delays.add_search(&timer);
        assert_eq!(delays, Delays::default(), "checks are never closer");
        timer.longest_gap = Duration::from_millis(60);
        delays.add_search(&timer);
        assert_eq!(delays.longest, timer.longest_gap);
        timer.longest_gap = Duration::ZERO;
        delays.add_search(&timer);
        assert_eq!(delays.longest, Duration::from_millis(57));
        timer.last_check = FULL_DECAY_TIME / 20;
        for _ in 0..10 {
            delays.add_search(&timer);
        }
        assert!(delays.longest > Duration::from_millis(55), "{delays:?}");
        timer.last_check = FULL_DECAY_TIME;
        for _ in 0..100 {
            delays.add_search(&timer);
        }
        assert_eq!(delays, Delays::default());
    }

    #[test]
    fn more_is_reserved_of_a_clock_that_loses_more_than_is_used() {
        let limits = |lag| {
            let clock = Clock {
                remaining: Duration::from_secs(1),
                increment: Duration::from_millis(10),
                lag: Some(Duration::from_millis(lag)),
                ..Clock::default()
            };
            Limits {
                clock: Some(clock),
                ..Limits::default()
            }
        };
        let soft = |delays| time_limits(&limits(0), OVERHEAD, delays).0.unwrap();
        let mut delays = Delays::default();
        for _ in 0..50 {
            delays.add_lag(&limits(4));
        }
        // Such a lag is subtracted from every turn, but nothing is reserved for a longer one.
        assert_eq!(delays.reserve(), Duration::ZERO);
        assert!(soft(delays) + Duration::from_millis(3) < soft(Delays::default()));
        delays.add_lag(&limits(60));
        assert_eq!(delays.reserve(), Duration::from_millis(120));
        assert!(soft(delays) + Duration::from_millis(8) < soft(Delays::default()));
        for _ in 0..200 {
            delays.add_lag(&limits(0));
        }
        assert_eq!(delays.reserve(), Duration::ZERO);
        assert!(delays.mean() < Duration::from_micros(10));
        delays.add_lag(&Limits::default());
        delays.add_lag(&limits(3_600_000));
        assert_eq!(delays.reserve(), MAX_DELAY.mul_f64(RESERVED_DELAYS));
        for _ in 0..200 {
            delays.add_lag(&limits(400));
        }
        // A lag of every turn is subtracted in full.
        assert_eq!(delays.reserve(), MAX_DELAY.mul_f64(RESERVED_DELAYS));
        assert!(delays.mean() > Duration::from_millis(399), "{delays:?}");
    }

    #[test]
    fn the_mean_delay_is_half_of_a_gap_by_its_share_of_the_time() {
        let mut timer = Timer::new(&Limits::default(), OVERHEAD);
        assert_eq!(timer.mean_delay(), Duration::ZERO);
        // Two gaps of 20 ms in a search of 100 ms.
        timer.last_check = Duration::from_millis(100);
        timer.gaps_squared = 2.0 * 0.02_f64.powi(2);
        assert_eq!(timer.mean_delay(), Duration::from_millis(4));
    }

    #[test]
    fn a_search_in_the_opponents_time_ends_by_itself_where_delays_are_met() {
        let start = Instant::now().checked_sub(Duration::from_secs(1)).unwrap();
        let is_up = |clock, move_time, delay| {
            let limits = Limits {
                clock,
                move_time,
                ponder: true,
                ..Limits::default()
            };
            let delays = Delays {
                longest: Duration::from_millis(delay),
                ..Delays::default()
            };
            Timer::since(start, &limits, OVERHEAD, delays).is_hard_limit_reached()
        };
        let clock = Some(Clock {
            remaining: Duration::from_millis(100),
            ..Clock::default()
        });
        assert!(!is_up(clock, None, 0));
        assert!(is_up(clock, None, 20));
        let exact = Some(Duration::from_millis(100));
        assert!(!is_up(None, exact, 20), "it begins at the hit");
    }

    #[test]
    fn an_infinite_search_has_no_time_limit() {
        let limits = Limits {
            infinite: true,
            move_time: Some(Duration::from_millis(100)),
            ..Limits::default()
        };
        assert_eq!(
            time_limits(&limits, OVERHEAD, Delays::default()),
            (None, None)
        );
    }
}
