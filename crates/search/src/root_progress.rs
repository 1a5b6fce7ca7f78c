//! How far the search at the root has come in its iteration.

use std::sync::{
    Arc,
    atomic::{AtomicU32, Ordering},
};

/// The steps at the root of a search, counted for other threads. Clones share their counts.
#[derive(Clone, Debug, Default)]
pub struct RootProgress(Arc<Counts>);

#[derive(Debug, Default)]
struct Counts {
    total: AtomicU32,
    searched: AtomicU32,
}

impl RootProgress {
    /// Begins a search of `total` steps at the root.
    pub(crate) fn begin(&self, total: u32) {
        self.0.searched.store(0, Ordering::Relaxed);
        self.0.total.store(total, Ordering::Relaxed);
    }

    /// One more of them is searched.
    pub(crate) fn finish_step(&self) {
        self.0.searched.fetch_add(1, Ordering::Relaxed);
    }

    /// The number of steps at the root that may be searched: legal ones that are not excluded. Where
    /// a turn has several steps, these are its first ones.
    pub fn total(&self) -> u32 {
        self.0.total.load(Ordering::Relaxed)
    }

    /// Those of [`RootProgress::total`] that are still to be searched in the present iteration.
    pub fn left(&self) -> u32 {
        let searched = self.0.searched.load(Ordering::Relaxed);
        self.total().saturating_sub(searched)
    }
}
