//! Searches: starting them and handling their results.

use std::time::{Duration, Instant};

use jabberwock_game::Score;
use jabberwock_planner::PlanReport;
use jabberwock_search::{Bound, Limits, SearchInfo, SearchResult};

use super::{ActiveSearch, Effect, Mode, Purpose, State, xboard::DENIED};
use crate::{
    cecp::{clock::can_continue, reply::Reply},
    session::{SearchEvent, SearchRequest},
};

/// Search time for a hint.
const HINT_TIME: Duration = Duration::from_millis(300);

/// A score in centipawns at which the game is lost.
const LOST: Score = Score(-1000);

/// The number of consecutive turns with a lost score after which the engine resigns, if allowed.
const RESIGN_TURNS: u32 = 3;

impl State {
    /// Handles an event of the search with this number; events of earlier searches are ignored.
    pub(in crate::cecp) fn on_event(&mut self, number: u64, event: SearchEvent) -> Vec<Effect> {
        let current = self.search.as_ref();
        if current.is_some_and(|search| search.number == number) {
            match event {
                SearchEvent::Info(info) => self.on_info(info),
                SearchEvent::RootStep(_) => {}
                SearchEvent::Plan(plan) => self.on_plan(plan),
                SearchEvent::Result(result) => self.on_result(result),
            }
            self.answer_pings();
        }
        std::mem::take(&mut self.effects)
    }

    /// Whether the engine is searching for its turn.
    pub(super) fn is_searching_own_turn(&self) -> bool {
        let search = self.search.as_ref();
        search.is_some_and(|search| search.purpose == Purpose::Move)
    }

    /// Stops any running search; its result is not used.
    pub(super) fn abandon_search(&mut self) {
        if self.search.take().is_some() {
            self.effects.push(Effect::AbandonSearch);
        }
    }

    /// Starts the search that the mode requires in this position: for a turn, pondering or
    /// analysis.
    pub(super) fn start_mode_search(&mut self) {
        match self.mode {
            Mode::Force => {}
            Mode::Analyze => self.restart_analysis(),
            Mode::Play(_) if self.session.outcome().is_some() => {}
            Mode::Play(color) if color == self.session.turn() => {
                let request = SearchRequest {
                    limits: self.limits(0),
                    except: self.selection.except().to_vec(),
                    only: self.selection.only().map(<[String]>::to_vec),
                    ..SearchRequest::default()
                };
                self.start_search(Purpose::Move, request);
            }
            Mode::Play(_) => self.ponder(),
        }
    }

    /// Returns the limits of a search that begins `later` turns from now.
    fn limits(&self, later: usize) -> Limits {
        let turns = self.session.turns().len() + later;
        self.clock.limits(turns, self.options.settings.threads)
    }

    /// Starts a search; while paused, `resume` does. Without a valid position there is none.
    pub(super) fn start_search(&mut self, purpose: Purpose, mut request: SearchRequest) {
        if self.is_position_refused {
            return;
        }
        if let Some(is_search_due) = &mut self.paused {
            *is_search_due = true;
            return;
        }
        request.multi_pv = match purpose {
            Purpose::Analyze | Purpose::Move => self.options.multi_pv,
            Purpose::Ponder { .. } | Purpose::Hint => 1,
        };
        request.strength = match purpose {
            Purpose::Move | Purpose::Ponder { .. } => self.options.strength(),
            Purpose::Analyze | Purpose::Hint => None,
        };
        if let Some(clock) = &mut request.limits.clock {
            clock.lag = self.clock.take_lag();
        }
        self.last_search += 1;
        self.search = Some(ActiveSearch {
            number: self.last_search,
            purpose,
            started: Instant::now(),
            nodes_before: 0,
            limits: request.limits.clone(),
            latest: None,
            kept_line: None,
            is_line_shown: false,
        });
        self.effects
            .push(Effect::StartSearch(self.last_search, request));
    }

    /// Ponders on the expected reply, if pondering is allowed and there is one.
    fn ponder(&mut self) {
        if !self.pondering || self.search.is_some() {
            return;
        }
        if let Some(reply) = self.expected.clone() {
            let mut limits = self.limits(1);
            limits.ponder = true;
            let request = SearchRequest {
                limits,
                after: vec![reply.clone()],
                ..SearchRequest::default()
            };
            let result = None;
            self.start_search(Purpose::Ponder { reply, result }, request);
        }
    }

