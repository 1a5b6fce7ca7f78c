//! The set of parameters that are tuned.

use jabberwock_search::Tunable;

use super::TunedParameter;
use crate::tune::error::TuneError;

/// Parameters of which some are tuned.
#[derive(Clone, Debug)]
pub struct ParameterSet<P> {
    base: P,
    tuned: Vec<TunedParameter>,
}

impl<P: Tunable> ParameterSet<P> {
    /// Returns the parameters `base`, of which those called `names` are tuned; all of them but
    /// those `of_clock` if `names` is empty. The games of tuning have no clock.
    ///
    /// # Errors
    /// If there is no parameter with one of the names, or it is one of those `of_clock`.
    pub fn new(base: P, names: &[String], of_clock: &[&str]) -> Result<ParameterSet<P>, TuneError> {
        for name in names {
            if base.get(name).is_none() {
                return Err(TuneError::Parameter(name.clone()));
            }
            if of_clock.contains(&name.as_str()) {
                return Err(TuneError::ClockParameter(name.clone()));
            }
        }
        let chosen = P::ALL.iter().filter(|(name, ..)| {
            !of_clock.contains(name)
                && (names.is_empty() || names.iter().any(|chosen| chosen == name))
        });
        let tuned = chosen.map(|&(name, min, default, max)| TunedParameter {
            name: name.to_owned(),
            min: f64::from(min),
            start: f64::from(base.get(name).unwrap_or(default)),
            max: f64::from(max),
        });
        Ok(ParameterSet {
            base,
            tuned: tuned.collect(),
        })
    }

    /// Returns the tuned parameters.
    pub fn tuned(&self) -> &[TunedParameter] {
        &self.tuned
    }

    /// Returns the parameters with the tuned ones at `values`, rounded and within their range.
    pub fn with_values(&self, values: &[f64]) -> P {
        let mut params = self.base;
        for (parameter, value) in self.tuned.iter().zip(values) {
            let value = value.clamp(parameter.min, parameter.max).round() as i32;
            if !params.set(&parameter.name, value) {
                log::error!("{} cannot be {value}", parameter.name);
            }
        }
        params
    }
}
