//! Readers of the values of arguments.

use std::{ops::RangeBounds, time::Duration};

use clap::builder::RangedU64ValueParser;
use jabberwock_arena::time_control;
use jabberwock_engine::options::{MAX_HASH, MAX_THREADS, MAX_VARIATIONS};

/// Parses a number of seconds above 0.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let time = seconds_or_zero(text)?;
    if time.is_zero() {
        return Err("must be more than 0".to_owned());
    }
    Ok(time)
}

/// Parses a number of seconds, which may be 0; at most a year, so that sums of times cannot
/// overflow.
pub(crate) fn seconds_or_zero(text: &str) -> Result<Duration, String> {
    time_control::seconds(text).ok_or_else(|| "not a number of seconds up to a year".to_owned())
}

/// Parses a whole number in `range`.
pub(crate) fn number(range: impl RangeBounds<u64>) -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(range)
}

/// Parses a number of search threads.
pub(crate) fn threads() -> RangedU64ValueParser<usize> {
    number(1..=MAX_THREADS as u64)
}

/// Parses the size of a transposition table, in mebibytes.
pub(crate) fn mebibytes() -> RangedU64ValueParser<usize> {
    number(1..=MAX_HASH as u64)
}

/// Parses a number of variations to find.
pub(crate) fn variations() -> RangedU64ValueParser<usize> {
    number(1..=MAX_VARIATIONS as u64)
}
