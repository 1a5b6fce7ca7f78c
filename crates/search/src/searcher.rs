//! The interface of the search.

use std::{
    num::NonZeroU32,
    sync::{Arc, Mutex, MutexGuard, PoisonError, atomic::Ordering},
    time::{Duration, Instant},
};

use jabberwock_game::{Evaluate, GameHistory, Position, Score, Step, Turn, play};

use crate::{
    assumptions::Assumptions,
    info::{SearchInfo, SearchResult},
    limits::Limits,
    params::Params,
    reduce::Reductions,
    request::{Request, Settings},
    root::RootResult,
    root_line::{first_complete_turn, turn_of},
    root_progress::{RootProgress, RootStep, RootStepReport},
    sampler::{Evaluated, Sampler},
    stop_token::StopToken,
    table::Table,
    thread_data::ThreadData,
    threads::{SearchTask, SearchThreads, max_threads, start_helpers},
    timer::{Delays, Timer},
    tunable::Tunable as _,
    window::Window,
    worker::{MainThread, Shared, Worker},
};

/// The callbacks of a search, called by its main thread.
#[expect(missing_debug_implementations, reason = "functions have none")]
pub struct Listeners<'a> {
    /// Gets each line of each iteration.
    pub on_info: &'a mut (dyn FnMut(&SearchInfo<Step>) + Send),
    /// Once the search has run for some time ([`Searcher::set_root_step_delay`]), gets each step at
    /// the root that is about to be searched.
    pub on_root_step: &'a mut (dyn FnMut(&RootStep<Step>) + Send),
    /// Gets the result, once, as soon as the main thread has it: where processors are scarce the
    /// others need longer to end.
    pub on_result: &'a mut dyn FnMut(SearchResult<Turn>),
}

/// Node limit of [`Searcher::is_quiet_position`].
const QUIET_POSITION_NODES: u64 = 20_000;

/// Default delay of reports of scores outside their aspiration window: earlier ones change too
/// fast to be read.
const BOUND_REPORT_DELAY: Duration = Duration::from_secs(1);

/// Default delay of reports of steps at the root: shorter iterations are seen by their results.
const ROOT_STEP_DELAY: Duration = Duration::from_secs(3);

/// The search of one variant, with the tables that are kept between searches.
#[derive(Debug)]
pub struct Searcher<V: Evaluate> {
    variant: V,
    settings: Settings,
    params: Params,
    /// The reduction table computed from `params`.
    reductions: Arc<Reductions>,
    table: Arc<Table>,
    assumptions: Arc<Assumptions>,
    /// The evaluator; each thread has a copy.
    evaluator: V::Evaluator,
    main_data: ThreadData<V>,
    /// The data of each helper, which has the lock as long as it runs.
    helper_data: Vec<Arc<Mutex<ThreadData<V>>>>,
    search_threads: SearchThreads,
    bound_report_delay: Duration,
    root_step_delay: Duration,
    root_progress: RootProgress,
    /// The delays of earlier searches.
    delays: Delays,
    /// Whether the system has provided all memory.
    is_prepared: bool,
}

impl<V: Evaluate> Searcher<V> {
    /// Creates a searcher with empty tables and the variant's own evaluator and parameters.
    pub fn new(variant: V, settings: Settings) -> Searcher<V> {
        let params = Params::read(variant.profile().params).unwrap_or_else(|error| {
            log::error!("{error}");
            Params::default()
        });
        let evaluator = variant.evaluator();
        let mut searcher = Searcher {
            variant,
            settings,
            reductions: Arc::new(Reductions::new(&params)),
            params,
            table: Arc::new(Table::new(settings.hash_mib)),
            assumptions: Arc::default(),
            main_data: ThreadData::new(variant.profile(), evaluator.clone()),
            evaluator,
            helper_data: Vec::new(),
            search_threads: SearchThreads::default(),
            bound_report_delay: BOUND_REPORT_DELAY,
            root_step_delay: ROOT_STEP_DELAY,
            root_progress: RootProgress::default(),
            delays: Delays::default(),
            is_prepared: false,
        };
        searcher.resize_helpers();
        searcher
    }

    /// Creates or removes the data of helpers to match the number of threads.
    fn resize_helpers(&mut self) {
        let count = self.settings.threads.clamp(1, max_threads()) - 1;
        self.is_prepared &= count == self.helper_data.len();
        let (profile, evaluator) = (self.variant.profile(), &self.evaluator);
        self.helper_data.resize_with(count, || {
            Arc::new(Mutex::new(ThreadData::new(profile, evaluator.clone())))
        });
    }

    fn replace_panicked_helpers(&mut self) {
        if self.helper_data.iter().any(|data| data.is_poisoned()) {
            self.helper_data.retain(|data| !data.is_poisoned());
            self.resize_helpers();
        }
    }

