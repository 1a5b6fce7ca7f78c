//! Searches: when they begin, what becomes of them.

use std::time::{Duration, Instant};

use jabberwock_game::Score;
use jabberwock_planner::PlanReport;
use jabberwock_search::Limits;

use super::{Activity, Effect, Mode, Purpose, State};
use crate::{
    SearchInfo, SearchRequest, SearchResult,
    cecp::{clock::still_fits, reply::Reply},
};

/// How long a turn is looked for that is only to be suggested.
const HINT_TIME: Duration = Duration::from_millis(300);

/// A score at which all seems lost, in centipawns.
const LOST: Score = Score(-1000);

/// The engine resigns after this many lost turns in a row, if it may.
const PATIENCE: u32 = 3;

impl State {
    /// Whether the engine owes a move.
    pub(super) fn is_moving(&self) -> bool {
        let activity = self.activity.as_ref();
        activity.is_some_and(|activity| activity.purpose == Purpose::Move)
    }

    /// Ends whatever search is under way, unheard.
    pub(super) fn abandon(&mut self) {
        if self.activity.take().is_some() {
            self.effects.push(Effect::Abandon);
        }
    }

    /// Does what the mode asks for in this position: think, ponder or analyze.
    pub(super) fn proceed(&mut self) {
        match self.mode {
            Mode::Force => {}
            Mode::Analyze => self.analyze_afresh(),
            Mode::Play(_) if self.session.outcome().is_some() => {}
            Mode::Play(color) if color == self.session.turn() => {
                let request = SearchRequest {
                    limits: self.limits(0),
                    except: self.selection.except().to_vec(),
                    only: self.selection.only().map(<[String]>::to_vec),
                    ..SearchRequest::default()
                };
                self.think(Purpose::Move, request);
            }
            Mode::Play(_) => self.ponder(),
        }
    }

    /// The limits of a search that begins `later` turns from now.
    fn limits(&self, later: usize) -> Limits {
        let turns = self.session.turns().len() + later;
        self.clock.limits(turns, self.options.settings.threads)
    }

    /// Starts a search, or has it wait for `resume`.
    pub(super) fn think(&mut self, purpose: Purpose, mut request: SearchRequest) {
        if let Some(suspended) = &mut self.paused {
            *suspended = true;
            return;
        }
        request.multi_pv = match purpose {
            Purpose::Analyze | Purpose::Move => self.options.multi_pv,
            Purpose::Ponder { .. } | Purpose::Hint => 1,
        };
        self.searches += 1;
        self.activity = Some(Activity {
            number: self.searches,
            purpose,
            started: Instant::now(),
            limits: request.limits.clone(),
            latest: None,
        });
        self.effects.push(Effect::Think(self.searches, request));
    }

    /// Thinks about the reply expected, if the engine may and expects one.
    fn ponder(&mut self) {
        if !self.pondering || self.activity.is_some() {
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
            self.think(Purpose::Ponder { reply, found: None }, request);
        }
    }

    /// The reply expected was played: what was thought about it is the engine's thinking now.
    pub(super) fn ponder_hit(&mut self) {
        let Some(mut activity) = self.activity.take() else {
            return;
        };
        self.arrive();
        let limits = self.limits(0);
        let over = self.session.outcome().is_some();
        if over || !still_fits(&activity.limits, &limits) {
            self.effects.push(Effect::Abandon);
            self.claim();
            self.proceed();
            return;
        }
        activity.started = Instant::now();
        activity.limits = limits;
        let found = match std::mem::replace(&mut activity.purpose, Purpose::Move) {
            Purpose::Ponder { found, .. } => found,
            _ => None,
        };
        self.activity = Some(activity);
        match found {
            Some(result) => self.make_move(result),
            None => self.effects.push(Effect::PonderHit),
        }
    }

    /// `hard` and `easy`.
    pub(super) fn allow_pondering(&mut self, allowed: bool) {
        self.pondering = allowed;
        let activity = self.activity.as_ref();
        let is_pondering =
            activity.is_some_and(|activity| matches!(activity.purpose, Purpose::Ponder { .. }));
        if !allowed && is_pondering {
            self.abandon();
        } else if allowed && self.is_waiting() {
            self.ponder();
        }
    }

    /// Whether the opponent is to move in a game that the engine plays.
    fn is_waiting(&self) -> bool {
        matches!(self.mode, Mode::Play(color) if color != self.session.turn())
            && self.session.outcome().is_none()
    }

