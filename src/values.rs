//! Readers of the values of arguments.

use std::time::Duration;

/// A number of seconds above 0.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let time = seconds_or_zero(text)?;
    if time.is_zero() {
        return Err("must be more than 0".to_owned());
    }
    Ok(time)
}

/// A number of seconds, which may be 0.
pub(crate) fn seconds_or_zero(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}
