//! The [`Session`] of every variant whose turns are searched, generic over the variant.

use std::{
    sync::{Arc, Mutex},
    time::Instant,
};

use jabberwock_game::{
    Color, Coord, Evaluate, Evaluator, GameHistory, Key, MarkKind, Outcome, Position,
    PositionError, Scene, Score, Tap, Turn, TurnError, WeightsError, adjudicate, perft, play,
};
use jabberwock_search::{
    Assumptions, Params, ParamsError, RootProgress, Settings, StopToken, Tunable as _,
};
use jabberwock_variants::Entry;

use super::{
    Evaluation, PieceValue, Session,
    divide::divide,
    lazy_searcher::LazySearcher,
    limited_strength::{breadth, turns_not_overlooked, weakened},
    listed_turns::{
        ListedTurns, MAX_LISTED, TooManyTurns, TurnKind, TurnWithScene, listed, listed_unmade,
    },
    played_turn::{PlayedTurn, origin, texts},
    prompt::{self, Prompt, PromptError, listed::Prompter},
    quick_search::QuickSearcher,
    request::{SearchError, SearchEvent, SearchRequest},
    running_search::{RunningSearch, prepare_threads},
    search_job::{PendingChanges, SearchJob},
    search_order::SearchOrder,
    watchdog::Reports,
};
use crate::lock::lock;

/// A game of `V` in progress.
#[derive(Debug)]
pub(crate) struct SearchedGame<V: Evaluate> {
    entry: &'static Entry,
    variant: V,
    played: Vec<Arc<PlayedTurn<V::Position>>>,
    position: V::Position,
    history: GameHistory,
    settings: Settings,
    /// `None` for the game's own evaluator.
    evaluator: Option<Arc<V::Evaluator>>,
    /// `None` for the game's own parameters.
    params: Option<Params>,
    prompter: Prompter<V::Position>,
    pending: Arc<Mutex<PendingChanges>>,
    searcher: Arc<Mutex<LazySearcher<V>>>,
    order: SearchOrder,
    quick: QuickSearcher<V>,
    root_progress: RootProgress,
}

impl<V: Evaluate> SearchedGame<V> {
    /// Creates a new game.
    pub(crate) fn new(entry: &'static Entry, variant: V) -> SearchedGame<V> {
        let position = variant.start();
        let root_progress = RootProgress::default();
        let searcher = LazySearcher::new(variant, None, None, root_progress.clone());
        SearchedGame {
            entry,
            variant,
            played: Vec::new(),
            history: GameHistory::new(position.key()),
            position,
            settings: Settings::default(),
            evaluator: None,
            params: None,
            root_progress,
            prompter: Prompter::default(),
            pending: Arc::default(),
            searcher: Arc::new(Mutex::new(searcher)),
            order: SearchOrder::default(),
            quick: QuickSearcher::default(),
        }
    }

    /// Returns a copy of the evaluator, for a change or a static evaluation.
    fn new_evaluator(&self) -> V::Evaluator {
        let own = || self.variant.evaluator();
        self.evaluator.as_deref().map_or_else(own, Clone::clone)
    }

    fn set_evaluator(&mut self, evaluator: V::Evaluator) {
        let evaluator = Arc::new(evaluator);
        self.evaluator = Some(Arc::clone(&evaluator));
        lock(&self.searcher).set_evaluator(evaluator);
        self.quick.discard();
    }

    fn begin_at(&mut self, position: V::Position) {
        self.played.clear();
        self.history = GameHistory::new(position.key());
        self.position = position;
    }

    /// Returns the error for the refused turn `text`: `error`, unless there is no legal turn.
    fn explain_if_over(&self, error: TurnError, text: &str) -> TurnError {
        match (error, self.outcome()) {
            (TurnError::Illegal { .. }, Some(outcome)) if !self.position.has_legal_step() => {
                TurnError::illegal(text, format!("the game is over: {outcome}"))
            }
            (error, _) => error,
        }
    }
}

