//! The [`Session`] of a game of games: its turns are planned instead of searched, and counted
//! instead of listed.

use std::{
    sync::{Arc, Mutex},
    time::Instant,
};

use jabberwock_game::{
    Color, Coord, Evaluate as _, Evaluator as _, GameHistory, Key, MarkKind, Outcome,
    PositionError, Scene, Score, Tap, TurnError, Variant as _, WeightsError, adjudicate,
};
use jabberwock_planner::{Planner, PlanningParams};
use jabberwock_search::{ParamsError, Settings, StopToken};
use jabberwock_variants::{
    Entry,
    board::Square,
    mega::{Board, Mega, Play, Position},
};

use super::{
    Evaluation, PieceValue, Session,
    limited_strength::weakened,
    listed_turns::ListedTurns,
    plan_job::PlanJob,
    played_turn::{PlayedTurn, origin, texts},
    prompt::{self, Prompt, PromptError, boards::SmallBoards},
    request::{SearchError, SearchEvent, SearchRequest},
    running_search::{RunningSearch, prepare_threads},
    search_order::SearchOrder,
    survey::{Survey, perft},
    watchdog::Reports,
};
use crate::lock::lock;

/// The number of boards of a turn (mega G6), by which the nodes of a search of limited strength are
/// multiplied.
const BOARDS_OF_A_TURN: f64 = 8.0;

/// A game of games in progress.
#[derive(Debug)]
pub(crate) struct PlannedGame {
    entry: &'static Entry,
    mega: Mega,
    played: Vec<Arc<PlayedTurn<Board>>>,
    board: Board,
    history: GameHistory,
    settings: Settings,
    /// The boards of chess, cached for prompts.
    small_boards: SmallBoards,
    /// Parameters of the planner and of its chess search; `None` for the defaults.
    params: Option<PlanningParams>,
    /// Whether the planner's caches are to be cleared before the next planning.
    clear: Arc<Mutex<bool>>,
    /// Created on first use.
    planner: Arc<Mutex<Option<Planner>>>,
    order: SearchOrder,
}

impl PlannedGame {
    /// Creates a new game.
    pub(crate) fn new(entry: &'static Entry, mega: Mega) -> PlannedGame {
        let board = mega.start().board().clone();
        PlannedGame {
            entry,
            mega,
            played: Vec::new(),
            history: GameHistory::new(board.key()),
            board,
            settings: Settings::default(),
            small_boards: SmallBoards::default(),
            params: None,
            clear: Arc::default(),
            planner: Arc::default(),
            order: SearchOrder::default(),
        }
    }

    fn begin_at(&mut self, board: Board) {
        self.played.clear();
        self.history = GameHistory::new(board.key());
        self.board = board;
    }

    /// Returns the turn `text` on `board`, the last of `history`, and the position after it.
    fn make(
        &self,
        board: &Board,
        history: &GameHistory,
        text: &str,
    ) -> Result<(Play, Board), TurnError> {
        let play = Play::parse(self.mega.level(), text)?;
        if let Some(outcome) = self.outcome_of(board, history) {
            let reason = format!("the game is over: {outcome}");
            return Err(TurnError::illegal(text, reason));
        }
        let after = board.after(&play);
        let after = after.map_err(|reason| TurnError::illegal(text, reason.to_string()))?;
        Ok((play, after))
    }

    /// Returns the squares of the turn `text` on the board at `place`: the path of a move, or the
    /// boards played on.
    fn path_on(&self, place: &str, text: &str) -> Vec<Coord> {
        let Ok(turn) = Play::parse(self.mega.level(), text) else {
            return Vec::new();
        };
        let names = place.split('/').filter(|name| !name.is_empty());
        names
            .map(Square::parse)
            .try_fold(&turn, |turn, square| turn.on(square?))
            .map_or_else(Vec::new, Play::path)
    }

    /// Parses the draft `text` of a turn on `board`, the last of `history`.
    fn read_draft(
        &self,
        board: &Board,
        history: &GameHistory,
        text: &str,
    ) -> Result<Play, TurnError> {
        let draft = Play::parse(self.mega.level(), text)?;
        if let Some(outcome) = self.outcome_of(board, history) {
            let reason = format!("the game is over: {outcome}");
            return Err(TurnError::illegal(text, reason));
        }
        let turn = board.complete(&draft, &[]);
        turn.map_err(|reason| TurnError::illegal(text, reason.to_string()))?;
        Ok(draft)
    }

    /// Returns the outcome if the game has ended, `board` being the last of `history`.
    fn outcome_of(&self, board: &Board, history: &GameHistory) -> Option<Outcome> {
        let position = Position::new(board.clone());
        adjudicate(&position, history, self.mega.profile())
    }
}

