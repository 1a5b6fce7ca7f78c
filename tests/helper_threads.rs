//! Helper threads that are late or panic do not delay the search or the next one.

use std::{
    sync::{Condvar, Mutex},
    thread::{self, ThreadId},
    time::{Duration, Instant},
};

use jabberwock_game::{
    Evaluate, Evaluator, GameHistory, HistoryIndex, Key, Position as _, PositionError, Profile,
    Scene, Score, Scored, Stage, Step, Term, Turn, TurnError, Variant,
};
use jabberwock_search::{Limits, Listeners, Request, SearchResult, Searcher, Settings, StopToken};
use jabberwock_variants::chess::Chess;

type Position = <Chess as Variant>::Position;

/// The maximum time for a helper to begin, on a very busy machine.
const PATIENCE: Duration = Duration::from_mins(2);

/// The behavior of helpers when they evaluate a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    Evaluate,
    Wait,
    Panic,
}

/// The order to the helpers, and the number of evaluations they have begun since.
#[derive(Debug)]
struct Helpers {
    state: Mutex<(Order, usize)>,
    changed: Condvar,
}

impl Helpers {
    fn new(order: Order) -> &'static Helpers {
        Box::leak(Box::new(Helpers {
            state: Mutex::new((order, 0)),
            changed: Condvar::new(),
        }))
    }

    fn set(&self, order: Order) {
        *self.state.lock().unwrap() = (order, 0);
        self.changed.notify_all();
    }

    /// On the thread of a helper.
    fn follow(&self) {
        let mut state = self.state.lock().unwrap();
        state.1 += 1;
        self.changed.notify_all();
        while state.0 == Order::Wait {
            state = self.changed.wait(state).unwrap();
        }
        let order = state.0;
        drop(state);
        assert_ne!(order, Order::Panic, "on purpose");
    }

    /// Waits up to `patience` until a helper evaluates, and returns whether one does.
    fn wait_for_one(&self, patience: Duration) -> bool {
        let state = self.state.lock().unwrap();
        let begun = self
            .changed
            .wait_timeout_while(state, patience, |state| state.1 == 0);
        begun.unwrap().0.1 > 0
    }
}

/// Chess, whose helpers follow orders.
#[derive(Clone, Copy, Debug)]
struct OrderedChess {
    main: ThreadId,
    helpers: &'static Helpers,
}

#[derive(Clone, Debug, Default)]
struct OrderedEvaluator {
    chess: <Chess as Evaluate>::Evaluator,
    variant: Option<OrderedChess>,
}

impl Evaluator<Position> for OrderedEvaluator {
    fn evaluate(&mut self, pos: &Position, ply: usize) -> Score {
        if let Some(OrderedChess { main, helpers }) = self.variant
            && thread::current().id() != main
        {
            helpers.follow();
        }
        self.chess.evaluate(pos, ply)
    }

    fn terms(&mut self, pos: &Position) -> Vec<Term> {
        self.chess.terms(pos)
    }
}

impl Variant for OrderedChess {
    type Position = Position;

    const PROFILE: Profile = Chess::PROFILE;
    const START: &'static str = Chess::START;

    fn parse(&self, text: &str) -> Result<Position, PositionError> {
        Chess.parse(text)
    }

    fn text(&self, pos: &Position) -> String {
        Chess.text(pos)
    }

    fn parse_turn(&self, pos: &Position, text: &str) -> Result<Turn, TurnError> {
        Chess.parse_turn(pos, text)
    }

    fn turn_text(&self, pos: &Position, turn: &[Step]) -> String {
        Chess.turn_text(pos, turn)
    }

    fn scene(&self, pos: &Position) -> Scene {
        Chess.scene(pos)
    }

    fn mirror(&self, pos: &Position) -> Option<Position> {
        Chess.mirror(pos)
    }
}

impl Evaluate for OrderedChess {
    type Evaluator = OrderedEvaluator;

    fn evaluator(&self) -> OrderedEvaluator {
        OrderedEvaluator {
            chess: Chess.evaluator(),
            variant: Some(*self),
        }
    }

    fn history_index(pos: &Position, step: Step) -> HistoryIndex {
        Chess::history_index(pos, step)
    }

    fn victim(pos: &Position, step: Step) -> u8 {
        Chess::victim(pos, step)
    }

    fn score_moves(pos: &Position, stage: Stage, steps: &mut [Scored]) {
        Chess::score_moves(pos, stage, steps);
    }

    fn captured_value(pos: &Position, step: Step) -> i32 {
        Chess::captured_value(pos, step)
    }

    fn see_ge(pos: &Position, step: Step, threshold: i32) -> bool {
        Chess::see_ge(pos, step, threshold)
    }

    fn correction_key(pos: &Position) -> Key {
        Chess::correction_key(pos)
    }
}

/// Returns a searcher with one helper, on this thread, and the helper's orders.
fn searcher(order: Order) -> (Searcher<OrderedChess>, &'static Helpers) {
    let helpers = Helpers::new(order);
    let main = thread::current().id();
    let settings = Settings {
        threads: 2,
        ..Settings::default()
    };
    let searcher = Searcher::new(OrderedChess { main, helpers }, settings);
    (searcher, helpers)
}

/// Searches the first position to depth 3, calling `on_info` with every line.
fn search(searcher: &mut Searcher<OrderedChess>, on_info: &mut (dyn FnMut() + Send)) {
    let position = Chess.start();
    let request = Request {
        history: GameHistory::new(position.key()),
        position,
        limits: Limits {
            depth: Some(3),
            ..Limits::default()
        },
        multi_pv: 1,
        only: None,
        except: Vec::new(),
    };
    let mut found: Option<SearchResult<Turn>> = None;
    let listeners = Listeners {
        on_info: &mut |_| on_info(),
        on_root_step: &mut |_| (),
        on_result: &mut |result| found = Some(result),
    };
    searcher.search_since(Instant::now(), &request, &StopToken::new(), listeners);
    let found = found.unwrap();
    assert_eq!(found.depth, 3);
    assert!(found.best.is_some());
}

/// A search in which the helper begins to evaluate.
fn search_beside_helper(searcher: &mut Searcher<OrderedChess>, helpers: &'static Helpers) {
    search(searcher, &mut || assert!(helpers.wait_for_one(PATIENCE)));
}

/// Searches until the helper, which may still have to end or to be replaced, searches as well.
fn search_until_helper_does(searcher: &mut Searcher<OrderedChess>, helpers: &'static Helpers) {
    helpers.set(Order::Evaluate);
    let start = Instant::now();
    while !helpers.wait_for_one(Duration::ZERO) {
        assert!(start.elapsed() < PATIENCE, "the helper does not search");
        search(searcher, &mut || {
            helpers.wait_for_one(Duration::from_millis(10));
        });
    }
}

#[test]
fn neither_a_result_nor_the_next_search_waits_for_a_helper_that_has_still_to_end() {
    let (mut searcher, helpers) = searcher(Order::Wait);
    search_beside_helper(&mut searcher, helpers);
    for _ in 0..3 {
        search(&mut searcher, &mut || ());
    }
    search_until_helper_does(&mut searcher, helpers);
    searcher.clear();
    search_until_helper_does(&mut searcher, helpers);
}

#[test]
fn a_search_goes_on_without_a_helper_that_panics_and_a_later_one_has_another() {
    let (mut searcher, helpers) = searcher(Order::Panic);
    search_beside_helper(&mut searcher, helpers);
    search_until_helper_does(&mut searcher, helpers);
}
