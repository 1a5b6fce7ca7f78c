//! One search thread.

use std::{
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    time::Duration,
};

use jabberwock_game::{
    Evaluate, Evaluator, GameHistory, Position, Profile, Score, Scored, Step, Turn,
};

use crate::{
    StopToken, history::History, params::Params, reduce::Reductions, stack::Stack, table::Table,
};

/// What all threads of a search share.
#[derive(Debug)]
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a Table,
    pub(crate) stop_token: &'a StopToken,
    /// Set by the thread that finds a limit reached.
    pub(crate) stop: AtomicBool,
    /// Steps made by all threads, up to what each still has to add.
    pub(crate) nodes: AtomicU64,
}

impl<'a> Shared<'a> {
    /// For a search that has yet to begin.
    pub(crate) fn new(table: &'a Table, stop_token: &'a StopToken) -> Shared<'a> {
        Shared {
            table,
            stop_token,
            stop: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
        }
    }
}

/// What a thread keeps from search to search.
#[derive(Debug)]
pub(crate) struct Memory<V: Evaluate> {
    pub(crate) evaluator: V::Evaluator,
    pub(crate) history: History,
    pub(crate) stack: Stack,
    pub(crate) arena: Vec<Scored>,
}

impl<V: Evaluate> Memory<V> {
    pub(crate) fn new(profile: &Profile, evaluator: V::Evaluator) -> Memory<V> {
        Memory {
            evaluator,
            history: History::new(profile),
            stack: Stack::new(),
            arena: Vec::with_capacity(4096),
        }
    }
}

/// Which turns may be made at the root.
#[derive(Clone, Debug, Default)]
pub(crate) struct RootFilter {
    pub(crate) only: Option<Vec<Turn>>,
    pub(crate) except: Vec<Turn>,
}

impl RootFilter {
    /// Whether every turn may be made.
    pub(crate) fn is_open(&self) -> bool {
        self.only.is_none() && self.except.is_empty()
    }

    /// Whether `step` after the steps `made` may be made.
    fn allows(&self, made: &[Step], step: Step) -> bool {
        let follows = |turn: &Turn| {
            turn.len() > made.len() && turn[..made.len()] == *made && turn[made.len()] == step
        };
        let excepted = |turn: &Turn| turn.len() == made.len() + 1 && follows(turn);
        self.only
            .as_ref()
            .is_none_or(|only| only.iter().any(follows))
            && !self.except.iter().any(excepted)
    }
}

/// A thread at work on one search.
#[derive(Debug)]
pub(crate) struct Worker<'a, V: Evaluate> {
    pub(crate) shared: &'a Shared<'a>,
    pub(crate) memory: &'a mut Memory<V>,
    pub(crate) profile: &'static Profile,
    pub(crate) params: Params,
    pub(crate) reductions: &'a Reductions,
    pub(crate) game_history: GameHistory,
    /// Length of the line at the root.
    pub(crate) root_length: usize,
    /// Length of the line after the last null move: repetitions do not look past it.
    pub(crate) barrier: usize,
    pub(crate) filter: RootFilter,
    /// Steps of the root player's turn, as far as they are made.
    pub(crate) root_turn: Turn,
    pub(crate) nodes: u64,
    /// Of `nodes`, those not yet added to the shared count.
    pub(crate) unreported: u64,
    pub(crate) node_limit: u64,
    pub(crate) seldepth: i32,
    /// The best score at the root in the search under way.
    pub(crate) root_score: Score,
    pub(crate) stopped: bool,
    /// The thread that watches limits, when it has any.
    pub(crate) watch: Option<Watch>,
}

/// What the main thread watches while it searches.
#[derive(Debug)]
pub(crate) struct Watch {
    pub(crate) timer: crate::clock::Timer,
    /// A result exists that may be played.
    pub(crate) has_result: bool,
    /// Scores out of their aspiration window are reported after this time.
    pub(crate) bound_report_delay: Duration,
}

/// Limits wait for a first result, but not longer than for this many nodes: where captures answer
/// captures without end, the first iteration alone could take minutes.
const FIRST_RESULT: u64 = 50_000;

/// Nodes between two looks at the clock.
const LOOK_EVERY: u64 = 512;

impl<'a, V: Evaluate> Worker<'a, V> {
    /// A thread that has yet to begin, without limits or watch.
    pub(crate) fn new(
        shared: &'a Shared<'a>,
        memory: &'a mut Memory<V>,
        profile: &'static Profile,
        params: Params,
        reductions: &'a Reductions,
        game_history: GameHistory,
    ) -> Worker<'a, V> {
        memory.stack.clear();
        memory.arena.clear();
        Worker {
            shared,
            memory,
            profile,
            params,
            reductions,
            root_length: game_history.len(),
            game_history,
            barrier: 0,
            filter: RootFilter::default(),
            root_turn: Turn::new(),
            nodes: 0,
            unreported: 0,
            node_limit: u64::MAX,
            seldepth: 0,
            root_score: Score::DRAW,
            stopped: false,
            watch: None,
        }
    }
}