impl<V: Evaluate> Session for SearchedGame<V> {
    fn entry(&self) -> &'static Entry {
        self.entry
    }

    fn reset(&mut self) {
        self.begin_at(self.variant.start());
    }

    fn set_position(&mut self, text: &str) -> Result<(), PositionError> {
        let position = self.variant.parse(text)?;
        self.begin_at(position);
        Ok(())
    }

    fn position(&self) -> String {
        self.variant.text(&self.position)
    }

    fn key(&self) -> Key {
        self.position.key()
    }

    fn origin(&self) -> String {
        self.variant.text(origin(&self.played, &self.position))
    }

    fn scene(&self, place: &str) -> Result<Scene, PositionError> {
        if !place.is_empty() {
            let reason = "there are no boards on the squares of this game";
            return Err(PositionError::field("board", place, reason));
        }
        let mut scene = self.variant.scene(&self.position);
        scene.position = Some(self.position());
        if let Some(last) = self.played.last() {
            let path = Coord::path(&last.text);
            scene.mark(MarkKind::LastTurn, path, Some(last.before.turn()));
        }
        if self.outcome().is_some() {
            scene.finish();
        }
        Ok(scene)
    }

    fn turn(&self) -> Color {
        self.position.turn()
    }

    fn turns(&self) -> Vec<&str> {
        texts(&self.played)
    }

    fn is_check(&self) -> bool {
        self.position.is_check()
    }

    fn outcome(&self) -> Option<Outcome> {
        adjudicate(&self.position, &self.history, self.variant.profile())
    }

    fn listed_turns(&self) -> Option<&dyn ListedTurns> {
        Some(self)
    }

    fn perft_text(&self, depth: u32, stop: &StopToken) -> Option<String> {
        self.perft_until(depth, stop).map(|count| count.to_string())
    }

    fn play(&mut self, text: &str) -> Result<String, TurnError> {
        let turn = self.variant.parse_turn(&self.position, text);
        let turn = turn.map_err(|error| self.explain_if_over(error, text))?;
        let text = self.variant.turn_text(&self.position, &turn);
        self.played
            .push(PlayedTurn::new(self.position.clone(), &text));
        play(&mut self.position, &turn);
        self.history.push(self.position.key());
        Ok(text)
    }

    fn undo(&mut self) -> Option<String> {
        let last = self.played.pop()?;
        self.position.clone_from(&last.before);
        self.history.pop();
        Some(last.text.clone())
    }

    fn read_turn(&self, text: &str) -> Result<String, TurnError> {
        let turn = self.variant.parse_turn(&self.position, text)?;
        Ok(self.variant.turn_text(&self.position, &turn))
    }

    fn prompt(&self, taps: &[Tap]) -> Result<Prompt, PromptError> {
        match self.outcome() {
            None => self.prompter.prompt(&self.variant, &self.position, taps),
            Some(outcome) => {
                let scene = self.variant.scene(&self.position);
                prompt::finished::of_finished_game(outcome, taps, scene)
            }
        }
    }

    fn turns_beginning(&self, taps: &[Tap]) -> Vec<String> {
        match self.outcome() {
            None => self.prompter.turns(&self.variant, &self.position, taps),
            Some(_) => Vec::new(),
        }
    }

    fn evaluation(&self) -> Evaluation {
        let mut evaluator = self.new_evaluator();
        Evaluation {
            terms: evaluator.terms(&self.position),
            total: evaluator.evaluate(&self.position, 0),
        }
    }

    fn piece_values(&self) -> Vec<PieceValue> {
        let mut evaluator = self.new_evaluator();
        let total = evaluator.evaluate(&self.position, 0);
        let removals = V::removals(&self.position).into_iter();
        let values = removals.map(|removal| {
            let gain = total - evaluator.evaluate(&removal.pos, 0);
            let is_own = removal.color == self.position.turn();
            PieceValue {
                color: removal.color,
                piece: removal.piece,
                square: removal.square,
                value: Score(if is_own { gain } else { -gain }),
            }
        });
        values.collect()
    }

    fn configure(&mut self, settings: Settings) {
        self.settings = settings;
        if let Ok(mut searcher) = self.searcher.try_lock()
            && let Some(searcher) = searcher.made()
        {
            searcher.configure(settings);
        }
    }

    fn set_weights(&mut self, text: &str) -> Result<(), WeightsError> {
        self.set_evaluator(V::Evaluator::with_weights(text)?);
        Ok(())
    }

    fn set_network(&mut self, bytes: Option<&[u8]>) -> Result<(), WeightsError> {
        let mut evaluator = self.new_evaluator();
        match bytes {
            Some(bytes) => evaluator.set_network(bytes)?,
            None => evaluator.remove_network(),
        }
        self.set_evaluator(evaluator);
        Ok(())
    }

    fn set_params(&mut self, text: &str) -> Result<(), ParamsError> {
        let params = Params::read(text)?;
        self.params = Some(params);
        lock(&self.searcher).set_params(params);
        self.quick.discard();
        Ok(())
    }

    fn prepare(&self) {
        self.quick
            .prepare(self.variant, || self.new_evaluator(), self.params);
        let mut pending = lock(&self.pending);
        match self.searcher.try_lock() {
            Ok(mut searcher) => {
                if searcher.made().is_none() {
                    prepare_threads();
                }
                searcher.configured(self.settings).prepare();
            }
            Err(_) => pending.prepare = true,
        }
    }

    fn clear(&mut self) {
        let mut pending = lock(&self.pending);
        pending.assumptions = Assumptions::default();
        match self.searcher.try_lock() {
            Ok(mut searcher) => {
                if let Some(searcher) = searcher.made() {
                    searcher.clear();
                }
            }
            Err(_) => pending.clear = true,
        }
    }

    fn assume(&mut self, score: Score, depth: u32) {
        let key = self.position.table_key();
        lock(&self.pending).assumptions.insert(key, score, depth);
    }

    fn start_search(
        &self,
        request: &SearchRequest,
        listener: Box<dyn FnMut(SearchEvent) + Send>,
    ) -> Result<RunningSearch, SearchError> {
        let requested_at = request.requested_at.unwrap_or_else(Instant::now);
        let mut position = self.position.clone();
        let mut history = self.history.clone();
        for text in &request.after {
            let turn = self.variant.parse_turn(&position, text)?;
            play(&mut position, &turn);
            history.push(position.key());
        }
        let (request, listener) = weakened(self.entry, request, listener, || breadth(&position));
        if let Some(draft) = &request.draft {
            let reason = "turns of this game are not planned board by board";
            return Err(TurnError::malformed(draft, reason).into());
        }
        let read = |texts: &[String]| -> Result<Vec<Turn>, TurnError> {
            let turns = texts
                .iter()
                .map(|text| self.variant.parse_turn(&position, text));
            turns.collect()
        };
        let except = read(&request.except)?;
        let only = match (&request.only, request.strength) {
            (Some(only), _) => Some(read(only)?),
            (None, Some(strength)) => {
                let overlooked = strength.settings(self.entry).overlooked;
                let seed = request.seed.unwrap_or_default();
                turns_not_overlooked(&position, &except, overlooked, seed)
            }
            (None, None) => None,
        };
        let request = jabberwock_search::Request {
            only,
            except,
            history,
            limits: request.limits.clone(),
            multi_pv: request.multi_pv.max(1),
            position,
        };
        let job = SearchJob {
            variant: self.variant,
            settings: self.settings,
            pending: Arc::clone(&self.pending),
            searcher: Arc::clone(&self.searcher),
            quick: self.quick.clone(),
            request,
            reports: Arc::new(Mutex::new(Reports::new(listener))),
            place: self.order.next_place(),
            requested_at,
        };
        job.start()
    }

    fn root_progress(&self) -> Option<RootProgress> {
        Some(self.root_progress.clone())
    }

    fn fork(&self) -> Box<dyn Session> {
        let root_progress = RootProgress::default();
        let searcher = LazySearcher::new(
            self.variant,
            self.evaluator.clone(),
            self.params,
            root_progress.clone(),
        );
        Box::new(SearchedGame {
            entry: self.entry,
            variant: self.variant,
            played: self.played.clone(),
            position: self.position.clone(),
            history: self.history.clone(),
            settings: self.settings,
            evaluator: self.evaluator.clone(),
            params: self.params,
            root_progress,
            prompter: Prompter::default(),
            pending: Arc::default(),
            searcher: Arc::new(Mutex::new(searcher)),
            order: SearchOrder::default(),
            quick: QuickSearcher::default(),
        })
    }
}

