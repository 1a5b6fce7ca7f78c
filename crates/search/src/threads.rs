//! The threads of one search: the main thread and its helpers (lazy SMP).

use std::{
    io,
    num::NonZero,
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::Duration,
};

use jabberwock_game::{Evaluate, Step};

use crate::{
    info::SearchInfo, limits::Limits, request::Request, root::RootResult, stop_token::StopToken,
    worker::Worker,
};

/// Stack size of a search thread in bytes: deep recursion over positions that may be large.
pub const SEARCH_STACK: usize = 64 << 20;

/// The greatest number of threads for each processor: more only slow each other down.
const THREADS_PER_PROCESSOR: usize = 4;

/// The greatest number of threads that a search starts, whatever is asked for.
pub(crate) fn most_threads() -> usize {
    let processors = thread::available_parallelism().map_or(1, NonZero::get);
    THREADS_PER_PROCESSOR * processors
}

/// Runs the main worker on this thread, and its helpers, or as many of these as the system can create,
/// on threads of their own. `on_end` gets the main worker and its result while the helpers still end.
pub(crate) fn run_threads<'a, V: Evaluate>(
    request: &Request<V::Position>,
    mut main: Worker<'a, V>,
    helpers: impl Iterator<Item = Worker<'a, V>>,
    on_info: &mut (dyn FnMut(&SearchInfo<Step>) + Send),
    on_end: impl FnOnce(Worker<'a, V>, RootResult),
) {
    let (pos, limits) = (&request.position, &request.limits);
    let multi_pv = request.multi_pv.max(1);
    let shared = main.shared;
    thread::scope(|scope| {
        // Helpers stop even if the main worker panics.
        let stop_helpers = StopOnDrop(&shared.stop);
        for (index, mut helper) in helpers.enumerate() {
            // Every other helper begins a ply deeper, so that the threads differ.
            let first_depth = 1 + (index as i32 + 1) % 2;
            let helper = spawn_search(scope, move || {
                let no_limits = Limits::default();
                helper.iterative_deepening(pos, &no_limits, multi_pv, first_depth, &mut |_| ());
                helper.check_limits();
            });
            if let Err(error) = helper {
                log::error!("the search goes on with {} threads: {error}", index + 1);
                break;
            }
        }
        let result = main.iterative_deepening(pos, limits, multi_pv, 1, on_info);
        main.check_limits();
        wait_until_stopped(limits, shared.stop_token);
        drop(stop_helpers);
        on_end(main, result);
    });
}

/// Stops the helpers of a search when it goes out of scope.
struct StopOnDrop<'a>(&'a AtomicBool);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A scoped thread with a stack large enough for the recursion.
///
/// # Errors
/// If the system cannot create it.
pub(crate) fn spawn_search<'scope, T: Send + 'scope>(
    scope: &'scope thread::Scope<'scope, '_>,
    run: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<thread::ScopedJoinHandle<'scope, T>> {
    thread::Builder::new()
        .stack_size(SEARCH_STACK)
        .spawn_scoped(scope, run)
}

/// Waits until the result may be returned: an infinite search that ended by itself until it is
/// stopped, a ponder search also until the ponder hit.
fn wait_until_stopped(limits: &Limits, stop_token: &StopToken) {
    while (limits.infinite || limits.ponder && !stop_token.is_ponder_hit())
        && !stop_token.is_stopped()
    {
        thread::sleep(Duration::from_millis(1));
    }
}
