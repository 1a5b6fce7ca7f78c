//! Readers of the values of arguments.

use std::time::Duration;

use jabberwock_arena::time_control;

/// A number of seconds above 0.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let time = seconds_or_zero(text)?;
    if time.is_zero() {
        return Err("must be more than 0".to_owned());
    }
    Ok(time)
}

/// A number of seconds, which may be 0; at most a year, so that sums of times cannot overflow.
pub(crate) fn seconds_or_zero(text: &str) -> Result<Duration, String> {
    time_control::seconds(text).ok_or_else(|| "not a number of seconds up to a year".to_owned())
}
