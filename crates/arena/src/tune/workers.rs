//! Parallel work whose result does not depend on the number of threads.

use super::error::TuneError;

/// Returns a pool of `threads` threads, at least one.
pub(super) fn thread_pool(threads: usize) -> Result<rayon::ThreadPool, TuneError> {
    let builder = rayon::ThreadPoolBuilder::new().num_threads(threads.max(1));
    Ok(builder.build()?)
}

/// Returns the seed of task `index` of a run with `seed`.
pub(super) fn derived_seed(seed: u64, index: u64) -> u64 {
    jabberwock_game::Key::random(seed, index).0
}
