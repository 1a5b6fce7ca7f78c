//! The threads of a search: the main thread and its helpers (lazy SMP).

use std::{
    any::Any,
    num::NonZero,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use jabberwock_game::{Evaluate, Profile, Step};
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

use crate::{
    info::SearchInfo,
    limits::Limits,
    params::Params,
    reduce::Reductions,
    request::Request,
    root::RootResult,
    root_filter::RootFilter,
    thread_data::ThreadData,
    worker::{Shared, Worker},
};

/// Stack size of a search thread in bytes: deep recursion over positions that may be large.
pub const SEARCH_STACK: usize = 64 << 20;

/// The time after which an unused thread ends.
const END_OF_THREADS: Duration = Duration::from_millis(10);

/// The greatest number of threads for each processor: more only slow each other down.
const THREADS_PER_PROCESSOR: usize = 4;

/// Returns the greatest number of threads that a search starts, whatever the setting.
pub(crate) fn max_threads() -> usize {
    let processors = thread::available_parallelism().map_or(1, NonZero::get);
    THREADS_PER_PROCESSOR * processors
}

/// The threads of a searcher, kept from search to search: on a busy machine a new thread may wait
/// to be scheduled, while one that has slept is resumed almost immediately.
#[derive(Debug, Default)]
pub(crate) struct SearchThreads {
    /// Created by the first search that needs it.
    main: Option<Arc<ThreadPool>>,
    helpers: Option<ThreadPool>,
    /// The number of helpers last requested; the system may have created fewer.
    helpers_asked: usize,
}

impl SearchThreads {
    /// Returns a thread for the main worker.
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

    /// Returns `count` threads for helpers, or as many as the system can create; `None` if there
    /// are none.
    pub(crate) fn helpers(&mut self, count: usize) -> Option<&ThreadPool> {
        if self.helpers_asked != count {
            self.helpers_asked = count;
            self.helpers = largest_pool(count);
        }
        self.helpers.as_ref()
    }
}

/// Returns `count` threads, or as many as the system can create; `None` if it can create none.
fn largest_pool(count: usize) -> Option<ThreadPool> {
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

/// Creates `count` threads, each with a stack large enough for the recursion.
fn search_pool(count: usize) -> Result<ThreadPool, ThreadPoolBuildError> {
    ThreadPoolBuilder::new()
        .num_threads(count)
        .stack_size(SEARCH_STACK)
        .panic_handler(log_panic)
        .build()
}

/// Logs a panic of a helper; the search continues without it.
fn log_panic(_: Box<dyn Any + Send>) {
    log::error!("a helper thread of the search panicked");
}

/// One search, shared by its threads: helpers may need it after the main thread has given the
/// result.
pub(crate) struct SearchTask<V: Evaluate> {
    pub(crate) request: Request<V::Position>,
    pub(crate) profile: &'static Profile,
    pub(crate) params: Params,
    pub(crate) reductions: Arc<Reductions>,
    pub(crate) shared: Shared,
}

impl<V: Evaluate> SearchTask<V> {
    /// Returns a worker with `data`, as it is for a helper.
    pub(crate) fn worker<'a>(&'a self, data: &'a mut ThreadData<V>) -> Worker<'a, V> {
        let (request, reductions) = (&self.request, &*self.reductions);
        let history = request.history.clone();
        let mut worker = Worker::new(
            &self.shared,
            data,
            self.profile,
            self.params,
            reductions,
            history,
        );
        worker.filter = RootFilter {
            only: request.only.clone(),
            except: request.except.clone(),
        };
        worker.node_limit = request.limits.nodes.unwrap_or(u64::MAX);
        worker
    }

    /// Runs the main worker, and stops the others when it has ended.
    pub(crate) fn run_main(
        &self,
        main: &mut Worker<'_, V>,
        on_info: &mut (dyn FnMut(&SearchInfo<Step>) + Send),
    ) -> RootResult {
        let (pos, limits) = (&self.request.position, &self.request.limits);
        // Helpers stop even if the main worker panics.
        let stop_helpers = StopOnDrop(&self.shared.stop);
        let result = main.iterative_deepening(pos, limits, self.multi_pv(), 1, on_info);
        main.check_limits();
        drop(stop_helpers);
        result
    }

    /// Runs a helper on this thread until the search is stopped.
    fn run_helper(&self, data: &Mutex<ThreadData<V>>, first_depth: i32) {
        let Ok(mut data) = data.lock() else { return };
        if self.shared.stop.load(Ordering::Relaxed) {
            return;
        }
        let mut helper = self.worker(&mut data);
        let (pos, no_limits) = (&self.request.position, Limits::default());
        helper.iterative_deepening(pos, &no_limits, self.multi_pv(), first_depth, &mut |_| ());
        helper.check_limits();
    }

    fn multi_pv(&self) -> usize {
        self.request.multi_pv.max(1)
    }
}

/// Starts a helper for each of `data`, as far as there are threads, and does not wait for them: on
/// a busy machine a helper of one search may still have to end when the next one begins.
pub(crate) fn start_helpers<V: Evaluate>(
    helper_threads: &ThreadPool,
    task: &Arc<SearchTask<V>>,
    data: &[Arc<Mutex<ThreadData<V>>>],
) {
    let count = helper_threads.current_num_threads();
    for (index, data) in data.iter().take(count).enumerate() {
        // Every other helper begins a ply deeper, so that the threads differ.
        let first_depth = 1 + (index as i32 + 1) % 2;
        let (task, data) = (Arc::clone(task), Arc::clone(data));
        helper_threads.spawn(move || task.run_helper(&data, first_depth));
    }
}

/// Stops the helpers of a search when it goes out of scope.
struct StopOnDrop<'a>(&'a AtomicBool);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