    /// `?`
    pub(super) fn move_now(&mut self) {
        if self.is_moving() {
            self.effects.push(Effect::Finish);
        }
    }

    /// `hint`
    pub(super) fn hint(&mut self) {
        let analyzed = match &self.activity {
            Some(Activity {
                purpose: Purpose::Analyze,
                latest: Some(latest),
                ..
            }) => latest.pv.first().cloned(),
            _ => None,
        };
        if let Some(turn) = analyzed.or_else(|| self.expected.clone()) {
            self.say(Reply::Hint(turn));
        } else if self.activity.is_none() && self.session.outcome().is_none() {
            let request = SearchRequest {
                limits: Limits {
                    move_time: Some(HINT_TIME),
                    ..Limits::default()
                },
                ..SearchRequest::default()
            };
            self.think(Purpose::Hint, request);
        }
    }

    /// `pause`
    pub(super) fn pause(&mut self) {
        if self.paused.is_some() {
            return;
        }
        if self.is_moving()
            && let Some(activity) = &self.activity
        {
            let nodes = activity.latest.as_ref().map_or(0, |latest| latest.nodes);
            self.clock.use_up(activity.started.elapsed(), nodes);
        }
        self.paused = Some(self.activity.is_some());
        self.abandon();
    }

    /// `resume`
    pub(super) fn resume(&mut self) {
        if self.paused.take() == Some(true) {
            self.proceed();
        }
    }

    /// A line was found.
    pub(super) fn show(&mut self, analysis: SearchInfo<String>) {
        let Some(activity) = &mut self.activity else {
            return;
        };
        if analysis.multi_pv == 1 {
            activity.latest = Some(analysis.clone());
        }
        let after = match &activity.purpose {
            Purpose::Ponder { reply, .. } => Some(reply.clone()),
            Purpose::Hint => return,
            Purpose::Move | Purpose::Analyze => None,
        };
        if self.posting {
            self.say(Reply::Info { analysis, after });
        }
    }

    /// A turn was planned.
    pub(super) fn explain(&mut self, plan: PlanReport) {
        let wanted = self
            .activity
            .as_ref()
            .is_some_and(|activity| matches!(activity.purpose, Purpose::Move | Purpose::Analyze));
        if self.posting && wanted {
            self.say(Reply::Plan(plan));
        }
    }

    /// The search is over.
    pub(super) fn conclude(&mut self, result: SearchResult<String>) {
        if let Some(failure) = &result.failure {
            log::error!("the search failed: {failure}");
        }
        let Some(activity) = &mut self.activity else {
            return;
        };
        match &mut activity.purpose {
            Purpose::Move => self.make_move(result),
            Purpose::Ponder { found, .. } => *found = Some(result),
            // What was found goes on being the answer to `.` and `hint`.
            Purpose::Analyze => {}
            Purpose::Hint => {
                self.activity = None;
                if let Some(turn) = result.best {
                    self.say(Reply::Hint(turn));
                }
            }
        }
    }

    /// Makes the turn found.
    fn make_move(&mut self, result: SearchResult<String>) {
        if let Some(activity) = self.activity.take() {
            self.clock.use_up(activity.started.elapsed(), result.nodes);
        }
        self.clock.press(self.session.turns().len());
        let Some(turn) = result.best else {
            self.give_up("no turn to choose from");
            return;
        };
        if self.resigns(result.score) {
            self.mode = Mode::Force;
            self.say(Reply::Resign);
            return;
        }
        if let Err(error) = self.session.play(&turn) {
            self.give_up(&error.to_string());
            return;
        }
        self.say(Reply::Move(turn));
        self.verdict = Some(result.score);
        self.arrive();
        self.expected = result.ponder;
        self.claim();
        if self.is_waiting() {
            self.ponder();
        }
    }

    /// There is no move to make although the game is not over.
    fn give_up(&mut self, reason: &str) {
        self.mode = Mode::Force;
        self.say(Reply::Error {
            reason: reason.to_owned(),
            line: "go".to_owned(),
        });
    }

    /// Takes note of the score of a turn to be made; whether it is time to resign instead.
    fn resigns(&mut self, score: Score) -> bool {
        self.hopeless = if score <= LOST { self.hopeless + 1 } else { 0 };
        self.options.resign && self.hopeless >= PATIENCE
    }
}
