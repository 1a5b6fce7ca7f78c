//! Signals to a running search.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// Stops a search, or signals a ponder hit. Clones share their state.
#[derive(Clone, Debug, Default)]
pub struct StopToken(Arc<Flags>);

#[derive(Debug, Default)]
struct Flags {
    stop: AtomicBool,
    ponder_hit: AtomicBool,
}

impl StopToken {
    /// A stop token for one search.
    pub fn new() -> StopToken {
        StopToken::default()
    }

    /// Ends the search at its next check of the limits, within milliseconds.
    pub fn stop(&self) {
        self.0.stop.store(true, Ordering::Relaxed);
    }

    /// The turn pondered on was played: the clock runs from now.
    pub fn ponder_hit(&self) {
        self.0.ponder_hit.store(true, Ordering::Relaxed);
    }

    /// Whether [`StopToken::stop`] was called.
    pub fn is_stopped(&self) -> bool {
        self.0.stop.load(Ordering::Relaxed)
    }

    /// Whether [`StopToken::ponder_hit`] was called.
    pub fn is_ponder_hit(&self) -> bool {
        self.0.ponder_hit.load(Ordering::Relaxed)
    }
}
