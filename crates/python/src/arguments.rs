//! Arguments from Python, and their refusal.

use std::{fmt, ops::RangeInclusive, time::Duration};

use pyo3::{
    exceptions::{PyOverflowError, PyTypeError, PyValueError},
    prelude::*,
    types::{PySequence, PyString},
};

/// The longest time of a search in seconds, a year: sums of times cannot overflow.
const LONGEST: f64 = 366.0 * 24.0 * 3600.0;

/// A `ValueError` with the text of `error`.
pub(crate) fn refused(error: impl fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// A `TypeError`: `object` is not what is `wanted`, which names the argument.
pub(crate) fn wrong_type(wanted: &str, object: &Bound<'_, PyAny>) -> PyErr {
    match object.get_type().name() {
        Ok(name) => PyTypeError::new_err(format!("{wanted}, not {name}")),
        Err(error) => error,
    }
}

/// An integer, however large: `ranged` reads it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Integer(
    /// `None` if it has more than 128 bits.
    Option<i128>,
);

impl From<i32> for Integer {
    fn from(value: i32) -> Integer {
        Integer(Some(value.into()))
    }
}

impl FromPyObject<'_, '_> for Integer {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Integer> {
        match object.extract::<i64>() {
            Ok(value) => Ok(Integer(Some(value.into()))),
            Err(error) if error.is_instance_of::<PyOverflowError>(object.py()) => {
                Ok(Integer(object.extract().ok()))
            }
            Err(error) => Err(error),
        }
    }
}

impl fmt::Display for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(value) => value.fmt(f),
            None => f.write_str("one of more than 128 bits"),
        }
    }
}

/// `value`, the argument `name`, as a number of `range`.
///
/// # Errors
/// If it is outside.
pub(crate) fn ranged<T: TryFrom<i128> + PartialOrd + fmt::Display>(
    name: &str,
    value: Integer,
    range: &RangeInclusive<T>,
) -> PyResult<T> {
    let number = value.0.and_then(|value| T::try_from(value).ok());
    number
        .filter(|number| range.contains(number))
        .ok_or_else(|| {
            let (least, most) = (range.start(), range.end());
            refused(format!(
                "{name} is a number from {least} to {most}, not {value}"
            ))
        })
}

/// A number of seconds, infinite if it is an integer that is larger than every `float`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seconds(f64);

impl FromPyObject<'_, '_> for Seconds {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Seconds> {
        match object.extract() {
            Ok(seconds) => Ok(Seconds(seconds)),
            Err(error) if error.is_instance_of::<PyOverflowError>(object.py()) => {
                Ok(Seconds(f64::INFINITY))
            }
            Err(error) => Err(error),
        }
    }
}

/// `seconds`, the argument `name`, as a time.
///
/// # Errors
/// If it is not above 0 and at most a year.
pub(crate) fn time(name: &str, Seconds(seconds): Seconds) -> PyResult<Duration> {
    if seconds > 0.0 && seconds <= LONGEST {
        return Ok(Duration::from_secs_f64(seconds));
    }
    Err(refused(format!(
        "{name} is a number of seconds above 0 and up to a year, not {seconds}"
    )))
}

/// `seconds`, the argument `name`, as the time that a search took.
///
/// # Errors
/// If it is not 0 or above, and finite.
pub(crate) fn elapsed(name: &str, Seconds(seconds): Seconds) -> PyResult<f64> {
    if seconds >= 0.0 && seconds.is_finite() {
        return Ok(seconds);
    }
    Err(refused(format!(
        "{name} is a number of seconds, 0 or above, not {seconds}"
    )))
}

/// Turns: a list of them, or one text in which they are separated by blanks.
#[derive(Debug, Default)]
pub(crate) struct Turns(pub(crate) Vec<String>);

impl FromPyObject<'_, '_> for Turns {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Turns> {
        if object.is_instance_of::<PyString>() {
            let text: String = object.extract()?;
            return Ok(Turns(text.split_whitespace().map(str::to_owned).collect()));
        }
        let turns = object
            .cast::<PySequence>()
            .map_err(|_| wrong_type("turns are a str or a sequence of str", &object))?;
        let turns = turns.try_iter()?.map(|turn| {
            let turn = turn?;
            match turn.cast::<PyString>() {
                Ok(text) => text.extract(),
                Err(_) => Err(wrong_type("a turn is a str", &turn)),
            }
        });
        turns.collect::<PyResult<_>>().map(Turns)
    }
}
