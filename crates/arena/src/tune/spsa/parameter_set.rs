//! Which parameters are tuned.

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
    /// The parameters `base`, of which those called `names` are tuned; all of them if `names` is
    /// empty.
    ///
    /// # Errors
    /// If there is no parameter with one of the names.
    pub fn new(base: P, names: &[String]) -> Result<ParameterSet<P>, TuneError> {
        let is_unknown = |name: &&String| base.get(name).is_none();
        if let Some(name) = names.iter().find(is_unknown) {
            return Err(TuneError::Parameter(name.clone()));
        }
        let chosen = P::ALL
            .iter()
            .filter(|(name, ..)| names.is_empty() || names.iter().any(|chosen| chosen == name));
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

    /// The tuned parameters.
    pub fn tuned(&self) -> &[TunedParameter] {
        &self.tuned
    }

    /// The parameters with the tuned ones at `values`, rounded and within their range.
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
