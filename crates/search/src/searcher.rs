//! The door to the search.

use std::{sync::atomic::Ordering, thread, time::Duration};

use jabberwock_game::{
    Evaluate, GameHistory, Position, Score, Step, Turn, first_turn, is_legal_turn, legal_turns,
};

use crate::{
    Bound, Limits, Params, SearchInfo, SearchResult, StopToken,
    clock::Timer,
    reduce::Reductions,
    root::{Deepened, first_of},
    table::{Entry, Table},
    window::Window,
    worker::{Memory, RootFilter, Shared, Watch, Worker},
};

/// Stack of a search thread: deep recursion over positions that may be large.
const THREAD_STACK: usize = 64 << 20;

/// A position whose noisy steps take more nodes than this is not calm.
const WILD: u64 = 20_000;

/// Scores out of their aspiration window are reported after this time: they change too fast to be
/// read before.
const BOUND_REPORT_DELAY: Duration = Duration::from_secs(1);

/// The largest depth, in plies, that can be assumed.
const MAX_ASSUMED: u32 = 100;

/// What stays the same from search to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Search threads, at least 1.
    pub threads: usize,
    /// Size of the transposition table in mebibytes, at least 1.
    pub hash_mib: usize,
    /// Time kept back on every turn for what happens outside the search.
    pub move_overhead: Duration,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            threads: 1,
            hash_mib: 16,
            move_overhead: Duration::from_millis(20),
        }
    }
}

/// One search to be made.
#[derive(Clone, Debug)]
pub struct Request<P> {
    /// Where to search: the start of a turn in a game that is not over.
    pub position: P,
    /// The game so far; its last key is that of `position`.
    pub history: GameHistory,
    /// What ends the search.
    pub limits: Limits,
    /// How many lines to report, at least 1.
    pub multi_pv: usize,
    /// If given, only these turns are considered. Turns that are not legal are ignored.
    pub only: Option<Vec<Turn>>,
    /// These turns are not considered.
    pub except: Vec<Turn>,
}

/// A search of one variant, with the memory it keeps between searches.
#[derive(Debug)]
pub struct Searcher<V: Evaluate> {
    variant: V,
    settings: Settings,
    params: Params,
    table: Table,
    /// What every thread's evaluator is a copy of.
    evaluator: V::Evaluator,
    memories: Vec<Memory<V>>,
    bound_report_delay: Duration,
}

impl<V: Evaluate> Searcher<V> {
    /// A searcher with empty memory, the variant's own evaluator and parameters.
    pub fn new(variant: V, settings: Settings) -> Searcher<V> {
        let params = Params::read(variant.profile().params).unwrap_or_else(|error| {
            log::error!("{error}");
            Params::default()
        });
        let mut searcher = Searcher {
            variant,
            settings,
            params,
            table: Table::new(settings.hash_mib),
            evaluator: variant.evaluator(),
            memories: Vec::new(),
            bound_report_delay: BOUND_REPORT_DELAY,
        };
        searcher.hire();
        searcher
    }

    /// Has a memory for each thread.
    fn hire(&mut self) {
        let (profile, evaluator) = (self.variant.profile(), &self.evaluator);
        let threads = self.settings.threads.max(1);
        self.memories
            .resize_with(threads, || Memory::new(profile, evaluator.clone()));
    }

    /// Changes threads, table size and margin; the table is emptied if its size changes.
    pub fn configure(&mut self, settings: Settings) {
        if settings.hash_mib != self.settings.hash_mib {
            self.table = Table::new(settings.hash_mib);
        }
        self.settings = settings;
        self.hire();
    }

    /// The numbers of the search.
    pub fn params(&self) -> Params {
        self.params
    }

    /// Changes the numbers of the search.
    pub fn set_params(&mut self, params: Params) {
        self.params = params;
    }

    /// Reports scores that fail low or high only in searches that have run for `delay`; one second
    /// by default.
    pub fn set_bound_report_delay(&mut self, delay: Duration) {
        self.bound_report_delay = delay;
    }

    /// Judges by `evaluator` from now on, and forgets everything learnt.
    pub fn set_evaluator(&mut self, evaluator: V::Evaluator) {
        self.evaluator = evaluator;
        self.renew();
    }

    /// Replaces its whole memory, which a search that panicked may have left inconsistent.
    pub fn renew(&mut self) {
        self.table.clear();
        self.memories.clear();
        self.hire();
    }

    /// Forgets everything learnt: for a new game, or for reproducible results.
    pub fn clear(&mut self) {
        self.table.clear();
        for memory in &mut self.memories {
            memory.history.clear();
        }
    }

    /// Takes `score` for the value of `position`, for its player to move, wherever a search to at
    /// most `depth` plies meets it: for as long as the table remembers.
    pub fn assume(&mut self, position: &V::Position, score: Score, depth: u32) {
        let entry = Entry {
            step: None,
            score,
            eval: None,
            depth: depth.min(MAX_ASSUMED) as i32,
            bound: Bound::Exact,
        };
        self.table.store(position.table_key(), entry);
    }

