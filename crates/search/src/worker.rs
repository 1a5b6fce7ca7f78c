//! One search thread: its state, its limits, and the functions that all nodes use.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

use jabberwock_game::{Evaluate, Evaluator, GameHistory, Position, Profile, Score, Step, Turn};

use crate::{
    assumptions::Assumptions,
    params::Params,
    reduce::Reductions,
    root_filter::RootFilter,
    root_progress::{RootProgress, RootStep, RootStepReport},
    stack::MAX_STEPS,
    stop_token::StopToken,
    table::{Entry, Table},
    thread_data::ThreadData,
    timer::Timer,
    window::Window,
};

/// Time and node limits end a search only after a first result, but at the latest after this many
/// nodes: with long capture sequences the first iteration alone could take minutes.
const MAX_NODES_WITHOUT_RESULT: u64 = 50_000;

/// Plies before the ply limit in which scores of the transposition table do not decide.
const PLIES_NEAR_LIMIT: u32 = 10;
/// Nodes between two checks of the limits.
const CHECK_INTERVAL: u64 = 512;

/// The mutable state shared by all threads of a search.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) table: Arc<Table>,
    pub(crate) assumptions: Arc<Assumptions>,
    pub(crate) stop_token: StopToken,
    /// Set by the main thread when a limit is reached.
    pub(crate) stop: AtomicBool,
    /// Nodes of all threads, except those not yet added by each.
    pub(crate) nodes: AtomicU64,
}

impl Shared {
    /// Returns the shared state at the start of a search.
    pub(crate) fn new(
        table: &Arc<Table>,
        assumptions: &Arc<Assumptions>,
        stop_token: &StopToken,
    ) -> Shared {
        Shared {
            table: Arc::clone(table),
            assumptions: Arc::clone(assumptions),
            stop_token: stop_token.clone(),
            stop: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
        }
    }
}

/// The state of the main thread that helper threads do not have: they only stop with it.
#[derive(Debug)]
pub(crate) struct MainThread<'a> {
    pub(crate) timer: Timer,
    /// Whether there is a result that can be played.
    pub(crate) has_result: bool,
    /// Scores outside their aspiration window are reported after this time.
    pub(crate) bound_report_delay: Duration,
    pub(crate) root_progress: RootProgress,
    /// The depth of the iteration, in plies.
    pub(crate) iteration: i32,
    /// `None` if steps at the root are not reported.
    pub(crate) root_steps: Option<RootStepReport<'a>>,
}

/// A thread that runs one search.
#[derive(Debug)]
pub(crate) struct Worker<'a, V: Evaluate> {
    pub(crate) shared: &'a Shared,
    pub(crate) data: &'a mut ThreadData<V>,
    pub(crate) profile: &'static Profile,
    pub(crate) params: Params,
    pub(crate) reductions: &'a Reductions,
    pub(crate) game_history: GameHistory,
    /// Length of the game history at the root.
    pub(crate) root_length: usize,
    /// Length of the game history after the last null move: no repetition goes back beyond it.
    pub(crate) null_move_length: usize,
    pub(crate) filter: RootFilter,
    /// The steps made so far of the turn at the root.
    pub(crate) root_turn: Turn,
    /// Nodes of this thread.
    pub(crate) nodes: u64,
    /// The nodes of this thread that are not yet added to the shared count.
    pub(crate) unreported: u64,
    pub(crate) node_limit: u64,
    /// Selective depth in turns.
    pub(crate) seldepth: i32,
    /// The best score of a step at the root so far in the current search.
    pub(crate) root_score: Score,
    pub(crate) stopped: bool,
    /// `None` in a helper thread.
    pub(crate) main: Option<MainThread<'a>>,
}

impl<'a, V: Evaluate> Worker<'a, V> {
    /// Creates a helper thread without limits.
    pub(crate) fn new(
        shared: &'a Shared,
        data: &'a mut ThreadData<V>,
        profile: &'static Profile,
        params: Params,
        reductions: &'a Reductions,
        game_history: GameHistory,
    ) -> Worker<'a, V> {
        data.stack.clear();
        data.steps.clear();
        Worker {
            shared,
            data,
            profile,
            params,
            reductions,
            root_length: game_history.len(),
            game_history,
            null_move_length: 0,
            filter: RootFilter::default(),
            root_turn: Turn::new(),
            nodes: 0,
            unreported: 0,
            node_limit: u64::MAX,
            seldepth: 0,
            root_score: Score::DRAW,
            stopped: false,
            main: None,
        }
    }
}

