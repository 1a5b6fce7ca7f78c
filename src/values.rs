//! Readers of the values of arguments.

use std::{
    ops::{Bound, RangeBounds},
    time::Duration,
};

use clap::builder::TypedValueParser;
use jabberwock_arena::time_control;
use jabberwock_engine::options::{MAX_HASH, MAX_THREADS, MAX_VARIATIONS};

/// Parses a number of seconds above 0.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    match time_control::seconds(text) {
        Some(time) if time.is_zero() => Err("must be more than 0".to_owned()),
        None if is_negative(text) => Err("must be more than 0".to_owned()),
        time => time.ok_or_else(no_seconds),
    }
}

/// Parses a number of seconds, which may be 0; at most a year, so that sums of times cannot
/// overflow.
pub(crate) fn seconds_or_zero(text: &str) -> Result<Duration, String> {
    match time_control::seconds(text) {
        None if is_negative(text) => Err("must not be less than 0".to_owned()),
        time => time.ok_or_else(no_seconds),
    }
}

fn no_seconds() -> String {
    "not a number of seconds up to a year".to_owned()
}

fn is_negative(text: &str) -> bool {
    text.parse().is_ok_and(|number: f64| number < 0.0)
}

/// Parses a whole number in `range`.
pub(crate) fn number<T: TryFrom<u64> + Clone + Send + Sync + 'static>(
    range: impl RangeBounds<u64> + Clone + Send + Sync + 'static,
) -> impl TypedValueParser<Value = T> {
    move |text: &str| {
        let digits = text.strip_prefix('-').unwrap_or(text);
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err("not a whole number".to_owned());
        }
        let outside = || format!("{text} is not in {}", range_text(&range));
        match text.parse() {
            Ok(number) if !range.contains(&number) => Err(outside()),
            Ok(number) => T::try_from(number).map_err(|_| too_large(text)),
            // Digits that are no number of 64 bits.
            Err(_) if digits == text && range.end_bound() == Bound::Unbounded => {
                Err(too_large(text))
            }
            Err(_) => Err(outside()),
        }
    }
}

fn too_large(text: &str) -> String {
    format!("{text} is too large")
}

/// Returns `range` as text: `1..=64`, `1..`.
fn range_text(range: &impl RangeBounds<u64>) -> String {
    let start = match range.start_bound() {
        Bound::Included(start) => *start,
        Bound::Excluded(start) => start + 1,
        Bound::Unbounded => 0,
    };
    match range.end_bound() {
        Bound::Included(end) => format!("{start}..={end}"),
        Bound::Excluded(end) => format!("{start}..{end}"),
        Bound::Unbounded => format!("{start}.."),
    }
}

/// Parses a number of search threads.
pub(crate) fn threads() -> impl TypedValueParser<Value = usize> {
    number::<usize>(1..=MAX_THREADS as u64)
}

/// Parses the size of a transposition table, in mebibytes.
pub(crate) fn mebibytes() -> impl TypedValueParser<Value = usize> {
    number::<usize>(1..=MAX_HASH as u64)
}

/// Parses a number of variations to find.
pub(crate) fn variations() -> impl TypedValueParser<Value = usize> {
    number::<usize>(1..=MAX_VARIATIONS as u64)
}
