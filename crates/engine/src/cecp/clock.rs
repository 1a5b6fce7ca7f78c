//! Time controls set by the client, and the engine's own clock.

use std::time::Duration;

use jabberwock_search::{Clock, Limits};

use crate::protocol::lag::lag;

/// The number of turns over which the remaining time is distributed when nodes are counted instead
/// of time.
const HORIZON: u32 = 30;

/// The unit of the client's `time` and `otim`: a centisecond.
const TIME_UNIT: Duration = Duration::from_millis(10);

/// `level MOVES BASE INCREMENT`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Level {
    /// Turns of one player in a session of the time control; 0 if the whole game is one session.
    pub(super) moves: u32,
    /// Time added at the beginning of every session.
    pub(super) base: Duration,
    /// Time added after every turn.
    pub(super) increment: Duration,
}

/// The kind of time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TimeStyle {
    /// No command was received: forty turns in five minutes, or no time limit if the depth is
    /// limited.
    Default,
    Level(Level),
    PerTurn(Duration),
}

/// The time control of the engine, and its remaining time.
#[derive(Clone, Debug)]
pub(super) struct EngineClock {
    style: TimeStyle,
    /// The time on the engine's clock.
    remaining: Duration,
    /// Whether `remaining` was updated by the engine since the client's last `time`.
    is_counted: bool,
    /// The lag measured at the client's last `time`, until a search uses it.
    lag: Option<Duration>,
    /// The number of turns that had been made when the level was set.
    turns_at_level: usize,
    depth: Option<u32>,
    /// Nodes that count as a second; 0 if processor time is counted instead of real time.
    node_rate: Option<u64>,
}

impl Default for EngineClock {
    fn default() -> EngineClock {
        EngineClock {
            style: TimeStyle::Default,
            remaining: EngineClock::DEFAULT.base,
            is_counted: false,
            lag: None,
            turns_at_level: 0,
            depth: None,
            node_rate: None,
        }
    }
}

impl EngineClock {
    const DEFAULT: Level = Level {
        moves: 40,
        base: Duration::from_mins(5),
        increment: Duration::ZERO,
    };

    /// Begins a new game: full clocks, no depth limit, real time.
    pub(super) fn begin_game(&mut self) {
        self.depth = None;
        self.node_rate = None;
        self.count_from(self.level().base);
        self.turns_at_level = 0;
    }

    /// Restarts the count of turns at 0.
    pub(super) fn begin_origin(&mut self) {
        self.turns_at_level = 0;
    }

    /// Sets a clock; `turns` have been made by both players together.
    pub(super) fn set_level(&mut self, level: Level, turns: usize) {
        self.style = TimeStyle::Level(level);
        self.count_from(level.base);
        self.turns_at_level = turns;
    }

    /// Sets an equal time for every turn.
    pub(super) fn set_time_per_turn(&mut self, time: Duration) {
        self.style = TimeStyle::PerTurn(time);
    }

    /// Limits the depth, in plies.
    pub(super) fn set_depth(&mut self, depth: u32) {
        self.depth = Some(depth);
    }

    /// Counts nodes instead of time, or processor time if `rate` is 0.
    pub(super) fn set_node_rate(&mut self, rate: u64) {
        self.node_rate = Some(rate);
    }

    /// Sets the time on the engine's clock.
    pub(super) fn set_remaining(&mut self, time: Duration) {
        self.lag = None;
        if self.is_counted && self.node_rate.is_none() {
            // Each time may have been rounded down by less than a unit when it was sent.
            let lag = lag(self.remaining, time);
            self.lag = lag.map(|lag| lag.saturating_sub(TIME_UNIT));
        }
        self.count_from(time);
    }

    /// Sets the clock to `time` as sent by the client and continues from there.
    fn count_from(&mut self, time: Duration) {
        self.remaining = time;
        self.is_counted = false;
    }

    /// Returns the lag of the previous turn, for the search that begins.
    pub(super) fn take_lag(&mut self) -> Option<Duration> {
        self.lag.take()
    }

    /// Returns the current level, which has no effect if there is an equal time for every turn.
    fn level(&self) -> Level {
        match self.style {
            TimeStyle::Level(level) => level,
            TimeStyle::Default | TimeStyle::PerTurn(_) => EngineClock::DEFAULT,
        }
    }

