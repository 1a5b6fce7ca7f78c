//! The search of a table: one at a time, for analysis, for a program's turn or to complete a draft.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    thread,
    time::{Duration, Instant},
};

use jabberwock_arena::player::{Answer, Player, PlayerError, TurnRequest};
use jabberwock_engine::{SearchError, SearchEvent, SearchRequest, SearchResult, Session};
use jabberwock_game::{ByColor, Color};
use jabberwock_search::{Limits, StopToken};

use super::{
    Table,
    findings::Findings,
    running::{Handle, TableSearch},
    seat::{Occupant, open},
    target::Target,
};
use crate::{
    mailbox::{Message, SearchNumber},
    message::{Event, Score},
};

/// The maximum time for a player's answer.
const ANSWER_TIMEOUT: Duration = Duration::from_hours(24);

impl Table {
    /// Returns the target of the search that should be running.
    fn target(&self) -> Option<Target> {
        if !self.is_attended {
            return None;
        }
        if self.is_programs_turn() {
            return Some(Target::Turn { at: self.at });
        }
        if self.fill.is_some() {
            return Some(Target::Fill);
        }
        let wanted = self.analysis.as_ref()?;
        let at = wanted.at.unwrap_or(self.at);
        let node = self.tree.get(at)?;
        node.outcome.is_none().then(|| Target::Analysis {
            at,
            place: wanted.place.clone(),
            lines: wanted.lines,
        })
    }

    /// Starts the search that should be running, and stops any other.
    pub(crate) fn settle(&mut self, now: Instant) {
        let target = self.target();
        let current = self.search.as_ref().map(TableSearch::target);
        if current == target.as_ref() {
            return;
        }
        self.search = None;
        let Some(target) = target else {
            return;
        };
        self.searches += 1;
        let started = match &target {
            Target::Analysis { at, place, lines } => self.start_analysis(*at, place, *lines),
            Target::Turn { .. } => self.start_turn(now),
            Target::Fill => self.start_fill(),
        };
        match started {
            Ok((handle, color)) => {
                self.search = Some(TableSearch {
                    number: self.searches,
                    findings: Findings::default(),
                    target,
                    handle,
                    color,
                });
            }
            Err(reason) => self.give_up(&target, &reason, now),
        }
    }

    /// Handles a failure to search for `target`.
    fn give_up(&mut self, target: &Target, reason: &str, now: Instant) {
        match target {
            Target::Analysis { .. } => {
                self.analysis = None;
                self.events.push(Event::Analysing { lines: None });
                let text = format!("no analysis: {reason}");
                self.events.push(Event::Failure { text });
            }
            Target::Turn { .. } => self.program_failure(reason, now),
            Target::Fill => self.refuse_fill(reason),
        }
    }

    /// Starts the search of `session` for `request`; its events come as messages.
    fn start(
        &self,
        session: &dyn Session,
        request: &SearchRequest,
    ) -> Result<(Handle, Color), String> {
        let number = self.search_number();
        let mailbox = self.mailbox.clone();
        let listener = move |event| mailbox.send_waiting(Message::Search(number, event));
        let search = session.start_search(request, Box::new(listener));
        let search = search.map_err(|error: SearchError| error.to_string())?;
        Ok((Handle::Search(search), session.turn()))
    }

    fn search_number(&self) -> SearchNumber {
        SearchNumber {
            table: self.number,
            search: self.searches,
        }
    }

    fn start_analysis(
        &mut self,
        at: u32,
        place: &str,
        lines: usize,
    ) -> Result<(Handle, Color), String> {
        self.walk_to(at);
        let request = SearchRequest {
            limits: Limits {
                stop_at_mate: true,
                ..Limits::default()
            },
            multi_pv: lines,
            ..SearchRequest::default()
        };
        if place.is_empty() {
            return self.start(self.session.as_ref(), &request);
        }
        let mut board = self.board_session(place)?;
        board.configure(self.settings);
        self.start(board.as_ref(), &request)
    }

    fn start_fill(&mut self) -> Result<(Handle, Color), String> {
        let fill = self.fill.as_ref().ok_or("no draft")?;
        let request = fill.request();
        let at = fill.at();
        self.walk_to(at);
        self.start(self.session.as_ref(), &request)
    }

