//! The [`Session`] of every variant whose turns are searched, generic over the variant.

use std::{
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use jabberwock_game::{
    Color, Coord, Evaluate, Evaluator, GameHistory, MarkKind, Outcome, Position, PositionError,
    Scene, Score, Tap, Turn, TurnError, WeightsError, adjudicate, perft, play,
};
use jabberwock_search::{Params, RootProgress, Searcher, Settings, StopToken};
use jabberwock_variants::Entry;

use super::{
    Evaluation, Session,
    divide::divide,
    listed_turns::{ListedTurns, MAX_LISTED, Sequel, TooManyTurns, TurnKind, listed},
    prompt::{self, Prompt, PromptError, listed::Prompter},
    request::{SearchError, SearchEvent, SearchRequest},
    running_search::{RunningSearch, lock},
    search_job::{PendingChanges, SearchJob},
};

/// Settings of a searcher that has not searched yet: as little memory as possible. The game's own
/// settings take effect when its first search begins.
const UNUSED: Settings = Settings {
    threads: 1,
    hash_mib: 1,
    move_overhead: Duration::ZERO,
};

/// A game of `V` in progress.
#[derive(Debug)]
pub(crate) struct SearchedGame<V: Evaluate> {
    entry: &'static Entry,
    variant: V,
    /// The position before each turn made, and the turn's text.
    played: Vec<(V::Position, String)>,
    position: V::Position,
    history: GameHistory,
    settings: Settings,
    evaluator: V::Evaluator,
    params: Params,
    prompter: Prompter<V::Position>,
    pending: Arc<Mutex<PendingChanges<V>>>,
    searcher: Arc<Mutex<Searcher<V>>>,
    root_progress: RootProgress,
}

impl<V: Evaluate> SearchedGame<V> {
    /// A new game with an idle searcher.
    pub(crate) fn new(entry: &'static Entry, variant: V) -> SearchedGame<V> {
        let position = variant.start();
        let settings = Settings::default();
        let searcher = Searcher::new(variant, settings);
        SearchedGame {
            entry,
            variant,
            played: Vec::new(),
            history: GameHistory::new(position.key()),
            position,
            settings,
            evaluator: variant.evaluator(),
            params: searcher.params(),
            root_progress: searcher.root_progress(),
            prompter: Prompter::default(),
            pending: Arc::default(),
            searcher: Arc::new(Mutex::new(searcher)),
        }
    }

    fn begin_at(&mut self, position: V::Position) {
        self.played.clear();
        self.history = GameHistory::new(position.key());
        self.position = position;
    }

    /// The text of every legal turn and what `item` makes of the position after it, sorted by text.
    fn turn_list<T>(
        &self,
        item: impl Fn(&V::Position) -> T,
    ) -> Result<Vec<(String, T)>, TooManyTurns> {
        let mut list = listed(&self.position, MAX_LISTED, |turn, after| {
            (self.variant.turn_text(&self.position, turn), item(after))
        })?;
        list.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        Ok(list)
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

    fn origin(&self) -> String {
        let origin = self.played.first().map_or(&self.position, |(pos, _)| pos);
        self.variant.text(origin)
    }

    fn scene(&self, place: &str) -> Result<Scene, PositionError> {
        if !place.is_empty() {
            let reason = "there are no boards on the squares of this game";
            return Err(PositionError::field("board", place, reason));
        }
        let mut scene = self.variant.scene(&self.position);
        scene.position = Some(self.position());
        if let Some((before, text)) = self.played.last() {
            scene.mark(MarkKind::LastTurn, Coord::path(text), Some(before.turn()));
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
        let texts = self.played.iter().map(|(_, text)| text.as_str());
        texts.collect()
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

    fn perft_text(&self, depth: u32) -> Option<String> {
        Some(self.perft(depth, true).to_string())
    }

    fn play(&mut self, text: &str) -> Result<String, TurnError> {
        let turn = self.variant.parse_turn(&self.position, text)?;
        let text = self.variant.turn_text(&self.position, &turn);
        self.played.push((self.position.clone(), text.clone()));
        play(&mut self.position, &turn);
        self.history.push(self.position.key());
        Ok(text)
    }

    fn undo(&mut self) -> Option<String> {
        let (position, text) = self.played.pop()?;
        self.position = position;
        self.history.pop();
        Some(text)
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
        let mut evaluator = self.evaluator.clone();
        Evaluation {
            terms: evaluator.terms(&self.position),
            total: evaluator.evaluate(&self.position, 0),
        }
    }

    fn configure(&mut self, settings: Settings) {
        self.settings = settings;
        if let Ok(mut searcher) = self.searcher.try_lock() {
            searcher.configure(settings);
        }
    }

    fn set_weights(&mut self, text: &str) -> Result<(), WeightsError> {
        self.evaluator = V::Evaluator::with_weights(text)?;
        lock(&self.searcher).set_evaluator(self.evaluator.clone());
        Ok(())
    }

    fn set_network(&mut self, bytes: Option<&[u8]>) -> Result<(), WeightsError> {
        match bytes {
            Some(bytes) => self.evaluator.set_network(bytes)?,
            None => self.evaluator.remove_network(),
        }
        lock(&self.searcher).set_evaluator(self.evaluator.clone());
        Ok(())
    }

    fn set_params(&mut self, params: Params) {
        self.params = params;
        lock(&self.searcher).set_params(params);
    }

    fn clear(&mut self) {
        let mut pending = lock(&self.pending);
        pending.assume.clear();
        if let Ok(mut searcher) = self.searcher.try_lock() {
            searcher.clear();
        } else {
            pending.clear = true;
        }
    }

    fn assume(&mut self, score: Score, depth: u32) {
        let assumption = (self.position.clone(), score, depth);
        lock(&self.pending).assume.push(assumption);
    }

    fn start_search(
        &self,
        request: &SearchRequest,
        listener: Box<dyn FnMut(SearchEvent) + Send>,
    ) -> Result<RunningSearch, SearchError> {
        let asked = Instant::now();
        let mut position = self.position.clone();
        let mut history = self.history.clone();
        for text in &request.after {
            let turn = self.variant.parse_turn(&position, text)?;
            play(&mut position, &turn);
            history.push(position.key());
        }
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
        let request = jabberwock_search::Request {
            only: request.only.as_deref().map(read).transpose()?,
            except: read(&request.except)?,
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
            request,
            listener,
            asked,
        };
        job.start()
    }

    fn root_progress(&self) -> Option<RootProgress> {
        Some(self.root_progress.clone())
    }

    fn fork(&self) -> Box<dyn Session> {
        let mut searcher = Searcher::new(self.variant, UNUSED);
        searcher.set_evaluator(self.evaluator.clone());
        searcher.set_params(self.params);
        Box::new(SearchedGame {
            entry: self.entry,
            variant: self.variant,
            played: self.played.clone(),
            position: self.position.clone(),
            history: self.history.clone(),
            settings: self.settings,
            evaluator: self.evaluator.clone(),
            params: self.params,
            root_progress: searcher.root_progress(),
            prompter: Prompter::default(),
            pending: Arc::default(),
            searcher: Arc::new(Mutex::new(searcher)),
        })
    }
}

impl<V: Evaluate> ListedTurns for SearchedGame<V> {
    fn legal_turns(&self) -> Result<Vec<String>, TooManyTurns> {
        let turns = self.turn_list(|_| ())?.into_iter();
        Ok(turns.map(|(text, ())| text).collect())
    }

    fn successors(&self) -> Result<Vec<(String, String)>, TooManyTurns> {
        self.turn_list(|after| self.variant.text(after))
    }

    fn sequels(&self) -> Result<Vec<Sequel>, TooManyTurns> {
        let refusal = self.position.refusal();
        let mut sequels = listed(&self.position, MAX_LISTED, |turn, after| {
            let kind = if turn.len() == 1 && turn.first() == refusal.as_ref() {
                TurnKind::Refusal
            } else if after.turn() == self.position.turn() {
                TurnKind::Claim
            } else {
                TurnKind::Ordinary
            };
            let taps = self.variant.taps(&self.position, turn);
            Sequel {
                turn: self.variant.turn_text(&self.position, turn),
                taps: taps.into_iter().next().unwrap_or_default(),
                scene: self.variant.scene(after),
                kind,
            }
        })?;
        sequels.sort_unstable_by(|a, b| a.turn.cmp(&b.turn));
        Ok(sequels)
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