impl<V: Evaluate> Worker<'_, V> {
    /// Counts a step about to be made and, now and then, looks whether to stop.
    pub(crate) fn count_node(&mut self) {
        self.nodes += 1;
        self.unreported += 1;
        if self.unreported >= LOOK_EVERY || self.nodes >= self.node_limit {
            self.look();
        }
    }

    /// Adds up nodes and notices limits.
    pub(crate) fn look(&mut self) {
        let total = self
            .shared
            .nodes
            .fetch_add(self.unreported, Ordering::Relaxed)
            + self.unreported;
        self.unreported = 0;
        if let Some(watch) = &mut self.watch {
            watch.timer.update(self.shared.stop_token);
            let reached = watch.timer.is_up() || total >= self.node_limit;
            let up = reached && (watch.has_result || total >= FIRST_RESULT);
            if up || self.shared.stop_token.is_stopped() {
                self.shared.stop.store(true, Ordering::Relaxed);
            }
        }
        if self.shared.stop.load(Ordering::Relaxed) {
            self.stopped = true;
        }
    }

    /// The corrected static value of `pos`, and the uncorrected one.
    pub(crate) fn evaluate(&mut self, pos: &V::Position, known: Option<Score>) -> (Score, Score) {
        let raw = known.unwrap_or_else(|| self.memory.evaluator.evaluate(pos));
        let structure = self.memory.evaluator.correction_key(pos);
        let correction = self.memory.history.correction(pos.turn(), structure);
        (Score::from_eval(raw.0 + correction), raw)
    }

    /// How far back repetitions may lie.
    fn reversible(&self, pos: &V::Position) -> u32 {
        pos.reversible_turns()
            .min((self.game_history.len() - self.barrier) as u32)
    }

    /// The value of `pos`, `turns` after the root, if the game ends there.
    pub(crate) fn value_of_end(&self, pos: &V::Position, turns: i32) -> Option<Score> {
        if let Some(outcome) = pos.outcome() {
            return Some(score_of(outcome.points_for(pos.turn()), turns));
        }
        if !pos.at_turn_start() {
            return None;
        }
        let limit = self.profile.repetitions;
        let drawn = self
            .game_history
            .is_repetition(self.reversible(pos), limit, self.root_length)
            || pos.drawn_by_material().is_some()
            || self
                .profile
                .ply_limit
                .is_some_and(|limit| pos.clock() >= limit);
        if !drawn {
            return None;
        }
        // A mate on the board goes before every draw.
        if pos.is_check() && !pos.has_legal_step() {
            return Some(value_when_stuck(pos, turns));
        }
        Some(Score::DRAW)
    }

    /// Whether `step` may be made at `ply`: anything beyond the root player's turn, there what the
    /// filter allows.
    pub(crate) fn is_allowed(&self, ply: usize, step: Step) -> bool {
        self.memory.stack[ply].turns > 0
            || self.filter.is_open()
            || self.filter.allows(&self.root_turn, step)
    }

    /// Goes from the node at `ply` to `child`, where `step` led; the frame after it is ready.
    pub(crate) fn enter(&mut self, child: &V::Position, step: Step, piece_to: u16, ply: usize) {
        self.count_node();
        let completes = child.at_turn_start();
        let stack = &mut self.memory.stack;
        stack[ply].piece_to = Some(piece_to);
        stack.descend(ply, completes);
        if stack[ply].turns == 0 {
            self.root_turn.push(step);
        }
        if completes {
            self.game_history.push(child.key());
        }
    }

    /// Takes back what [`Worker::enter`] did at `ply` to reach `child`.
    pub(crate) fn leave(&mut self, child: &V::Position, ply: usize) {
        if child.at_turn_start() {
            self.game_history.pop();
        }
        if self.memory.stack[ply].turns == 0 {
            self.root_turn.pop();
        }
    }
}

/// The value of `pos`, `turns` after the root, where no step is legal.
pub(crate) fn value_when_stuck<P: Position>(pos: &P, turns: i32) -> Score {
    score_of(pos.outcome_when_stuck().points_for(pos.turn()), turns)
}

fn score_of(points: i32, turns: i32) -> Score {
    match points {
        1 => Score::mate_in(turns),
        -1 => Score::mated_in(turns),
        _ => Score::DRAW,
    }
}