impl Session for PlannedGame {
    fn entry(&self) -> &'static Entry {
        self.entry
    }

    fn reset(&mut self) {
        self.begin_at(self.mega.start().board().clone());
    }

    fn set_position(&mut self, text: &str) -> Result<(), PositionError> {
        let board = Board::parse(self.mega.level(), text)?;
        self.begin_at(board);
        Ok(())
    }

    fn position(&self) -> String {
        self.board.text()
    }

    fn key(&self) -> Key {
        self.board.key()
    }

    fn origin(&self) -> String {
        origin(&self.played, &self.board).text()
    }

    fn scene(&self, place: &str) -> Result<Scene, PositionError> {
        let mut scene = self.board.scene_at(place)?;
        if let Some(last) = self.played.last() {
            let path = self.path_on(place, &last.text);
            scene.mark(MarkKind::LastTurn, path, Some(last.before.turn()));
        }
        if self.outcome().is_some() {
            scene.finish();
        }
        Ok(scene)
    }

    fn turn(&self) -> Color {
        self.board.turn()
    }

    fn turns(&self) -> Vec<&str> {
        texts(&self.played)
    }

    fn is_check(&self) -> bool {
        self.board.is_check()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome_of(&self.board, &self.history)
    }

    fn listed_turns(&self) -> Option<&dyn ListedTurns> {
        None
    }

    fn survey(&self) -> Option<Survey> {
        Some(if self.outcome().is_some() {
            Survey::of_finished_game()
        } else {
            Survey::new(&self.board)
        })
    }

    fn perft_text(&self, depth: u32, stop: &StopToken) -> Option<String> {
        perft(&self.board, depth, stop).map(|count| count.to_string())
    }

    fn play(&mut self, text: &str) -> Result<String, TurnError> {
        let (play, after) = self.make(&self.board, &self.history, text)?;
        let text = play.to_string();
        self.history.push(after.key());
        let before = std::mem::replace(&mut self.board, after);
        self.played.push(PlayedTurn::new(before, &text));
        Ok(text)
    }

    fn undo(&mut self) -> Option<String> {
        let last = self.played.pop()?;
        self.board.clone_from(&last.before);
        self.history.pop();
        Some(last.text.clone())
    }

    fn read_turn(&self, text: &str) -> Result<String, TurnError> {
        let (play, _) = self.make(&self.board, &self.history, text)?;
        Ok(play.to_string())
    }

    fn prompt(&self, taps: &[Tap]) -> Result<Prompt, PromptError> {
        match self.outcome() {
            None => prompt::boards::prompt(&self.board, &self.small_boards, taps),
            Some(outcome) => prompt::finished::of_finished_game(outcome, taps, self.board.scene()),
        }
    }

    fn evaluation(&self) -> Evaluation {
        let position = Position::new(self.board.clone());
        let mut evaluator = self.mega.evaluator();
        Evaluation {
            terms: evaluator.terms(&position),
            total: evaluator.evaluate(&position, 0),
        }
    }

    fn piece_values(&self) -> Vec<PieceValue> {
        Vec::new()
    }

    fn configure(&mut self, settings: Settings) {
        self.settings = settings;
        if let Ok(mut planner) = self.planner.try_lock()
            && let Some(planner) = planner.as_mut()
        {
            planner.configure(settings);
        }
    }

    fn set_weights(&mut self, _: &str) -> Result<(), WeightsError> {
        Err(WeightsError::None)
    }

    fn set_network(&mut self, _: Option<&[u8]>) -> Result<(), WeightsError> {
        Err(WeightsError::NoNetwork)
    }

    fn set_params(&mut self, text: &str) -> Result<(), ParamsError> {
        let params = PlanningParams::read(text)?;
        self.params = Some(params);
        if let Some(planner) = lock(&self.planner).as_mut() {
            planner.set_params(params);
        }
        Ok(())
    }

    fn prepare(&self) {
        if let Ok(mut planner) = self.planner.try_lock() {
            if planner.is_none() {
                prepare_threads();
            }
            let planner = planner.get_or_insert_with(|| Planner::new(self.settings));
            planner.configure(self.settings);
            planner.prepare();
        }
    }

    fn clear(&mut self) {
        match self.planner.try_lock() {
            Ok(mut planner) => {
                if let Some(planner) = planner.as_mut() {
                    planner.clear();
                }
            }
            Err(_) => *lock(&self.clear) = true,
        }
    }

    fn assume(&mut self, score: Score, _: u32) {
        log::info!("{score} is not assumed: turns are planned");
    }

    fn start_search(
        &self,
        request: &SearchRequest,
        listener: Box<dyn FnMut(SearchEvent) + Send>,
    ) -> Result<RunningSearch, SearchError> {
        let (request, listener) = weakened(self.entry, request, listener, || BOARDS_OF_A_TURN);
        let requested_at = request.requested_at.unwrap_or_else(Instant::now);
        let mut board = self.board.clone();
        let mut history = self.history.clone();
        for text in &request.after {
            board = self.make(&board, &history, text)?.1;
            history.push(board.key());
        }
        let read = |texts: &[String]| -> Result<Vec<Play>, TurnError> {
            let plays = texts.iter().map(|text| self.make(&board, &history, text));
            plays.map(|read| read.map(|(play, _)| play)).collect()
        };
        let read_draft = |text: &String| self.read_draft(&board, &history, text);
        let job = PlanJob {
            draft: request.draft.as_ref().map(read_draft).transpose()?,
            only: request.only.as_deref().map(read).transpose()?,
            except: read(&request.except)?,
            is_over: self.outcome_of(&board, &history).is_some(),
            history,
            limits: request.limits.clone(),
            multi_pv: request.multi_pv.max(1),
            board,
            settings: self.settings,
            params: self.params,
            clear: Arc::clone(&self.clear),
            planner: Arc::clone(&self.planner),
            reports: Arc::new(Mutex::new(Reports::new(listener))),
            place: self.order.next_place(),
            requested_at,
        };
        job.start()
    }

    fn fork(&self) -> Box<dyn Session> {
        Box::new(PlannedGame {
            entry: self.entry,
            mega: self.mega,
            played: self.played.clone(),
            board: self.board.clone(),
            history: self.history.clone(),
            settings: self.settings,
            small_boards: SmallBoards::default(),
            params: self.params,
            clear: Arc::default(),
            planner: Arc::default(),
            order: SearchOrder::default(),
        })
    }
}
