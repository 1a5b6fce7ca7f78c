//! Time management of the simple players.

use std::time::Duration;

use jabberwock_search::Limits;

/// Returns the thinking time for one turn; `None` if `limits` sets no time.
pub(super) fn time_budget(limits: &Limits) -> Option<Duration> {
    /// The divisor of the remaining time without a move count, in turns.
    const SHARE: u32 = 30;
    const OVERHEAD: Duration = Duration::from_millis(5);
    let turn = limits.move_time;
    let share = limits.clock.map(|clock| {
        let share = clock.remaining
            / clock
                .moves_to_go
                .map_or(SHARE, |turns| turns.clamp(2, SHARE));
        (share + clock.increment / 2).min(clock.remaining / 2)
    });
    match (turn, share) {
        (Some(turn), Some(share)) => Some(turn.min(share)),
        (turn, share) => turn.or(share),
    }
    .map(|time| time.saturating_sub(OVERHEAD).max(time / 2))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use jabberwock_search::{Clock, Limits};

    use super::time_budget;

    #[test]
    fn a_turn_takes_its_share_of_the_clock() {
        let clock = |remaining, moves_to_go| Limits {
            clock: Some(Clock {
                remaining: Duration::from_millis(remaining),
                moves_to_go,
                ..Clock::default()
            }),
            ..Limits::default()
        };
        assert_eq!(time_budget(&Limits::default()), None);
        assert_eq!(
            time_budget(&clock(3000, None)),
            Some(Duration::from_millis(95))
        );
        assert_eq!(
            time_budget(&clock(3000, Some(1))),
            Some(Duration::from_millis(1495))
        );
    }
}