impl<V: Evaluate> ListedTurns for SearchedGame<V> {
    fn legal_turns(&self) -> Result<Vec<String>, TooManyTurns> {
        let mut turns = listed_unmade(&self.position, MAX_LISTED, |turn| {
            self.variant.turn_text(&self.position, turn)
        })?;
        turns.sort_unstable();
        Ok(turns)
    }

    fn successors(&self) -> Result<Vec<(String, String)>, TooManyTurns> {
        let mut list = listed(&self.position, MAX_LISTED, |turn, after| {
            let text = self.variant.turn_text(&self.position, turn);
            (text, self.variant.text(after))
        })?;
        list.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        Ok(list)
    }

    fn turns_with_scenes(&self) -> Result<Vec<TurnWithScene>, TooManyTurns> {
        let refusal = self.position.refusal();
        let mut turns_with_scenes = listed(&self.position, MAX_LISTED, |turn, after| {
            let kind = if turn.len() == 1 && turn.first() == refusal.as_ref() {
                TurnKind::Refusal
            } else if after.turn() == self.position.turn() {
                TurnKind::Claim
            } else {
                TurnKind::Ordinary
            };
            let taps = self.variant.taps(&self.position, turn);
            TurnWithScene {
                turn: self.variant.turn_text(&self.position, turn),
                taps: taps.into_iter().next().unwrap_or_default(),
                scene: self.variant.scene(after),
                kind,
            }
        })?;
        turns_with_scenes.sort_unstable_by(|a, b| a.turn.cmp(&b.turn));
        Ok(turns_with_scenes)
    }

    fn perft(&self, depth: u32, bulk: bool) -> u64 {
        if bulk {
            perft::perft_bulk(&self.position, depth)
        } else {
            perft::perft(&self.position, depth)
        }
    }

    fn perft_until(&self, depth: u32, stop: &StopToken) -> Option<u64> {
        perft::perft_until(&self.position, depth, || stop.is_stopped())
    }

    fn divide(&self, depth: u32) -> Result<Vec<(String, u64)>, TooManyTurns> {
        let mut counts: Vec<_> = divide(&self.position, depth)?
            .into_iter()
            .map(|(turn, count)| (self.variant.turn_text(&self.position, &turn), count))
            .collect();
        counts.sort_unstable();
        Ok(counts)
    }
}