    /// Prepares for the next search, so that it begins immediately: the system maps the memory of
    /// all tables and creates the threads. Results of earlier searches are kept.
    pub fn prepare(&mut self) {
        if std::mem::replace(&mut self.is_prepared, true) {
            return;
        }
        self.table.prefault();
        self.main_data.history.prefault();
        for data in &self.helper_data {
            lock(data).history.prefault();
        }
        if let Some(helpers) = self.search_threads.helpers(self.helper_data.len()) {
            helpers.broadcast(|_| ());
        }
    }

    /// Changes the settings. The transposition table is cleared if its size changes.
    pub fn configure(&mut self, settings: Settings) {
        if settings.hash_mib != self.settings.hash_mib {
            self.table = Arc::new(Table::new(settings.hash_mib));
            self.is_prepared = false;
        }
        self.settings = settings;
        self.resize_helpers();
    }

    /// Returns the parameters of the search.
    pub fn params(&self) -> Params {
        self.params
    }

    /// Sets the parameters of the search.
    pub fn set_params(&mut self, params: Params) {
        self.reductions = Arc::new(Reductions::new(&params));
        self.params = params;
    }

    /// Reports scores that fail low or high only in searches that have run for `delay`; one second
    /// by default.
    pub fn set_bound_report_delay(&mut self, delay: Duration) {
        self.bound_report_delay = delay;
    }

    /// Reports steps at the root only in searches that have run for `delay`; three seconds by
    /// default.
    pub fn set_root_step_delay(&mut self, delay: Duration) {
        self.root_step_delay = delay;
    }

    /// Returns the progress of the running search at its root, readable by other threads.
    pub fn root_progress(&self) -> RootProgress {
        self.root_progress.clone()
    }

    /// Counts the steps at the root of later searches in `root_progress`.
    pub fn set_root_progress(&mut self, root_progress: RootProgress) {
        self.root_progress = root_progress;
    }

    /// Sets the evaluator and clears all tables.
    pub fn set_evaluator(&mut self, evaluator: V::Evaluator) {
        self.evaluator = evaluator;
        self.renew();
    }

    /// Clears the table and replaces all thread data, which a search that panicked may have left
    /// inconsistent.
    pub fn renew(&mut self) {
        self.forget_positions();
        self.main_data = ThreadData::new(self.variant.profile(), self.evaluator.clone());
        self.helper_data.clear();
        self.resize_helpers();
    }

    /// Clears all tables: for a new game, or for reproducible results.
    pub fn clear(&mut self) {
        self.main_data.history.clear();
        for data in &self.helper_data {
            lock(data).history.clear();
        }
        self.forget_positions();
    }

    /// Removes all results about positions, including assigned scores.
    fn forget_positions(&mut self) {
        self.assumptions = Arc::default();
        self.clear_table();
    }

    /// Removes all results of searches from the table.
    fn clear_table(&mut self) {
        self.is_prepared = false;
        match Arc::get_mut(&mut self.table) {
            Some(table) => table.clear(),
            // A helper that has still to end keeps the table before.
            None => self.table = Arc::new(Table::new(self.settings.hash_mib)),
        }
    }

    /// Uses assigned scores of positions in place of searches below the root, until
    /// [`Searcher::clear`]. The table is cleared, as results of earlier searches do not take these
    /// scores into account.
    pub fn assume(&mut self, assumptions: Assumptions) {
        self.clear_table();
        Arc::make_mut(&mut self.assumptions).extend(assumptions);
    }

    /// Searches until a limit or `stop_token` ends it. `on_info` gets each line of each iteration;
    /// of iterations in a row that find the same mates, those of the first and, at the end, the
    /// last.
    ///
    /// The best turn is legal and complete even if the search is stopped at once. With several
    /// threads all search the same tree and share the transposition table (lazy SMP).
    ///
    /// # Panics
    /// If the system cannot create the main thread. Helpers that cannot be created are omitted.
    pub fn search(
        &mut self,
        request: &Request<V::Position>,
        stop_token: &StopToken,
        on_info: &mut (dyn FnMut(&SearchInfo<Step>) + Send),
    ) -> SearchResult<Turn> {
        let start = Instant::now();
        let main = self.search_threads.main();
        let mut found = None;
        let run = || {
            let listeners = Listeners {
                on_info,
                on_root_step: &mut |_| (),
                on_result: &mut |result| found = Some(result),
            };
            self.search_since(start, request, stop_token, listeners);
        };
        let main = main.expect("the system can create a thread");
        main.install(run);
        found.expect("every search has a result")
    }

