//! The clocks of a table.

use std::time::{Duration, Instant};

use jabberwock_arena::game_clock::GameClock;
use jabberwock_game::Color;

use super::{Table, seat::Occupant};
use crate::message::{ClockState, Event, GameOutcome};

/// The time by which a program may be late: it is sent the time before its turn, and its thread may
/// have to wait for a processor.
const PROGRAM_MARGIN: Duration = Duration::from_millis(500);

impl Table {
    /// Whether the game is being played.
    pub(super) fn is_playing(&self) -> bool {
        self.running.is_some()
    }

    /// Returns the clocks, as sent to pages.
    pub(super) fn clock_state(&self, now: Instant) -> ClockState {
        let left = |color| self.time_left(color, now).map(seconds);
        ClockState {
            white: left(Color::White),
            black: left(Color::Black),
            running: self.running.map(|(color, _)| color),
        }
    }

    /// Returns the time that `color` has left; `None` without a clock.
    fn time_left(&self, color: Color, now: Instant) -> Option<Duration> {
        let left = self.clocks[color].clock()?.remaining;
        let used = self.used(now).filter(|(running, _)| *running == color);
        Some(left.saturating_sub(used.map_or(Duration::ZERO, |(_, used)| used)))
    }

    /// Sets both clocks to the start of a game.
    pub(super) fn reset_clocks(&mut self) {
        for color in [Color::White, Color::Black] {
            self.clocks[color] = GameClock::new(self.seats[color].time_control);
        }
    }

    /// Whether a player has no time left.
    pub(super) fn is_time_over(&self) -> bool {
        let mut clocks = self.clocks.0.iter().filter_map(GameClock::clock);
        clocks.any(|clock| clock.remaining.is_zero())
    }

    /// Returns the player whose clock runs, and the time used so far.
    fn used(&self, now: Instant) -> Option<(Color, Duration)> {
        let (color, since) = self.running?;
        Some((color, now.saturating_duration_since(since)))
    }

    /// Adds an event with the clocks.
    pub(super) fn push_clocks(&mut self, now: Instant) {
        let state = self.clock_state(now);
        self.events.push(Event::Clock(state));
    }

    /// Stops the clocks, if they run.
    pub(super) fn pause(&mut self, now: Instant) {
        if let Some((color, used)) = self.used(now) {
            self.clocks[color].deduct(used);
            self.running = None;
            self.push_clocks(now);
        }
    }

    /// Ends the turn of the player whose clock runs, and starts the other clock. Returns the time
    /// that the turn took, in seconds.
    pub(super) fn press(&mut self, now: Instant) -> Option<f64> {
        let (color, used) = self.used(now)?;
        // A player who is too late has already lost.
        self.clocks[color].spend(used, Duration::MAX).ok();
        self.running = Some((color.other(), now));
        Some(seconds(used))
    }

    /// Returns the time at which the player whose clock runs loses on time.
    pub(super) fn flag_time(&self) -> Option<Instant> {
        let (color, since) = self.running?;
        let left = self.clocks[color].clock()?.remaining;
        let margin = match self.seats[color].occupant {
            Occupant::Person => Duration::ZERO,
            Occupant::Search | Occupant::Player(..) => PROGRAM_MARGIN,
        };
        since.checked_add(left + margin)
    }

    /// Ends the game if a player's time is over.
    pub(super) fn check_flag(&mut self, now: Instant) {
        if let Some((color, _)) = self.running
            && self.flag_time().is_some_and(|time| now >= time)
        {
            let reason = format!("{color} exceeds the time");
            self.end_game(GameOutcome::lost_by(color, &reason), now);
        }
    }
}

/// Returns a time in seconds, to the millisecond.
pub(crate) fn seconds(time: Duration) -> f64 {
    time.as_millis() as f64 / 1000.0
}
