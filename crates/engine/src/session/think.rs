//! A search on a thread of its own.

use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread::{self, JoinHandle},
};

use jabberwock_game::{Evaluate, Position, Score, Step, Turn, Variant, first_turn, for_each_turn};
use jabberwock_search::{Request, Searcher, Settings, StopToken};

use super::{Event, SearchInfo, SearchResult};

/// A search under way. Dropping it stops the search without waiting for its end.
#[derive(Debug)]
pub struct Thinking {
    stop_token: StopToken,
    thread: Option<JoinHandle<()>>,
}

impl Thinking {
    /// Ends the search within milliseconds; its result still follows.
    pub fn stop(&self) {
        self.stop_token.stop();
    }

    /// The turn pondered on was played: time limits begin now.
    pub fn ponder_hit(&self) {
        self.stop_token.ponder_hit();
    }

    /// Something other threads can stop the search with.
    pub fn stop_token(&self) -> StopToken {
        self.stop_token.clone()
    }

    /// Waits for the end of the search.
    pub fn join(mut self) {
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            log::error!("a listener of the search panicked");
        }
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.stop_token.stop();
    }
}

/// What the thread needs.
pub(super) struct Task<V: Evaluate> {
    pub(super) variant: V,
    pub(super) settings: Settings,
    pub(super) orders: Arc<Mutex<Orders<V>>>,
    pub(super) searcher: Arc<Mutex<Searcher<V>>>,
    pub(super) request: Request<V::Position>,
    pub(super) listener: Box<dyn FnMut(Event) + Send>,
}

/// What is to be done to a searcher before its next search.
#[derive(Debug)]
pub(super) struct Orders<V: Evaluate> {
    /// Its memory is to be emptied.
    pub(super) clear: bool,
    /// Positions whose value is given, with a depth in plies.
    pub(super) assume: Vec<(V::Position, Score, u32)>,
}

impl<V: Evaluate> Default for Orders<V> {
    fn default() -> Orders<V> {
        Orders {
            clear: false,
            assume: Vec::new(),
        }
    }
}

impl<V: Evaluate> Orders<V> {
    fn carry_out(self, searcher: &mut Searcher<V>) {
        if self.clear {
            searcher.clear();
        }
        for (position, score, depth) in self.assume {
            searcher.assume(&position, score, depth);
        }
    }
}

/// Starts the thread.
pub(super) fn start<V: Evaluate>(task: Task<V>) -> Thinking {
    spawn(move |stop_token| task.run(stop_token))
}

/// Starts a thread that thinks.
pub(super) fn spawn(think: impl FnOnce(&StopToken) + Send + 'static) -> Thinking {
    let stop_token = StopToken::new();
    let thread = {
        let stop_token = stop_token.clone();
        thread::spawn(move || think(&stop_token))
    };
    Thinking {
        stop_token,
        thread: Some(thread),
    }
}

/// What `mutex` guards, even if a thread that held it panicked.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<V: Evaluate> Task<V> {
    fn run(mut self, stop_token: &StopToken) {
        let fallback = self.some_turn();
        let result = if fallback.is_empty() {
            SearchResult::without_search(None, None)
        } else {
            match catch_unwind(AssertUnwindSafe(|| self.search(stop_token))) {
                Ok(result) => self.conclude(&result),
                Err(panic) => {
                    let failure = panic_text(panic.as_ref());
                    log::error!("the search panicked: {failure}");
                    lock(&self.searcher).renew();
                    self.searcher.clear_poison();
                    let turn = self.variant.turn_text(&self.request.position, &fallback);
                    SearchResult::without_search(Some(turn), Some(failure))
                }
            }
        };
        (self.listener)(Event::Result(result));
    }

    /// A turn the search may answer; empty if there is none.
    fn some_turn(&self) -> Turn {
        let Request {
            position,
            only,
            except,
            ..
        } = &self.request;
        let allowed = |turn: &[Step]| !except.iter().any(|refused| refused.as_slice() == turn);
        if let Some(only) = only {
            let turn = only.iter().find(|turn| allowed(turn));
            return turn.cloned().unwrap_or_default();
        }
        let first = first_turn(position);
        if allowed(&first) {
            return first;
        }
        let mut found = Turn::new();
        for_each_turn(position, &mut |turn, _| {
            if found.is_empty() && allowed(turn) {
                found = Turn::from_slice(turn);
            }
        });
        found
    }

    fn search(&mut self, stop_token: &StopToken) -> SearchResult<Turn> {
        let mut searcher = lock(&self.searcher);
        searcher.configure(self.settings);
        std::mem::take(&mut *lock(&self.orders)).carry_out(&mut searcher);
        let (variant, position) = (self.variant, &self.request.position);
        let listener = &mut self.listener;
        searcher.search(&self.request, stop_token, &mut |report| {
            listener(Event::Info(analysis(variant, position, report)));
        })
    }

    fn conclude(&self, result: &SearchResult<Turn>) -> SearchResult<String> {
        let position = &self.request.position;
        let ponder = result.ponder.as_ref().map(|reply| {
            let mut after = position.clone();
            jabberwock_game::play(&mut after, result.best.as_deref().unwrap_or_default());
            self.variant.turn_text(&after, reply)
        });
        SearchResult {
            best: result
                .best
                .as_ref()
                .map(|best| self.variant.turn_text(position, best)),
            ponder,
            score: result.score,
            depth: result.depth,
            nodes: result.nodes,
            elapsed: result.elapsed,
            failure: None,
        }
    }
}

fn analysis<V: Variant>(
    variant: V,
    position: &V::Position,
    report: &SearchInfo<Step>,
) -> SearchInfo<String> {
    SearchInfo {
        depth: report.depth,
        seldepth: report.seldepth,
        multi_pv: report.multi_pv,
        score: report.score,
        bound: report.bound,
        nodes: report.nodes,
        elapsed: report.elapsed,
        hashfull: report.hashfull,
        pv: turn_texts(variant, position, &report.pv),
    }
}

/// The texts of the turns that `steps` are, one after another; a turn cut short is left out.
fn turn_texts<V: Variant>(variant: V, position: &V::Position, steps: &[Step]) -> Vec<String> {
    let mut texts = Vec::new();
    let mut start = position.clone();
    let mut pos = position.clone();
    let mut turn = Turn::new();
    for &step in steps {
        pos.play(step);
        turn.push(step);
        if pos.at_turn_start() {
            texts.push(variant.turn_text(&start, &turn));
            turn.clear();
            start = pos.clone();
        }
    }
    texts
}

/// What a thread panicked with.
pub(super) fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("no message").to_owned()
}