    /// Like [`Searcher::search`], but on the calling thread, which needs a stack of
    /// [`SEARCH_STACK`] bytes. The time of the search counts from `start`, when it was requested.
    ///
    /// [`SEARCH_STACK`]: crate::SEARCH_STACK
    pub fn search_since(
        &mut self,
        start: Instant,
        request: &Request<V::Position>,
        stop_token: &StopToken,
        listeners: Listeners<'_>,
    ) {
        let Listeners {
            on_info,
            on_root_step,
            on_result,
        } = listeners;
        let overhead = self.settings.move_overhead;
        self.delays.add_lag(&request.limits);
        let timer = Timer::since(start, &request.limits, overhead, self.delays);
        self.table.age();
        self.replace_panicked_helpers();
        let (params, reductions) = self.search_params(&request.limits);
        let task = Arc::new(SearchTask::<V> {
            request: request.clone(),
            profile: self.variant.profile(),
            params,
            reductions,
            shared: Shared::new(&self.table, &self.assumptions, stop_token),
        });
        if let Some(helpers) = self.search_threads.helpers(self.helper_data.len()) {
            start_helpers(helpers, &task, &self.helper_data);
        }
        let mut main = task.worker(&mut self.main_data);
        main.main = Some(MainThread {
            timer,
            has_result: false,
            bound_report_delay: self.bound_report_delay,
            root_progress: self.root_progress.clone(),
            iteration: 0,
            root_steps: Some(RootStepReport {
                delay: self.root_step_delay,
                listener: on_root_step,
            }),
        });
        let root = task.run_main(&mut main, on_info);
        let timer = main.main.map(|main| main.timer);
        let elapsed = timer.as_ref().map(Timer::elapsed);
        if let Some(timer) = &timer {
            self.delays.add_search(timer);
        }
        if request.limits.infinite {
            stop_token.wait_until_stopped();
        }
        let (best, ponder, score, depth) = best_line(request, root, &self.table);
        on_result(SearchResult {
            best: (!best.is_empty()).then_some(best),
            ponder,
            score,
            depth,
            nodes: task.shared.nodes.load(Ordering::Relaxed),
            elapsed: elapsed.unwrap_or_default(),
            failure: None,
        });
    }

    /// Returns the parameters of a search with `limits`, others for a mate, and their reductions.
    fn search_params(&self, limits: &Limits) -> (Params, Arc<Reductions>) {
        let Some(mate) = limits.mate else {
            return (self.params, Arc::clone(&self.reductions));
        };
        let params = self.params.for_mate_search(mate);
        (params, Arc::new(Reductions::new(&params)))
    }

    /// Keeps one of `interval` positions, on average, that the main thread evaluates in the
    /// searches from now on, chosen at random by `seed`, except in a turn and where the player to
    /// move is forced to respond.
    pub fn sample_evaluated(&mut self, interval: NonZeroU32, seed: u64) {
        self.main_data.sampler = Some(Sampler::new(interval, seed));
    }

    /// Returns the sample of the positions evaluated since the last call.
    pub fn take_sample(&mut self) -> Vec<Evaluated<V::Position>> {
        let sampler = self.main_data.sampler.as_mut();
        sampler.map(Sampler::take).unwrap_or_default()
    }

    /// Whether the static evaluation of `position`, the current one of `history`, can be trusted:
    /// quiescence search exceeds it by at most `margin` centipawns.
    pub fn is_quiet_position(
        &mut self,
        position: &V::Position,
        history: GameHistory,
        margin: i32,
    ) -> bool {
        let stop_token = StopToken::new();
        let shared = Shared::new(&self.table, &self.assumptions, &stop_token);
        let (profile, params) = (self.variant.profile(), self.params);
        let data = &mut self.main_data;
        let mut worker = Worker::new(&shared, data, profile, params, &self.reductions, history);
        worker.node_limit = QUIET_POSITION_NODES;
        worker.main = Some(MainThread {
            timer: Timer::new(&Limits::default(), Duration::ZERO),
            has_result: true,
            bound_report_delay: self.bound_report_delay,
            root_progress: self.root_progress.clone(),
            iteration: 0,
            root_steps: None,
        });
        let eval = worker.evaluate(position, 0, None).0;
        let window = Window {
            alpha: eval - 1,
            beta: eval + margin + 1,
        };
        let score = worker.quiescence::<true>(position, window, 0, 0);
        !worker.stopped && score - eval <= margin
    }
}

/// Returns the data of a helper, once it has ended.
fn lock<V: Evaluate>(data: &Mutex<ThreadData<V>>) -> MutexGuard<'_, ThreadData<V>> {
    data.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the turn to play, the expected reply, the score and the depth reached.
fn best_line<P: Position>(
    request: &Request<P>,
    result: RootResult,
    table: &Table,
) -> (Turn, Option<Turn>, Score, u32) {
    let Some(line) = result.lines.into_iter().next() else {
        return (request.any_turn(), None, Score::DRAW, 0);
    };
    let mut after = request.position.clone();
    play(&mut after, &line.turn);
    let mut reply = first_complete_turn(&after, &line.pv[line.turn.len()..]);
    // A turn that draws may end the game.
    if reply.is_empty() && line.score != Score::DRAW {
        reply = table_turn(&after, table);
    }
    (
        line.turn,
        (!reply.is_empty()).then_some(reply),
        line.score,
        result.depth as u32,
    )
}

/// Returns the complete turn of the best steps that `table` has from `pos` on; empty if there is
/// none. It is the expected reply to a turn that failed high in a search stopped soon after, which
/// has no longer line.
fn table_turn<P: Position>(pos: &P, table: &Table) -> Turn {
    turn_of(pos, |pos| table.probe(pos.table_key())?.step)
}