    fn start_turn(&mut self, now: Instant) -> Result<(Handle, Color), String> {
        self.walk_to(self.at);
        let color = self.to_move();
        let limits = self.clocks[color].limits();
        let entry = self.session.entry();
        let clocks = ByColor(Color::ALL.map(|color| self.clocks[color].clock()));
        match &mut self.seats[color].occupant {
            Occupant::Person => Err("a person sits there".to_owned()),
            Occupant::Search => {
                let request = SearchRequest {
                    limits,
                    ..SearchRequest::default()
                };
                self.start(self.session.as_ref(), &request)
            }
            Occupant::Player(spec, player) => {
                let player = match player.take() {
                    Some(player) => player,
                    None => open(entry, spec).map_err(|refusal| refusal.reason)?,
                };
                let stop = StopToken::new();
                let task = PlayerTask {
                    player,
                    game: self.session.fork(),
                    limits,
                    clocks,
                    deadline: now + ANSWER_TIMEOUT,
                    stop: stop.clone(),
                };
                let number = self.search_number();
                let mailbox = self.mailbox.clone();
                let send = move |answer, player| {
                    mailbox.send_waiting(Message::Answer(number, answer, player));
                };
                let thread = thread::Builder::new().spawn(move || task.run(send));
                thread.map_err(|error| error.to_string())?;
                Ok((Handle::Player(stop), color))
            }
        }
    }

    /// Handles an event of the search with this number, which may have been stopped long before.
    pub(crate) fn search_event(&mut self, number: SearchNumber, event: SearchEvent, now: Instant) {
        let Some(search) = self.search.as_mut() else {
            return;
        };
        if search.number != number.search {
            return;
        }
        match (&search.target, event) {
            (Target::Analysis { .. }, event) => {
                search.findings.add(event, search.color);
                self.report(now);
            }
            (Target::Turn { .. }, SearchEvent::Result(result)) => {
                let color = search.color;
                self.search = None;
                self.search_result(&result, color, now);
            }
            (Target::Fill, SearchEvent::Result(result)) => {
                let color = search.color;
                self.search = None;
                self.finish_fill(&result, color);
            }
            (Target::Turn { .. } | Target::Fill, _) => {}
        }
    }

    /// Handles the turn chosen by the search.
    fn search_result(&mut self, result: &SearchResult<String>, color: Color, now: Instant) {
        if let Some(failure) = &result.failure {
            let text = format!("the search failed: {failure}");
            self.events.push(Event::Failure { text });
        }
        match &result.best {
            Some(turn) => {
                let score = Score::of(color, result.score);
                let score = result.failure.is_none().then_some(score);
                self.program_turn(turn, score, now);
            }
            None => self.program_failure("the search gives no turn", now),
        }
    }

    /// Handles the answer of another player to the search with this number.
    pub(crate) fn player_answer(
        &mut self,
        number: SearchNumber,
        answer: Result<Answer, PlayerError>,
        player: Box<dyn Player>,
        now: Instant,
    ) {
        let search = self.search.as_ref();
        let Some(search) = search.filter(|search| search.number == number.search) else {
            return;
        };
        let color = search.color;
        self.search = None;
        match answer {
            Ok(Answer { turn, info, .. }) => {
                if let Occupant::Player(_, seat) = &mut self.seats[color].occupant {
                    *seat = Some(player);
                }
                let score = info.map(|info| Score::of(color, info.score));
                match turn {
                    Some(turn) => self.program_turn(&turn, score, now),
                    None => self.program_resigns(now),
                }
            }
            Err(error) => self.program_failure(&error.to_string(), now),
        }
    }
}

/// The choice of a player's turn, on its own thread.
struct PlayerTask {
    player: Box<dyn Player>,
    game: Box<dyn Session>,
    limits: Limits,
    clocks: ByColor<Option<jabberwock_search::Clock>>,
    deadline: Instant,
    stop: StopToken,
}

impl PlayerTask {
    fn run(mut self, send: impl FnOnce(Result<Answer, PlayerError>, Box<dyn Player>)) {
        let request = TurnRequest {
            limits: self.limits.clone(),
            clocks: self.clocks,
            deadline: self.deadline,
            stop: &self.stop,
        };
        let (player, game) = (&mut self.player, self.game.as_ref());
        let answer = catch_unwind(AssertUnwindSafe(|| {
            // Turns may have been taken back since the last one: each is the first of a new game.
            player.new_game(game, &request)?;
            player.choose_turn(game, &request)
        }));
        let panicked = || Err(PlayerError::Crash("the player panicked".to_owned()));
        send(answer.unwrap_or_else(|_| panicked()), self.player);
    }
}