    /// Searches until a limit or `stop_token` ends it; `on_info` sees every finished iteration.
    ///
    /// The turn found is legal and complete even if the search is stopped at once. With several
    /// threads all search the same tree and share the table (lazy SMP).
    ///
    /// # Panics
    /// If the system has no thread to spare.
    pub fn search(
        &mut self,
        request: &Request<V::Position>,
        stop_token: &StopToken,
        on_info: &mut (dyn FnMut(&SearchInfo<Step>) + Send),
    ) -> SearchResult<Turn> {
        let timer = Timer::new(&request.limits, self.settings.move_overhead);
        self.table.age();
        let shared = Shared::new(&self.table, stop_token);
        let reductions = Reductions::new(&self.params);
        let filter = RootFilter {
            only: request.only.clone(),
            except: request.except.clone(),
        };
        let profile = self.variant.profile();
        let params = match request.limits.mate {
            Some(_) => self.params.for_mates(),
            None => self.params,
        };
        let mut workers = self.memories.iter_mut().map(|memory| {
            let history = request.history.clone();
            let mut worker = Worker::new(&shared, memory, profile, params, &reductions, history);
            worker.filter = filter.clone();
            worker.node_limit = request.limits.nodes.unwrap_or(u64::MAX);
            worker
        });
        let mut main = workers.next().expect("there is at least one thread");
        main.watch = Some(Watch {
            timer,
            has_result: false,
            bound_report_delay: self.bound_report_delay,
        });
        let (pos, limits) = (&request.position, &request.limits);
        let multi_pv = request.multi_pv.max(1);
        let (deepened, elapsed) = thread::scope(|scope| {
            for (index, mut worker) in workers.enumerate() {
                let help = move || {
                    let free = Limits::default();
                    // Every other helper begins a ply deeper, so that they spread.
                    worker.deepen(
                        pos,
                        &free,
                        multi_pv,
                        1 + (index as i32 + 1) % 2,
                        &mut |_| (),
                    );
                    worker.look();
                };
                spawn(scope, help);
            }
            let lead = || {
                let deepened =
                    main.deepen(pos, limits, multi_pv, 1, &mut |report| on_info(&report));
                main.look();
                wait_for_orders(limits, stop_token);
                shared.stop.store(true, Ordering::Relaxed);
                let watch = main.watch.as_ref().expect("the main thread watches");
                (deepened, watch.timer.elapsed())
            };
            let lead = spawn(scope, lead);
            match lead.join() {
                Ok(result) => result,
                Err(panic) => std::panic::resume_unwind(panic),
            }
        });
        let nodes = shared.nodes.load(Ordering::Relaxed);
        let (best, ponder, score, depth) = choose(request, deepened);
        SearchResult {
            best: (!best.is_empty()).then_some(best),
            ponder,
            score,
            depth,
            nodes,
            elapsed,
            failure: None,
        }
    }
}

impl<V: Evaluate> Searcher<V> {
    /// Whether the static value of `position`, the present one of `history`, can be trusted: noisy
    /// steps gain no more than `margin` centipawns.
    pub fn is_calm(&mut self, position: &V::Position, history: GameHistory, margin: i32) -> bool {
        let stop_token = StopToken::new();
        let shared = Shared::new(&self.table, &stop_token);
        let reductions = Reductions::new(&self.params);
        let (profile, params) = (self.variant.profile(), self.params);
        let memory = &mut self.memories[0];
        let mut worker = Worker::new(&shared, memory, profile, params, &reductions, history);
        worker.node_limit = WILD;
        worker.watch = Some(Watch {
            timer: Timer::new(&Limits::default(), Duration::ZERO),
            has_result: true,
            bound_report_delay: self.bound_report_delay,
        });
        let value = worker.evaluate(position, None).0;
        let window = Window {
            alpha: value - 1,
            beta: value + margin + 1,
        };
        let settled = worker.quiescence::<true>(position, window, 0, 0);
        !worker.stopped && settled - value <= margin
    }
}

/// A scoped thread with room for the recursion.
fn spawn<'scope, T: Send + 'scope>(
    scope: &'scope thread::Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> thread::ScopedJoinHandle<'scope, T> {
    thread::Builder::new()
        .stack_size(THREAD_STACK)
        .spawn_scoped(scope, work)
        .expect("the system has a thread to spare")
}

/// A search that ended by itself waits until it may answer.
fn wait_for_orders(limits: &Limits, stop_token: &StopToken) {
    while (limits.infinite || limits.ponder && !stop_token.is_ponder_hit())
        && !stop_token.is_stopped()
    {
        thread::sleep(Duration::from_millis(1));
    }
}

/// The turn to play, the reply expected, the score and the depth reached.
fn choose<P: Position>(
    request: &Request<P>,
    deepened: Deepened,
) -> (Turn, Option<Turn>, Score, u32) {
    let pos = &request.position;
    let Some(line) = deepened.lines.into_iter().next() else {
        return (fallback(request), None, Score::DRAW, 0);
    };
    let mut after = pos.clone();
    jabberwock_game::play(&mut after, &line.turn);
    let reply = first_of(&after, &line.pv[line.turn.len()..]);
    (
        line.turn,
        (!reply.is_empty()).then_some(reply),
        line.score,
        deepened.depth as u32,
    )
}

/// Some turn that may be played, when nothing was searched.
fn fallback<P: Position>(request: &Request<P>) -> Turn {
    let pos = &request.position;
    let open = |turn: &Turn| !request.except.contains(turn);
    if let Some(only) = &request.only {
        let allowed = only
            .iter()
            .find(|turn| open(turn) && is_legal_turn(pos, turn));
        return allowed.cloned().unwrap_or_default();
    }
    if request.except.is_empty() {
        return first_turn(pos);
    }
    legal_turns(pos).into_iter().find(open).unwrap_or_default()
}
