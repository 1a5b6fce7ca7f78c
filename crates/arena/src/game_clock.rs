//! The clock of a player during a game.

use std::time::Duration;

use jabberwock_search::{Clock, Limits};

use crate::time_control::TimeControl;

/// The clock of a player during a game.
#[derive(Clone, Copy, Debug)]
pub struct GameClock {
    time_control: TimeControl,
    clock: Option<Clock>,
}

impl GameClock {
    /// Returns the clock at the start of a game.
    pub fn new(time_control: TimeControl) -> GameClock {
        let clock = time_control.clock.map(|settings| Clock {
            remaining: settings.base,
            increment: settings.increment,
            moves_to_go: settings.turns,
            lag: None,
        });
        GameClock {
            time_control,
            clock,
        }
    }

    /// Returns the state of the clock; `None` if the time control has none.
    pub fn clock(&self) -> Option<Clock> {
        self.clock
    }

    /// Returns the limits of the next turn.
    pub fn limits(&self) -> Limits {
        Limits {
            clock: self.clock,
            move_time: self.time_control.move_time,
            nodes: self.time_control.nodes,
            depth: self.time_control.depth,
            ..Limits::default()
        }
    }

    /// Returns the longest time that the next turn may take; `None` if there is no limit.
    pub fn allowed(&self) -> Option<Duration> {
        let clock = self.clock.map(|clock| clock.remaining);
        match (clock, self.time_control.move_time) {
            (Some(clock), Some(turn)) => Some(clock.min(turn)),
            (clock, turn) => clock.or(turn),
        }
    }

    /// Subtracts `elapsed` from the clock in the middle of a turn.
    pub fn deduct(&mut self, elapsed: Duration) {
        if let Some(clock) = &mut self.clock {
            clock.remaining = clock.remaining.saturating_sub(elapsed);
        }
    }

    /// Subtracts the time of a turn from the clock and starts the next period if one is complete.
    ///
    /// # Errors
    /// If the turn took more than the time left and `margin`: the time by which it exceeded the
    /// time left.
    pub fn spend(&mut self, elapsed: Duration, margin: Duration) -> Result<(), Duration> {
        let allowed = self.allowed().unwrap_or(Duration::MAX);
        let over = elapsed.saturating_sub(allowed);
        if let (Some(clock), Some(settings)) = (&mut self.clock, &self.time_control.clock) {
            clock.remaining = clock.remaining.saturating_sub(elapsed) + settings.increment;
            if let Some(left) = &mut clock.moves_to_go {
                *left -= 1;
                if *left == 0 {
                    *left = settings.turns.unwrap_or(1);
                    clock.remaining += settings.base;
                }
            }
        }
        if over > margin { Err(over) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::GameClock;
    use crate::time_control::TimeControl;

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    fn clock(settings: &str) -> GameClock {
        GameClock::new(TimeControl {
            clock: Some(settings.parse().unwrap()),
            ..TimeControl::default()
        })
    }

    fn remaining(clock: &GameClock) -> Duration {
        clock.clock().unwrap().remaining
    }

    #[test]
    fn an_increment_is_added_after_the_turn() {
        let mut clock = clock("1+0.1");
        assert_eq!(clock.spend(ms(300), ms(0)), Ok(()));
        assert_eq!(remaining(&clock), ms(800));
        assert_eq!(clock.spend(ms(801), ms(0)), Err(ms(1)));
    }

    #[test]
    fn a_margin_is_tolerated_but_not_added() {
        let mut clock = clock("1");
        assert_eq!(clock.spend(ms(1010), ms(20)), Ok(()));
        assert_eq!(remaining(&clock), ms(0));
        assert_eq!(clock.spend(ms(21), ms(20)), Err(ms(21)));
    }

    #[test]
    fn the_base_is_added_when_the_turns_of_a_period_are_made() {
        let mut clock = clock("2/1");
        assert_eq!(clock.clock().unwrap().moves_to_go, Some(2));
        assert_eq!(clock.spend(ms(500), ms(0)), Ok(()));
        assert_eq!(clock.clock().unwrap().moves_to_go, Some(1));
        assert_eq!(clock.spend(ms(400), ms(0)), Ok(()));
        assert_eq!(remaining(&clock), ms(1100));
        assert_eq!(clock.clock().unwrap().moves_to_go, Some(2));
    }

    #[test]
    fn without_a_clock_any_time_is_allowed() {
        let mut clock = GameClock::new(TimeControl {
            nodes: Some(10),
            ..TimeControl::default()
        });
        assert_eq!(clock.allowed(), None);
        assert_eq!(clock.spend(ms(1_000_000), ms(0)), Ok(()));
    }
}
