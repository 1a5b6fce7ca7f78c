//! `Engine`: the search, with the memory that it keeps.

use std::{
    mem,
    ops::RangeInclusive,
    process,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use jabberwock_engine::{
    LEVELS, SearchError, SearchRequest, Session, Strength,
    memory::check_hash,
    open,
    options::{MAX_HASH, MAX_THREADS, MAX_VARIATIONS},
};
use jabberwock_search::{Limits, Settings};
use pyo3::{exceptions::PyRuntimeError, prelude::*};

use crate::{
    arguments::{Integer, Seconds, Turns, ranged, refused, time},
    line::SearchResult,
    pickle::not_reduced,
    position::Position,
    progress::{Latest, Progress},
    search::Search,
};

/// A search for every game. What it has learnt about a game is kept until a position of another game is
/// searched.
///
/// `threads` is the number of search threads, `hash` the size of the transposition table in mebibytes.
/// `ValueError` if they are out of range or the memory is not available.
///
/// In a process that was forked an engine begins without what it has learnt.
#[pyclass(frozen, module = "jabberwock")]
#[derive(Debug)]
pub(crate) struct Engine {
    settings: Settings,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// The process that has the threads of what follows.
    process: u32,
    /// A game of the positions searched last.
    session: Option<Box<dyn Session>>,
    latest: Option<Latest>,
}

impl Engine {
    fn state(&self) -> MutexGuard<'_, State> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let process = process::id();
        if state.process != process {
            // A process that was forked lacks the threads of searches: they can be neither used nor ended.
            let fresh = State {
                process,
                ..State::default()
            };
            mem::forget(mem::replace(&mut *state, fresh));
        }
        state
    }

    /// The state while no search is under way. Waits for one that was stopped.
    ///
    /// # Errors
    /// `RuntimeError` if a search is under way.
    fn idle_state(&self, py: Python<'_>) -> PyResult<MutexGuard<'_, State>> {
        loop {
            let state = self.state();
            let Some(latest) = state.latest.as_ref() else {
                return Ok(state);
            };
            if latest.progress.is_over() {
                return Ok(state);
            }
            if !latest.stop_token.is_stopped() {
                return Err(PyRuntimeError::new_err(
                    "the engine is searching: stop that search first, or use another engine",
                ));
            }
            let progress = latest.progress.clone();
            // Other threads of Python may need the state meanwhile.
            drop(state);
            progress.wait(py, |found| found.result.is_some().then_some(()))?;
        }
    }

    fn begin(
        &self,
        py: Python<'_>,
        position: &Position,
        request: &SearchRequest,
    ) -> PyResult<Search> {
        let mut state = self.idle_state(py)?;
        let session = state.session(position, self.settings)?;
        let progress = Progress::default();
        let reports = progress.clone();
        let running = session.start_search(request, Box::new(move |event| reports.add(event)));
        let running = running.map_err(|error| match error {
            SearchError::Turn(error) => refused(error),
            other => PyRuntimeError::new_err(other.to_string()),
        })?;
        state.latest = Some(Latest {
            progress: progress.clone(),
            stop_token: running.stop_token(),
        });
        let session = position.session();
        let end = session.outcome();
        let end = end.map(|outcome| outcome.score_for(session.turn(), 0));
        Ok(Search::new(running, progress, end))
    }
}

impl State {
    /// The engine's game, at `position` with its history.
    fn session(&mut self, position: &Position, settings: Settings) -> PyResult<&dyn Session> {
        let other = position.session();
        let entry = other.entry();
        let known = self.session.take();
        let mut session = match known.filter(|known| known.entry().name == entry.name) {
            Some(session) => session,
            None => open(entry.name).map_err(refused)?,
        };
        session.configure(settings);
        session.set_position(&other.origin()).map_err(refused)?;
        for turn in other.turns() {
            session.play(turn).map_err(refused)?;
        }
        Ok(&**self.session.insert(session))
    }
}

/// Limits of nodes: the least and the most.
const NODES: RangeInclusive<u64> = 1..=i64::MAX as u64;

/// The keyword arguments of a search.
#[derive(Debug)]
struct SearchArguments {
    depth: Option<Integer>,
    nodes: Option<Integer>,
    time: Option<Seconds>,
    mate: Option<Integer>,
    lines: Integer,
    only: Option<Turns>,
    draft: Option<String>,
    level: Option<Integer>,
    seed: Option<Integer>,
}

impl SearchArguments {
    fn has_limit(&self) -> bool {
        let numbers = [self.depth, self.nodes, self.mate, self.level];
        self.time.is_some() || numbers.iter().any(Option::is_some)
    }

    /// # Errors
    /// `ValueError` if a number is out of its range.
    fn request(self) -> PyResult<SearchRequest> {
        let plies = |name, number: Option<Integer>| {
            let read = number.map(|number| ranged(name, number, &(1..=u32::MAX)));
            read.transpose()
        };
        let nodes = self.nodes.map(|nodes| ranged("nodes", nodes, &NODES));
        let level = self.level.map(|level| ranged("level", level, &LEVELS));
        let seed = self.seed.map(|seed| ranged("seed", seed, &(0..=u64::MAX)));
        let only = self.only.map(|turns| turns.0);
        if only.as_ref().is_some_and(Vec::is_empty) {
            return Err(refused(
                "only has no turns: give at least one, or leave it out to consider all",
            ));
        }
        Ok(SearchRequest {
            limits: Limits {
                depth: plies("depth", self.depth)?,
                nodes: nodes.transpose()?,
                mate: plies("mate", self.mate)?,
                stop_at_mate: true,
                move_time: self.time.map(|seconds| time("time", seconds)).transpose()?,
                ..Limits::default()
            },
            multi_pv: ranged("lines", self.lines, &(1..=MAX_VARIATIONS))?,
            only,
            draft: self.draft,
            strength: level.transpose()?.and_then(Strength::of_level),
            seed: seed.transpose()?,
            ..SearchRequest::default()
        })
    }
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (*, threads = 1.into(), hash = 64.into()),
           text_signature = "(*, threads=1, hash=64)")]
    fn new(threads: Integer, hash: Integer) -> PyResult<Engine> {
        let hash_mib = ranged("hash", hash, &(1..=MAX_HASH))?;
        check_hash(hash_mib).map_err(refused)?;
        Ok(Engine {
            settings: Settings {
                threads: ranged("threads", threads, &(1..=MAX_THREADS))?,
                hash_mib,
                move_overhead: Duration::ZERO,
            },
            state: Mutex::default(),
        })
    }

    /// The number of search threads.
    #[getter]
    fn threads(&self) -> usize {
        self.settings.threads
    }

    /// The size of the transposition table in mebibytes.
    #[getter]
    fn hash(&self) -> usize {
        self.settings.hash_mib
    }

    /// Searches a position until a limit is reached, and gives what was found.
    ///
    /// Limits, of which the first that is reached counts: `depth` in plies, `nodes`, `time` in seconds,
    /// `mate` for a mate in so many moves or fewer. At least one of them must be given, or a `level`. A
    /// search also ends when every line is a proven mate.
    ///
    /// `lines` is the number of lines to find. Only the turns in `only` are considered, at least one: a list
    /// of turns, or a text in which they are separated by blanks; in a game of games only those that contain
    /// `draft`, which may lack boards. A `level` from 1 to 10 makes the play weaker, by choices that `seed`
    /// determines, from 0 to 2^64 - 1.
    ///
    /// Ctrl-C and `stop` end the search early. `ValueError` if an argument is refused, `RuntimeError` if
    /// the engine is searching already.
    #[pyo3(signature = (position, *, depth = None, nodes = None, time = None, mate = None,
                        lines = 1.into(), only = None, draft = None, level = None, seed = None),
           text_signature = "($self, position, *, depth=None, nodes=None, time=None, mate=None, \
                             lines=1, only=None, draft=None, level=None, seed=None)")]
    #[expect(clippy::too_many_arguments, reason = "they are keyword arguments")]
    fn search(
        &self,
        py: Python<'_>,
        position: &Position,
        depth: Option<Integer>,
        nodes: Option<Integer>,
        time: Option<Seconds>,
        mate: Option<Integer>,
        lines: Integer,
        only: Option<Turns>,
        draft: Option<String>,
        level: Option<Integer>,
        seed: Option<Integer>,
    ) -> PyResult<SearchResult> {
        let arguments = SearchArguments {
            depth,
            nodes,
            time,
            mate,
            lines,
            only,
            draft,
            level,
            seed,
        };
        if !arguments.has_limit() {
            return Err(refused(
                "without a limit the search does not end: give depth, nodes, time, mate or level, \
                 or use start()",
            ));
        }
        // Dropped after an exception, the search is stopped.
        self.begin(py, position, &arguments.request()?)?.finish(py)
    }

    /// Starts a search and gives it while it runs. Without a limit it ends by `stop` only, or when every
    /// line is a proven mate. The arguments are those of `search`.
    #[pyo3(signature = (position, *, depth = None, nodes = None, time = None, mate = None,
                        lines = 1.into(), only = None, draft = None, level = None, seed = None),
           text_signature = "($self, position, *, depth=None, nodes=None, time=None, mate=None, \
                             lines=1, only=None, draft=None, level=None, seed=None)")]
    #[expect(clippy::too_many_arguments, reason = "they are keyword arguments")]
    fn start(
        &self,
        py: Python<'_>,
        position: &Position,
        depth: Option<Integer>,
        nodes: Option<Integer>,
        time: Option<Seconds>,
        mate: Option<Integer>,
        lines: Integer,
        only: Option<Turns>,
        draft: Option<String>,
        level: Option<Integer>,
        seed: Option<Integer>,
    ) -> PyResult<Search> {
        let arguments = SearchArguments {
            depth,
            nodes,
            time,
            mate,
            lines,
            only,
            draft,
            level,
            seed,
        };
        self.begin(py, position, &arguments.request()?)
    }

    /// Ends the search under way, if there is one, within milliseconds.
    fn stop(&self) {
        if let Some(latest) = &self.state().latest {
            latest.stop_token.stop();
        }
    }

    /// Forgets what was learnt in searches.
    fn clear(&self) {
        if let Some(session) = &mut self.state().session {
            session.clear();
        }
    }

    fn __repr__(&self) -> String {
        let Settings {
            threads, hash_mib, ..
        } = self.settings;
        format!("Engine(threads={threads}, hash={hash_mib})")
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<()> {
        not_reduced(slf)
    }
}