    /// Converts pondering to the search for the engine's turn after the expected reply was played.
    pub(super) fn ponder_hit(&mut self) {
        let Some(mut search) = self.search.take() else {
            return;
        };
        self.on_new_position();
        let limits = self.limits(0);
        let is_over = self.session.outcome().is_some();
        if is_over || !can_continue(&search.limits, &limits) {
            self.effects.push(Effect::AbandonSearch);
            self.claim_outcome();
            self.start_mode_search();
            return;
        }
        search.started = Instant::now();
        search.limits = limits;
        let result = match std::mem::replace(&mut search.purpose, Purpose::Move) {
            Purpose::Ponder { result, .. } => result,
            _ => None,
        };
        search.nodes_before = match &result {
            Some(result) => result.nodes,
            None => search.nodes_known(),
        };
        if result.as_ref().is_some_and(|result| result.best.is_none()) {
            // Pondering missed.
            self.start_mode_search();
            return;
        }
        self.search = Some(search);
        match result {
            Some(result) => self.make_turn(result),
            None => self.effects.push(Effect::PonderHit),
        }
    }

    /// Handles `hard` and `easy`.
    pub(super) fn set_pondering(&mut self, allowed: bool) {
        self.pondering = allowed;
        let search = self.search.as_ref();
        let is_pondering =
            search.is_some_and(|search| matches!(search.purpose, Purpose::Ponder { .. }));
        if !allowed && is_pondering {
            self.abandon_search();
        } else if allowed && self.is_opponents_turn() {
            self.ponder();
        }
    }

    /// Whether the opponent is to move in a game that the engine plays.
    fn is_opponents_turn(&self) -> bool {
        matches!(self.mode, Mode::Play(color) if color != self.session.turn())
            && self.session.outcome().is_none()
    }

    /// Handles `?`.
    pub(super) fn move_now(&mut self) {
        if self.is_searching_own_turn() {
            self.effects.push(Effect::StopSearch);
        }
    }

    /// Handles `hint`.
    pub(super) fn hint(&mut self) {
        let analyzed = match &self.search {
            Some(ActiveSearch {
                purpose: Purpose::Analyze,
                latest: Some(latest),
                ..
            }) => latest.pv.first().cloned(),
            _ => None,
        };
        if let Some(turn) = analyzed.or_else(|| self.expected.clone()) {
            self.print_hint(turn);
        } else if self.search.is_none() && self.session.outcome().is_none() {
            let request = SearchRequest {
                limits: Limits {
                    move_time: Some(HINT_TIME),
                    ..Limits::default()
                },
                ..SearchRequest::default()
            };
            self.start_search(Purpose::Hint, request);
        }
    }

    /// Handles `pause`.
    pub(super) fn pause(&mut self) {
        if self.paused.is_some() {
            return;
        }
        if self.is_searching_own_turn()
            && let Some(search) = &self.search
        {
            let nodes = search.nodes_known().saturating_sub(search.nodes_before);
            self.clock.use_up(search.started.elapsed(), nodes);
        }
        self.paused = Some(self.search.is_some());
        self.abandon_search();
    }

    /// Handles `resume`.
    pub(super) fn resume(&mut self) {
        if self.paused.take() == Some(true) {
            self.start_mode_search();
        }
    }

    fn on_info(&mut self, info: SearchInfo<String>) {
        let Some(search) = &mut self.search else {
            return;
        };
        if info.multi_pv == 1 {
            search.latest = Some(info.clone());
        }
        let is_best = info.multi_pv == 1;
        if is_best && info.line_count > 1 {
            search.kept_line = Some(info);
        } else if is_best {
            self.show_line(info);
        } else if info.bound == Bound::Exact {
            let is_last = info.multi_pv == info.line_count;
            let best = search.kept_line.take_if(|_| is_last);
            self.show_line(info);
            if let Some(best) = best {
                self.show_line(best);
            }
        }
    }

    /// Shows a line of the running search, if lines are shown.
    fn show_line(&mut self, info: SearchInfo<String>) {
        let Some(search) = &mut self.search else {
            return;
        };
        let after = match &search.purpose {
            Purpose::Ponder { reply, .. } => Some(reply.clone()),
            Purpose::Move | Purpose::Analyze => None,
            Purpose::Hint => return,
        };
        search.is_line_shown = after.is_none();
        if self.posting {
            self.print(Reply::Info { info, after });
        }
    }

