//! UCI, the Universal Chess Interface (Kahlen and Meyer-Kahlen 2006), with positions and turns in
//! native text. `engine-protocol.md` shows it by example.
//!
//! A line is parsed to a [`Command`], which [`Uci`] handles. A command that would disturb the
//! running search waits for its end, so that a script need not wait for `bestmove`; it is rejected
//! if the search ends only when the client stops it.

mod clock_lag;
mod command;
mod game;
mod go;
mod job;
mod position;
mod print;
mod queue;
#[cfg(test)]
mod tests;

use std::{
    io::{self, Write},
    ops::ControlFlow,
    time::{Duration, Instant},
};

use jabberwock_search::SearchResult;
use jabberwock_variants::{Entry, entries, find};

use crate::{
    open::open,
    options::{Change, Offered, Options},
    protocol::{
        board_text::board_text,
        dispatcher::{Dispatcher, Message},
        front_end::FrontEnd,
    },
    records::Recorder,
    session::{RunningSearch, SearchEvent, SearchRequest, Session},
    win_model::WinModel,
};
use clock_lag::ClockLag;
use command::Command;
use game::RecordedGame;
use go::GoParameters;
use job::{Job, RunningJob};
use position::{change_turns, set_position};
use queue::CommandQueue;

/// The state of a UCI session.
#[derive(Debug)]
pub(crate) struct Uci {
    session: Box<dyn Session>,
    /// The game chosen by the client, which [`Options::chess960`] may replace by another.
    chosen: &'static Entry,
    options: Options,
    /// Receiver of reports from searches and jobs.
    dispatcher: Dispatcher,
    activity: Activity,
    /// The number of the current activity, or of the last one.
    number: u64,
    /// Commands that wait for the end of the activity.
    waiting: CommandQueue,
    game: RecordedGame,
    /// The text of the start position of the game, as sent by the client; `None` for the variant's
    /// start.
    start: Option<String>,
    /// The time that the latest `position` took, unless the client waited for it by `isready`. It
    /// counts as time of the next search: the client's clock runs from when it sent both commands.
    preparation: Duration,
    clock_lag: ClockLag,
}

/// The state of the engine.
#[derive(Debug)]
enum Activity {
    Idle,
    Search(ReportedSearch),
    Job(RunningJob),
}

/// A search whose result the client expects.
#[derive(Debug)]
struct ReportedSearch {
    running: RunningSearch,
    infinite: bool,
    pondering: bool,
    /// Whether the search is for a turn to be made, rather than an analysis.
    makes_turn: bool,
    /// The result, until it may be printed.
    result: Option<SearchResult<String>>,
}

impl ReportedSearch {
    /// Whether the result may not be printed before `stop` or `ponderhit`.
    fn waits_for_client(&self) -> bool {
        self.infinite || self.pondering
    }
}

/// The game with the option `UCI_Chess960`, and its replacement by that option.
const CHESS: &str = "chess";
const CHESS960: &str = "chess960";

/// Returns the variant played until the client chooses one.
fn default_variant() -> &'static Entry {
    &entries()[0]
}

impl Uci {
    /// Creates a session whose searches send their events to `dispatcher`; games go to `recorder`.
    pub(crate) fn new(dispatcher: Dispatcher, recorder: Option<Recorder>) -> Uci {
        Uci {
            session: open(default_variant().name).expect("a row of the registry can be opened"),
            chosen: default_variant(),
            options: Options::default(),
            dispatcher,
            activity: Activity::Idle,
            number: 0,
            waiting: CommandQueue::default(),
            game: RecordedGame::new(recorder),
            start: None,
            preparation: Duration::ZERO,
            clock_lag: ClockLag::default(),
        }
    }

    /// Whether `line` is a command of UCI and not of CECP, for the first line of a session. `go`
    /// with parameters is; `go` alone is a command of both, and is handled as CECP's.
    pub(crate) fn is_command(line: &str) -> bool {
        let mut words = line.split_ascii_whitespace();
        match words.next() {
            Some("go") => words.next().is_some(),
            Some(
                "uci" | "isready" | "setoption" | "ucinewgame" | "position" | "debug" | "register"
                | "stop" | "ponderhit" | "eval" | "bench",
            ) => true,
            _ => false,
        }
    }

