//! The threads of a search: the main thread and its helpers (lazy SMP).

use std::{
    num::NonZero,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use jabberwock_game::{Evaluate, Step};
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

use crate::{info::SearchInfo, limits::Limits, request::Request, root::RootResult, worker::Worker};

/// Stack size of a search thread in bytes: deep recursion over positions that may be large.
pub const SEARCH_STACK: usize = 64 << 20;

/// How long threads that are not used take to end.
const END_OF_THREADS: Duration = Duration::from_millis(10);

/// The greatest number of threads for each processor: more only slow each other down.
const THREADS_PER_PROCESSOR: usize = 4;

/// The greatest number of threads that a search starts, whatever is asked for.
pub(crate) fn most_threads() -> usize {
    let processors = thread::available_parallelism().map_or(1, NonZero::get);
    THREADS_PER_PROCESSOR * processors
}

/// The threads of a searcher, kept from search to search: on a busy machine the system lets a new thread wait
/// for its turn, but one that slept goes on almost at once.
#[derive(Debug, Default)]
pub(crate) struct SearchThreads {
    /// Made by the first search that needs it.
    main: Option<Arc<ThreadPool>>,
    helpers: Option<ThreadPool>,
    /// How many helpers were asked for last; the system may have created fewer.
    helpers_asked: usize,
}

impl SearchThreads {
    /// A thread for the main worker.
    ///
    /// # Errors
    /// If the system cannot create it.
    pub(crate) fn main(&mut self) -> Result<Arc<ThreadPool>, ThreadPoolBuildError> {
        if let Some(main) = &self.main {
            return Ok(Arc::clone(main));
        }
        let main = Arc::new(search_pool(1)?);
        self.main = Some(Arc::clone(&main));
        Ok(main)
    }

    /// `count` threads for helpers, or as many as the system can create; `None` if there are none.
    pub(crate) fn helpers(&mut self, count: usize) -> Option<&ThreadPool> {
        if self.helpers_asked != count {
            self.helpers_asked = count;
            self.helpers = most_helpers(count);
        }
        self.helpers.as_ref()
    }
}

/// `count` threads, or as many as the system can create; `None` if it can create none.
fn most_helpers(count: usize) -> Option<ThreadPool> {
    let mut failure = None;
    for helpers in (1..=count).rev() {
        match search_pool(helpers) {
            Ok(pool) => {
                if let Some(error) = failure {
                    log::error!("the search goes on with {} threads: {error}", helpers + 1);
                }
                return Some(pool);
            }
            Err(error) => failure = Some(error),
        }
        // The threads that were created have to end first.
        thread::sleep(END_OF_THREADS);
    }
    if let Some(error) = failure {
        log::error!("the search goes on with 1 thread: {error}");
    }
    None
}

/// So many threads, each with a stack large enough for the recursion.
fn search_pool(count: usize) -> Result<ThreadPool, ThreadPoolBuildError> {
    ThreadPoolBuilder::new()
        .num_threads(count)
        .stack_size(SEARCH_STACK)
        .build()
}

/// Runs the main worker on this thread, and its helpers on theirs, as far as there are `helper_threads`.
/// `on_end` gets the main worker and its result while the helpers still end.
pub(crate) fn run_threads<'a, V: Evaluate>(
    helper_threads: Option<&ThreadPool>,
    request: &Request<V::Position>,
    main: Worker<'a, V>,
    helpers: impl Iterator<Item = Worker<'a, V>>,
    on_info: &mut (dyn FnMut(&SearchInfo<Step>) + Send),
    on_end: impl FnOnce(Worker<'a, V>, RootResult),
) {
    let Some(pool) = helper_threads else {
        return run_main(request, main, on_info, on_end);
    };
    let multi_pv = request.multi_pv.max(1);
    pool.in_place_scope(|scope| {
        let helpers = helpers.take(pool.current_num_threads());
        for (index, mut helper) in helpers.enumerate() {
            // Every other helper begins a ply deeper, so that the threads differ.
            let first_depth = 1 + (index as i32 + 1) % 2;
            scope.spawn(move |_| {
                let (pos, no_limits) = (&request.position, Limits::default());
                helper.iterative_deepening(pos, &no_limits, multi_pv, first_depth, &mut |_| ());
                helper.check_limits();
            });
        }
        run_main(request, main, on_info, on_end);
    });
}

/// Runs the main worker, and stops the others when it has ended.
fn run_main<'a, V: Evaluate>(
    request: &Request<V::Position>,
    mut main: Worker<'a, V>,
    on_info: &mut (dyn FnMut(&SearchInfo<Step>) + Send),
    on_end: impl FnOnce(Worker<'a, V>, RootResult),
) {
    let (pos, limits) = (&request.position, &request.limits);
    let shared = main.shared;
    // Helpers stop even if the main worker panics.
    let stop_helpers = StopOnDrop(&shared.stop);
    let result = main.iterative_deepening(pos, limits, request.multi_pv.max(1), 1, on_info);
    main.check_limits();
    drop(stop_helpers);
    if limits.infinite {
        shared.stop_token.wait_until_stopped();
    }
    on_end(main, result);
}

/// Stops the helpers of a search when it goes out of scope.
struct StopOnDrop<'a>(&'a AtomicBool);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
