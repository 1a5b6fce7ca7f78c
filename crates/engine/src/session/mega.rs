//! A game of Mega-Chess or Recursive-Chess in progress. Its turns are planned instead of searched,
//! and counted instead of listed.

mod survey;
mod think;

use std::sync::{Arc, Mutex};

use jabberwock_game::{
    Color, Evaluate as _, Evaluator as _, GameHistory, Outcome, PositionError, Reason, Score,
    TurnError, WeightsError,
};
use jabberwock_planner::Planner;
use jabberwock_search::{Params, Settings};
use jabberwock_variants::{
    Entry,
    mega::{Board, Game, Mega, Play, Position},
};

use super::{
    Evaluation, Session, Survey,
    request::{SearchEvent, SearchRequest},
    running_search::{RunningSearch, lock},
};
use think::Task;

/// Occurrences of a position that draw the outermost game (G19).
const REPETITIONS: u32 = 3;

/// A game of some level in progress.
#[derive(Debug)]
pub(crate) struct MegaGame {
    entry: &'static Entry,
    level: u8,
    /// The position before each turn made, and the turn's text.
    played: Vec<(Board, String)>,
    board: Board,
    history: GameHistory,
    settings: Settings,
    /// Parameters of the chess search, where they are not its own.
    params: Option<Params>,
    /// The planner's memory is to be emptied before it plans again.
    forget: Arc<Mutex<bool>>,
    planner: Arc<Mutex<Planner>>,
}

impl MegaGame {
    /// A new game with an idle planner.
    pub(crate) fn new(entry: &'static Entry, level: u8) -> MegaGame {
        let board = start(level);
        let settings = Settings::default();
        MegaGame {
            entry,
            level,
            played: Vec::new(),
            history: GameHistory::new(board.key()),
            board,
            settings,
            params: None,
            forget: Arc::default(),
            planner: Arc::new(Mutex::new(Planner::new(settings))),
        }
    }

    fn begin_at(&mut self, board: Board) {
        self.played.clear();
        self.history = GameHistory::new(board.key());
        self.board = board;
    }

    /// The turn `text` and the position after it.
    fn make(
        &self,
        board: &Board,
        history: &GameHistory,
        text: &str,
    ) -> Result<(Play, Board), TurnError> {
        let play = Play::parse(self.level, text)?;
        if let Some(outcome) = outcome(board, history) {
            let reason = format!("the game is over: {outcome}");
            return Err(TurnError::illegal(text, reason));
        }
        let after = board.after(&play);
        let after = after.map_err(|reason| TurnError::illegal(text, reason.to_string()))?;
        Ok((play, after))
    }
}

/// The start of a game of `level`.
fn start(level: u8) -> Board {
    match Game::start(level) {
        Game::Large(board) => Board::clone(&board),
        Game::Small(_) => unreachable!("chess is no mega-game"),
    }
}

/// How the game stands, `board` being the last of `history`. Positions may come again over board turns
/// too, so no turn is irreversible.
fn outcome(board: &Board, history: &GameHistory) -> Option<Outcome> {
    let count = || history.earlier_occurrences(u32::MAX) + 1;
    match board.outcome() {
        Some(end) if end.winner.is_some() => Some(end),
        end => (count() >= REPETITIONS)
            .then_some(Outcome::draw(Reason::REPETITION))
            .or(end),
    }
}