    /// Returns the limits of a search after `turns` turns of both players, with `threads` threads.
    pub(super) fn limits(&self, turns: usize, threads: usize) -> Limits {
        let mut limits = Limits {
            depth: self.depth,
            ..Limits::default()
        };
        match self.style {
            TimeStyle::Default if self.depth.is_some() => return limits,
            TimeStyle::PerTurn(time) => limits.move_time = Some(time),
            TimeStyle::Default | TimeStyle::Level(_) => limits.clock = Some(self.clock(turns)),
        }
        match self.node_rate {
            None => {}
            Some(0) => share_processors(&mut limits, threads),
            Some(rate) => count_nodes(&mut limits, rate),
        }
        limits
    }

    fn clock(&self, turns: usize) -> Clock {
        let level = self.level();
        let moves_to_go = (level.moves > 0).then(|| level.moves - self.made(turns) % level.moves);
        Clock {
            remaining: self.remaining,
            increment: level.increment,
            moves_to_go,
            lag: None,
        }
    }

    /// Returns the number of turns that the player to move has made since the level was set.
    fn made(&self, turns: usize) -> u32 {
        (turns.saturating_sub(self.turns_at_level) / 2) as u32
    }

    /// Subtracts `elapsed`, or the time that corresponds to `nodes`, from the clock.
    pub(super) fn use_up(&mut self, elapsed: Duration, nodes: u64) {
        let used = match self.node_rate {
            None | Some(0) => elapsed,
            Some(rate) => {
                let milliseconds = u128::from(nodes) * 1000 / u128::from(rate);
                Duration::from_millis(u64::try_from(milliseconds).unwrap_or(u64::MAX))
            }
        };
        self.remaining = self.remaining.saturating_sub(used);
    }

    /// Adds the time for a turn made after `turns` turns of both players.
    pub(super) fn end_turn(&mut self, turns: usize) {
        let level = self.level();
        self.is_counted = true;
        self.remaining += level.increment;
        if level.moves > 0 && (self.made(turns) + 1).is_multiple_of(level.moves) {
            self.remaining += level.base;
        }
    }
}

/// Whether a search started with the limits `assumed` can continue with `actual`.
pub(super) fn can_continue(assumed: &Limits, actual: &Limits) -> bool {
    let clocks_fit = match (assumed.clock, actual.clock) {
        (Some(assumed), Some(actual)) => {
            assumed.moves_to_go == actual.moves_to_go
                && assumed.increment == actual.increment
                && actual.remaining >= assumed.remaining.mul_f64(0.9)
        }
        (assumed, actual) => assumed == actual,
    };
    clocks_fit
        && assumed.depth == actual.depth
        && assumed.nodes == actual.nodes
        && assumed.move_time == actual.move_time
}

/// Converts limits of processor time to limits of real time: `threads` threads use processor time
/// that many times as fast.
fn share_processors(limits: &mut Limits, threads: usize) {
    let threads = u32::try_from(threads.max(1)).unwrap_or(u32::MAX);
    limits.move_time = limits.move_time.map(|time| time / threads);
    limits.clock = limits.clock.map(|clock| Clock {
        remaining: clock.remaining / threads,
        increment: clock.increment / threads,
        ..clock
    });
}

