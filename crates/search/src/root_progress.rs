//! Progress of the current iteration at the root: steps searched and left.

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use jabberwock_game::Step;

/// A step at the root that is about to be searched, reported by long searches (`currmove`).
///
/// `T` is a step in the search, the text of a turn or of its beginning above it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootStep<T> {
    /// The depth of the iteration, in plies.
    pub depth: u32,
    /// The step; where a turn has several, its first one.
    pub step: T,
    /// Its place in the order in which the steps are searched, from 1.
    pub number: u32,
}

/// Receives the steps at the root of a search that has run for some time.
pub(crate) struct RootStepReport<'a> {
    /// Steps are reported after this time.
    pub(crate) delay: Duration,
    pub(crate) listener: &'a mut (dyn FnMut(&RootStep<Step>) + Send),
}

impl fmt::Debug for RootStepReport<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RootStepReport")
            .field("delay", &self.delay)
            .finish_non_exhaustive()
    }
}

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

    /// Counts one more searched step.
    pub(crate) fn finish_step(&self) {
        self.0.searched.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns the number of the step that is searched next, from 1.
    pub(crate) fn next_number(&self) -> u32 {
        self.0.searched.load(Ordering::Relaxed) + 1
    }

    /// Returns the number of steps at the root that may be searched: legal ones that are not
    /// excluded. Where a turn has several steps, these are its first ones.
    pub fn total(&self) -> u32 {
        self.0.total.load(Ordering::Relaxed)
    }

    /// Returns the number of steps, of [`RootProgress::total`], that are still to be searched in
    /// this iteration.
    pub fn left(&self) -> u32 {
        let searched = self.0.searched.load(Ordering::Relaxed);
        self.total().saturating_sub(searched)
    }
}