    fn on_plan(&mut self, plan: PlanReport) {
        let search = self.search.as_ref();
        let is_shown =
            search.is_some_and(|search| matches!(search.purpose, Purpose::Move | Purpose::Analyze));
        if self.posting && is_shown {
            self.print(Reply::Plan(plan));
        }
    }

    fn on_result(&mut self, result: SearchResult<String>) {
        if let Some(failure) = &result.failure {
            self.report_failure(failure);
        }
        let Some(search) = &mut self.search else {
            return;
        };
        match &mut search.purpose {
            Purpose::Move => self.make_turn(result),
            Purpose::Ponder { result: kept, .. } => *kept = Some(result),
            // The latest info remains the answer to `.` and `hint`.
            Purpose::Analyze => {}
            Purpose::Hint => {
                self.search = None;
                if let Some(turn) = result.best {
                    self.print_hint(turn);
                }
            }
        }
    }

    /// Reports the failure of the running search in reply to the command that started it.
    fn report_failure(&mut self, failure: &str) {
        log::error!("the search failed: {failure}");
        let Some(search) = &self.search else {
            return;
        };
        let line = match search.purpose {
            Purpose::Move => "go",
            Purpose::Ponder { .. } => "hard",
            Purpose::Analyze => "analyze",
            Purpose::Hint => "hint",
        };
        self.print(Reply::Error {
            reason: format!("the search failed: {failure}"),
            line: line.to_owned(),
        });
    }

    /// Shows the line of the turn to be made, unless one was shown in this turn: otherwise a turn
    /// made immediately after a ponder hit would have no score in a client's record.
    fn show_result(&mut self, result: &SearchResult<String>) {
        let Some(search) = &mut self.search else {
            return;
        };
        if search.is_line_shown || result.depth == 0 {
            return;
        }
        let latest = search.latest.take();
        let is_result = |info: &SearchInfo<String>| {
            info.pv.first() == result.best.as_ref() && info.bound == Bound::Exact
        };
        let info = latest.filter(is_result).unwrap_or_else(|| SearchInfo {
            depth: result.depth,
            seldepth: result.depth,
            multi_pv: 1,
            line_count: 1,
            score: result.score,
            nodes: result.nodes,
            elapsed: result.elapsed,
            pv: result.best.iter().chain(&result.ponder).cloned().collect(),
            ..SearchInfo::default()
        });
        self.show_line(info);
    }

    /// Makes the turn that a search has found.
    fn make_turn(&mut self, result: SearchResult<String>) {
        self.show_result(&result);
        if let Some(search) = self.search.take() {
            let nodes = result.nodes.saturating_sub(search.nodes_before);
            self.clock.use_up(search.started.elapsed(), nodes);
        }
        self.clock.end_turn(self.session.turns().len());
        let Some(turn) = result.best else {
            self.mode = Mode::Force;
            if result.failure.is_none() {
                self.report_no_turn("no turn to choose from");
            }
            return;
        };
        if self.should_resign(result.score) {
            self.mode = Mode::Force;
            self.print(Reply::Resign);
            self.record_resignation();
            return;
        }
        let (announcement, refused) = self.announcement(&turn);
        if let Err(error) = self.session.play(&turn) {
            self.mode = Mode::Force;
            self.report_no_turn(&error.to_string());
            return;
        }
        self.after_turn();
        for reply in announcement {
            self.print(reply);
        }
        if self.session.outcome().is_some() {
            self.take_plies_back(refused, DENIED);
        }
        self.highlight_floor();
        self.last_score = Some(result.score);
        self.on_new_position();
        self.expected = result.ponder;
        self.claim_outcome();
        self.restart_if_long();
        if self.is_opponents_turn() {
            self.ponder();
        }
    }

    /// Reports that there is no turn to make although the game is not over.
    fn report_no_turn(&mut self, reason: &str) {
        self.print(Reply::Error {
            reason: reason.to_owned(),
            line: "go".to_owned(),
        });
    }

    /// Counts consecutive lost scores, the latest being `score`; returns whether the engine should
    /// resign.
    fn should_resign(&mut self, score: Score) -> bool {
        self.lost_turns = if score <= LOST {
            self.lost_turns + 1
        } else {
            0
        };
        self.options.resign && self.lost_turns >= RESIGN_TURNS
    }
}