    fn handle(
        &mut self,
        command: Command,
        line: &str,
        out: &mut dyn Write,
    ) -> io::Result<ControlFlow<()>> {
        match command {
            Command::Quit => return Ok(ControlFlow::Break(())),
            Command::Identify => print::identity(out, default_variant())?,
            Command::IsReady => {
                if matches!(self.activity, Activity::Idle) {
                    self.session.prepare();
                }
                self.preparation = Duration::ZERO;
                writeln!(out, "readyok")?;
            }
            Command::Stop => {
                self.waiting.stop();
                self.stop(out)?;
            }
            Command::PonderHit => self.ponder_hit(line, out)?,
            Command::Show => writeln!(out, "{}", board_text(self.session.as_ref()))?,
            Command::Eval => print::evaluation(out, self.session.as_ref())?,
            Command::Help => print::help(out)?,
            command => match &self.activity {
                Activity::Idle => self.handle_when_idle(command, line, out)?,
                Activity::Search(search) if search.waits_for_client() => {
                    print::error(out, &"a search is under way", line)?;
                }
                _ => {
                    if let Err(reason) = self.waiting.push(command, line) {
                        print::error(out, &reason, line)?;
                    }
                }
            },
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Handles a command that requires an idle engine.
    fn handle_when_idle(
        &mut self,
        command: Command,
        line: &str,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        match command {
            Command::SetOption { name, value } => {
                self.set_option(&name, value.as_deref().unwrap_or_default(), line, out)
            }
            Command::NewGame => {
                self.game.end(self.session.as_ref(), "new game", out)?;
                self.start = None;
                self.clock_lag = ClockLag::default();
                self.session.reset();
                self.session.clear();
                Ok(())
            }
            Command::Position { text, turns } => {
                let start = Instant::now();
                let result = self.set_position(text, &turns, line, out);
                self.preparation = start.elapsed();
                result
            }
            Command::Go(parameters) => self.go(parameters, out),
            Command::Perft(depth) => {
                self.start_job(Job::Perft(self.session.fork(), depth), line, out)
            }
            Command::Bench => self.start_job(Job::Bench(self.session.entry()), line, out),
            command => unreachable!("{command:?} is handled at any time"),
        }
    }

    fn set_position(
        &mut self,
        text: Option<String>,
        turns: &[String],
        line: &str,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let is_same_start = text == self.start;
        let known = if is_same_start {
            let pairs = self.session.turns().into_iter().zip(turns);
            Some(pairs.take_while(|(played, turn)| played == turn).count())
        } else {
            None
        };
        let game = self.game.before_position(self.session.as_ref());
        let made = self.session.turns().len() - usize::from(self.game.is_pondering);
        let result = match known {
            Some(known) => change_turns(self.session.as_mut(), known, &turns[known..]),
            None => set_position(self.session.as_mut(), text.as_deref(), turns),
        };
        match result {
            Ok(()) => {
                self.start = text;
                let continues = known.is_some_and(|known| known >= made);
                self.game.after_position(game, continues, out)
            }
            Err(reason) => print::error(out, &reason, line),
        }
    }

    fn set_option(
        &mut self,
        name: &str,
        value: &str,
        line: &str,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let was_chess960 = self.options.chess960;
        match self.options.set(Offered::Uci, name, value) {
            Ok(Change::Value) => {
                self.session.configure(self.options.settings);
                if self.options.chess960 != was_chess960 {
                    return self.change_variant(self.chosen.name, line, out);
                }
            }
            Ok(Change::ClearHash) => self.session.clear(),
            // Only CECP offers these.
            Ok(Change::Position(_) | Change::ShowPosition) => {}
            Ok(Change::Variant(name)) => return self.change_variant(&name, line, out),
            Err(reason) => return print::error(out, &reason, line),
        }
        Ok(())
    }

    /// Changes to the variant called `name`, or from chess to Chess960 if the client requests it.
    fn change_variant(&mut self, name: &str, line: &str, out: &mut dyn Write) -> io::Result<()> {
        let entry = match find(name) {
            Ok(entry) => entry,
            Err(reason) => return print::error(out, &reason, line),
        };
        let is_chess = matches!(entry.name, CHESS | CHESS960);
        if self.options.chess960 && !is_chess {
            let reason = format!("UCI_Chess960 changes nothing in {}", entry.name);
            print::error(out, &reason, line)?;
        }
        let wanted = match entry.name {
            CHESS if self.options.chess960 => CHESS960,
            name => name,
        };
        self.chosen = entry;
        if wanted == self.session.entry().name {
            return Ok(());
        }
        match open(wanted) {
            Ok(mut session) => {
                self.game.end(self.session.as_ref(), "new game", out)?;
                session.configure(self.options.settings);
                self.start = None;
                self.clock_lag = ClockLag::default();
                self.session = session;
                Ok(())
            }
            Err(reason) => print::error(out, &reason, line),
        }
    }

    fn go(&mut self, parameters: GoParameters, out: &mut dyn Write) -> io::Result<()> {
        let preparation = std::mem::take(&mut self.preparation);
        let now = Instant::now();
        let requested_at = now.checked_sub(preparation).unwrap_or(now);
        let player = self.session.turn();
        let mut limits = parameters.limits(player);
        let lag = self.clock_lag.begin(player, limits.clock, requested_at);
        if let Some(clock) = &mut limits.clock {
            clock.lag = lag;
        }
        let mut only = None;
        if !parameters.turns.is_empty() {
            let mut legal = Vec::new();
            for text in parameters.turns {
                match self.session.read_turn(&text) {
                    Ok(turn) => legal.push(turn),
                    Err(error) => print::error(out, &error.reason(), &text)?,
                }
            }
            only = Some(legal);
        }
        let request = SearchRequest {
            multi_pv: self.options.multi_pv,
            only,
            // An analysis is always of full strength.
            strength: self.options.strength().filter(|_| !limits.infinite),
            limits,
            requested_at: Some(requested_at),
            ..SearchRequest::default()
        };
        self.number += 1;
        let listener = self.dispatcher.listener(self.number);
        match self.session.start_search(&request, listener) {
            Ok(running) => {
                self.game.is_pondering = request.limits.ponder && !self.session.turns().is_empty();
                let makes_turn = !request.limits.infinite && !request.limits.ponder;
                if makes_turn {
                    self.game.on_request(self.session.as_ref());
                }
                self.activity = Activity::Search(ReportedSearch {
                    running,
                    infinite: request.limits.infinite,
                    pondering: request.limits.ponder,
                    makes_turn,
                    result: None,
                });
                Ok(())
            }
            Err(error) => {
                print::error(out, &error, "go")?;
                print::result(out, &SearchResult::without_search(None, None))
            }
        }
    }

    fn start_job(&mut self, job: Job, line: &str, out: &mut dyn Write) -> io::Result<()> {
        self.number += 1;
        match job.start(self.number, self.dispatcher.clone()) {
            Ok(running) => self.activity = Activity::Job(running),
            Err(error) => print::error(out, &format_args!("no thread: {error}"), line)?,
        }
        Ok(())
    }

    fn stop(&mut self, out: &mut dyn Write) -> io::Result<()> {
        match &mut self.activity {
            Activity::Idle => Ok(()),
            Activity::Job(running) => {
                running.stop();
                Ok(())
            }
            Activity::Search(search) => {
                search.infinite = false;
                search.pondering = false;
                search.running.stop();
                self.print_result_if_allowed(out)
            }
        }
    }

    fn ponder_hit(&mut self, line: &str, out: &mut dyn Write) -> io::Result<()> {
        match &mut self.activity {
            Activity::Search(search) if search.pondering => {
                search.pondering = false;
                search.makes_turn = true;
                self.game.is_pondering = false;
                self.game.on_request(self.session.as_ref());
                self.clock_lag.ponder_hit(Instant::now());
                search.running.ponder_hit();
                self.print_result_if_allowed(out)
            }
            _ => print::error(out, &"the engine is not pondering", line),
        }
    }

    /// Ends the search by printing its result, if there is one and it may be printed.
    fn print_result_if_allowed(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if let Activity::Search(search) = &mut self.activity
            && !search.waits_for_client()
            && let Some(result) = search.result.take()
        {
            let makes_turn = search.makes_turn;
            self.activity = Activity::Idle;
            if result.best.is_none()
                && let Some(outcome) = self.session.outcome()
            {
                print::outcome(out, outcome, self.session.turn(), self.options.show_wdl)?;
            }
            print::result(out, &result)?;
            if makes_turn && let Some(turn) = &result.best {
                self.clock_lag.end_turn(Instant::now());
                self.game.on_turn(self.session.as_mut(), turn, out)?;
            }
        }
        Ok(())
    }

    fn on_event(&mut self, event: SearchEvent, out: &mut dyn Write) -> io::Result<()> {
        match (event, &mut self.activity) {
            (SearchEvent::Info(info), Activity::Search(_)) => {
                let model = WinModel::of(self.session.entry());
                print::info(out, &info, self.options.show_wdl.then_some(model))
            }
            (SearchEvent::RootStep(step), Activity::Search(_)) => print::root_step(out, &step),
            (SearchEvent::Plan(plan), Activity::Search(_)) => print::plan(out, &plan),
            (SearchEvent::Result(result), Activity::Search(search)) => {
                search.result = Some(result);
                self.print_result_if_allowed(out)
            }
            _ => Ok(()),
        }
    }

    /// Handles the commands that waited, until one starts an activity.
    fn handle_waiting(&mut self, out: &mut dyn Write) -> io::Result<()> {
        while matches!(self.activity, Activity::Idle)
            && let Some(waited) = self.waiting.pop()
        {
            self.handle_when_idle(waited.command, &waited.line, out)?;
            if waited.is_stopped {
                self.stop(out)?;
            }
        }
        Ok(())
    }
}

impl FrontEnd for Uci {
    fn receive(&mut self, message: Message, out: &mut dyn Write) -> io::Result<ControlFlow<()>> {
        match message {
            Message::Line(line) => match command::parse(&line) {
                Ok(Some(command)) => {
                    if self.handle(command, &line, out)?.is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
                Ok(None) => {}
                Err(error) => print::error(out, &error, &line)?,
            },
            Message::TooLong(beginning) => print::error(out, &"line too long", &beginning)?,
            Message::End => {
                self.waiting.clear();
                self.stop(out)?;
            }
            Message::Search(number, event) if number == self.number => self.on_event(event, out)?,
            Message::Job(number, lines) if number == self.number => {
                self.activity = Activity::Idle;
                for line in lines {
                    writeln!(out, "{line}")?;
                }
            }
            Message::Search(..) | Message::Job(..) => {}
        }
        self.handle_waiting(out)?;
        Ok(ControlFlow::Continue(()))
    }

    fn end_session(&mut self, reason: &str, out: &mut dyn Write) -> io::Result<()> {
        self.game.end(self.session.as_ref(), reason, out)
    }

    fn is_busy(&self) -> bool {
        !matches!(self.activity, Activity::Idle)
    }
}
