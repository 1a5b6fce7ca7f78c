//! Arguments from Python, and their refusal.

use std::{fmt, ops::RangeInclusive, time::Duration};

use pyo3::{PyErr, PyResult, exceptions::PyValueError};

/// The longest time of a search in seconds, a year: sums of times cannot overflow.
const LONGEST: f64 = 366.0 * 24.0 * 3600.0;

/// A `ValueError` with the text of `error`.
pub(crate) fn refused(error: impl fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// `value`, the argument `name`, as a number of `range`.
///
/// # Errors
/// If it is outside.
pub(crate) fn ranged<T: TryFrom<i64> + PartialOrd + fmt::Display>(
    name: &str,
    value: i64,
    range: &RangeInclusive<T>,
) -> PyResult<T> {
    let number = T::try_from(value).ok();
    number
        .filter(|number| range.contains(number))
        .ok_or_else(|| {
            let (least, most) = (range.start(), range.end());
            refused(format!(
                "{name} is a number from {least} to {most}, not {value}"
            ))
        })
}

/// `seconds`, the argument `name`, as a time.
///
/// # Errors
/// If it is not above 0 and at most a year.
pub(crate) fn time(name: &str, seconds: f64) -> PyResult<Duration> {
    if seconds > 0.0 && seconds <= LONGEST {
        return Ok(Duration::from_secs_f64(seconds));
    }
    Err(refused(format!(
        "{name} is a number of seconds above 0 and up to a year, not {seconds}"
    )))
}
