//! UCI, the Universal Chess Interface (Kahlen and Meyer-Kahlen 2006), with positions and turns in
//! native text. `engine-protocol.md` shows it by example.
//!
//! A line is read to a [`Command`]; [`Uci`] obeys it. A command that would disturb the search
//! under way waits for its end, so that a script need not wait for `bestmove`; where the search has
//! no end of its own the command is refused.

mod command;
mod job;
mod print;
#[cfg(test)]
mod tests;

use std::{
    collections::VecDeque,
    io::{self, Write},
    ops::ControlFlow,
};

use jabberwock_search::{Clock, Limits, StopToken};
use jabberwock_variants::{Entry, entries};

use crate::{
    RunningSearch, SearchEvent, SearchRequest, SearchResult, Session, open,
    options::{Change, Offered, Options},
    protocol::{FrontEnd, Mailbox, Message},
};
use command::{Command, Request};
use job::Job;

/// The state of a UCI session.
#[derive(Debug)]
pub(crate) struct Uci {
    session: Box<dyn Session>,
    options: Options,
    /// Where searches and jobs report.
    mailbox: Mailbox,
    activity: Activity,
    /// The number of the activity under way, or of the last one.
    number: u64,
    /// Commands that wait for the end of the activity, with their text.
    waiting: VecDeque<(Command, String)>,
}

/// What the engine is doing.
#[derive(Debug)]
enum Activity {
    Idle,
    Search(Search),
    Job(StopToken),
}

#[derive(Debug)]
struct Search {
    thinking: RunningSearch,
    infinite: bool,
    pondering: bool,
    /// What was found, if it may not be said yet.
    held: Option<SearchResult<String>>,
}

impl Search {
    /// Whether the best turn may not be printed before the client says so.
    fn has_no_end(&self) -> bool {
        self.infinite || self.pondering
    }
}

/// The variant played until the client chooses one.
fn default_variant() -> &'static Entry {
    &entries()[0]
}

impl Uci {
    /// A session whose searches report to `mailbox`.
    pub(crate) fn new(mailbox: Mailbox) -> Uci {
        Uci {
            session: open(default_variant().name).expect("a row of the registry can be opened"),
            options: Options::default(),
            mailbox,
            activity: Activity::Idle,
            number: 0,
            waiting: VecDeque::new(),
        }
    }

    /// Whether `line` begins with a word of UCI that is none of CECP.
    pub(crate) fn is_addressed_by(line: &str) -> bool {
        let word = line.split_ascii_whitespace().next();
        matches!(
            word,
            Some("uci" | "isready" | "setoption" | "ucinewgame" | "position")
        )
    }

