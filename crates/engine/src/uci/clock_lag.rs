//! The lag of turns, measured by the clocks of successive `go`.

use std::time::{Duration, Instant};

use jabberwock_game::Color;
use jabberwock_search::Clock;

use crate::protocol::lag::lag;

/// The clocks of the players whose turns are requested.
#[derive(Debug, Default)]
pub(super) struct ClockLag {
    /// The player to move in the running search, its clock, and the time from which it runs.
    running: Option<(Color, Clock, Instant)>,
    /// The expected time on each player's clock when it is next to move.
    expected: [Option<Duration>; 2],
}

impl ClockLag {
    /// Starts the clock of a search for `player` with this `clock`, which was requested at
    /// `requested_at`. Returns the lag of the previous turn, if it is known.
    pub(super) fn begin(
        &mut self,
        player: Color,
        clock: Option<Clock>,
        requested_at: Instant,
    ) -> Option<Duration> {
        self.running = clock.map(|clock| (player, clock, requested_at));
        let shown = clock?.remaining;
        let expected = self.expected[player.index()].take()?;
        lag(expected, shown)
    }

    /// Starts the clock `now`, as the turn pondered on was played.
    pub(super) fn ponder_hit(&mut self, now: Instant) {
        if let Some((_, _, since)) = &mut self.running {
            *since = now;
        }
    }

    /// Ends the player's turn `now`.
    pub(super) fn end_turn(&mut self, now: Instant) {
        let Some((player, clock, since)) = self.running.take() else {
            return;
        };
        let left = clock
            .remaining
            .saturating_sub(now.saturating_duration_since(since));
        // At the end of a session of the time control an unknown time is added.
        let is_known = clock.moves_to_go != Some(1);
        self.expected[player.index()] = is_known.then_some(left + clock.increment);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(milliseconds: u64, moves_to_go: Option<u32>) -> Clock {
        Clock {
            remaining: Duration::from_millis(milliseconds),
            increment: Duration::from_millis(10),
            moves_to_go,
            lag: None,
        }
    }

    fn after(start: Instant, milliseconds: u64) -> Instant {
        start + Duration::from_millis(milliseconds)
    }

    #[test]
    fn a_lag_is_what_the_clock_has_lost_beyond_the_time_used_and_the_increment() {
        let start = Instant::now();
        let mut meter = ClockLag::default();
        assert_eq!(
            meter.begin(Color::White, Some(clock(1000, None)), start),
            None
        );
        meter.end_turn(after(start, 100));
        let lag = meter.begin(Color::White, Some(clock(902, None)), after(start, 500));
        assert_eq!(lag, Some(Duration::from_millis(8)));
        meter.end_turn(after(start, 520));
        // A clock that lost less than was used.
        let later = after(start, 600);
        assert_eq!(
            meter.begin(Color::White, Some(clock(900, None)), later),
            None
        );
    }

    #[test]
    fn time_pondered_is_free() {
        let start = Instant::now();
        let mut meter = ClockLag::default();
        meter.begin(Color::Black, Some(clock(1000, None)), start);
        meter.ponder_hit(after(start, 400));
        meter.end_turn(after(start, 420));
        let lag = meter.begin(Color::Black, Some(clock(985, None)), after(start, 450));
        assert_eq!(lag, Some(Duration::from_millis(5)));
        // Another turn was played than expected: this clock has not run.
        let again = meter.begin(Color::Black, Some(clock(985, None)), after(start, 900));
        assert_eq!(again, None);
    }

    #[test]
    fn each_player_has_a_clock_and_searches_without_one_change_none() {
        let start = Instant::now();
        let mut meter = ClockLag::default();
        let mut turn = |player, clock| {
            let lag = meter.begin(player, clock, start);
            meter.end_turn(start);
            lag
        };
        let milliseconds = |count| Some(Duration::from_millis(count));
        assert_eq!(turn(Color::White, Some(clock(1000, None))), None);
        assert_eq!(turn(Color::Black, Some(clock(500, None))), None);
        assert_eq!(turn(Color::White, None), None);
        assert_eq!(turn(Color::White, Some(clock(1003, None))), milliseconds(7));
        assert_eq!(turn(Color::Black, Some(clock(501, None))), milliseconds(9));
    }

    #[test]
    fn other_controls_and_clocks_that_were_set_have_no_lag() {
        let start = Instant::now();
        let second = |moves_to_go, clock| {
            let mut meter = ClockLag::default();
            let first = self::clock(60_000, moves_to_go);
            meter.begin(Color::White, Some(first), start);
            meter.end_turn(start);
            meter.begin(Color::White, Some(clock), start)
        };
        assert!(second(None, clock(60_000, None)).is_some());
        assert_eq!(second(None, clock(30_000, None)), None);
        assert!(second(Some(2), clock(60_000, Some(1))).is_some());
        assert_eq!(second(Some(1), clock(60_000, Some(40))), None);
    }
}
