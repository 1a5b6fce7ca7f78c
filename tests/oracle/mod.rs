//! Slow second implementations of the rules.

mod hop;
mod hop_text;

pub(crate) use hop::Hop;