impl<V: Evaluate> Worker<'_, V> {
    /// Counts a node about to be searched and checks the limits from time to time.
    pub(crate) fn count_node(&mut self) {
        self.nodes += 1;
        self.unreported += 1;
        if self.unreported >= CHECK_INTERVAL || self.nodes >= self.node_limit {
            self.check_limits();
        }
    }

    /// Adds the nodes to the shared count and stops if a limit is reached.
    pub(crate) fn check_limits(&mut self) {
        let total = self
            .shared
            .nodes
            .fetch_add(self.unreported, Ordering::Relaxed)
            + self.unreported;
        self.unreported = 0;
        if let Some(main) = &mut self.main {
            main.timer.note_check();
            main.timer.update(&self.shared.stop_token);
            let is_reached = main.timer.is_hard_limit_reached() || total >= self.node_limit;
            let may_stop = main.has_result || total >= MAX_NODES_WITHOUT_RESULT;
            if is_reached && may_stop || self.shared.stop_token.is_stopped() {
                self.shared.stop.store(true, Ordering::Relaxed);
            }
        }
        if self.shared.stop.load(Ordering::Relaxed) {
            self.stopped = true;
        }
    }

    /// Returns the static evaluation of `pos`, `ply` steps from the root, with correction and
    /// without. `known` is the latter, if the transposition table has it.
    pub(crate) fn evaluate(
        &mut self,
        pos: &V::Position,
        ply: usize,
        known: Option<Score>,
    ) -> (Score, Score) {
        let raw = known.unwrap_or_else(|| {
            let eval = self.data.evaluator.evaluate(pos, ply);
            if let Some(sampler) = &mut self.data.sampler {
                sampler.add(pos, eval);
            }
            eval
        });
        let key = V::correction_key(pos);
        let correction = self.data.history.correction(pos.turn(), key);
        self.data.stack[ply].correction = correction;
        (Score::from_eval(raw.0 + correction), raw)
    }

    /// Returns the score that the client has given for searches of `pos` to `depth` plies.
    #[inline]
    fn assumed_score(&self, pos: &V::Position, depth: i32) -> Option<Score> {
        let assumptions = &self.shared.assumptions;
        if assumptions.is_empty() {
            return None;
        }
        assumptions.score(pos.table_key(), depth)
    }

    /// Returns the number of turns back to the earliest position that this one can repeat.
    fn reversible_turns(&self, pos: &V::Position) -> u32 {
        pos.reversible_turns()
            .min((self.game_history.len() - self.null_move_length) as u32)
    }

    /// Returns the score of `pos`, `turns` turns from the root, if the game ends there.
    pub(crate) fn terminal_score(&self, pos: &V::Position, turns: i32) -> Option<Score> {
        if let Some(outcome) = pos.outcome() {
            return Some(outcome.score_for(pos.turn(), turns));
        }
        if !pos.at_turn_start() {
            return None;
        }
        let limit = self.profile.repetitions;
        let drawn =
            self.game_history
                .is_repetition(self.reversible_turns(pos), limit, self.root_length)
                || pos.drawn_by_material().is_some()
                || self
                    .profile
                    .ply_limit
                    .is_some_and(|limit| pos.clock() >= limit);
        if !drawn {
            return None;
        }
        // Checkmate takes precedence over draws.
        if pos.is_check() && !pos.has_legal_step() {
            return Some(score_without_legal_steps(pos, turns));
        }
        Some(Score::DRAW)
    }

    /// Returns the score of `entry` at a node of `depth` plies, `turns` turns from the root, if it
    /// decides the search of `pos` with `window`. Near the ply limit none does: the table's scores
    /// are those of other clocks.
    pub(crate) fn table_cutoff(
        &self,
        pos: &V::Position,
        entry: Option<Entry>,
        depth: i32,
        turns: i32,
        window: Window,
    ) -> Option<Score> {
        let entry = entry.filter(|entry| entry.depth >= depth && turns > 0)?;
        let score = entry.cutoff(turns, window)?;
        let limit = self.profile.ply_limit;
        let is_near_limit = limit.is_some_and(|limit| pos.clock() + PLIES_NEAR_LIMIT >= limit);
        (!is_near_limit).then_some(score)
    }

    /// Starts the principal variation of a PV node.
    pub(crate) fn start_pv(&mut self, ply: usize) {
        let frame = &mut self.data.stack[ply];
        frame.pv.clear();
        self.seldepth = self.seldepth.max(frame.turns);
    }

    /// Returns the score of the node at `ply` if its steps are not to be searched to `depth` plies:
    /// the game ends there, the path is too long, or the client has given a score.
    #[inline]
    pub(crate) fn leaf_score(
        &mut self,
        pos: &V::Position,
        ply: usize,
        depth: i32,
    ) -> Option<Score> {
        if let Some(score) = self.terminal_score(pos, self.data.stack[ply].turns) {
            return Some(score);
        }
        if ply >= MAX_STEPS {
            return Some(self.evaluate(pos, ply, None).0);
        }
        self.assumed_score(pos, depth)
    }

    /// Reports a step at the root that is about to be searched, if the search has run long enough.
    pub(crate) fn begin_root_step(&mut self, step: Step) {
        if let Some(main) = &mut self.main
            && let Some(report) = &mut main.root_steps
            && main.timer.elapsed() >= report.delay
        {
            (report.listener)(&RootStep {
                depth: main.iteration as u32,
                step,
                number: main.root_progress.next_number(),
            });
        }
    }

    /// Counts a step at the root that was searched.
    pub(crate) fn finish_root_step(&self) {
        if let Some(main) = &self.main {
            main.root_progress.finish_step();
        }
    }

    /// Whether `step` is searched at `ply`: every step beyond the root turn, and in it those that
    /// the filter allows.
    pub(crate) fn is_allowed(&self, ply: usize, step: Step) -> bool {
        self.data.stack[ply].turns > 0
            || self.filter.is_open()
            || self.filter.allows(&self.root_turn, step)
    }

    /// Prefetches the table's cluster of the position after `step`, if [`Position::key_after`]
    /// gives its key: the work until the probe hides the latency of the memory.
    #[inline]
    pub(crate) fn prefetch(&self, pos: &V::Position, step: Step) {
        if let Some(key) = pos.key_after(step) {
            self.shared.table.prefetch(key);
        }
    }

    /// Moves from the node at `ply` to `child`, reached by `step`, and prepares its frame.
    pub(crate) fn enter(&mut self, child: &V::Position, step: Step, piece_to: u16, ply: usize) {
        self.shared.table.prefetch(child.table_key());
        self.count_node();
        let completes = child.at_turn_start();
        let stack = &mut self.data.stack;
        stack[ply].set_step(Some(piece_to));
        stack.descend(ply, completes);
        if stack[ply].turns == 0 {
            self.root_turn.push(step);
        }
        if completes {
            self.game_history.push(child.key());
        }
    }

    /// Reverts [`Worker::enter`] from the node at `ply` to `child`.
    pub(crate) fn leave(&mut self, child: &V::Position, ply: usize) {
        if child.at_turn_start() {
            self.game_history.pop();
        }
        if self.data.stack[ply].turns == 0 {
            self.root_turn.pop();
        }
    }
}

/// Returns the score of `pos`, `turns` turns from the root, if none of its steps was searched:
/// checkmate or stalemate. In the root turn, where steps may be excluded, the lowest score.
pub(crate) fn score_without_steps<P: Position>(pos: &P, turns: i32) -> Score {
    if turns == 0 {
        -Score::INFINITE
    } else {
        score_without_legal_steps(pos, turns)
    }
}

/// Returns the score of `pos`, `turns` turns from the root, if no step is legal.
fn score_without_legal_steps<P: Position>(pos: &P, turns: i32) -> Score {
    pos.outcome_when_stuck().score_for(pos.turn(), turns)
}