impl Session for MegaGame {
    fn entry(&self) -> &'static Entry {
        self.entry
    }

    fn reset(&mut self) {
        self.begin_at(start(self.level));
    }

    fn set_position(&mut self, text: &str) -> Result<(), PositionError> {
        let board = Board::parse(self.level, text)?;
        self.begin_at(board);
        Ok(())
    }

    fn position(&self) -> String {
        self.board.text()
    }

    fn origin(&self) -> String {
        let origin = self.played.first().map_or(&self.board, |(board, _)| board);
        origin.text()
    }

    fn drawing(&self) -> String {
        survey::draw(&self.board)
    }

    fn drawing_of(&self, path: &str) -> Result<String, PositionError> {
        survey::draw_inner(&self.board, path)
    }

    fn turn(&self) -> Color {
        self.board.turn()
    }

    fn turns(&self) -> Vec<&str> {
        let texts = self.played.iter().map(|(_, text)| text.as_str());
        texts.collect()
    }

    fn is_check(&self) -> bool {
        self.board.is_check()
    }

    fn outcome(&self) -> Option<Outcome> {
        outcome(&self.board, &self.history)
    }

    fn is_listable(&self) -> bool {
        false
    }

    fn survey(&self) -> Option<Survey> {
        Some(if self.outcome().is_some() {
            Survey {
                count: Some("0".to_owned()),
                ..Survey::default()
            }
        } else {
            survey::survey(&self.board)
        })
    }

    fn play(&mut self, text: &str) -> Result<String, TurnError> {
        let (play, after) = self.make(&self.board, &self.history, text)?;
        let text = play.to_string();
        self.history.push(after.key());
        let before = std::mem::replace(&mut self.board, after);
        self.played.push((before, text.clone()));
        Ok(text)
    }

    fn undo(&mut self) -> Option<String> {
        let (board, text) = self.played.pop()?;
        self.board = board;
        self.history.pop();
        Some(text)
    }

    fn read_turn(&self, text: &str) -> Result<String, TurnError> {
        let (play, _) = self.make(&self.board, &self.history, text)?;
        Ok(play.to_string())
    }

    fn legal_turns(&self) -> Vec<String> {
        Vec::new()
    }

    fn successors(&self) -> Vec<(String, String)> {
        Vec::new()
    }

    fn perft(&self, depth: u32, _: bool) -> u64 {
        let count = survey::perft(&self.board, depth);
        count.map_or(u64::MAX, |count| count.try_into().unwrap_or(u64::MAX))
    }

    fn perft_text(&self, depth: u32) -> Option<String> {
        survey::perft(&self.board, depth).map(|count| count.to_string())
    }

    fn divide(&self, _: u32) -> Vec<(String, u64)> {
        Vec::new()
    }

    fn evaluation(&self) -> Evaluation {
        let position = Position::new(self.board.clone());
        let mut evaluator = Mega::of_level(self.level).evaluator();
        Evaluation {
            terms: evaluator.terms(&position),
            total: evaluator.evaluate(&position),
        }
    }

    fn configure(&mut self, settings: Settings) {
        self.settings = settings;
        if let Ok(mut planner) = self.planner.try_lock() {
            planner.configure(settings);
        }
    }

    fn set_weights(&mut self, _: &str) -> Result<(), WeightsError> {
        Err(WeightsError::None)
    }

    fn set_params(&mut self, params: Params) {
        self.params = Some(params);
        lock(&self.planner).set_params(params);
    }

    fn clear(&mut self) {
        if let Ok(mut planner) = self.planner.try_lock() {
            planner.clear();
        } else {
            *lock(&self.forget) = true;
        }
    }

    fn assume(&mut self, score: Score, _: u32) {
        log::info!("{score} is not assumed: turns are planned");
    }

    fn start_search(
        &self,
        request: &SearchRequest,
        listener: Box<dyn FnMut(SearchEvent) + Send>,
    ) -> Result<RunningSearch, TurnError> {
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
        Ok(think::start(Task {
            only: request.only.as_deref().map(read).transpose()?,
            except: read(&request.except)?,
            is_over: outcome(&board, &history).is_some(),
            history,
            limits: request.limits.clone(),
            multi_pv: request.multi_pv.max(1),
            board,
            settings: self.settings,
            forget: Arc::clone(&self.forget),
            planner: Arc::clone(&self.planner),
            listener,
        }))
    }

    fn fork(&self) -> Box<dyn Session> {
        let mut planner = Planner::new(Settings {
            hash_mib: 1,
            ..self.settings
        });
        if let Some(params) = self.params {
            planner.set_params(params);
        }
        Box::new(MegaGame {
            entry: self.entry,
            level: self.level,
            played: self.played.clone(),
            board: self.board.clone(),
            history: self.history.clone(),
            settings: self.settings,
            params: self.params,
            forget: Arc::default(),
            planner: Arc::new(Mutex::new(planner)),
        })
    }
}
