//! The lag of turns: time on the client's clock beyond the time used by the engine.

use std::time::Duration;

/// Maximum lag: a greater difference means that the clocks were set.
const MAX_LAG: Duration = Duration::from_secs(1);

/// Returns the lag of a turn after which the clock should show `expected` and shows `shown`; `None`
/// if it was set.
pub(crate) fn lag(expected: Duration, shown: Duration) -> Option<Duration> {
    expected
        .checked_sub(shown)
        .filter(|&difference| difference <= MAX_LAG)
}