    fn obey(
        &mut self,
        command: Command,
        line: &str,
        out: &mut dyn Write,
    ) -> io::Result<ControlFlow<()>> {
        match command {
            Command::Quit => return Ok(ControlFlow::Break(())),
            Command::Identify => print::identity(out)?,
            Command::IsReady => writeln!(out, "readyok")?,
            Command::Stop => self.stop(out)?,
            Command::PonderHit => self.ponder_hit(line, out)?,
            Command::Draw => print::position(out, self.session.as_ref())?,
            Command::Eval => print::evaluation(out, self.session.as_ref())?,
            command => match &self.activity {
                Activity::Idle => self.change(command, line, out)?,
                Activity::Search(search) if search.has_no_end() => {
                    print::error(out, &"a search is under way", line)?;
                }
                _ => self.waiting.push_back((command, line.to_owned())),
            },
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Obeys a command that needs the engine idle.
    fn change(&mut self, command: Command, line: &str, out: &mut dyn Write) -> io::Result<()> {
        match command {
            Command::SetOption { name, value } => {
                self.set_option(&name, value.as_deref().unwrap_or_default(), line, out)
            }
            Command::NewGame => {
                self.session.reset();
                self.session.clear();
                Ok(())
            }
            Command::Position { text, turns } => {
                match set_position(self.session.as_mut(), text.as_deref(), &turns) {
                    Ok(()) => Ok(()),
                    Err(reason) => print::error(out, &reason, line),
                }
            }
            Command::Go(go) => self.go(go, out),
            Command::Perft(depth) => {
                self.start_job(Job::Perft(self.session.fork(), depth));
                Ok(())
            }
            Command::Bench => {
                self.start_job(Job::Bench(self.session.entry()));
                Ok(())
            }
            command => unreachable!("{command:?} is obeyed at any time"),
        }
    }

    fn set_option(
        &mut self,
        name: &str,
        value: &str,
        line: &str,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        match self.options.set(Offered::Uci, name, value) {
            Ok(Change::Value) => self.session.configure(self.options.settings),
            Ok(Change::ClearHash) => self.session.clear(),
            Ok(Change::Variant(name)) => match open(&name) {
                Ok(session) if session.entry().name == self.session.entry().name => {}
                Ok(mut session) => {
                    session.configure(self.options.settings);
                    self.session = session;
                }
                Err(reason) => return print::error(out, &reason, line),
            },
            Err(reason) => return print::error(out, &reason, line),
        }
        Ok(())
    }

    fn go(&mut self, go: Request, out: &mut dyn Write) -> io::Result<()> {
        let limits = limits(&go, self.session.turn().index());
        let mut only = None;
        if !go.turns.is_empty() {
            let mut legal = Vec::new();
            for text in go.turns {
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
            limits,
            ..SearchRequest::default()
        };
        self.number += 1;
        let listener = self.mailbox.listener(self.number);
        match self.session.start_search(&request, listener) {
            Ok(thinking) => {
                self.activity = Activity::Search(Search {
                    thinking,
                    infinite: request.limits.infinite,
                    pondering: request.limits.ponder,
                    held: None,
                });
                Ok(())
            }
            Err(error) => print::error(out, &error.reason(), "go"),
        }
    }

    fn start_job(&mut self, job: Job) {
        self.number += 1;
        self.activity = Activity::Job(job.start(self.number, self.mailbox.clone()));
    }

    fn stop(&mut self, out: &mut dyn Write) -> io::Result<()> {
        match &mut self.activity {
            Activity::Idle => Ok(()),
            Activity::Job(stop_token) => {
                stop_token.stop();
                Ok(())
            }
            Activity::Search(search) => {
                search.infinite = false;
                search.pondering = false;
                search.thinking.stop();
                self.conclude_held(out)
            }
        }
    }

    fn ponder_hit(&mut self, line: &str, out: &mut dyn Write) -> io::Result<()> {
        match &mut self.activity {
            Activity::Search(search) if search.pondering => {
                search.pondering = false;
                search.thinking.ponder_hit();
                self.conclude_held(out)
            }
            _ => print::error(out, &"the engine is not pondering", line),
        }
    }

    /// Says what was found, if that was held back and need not be any longer.
    fn conclude_held(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if let Activity::Search(search) = &mut self.activity
            && !search.has_no_end()
            && let Some(result) = search.held.take()
        {
            self.conclude(&result, out)?;
        }
        Ok(())
    }

    fn conclude(&mut self, result: &SearchResult<String>, out: &mut dyn Write) -> io::Result<()> {
        self.activity = Activity::Idle;
        if result.best.is_none()
            && let Some(outcome) = self.session.outcome()
        {
            print::over(out, outcome, self.session.turn())?;
        }
        print::result(out, result)
    }

    fn hear(&mut self, event: SearchEvent, out: &mut dyn Write) -> io::Result<()> {
        match (event, &mut self.activity) {
            (SearchEvent::Info(line), Activity::Search(_)) => print::analysis(out, &line),
            (SearchEvent::Plan(plan), Activity::Search(_)) => print::plan(out, &plan),
            (SearchEvent::Result(result), Activity::Search(search)) => {
                search.held = Some(result);
                self.conclude_held(out)
            }
            _ => Ok(()),
        }
    }

    /// Obeys the commands that waited, until one starts something again.
    fn catch_up(&mut self, out: &mut dyn Write) -> io::Result<()> {
        while matches!(self.activity, Activity::Idle)
            && let Some((command, line)) = self.waiting.pop_front()
        {
            self.change(command, &line, out)?;
        }
        Ok(())
    }
}

impl FrontEnd for Uci {
    fn receive(&mut self, message: Message, out: &mut dyn Write) -> io::Result<ControlFlow<()>> {
        match message {
            Message::Line(line) => match command::parse(&line) {
                Ok(Some(command)) => {
                    if self.obey(command, &line, out)?.is_break() {
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
            Message::Search(number, event) if number == self.number => self.hear(event, out)?,
            Message::Done(number, lines) if number == self.number => {
                self.activity = Activity::Idle;
                for line in lines {
                    writeln!(out, "{line}")?;
                }
            }
            Message::Search(..) | Message::Done(..) => {}
        }
        self.catch_up(out)?;
        Ok(ControlFlow::Continue(()))
    }

    fn owes_an_answer(&self) -> bool {
        !matches!(self.activity, Activity::Idle)
    }
}

/// Sets up a game, or leaves it as it was and says why.
fn set_position(
    session: &mut dyn Session,
    text: Option<&str>,
    turns: &[String],
) -> Result<(), String> {
    let before = session.origin();
    let played: Vec<String> = session.turns().into_iter().map(Into::into).collect();
    match text {
        Some(text) => session
            .set_position(text)
            .map_err(|error| error.to_string())?,
        None => session.reset(),
    }
    for turn in turns {
        if let Err(error) = session.play(turn) {
            let restored = session.set_position(&before);
            debug_assert_eq!(restored, Ok(()), "the origin's text is one of a position");
            for turn in &played {
                let replayed = session.play(turn);
                debug_assert!(replayed.is_ok(), "a turn played once can be played again");
            }
            return Err(error.to_string());
        }
    }
    Ok(())
}

/// The limits of a search by the player with this index.
fn limits(go: &Request, mover: usize) -> Limits {
    let clock = go.time[mover].map(|remaining| Clock {
        remaining,
        increment: go.increment[mover],
        moves_to_go: go.moves_to_go,
    });
    let bounded = go.depth.is_some()
        || go.nodes.is_some()
        || go.mate.is_some()
        || go.move_time.is_some()
        || clock.is_some();
    Limits {
        depth: go.depth,
        nodes: go.nodes,
        mate: go.mate,
        move_time: go.move_time,
        clock,
        infinite: go.infinite || !bounded,
        ponder: go.ponder,
    }
}
