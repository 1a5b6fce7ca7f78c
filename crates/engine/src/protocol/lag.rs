//! The lag of turns: time on the client's clock beyond the time that the engine used.

use std::time::Duration;

/// A greater difference is no lag: the clocks were set.
const MAX_LAG: Duration = Duration::from_secs(1);

/// The lag of a turn after which the clock should show `expected` and shows `shown`; `None` if it was set.
pub(crate) fn lag(expected: Duration, shown: Duration) -> Option<Duration> {
    expected
        .checked_sub(shown)
        .filter(|&difference| difference <= MAX_LAG)
}
