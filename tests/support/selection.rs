//! Choices of parts of a long test by the environment.

use std::env;

/// Whether the list in the environment variable holds `name`, or there is no such variable.
pub(crate) fn is_chosen(variable: &str, name: &str) -> bool {
    env::var(variable).map_or(true, |names| {
        names.split_whitespace().any(|chosen| chosen == name)
    })
}