/// Converts limits of time to a limit of nodes at `rate` nodes a second.
fn count_nodes(limits: &mut Limits, rate: u64) {
    let clock = limits.clock.take().map(|clock| {
        let turns = clock
            .moves_to_go
            .map_or(HORIZON, |turns| turns.min(HORIZON));
        let share = clock.remaining / turns.max(1) + clock.increment.mul_f64(0.75);
        // Nodes are counted late, so the last turn of a session keeps a reserve.
        share.min(clock.remaining.mul_f64(0.8))
    });
    let time = limits.move_time.take().or(clock).unwrap_or_default();
    let nodes = time.as_millis() * u128::from(rate) / 1000;
    limits.nodes = Some(u64::try_from(nodes).unwrap_or(u64::MAX).max(1));
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn level(moves: u32, base: Duration, increment: Duration) -> EngineClock {
        let mut control = EngineClock::default();
        let level = Level {
            moves,
            base,
            increment,
        };
        control.set_level(level, 0);
        control
    }

    fn moves_to_go(control: &EngineClock, turns: usize) -> Option<u32> {
        control.limits(turns, 1).clock.unwrap().moves_to_go
    }

    #[test]
    fn moves_of_a_session_are_those_of_the_player_to_move() {
        let control = level(40, 300 * SECOND, Duration::ZERO);
        let left = [0, 1, 2, 3, 78, 79, 80].map(|turns| moves_to_go(&control, turns));
        assert_eq!(left, [40, 40, 39, 39, 1, 1, 40].map(Some));
        assert_eq!(moves_to_go(&level(0, SECOND, SECOND), 10), None);
    }

    #[test]
    fn a_level_set_within_a_game_counts_from_there() {
        let mut control = level(40, 300 * SECOND, Duration::ZERO);
        let level = Level {
            moves: 20,
            base: 60 * SECOND,
            increment: Duration::ZERO,
        };
        control.set_level(level, 80);
        assert_eq!(moves_to_go(&control, 80), Some(20));
        assert_eq!(moves_to_go(&control, 82), Some(19));
    }

    #[test]
    fn the_clock_runs_and_gains_increments_and_sessions() {
        let mut control = level(2, 10 * SECOND, SECOND);
        control.use_up(3 * SECOND, 0);
        control.end_turn(0);
        assert_eq!(control.remaining, 8 * SECOND);
        control.use_up(20 * SECOND, 0);
        control.end_turn(2);
        assert_eq!(control.remaining, 11 * SECOND);
    }

    #[test]
    fn a_lag_is_what_the_client_has_taken_off_more_than_a_turn_took() {
        let mut control = level(0, 60 * SECOND, SECOND);
        let mut told = |used, milliseconds| {
            control.use_up(used, 0);
            control.end_turn(0);
            control.set_remaining(Duration::from_millis(milliseconds));
            control.take_lag()
        };
        let lag = told(3 * SECOND, 57_950);
        assert_eq!(lag, Some(Duration::from_millis(40)));
        assert_eq!(told(SECOND, 57_940), Some(Duration::ZERO));
        // The clocks were set.
        assert_eq!(told(SECOND, 90_000), None);
        assert_eq!(told(SECOND, 30_000), None);
        control.set_remaining(29 * SECOND);
        assert_eq!(control.take_lag(), None, "no turn was made");
        control.end_turn(2);
        control.set_remaining(Duration::from_millis(29_990));
        assert!(control.take_lag().is_some());
        assert_eq!(control.take_lag(), None);
    }

    #[test]
    fn a_new_game_lifts_depth_and_node_rate_and_keeps_the_level() {
        let mut control = level(0, 10 * SECOND, SECOND);
        control.set_depth(3);
        control.set_node_rate(1000);
        control.use_up(SECOND, 1_000_000);
        control.begin_game();
        let limits = control.limits(0, 1);
        assert_eq!((limits.depth, limits.nodes), (None, None));
        assert_eq!(limits.clock.unwrap().remaining, 10 * SECOND);
    }

    #[test]
    fn a_depth_alone_is_searched_in_any_time() {
        let mut control = EngineClock::default();
        control.set_depth(9);
        let limits = control.limits(0, 1);
        assert_eq!((limits.depth, limits.clock), (Some(9), None));
    }

    #[test]
    fn the_protocols_example_of_eighty_thousand_nodes_holds() {
        let mut control = EngineClock::default();
        control.set_time_per_turn(8 * SECOND);
        control.set_node_rate(10_000);
        let limits = control.limits(0, 1);
        assert_eq!((limits.nodes, limits.move_time), (Some(80_000), None));
    }

    #[test]
    fn nodes_from_a_clock_leave_some_for_later() {
        let mut control = level(0, 60 * SECOND, SECOND);
        control.set_node_rate(1000);
        let nodes = control.limits(0, 1).nodes.unwrap();
        assert!((2000..10_000).contains(&nodes), "{nodes}");
        control.use_up(Duration::ZERO, 59_990);
        assert_eq!(control.limits(0, 1).nodes, Some(8));
    }

    #[test]
    fn processor_time_is_shared_by_the_threads() {
        let mut control = EngineClock::default();
        control.set_time_per_turn(8 * SECOND);
        control.set_node_rate(0);
        assert_eq!(control.limits(0, 4).move_time, Some(2 * SECOND));
    }
}
